/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/scarce.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	SECONDS = 20, /* limit for one run */
	ALONE = 64, /* points that get a process of their own, because some calls are made once per
		     * process */
	TOGETHER = 64
};

/* In memory that the runs and the test share. */
static struct shared {
	_Atomic long calls; /* of the current run, so far */
	_Atomic long fails; /* the number of the call that fails; 0: none */
	_Atomic bool lasts; /* later calls fail, too */
	_Atomic bool armed;
	/* The state of a scan. */
	_Atomic long point, refused;
} * shared;

/* The loaders of drivers and of libraries allocate for themselves. */
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
	atomic_store(&shared->lasts, scarcity == SCARCE_FOREVER);
	child = fork();
	if (!child) {
		alarm(SECONDS);
		_exit(work());
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return -1;
	return status;
}

/* --- scans ------------------------------------------------------------------------------------ */

static struct scan {
	int (*work)(void);
	long last;
} scan;

static int run_points(void)
{
	long first = atomic_load(&shared->point);

	for (long point = first; point <= scan.last; point++) {
		int code;

		alarm(SECONDS);
		atomic_store(&shared->point, point);
		atomic_store(&shared->calls, 0);
		atomic_store(&shared->fails, point);
		code = scan.work();
		scarce_end();
		if (code && code != SCARCE_REFUSED)
			return code;
		atomic_fetch_add(&shared->refused, code == SCARCE_REFUSED);
	}
	return 0;
}

long scarce_scan(int (*work)(void), long first, enum scarcity scarcity, long *ret_total,
		 long *ret_refused)
{
	long total, bad = 0;

	*ret_total = *ret_refused = 0;
	if (scarce_run(work, 0, scarcity))
		return 1;
	total = scarce_calls();
	atomic_store(&shared->refused, 0);
	scan.work = work;
	for (long point = first; point <= total; point = atomic_load(&shared->point) + 1) {
		int status;

		scan.last = point < ALONE ? point : point + TOGETHER - 1;
		if (scan.last > total)
			scan.last = total;
		atomic_store(&shared->point, point);
		status = scarce_run(run_points, point, scarcity);
		if (!status)
			continue;
		bad++;
		fprintf(stderr, "call %ld failed: wait status %#x\n", atomic_load(&shared->point),
			(unsigned)status);
	}
	*ret_total = total;
	*ret_refused = atomic_load(&shared->refused);
	return bad;
}
