/* SPDX-License-Identifier: Apache-2.0 */

/* Printing: output to standard output and standard error belongs to the CU (fpgacl/support.h). */

#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fpgacl/rt.h"
#include "fpgacl/support.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

static int fclc_is_console(FILE *file)
{
	return file == stdout || file == stderr;
}

int vfprintf(FILE *file, const char *format, va_list args)
{
	struct fcl_cu *cu = fclc_is_console(file) ? fclc_rt_current() : NULL;
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

	if (!fclc_is_console(file) || !fclc_rt_current()) {
		*(void **)&libc = fclc_libc("fwrite");
		return libc ? libc(data, size, count, file) : 0;
	}
	while (done < bytes) {
		int part = bytes - done > 4096 ? 4096 : (int)(bytes - done);

		const char *from = (const char *)data + done;
		size_t text = strnlen(from, (size_t)part);

		/* A NUL byte would end the text. */
		if ((text ? fprintf(file, "%.*s", (int)text, from) : fputc(0, file)) < 0)
			return size ? done / size : 0;
		done += text ? text : 1;
	}
	return count;
}

int fflush(FILE *file)
{
	int (*libc)(FILE *);

	if (fclc_rt_current() && (!file || fclc_is_console(file)))
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

/* Descriptors 1 and 2 are also the console; the C++ library may write to them directly. */
static FILE *fclc_console_of(int fd)
{
	return !fclc_rt_current()    ? NULL
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

/* The variants that _FORTIFY_SOURCE substitutes. */
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

#pragma GCC visibility pop
