/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/wrapper.h"

#include <string.h>

#include "tools/fpgaclc/common/language.h"

void fclc_wrapper_mark(const struct fclc_program *program, const char *before, const char *after,
		       struct fclc_text *out)
{
	if (program->options.target == FCL_TARGET_HW_EMU)
		fclc_text_add(out,
			      "\n%schar fclc_counts_traffic __asm__(\"fclc_counts_traffic\") "
			      "__attribute__((used, visibility(\"hidden\"), weak)) = 1;\n%s",
			      before, after);
}

const char *fclc_wrapper_path(const struct fclc_program *program, const struct fclc_source *source)
{
	return fclc_format(program->arena, "%s/unit%u.%s", program->tmp, source->index,
			   source->language->wrapper_suffix);
}

int fclc_wrapper_write(struct fclc_program *program, const struct fclc_source *source,
		       struct fclc_text *text, struct fcl_err *err)
{
	int error = source->language->wrap(program, source, text, err);

	return error ? error
		     : fclc_write_file(fclc_wrapper_path(program, source), text->text, text->length,
				       err);
}
