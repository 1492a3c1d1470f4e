/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/rewrite.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/opencl/library/declarations.h"
#include "tools/fpgaclc/opencl/library/library.h"
#include "tools/fpgaclc/opencl/vendor/autorun.h"
#include "tools/fpgaclc/opencl/vendor/expand.h"
#include "tools/fpgaclc/opencl/vendor/global_pipes.h"
#include "tools/fpgaclc/opencl/vendor/intel_forms.h"

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
