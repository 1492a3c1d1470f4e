/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_ELF_RELOCATIONS_H
#define FCL_EMU_ELF_RELOCATIONS_H

#include "emulator/primitives/elf_object.h"

/*
 * Whether every relocation changes data of the object, not what the linker itself still reads, and
 * whether the functions that the linker calls are in code. `symbols` are checked already.
 */
int fcl_emu_elf_relocations_check(const struct fcl_emu_elf *elf, const char *symbols,
				  uint64_t nsymbols);

#endif
