/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/wrapper.h"

/* Stack for a function with a variable-length array or alloca(). */
#define FCLC_DYNAMIC_STACK (8u << 20)

const char *fclc_unit_ir(const struct fclc_program *program, const struct fclc_source *source)
{
	return fclc_format(program->arena, "%s/unit%u.ll", program->tmp, source->index);
}

void fclc_unit_leave(const struct fclc_program *program, struct fclc_source *source,
		     struct fclc_text *out)
{
	fclc_text_add(out, "\nextern \"C\" __attribute__((used)) char fclc_leaves[] = \"%s\";\n",
		      fclc_unit_ir(program, source));
	source->unit = source->stack_usage = NULL;
}

void fclc_unit_output(const struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-fpass-plugin=%s", program->plugin);
	fclc_argv_add(argv, "-fstack-usage");
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", source->unit);
}

static int unit_command(struct fclc_program *program, struct fclc_source *source,
			struct fclc_step *step, struct fcl_err *err)
{
	const struct fclc_language *language = source->language;
	struct fclc_argv *argv = &step->chain->argv;
	char level = language->optimize ? language->optimize(&program->options)
					: program->options.optimize;
	int error;

	/* The compiler rejects the precompiled header if optimisation is off. */
	fclc_flags_source(program, argv, source, level != '0');
	fclc_flags_optimize(&program->options, level, argv);
	fclc_flags_debug(program, argv);
	fclc_flags_check(program, argv);
	error = language->unit(program, source, level, argv, err);
	fclc_flags_deps(program, argv, step, "unit", source->index);
	fclc_argv_add(argv, "%s", source->path);
	fclc_unit_output(program, source, argv);
	return error;
}

void fclc_unit_name(const struct fclc_program *program, struct fclc_source *source)
{
	source->unit = fclc_format(program->arena, "%s/unit%u.o", program->tmp, source->index);
	source->stack_usage = fclc_format(program->arena, "%s/unit%u.su", program->tmp,
					  source->index);
}

int fclc_compile_unit(struct fclc_program *program, struct fclc_source *source,
		      struct fclc_step **ret_step, struct fcl_err *err)
{
	struct fclc_step *step = fclc_step_new(program, source->path);
	int error;

	*ret_step = step;
	fclc_unit_name(program, source);
	error = unit_command(program, source, step, err);
	if (error)
		return error;
	fclc_step_output(step, source->facts);
	step->nearly = step->noutputs;
	step->rest = fclc_wrapper_path(program, source);
	fclc_step_output(step, source->unit);
	fclc_step_output(step, source->stack_usage);
	/* clang writes none for a source without functions. */
	return fclc_write_file(source->stack_usage, "", 0, err);
}

/* Lines are "file:line:function<TAB>bytes<TAB>static" (or dynamic). */
int fclc_stack_usage(struct fclc_program *program, const struct fclc_source *source,
		     uint64_t *ret_bytes, struct fcl_err *err)
{
	uint64_t total = 0;
	char *text, *line;
	size_t size;
	int error = fclc_read_file(program, source->stack_usage, &text, &size, err);

	if (error)
		return error;
	while ((line = strsep(&text, "\n"))) {
		char *tab = strchr(line, '\t');

		if (!tab)
			continue;
		total += strtoull(tab + 1, NULL, 10);
		if (strstr(tab, "dynamic"))
			total += FCLC_DYNAMIC_STACK;
	}
	*ret_bytes = total;
	return 0;
}
