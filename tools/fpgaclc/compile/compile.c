/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/compile.h"

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/objects.h"
#include "tools/fpgaclc/compile/unit.h"
#include "tools/fpgaclc/compile/wrapper.h"

/* Of a source that has been read: what follows it. */
static int write_rest(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	struct fclc_text text = {.arena = program->arena};

	if (source->language->joins && source->language->joins(program, source)) {
		fclc_unit_leave(program, source, &text);
		fclc_step_output(source->step, fclc_unit_ir(program, source));
	}
	if (source->nkernels)
		return fclc_wrapper_write(program, source, &text, err);
	return text.length ? fclc_write_file(source->step->rest, text.text, text.length, err) : 0;
}

static int write_unit(struct fclc_program *program, struct fclc_source *source,
		      struct fclc_step **ret_step, struct fcl_err *err)
{
	struct fclc_text text = {.arena = program->arena};
	const char *path = fclc_source_text(source);
	int error = 0;

	if (source->nkernels) {
		path = fclc_wrapper_path(program, source);
		error = fclc_wrapper_write(program, source, &text, err);
	}
	return error ? error : fclc_compile_unit(program, source, path, ret_step, err);
}

/* Compiles each source with its wrapper; they share nothing, and so run in parallel. */
static int compile_units(struct fclc_program *program, struct fcl_err *err)
{
	size_t most = (size_t)program->nsources + 1;
	struct fclc_step **steps = fclc_alloc(program->arena, most, sizeof(struct fclc_step *));
	struct fclc_step **rests = fclc_alloc(program->arena, most, sizeof(struct fclc_step *));
	uint32_t nsteps = 0, nrests = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		struct fclc_source *source = &program->sources[i];

		if (!source->language->compiler)
			continue;
		if (!source->language->follows) {
			error = write_unit(program, source, &steps[nsteps++], err);
		} else {
			error = write_rest(program, source, err);
			rests[nrests++] = source->step;
		}
	}
	if (!error)
		error = fclc_steps_finish(program, rests, nrests, err);
	return error ? error : fclc_steps_run(program, steps, nsteps, err);
}

int fclc_compile(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_language *const *languages = program->languages;
	int error = compile_units(program, err);

	for (uint32_t i = 0; !error && languages[i]; i++)
		if (languages[i]->finish)
			error = languages[i]->finish(program, err);
	if (!error)
		error = fclc_objects_measure(program, err);
	return error ? error : fclc_objects_separate(program, err);
}
