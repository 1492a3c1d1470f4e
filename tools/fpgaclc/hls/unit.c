/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/unit.h"

#include <string.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/plugin.h"

/* C++, as its objects need its library. */
static bool is_cxx(const struct fclc_source *source)
{
	return source->language->cxx_library;
}

/*
 * Downgrades errors in code that older compilers accepted, possibly with a warning, or that is
 * valid in C++98.
 */
static void add_leniency(const struct fclc_source *source, struct fclc_argv *argv)
{
	static const char *const old_c[] = {
		"-Wno-error=implicit-function-declaration",
		"-Wno-error=implicit-int",
		"-Wno-error=int-conversion",
		"-Wno-error=incompatible-function-pointer-types",
	};

	if (is_cxx(source))
		fclc_argv_add(argv, "-Wno-error=c++11-narrowing");
	else
		for (size_t i = 0; i < sizeof(old_c) / sizeof(old_c[0]); i++)
			fclc_argv_add(argv, "%s", old_c[i]);
}

void fclc_hls_compiler(const struct fclc_program *program, const struct fclc_source *source,
		       bool precompiled, struct fclc_argv *argv)
{
	const char *standard = program->options.standard;
	bool standard_is_cxx = standard && strstr(standard, "++");

	(void)precompiled;
	fclc_argv_add(argv, "%s", program->clang);
	if (is_cxx(source))
		fclc_argv_add(argv, "--driver-mode=g++");
	if (source->forced) {
		fclc_argv_add(argv, "-x");
		fclc_argv_add(argv, "%s", source->language->x);
	}
	if (standard && standard_is_cxx == is_cxx(source) && strncmp(standard, "-cl-", 4) != 0)
		fclc_argv_add(argv, "%s", standard);
	else if (is_cxx(source))
		/* Vitis HLS's default. */
		fclc_argv_add(argv, "-std=gnu++14");
	add_leniency(source, argv);
}

void fclc_hls_flow(const struct fclc_program *program, const struct fclc_source *source,
		   struct fclc_argv *argv)
{
	if (program->options.concurrent && is_cxx(source))
		fclc_argv_add(argv, "-DFPGACLC_FLOW=1");
}

/* Has the plugin put statements in the place of the pragmas that say how processes run. */
static void apply_pragmas(const struct fclc_program *program, struct fclc_argv *argv)
{
	fclc_plugin_argument(argv, "", "apply");
	/* The plugin names loops by their line numbers. */
	if (!program->options.debug && !program->options.check_memory)
		fclc_argv_add(argv, "-gline-tables-only");
}

/* The path as the user gives it, which messages have, is not for images. */
static void hide_folder(const struct fclc_source *source, struct fclc_argv *argv)
{
	int length = (int)(fclc_base_name(source->path) - source->path);

	if (length)
		fclc_argv_add(argv, "-ffile-prefix-map=%.*s=", length, source->path);
}

/* Whether a list such as "undefined,bounds" contains the check of a shift's distance. */
static bool has_shifts(const char *list)
{
	static const char *const names[] = {"undefined", "integer", "shift", "shift-exponent",
					    "all"};

	for (size_t length; *list; list += length + (list[length] == ',')) {
		length = strcspn(list, ",");
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (strlen(names[i]) == length && !strncmp(list, names[i], length))
				return true;
	}
	return false;
}

bool fclc_hls_asks_shift_checks(const struct fclc_options *options)
{
	bool asked = false;

	for (uint32_t i = 0; i < options->ncompiler_flags; i++) {
		const char *flag = options->compiler_flags[i];

		if (!strncmp(flag, "-fsanitize=", 11) && has_shifts(flag + 11))
			asked = true;
		if (!strncmp(flag, "-fno-sanitize=", 14) && has_shifts(flag + 14))
			asked = false;
	}
	return asked;
}

void fclc_hls_shift_checks(const struct fclc_program *program, struct fclc_argv *argv)
{
	if (fclc_hls_asks_shift_checks(&program->options))
		fclc_plugin_option(program, argv, "-fclc-keep-shift-checks");
	else
		fclc_argv_add(argv, "-fsanitize=shift-exponent");
}

int fclc_hls_unit(struct fclc_program *program, const struct fclc_source *source, char level,
		  struct fclc_argv *argv, struct fcl_err *err)
{
	(void)level;
	(void)err;
	fclc_hls_shift_checks(program, argv);
	hide_folder(source, argv);
	fclc_argv_add(argv, "-fno-discard-value-names");
	/* The user cannot know what becomes of the code. */
	fclc_argv_add(argv, "-Wno-pass-failed");
	fclc_argv_add(argv, "-Wno-atomic-alignment");
	/* What the wrapper needs, before the source defines macros. */
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, is_cxx(source) ? "fpgacl/wrapper.h" : "fpgacl/rt.h");
	fclc_hls_flow(program, source, argv);
	if (program->options.concurrent && is_cxx(source))
		apply_pragmas(program, argv);
	return 0;
}
