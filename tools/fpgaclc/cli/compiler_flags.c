/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/compiler_flags.h"

#include <string.h>
#include <strings.h>

#include "board_support/board.h"
#include "tools/fpgaclc/common/diag.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/common/synthesis_table.h"

/* The options of clBuildProgram (OpenCL 3.0, 5.8). */
static const struct {
	const char *name;
	bool pass; /* pass it on to the compiler */
} opencl_flags[] = {
	{"-cl-single-precision-constant", true},
	{"-cl-fp32-correctly-rounded-divide-sqrt", true},
	{"-cl-uniform-work-group-size", true},
	{"-cl-mad-enable", true},
	{"-cl-no-signed-zeros", true},
	{"-cl-unsafe-math-optimizations", true},
	{"-cl-finite-math-only", true},
	{"-cl-fast-relaxed-math", true},
	/* Only permits flushing denormals to zero; we do not make use of it. */
	{"-cl-denorms-are-zero", false},
	/* Kernels never depend on these two, and argument names are always recorded. */
	{"-cl-strict-aliasing", false},
	{"-cl-no-subgroup-ifp", false},
	{"-cl-kernel-arg-info", false},
};

static bool take_opencl_flag(struct fclc_program *program, const char *text)
{
	struct fclc_options *options = &program->options;

	if (!strcmp(text, "-cl-opt-disable"))
		return options->opencl_unoptimized = true;
	for (size_t i = 0; i < sizeof(opencl_flags) / sizeof(opencl_flags[0]); i++) {
		if (strcmp(opencl_flags[i].name, text) != 0)
			continue;
		if (opencl_flags[i].pass)
			fclc_append(program->arena, &options->opencl_flags, &options->nopencl_flags,
				    &options->opencl_flags_capacity, text);
		return true;
	}
	return false;
}

/* Whether "-f..." is a compiler flag rather than v++'s -f with the platform's name attached. */
static bool is_code_flag(const char *text)
{
	struct fcl_err unused = {0};
	struct fcl_board *board;

	if (strncmp(text, "-f", 2) != 0 || !text[2] || text[2] == '=' ||
	    fclc_has_suffix(text, ".xpfm"))
		return false;
	if (fcl_board_load(text + 2, &board, &unused))
		return true;
	fcl_board_free(board);
	return false;
}

void fclc_compiler_flag_add(struct fclc_program *program, const char *flag)
{
	struct fclc_options *options = &program->options;

	fclc_append(program->arena, &options->compiler_flags, &options->ncompiler_flags,
		    &options->compiler_flags_capacity, flag);
}

bool fclc_compiler_flag_take(struct fclc_program *program, const char *text)
{
	if (take_opencl_flag(program, text))
		return true;
	if (strcmp(text, "-w") != 0 && strncmp(text, "-fsanitize=", 11) != 0 && !is_code_flag(text))
		return false;
	fclc_compiler_flag_add(program, text);
	return true;
}

int fclc_compiler_language_set(struct fclc_program *program, const char *value,
			       struct fclc_place place, struct fcl_err *err)
{
	const struct fclc_language *const *known = program->languages;

	while (*known && (!(*known)->x || strcmp((*known)->x, value) != 0))
		known++;
	program->options.language = *known;
	if (*known || !strcmp(value, "none"))
		return 0;
	return fclc_error(err, place, "-x '%s': expected cl, c, c++ or none", value);
}

void fclc_compiler_input_add(struct fclc_program *program, const char *path)
{
	struct fclc_options *options = &program->options;

	/* The compiler would take the name for a flag, or for a file with flags. */
	if (*path == '-' || *path == '@')
		path = fclc_format(program->arena, "./%s", path);
	fclc_append(program->arena, &options->sources, &options->nsources,
		    &options->sources_capacity, path);
	if (!options->language)
		return;
	options->forced = fclc_grow(program->arena, options->forced, options->nforced,
				    &options->forced_capacity, sizeof(*options->forced));
	options->forced[options->nforced++] = (struct fclc_forced){path, options->language};
}

/* The sanitizer checks whose findings the payload itself reports (payload_checks.c). */
static bool is_own_check(const char *name, size_t length)
{
	static const char *const checks[] = {
		"undefined",
		"alignment",
		"array-bounds",
		"bool",
		"bounds",
		"builtin",
		"enum",
		"float-cast-overflow",
		"float-divide-by-zero",
		"integer",
		"integer-divide-by-zero",
		"implicit-conversion",
		"nonnull-attribute",
		"null",
		"nullability",
		"pointer-overflow",
		"return",
		"returns-nonnull-attribute",
		"shift",
		"shift-base",
		"shift-exponent",
		"signed-integer-overflow",
		"unreachable",
		"unsigned-integer-overflow",
		"unsigned-shift-base",
		"vla-bound",
	};

	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		if (strlen(checks[i]) == length && !strncmp(checks[i], name, length))
			return true;
	return false;
}

/*
 * Whether the flag makes clang write something other than machine code, which the later steps need.
 */
static bool replaces_objects(const char *flag)
{
	static const char *const flags[] = {"-flto", "-fsyntax-only", "-fembed-bitcode"};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		size_t length = strlen(flags[i]);

		if (!strncmp(flag, flags[i], length) && (!flag[length] || flag[length] == '='))
			return true;
	}
	return false;
}

int fclc_compiler_flags_check(const struct fclc_options *options, struct fcl_err *err)
{
	for (uint32_t i = 0; i < options->ncompiler_flags; i++) {
		const char *name = options->compiler_flags[i];

		if (replaces_objects(name))
			return fclc_error(
				err, FCLC_NOWHERE,
				"%s: not allowed: the compiler would no longer write objects with machine code",
				name);
		if (strncmp(name, "-fsanitize=", 11) != 0)
			continue;
		for (name += 11; *name; name += *name == ',') {
			size_t length = strcspn(name, ",");

			if (!is_own_check(name, length))
				return fclc_error(
					err, FCLC_NOWHERE,
					"-fsanitize=%.*s: expected undefined, bounds or another check of undefined behaviour; kernels run without the other sanitizers' libraries",
					(int)length, name);
			name += length;
		}
	}
	return 0;
}

/* clang does not know the warnings of its plugin. */
static bool take_pragma_warnings(struct fclc_options *options, const char *text)
{
	static const struct {
		const char *flag;
		enum fclc_pragma_warnings warnings;
	} flags[] = {
		{"-Whls-pragmas", FCLC_PRAGMAS_WARN},
		{"-Wno-error=hls-pragmas", FCLC_PRAGMAS_WARN},
		{"-Werror=hls-pragmas", FCLC_PRAGMAS_FAIL},
		{"-Wno-hls-pragmas", FCLC_PRAGMAS_QUIET},
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (!strcmp(flags[i].flag, text)) {
			options->pragma_warnings = flags[i].warnings;
			return true;
		}
	return false;
}

/* -Wsynthesis, -Wno-synthesis, -Werror=synthesis, -Wno-error=synthesis; also with -RULE. */
static bool take_synthesis_flag(struct fclc_program *program, const char *text)
{
	static const char *const prefixes[] = {"-Wno-error=", "-Werror=", "-Wno-", "-W"};
	static const char *const names[] = {FCLC_SYNTHESIS_RULES(FCLC_RULE_FLAG) "dataflow"};
	struct fclc_options *options = &program->options;
	const char *rule = NULL;
	bool known;

	for (size_t i = 0; !rule && i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(text, prefixes[i], strlen(prefixes[i])))
			rule = text + strlen(prefixes[i]);
	if (!rule || strncmp(rule, "synthesis", strlen("synthesis")) != 0)
		return false;
	rule += strlen("synthesis");
	known = !*rule;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		known |= *rule == '-' && !strcmp(rule + 1, names[i]);
	if (known)
		fclc_append(program->arena, &options->synthesis_flags, &options->nsynthesis_flags,
			    &options->synthesis_flags_capacity, text);
	return known;
}

/* Whether it is one of some language, which may be another one than a source's. */
static bool is_standard(const char *name)
{
	static const char *const dialects[] = {
		"89",   "90",   "99",   "9x",   "11",   "1x",   "17",   "18",   "2x",
		"23",   "2y",   "++98", "++03", "++0x", "++11", "++1y", "++14", "++1z",
		"++17", "++2a", "++20", "++2b", "++23", "++2c", "++26",
	};
	static const char *const others[] = {
		"cl",           "cl1.0",        "cl1.1",          "cl1.2",
		"cl2.0",        "cl3.0",        "clc++",          "clc++1.0",
		"clc++2021",    "iso9899:1990", "iso9899:199409", "iso9899:1999",
		"iso9899:199x", "iso9899:2011", "iso9899:201x",   "iso9899:2017",
		"iso9899:2018", "iso9899:2024",
	};
	const char *dialect = !strncmp(name, "gnu", 3) ? name + 3 : *name == 'c' ? name + 1 : NULL;

	for (size_t i = 0; dialect && i < sizeof(dialects) / sizeof(dialects[0]); i++)
		if (!strcmp(dialect, dialects[i]))
			return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!strcasecmp(name, others[i]))
			return true;
	return false;
}

bool fclc_flag_take(struct fclc_program *program, const char *text)
{
	struct fclc_options *options = &program->options;

	if (take_pragma_warnings(options, text) || take_synthesis_flag(program, text))
		return true;
	if (!strncmp(text, "--std=", 6) && is_standard(text + 6))
		options->standard = text + 1;
	else if ((!strncmp(text, "-std=", 5) && is_standard(text + 5)) ||
		 !strncmp(text, "-cl-std=", 8))
		options->standard = text;
	else if ((!strncmp(text, "-W", 2) && !strchr(text, ',') && text[2]) ||
		 !strncmp(text, "-Rpass", 6)) /* optimizer remarks; v++'s own -R takes a digit */
		fclc_compiler_flag_add(program, text);
	else if (!strncmp(text, "-O", 2) && (!text[2] || (strchr("0123s", text[2]) && !text[3])))
		options->optimize = !text[2] ? '1' : text[2] == 's' ? '2' : text[2];
	else if (!strcmp(text, "-Og") || !strcmp(text, "-Oz"))
		options->optimize = text[2] == 'g' ? '1' : '2';
	else if (!strncmp(text, "-ggdb", 5))
		options->debug = true;
	else
		return fclc_compiler_flag_take(program, text);
	return true;
}

/* The compiler reports flags that it does not know. */
void fclc_flags_take(struct fclc_program *program, const char **words, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!strncmp(words[i], "-g", 2))
			program->options.debug = strcmp(words[i], "-g0") != 0;
		else if (!fclc_flag_take(program, words[i]))
			fclc_compiler_flag_add(program, words[i]);
}

uint32_t fclc_words_split(struct fclc_program *program, char *text, const char ***ret_list)
{
	const char **list = NULL;
	uint32_t count = 0, capacity = 0;

	for (char *to = text; *(text += strspn(text, " \t\r\n"));) {
		char quote = 0;

		fclc_append(program->arena, &list, &count, &capacity, to);
		for (; *text && (quote || !strchr(" \t\r\n", *text)); text++) {
			if (quote ? *text == quote : *text == '"' || *text == '\'')
				quote = quote ? 0 : *text;
			else
				*to++ = *text;
		}
		text += *text != 0;
		*to++ = 0;
	}
	*ret_list = list;
	return count;
}

int fclc_option_ignore(struct fclc_program *program, const char *name)
{
	struct fclc_options *options = &program->options;

	for (uint32_t i = 0; i < options->nignored; i++)
		if (!strcmp(options->ignored[i], name))
			return 0;
	fclc_append(program->arena, &options->ignored, &options->nignored,
		    &options->ignored_capacity, name);
	return 0;
}
