/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/examine.h"

#include <unistd.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/unit.h"

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

/* Has the plugin read the source into its record of facts, and check it; rules of DATAFLOW are for languages with its pragmas. */
static void check(const struct fclc_program *program, const struct fclc_source *source,
		  struct fclc_argv *argv)
{
	static const char *const names[] = {
		[FCLC_PRAGMAS_WARN] = "warning",
		[FCLC_PRAGMAS_FAIL] = "error",
		[FCLC_PRAGMAS_QUIET] = "off",
	};
	const struct fclc_options *options = &program->options;
	const struct fclc_language *language = source->language;

	fclc_plugin_pragmas(program, argv,
			    language->pragmas ? names[options->pragma_warnings] : NULL);
	fclc_plugin_argument(argv, "facts=", source->facts);
	for (uint32_t i = 0; i < options->nkernels; i++)
		fclc_plugin_argument(argv, "kernel=", options->kernels[i]);
	fclc_plugin_argument(argv,
			     "headers=", fclc_format(program->arena, "%s/include", program->tmp));
	if (language->pragmas || is_for_hardware(options) || options->synthesisable ||
	    options->nsynthesis_flags)
		check_synthesis(program, argv);
}

static int examine_step(struct fclc_program *program, struct fclc_source *source,
			struct fclc_step **ret_step, struct fcl_err *err)
{
	struct fclc_step *step;
	int error;

	source->facts = fclc_format(program->arena, "%s/source%u.facts", program->tmp,
				    source->index);
	error = fclc_compile_unit(program, source, &step, err);
	*ret_step = source->step = step;
	fclc_plugin_argument(&step->chain->argv, "rest=", step->rest);
	check(program, source, &step->chain->argv);
	if (isatty(STDERR_FILENO))
		fclc_argv_add(&step->chain->argv, "-fcolor-diagnostics");
	return error;
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
		if (program->sources[i].language->ready)
			error = program->sources[i].language->ready(program, &program->sources[i],
								    err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		error = examine_step(program, &program->sources[i], &steps[i], err);
	return error ? error : fclc_steps_run(program, steps, program->nsources, err);
}
