/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/compile.h"

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/objects.h"
#include "tools/fpgaclc/compile/unit.h"
#include "tools/fpgaclc/compile/wrapper.h"

/* Compiles each source with its wrapper; they share nothing, and so run in parallel. */
static int compile_units(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	uint32_t nsteps = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		struct fclc_source *source = &program->sources[i];
		const char *path = fclc_source_text(source);

		if (!source->language->compiler)
			continue;
		if (source->nkernels)
			error = fclc_wrapper_write(program, source, &path, err);
		if (!error)
			error = fclc_compile_unit(program, source, path, &steps[nsteps++], err);
	}
	return error ? error : fclc_steps_run(program, steps, nsteps, err);
}

int fclc_compile(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_language *const *languages = program->languages;
	int error;

	for (uint32_t i = 0; languages[i]; i++)
		if (languages[i]->choose)
			languages[i]->choose(program);
	error = compile_units(program, err);
	for (uint32_t i = 0; !error && languages[i]; i++)
		if (languages[i]->finish)
			error = languages[i]->finish(program, err);
	if (!error)
		error = fclc_objects_measure(program, err);
	return error ? error : fclc_objects_separate(program, err);
}
