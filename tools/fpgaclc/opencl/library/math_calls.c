/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/library/math_calls.h"

#include <ctype.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/texts.h"

/* clang-format off */
static const struct {
	const char *form; /* the macro of fpgacl/intel_math.h */
	const char *name;
} functions[] = {
	{"FCLC_1", "acos"},
	{"FCLC_1", "acosh"},
	{"FCLC_1", "acospi"},
	{"FCLC_1", "asin"},
	{"FCLC_1", "asinh"},
	{"FCLC_1", "asinpi"},
	{"FCLC_1", "atan"},
	{"FCLC_1", "atanh"},
	{"FCLC_1", "atanpi"},
	{"FCLC_1", "cbrt"},
	{"FCLC_1", "ceil"},
	{"FCLC_1", "cos"},
	{"FCLC_1", "cosh"},
	{"FCLC_1", "cospi"},
	{"FCLC_1", "erf"},
	{"FCLC_1", "erfc"},
	{"FCLC_1", "exp"},
	{"FCLC_1", "exp2"},
	{"FCLC_1", "exp10"},
	{"FCLC_1", "expm1"},
	{"FCLC_1", "fabs"},
	{"FCLC_1", "floor"},
	{"FCLC_1", "lgamma"},
	{"FCLC_1", "log"},
	{"FCLC_1", "log2"},
	{"FCLC_1", "log10"},
	{"FCLC_1", "log1p"},
	{"FCLC_1", "logb"},
	{"FCLC_1", "rint"},
	{"FCLC_1", "round"},
	{"FCLC_1", "rsqrt"},
	{"FCLC_1", "sin"},
	{"FCLC_1", "sinh"},
	{"FCLC_1", "sinpi"},
	{"FCLC_1", "sqrt"},
	{"FCLC_1", "tan"},
	{"FCLC_1", "tanh"},
	{"FCLC_1", "tanpi"},
	{"FCLC_1", "tgamma"},
	{"FCLC_1", "trunc"},
	{"FCLC_1", "degrees"},
	{"FCLC_1", "radians"},
	{"FCLC_1", "sign"},
	{"FCLC_2", "atan2"},
	{"FCLC_2", "atan2pi"},
	{"FCLC_2", "copysign"},
	{"FCLC_2", "fdim"},
	{"FCLC_2", "fmax"},
	{"FCLC_2", "fmin"},
	{"FCLC_2", "fmod"},
	{"FCLC_2", "hypot"},
	{"FCLC_2", "maxmag"},
	{"FCLC_2", "minmag"},
	{"FCLC_2", "nextafter"},
	{"FCLC_2", "pow"},
	{"FCLC_2", "powr"},
	{"FCLC_2", "remainder"},
	{"FCLC_2", "step"},
	{"FCLC_2_SMALL", "max"},
	{"FCLC_2_SMALL", "min"},
	{"FCLC_2_INT", "ldexp"},
	{"FCLC_2_INT", "pown"},
	{"FCLC_2_INT", "rootn"},
	{"FCLC_3", "fma"},
	{"FCLC_3", "mad"},
	{"FCLC_3", "mix"},
	{"FCLC_3", "smoothstep"},
	{"FCLC_3_SMALL", "clamp"},
};
/* clang-format on */

enum { FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

static bool is_part_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void note_word(bool *used, const char *word, size_t length)
{
	for (size_t i = 0; i < FUNCTIONS; i++)
		used[i] |= !strncmp(functions[i].name, word, length) && !functions[i].name[length];
}

/* Notes the functions that a text names. True: it may name others, too. */
static bool note_words(const char *text, bool *used)
{
	for (const char *at = text; *at;) {
		const char *word = at;

		while (is_part_of_word(*at))
			at++;
		if (at > word)
			note_word(used, word, (size_t)(at - word));
		else
			at++;
	}
	return strstr(text, "##");
}

static bool note_text(char *text, void *used)
{
	return !text || note_words(text, used);
}

static bool is_for_intel(const struct fclc_options *options)
{
	static const char macro[] = "-DINTELFPGA_CL";
	bool found = options->as_aoc;

	for (uint32_t i = 0; i < options->ncompiler_flags; i++)
		found |= !strncmp(options->compiler_flags[i], macro, strlen(macro));
	return found;
}

void fclc_math_calls(const struct fclc_program *program, const struct fclc_source *source,
		     struct fclc_argv *argv)
{
	const struct fclc_options *options = &program->options;
	struct fclc_text calls = {.arena = program->arena};
	bool used[FUNCTIONS] = {0}, all;

	if (!is_for_intel(options))
		return;
	all = fclc_any_text(program, source->path, note_text, used);
	for (uint32_t i = 0; i < options->ncompiler_flags; i++)
		all |= note_words(options->compiler_flags[i], used);
	for (size_t i = 0; i < FUNCTIONS; i++)
		if (all || used[i])
			fclc_text_add(&calls, " %s(%s)", functions[i].form, functions[i].name);
	if (calls.text)
		fclc_argv_add(argv, "-DFCLC_MATH_CALLS=%s", calls.text + 1);
}
