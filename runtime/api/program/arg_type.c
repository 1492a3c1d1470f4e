/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/program/arg_type.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A name, or any other single character. */
struct word {
	const char *start;
	size_t length; /* 0: the end */
};

static struct word next_word(const char *at)
{
	struct word word;

	while (isspace((unsigned char)*at))
		at++;
	word = (struct word){at, 0};
	while (isalnum((unsigned char)at[word.length]) || at[word.length] == '_')
		word.length++;
	if (!word.length && *at)
		word.length = 1;
	return word;
}

static bool arg_type_is_word(struct word word, const char *text)
{
	return word.length == strlen(text) && !strncmp(word.start, text, word.length);
}

static cl_kernel_arg_type_qualifier arg_type_bit_of(struct word word)
{
	if (arg_type_is_word(word, "const"))
		return CL_KERNEL_ARG_TYPE_CONST;
	if (arg_type_is_word(word, "volatile"))
		return CL_KERNEL_ARG_TYPE_VOLATILE;
	if (arg_type_is_word(word, "restrict") || arg_type_is_word(word, "__restrict") ||
	    arg_type_is_word(word, "__restrict__"))
		return CL_KERNEL_ARG_TYPE_RESTRICT;
	return CL_KERNEL_ARG_TYPE_NONE;
}

/* const and volatile count only before the last '*', where they qualify the pointee. */
cl_kernel_arg_type_qualifier fcl_api_arg_type_bits(const char *type)
{
	const char *star = strrchr(type, '*');
	cl_kernel_arg_type_qualifier bits = CL_KERNEL_ARG_TYPE_NONE;

	for (struct word word = next_word(type); word.length;
	     word = next_word(word.start + word.length)) {
		cl_kernel_arg_type_qualifier bit = arg_type_bit_of(word);

		if (bit == CL_KERNEL_ARG_TYPE_RESTRICT || (star && word.start < star))
			bits |= bit;
	}
	return bits;
}

static bool arg_type_is_integer(struct word word)
{
	return arg_type_is_word(word, "char") || arg_type_is_word(word, "short") ||
	       arg_type_is_word(word, "int") || arg_type_is_word(word, "long");
}

static char *arg_type_append(char *to, struct word word)
{
	memcpy(to, word.start, word.length);
	return to + word.length;
}

/*
 * Appends "unsigned" and the following type as OpenCL C names it; `word` is then the last word
 * read.
 */
static char *append_unsigned(char *to, struct word *word)
{
	struct word next = next_word(word->start + word->length);

	*to++ = 'u';
	if (!arg_type_is_integer(next))
		return arg_type_append(to, (struct word){"int", 3});
	*word = next;
	return arg_type_append(to, next);
}

char *fcl_api_arg_type_name(const char *type)
{
	char *name = malloc(strlen(type) + 1), *to = name;

	if (!name)
		return NULL;
	for (struct word word = next_word(type); word.length;
	     word = next_word(word.start + word.length)) {
		if (arg_type_bit_of(word) != CL_KERNEL_ARG_TYPE_NONE)
			continue;
		to = arg_type_is_word(word, "unsigned") ? append_unsigned(to, &word)
							: arg_type_append(to, word);
	}
	*to = '\0';
	return name;
}
