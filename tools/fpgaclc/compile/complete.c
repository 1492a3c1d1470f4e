/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/complete.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/step.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/compile/wrapper.h"
#include "tools/fpgaclc/frontend/dwarf.h"

static bool is_wanted(const struct fclc_program *program, const struct fclc_function *function)
{
	if (*function->scope || function->is_template)
		return false;
	for (uint32_t i = 0; i < program->options.nkernels; i++)
		if (!strcmp(program->options.kernels[i], function->name))
			return true;
	return false;
}

static bool is_incomplete(const struct fclc_function *function)
{
	for (uint32_t i = 0; i < function->nargs; i++)
		if (function->args[i].incomplete)
			return true;
	return false;
}

/* Writes a source that instantiates what the kernels' parameters need. NULL: nothing to do. */
static const char *complete_source(struct fclc_program *program, const struct fclc_source *source,
				   uint32_t first, const char *text)
{
	struct fclc_text out = {.arena = program->arena};
	bool any = false;

	fclc_text_add(&out,
		      "#include \"%s\"\n#include \"fpgacl/wrapper.h\"\n"
		      "#include \"fpgacl/complete.h\"\n",
		      source->absolute);
	for (uint32_t i = first; i < program->functions.count; i++) {
		const struct fclc_function *function = &program->functions.list[i];

		if (!is_wanted(program, function) || !is_incomplete(function))
			continue;
		/* Functions of one name are in namespaces of their own. */
		fclc_text_add(&out, "namespace fclc_complete_%u {", i);
		fclc_wrapper_type(&out, function->name, function->type, text);
		fclc_text_add(
			&out,
			"constexpr const bool *all = fclc::complete_parameters<fclc_type_%s>::all;\n}\n",
			function->name);
		any = true;
	}
	return any ? out.text : NULL;
}

static int compile(struct fclc_program *program, struct fclc_source *source, const char *path,
		   struct fcl_err *err)
{
	struct fclc_step *step = fclc_step_new(program, source->path);
	struct fclc_argv *argv = &step->chain->argv;

	source->object = fclc_format(program->arena, "%s/complete%u.o", program->tmp,
				     source->index);
	step->before = fclc_support_write_rest;
	fclc_flags_source(program, argv, source, false);
	fclc_flags_deps(program, argv, step, "complete", source->index);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O1"); /* see examine.c */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-disable-llvm-passes");
	fclc_argv_add(argv, "-gdwarf-4");
	fclc_argv_add(argv, "-fstandalone-debug");
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "%s", path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", source->object);
	fclc_step_output(step, source->object);
	return fclc_steps_run(program, &step, 1, err);
}

int fclc_complete_types(struct fclc_program *program, struct fclc_source *source, uint32_t first,
			struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/complete%u.cpp", program->tmp,
				       source->index);
	const char *written;
	char *text;
	size_t size;
	bool any = false;
	int error;

	for (uint32_t i = first; i < program->functions.count; i++)
		any |= is_wanted(program, &program->functions.list[i]) &&
		       is_incomplete(&program->functions.list[i]);
	if (!any || !source->cxx)
		return 0;
	error = fclc_read_file(program, source->preprocessed, &text, &size, err);
	if (error)
		return error;
	written = complete_source(program, source, first, text);
	error = fclc_write_file(path, written, strlen(written), err);
	if (!error)
		error = compile(program, source, path, err);
	if (error)
		return error;
	program->functions.count = first;
	return fclc_dwarf_read(program, source, err);
}
