/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/join.h"
#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/opencl/generic.h"
#include "tools/fpgaclc/opencl/library.h"

/* Stack for a function with a variable-length array or alloca(). */
#define FCLC_DYNAMIC_STACK (8u << 20)

const char *fclc_unit_ir(const struct fclc_program *program, const struct fclc_source *source)
{
	return fclc_format(program->arena, "%s/unit%u.ll", program->tmp, source->index);
}

/* Has the plugin put statements in the place of the pragmas that say how processes run. */
static void apply_pragmas(const struct fclc_program *program, struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, "fpgacl/flow.h");
	fclc_plugin_pragmas(program, argv, "apply");
	/* The plugin names loops by their line numbers. */
	if (!program->options.debug && !program->options.check_memory)
		fclc_argv_add(argv, "-gline-tables-only");
}

/* The inputs of an OpenCL C unit besides its source. */
struct opencl_parts {
	const char *generic; /* bitcode; NULL: none */
	bool library;
};

static int find_parts(struct fclc_program *program, const struct fclc_source *source,
		      struct opencl_parts *ret_parts, struct fcl_err *err)
{
	int error;

	memset(ret_parts, 0, sizeof(*ret_parts));
	if (!source->opencl)
		return 0;
	error = fclc_opencl_uses_library(program, source, &ret_parts->library, err);
	return error ? error : fclc_opencl_generic(program, source, &ret_parts->generic, err);
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

/* Whether the user's flags ask for checks of shifts, which then fail the execution. */
static bool asks_shift_checks(const struct fclc_options *options)
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

/* Distances of a wider type (plugin/hardware/shifts.cpp). */
static void add_shift_checks(const struct fclc_program *program, struct fclc_argv *argv)
{
	if (asks_shift_checks(&program->options))
		fclc_plugin_option(program, argv, "-fclc-keep-shift-checks");
	else
		fclc_argv_add(argv, "-fsanitize=shift-exponent");
}

static void add_opencl_parts(struct fclc_program *program, const struct opencl_parts *parts,
			     char optimize, struct fclc_argv *argv)
{
	if (parts->library)
		fclc_opencl_builtins(program, parts->generic, argv);
	if (optimize != '0')
		fclc_opencl_inform(program, parts->library, argv);
}

static void add_object(const struct fclc_program *program, const struct fclc_source *source,
		       struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-fpass-plugin=%s", program->plugin);
	fclc_argv_add(argv, "-fstack-usage");
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", source->unit);
}

/* IR before any pass, to be joined with that of other sources. */
static void add_ir(struct fclc_program *program, const struct fclc_source *source,
		   struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-disable-llvm-passes");
	fclc_argv_add(argv, "-S");
	fclc_argv_add(argv, "-emit-llvm");
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", fclc_unit_ir(program, source));
}

static void unit_command(struct fclc_program *program, struct fclc_source *source, const char *path,
			 const struct opencl_parts *parts, struct fclc_step *step)
{
	struct fclc_argv *argv = &step->chain->argv;
	char optimize = source->opencl && program->options.opencl_unoptimized
				? '0'
				: program->options.optimize;

	/* The compiler rejects the precompiled header if optimisation is off. */
	fclc_flags_source(program, argv, source, optimize != '0');
	/* The examination run has already printed the compiler's warnings. */
	fclc_argv_add(argv, "-w");
	fclc_flags_optimize(&program->options, optimize, argv);
	/*
	 * Without optimisation, clang emits no definition for functions that are just `inline`, which
	 * leaves them undefined. -fgnu89-inline does emit them, but not those that are `extern inline`,
	 * which the default rules emit.
	 */
	if (source->opencl && optimize == '0' && !source->extern_inline)
		fclc_argv_add(argv, "-fgnu89-inline");
	fclc_flags_debug(program, argv);
	fclc_flags_check(program, argv);
	if (source->opencl) {
		add_opencl_parts(program, parts, optimize, argv);
	} else {
		add_shift_checks(program, argv);
		fclc_argv_add(argv, "-fno-discard-value-names");
	}
	if (program->dataflow && source->cxx)
		apply_pragmas(program, argv);
	fclc_flags_deps(program, argv, step, "unit", source->index);
	fclc_argv_add(argv, "%s", path);
	/* The text that the unit includes is not in any of the user's files. */
	if (source->rewritten)
		fclc_step_reads(program, step, source->rewritten);
	if (fclc_compile_joins(program, source))
		add_ir(program, source, argv);
	else
		add_object(program, source, argv);
}

/* Compiles the joined IR in `job->input` into the object. */
void fclc_unit_object(struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_job *job)
{
	fclc_argv_add(&job->argv, "%s", program->clang);
	fclc_flags_code(program, &job->argv);
	fclc_flags_passes(&program->options, &job->argv);
	fclc_argv_add(&job->argv, "-w");
	fclc_flags_optimize(&program->options, program->options.optimize, &job->argv);
	fclc_flags_check(program, &job->argv);
	if (asks_shift_checks(&program->options))
		add_shift_checks(program, &job->argv);
	fclc_argv_add(&job->argv, "%s", job->input);
	add_object(program, source, &job->argv);
}

void fclc_unit_name(const struct fclc_program *program, struct fclc_source *source)
{
	source->unit = fclc_format(program->arena, "%s/unit%u.o", program->tmp, source->index);
	source->stack_usage = fclc_format(program->arena, "%s/unit%u.su", program->tmp,
					  source->index);
}

int fclc_compile_unit(struct fclc_program *program, struct fclc_source *source, const char *path,
		      struct fclc_step **ret_step, struct fcl_err *err)
{
	struct fclc_step *step = fclc_step_new(program, source->path);
	struct opencl_parts parts;
	int error = find_parts(program, source, &parts, err);

	if (error)
		return error;
	*ret_step = step;
	if (!source->opencl)
		step->before = fclc_support_write_rest;
	if (fclc_compile_joins(program, source)) {
		unit_command(program, source, path, &parts, step);
		fclc_step_output(step, fclc_unit_ir(program, source));
		return 0;
	}
	fclc_unit_name(program, source);
	unit_command(program, source, path, &parts, step);
	fclc_step_output(step, source->unit);
	fclc_step_output(step, source->stack_usage);
	/* clang writes none for a source without functions. */
	return fclc_write_file(source->stack_usage, "", 0, err);
}

int fclc_compile_constants(struct fclc_program *program, const struct fclc_source *source,
			   const char *text, const char *path, char **ret_ir, struct fcl_err *err)
{
	const char *ir = fclc_format(program->arena, "%s/constants%u.ll", program->tmp,
				     source->index);
	struct fclc_argv argv = {.arena = program->arena};
	int error = fclc_write_file(path, text, strlen(text), err);
	size_t size;

	if (!error && !source->opencl)
		error = fclc_support_write_rest(program, err);
	if (error)
		return error;
	fclc_flags_source(program, &argv, source, false);
	fclc_argv_add(&argv, "-w");
	fclc_argv_add(&argv, "-O0");
	fclc_argv_add(&argv, "-S");
	fclc_argv_add(&argv, "-emit-llvm");
	fclc_argv_add(&argv, "%s", path);
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", ir);
	error = fclc_run(program, &argv, err);
	return error ? error : fclc_read_file(program, ir, ret_ir, &size, err);
}

/* Lines are "file:line:function<TAB>bytes<TAB>static" (or dynamic). */
int fclc_stack_usage(struct fclc_program *program, const struct fclc_source *source,
		     uint64_t *ret_bytes, struct fcl_err *err)
{
	uint64_t total = 0;
	char *text, *line;
	size_t size;
	int error = fclc_read_file(program, source->stack_usage, &text, &size, err);

	if (error)
		return error;
	while ((line = strsep(&text, "\n"))) {
		char *tab = strchr(line, '\t');

		if (!tab)
			continue;
		total += strtoull(tab + 1, NULL, 10);
		if (strstr(tab, "dynamic"))
			total += FCLC_DYNAMIC_STACK;
	}
	*ret_bytes = total;
	return 0;
}
