/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/primitives/format.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

enum { CHUNK = 256, PAGE = 4096 };

/* All integers other than int have 64 bits here: long, long long, size_t, ... */
enum length { LENGTH_INT, LENGTH_LONG, LENGTH_LONG_DOUBLE };

struct conversion {
	char letter; /* 0: the format ends here */
	enum length length;
	bool positional;
	bool width_given, precision_given; /* as arguments: '*' */
	int precision;                     /* -1: none */
};

/* Reads memory that may be unmapped: a system call fails instead of faulting. */
static bool format_peek(const void *from, void *to, size_t size)
{
	struct iovec local = {.iov_base = to, .iov_len = size};
	struct iovec remote = {.iov_base = (void *)(uintptr_t)from, .iov_len = size};
	ssize_t got = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);

	/* If the system call is not permitted, nothing can be checked. */
	return got == (ssize_t)size || (got < 0 && errno != EFAULT);
}

bool fcl_emu_text_readable(const void *text, size_t most, size_t unit)
{
	char chunk[CHUNK];
	const char *at = text;

	while (most) {
		size_t to_page = PAGE - (uintptr_t)at % PAGE;
		size_t part = to_page < sizeof(chunk) ? to_page : sizeof(chunk);

		if (part / unit > most)
			part = most * unit;
		if (part < unit) /* a wide character that crosses a page boundary */
			part = unit;
		memset(chunk, 0, sizeof(chunk));
		if (!format_peek(at, chunk, part))
			return false;
		if (unit == 1 ? memchr(chunk, 0, part) != NULL
			      : wmemchr((const wchar_t *)(void *)chunk, 0, part / unit) != NULL)
			return true;
		at += part / unit * unit;
		most -= part / unit;
	}
	return true;
}

static const char *format_number(const char *p, int *value)
{
	*value = 0;
	for (; *p >= '0' && *p <= '9'; p++)
		*value = *value < 1 << 24 ? *value * 10 + (*p - '0') : *value;
	return p;
}

static const char *format_length_of(const char *p, enum length *length)
{
	for (; *p && strchr("hljqzZtL", *p); p++) {
		if (*p == 'L')
			*length = LENGTH_LONG_DOUBLE;
		else if (*p != 'h')
			*length = LENGTH_LONG;
	}
	return p;
}

/* Parses the text after a '%' (C11 7.21.6.1); returns the end of the conversion. */
static const char *conversion_of(const char *p, struct conversion *c)
{
	int ignored;

	*c = (struct conversion){.precision = -1};
	p += strspn(p, "-+ #0'I");
	p = format_number(p, &ignored);
	c->positional = *p == '$';
	if (*p == '*') {
		c->width_given = true;
		p++;
	}
	if (*p == '.') {
		c->precision_given = *++p == '*';
		p = c->precision_given ? p + 1 : format_number(p, &c->precision);
	}
	p = format_length_of(p, &c->length);
	c->letter = *p;
	return *p ? p + 1 : p;
}

struct fcl_emu_arguments {
	va_list list;
};

static void format_skip_number(struct fcl_emu_arguments *args, enum length length)
{
	long long value = length == LENGTH_LONG ? va_arg(args->list, long)
						: va_arg(args->list, int);

	(void)value;
}

static void skip_real(struct fcl_emu_arguments *args, enum length length)
{
	long double value = length == LENGTH_LONG_DOUBLE ? va_arg(args->list, long double)
							 : (long double)va_arg(args->list, double);

	(void)value;
}

static bool check_text(struct fcl_emu_arguments *args, const struct conversion *c, char *why,
		       size_t size)
{
	bool wide = c->letter == 'S' || c->length == LENGTH_LONG;
	size_t most = c->precision < 0 ? SIZE_MAX / 8 : (size_t)c->precision;
	const void *text = va_arg(args->list, const void *);

	/* The C library prints a null pointer as "(null)". */
	if (!text || fcl_emu_text_readable(text, most, wide ? sizeof(wchar_t) : 1))
		return true;
	snprintf(why, size, "printf: the argument %p for %%s is not text in readable memory", text);
	return false;
}

/* Consumes one conversion's arguments; false, with the reason in `why`: it must not be printed. */
static bool check_conversion(struct fcl_emu_arguments *args, struct conversion *c, char *why,
			     size_t size)
{
	if (c->width_given)
		(void)va_arg(args->list, int);
	if (c->precision_given)
		c->precision = va_arg(args->list, int);
	switch (c->letter) {
	case 's':
	case 'S':
		return check_text(args, c, why, size);
	case 'n':
		snprintf(why, size, "printf: the format has %%n, which no kernel may use");
		return false;
	case 'p':
		(void)va_arg(args->list, void *);
		return true;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		skip_real(args, c->length);
		return true;
	default:
		if (strchr("cCdiouxX", c->letter))
			format_skip_number(args, c->length);
		return true;
	}
}

bool fcl_emu_format_check(const char *format, va_list list, char *why, size_t size)
{
	struct fcl_emu_arguments args;
	struct conversion c;
	bool good = true;

	if (!format || !fcl_emu_text_readable(format, SIZE_MAX / 8, 1)) {
		snprintf(why, size, "printf: the format at %p is not text in readable memory",
			 (const void *)format);
		return false;
	}
	va_copy(args.list, list);
	while (good && (format = strchr(format, '%'))) {
		format = conversion_of(format + 1, &c);
		/* "%1$s" consumes arguments in a different order, so the rest is not checked. */
		if (c.positional || !c.letter)
			break;
		good = check_conversion(&args, &c, why, size);
	}
	va_end(args.list);
	return good;
}
