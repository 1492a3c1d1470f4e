/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/xo/language.h"

#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/xo/xo_read.h"

static int add_kernels(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	int error = 0;

	for (uint32_t i = 0; !error && i < options->nsources; i++) {
		struct fclc_source *source = &program->sources[program->nsources];

		if (!fclc_xo_is(options->sources[i]))
			continue;
		if (options->mode == FCLC_MODE_COMPILE)
			return fclc_error(
				err, FCLC_NOWHERE,
				"-c takes source files, found '%s', which is compiled already",
				options->sources[i]);
		source->index = program->nsources++;
		error = fclc_xo_read(program, source, options->sources[i], err);
	}
	return error;
}

/* Of kernels in C or C++, too: which of them is the same for a link. */
const struct fclc_language fclc_xo = {
	.name = "xo",
	.suffixes = (const char *const[]){".xo", ".aoco", ".aocr", NULL},
	.add_kernels = add_kernels,
	.lay_out = fclc_interface_set_late,
	.image_name = "c",
	.native = true,
};
