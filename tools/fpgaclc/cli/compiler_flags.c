/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/compiler_flags.h"

#include <string.h>

/* OpenCL 3.0, 5.8: what clBuildProgram takes. */
static const struct {
	const char *name;
	bool pass; /* to the compiler */
} opencl_flags[] = {
	{"-cl-single-precision-constant", true},
	{"-cl-fp32-correctly-rounded-divide-sqrt", true},
	{"-cl-uniform-work-group-size", true},
	{"-cl-mad-enable", true},
	{"-cl-no-signed-zeros", true},
	{"-cl-unsafe-math-optimizations", true},
	{"-cl-finite-math-only", true},
	{"-cl-fast-relaxed-math", true},
	/* Denormals may be zero: the permission is not used. */
	{"-cl-denorms-are-zero", false},
	/* Kernels never rely on these two, and always have the names of their arguments. */
	{"-cl-strict-aliasing", false},
	{"-cl-no-subgroup-ifp", false},
	{"-cl-kernel-arg-info", false},
};

/* Flags for code and language that fit any kernel. "no-" may follow "-f"; "=": with a value. */
static const char *const code_flags[] = {
	"fast-math",
	"finite-math-only",
	"unsafe-math-optimizations",
	"associative-math",
	"reciprocal-math",
	"signed-zeros",
	"math-errno",
	"trapping-math",
	"rounding-math",
	"fp-contract=",
	"wrapv",
	"strict-aliasing",
	"strict-overflow",
	"finite-loops",
	"delete-null-pointer-checks",
	"unroll-loops",
	"vectorize",
	"slp-vectorize",
	"tree-vectorize",
	"inline",
	"inline-functions",
	"builtin",
	"omit-frame-pointer",
	"signed-char",
	"unsigned-char",
	"short-enums",
	"ms-extensions",
	"permissive",
	"exceptions",
	"rtti",
	"merge-all-constants",
	"constexpr-depth=",
	"constexpr-steps=",
	"template-depth=",
	"bracket-depth=",
	"error-limit=",
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

static bool is_code_flag(const char *text)
{
	if (strncmp(text, "-f", 2) != 0)
		return false;
	text += 2;
	text += strncmp(text, "no-", 3) ? 0 : 3;
	for (size_t i = 0; i < sizeof(code_flags) / sizeof(code_flags[0]); i++) {
		const char *flag = code_flags[i];
		size_t length = strlen(flag);

		if (flag[length - 1] == '=' ? !strncmp(text, flag, length) && text[length]
					    : !strcmp(text, flag))
			return true;
	}
	return false;
}

bool fclc_compiler_flag_take(struct fclc_program *program, const char *text)
{
	struct fclc_options *options = &program->options;

	if (take_opencl_flag(program, text))
		return true;
	if (strcmp(text, "-w") != 0 && !is_code_flag(text))
		return false;
	fclc_append(program->arena, &options->compiler_flags, &options->ncompiler_flags,
		    &options->compiler_flags_capacity, text);
	return true;
}

int fclc_compiler_language_set(struct fclc_program *program, const char *value,
			       struct fclc_place place, struct fcl_err *err)
{
	static const char *const known[] = {"cl", "c", "c++", "none"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i], value) != 0)
			continue;
		program->options.language = i < 3 ? known[i] : NULL;
		return 0;
	}
	return fclc_error(err, place, "-x '%s': expected cl, c, c++ or none", value);
}

void fclc_compiler_input_add(struct fclc_program *program, const char *path)
{
	struct fclc_options *options = &program->options;

	fclc_append(program->arena, &options->sources, &options->nsources,
		    &options->sources_capacity, path);
	if (!options->language)
		return;
	options->languages = fclc_grow(program->arena, options->languages, options->nlanguages,
				       &options->languages_capacity, sizeof(*options->languages));
	options->languages[options->nlanguages++] = (struct fclc_language){path, options->language};
}

/* A folder or the extension makes it a path; else it names a board that there is. */
static bool is_platform(const char *name)
{
	struct fcl_board *board;
	struct fcl_err ignored;

	if (strchr(name, '/') || fclc_has_suffix(name, ".xpfm"))
		return true;
	if (fcl_board_load(name, &board, &ignored))
		return false;
	fcl_board_free(board);
	return true;
}

int fclc_compiler_flag_refuse(const char *text, struct fcl_err *err)
{
	if (strncmp(text, "-f", 2) != 0 || !text[2] || is_platform(text + 2))
		return 0;
	return fclc_error(
		err, FCLC_NOWHERE,
		"unknown option '%s': no flag that kernels can be compiled with, and no platform after -f",
		text);
}
