/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_ELF_TABLES_H
#define FCL_EMU_ELF_TABLES_H

#include <stddef.h>

#include "base/err.h"

/*
 * Checks that dlopen() can load these bytes safely. The dynamic linker trusts the tables of objects
 * that it loads: damaged ones crash the process or fail an assertion. This checks what linkers
 * write: segments, dynamic section, names, symbols, versions, relocations. It does not check the
 * code. 0 or -ENOEXEC.
 */
int fcl_emu_elf_check(const void *bytes, size_t size, struct fcl_err *err);

#endif
