/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/join_sources.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"

/* Whether a source calls this function, which another one defines that has channels. */
static bool reaches_over(const struct fclc_program *program, const struct fclc_function *called)
{
	for (uint32_t i = 0; i < program->functions.count; i++) {
		const struct fclc_function *function = &program->functions.list[i];

		if (function->source != called->source && function->source->pipes &&
		    !function->is_static && !strcmp(function->name, called->name))
			return true;
	}
	return false;
}

/* All but those of libraries, which have no channels. */
static int write_joined(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	uint32_t count = options->nsources - options->nmodels;
	const char *path = fclc_format(program->arena, "%s/joined/%s", program->tmp,
				       fclc_base_name(options->sources[count - 1]));
	struct fclc_text text = {.arena = program->arena};
	int error = fclc_make_folder_of(program, path, err);

	fclc_text_add(&text, "/* Sources with a channel or pipe. */\n");
	for (uint32_t i = 0; i < program->nsources - options->nmodels; i++)
		fclc_text_add(&text, "#include \"%s\"\n", program->sources[i].absolute);
	if (!error)
		error = fclc_write_file(path, text.text, text.length, err);
	options->sources[0] = path;
	memmove(&options->sources[1], &options->sources[count],
		options->nmodels * sizeof(*options->sources));
	options->nsources = 1 + options->nmodels;
	return error;
}

int fclc_join_sources(struct fclc_program *program, bool *ret_joined, struct fcl_err *err)
{
	*ret_joined = false;
	for (uint32_t i = 0; program->options.as_aoc && i < program->undefined.count; i++)
		*ret_joined |= reaches_over(program, &program->undefined.list[i]);
	return *ret_joined ? write_joined(program, err) : 0;
}
