/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/rewrite.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/texts.h"
#include "tools/fpgaclc/opencl/library/declarations.h"
#include "tools/fpgaclc/opencl/library/library.h"
#include "tools/fpgaclc/opencl/vendor/autorun.h"
#include "tools/fpgaclc/opencl/vendor/expand.h"
#include "tools/fpgaclc/opencl/vendor/global_pipes.h"

static bool may_have_pipes(char *text, void *with)
{
	(void)with;
	return !text || fclc_pipes_possible(text);
}

/* Replaces pipes and channels declared at file scope. *ret_text stays NULL if there are none. */
static int rewrite_pipes(struct fclc_program *program, struct fclc_source *source,
			 const char **ret_text, struct fcl_err *err)
{
	const char *expanded;
	int error;

	if (!fclc_any_text(program, source->path, may_have_pipes, NULL))
		return 0;
	source->needs_2_0 = true;
	error = fclc_expand(program, source, &expanded, err);
	if (!error)
		error = fclc_autorun_expand(program, source, expanded, &expanded, err);
	return error ? error : fclc_pipes_rewrite(program, source, expanded, ret_text, err);
}

static int rewrite(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	const char *text = NULL;
	int error = rewrite_pipes(program, source, &text, err);

	if (error || !text)
		return error;
	source->rewritten = fclc_format(program->arena, "%s/source%u.cl", program->tmp,
					source->index);
	return fclc_write_file(source->rewritten, text, strlen(text), err);
}

int fclc_opencl_ready(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	int error = program->opencl_library ? 0 : fclc_opencl_find_library(program, err);

	if (!error)
		error = rewrite(program, source, err);
	/* Sources that need the same version of OpenCL C share the declarations. */
	if (error || program->opencl_pch[source->needs_2_0])
		return error;
	return fclc_opencl_declare(program, source, err);
}
