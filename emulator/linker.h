/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_LINKER_H
#define FCL_EMU_LINKER_H

#include <link.h>

/*
 * dlopen(), dlclose() and dl_iterate_phdr() such that no thread is inside them when the process
 * forks. They take a lock of the dynamic linker that glibc does not reset in the child, where the
 * next dlopen() would deadlock.
 */
void *fcl_emu_dlopen(const char *path, int mode);
void fcl_emu_dlclose(void *handle);
void fcl_emu_dl_iterate(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data);

#endif
