/* SPDX-License-Identifier: Apache-2.0 */

/*
 * printf() for OpenCL C kernels (6.15.14 of the specification); linked into payloads that have such
 * kernels. Since release 4, PoCL's printf truncates texts to 16 KiB silently; this one keeps as
 * many characters as CL_DEVICE_PRINTF_BUFFER_SIZE, and reports when it truncates a text.
 */

#define _GNU_SOURCE
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

enum { MOST = (1 << 20) - 1, FIRST_ROOM = 512, VECTOR_BYTES = 128 };

/* The text of one printf(), which is output as a whole. */
struct text {
	struct fcl_cu *cu;
	char *bytes;
	size_t length, room;
	bool cut;
	char first[FIRST_ROOM]; /* enough for most texts */
};

/* One conversion: "%-5.2v4hlf". */
struct conversion {
	char flags[8];
	int width, precision; /* -1 if not given */
	unsigned count;       /* number of elements; 1: not a vector */
	unsigned size;        /* bytes of a vector's element, or of an integer */
	char letter;
};

int fclc_printf(const char *format, ...);

/* --- the text --------------------------------------------------------------------------------- */

static void release_text(struct text *text)
{
	if (text->bytes != text->first)
		text->cu->host->release(text->cu, text->bytes);
}

/* Makes room for `more` characters and the terminating NUL. */
static void make_room(struct text *text, size_t more)
{
	size_t room = text->room;
	char *bytes;

	while (room < text->length + more + 1)
		room *= 2;
	if (room == text->room)
		return;
	bytes = text->cu->host->allocate(text->cu, room);
	if (!bytes) {
		release_text(text);
		text->cu->host->fail(text->cu, "no memory for the text of a printf()");
	}
	memcpy(bytes, text->bytes, text->length);
	release_text(text);
	text->bytes = bytes;
	text->room = room;
}

static void put(struct text *text, const char *bytes, size_t count)
{
	if (count > MOST - text->length) {
		count = MOST - text->length;
		text->cut = true;
	}
	make_room(text, count);
	memcpy(text->bytes + text->length, bytes, count);
	text->length += count;
}

static void pad(struct text *text, size_t count)
{
	if (count > MOST - text->length) {
		count = MOST - text->length;
		text->cut = true;
	}
	make_room(text, count);
	memset(text->bytes + text->length, ' ', count);
	text->length += count;
}

static void print(struct fcl_cu *cu, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	cu->host->vprintf(cu, format, args);
	va_end(args);
}

static void show(struct text *text)
{
	print(text->cu, "%.*s", (int)text->length, text->bytes);
	if (text->cut)
		print(text->cu, "[printf: text cut after %d characters]\n", (int)MOST);
	release_text(text);
}

/* --- the format ------------------------------------------------------------------------------- */

/* Limits the number: no text has more than MOST characters. */
static const char *read_number(const char *at, int *ret_number)
{
	int number = 0;

	for (; *at >= '0' && *at <= '9'; at++)
		number = number > MOST ? number : number * 10 + (*at - '0');
	*ret_number = number > MOST ? MOST + 1 : number;
	return at;
}

static const char *read_flags(const char *at, char flags[8])
{
	size_t count = 0;

	for (; *at && strchr("-+ #0", *at); at++)
		if (!memchr(flags, *at, count))
			flags[count++] = *at;
	flags[count] = 0;
	return at;
}

static const char *read_length(const char *at, unsigned *ret_size)
{
	static const struct {
		char name[3];
		unsigned size;
	} lengths[] = {{"hh", 1}, {"hl", 4}, {"h", 2}, {"l", 8}};

	*ret_size = 4;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		size_t length = strlen(lengths[i].name);

		if (!strncmp(at, lengths[i].name, length)) {
			*ret_size = lengths[i].size;
			return at + length;
		}
	}
	return at;
}

static bool is_count(int count)
{
	return count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
}

static bool is_known(const struct conversion *c)
{
	bool real = c->letter && strchr("fFeEgGaA", c->letter);

	if (c->count > 1)
		return (c->letter && strchr("diouxX", c->letter)) || (real && c->size > 1);
	return real || (c->letter && strchr("diouxXcsp", c->letter));
}

/* Reads the conversion after a '%'. NULL if OpenCL C has no such conversion. */
static const char *read_conversion(const char *at, struct conversion *c)
{
	int count = 1;

	c->width = c->precision = -1;
	at = read_flags(at, c->flags);
	if (*at >= '1' && *at <= '9')
		at = read_number(at, &c->width);
	if (*at == '.')
		at = read_number(at + 1, &c->precision);
	if (*at == 'v') {
		at = read_number(at + 1, &count);
		if (!is_count(count))
			return NULL;
	}
	c->count = (unsigned)count;
	at = read_length(at, &c->size);
	c->letter = *at;
	return is_known(c) ? at + 1 : NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

/* The conversion in the C library's form: "%-5.2lld". */
static void make_format(const struct conversion *c, const char *modifier, char format[40])
{
	int length = snprintf(format, 40, "%%%s", c->flags);

	if (c->width >= 0)
		length += snprintf(format + length, 40 - (size_t)length, "%d", c->width);
	if (c->precision >= 0)
		length += snprintf(format + length, 40 - (size_t)length, ".%d", c->precision);
	snprintf(format + length, 40 - (size_t)length, "%s%c", modifier, c->letter);
}

/* Formats one value with the C library. */
/* The decimal point must not depend on the host's locale. */
static int format_value(char *to, size_t size, const char *format, va_list args)
{
	locale_t hosts = uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
	int length = vsnprintf(to, size, format, args);

	uselocale(hosts);
	return length;
}

static void put_value(struct text *text, const struct conversion *c, const char *modifier, ...)
{
	char format[40];
	va_list args, again;
	int length;

	make_format(c, modifier, format);
	va_start(args, modifier);
	va_copy(again, args);
	length = format_value(NULL, 0, format, args);
	va_end(args);
	if (length > 0 && (size_t)length > MOST - text->length) {
		length = (int)(MOST - text->length);
		text->cut = true;
	}
	if (length > 0) {
		make_room(text, (size_t)length);
		format_value(text->bytes + text->length, (size_t)length + 1, format, again);
		text->length += (size_t)length;
	}
	va_end(again);
}

/* Reads the string here, so that a bad pointer counts as the kernel's fault. */
static void put_string(struct text *text, const struct conversion *c, const char *string)
{
	size_t most = c->precision < 0 ? (size_t)MOST + 1 : (size_t)c->precision, length = 0;
	size_t width = c->width < 0 ? 0 : (size_t)c->width;
	bool left = strchr(c->flags, '-') != NULL;

	if (!string)
		string = "(null)";
	while (length < most && string[length])
		length++;
	if (!left && width > length)
		pad(text, width - length);
	put(text, string, length);
	if (left && width > length)
		pad(text, width - length);
}

static void put_character(struct text *text, const struct conversion *c, char character)
{
	size_t width = c->width < 1 ? 0 : (size_t)c->width - 1;
	bool left = strchr(c->flags, '-') != NULL;

	if (!left)
		pad(text, width);
	put(text, &character, 1);
	if (left)
		pad(text, width);
}

static double half_as_double(uint16_t bits)
{
	uint32_t sign = (uint32_t)(bits & 0x8000) << 16, fraction = bits & 0x3ff;
	uint32_t exponent = bits >> 10 & 0x1f, word;
	float value;

	if (!exponent) { /* 0 or subnormal: units of 2 to the -24th */
		value = (float)fraction * 0x1p-24f;
		return sign ? -value : value;
	}
	word = sign | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
	memcpy(&value, &word, sizeof(value));
	return value;
}

static double real_element(const unsigned char *bytes, unsigned size)
{
	uint16_t half;
	float single;
	double whole;

	if (size == 2) {
		memcpy(&half, bytes, sizeof(half));
		return half_as_double(half);
	}
	if (size == 4) {
		memcpy(&single, bytes, sizeof(single));
		return single;
	}
	memcpy(&whole, bytes, sizeof(whole));
	return whole;
}

/* An integer of `size` bytes, formatted according to its conversion. */
static void put_integer(struct text *text, const struct conversion *c, const unsigned char *bytes,
			unsigned size)
{
	uint64_t value = 0;
	unsigned unused = 64 - 8 * size;

	memcpy(&value, bytes, size);
	if (strchr("di", c->letter))
		put_value(text, c, "ll", (long long)(value << unused) >> unused);
	else
		put_value(text, c, "ll", (unsigned long long)value);
}

static void put_vector(struct text *text, const struct conversion *c, const unsigned char *bytes)
{
	for (unsigned i = 0; i < c->count; i++, bytes += c->size) {
		if (i)
			put(text, ",", 1);
		if (strchr("diouxX", c->letter))
			put_integer(text, c, bytes, c->size);
		else
			put_value(text, c, "", real_element(bytes, c->size));
	}
}

/*
 * How a vector is passed depends only on its size, not on its elements. A vector of three elements
 * is as large as one of four.
 */
#define TAKE_VECTOR(bytes, args, SIZE)                                                             \
	case SIZE: {                                                                               \
		typedef unsigned char vector __attribute__((vector_size(SIZE)));                   \
		vector value_ = va_arg(args, vector);                                              \
                                                                                                   \
		memcpy(bytes, &value_, SIZE);                                                      \
		break;                                                                             \
	}

struct arguments {
	va_list list;
};

static void take_vector(struct arguments *args, const struct conversion *c, unsigned char *bytes)
{
	switch (c->size * (c->count == 3 ? 4 : c->count)) {
		TAKE_VECTOR(bytes, args->list, 2)
		TAKE_VECTOR(bytes, args->list, 4)
		TAKE_VECTOR(bytes, args->list, 8)
		TAKE_VECTOR(bytes, args->list, 16)
		TAKE_VECTOR(bytes, args->list, 32)
		TAKE_VECTOR(bytes, args->list, 64)
		TAKE_VECTOR(bytes, args->list, 128)
	default:
		break;
	}
}

static void put_scalar(struct text *text, const struct conversion *c, struct arguments *args)
{
	uint64_t integer;

	switch (c->letter) {
	case 'c':
		put_character(text, c, (char)va_arg(args->list, int));
		return;
	case 's':
		put_string(text, c, va_arg(args->list, const char *));
		return;
	case 'p':
		put_value(text, c, "", va_arg(args->list, void *));
		return;
	default:
		break;
	}
	if (!strchr("diouxX", c->letter)) {
		put_value(text, c, "", va_arg(args->list, double));
		return;
	}
	integer = c->size == 8 ? va_arg(args->list, uint64_t) : va_arg(args->list, unsigned);
	put_integer(text, c, (const unsigned char *)&integer, c->size);
}

/*
 * Fills in the text. Returns false at the first conversion that OpenCL C does not have, where the
 * text ends.
 */
static bool fill(struct text *text, const char *format, struct arguments *args)
{
	unsigned char vector[VECTOR_BYTES];
	struct conversion c;

	for (;;) {
		size_t plain = 0;

		while (format[plain] && format[plain] != '%')
			plain++;
		put(text, format, plain);
		format += plain;
		if (!*format)
			return true;
		if (format[1] == '%') {
			put(text, "%", 1);
			format += 2;
			continue;
		}
		format = read_conversion(format + 1, &c);
		if (!format)
			return false;
		if (c.count > 1) {
			take_vector(args, &c, vector);
			put_vector(text, &c, vector);
		} else {
			put_scalar(text, &c, args);
		}
	}
}

/* Returns 0, or -1 if the format has a conversion that OpenCL C does not have. */
int fclc_printf(const char *format, ...)
{
	struct text text = {.cu = fclc_rt_current(), .room = FIRST_ROOM};
	struct arguments args;
	bool all;

	text.bytes = text.first;
	va_start(args.list, format);
	all = fill(&text, format, &args);
	va_end(args.list);
	show(&text);
	return all ? 0 : -1;
}

#pragma GCC visibility pop
