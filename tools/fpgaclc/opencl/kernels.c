/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/opencl/attributes.h"
#include "tools/fpgaclc/opencl/autorun.h"
#include "tools/fpgaclc/opencl/calls.h"
#include "tools/fpgaclc/opencl/global_pipes.h"
#include "tools/fpgaclc/opencl/packets.h"

#define NOT_UNIFORM "\"uniform-work-group-size\"=\"false\""

/* Address spaces as numbered in kernel_arg_addr_space metadata. */
enum { FCLC_SPACE_GLOBAL = 1, FCLC_SPACE_CONSTANT, FCLC_SPACE_LOCAL };

/* The text after "!<number> = !{" of the node that a function's line refers to after `key`. */
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

/* Advances to the node's next element. False if the line has no more. */
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

const char *fclc_opencl_name(const char *symbol)
{
	static const char theirs[] = "_cl_", ours[] = "fclc_";
	static const char *const renamed[] = {
		"sin",   "cos",   "tan",    "lgamma", "lgamma_r", "tgamma",   "cospi",
		"sinpi", "tanpi", "atanpi", "sincos", "length",   "distance", "normalize"};

	if (!strncmp(symbol, theirs, strlen(theirs)))
		return symbol + strlen(theirs);
	for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
		if (!strncmp(symbol, ours, strlen(ours)) &&
		    !strcmp(symbol + strlen(ours), renamed[i]))
			return symbol + strlen(ours);
	return symbol;
}

/* Appends the kernels defined in `ir`, in order. */
static void opencl_list(struct fclc_program *program, const char *ir)
{
	struct fclc_options *options = &program->options;

	for (const char *line = ir; (line = strstr(line, "\ndefine ")) != NULL;) {
		const char *name = strchr(++line, '@');

		if (!name || !node(ir, line, "!kernel_arg_addr_space !"))
			continue;
		fclc_append(program->arena, &options->kernels, &options->nkernels,
			    &options->kernels_capacity,
			    fclc_opencl_name(
				    fclc_copy(program->arena, name + 1, strcspn(name + 1, "("))));
	}
}

int fclc_opencl_name_kernels(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		char *ir;
		size_t size;

		error = fclc_read_file(program, program->sources[i].ir, &ir, &size, err);
		if (!error)
			opencl_list(program, ir);
	}
	if (!error && !program->options.nkernels)
		return fclc_error(err, FCLC_NOWHERE,
				  "expected at least one __kernel in the sources, found none");
	return error;
}

/* fclc_packets_measure() fills in the size later. */
static void opencl_pipe(struct fclc_arena *arena, struct fclc_arg *arg, const char *access,
			const char *type)
{
	arg->kind = FCLC_ARG_STREAM;
	arg->type_name = type;
	arg->spelling = fclc_format(arena, "%s pipe %s", access, type);
	arg->direction = strcmp(access, "write_only") ? FCL_DIR_IN : FCL_DIR_OUT;
	arg->space = 0;
	arg->size = arg->element_size = 0;
}

static int opencl_arg(struct fclc_kernel *kernel, struct fclc_arg *arg, unsigned space,
		      const char *type, struct fcl_err *err)
{
	if (strstr(type, "image") == type || !strcmp(type, "sampler_t"))
		return fclc_arg_error(err, arg->place, kernel, arg, "%s is not supported", type);
	arg->type_name = type;
	arg->spelling = type;
	if (fclc_has_suffix(type, "*")) {
		/* Local memory is not a port: the register contains the requested size. */
		arg->kind = space == FCLC_SPACE_LOCAL ? FCLC_ARG_VALUE : FCLC_ARG_POINTER;
		arg->size = 8;
		arg->space = space == FCLC_SPACE_LOCAL      ? FCL_ARG_LOCAL
			     : space == FCLC_SPACE_CONSTANT ? FCL_ARG_CONSTANT
							    : FCL_ARG_GLOBAL;
		if (!arg->element_size)
			arg->element_size = 1;
	}
	return 0;
}

/* `qualifiers` are a pointer's qualifiers as clang lists them: "restrict const". */
static void qualify(struct fclc_arena *arena, struct fclc_arg *arg, const char *qualifiers)
{
	arg->type_name = fclc_format(arena, "%s%s%s%s", strstr(qualifiers, "const") ? "const " : "",
				     strstr(qualifiers, "volatile") ? "volatile " : "",
				     arg->type_name,
				     strstr(qualifiers, "restrict") ? " restrict" : "");
}

static int check_local(const struct fclc_kernel *kernel, struct fcl_err *err)
{
	if (kernel->local_size <= UINT32_MAX)
		return 0;
	return fclc_error(err, kernel->place,
			  "kernel '%s' declares 4 GiB of __local variables or more, expected less",
			  kernel->name);
}

/*
 * Whether the function allows non-uniform work-groups: clang says so from CL2.0 on, unless
 * -cl-uniform-work-group-size is given.
 */
static bool opencl_is_non_uniform(struct fclc_program *program, const char *ir, const char *line)
{
	const char *number = memmem(line, strcspn(line, "\n"), " #", 2), *group = NULL;

	if (number)
		group = strstr(ir, fclc_format(program->arena, "\nattributes #%lu = ",
					       strtoul(number + 2, NULL, 10)));
	return group && memmem(group, strcspn(group + 1, "\n"), NOT_UNIFORM, strlen(NOT_UNIFORM));
}

static int opencl_kernel(struct fclc_program *program, struct fclc_kernel *kernel, const char *ir,
			 struct fcl_err *err)
{
	const char *start = fclc_format(program->arena, " @%s(", kernel->symbol);
	const char *line = ir, *spaces, *types, *sizes, *accesses, *qualifiers;
	int error = 0;

	do {
		line = strstr(line, "\ndefine ");
		line = line ? line + 1 : NULL;
	} while (line && !memmem(line, strcspn(line, "\n"), start, strlen(start)));
	spaces = line ? node(ir, line, "!kernel_arg_addr_space !") : NULL;
	types = line ? node(ir, line, "!kernel_arg_type !") : NULL;
	accesses = line ? node(ir, line, "!kernel_arg_access_qual !") : NULL;
	qualifiers = line ? node(ir, line, "!kernel_arg_type_qual !") : NULL;
	if (!spaces || !types || !accesses || !qualifiers)
		return fclc_error(err, kernel->place,
				  "expected a __kernel, but '%s' is an ordinary function",
				  kernel->name);
	for (uint32_t i = 0; !error && i < kernel->nargs; i++) {
		const char *type = read_string(program->arena, types);
		const char *qualifier = read_string(program->arena, qualifiers);

		if (strstr(qualifier, "pipe"))
			opencl_pipe(program->arena, &kernel->args[i],
				    read_string(program->arena, accesses), type);
		else
			error = opencl_arg(kernel, &kernel->args[i], read_number(spaces), type,
					   err);
		if (kernel->args[i].space)
			qualify(program->arena, &kernel->args[i], qualifier);
		spaces = next(spaces);
		types = next(types);
		accesses = next(accesses);
		qualifiers = next(qualifiers);
	}
	sizes = node(ir, line, "!reqd_work_group_size !");
	for (int i = 0; sizes && i < 3; i++, sizes = next(sizes))
		kernel->work_group[i] = read_number(sizes);
	kernel->non_uniform = opencl_is_non_uniform(program, ir, line);
	kernel->private_data = true;
	if (!error)
		error = fclc_autorun_apply(kernel, err);
	if (!error)
		error = fclc_pipes_add_args(program, kernel, err);
	return error ? error : check_local(kernel, err);
}

int fclc_opencl_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	char *ir;
	size_t size;
	int error = fclc_read_file(program, source->ir, &ir, &size, err);

	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		if (program->kernels[i].source == source)
			error = opencl_kernel(program, &program->kernels[i], ir, err);
	if (!error)
		error = fclc_calls_check(program, source, ir, err);
	if (!error)
		error = fclc_attributes_read(program, source, err);
	return error ? error : fclc_packets_measure(program, source, err);
}
