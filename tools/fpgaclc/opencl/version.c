/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/version.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/common/texts.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/opencl/library/declarations.h"
#include "tools/fpgaclc/opencl/library/library.h"

/* Whether a line begins with the word, as declarations at file scope usually do. */
static bool begins_line(const char *text, const char *word)
{
	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
		if (at == text || at[-1] == '\n')
			return true;
	return false;
}

/* Most sources need not be asked. */
static bool may_need_2_0(char *text, void *with)
{
	(void)with;
	return !text || strstr(text, "pipe") || strstr(text, "channel") ||
	       begins_line(text, "__global") || begins_line(text, "global");
}

static struct fclc_step *version_step(struct fclc_program *program,
				      const struct fclc_source *source, const char *path)
{
	struct fclc_step *step = fclc_step_new(program, source->path);
	struct fclc_argv *argv = &step->chain->argv;

	fclc_flags_source(program, argv, source, false);
	fclc_argv_add(argv, "-DFCLC_VERSION_ASKED"); /* `pipe` and `channel` stay as they are */
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-fsyntax-only");
	fclc_plugin_action(program, argv, "fpgaclc-version", path);
	fclc_flags_deps(program, argv, step, "version", source->index);
	fclc_argv_add(argv, "%s", source->path);
	fclc_step_output(step, path);
	return step;
}

/* Has the plugin look at the source's tokens (plugin/opencl/version.cpp). */
static int find_version(struct fclc_program *program, struct fclc_source *source,
			struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/version%u", program->tmp, source->index);
	struct fclc_step *step;
	size_t size = 0;
	char *text;
	int error;

	if (!fclc_any_text(program, source->path, may_need_2_0, NULL))
		return 0;
	source->needs_2_0 = true;
	step = version_step(program, source, path);
	error = fclc_steps_run(program, &step, 1, err);
	if (!error)
		error = fclc_read_file(program, path, &text, &size, err);
	source->needs_2_0 = size > 0;
	return error;
}

int fclc_opencl_ready(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	int error = program->opencl_library ? 0 : fclc_opencl_find_library(program, err);

	if (!error)
		error = find_version(program, source, err);
	/* Sources that need the same version of OpenCL C share the declarations. */
	if (error || program->opencl_pch[source->needs_2_0])
		return error;
	return fclc_opencl_declare(program, source, err);
}
