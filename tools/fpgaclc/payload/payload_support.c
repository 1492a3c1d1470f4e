/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Compiled into every payload. Every function is hidden: kernels, and the C++ library linked with
 * them, use these before the C library's, and the host program cannot interpose its own. With a
 * current CU they call the engine; without one (static constructors) the C library.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fpgacl_model.h"
#include "fpgaclc_rt.h"

#pragma GCC visibility push(hidden)

static const struct fcl_model_host *fclc_host;

void fclc_rt_attach(const struct fcl_model_host *host);

void fclc_rt_attach(const struct fcl_model_host *host)
{
	fclc_host = host;
}

/* Set by the linker (link/constructors.ld). */
typedef void fclc_constructor(int argc, char **argv, char **envp);
extern fclc_constructor *const fclc_constructors[], *const fclc_constructors_end[];

static struct fcl_cu *fclc_constructing; /* NULL: static constructors are not running */

static void fclc_run_constructors(void)
{
	for (fclc_constructor *const *at = fclc_constructors; at < fclc_constructors_end; at++)
		(*at)(0, NULL, NULL);
}

void fclc_rt_construct(struct fcl_cu *cu);

void fclc_rt_construct(struct fcl_cu *cu)
{
	fclc_constructing = cu;
	if (fclc_rt_catch)
		fclc_rt_catch(fclc_run_constructors);
	else
		fclc_run_constructors();
	fclc_constructing = NULL;
}

static struct fcl_cu *fclc_current(void)
{
	return fclc_host ? fclc_host->current() : NULL;
}

struct fcl_cu *fclc_rt_current(void)
{
	return fclc_current();
}

int fclc_rt_executing(void)
{
	return fclc_current() != NULL;
}

/* The C library's own function behind a name that this file defines. */
static void *fclc_libc(const char *name)
{
	void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
	void *symbol = library ? dlsym(library, name) : NULL;

	if (library)
		dlclose(library);
	return symbol;
}

void fclc_rt_fail(const char *text)
{
	struct fcl_cu *cu = fclc_constructing ? fclc_constructing : fclc_current();
	void (*libc_abort)(void);

	if (cu)
		cu->host->fail(cu, text);
	*(void **)&libc_abort = fclc_libc("abort");
	if (libc_abort)
		libc_abort();
	__builtin_trap();
}

/* Called by what fpgaclc's compile/hardware.c puts in the place of divisions. */
void fclc_rt_division_by_zero(void);

void fclc_rt_division_by_zero(void)
{
	fclc_rt_fail("the kernel divided an integer by zero");
}

/* --- arguments and streams --- */

void fclc_rt_value(struct fcl_cu *cu, unsigned offset, void *to, unsigned long size)
{
	memcpy(to, cu->regs + offset, size);
}

void fclc_rt_return(struct fcl_cu *cu, unsigned offset, const void *from, unsigned long size)
{
	memcpy(cu->regs + offset, from, size);
}

void *fclc_rt_memory(struct fcl_cu *cu, unsigned port, unsigned offset)
{
	uint64_t address;

	memcpy(&address, cu->regs + offset, sizeof(address));
	return cu->host->memory(cu, port, address, 0);
}

void fclc_rt_stream_read(struct fcl_cu *cu, unsigned port, void *packet)
{
	cu->host->stream_read(cu, port, packet);
}

void fclc_rt_stream_write(struct fcl_cu *cu, unsigned port, const void *packet)
{
	cu->host->stream_write(cu, port, packet);
}

int fclc_rt_stream_try_read(struct fcl_cu *cu, unsigned port, void *packet)
{
	return cu->host->stream_try_read(cu, port, packet);
}

int fclc_rt_stream_try_write(struct fcl_cu *cu, unsigned port, const void *packet)
{
	return cu->host->stream_try_write(cu, port, packet);
}

unsigned fclc_rt_stream_count(struct fcl_cu *cu, unsigned port)
{
	return cu->host->stream_count(cu, port);
}

static int fclc_try_pass(struct fcl_cu *cu, struct fclc_rt_sequence *sequence)
{
	unsigned char *packet = sequence->bytes + sequence->done * sequence->size;

	return sequence->output ? cu->host->stream_try_write(cu, sequence->port, packet)
				: cu->host->stream_try_read(cu, sequence->port, packet);
}

static void fclc_pass(struct fcl_cu *cu, struct fclc_rt_sequence *sequence)
{
	unsigned char *packet = sequence->bytes + sequence->done++ * sequence->size;

	if (sequence->output)
		cu->host->stream_write(cu, sequence->port, packet);
	else
		cu->host->stream_read(cu, sequence->port, packet);
}

/*
 * What is at the other ends may take or provide packets in any order of the ports. So each port
 * gets a turn, and only the last one is waited for.
 */
void fclc_rt_sequences(struct fcl_cu *cu, struct fclc_rt_sequence *const *list, unsigned long count,
		       int output)
{
	struct fclc_rt_sequence *last;
	unsigned long open;

	do {
		open = 0;
		last = NULL;
		for (unsigned long i = 0; i < count; i++) {
			struct fclc_rt_sequence *sequence = list[i];

			if (!sequence->output != !output)
				continue;
			while (sequence->done < sequence->count && fclc_try_pass(cu, sequence))
				sequence->done++;
			if (sequence->done == sequence->count)
				continue;
			open++;
			last = sequence;
		}
		if (open == 1)
			fclc_pass(cu, last);
	} while (open);
}

struct fcl_model_fifo *fclc_rt_fifo(struct fcl_cu *cu, unsigned port, unsigned long packet_size)
{
	struct fcl_model_fifo *fifo;

	/* A board that is older than this payload provides no FIFOs. */
	if (cu->size < offsetof(struct fcl_cu, fifos) + sizeof(cu->fifos) || !cu->fifos)
		return NULL;
	fifo = cu->fifos[port];
	return fifo && fifo->packet_size == packet_size ? fifo : NULL;
}

/* --- memory --- */

/* Both from the C library: a host's or a sanitizer's malloc may replace only some functions. */
static void *fclc_libc_memalign(size_t bytes)
{
	void *(*memalign)(size_t, size_t);

	*(void **)&memalign = fclc_libc("memalign");
	return memalign ? memalign(64, bytes) : NULL;
}

static void fclc_libc_free(void *pointer)
{
	void (*libc_free)(void *);

	*(void **)&libc_free = fclc_libc("free");
	if (libc_free)
		libc_free(pointer);
}

/* Precedes every block; the tag distinguishes ours from the C library's (strdup). */
struct fclc_block {
	void *raw;
	size_t size;
	uint64_t owner; /* FCLC_OF_… */
	uint64_t tag;
};

enum { FCLC_OF_ENGINE = 1, FCLC_OF_LIBC, FCLC_OF_RESERVE };

/*
 * Until the engine attaches, only static constructors allocate (those of the C++ library, too).
 * Nothing frees their memory, so it is part of the payload and unmapped with it.
 */
static _Alignas(64) char fclc_reserve[192 * 1024];
static size_t fclc_reserve_used;

static void *fclc_reserve_take(size_t bytes)
{
	void *raw = fclc_reserve + fclc_reserve_used;

	if (fclc_host || bytes > sizeof(fclc_reserve) - fclc_reserve_used)
		return NULL;
	fclc_reserve_used += (bytes + 63) & ~(size_t)63;
	if (fclc_reserve_used > sizeof(fclc_reserve))
		fclc_reserve_used = sizeof(fclc_reserve);
	return raw;
}

static uint64_t fclc_tag(const void *pointer)
{
	return 0x6670676163656c00u ^ ((uint64_t)(uintptr_t)pointer * 0x9e3779b97f4a7c15u);
}

static struct fclc_block *fclc_block_of(void *pointer)
{
	/* Only the word before the block is certain to be readable if it is not one of ours. */
	uint64_t tag = *((const volatile uint64_t *)pointer - 1);

	if (tag != fclc_tag(pointer))
		return NULL;
	return (struct fclc_block *)((char *)pointer - sizeof(struct fclc_block));
}

static void *fclc_allocate(struct fcl_cu *cu, size_t alignment, size_t size)
{
	struct fclc_block *block;
	uintptr_t pointer;
	uint64_t owner = cu ? FCLC_OF_ENGINE : FCLC_OF_RESERVE;
	size_t bytes;
	void *raw;

	if (alignment < 64)
		alignment = 64;
	if (__builtin_add_overflow(size, alignment + 64, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	raw = cu ? cu->host->allocate(cu, bytes) : fclc_reserve_take(bytes);
	if (!raw && !cu) {
		owner = FCLC_OF_LIBC;
		raw = fclc_libc_memalign(bytes);
	}
	if (!raw) {
		errno = ENOMEM;
		return NULL;
	}
	pointer = ((uintptr_t)raw + sizeof(*block) + alignment - 1) & ~(alignment - 1);
	block = (struct fclc_block *)(pointer - sizeof(*block));
	block->raw = raw;
	block->size = size;
	block->owner = owner;
	block->tag = fclc_tag((void *)pointer);
	return (void *)pointer;
}

/* The CU whose allocations outlive its executions; its copy of the payload is private. */
static const struct fcl_cu *fclc_keeper;

void fclc_rt_keep_memory(const struct fcl_cu *cu)
{
	fclc_keeper = cu;
}

/* The owner of what is allocated now; NULL: the payload. */
static struct fcl_cu *fclc_owner(void)
{
	struct fcl_cu *cu = fclc_current();

	return cu == fclc_keeper ? NULL : cu;
}

void *malloc(size_t size)
{
	return fclc_allocate(fclc_owner(), 64, size);
}

void free(void *pointer)
{
	struct fclc_block *block = pointer ? fclc_block_of(pointer) : NULL;
	struct fcl_cu *cu;
	void (*foreign)(void *);

	if (!pointer)
		return;
	if (!block) {
		*(void **)&foreign = dlsym(RTLD_DEFAULT, "free");
		if (foreign)
			foreign(pointer);
		return;
	}
	if (block->owner == FCLC_OF_LIBC) {
		block->tag = 0;
		fclc_libc_free(block->raw);
		return;
	}
	/* Without a CU, the execution that owned the block has ended and its memory is freed. */
	cu = block->owner == FCLC_OF_ENGINE ? fclc_current() : NULL;
	if (cu) {
		block->tag = 0;
		cu->host->release(cu, block->raw);
	}
}

void *calloc(size_t count, size_t size)
{
	size_t bytes;
	void *pointer;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	pointer = malloc(bytes);
	if (pointer)
		memset(pointer, 0, bytes);
	return pointer;
}

void *realloc(void *pointer, size_t size)
{
	struct fclc_block *block = pointer ? fclc_block_of(pointer) : NULL;
	void *(*foreign)(void *, size_t);
	void *larger;

	if (pointer && !block) {
		*(void **)&foreign = dlsym(RTLD_DEFAULT, "realloc");
		return foreign ? foreign(pointer, size) : NULL;
	}
	if (pointer && !size) {
		free(pointer);
		return NULL;
	}
	larger = malloc(size);
	if (!larger || !pointer)
		return larger;
	memcpy(larger, pointer, block->size < size ? block->size : size);
	free(pointer);
	return larger;
}

void *reallocarray(void *pointer, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(pointer, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (!alignment || (alignment & (alignment - 1)) || alignment > SIZE_MAX / 4) {
		errno = EINVAL;
		return NULL;
	}
	return fclc_allocate(fclc_owner(), alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
	return aligned_alloc(alignment, size);
}

int posix_memalign(void **ret_pointer, size_t alignment, size_t size)
{
	int saved = errno;
	void *pointer;

	if (alignment % sizeof(void *))
		return EINVAL;
	pointer = aligned_alloc(alignment, size);
	if (!pointer) {
		int error = errno;

		errno = saved;
		return error;
	}
	*ret_pointer = pointer;
	return 0;
}

extern const char __ehdr_start[], _end[]; /* this payload, from the linker */

void *fclc_rt_object_alloc(const void *owner, unsigned long bytes)
{
	uintptr_t at = (uintptr_t)owner;
	int is_static = at >= (uintptr_t)__ehdr_start && at < (uintptr_t)_end;
	void *pointer = fclc_allocate(is_static ? NULL : fclc_owner(), 64, bytes);

	if (!pointer)
		fclc_rt_fail("out of memory");
	return pointer;
}

void fclc_rt_object_free(void *pointer)
{
	free(pointer);
}

/* --- printing --- */

static int fclc_is_console(FILE *file)
{
	return file == stdout || file == stderr;
}

int vfprintf(FILE *file, const char *format, va_list args)
{
	struct fcl_cu *cu = fclc_is_console(file) ? fclc_current() : NULL;
	int (*libc)(FILE *, const char *, va_list);

	if (cu)
		return cu->host->vprintf(cu, format, args);
	*(void **)&libc = fclc_libc("vfprintf");
	return libc ? libc(file, format, args) : -1;
}

int fprintf(FILE *file, const char *format, ...)
{
	va_list args;
	int ret;

	va_start(args, format);
	ret = vfprintf(file, format, args);
	va_end(args);
	return ret;
}

int vprintf(const char *format, va_list args)
{
	return vfprintf(stdout, format, args);
}

int printf(const char *format, ...)
{
	va_list args;
	int ret;

	va_start(args, format);
	ret = vfprintf(stdout, format, args);
	va_end(args);
	return ret;
}

int fputs(const char *text, FILE *file)
{
	return fprintf(file, "%s", text) < 0 ? EOF : 1;
}

int puts(const char *text)
{
	return printf("%s\n", text) < 0 ? EOF : 1;
}

int fputc(int c, FILE *file)
{
	return fprintf(file, "%c", c) < 0 ? EOF : (unsigned char)c;
}

#undef putc
int putc(int c, FILE *file)
{
	return fputc(c, file);
}

#undef putchar
int putchar(int c)
{
	return fputc(c, stdout);
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *file)
{
	size_t (*libc)(const void *, size_t, size_t, FILE *);
	size_t bytes = size * count, done = 0;

	if (!fclc_is_console(file) || !fclc_current()) {
		*(void **)&libc = fclc_libc("fwrite");
		return libc ? libc(data, size, count, file) : 0;
	}
	while (done < bytes) {
		int part = bytes - done > 4096 ? 4096 : (int)(bytes - done);

		if (fprintf(file, "%.*s", part, (const char *)data + done) < 0)
			return size ? done / size : 0;
		done += (size_t)part;
	}
	return count;
}

int fflush(FILE *file)
{
	int (*libc)(FILE *);

	if (fclc_current() && (!file || fclc_is_console(file)))
		return 0;
	*(void **)&libc = fclc_libc("fflush");
	return libc ? libc(file) : EOF;
}

#undef fputc_unlocked
int fputc_unlocked(int c, FILE *file)
{
	return fputc(c, file);
}

#undef putc_unlocked
int putc_unlocked(int c, FILE *file)
{
	return fputc(c, file);
}

#undef putchar_unlocked
int putchar_unlocked(int c)
{
	return fputc(c, stdout);
}

int fputs_unlocked(const char *text, FILE *file)
{
	return fputs(text, file);
}

#undef fwrite_unlocked
size_t fwrite_unlocked(const void *data, size_t size, size_t count, FILE *file)
{
	return fwrite(data, size, count, file);
}

void perror(const char *text)
{
	int error = errno;

	fprintf(stderr, "%s%s%s\n", text ? text : "", text && *text ? ": " : "", strerror(error));
}

/* Descriptors 1 and 2 are the console too; the C++ library may write to them itself. */
static FILE *fclc_console_of(int fd)
{
	return !fclc_current()       ? NULL
	       : fd == STDOUT_FILENO ? stdout
	       : fd == STDERR_FILENO ? stderr
				     : NULL;
}

int vdprintf(int fd, const char *format, va_list args)
{
	FILE *console = fclc_console_of(fd);
	int (*libc)(int, const char *, va_list);

	if (console)
		return vfprintf(console, format, args);
	*(void **)&libc = fclc_libc("vdprintf");
	return libc ? libc(fd, format, args) : -1;
}

int dprintf(int fd, const char *format, ...)
{
	va_list args;
	int ret;

	va_start(args, format);
	ret = vdprintf(fd, format, args);
	va_end(args);
	return ret;
}

ssize_t write(int fd, const void *data, size_t size)
{
	FILE *console = fclc_console_of(fd);
	ssize_t (*libc)(int, const void *, size_t);

	if (console)
		return (ssize_t)fwrite(data, 1, size, console);
	*(void **)&libc = fclc_libc("write");
	return libc ? libc(fd, data, size) : -1;
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
	FILE *console = fclc_console_of(fd);
	ssize_t (*libc)(int, const struct iovec *, int), done = 0;

	if (!console) {
		*(void **)&libc = fclc_libc("writev");
		return libc ? libc(fd, parts, count) : -1;
	}
	for (int i = 0; i < count; i++)
		done += (ssize_t)fwrite(parts[i].iov_base, 1, parts[i].iov_len, console);
	return done;
}

/* What _FORTIFY_SOURCE replaces the above with. */
int __vdprintf_chk(int fd, int flag, const char *format, va_list args);
int __dprintf_chk(int fd, int flag, const char *format, ...);

int __vdprintf_chk(int fd, int flag, const char *format, va_list args)
{
	(void)flag;
	return vdprintf(fd, format, args);
}

int __dprintf_chk(int fd, int flag, const char *format, ...)
{
	va_list args;
	int ret;

	(void)flag;
	va_start(args, format);
	ret = vdprintf(fd, format, args);
	va_end(args);
	return ret;
}

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list args);
int __fprintf_chk(FILE *file, int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list args);
int __printf_chk(int flag, const char *format, ...);

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list args)
{
	(void)flag;
	return vfprintf(file, format, args);
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...)
{
	va_list args;
	int ret;

	(void)flag;
	va_start(args, format);
	ret = vfprintf(file, format, args);
	va_end(args);
	return ret;
}

int __vprintf_chk(int flag, const char *format, va_list args)
{
	(void)flag;
	return vfprintf(stdout, format, args);
}

int __printf_chk(int flag, const char *format, ...)
{
	va_list args;
	int ret;

	(void)flag;
	va_start(args, format);
	ret = vfprintf(stdout, format, args);
	va_end(args);
	return ret;
}

/* --- ending the program --- */

void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	struct fcl_cu *cu = fclc_current();

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

/* --- what would end the host process, or double it --- */

/* Fails the execution; without a CU there is nothing to protect, and the call goes on. */
#define FCLC_REFUSED(RESULT, NAME, PARAMETERS, ARGUMENTS)                                          \
	RESULT NAME PARAMETERS;                                                                    \
	RESULT NAME PARAMETERS                                                                     \
	{                                                                                          \
		RESULT(*libc) PARAMETERS;                                                          \
                                                                                                   \
		if (fclc_current())                                                                \
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

/* The child of vfork() would return from this function before the parent does. */
int vfork(void)
{
	return fork();
}

/* A handler would run when the host exits; the kernel may be gone then. */
int atexit(void (*handler)(void));
int __cxa_atexit(void (*handler)(void *), void *argument, void *object)
	__attribute__((visibility("default")));

int atexit(void (*handler)(void))
{
	if (fclc_current())
		fclc_rt_fail("the kernel called atexit()");
	return __cxa_atexit((void (*)(void *))handler, NULL, NULL);
}

#pragma GCC visibility pop
