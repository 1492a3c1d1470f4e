/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_ELF_RELOCATIONS_H
#define FCL_EMU_ELF_RELOCATIONS_H

#include "emulator/primitives/elf_object.h"

/*
 * Checks that every relocation modifies data of the object, but nothing that the linker itself
 * still reads, and that the functions that the linker calls are in code. `symbols` must have been
 * checked.
 */
int fcl_emu_elf_relocations_check(const struct fcl_emu_elf *elf, const char *symbols,
				  uint64_t nsymbols);

#endif
