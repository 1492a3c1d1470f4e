/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/examine.h"

#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/isa.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/compile/expand.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/opencl/attributes.h"
#include "tools/fpgaclc/opencl/autorun.h"
#include "tools/fpgaclc/opencl/global_pipes.h"
#include "tools/fpgaclc/opencl/intel_forms.h"
#include "tools/fpgaclc/opencl/library.h"

/* Replaces pipes and channels declared at file scope. *ret_text stays NULL if there are none. */
static int rewrite_pipes(struct fclc_program *program, struct fclc_source *source,
			 const char **ret_text, struct fcl_err *err)
{
	const char *expanded;
	size_t size;
	char *text;
	int error = fclc_read_file(program, source->path, &text, &size, err);

	if (error || !fclc_pipes_possible(text))
		return error;
	source->needs_2_0 = true;
	error = fclc_expand(program, source, &expanded, err);
	if (!error)
		error = fclc_autorun_expand(program, source, expanded, &expanded, err);
	return error ? error : fclc_pipes_rewrite(program, source, expanded, ret_text, err);
}

/* Replaces constructs that only other compilers accept. */
static int rewrite_intel_forms(struct fclc_program *program, struct fclc_source *source,
			       const char **text, struct fcl_err *err)
{
	const char *rewritten;
	int error = 0;

	if (!fclc_intel_forms_possible(program, source->path))
		return 0;
	if (!*text)
		error = fclc_expand(program, source, text, err);
	if (!error)
		error = fclc_intel_forms_rewrite(program, *text, &rewritten, err);
	if (!error && (rewritten || !source->pipes))
		*text = rewritten;
	return error;
}

static int rewrite(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	const char *text = NULL;
	int error = rewrite_pipes(program, source, &text, err);

	if (!error)
		error = rewrite_intel_forms(program, source, &text, err);
	if (error || !text)
		return error;
	source->rewritten = fclc_format(program->arena, "%s/source%u.cl", program->tmp,
					source->index);
	return fclc_write_file(source->rewritten, text, strlen(text), err);
}

/* For aoc's attributes, which clang does not know. */
static void preprocess(struct fclc_program *program, struct fclc_source *source,
		       struct fclc_step *step)
{
	struct fclc_argv *argv;

	step->beside = fclc_alloc(program->arena, 1, sizeof(*step->beside));
	argv = &step->beside->argv;
	argv->arena = program->arena;
	source->preprocessed = fclc_format(program->arena, "%s/source%u.i", program->tmp,
					   source->index);
	fclc_flags_source(program, argv, source, true);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-E");
	fclc_argv_add(argv, "%s", fclc_source_text(source));
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", source->preprocessed);
	fclc_step_output(step, source->preprocessed);
}

static void describe(struct fclc_program *program, struct fclc_source *source,
		     struct fclc_step *step)
{
	struct fclc_argv *argv = &step->chain->argv;

	source->ir = fclc_format(program->arena, "%s/source%u.ll", program->tmp, source->index);
	fclc_flags_source(program, argv, source, true);
	if (isatty(STDERR_FILENO))
		fclc_argv_add(argv, "-fcolor-diagnostics");
	fclc_flags_deps(program, argv, step, "source", source->index);
	fclc_argv_add(argv, "-O1"); /* without passes: it keeps all calls */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-disable-llvm-passes");
	fclc_argv_add(argv, "-fno-discard-value-names");
	fclc_argv_add(argv, "-S");
	fclc_argv_add(argv, "-emit-llvm");
	fclc_argv_add(argv, "%s", fclc_source_text(source));
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", source->ir);
}

static bool is_for_hardware(const struct fclc_options *options)
{
	return options->hls || options->target == FCL_TARGET_HW_EMU;
}

/* Has the plugin check what synthesis would not take. */
static void check_synthesis(const struct fclc_program *program, struct fclc_argv *argv)
{
	const struct fclc_options *options = &program->options;

	fclc_plugin_argument(argv, "synthesis=",
			     options->synthesisable     ? options->synthesisable
			     : is_for_hardware(options) ? "warn"
							: "dataflow");
	for (uint32_t i = 0; i < options->nsynthesis_flags; i++)
		fclc_plugin_argument(argv, "synthesis=", options->synthesis_flags[i]);
}

/* Has the plugin read the source into its record of facts, and check it; rules of DATAFLOW and pragmas are not OpenCL C's. */
static void check(const struct fclc_program *program, const struct fclc_source *source,
		  struct fclc_argv *argv)
{
	static const char *const names[] = {
		[FCLC_PRAGMAS_WARN] = "warning",
		[FCLC_PRAGMAS_FAIL] = "error",
		[FCLC_PRAGMAS_QUIET] = "off",
	};
	const struct fclc_options *options = &program->options;

	fclc_plugin_pragmas(program, argv,
			    source->opencl ? "off" : names[options->pragma_warnings]);
	fclc_plugin_argument(argv, "facts=", source->facts);
	for (uint32_t i = 0; i < options->nkernels; i++)
		fclc_plugin_argument(argv, "kernel=", options->kernels[i]);
	fclc_plugin_argument(argv,
			     "headers=", fclc_format(program->arena, "%s/include", program->tmp));
	if (!source->opencl || is_for_hardware(options) || options->synthesisable ||
	    options->nsynthesis_flags)
		check_synthesis(program, argv);
}

static struct fclc_step *examine_step(struct fclc_program *program, struct fclc_source *source)
{
	struct fclc_step *step = fclc_step_new(program, source->path);

	source->facts = fclc_format(program->arena, "%s/source%u.facts", program->tmp,
				    source->index);
	describe(program, source, step);
	if (!source->opencl)
		step->before = fclc_support_write_rest;
	check(program, source, &step->chain->argv);
	fclc_step_output(step, source->ir);
	fclc_step_output(step, source->facts);
	if (source->opencl && fclc_attributes_possible(program, source))
		preprocess(program, source, step);
	return step;
}

int fclc_compile_declarations(struct fclc_program *program, const struct fclc_source *source,
			      struct fcl_err *err)
{
	bool later = source && source->needs_2_0;
	struct fclc_step *step = fclc_step_new(program, "OpenCL C's built-in functions");
	struct fclc_argv *argv = &step->chain->argv;
	const char *path = fclc_format(program->arena, "%s/opencl%s.pch", program->tmp,
				       later ? "2" : "");
	int error;

	fclc_opencl_header(program, source, argv);
	fclc_flags_code(program, argv);
	fclc_opencl_flags(program, argv);
	/*
	 * The compiler rejects a precompiled header that was built with other code generation
	 * flags.
	 */
	for (uint32_t i = 0; i < program->options.ncompiler_flags; i++)
		if (!strncmp(program->options.compiler_flags[i], "-f", 2))
			fclc_argv_add(argv, "%s", program->options.compiler_flags[i]);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_flags_deps(program, argv, step, "opencl", later);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", path);
	fclc_step_output(step, path);
	error = fclc_steps_run(program, &step, 1, err);
	if (!error)
		program->opencl_pch[later] = path;
	return error;
}

/* Sources that need the same version of OpenCL C share the declarations. */
static int prepare_opencl(struct fclc_program *program, struct fclc_source *source,
			  struct fcl_err *err)
{
	int error = rewrite(program, source, err);

	if (error || program->opencl_pch[source->needs_2_0])
		return error;
	return fclc_compile_declarations(program, source, err);
}

int fclc_compile_examine(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	int error = 0;

	if (program->nsources)
		fclc_plugin_open(program);
	/* The commands that are kept with --save-temps must work on their own. */
	if (program->options.save_temps)
		error = fclc_plugin_write(program, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		if (program->sources[i].opencl)
			error = prepare_opencl(program, &program->sources[i], err);
	for (uint32_t i = 0; i < program->nsources; i++)
		steps[i] = examine_step(program, &program->sources[i]);
	return error ? error : fclc_steps_run(program, steps, program->nsources, err);
}
