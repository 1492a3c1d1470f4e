/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/packets.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/compile/unit.h"

/* The size of a scalar or vector type; 0 for any other type. */
static uint64_t size_of(const char *type)
{
	static const struct {
		const char *name;
		unsigned size;
	} types[] = {
		{"char", 1},  {"uchar", 1}, {"bool", 1}, {"short", 2}, {"ushort", 2}, {"half", 2},
		{"float", 4}, {"int", 4},   {"uint", 4}, {"long", 8},  {"ulong", 8},  {"double", 8},
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		size_t length = strlen(types[i].name);
		unsigned long count;
		char *end;

		if (strncmp(type, types[i].name, length) != 0)
			continue;
		if (!type[length])
			return types[i].size;
		count = strtoul(type + length, &end, 10);
		if (!*end && count >= 2 && count <= 16)
			return types[i].size * (count == 3 ? 4 : count);
	}
	return 0;
}

static const char *size_symbol(const struct fclc_program *program, const struct fclc_kernel *kernel,
			       uint32_t arg)
{
	return fclc_format(program->arena, "fclc_packet_%s_%u", kernel->name, arg);
}

static bool is_open(const struct fclc_arg *arg)
{
	return arg->kind == FCLC_ARG_STREAM && !arg->size;
}

/* Reads the value in "@<symbol> = ... constant i64 12, ...". */
static uint64_t size_in(struct fclc_program *program, const char *ir, const char *symbol)
{
	const char *line = strstr(ir, fclc_format(program->arena, "\n@%s = ", symbol));
	const char *value = line ? strstr(line, " i64 ") : NULL;

	return value && value < line + 1 + strcspn(line + 1, "\n") ? strtoull(value + 5, NULL, 10)
								   : 0;
}

/* Has the compiler evaluate sizeof for types whose size is not known. */
static int evaluate(struct fclc_program *program, struct fclc_source *source,
		    const struct fclc_text *text, struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/packets%u.cl", program->tmp,
				       source->index);
	char *ir;
	int error = fclc_compile_constants(program, source, text->text, path, &ir, err);

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		for (uint32_t j = 0; kernel->source == source && j < kernel->nargs; j++)
			if (is_open(&kernel->args[j]))
				kernel->args[j].size = kernel->args[j].element_size =
					size_in(program, ir, size_symbol(program, kernel, j));
	}
	return error;
}

int fclc_packets_measure(struct fclc_program *program, struct fclc_source *source,
			 struct fcl_err *err)
{
	struct fclc_text text = {.arena = program->arena};
	bool any = false;

	fclc_text_add(&text, "#include \"%s\"\n",
		      source->rewritten ? source->rewritten : source->absolute);
	for (uint32_t i = 0; i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		for (uint32_t j = 0; kernel->source == source && j < kernel->nargs; j++) {
			struct fclc_arg *arg = &kernel->args[j];

			if (!is_open(arg))
				continue;
			arg->size = arg->element_size = size_of(arg->type_name);
			if (arg->size)
				continue;
			any = true;
			fclc_text_add(&text, "__constant const ulong %s = sizeof(%s);\n",
				      size_symbol(program, kernel, j), arg->type_name);
		}
	}
	return any ? evaluate(program, source, &text, err) : 0;
}
