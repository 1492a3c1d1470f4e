/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/linker.h"

#include <dlfcn.h>
#include <pthread.h>

#include "base/fork.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void linker_enter(void)
{
	fcl_fork_protect(&lock);
	pthread_mutex_lock(&lock);
}

void *fcl_emu_dlopen(const char *path, int mode)
{
	void *handle;

	linker_enter();
	handle = dlopen(path, mode);
	pthread_mutex_unlock(&lock);
	return handle;
}

void fcl_emu_dlclose(void *handle)
{
	linker_enter();
	dlclose(handle);
	pthread_mutex_unlock(&lock);
}

void fcl_emu_dl_iterate(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data)
{
	linker_enter();
	dl_iterate_phdr(callback, data);
	pthread_mutex_unlock(&lock);
}
