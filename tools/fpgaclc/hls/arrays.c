/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/arrays.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"

#define FCLC_MOST_ELEMENTS 1024u
#define FCLC_MOST_BYTES 0x10000000u /* maximum size of an array behind an AXI4-Stream port */

static int sequence_check(const struct fclc_kernel *kernel, struct fclc_arg *arg,
			  struct fcl_err *err)
{
	uint64_t packets = arg->elements;

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

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		error = extents_check(&program->kernels[i], err);
		if (!error)
			expand(program, &program->kernels[i]);
	}
	return error;
}
