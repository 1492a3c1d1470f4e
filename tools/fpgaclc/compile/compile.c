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

/* Compiles the sources with their wrappers; they share nothing, and so run in parallel. */
static int compile_units(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	uint32_t count = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		if (!program->sources[i].language->compiler)
			continue;
		error = write_rest(program, &program->sources[i], err);
		steps[count++] = program->sources[i].step;
	}
	return error ? error : fclc_steps_finish(program, steps, count, err);
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
