/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/request.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "hal/box.h"

static bool transfer_ok(const struct fcl_hal_request *request,
			const struct fcl_hal_request_facts *facts)
{
	const struct fcl_hal_buffer *buffer = request->u.transfer.buffer;

	return buffer && request->u.transfer.host &&
	       fcl_hal_box_fits(&request->u.transfer.box, false, request->u.transfer.offset,
				facts->bytes(buffer)) &&
	       fcl_hal_box_fits(&request->u.transfer.box, true, 0, SIZE_MAX);
}

static bool copy_ok(const struct fcl_hal_request *request,
		    const struct fcl_hal_request_facts *facts)
{
	const struct fcl_hal_buffer *source = request->u.copy.source;
	const struct fcl_hal_buffer *target = request->u.copy.target;

	return source && target &&
	       fcl_hal_box_fits(&request->u.copy.box, false, request->u.copy.source_offset,
				facts->bytes(source)) &&
	       fcl_hal_box_fits(&request->u.copy.box, true, request->u.copy.target_offset,
				facts->bytes(target));
}

static bool fill_ok(const struct fcl_hal_request *request,
		    const struct fcl_hal_request_facts *facts)
{
	const struct fcl_hal_buffer *buffer = request->u.fill.buffer;
	uint32_t size = request->u.fill.pattern_size;
	uint64_t bytes = buffer ? facts->bytes(buffer) : 0;

	return buffer && size && size <= sizeof(request->u.fill.pattern) && !(size & (size - 1)) &&
	       !(request->u.fill.offset % size) && !(request->u.fill.bytes % size) &&
	       request->u.fill.offset <= bytes &&
	       request->u.fill.bytes <= bytes - request->u.fill.offset;
}

static bool request_arg_ok(const struct fcl_hal_arg *arg, const struct fcl_hal_request_facts *facts)
{
	if (arg->kind == FCL_HAL_ARG_BUFFER)
		return !arg->u.buffer || arg->offset < facts->bytes(arg->u.buffer);
	if (arg->kind == FCL_HAL_ARG_BYTES)
		return arg->u.bytes && arg->size;
	return arg->kind == FCL_HAL_ARG_LOCAL;
}

/* Arguments are ordered by index. All must be given except streams, which have no value. */
static bool args_ok(const struct fcl_hal_request *request, const struct fcl_image_kernel *kernel,
		    const struct fcl_hal_request_facts *facts)
{
	const struct fcl_hal_arg *args = request->u.launch.args;
	uint32_t next = 0;

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		bool given = next < request->u.launch.nargs && args[next].index == i;

		if (given && !request_arg_ok(&args[next], facts))
			return false;
		if (!given && kernel->args[i].qualifier != FCL_ARG_STREAM)
			return false;
		next += given;
	}
	return next == request->u.launch.nargs;
}

static bool launch_ok(const struct fcl_hal_request *request,
		      const struct fcl_hal_request_facts *facts)
{
	const struct fcl_hal_program *program = request->u.launch.program;
	const struct fcl_image *image = program ? facts->image(program) : NULL;
	uint32_t kernel = request->u.launch.kernel;

	if (!image || kernel >= image->nkernels || !request->u.launch.ncus)
		return false;
	for (uint32_t i = 0; i < request->u.launch.ncus; i++) {
		uint32_t cu = request->u.launch.cus[i];

		if (cu >= image->ncus || image->cus[cu].kernel != kernel)
			return false;
	}
	return args_ok(request, &image->kernels[kernel], facts) &&
	       request->u.launch.range.work_dim - 1 < 3;
}

bool fcl_hal_request_ok(const struct fcl_hal_request *request,
			const struct fcl_hal_request_facts *facts)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
	case FCL_HAL_READ:
		return transfer_ok(request, facts);
	case FCL_HAL_COPY:
		return copy_ok(request, facts);
	case FCL_HAL_FILL:
		return fill_ok(request, facts);
	case FCL_HAL_LAUNCH:
		return launch_ok(request, facts);
	}
	return false;
}

void fcl_hal_request_fill(const struct fcl_hal_request *request, void *to)
{
	uint64_t bytes = request->u.fill.bytes, done = request->u.fill.pattern_size;

	if (!bytes)
		return;
	if (done == 1) {
		memset(to, request->u.fill.pattern[0], bytes);
		return;
	}
	/* Doubles the filled part by copying it. */
	memcpy(to, request->u.fill.pattern, done);
	for (; done < bytes; done *= 2)
		memcpy((char *)to + done, to, done < bytes - done ? done : bytes - done);
}

uint64_t fcl_hal_range_groups(const struct fcl_hal_range *range)
{
	uint64_t groups = 1;

	for (int i = 0; i < 3; i++) {
		uint64_t local = range->local_size[i] ? range->local_size[i] : 1;
		uint64_t count = range->global_size[i] / local + !!(range->global_size[i] % local);

		if (__builtin_mul_overflow(groups, count, &groups))
			return UINT64_MAX;
	}
	return groups;
}

int fcl_hal_svm_check(uint64_t bytes, struct fcl_err *err)
{
	if (!bytes)
		return fcl_err_set(err, -EINVAL, "an allocation needs at least one byte");
	if (bytes > SIZE_MAX / 2)
		return fcl_err_set(err, -ENOMEM,
				   "shared virtual memory of %" PRIu64
				   " bytes requested, at most %zu are possible",
				   bytes, SIZE_MAX / 2);
	return 0;
}
