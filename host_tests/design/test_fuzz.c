/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of a design that are broken in random ways are refused, or what is made of them can be read:
 * design_fuzz [mutants of each file [seed]].
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "board_support/board_parse.h"
#include "tools/fpgacl/design/bd.h"
#include "tools/fpgacl/design/bit.h"
#include "tools/fpgacl/design/hwh.h"
#include "tools/fpgacl/design/kernel.h"
#include "tools/fpgacl/design/output.h"
#include "tools/fpgacl/design/plan.h"

static unsigned mutants = 400;
static uint32_t seed = 1;

/* A design and its kernel; either can be the victim, or a bitstream. */
struct files {
	const char *design, *kernel;
};

static const struct files all[] = {{"litefury/top.bd", "litefury/component.xml"},
				   {"kcu116/top.hwh", "kcu116/xvadd_hw.h"},
				   {"vcu118/top.hwh", "vcu118/kernel.xml"},
				   {"../../host_tests/design/nested.bd", "litefury/component.xml"}};
enum { FILES = 4, MOST = 1 << 16 };

static uint32_t next_number(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* --- mutants ---------------------------------------------------------------------------------- */

/* What breaks readers: numbers at limits, and pieces of the grammar. */
static const char *const words[] = {"0",
				    "0x0",
				    "0xffffffffffffffff",
				    "18446744073709551616",
				    "-1",
				    "4294967296",
				    "16E",
				    "0x",
				    "\"\"",
				    "{",
				    "}",
				    "[",
				    "\\u",
				    "<",
				    "/>",
				    "&#0;",
				    "//",
				    "/",
				    "_DATA",
				    "#define ",
				    "~0 -",
				    "(Read)",
				    "%s%n",
				    "\xff"};

static size_t replace(char *bytes, size_t size, size_t at, size_t gone, const char *with,
		      size_t length)
{
	if (size - gone + length > MOST)
		return size;
	memmove(bytes + at + length, bytes + at + gone, size - at - gone);
	memcpy(bytes + at, with, length);
	return size - gone + length;
}

/* The length of the number, name or other word at that place. */
static size_t word_at(const char *bytes, size_t size, size_t at)
{
	size_t length = 0;

	while (at + length < size && strchr("0123456789abcdefABCDEFxX_MGK", bytes[at + length]) &&
	       bytes[at + length])
		length++;
	return length;
}

static size_t mutate(char *bytes, size_t size, uint32_t *state)
{
	size_t at = next_number(state) % (size + 1), left = size - at;
	size_t piece = left ? 1 + next_number(state) % (left < 200 ? left : 200) : 0;
	const char *word = words[next_number(state) % (sizeof(words) / sizeof(*words))];
	char copy[200];

	switch (next_number(state) % 6) {
	case 0: /* a byte */
		if (left)
			bytes[at] = (char)next_number(state);
		return size;
	case 1: /* a word instead of another */
		return replace(bytes, size, at, word_at(bytes, size, at), word, strlen(word));
	case 2: /* a piece goes */
		return replace(bytes, size, at, piece, "", 0);
	case 3: /* a piece again */
		memcpy(copy, bytes + at, piece);
		return replace(bytes, size, next_number(state) % (size + 1), 0, copy, piece);
	case 4:
		return at;
	}
	return replace(bytes, size, at, 0, word, strlen(word));
}

/* --- reading ---------------------------------------------------------------------------------- */

/* What is written can be read. */
static void check_output(const struct fcl_design_card *card)
{
	struct fcl_text text = {0};
	struct fcl_board *board = NULL;
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	void *bytes = NULL;
	size_t size = 0;

	fcl_design_put_board(card, &text);
	assert_false(text.failed);
	if (!fcl_board_parse(text.bytes, text.size, "board.xml", &board, &err))
		fcl_board_free(board);
	fcl_text_free(&text);
	if (card->units && !fcl_design_make_image(card, &bytes, &size, &err)) {
		assert_int_equal(fcl_image_read(bytes, size, &image, &err), 0);
		fcl_image_unref(image);
		free(bytes);
	}
}

static int read_design(struct fcl_design *design, const char *bytes, size_t size,
		       struct fcl_err *err)
{
	return strstr(design->file, ".bd") ? fcl_design_bd_read(design, bytes, size, err)
					   : fcl_design_hwh_read(design, bytes, size, err);
}

/* Returns whether all was accepted. */
static bool take(const struct files *files, char *const bytes[2], const size_t sizes[2])
{
	struct fcl_design_options options = {0};
	struct fcl_design_kernel *kernel = NULL;
	struct fcl_design_card card = {.options = &options};
	struct fcl_design design;
	struct fcl_err err = {0};
	int error;

	fcl_design_init(&design, files->design);
	card.arena = &design.arena;
	card.design = &design;
	error = read_design(&design, bytes[0], sizes[0], &err);
	if (!error)
		error = fcl_design_kernel_read(&design, files->kernel, bytes[1], sizes[1], &kernel,
					       &err);
	card.kernels = kernel;
	if (!error)
		error = fcl_design_plan(&card, &err);
	if (!error)
		check_output(&card);
	else
		assert_true(error == -EINVAL && err.code == -EINVAL && *err.text);
	fcl_design_free(&design);
	return !error;
}

static void load(const char *name, char bytes[MOST], size_t *ret_size)
{
	char path[4096], *read;
	struct fcl_err err = {0};

	snprintf(path, sizeof(path), "%s/%s", DESIGNS, name);
	if (fcl_file_read(path, MOST, &read, ret_size, &err))
		fail_msg("%s", err.text);
	memcpy(bytes, read, *ret_size);
	free(read);
}

/* Exactly as large as the file, so that a sanitizer sees what is read behind it. */
static char *exactly(const char *bytes, size_t size)
{
	char *copy = malloc(size ? size : 1);

	assert_non_null(copy);
	memcpy(copy, bytes, size);
	return copy;
}

static void fuzz(const struct files *files, unsigned victim)
{
	static char original[2][MOST], mutant[MOST];
	size_t sizes[2], whole;
	unsigned accepted = 0;

	load(files->design, original[0], &sizes[0]);
	load(files->kernel, original[1], &sizes[1]);
	whole = sizes[victim];
	for (unsigned i = 0; i < mutants; i++) {
		uint32_t state = seed * 2654435761u + i * 2 + victim;
		char *bytes[2] = {original[0], original[1]};

		memcpy(mutant, original[victim], whole);
		sizes[victim] = whole;
		for (unsigned n = 1 + next_number(&state) % 4; n; n--)
			sizes[victim] = mutate(mutant, sizes[victim], &state);
		bytes[victim] = exactly(mutant, sizes[victim]);
		accepted += take(files, bytes, sizes);
		free(bytes[victim]);
	}
	/* Some of them change nothing that matters, but most do. */
	assert_true(accepted < mutants);
	printf("%s: %u of %u accepted\n", victim ? files->kernel : files->design, accepted,
	       mutants);
}

static void designs(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < FILES; i++)
		fuzz(&all[i], 0);
}

static void kernels(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < FILES; i++)
		fuzz(&all[i], 1);
}

static void bitstreams(void **unused)
{
	static const char bit[] = "\0\x09\x0f\xf0\x0f\xf0\x0f\xf0\x0f\xf0\0\0\x01"
				  "a\0\4top\0b\0\x0d"
				  "7a100tfgg484\0c\0\x0b"
				  "2026/11/29\0d\0\x09"
				  "08:00:00\0e\0\0\0\x10"
				  "\xff\xff\xff\xff\xaa\x99\x55\x66\0\0\0\0\0\0\0";
	static char mutant[MOST];
	unsigned accepted = 0;

	(void)unused;
	for (unsigned i = 0; i < mutants; i++) {
		uint32_t state = seed * 2654435761u + i;
		struct fcl_design design;
		struct fcl_design_bit facts;
		struct fcl_err err = {0};
		size_t size = sizeof(bit);
		char *bytes;

		memcpy(mutant, bit, sizeof(bit));
		for (unsigned n = next_number(&state) % 3; n; n--)
			size = mutate(mutant, size, &state);
		bytes = exactly(mutant, size);
		fcl_design_init(&design, "");
		accepted += !fcl_design_bit_read(&design, "top.bit", bytes, size, &facts, &err);
		fcl_design_free(&design);
		free(bytes);
	}
	assert_true(accepted && accepted < mutants);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(designs), cmocka_unit_test(kernels),
					   cmocka_unit_test(bitstreams)};

	if (argc > 1)
		mutants = (unsigned)strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = (uint32_t)strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
