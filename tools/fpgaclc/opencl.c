/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/objects.h"

#define FCLC_POCL "/usr/share/pocl"

/* Address spaces as kernel_arg_addr_space counts them. */
enum { FCLC_SPACE_GLOBAL = 1, FCLC_SPACE_CONSTANT, FCLC_SPACE_LOCAL };

int fclc_opencl_find_library(struct fclc_program *program, struct fcl_err *err)
{
	/* Each instruction set by the file whose name is the most that it has. */
	static const struct {
		const char *march, *file;
	} libraries[] = {{"x86-64", "sse2"},
			 {"x86-64-v2", "sse41"},
			 {"x86-64-v3", "avx2"},
			 {"x86-64-v4", "avx512"}};

	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
		if (!strcmp(libraries[i].march, program->options.march))
			program->opencl_library = fclc_format(
				program->arena, FCLC_POCL "/kernel-x86_64-pc-linux-gnu-%s.bc",
				libraries[i].file);
	if (!access(program->opencl_library, R_OK) && !access(FCLC_POCL "/include/_kernel.h", R_OK))
		return 0;
	return fclc_error(err, FCLC_NOWHERE,
			  "OpenCL C needs PoCL's built-in functions, '%s' and its headers: install "
			  "the package libpocl2",
			  program->opencl_library);
}

void fclc_opencl_language(const struct fclc_program *program, struct fclc_argv *argv)
{
	const char *standard = program->options.standard;

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, "-x");
	fclc_argv_add(argv, "cl");
	fclc_argv_add(argv, "%s",
		      standard && !strncmp(standard, "-cl-std=", 8) ? standard : "-cl-std=CL1.2");
	fclc_argv_add(argv, "-cl-no-stdinc");
	fclc_argv_add(argv, "-cl-kernel-arg-info");
	/* The library was made with address spaces in its types, and calls have to agree with that.
	 */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-ffake-address-space-map");
	fclc_argv_add(argv, "-I" FCLC_POCL "/include");
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, FCLC_POCL "/include/_kernel.h");
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, "%s/include/fpgaclc_opencl.h", program->tmp);
	fclc_argv_add(argv, "-Wno-unused-value");
	/* A hint that clang refuses in front of a label, where the vendor's compiler takes it. */
	fclc_argv_add(argv, "-Dopencl_unroll_hint=xcl_unroll_hint");
	/* The vendor's attributes shape hardware; a wide vector's registers are no concern here. */
	fclc_argv_add(argv, "-Wno-unknown-attributes");
	fclc_argv_add(argv, "-Wno-ignored-attributes");
	fclc_argv_add(argv, "-Wno-psabi");
}

void fclc_opencl_builtins(const struct fclc_program *program, const char *generic,
			  struct fclc_argv *argv)
{
	if (generic) {
		fclc_argv_add(argv, "-Xclang");
		fclc_argv_add(argv, "-mlink-builtin-bitcode");
		fclc_argv_add(argv, "-Xclang");
		fclc_argv_add(argv, "%s", generic);
	}
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-mlink-builtin-bitcode");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "%s", program->opencl_library);
}

/* --- what the IR says --- */

/* The text behind "!<number> = !{", the node that a function's line names after `key`. */
static const char *node(const char *ir, const char *line, const char *key)
{
	size_t length = strcspn(line, "\n");
	const char *at = memmem(line, length, key, strlen(key));
	char start[32];
	unsigned long number;

	if (!at)
		return NULL;
	number = strtoul(at + strlen(key), NULL, 10);
	snprintf(start, sizeof(start), "\n!%lu = !{", number);
	at = strstr(ir, start);
	return at ? at + strlen(start) : NULL;
}

/* Whether the next element of a node is on the same line; steps over to it. */
static const char *next(const char *element)
{
	size_t length = strcspn(element, ",\n");

	return element[length] == ',' ? element + length + 2 : element + length;
}

static unsigned read_number(const char *element)
{
	return strncmp(element, "i32 ", 4) ? 0 : (unsigned)strtoul(element + 4, NULL, 10);
}

/* The text of an element !"..." */
static const char *read_string(struct fclc_arena *arena, const char *element)
{
	return strncmp(element, "!\"", 2)
		       ? ""
		       : fclc_copy(arena, element + 2, strcspn(element + 2, "\""));
}

static bool has_suffix(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);

	return length >= tail && !strcmp(text + length - tail, suffix);
}

/* Appends the kernels that `ir` defines, in its order. */
static void opencl_list(struct fclc_program *program, const char *ir, uint32_t *capacity)
{
	struct fclc_options *options = &program->options;

	for (const char *line = ir; (line = strstr(line, "\ndefine ")) != NULL;) {
		const char *name = strchr(++line, '@');

		if (!name || !node(ir, line, "!kernel_arg_addr_space !"))
			continue;
		options->kernels = fclc_grow(program->arena, options->kernels, options->nkernels,
					     capacity, sizeof(*options->kernels));
		options->kernels[options->nkernels++] = fclc_copy(program->arena, name + 1,
								  strcspn(name + 1, "("));
	}
}

int fclc_opencl_name_kernels(struct fclc_program *program, struct fcl_err *err)
{
	uint32_t capacity = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		char *ir;
		size_t size;

		error = fclc_read_file(program, program->sources[i].ir, &ir, &size, err);
		if (!error)
			opencl_list(program, ir, &capacity);
	}
	if (!error && !program->options.nkernels)
		return fclc_error(err, FCLC_NOWHERE, "the sources define no __kernel");
	return error;
}

static int opencl_arg(struct fclc_kernel *kernel, struct fclc_arg *arg, unsigned space,
		      const char *type, struct fcl_err *err)
{
	if (strstr(type, "image") == type || !strcmp(type, "sampler_t") || strstr(type, "pipe "))
		return fclc_arg_error(err, arg->place, kernel, arg, "%s is not supported", type);
	arg->type_name = type;
	arg->spelling = type;
	if (has_suffix(type, "*")) {
		/* Local memory is no port: the register says how much of it is wanted. */
		arg->kind = space == FCLC_SPACE_LOCAL ? FCLC_ARG_VALUE : FCLC_ARG_POINTER;
		arg->size = 8;
		arg->space = space == FCLC_SPACE_LOCAL      ? FCL_ARG_LOCAL
			     : space == FCLC_SPACE_CONSTANT ? FCL_ARG_CONSTANT
							    : FCL_ARG_GLOBAL;
		if (!arg->element_size)
			arg->element_size = 1;
	} else if (has_suffix(type, "3") && arg->size % 3 == 0) {
		/* DWARF counts three elements, the vector takes the room of four. */
		arg->size = arg->size / 3 * 4;
	}
	return 0;
}

/*
 * Adds up a kernel's __local variables: clang names each "<kernel>.<variable>", the IR has their
 * address space, and the object their sizes.
 */
static int opencl_local(struct fclc_program *program, struct fclc_kernel *kernel, const char *ir,
			struct fcl_err *err)
{
	const char *start = fclc_format(program->arena, "\n@%s.", kernel->name);
	const char *line = ir;
	int error = 0;

	while (!error && (line = strstr(line, start)) != NULL) {
		const char *name = line + strlen("\n@");
		uint64_t size = 0;
		bool found;

		line = name + strcspn(name, "\n");
		if (memmem(name, (size_t)(line - name), " addrspace(3) ", strlen(" addrspace(3) ")))
			error = fclc_object_find(
				kernel->source->object,
				fclc_copy(program->arena, name, strcspn(name, " ")), &found, &size,
				err);
		if (__builtin_add_overflow(kernel->local_size, size, &kernel->local_size) ||
		    kernel->local_size > UINT32_MAX)
			return fclc_error(err, kernel->place,
					  "kernel '%s' declares 4 GiB of __local variables or more",
					  kernel->name);
	}
	return error;
}

static int opencl_kernel(struct fclc_program *program, struct fclc_kernel *kernel, const char *ir,
			 struct fcl_err *err)
{
	const char *start = fclc_format(program->arena, " @%s(", kernel->name);
	const char *line = ir, *spaces, *types, *sizes;
	int error = 0;

	do {
		line = strstr(line, "\ndefine ");
		line = line ? line + 1 : NULL;
	} while (line && !memmem(line, strcspn(line, "\n"), start, strlen(start)));
	spaces = line ? node(ir, line, "!kernel_arg_addr_space !") : NULL;
	types = line ? node(ir, line, "!kernel_arg_type !") : NULL;
	if (!spaces || !types)
		return fclc_error(err, kernel->place, "'%s' is not a __kernel", kernel->name);
	for (uint32_t i = 0; !error && i < kernel->nargs; i++) {
		error = opencl_arg(kernel, &kernel->args[i], read_number(spaces),
				   read_string(program->arena, types), err);
		spaces = next(spaces);
		types = next(types);
	}
	sizes = node(ir, line, "!reqd_work_group_size !");
	for (int i = 0; sizes && i < 3; i++, sizes = next(sizes))
		kernel->work_group[i] = read_number(sizes);
	kernel->opencl = true;
	kernel->private_data = true;
	return error ? error : opencl_local(program, kernel, ir, err);
}

int fclc_opencl_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	char *ir;
	size_t size;
	int error = fclc_read_file(program, source->ir, &ir, &size, err);

	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		if (program->kernels[i].source == source)
			error = opencl_kernel(program, &program->kernels[i], ir, err);
	return error;
}

/* --- what is generated --- */

void fclc_opencl_wrapper(struct fclc_text *out, const struct fclc_kernel *kernel)
{
	fclc_text_add(out,
		      "\n__attribute__((visibility(\"hidden\"))) void "
		      "fclc_item_%s(__private ulong *fclc_args);\n"
		      "void fclc_item_%s(__private ulong *fclc_args)\n{\n\t%s(",
		      kernel->name, kernel->name, kernel->name);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (arg->space)
			fclc_text_add(out, "%s(__%s void *)fclc_args[%u]", i ? ", " : "",
				      arg->space == FCL_ARG_LOCAL      ? "local"
				      : arg->space == FCL_ARG_CONSTANT ? "constant"
								       : "global",
				      i);
		else
			fclc_text_add(out, "%s*(__private %s *)fclc_args[%u]", i ? ", " : "",
				      arg->spelling, i);
	}
	fclc_text_add(out, ");\n\t(void)fclc_args;\n}\n");
}

void fclc_opencl_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	fclc_text_add(out,
		      "void fclc_item_%s(unsigned long *args);\n"
		      "static const struct fclc_item_arg fclc_item_args_%u[] = {\n",
		      kernel->name, index);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		fclc_text_add(out, "\t{%s, %uu, %uu, %lluu},\n",
			      arg->kind != FCLC_ARG_POINTER ? "FCLC_ITEM_VALUE"
			      : arg->space == FCL_ARG_LOCAL ? "FCLC_ITEM_LOCAL"
							    : "FCLC_ITEM_MEMORY",
			      arg->offset, arg->port, (unsigned long long)arg->size);
	}
	fclc_text_add(
		out,
		"\t{FCLC_ITEM_END, 0, 0, 0}};\n\n"
		"int fclc_run_%s(struct fcl_cu *cu)\n{\n"
		"\treturn fclc_items_run(cu, fclc_item_%s, fclc_item_args_%u, %lluu, %u);\n}\n\n",
		kernel->name, kernel->name, index, (unsigned long long)kernel->stack_size,
		kernel->barriers);
}
