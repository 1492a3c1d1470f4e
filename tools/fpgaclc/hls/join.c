/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/join.h"

#include <string.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/unit.h"
#include "tools/fpgaclc/hls/dataflow.h"
#include "tools/fpgaclc/hls/unit.h"

static bool is_cxx(const struct fclc_source *source)
{
	return source->language->joins;
}

bool fclc_hls_joins(const struct fclc_program *program, const struct fclc_source *source)
{
	uint32_t count = 0, helpers = 0;

	if (!is_cxx(source) || !fclc_dataflow_is_used(program))
		return false;
	for (uint32_t i = 0; i < program->nsources; i++) {
		const struct fclc_source *other = &program->sources[i];

		if (other->nkernels && other->language->compiler && !is_cxx(other))
			return false;
		count += is_cxx(other);
		helpers += is_cxx(other) && !other->nkernels;
	}
	return helpers && helpers < count;
}

/* Writes the module into which the plugin joins a source and the sources without kernels. */
static int write_module(struct fclc_program *program, const struct fclc_source *source,
			const char *path, struct fcl_err *err)
{
	struct fclc_text text = {.arena = program->arena}, names = {.arena = program->arena};
	unsigned count = 0;

	fclc_text_add(&text, "source_filename = \"%s\"\n", fclc_base_name(source->path));
	for (uint32_t i = 0; i < program->nsources; i++) {
		const struct fclc_source *other = &program->sources[i];

		if (other != source && (!is_cxx(other) || other->nkernels))
			continue;
		fclc_text_add(&text, "!%u = !{!\"%s\"}\n", count,
			      fclc_base_name(fclc_unit_ir(program, other)));
		fclc_text_add(&names, "%s!%u", count ? ", " : "", count);
		count++;
	}
	fclc_text_add(&text, "!fclc.join = !{%s}\n", names.text);
	return fclc_write_file(path, text.text, text.length, err);
}

/* Compiles the joined IR in `job->input` into the object. */
static void compile(struct fclc_program *program, const struct fclc_source *source,
		    struct fclc_job *job)
{
	fclc_argv_add(&job->argv, "%s", program->clang);
	fclc_flags_code(program, &job->argv);
	fclc_flags_passes(&program->options, &job->argv);
	fclc_argv_add(&job->argv, "-w");
	fclc_flags_optimize(&program->options, program->options.optimize, &job->argv);
	fclc_flags_check(program, &job->argv);
	if (fclc_hls_asks_shift_checks(&program->options))
		fclc_plugin_option(program, &job->argv, "-fclc-keep-shift-checks");
	fclc_argv_add(&job->argv, "%s", job->input);
	fclc_unit_output(program, source, &job->argv);
}

static struct fclc_step *join_step(struct fclc_program *program, struct fclc_source *source,
				   const char *module)
{
	struct fclc_step *step = fclc_step_new(program, source->path);

	fclc_unit_name(program, source);
	step->chain->input = module;
	compile(program, source, step->chain);
	for (uint32_t i = 0; i < program->nsources; i++)
		if (is_cxx(&program->sources[i]))
			fclc_step_reads(program, step, fclc_unit_ir(program, &program->sources[i]));
	fclc_step_output(step, source->unit);
	fclc_step_output(step, source->stack_usage);
	return step;
}

int fclc_hls_join(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	uint32_t nsteps = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		struct fclc_source *source = &program->sources[i];
		const char *module = fclc_format(program->arena, "%s/join%u.ll", program->tmp, i);

		if (!source->nkernels || !fclc_hls_joins(program, source))
			continue;
		error = write_module(program, source, module, err);
		if (!error)
			steps[nsteps++] = join_step(program, source, module);
	}
	return error ? error : fclc_steps_run(program, steps, nsteps, err);
}
