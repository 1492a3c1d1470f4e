/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls that would end or duplicate the host process: they fail the execution instead
 * (fpgacl/support.h).
 */

#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "fpgacl/rt.h"
#include "fpgacl/support.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

/* --- ending the program --- */

void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	struct fcl_cu *cu = fclc_rt_current();

	if (cu)
		cu->host->assert_fail(cu, text, file, line, function ? function : "?");
	fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, text);
	fclc_rt_fail("assertion failed");
}

void abort(void)
{
	fclc_rt_fail("the kernel called abort()");
}

static void fclc_exited(const char *function, int status) __attribute__((noreturn));
static void fclc_exited(const char *function, int status)
{
	char text[64];

	snprintf(text, sizeof(text), "the kernel called %s(%d)", function, status);
	fclc_rt_fail(text);
}

void exit(int status)
{
	fclc_exited("exit", status);
}

void _exit(int status)
{
	fclc_exited("_exit", status);
}

void _Exit(int status)
{
	fclc_exited("_Exit", status);
}

void quick_exit(int status)
{
	fclc_exited("quick_exit", status);
}

/* --- calls that would end the host process, or duplicate it --- */

/* Fails the execution. Without a CU there is nothing to protect, so the call proceeds. */
#define FCLC_REFUSED(RESULT, NAME, PARAMETERS, ARGUMENTS)                                          \
	RESULT NAME PARAMETERS;                                                                    \
	RESULT NAME PARAMETERS                                                                     \
	{                                                                                          \
		RESULT(*libc) PARAMETERS;                                                          \
                                                                                                   \
		if (fclc_rt_current())                                                             \
			fclc_rt_fail("the kernel called " #NAME "()");                             \
		*(void **)&libc = fclc_libc(#NAME);                                                \
		return libc ? libc ARGUMENTS : -1;                                                 \
	}

FCLC_REFUSED(int, raise, (int number), (number))
FCLC_REFUSED(int, kill, (int process, int number), (process, number))
FCLC_REFUSED(int, killpg, (int group, int number), (group, number))
FCLC_REFUSED(int, pthread_kill, (unsigned long thread, int number), (thread, number))
FCLC_REFUSED(int, fork, (void), ())
FCLC_REFUSED(int, _Fork, (void), ())
FCLC_REFUSED(int, daemon, (int stay, int keep), (stay, keep))
FCLC_REFUSED(int, execv, (const char *path, char *const *argv), (path, argv))
FCLC_REFUSED(int, execvp, (const char *file, char *const *argv), (file, argv))
FCLC_REFUSED(int, execve, (const char *path, char *const *argv, char *const *env),
	     (path, argv, env))

FCLC_REFUSED(int, execvpe, (const char *file, char *const *argv, char *const *env),
	     (file, argv, env))
FCLC_REFUSED(int, fexecve, (int file, char *const *argv, char *const *env), (file, argv, env))

/* Without a CU, these cannot forward their variable arguments. */
#define FCLC_REFUSED_LIST(NAME)                                                                    \
	int NAME(const char *path, const char *argument, ...);                                     \
	int NAME(const char *path, const char *argument, ...)                                      \
	{                                                                                          \
		(void)path, (void)argument;                                                        \
		if (fclc_rt_current())                                                             \
			fclc_rt_fail("the kernel called " #NAME "()");                             \
		errno = ENOSYS;                                                                    \
		return -1;                                                                         \
	}

FCLC_REFUSED_LIST(execl)
FCLC_REFUSED_LIST(execlp)
FCLC_REFUSED_LIST(execle)

/* The child of vfork() would return from this function before the parent does. */
int vfork(void)
{
	return fork();
}

/*
 * Defined if there are HDL models: whether one is being created, which may start its own threads.
 */
int fclc_rtl_making(void) __attribute__((weak));

/*
 * The runtime identifies an execution by its thread, so if another thread of the kernel waited or
 * failed, that would end the host. Code that uses threads for C simulation has a DATAFLOW region
 * for synthesis.
 */
static void fclc_threaded(const char *function)
{
	char text[128];

	snprintf(
		text, sizeof(text),
		"the kernel called %s(): kernels have no threads; -t hw_emu compiles its code for synthesis",
		function);
	if (fclc_rt_current() && !(fclc_rtl_making && fclc_rtl_making()))
		fclc_rt_fail(text);
}

int pthread_create(unsigned long *thread, const void *attributes, void *(*body)(void *),
		   void *argument);
int pthread_create(unsigned long *thread, const void *attributes, void *(*body)(void *),
		   void *argument)
{
	int (*libc)(unsigned long *, const void *, void *(*)(void *), void *);

	fclc_threaded("pthread_create");
	*(void **)&libc = fclc_libc("pthread_create");
	return libc ? libc(thread, attributes, body, argument) : -1;
}

int thrd_create(unsigned long *thread, int (*body)(void *), void *argument);
int thrd_create(unsigned long *thread, int (*body)(void *), void *argument)
{
	int (*libc)(unsigned long *, int (*)(void *), void *);

	fclc_threaded("thrd_create");
	*(void **)&libc = fclc_libc("thrd_create");
	return libc ? libc(thread, body, argument) : -1;
}

/* A handler would run when the host exits, when the kernel may already be unloaded. */
int atexit(void (*handler)(void));
int __cxa_atexit(void (*handler)(void *), void *argument, void *object)
	__attribute__((visibility("default")));

int atexit(void (*handler)(void))
{
	if (fclc_rt_current())
		fclc_rt_fail("the kernel called atexit()");
	return __cxa_atexit((void (*)(void *))handler, NULL, NULL);
}

#pragma GCC visibility pop
