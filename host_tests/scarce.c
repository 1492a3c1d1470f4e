/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/scarce.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20 }; /* for one run */

/* In memory that the runs share with the test. */
static struct shared {
	_Atomic long calls; /* of the run, so far */
	_Atomic long fails; /* the number of the call that fails; 0: none */
	_Atomic bool lasts; /* later ones fail, too */
	_Atomic bool armed;
} * shared;

/* The two loaders, of drivers and of libraries, allocate for themselves. */
static bool is_foreign(const void *caller)
{
	Dl_info info;

	if (!dladdr(caller, &info) || !info.dli_fname)
		return false;
	return strstr(info.dli_fname, "libOpenCL") || strstr(info.dli_fname, "ld-linux");
}

static bool is_to_fail(const void *caller)
{
	long call, fails;

	if (!shared || !atomic_load(&shared->armed) || is_foreign(caller))
		return false;
	call = atomic_fetch_add(&shared->calls, 1) + 1;
	fails = atomic_load(&shared->fails);
	if (!fails || (atomic_load(&shared->lasts) ? call < fails : call != fails))
		return false;
	errno = ENOMEM;
	return true;
}

#define IS_TO_FAIL() is_to_fail(__builtin_return_address(0))

/* --- the C library's functions, for the whole process ----------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

#pragma GCC visibility push(default)
void *malloc(size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **ret, size_t alignment, size_t size)
{
	void *memory = IS_TO_FAIL() ? NULL : __libc_memalign(alignment, size);

	if (memory)
		*ret = memory;
	return memory ? 0 : ENOMEM;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
	if (IS_TO_FAIL())
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
		   void *data)
{
	static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

	if (IS_TO_FAIL())
		return EAGAIN;
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
	return real(thread, attributes, start, data);
}
#pragma GCC visibility pop

/* --- runs ------------------------------------------------------------------------------------- */

int scarce_set_up(void)
{
	struct shared *memory = mmap(NULL, sizeof(*memory), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return -1;
	shared = memory;
	return 0;
}

void scarce_begin(void)
{
	atomic_store(&shared->armed, true);
}

void scarce_end(void)
{
	atomic_store(&shared->armed, false);
}

long scarce_calls(void)
{
	return atomic_load(&shared->calls);
}

int scarce_run(int (*work)(void), long number, enum scarcity scarcity)
{
	pid_t child;
	int status = -1;

	scarce_end();
	atomic_store(&shared->calls, 0);
	atomic_store(&shared->fails, number);
	atomic_store(&shared->lasts, scarcity == SCARCE_FOR_EVER);
	child = fork();
	if (!child) {
		alarm(SECONDS);
		_exit(work());
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return -1;
	return status;
}
