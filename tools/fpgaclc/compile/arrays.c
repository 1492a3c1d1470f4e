/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/arrays.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/compile/unit.h"

#define FCLC_MOST_ELEMENTS 1024u
#define FCLC_MOST_BYTES 0x10000000u /* maximum size of an array behind an AXI4-Stream port */

/* The value of a decimal number; 0 for any other text. */
static uint32_t literal(const char *text)
{
	char *end;
	unsigned long number = strtoul(text, &end, 0);

	end += strspn(end, "uUlL \t\n");
	return *end || number > UINT32_MAX ? 0 : (uint32_t)number;
}

static const char *extent_symbol(const struct fclc_program *program,
				 const struct fclc_kernel *kernel, const struct fclc_arg *arg)
{
	return fclc_format(program->arena, "fclc_extent_%s_%u", kernel->name, arg->parameter);
}

static bool is_open(const struct fclc_arg *arg)
{
	return (arg->array || arg->sequence) && !arg->elements && arg->extent;
}

/* Writes a source that defines a constant for each extent. NULL if all are known. */
static const char *extents_source(struct fclc_program *program, const struct fclc_source *source)
{
	struct fclc_text out = {.arena = program->arena};
	bool any = false;

	fclc_text_add(&out, "#include \"%s\"\n", source->absolute);
	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];

		for (uint32_t j = 0; kernel->source == source && j < kernel->nargs; j++) {
			if (!is_open(&kernel->args[j]))
				continue;
			any = true;
			fclc_text_add(&out,
				      "%s unsigned long %s = (%s);\n"
				      "const unsigned long *fclc_keep_%s = &%s;\n",
				      source->cxx ? "extern \"C\" constexpr" : "const",
				      extent_symbol(program, kernel, &kernel->args[j]),
				      kernel->args[j].extent,
				      extent_symbol(program, kernel, &kernel->args[j]),
				      extent_symbol(program, kernel, &kernel->args[j]));
		}
	}
	return any ? out.text : NULL;
}

/* Reads the value in "@<symbol> = ... constant i64 4, ...". */
static uint32_t extent_in(struct fclc_program *program, const char *ir, const char *symbol)
{
	const char *line = strstr(ir, fclc_format(program->arena, "\n@%s = ", symbol));
	const char *value = line ? strstr(line, " i64 ") : NULL;

	return value && value < line + 1 + strcspn(line + 1, "\n")
		       ? literal(fclc_copy(program->arena, value + 5,
					   strspn(value + 5, "0123456789")))
		       : 0;
}

static int extents_evaluate(struct fclc_program *program, struct fclc_source *source,
			    struct fcl_err *err)
{
	const char *text = extents_source(program, source);
	const char *path = fclc_format(program->arena, "%s/extents%u.%s", program->tmp,
				       source->index, source->cxx ? "cpp" : "c");
	char *ir;
	int error;

	if (!text)
		return 0;
	error = fclc_compile_constants(program, source, text, path, &ir, err);
	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		for (uint32_t j = 0; kernel->source == source && j < kernel->nargs; j++)
			if (is_open(&kernel->args[j]))
				kernel->args[j].elements =
					extent_in(program, ir,
						  extent_symbol(program, kernel, &kernel->args[j]));
	}
	return error;
}

/* Multiplies a sequence's extent, which counts its first dimension, into its number of packets. */
static int sequence_check(const struct fclc_kernel *kernel, struct fclc_arg *arg,
			  struct fcl_err *err)
{
	uint64_t packets = arg->elements;

	if (arg->extent)
		packets *= arg->element_size / arg->packet.size;
	if (!packets)
		return fclc_arg_error(
			err, arg->place, kernel, arg,
			"cannot tell how many packets a port of mode axis carries: expected hls::stream<T> &, a value, or an array T name[N] with a constant N");
	if (packets > FCLC_MOST_BYTES / arg->packet.size)
		return fclc_arg_error(err, arg->place, kernel, arg,
				      "expected an array of at most %u bytes, found %llu of %llu",
				      FCLC_MOST_BYTES, (unsigned long long)packets,
				      (unsigned long long)arg->packet.size);
	arg->elements = (uint32_t)packets;
	arg->size = arg->element_size = arg->packet.size;
	return 0;
}

static int extents_check(const struct fclc_kernel *kernel, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fclc_arg *arg = &kernel->args[i];
		int error = arg->sequence ? sequence_check(kernel, arg, err) : 0;

		if (error)
			return error;
		if (arg->array && !arg->elements)
			return fclc_arg_error(
				err, arg->place, kernel, arg,
				"cannot tell how many streams this is: expected hls::stream<T> name[N] with a constant N");
		if (arg->array && arg->elements > FCLC_MOST_ELEMENTS)
			return fclc_arg_error(err, arg->place, kernel, arg,
					      "expected at most %u streams in an array, found %u",
					      FCLC_MOST_ELEMENTS, arg->elements);
	}
	return 0;
}

static void expand(struct fclc_program *program, struct fclc_kernel *kernel)
{
	struct fclc_arg *args;
	uint32_t count = 0;

	for (uint32_t i = 0; i < kernel->nargs; i++)
		count += kernel->args[i].array ? kernel->args[i].elements : 1;
	args = fclc_alloc(program->arena, count, sizeof(*args));
	count = 0;
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (!arg->array)
			args[count++] = *arg;
		for (uint32_t j = 0; arg->array && j < arg->elements; j++) {
			args[count] = *arg;
			args[count].element = j;
			args[count].record_offset += j * arg->record_step;
			args[count++].name = fclc_format(program->arena, "%s_%u", arg->name, j);
		}
	}
	kernel->args = args;
	kernel->nargs = count;
}

int fclc_arrays_expand(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < program->nkernels; i++)
		for (uint32_t j = 0; j < program->kernels[i].nargs; j++)
			if (is_open(&program->kernels[i].args[j]))
				program->kernels[i].args[j].elements =
					literal(program->kernels[i].args[j].extent);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		if (!program->sources[i].compiled)
			error = extents_evaluate(program, &program->sources[i], err);
	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		error = extents_check(&program->kernels[i], err);
		if (!error)
			expand(program, &program->kernels[i]);
	}
	return error;
}
