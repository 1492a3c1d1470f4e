/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_ELF_TABLES_H
#define FCL_EMU_ELF_TABLES_H

#include <stddef.h>

#include "base/err.h"

/*
 * Whether dlopen() can load these bytes without harm. The dynamic linker trusts the tables of what
 * it loads: damaged ones crash the process, or end it with a failed assertion. So this checks what
 * linkers write: segments, dynamic section, names, symbols, versions, relocations. What the code
 * does is another matter. 0 or -ENOEXEC.
 */
int fcl_emu_elf_check(const void *bytes, size_t size, struct fcl_err *err);

#endif
