/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/range.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { GROUP_SUITS = 256, GROUP_MOST = 4096 };

static uint64_t range_greatest_divisor(uint64_t size, uint64_t limit)
{
	uint64_t divisor = size < limit ? size : limit;

	while (size % divisor)
		divisor--;
	return divisor;
}

static bool is_opencl_c(const struct fcl_image_kernel *kernel)
{
	return !strcmp(kernel->language, "clc");
}

/* Whether a single work-item is probably a mistake. Tasks declare that they have only one. */
static bool wants_range(const struct fcl_image_kernel *kernel)
{
	const uint64_t *group = kernel->reqd_work_group;

	return is_opencl_c(kernel) && kernel->work_dims != 1 &&
	       !(group[0] == 1 && group[1] <= 1 && group[2] <= 1);
}

/* Like an enqueue without a group size. An HLS kernel runs once for each group. */
static void choose_groups(struct fcl_tool_launch *launch, uint64_t limit)
{
	const struct fcl_image_kernel *kernel = launch->kernel;
	uint64_t room = limit < GROUP_SUITS ? limit : GROUP_SUITS;

	for (unsigned i = 0; i < 3; i++) {
		uint64_t size = launch->range.global_size[i], *local = &launch->range.local_size[i];

		if (kernel->reqd_work_group[0])
			*local = kernel->reqd_work_group[i] ? kernel->reqd_work_group[i] : 1;
		else
			*local = is_opencl_c(kernel) ? range_greatest_divisor(size, room) : size;
		room = room / *local ? room / *local : 1;
	}
}

static int check_groups(const struct fcl_tool_launch *launch, uint64_t limit, struct fcl_err *err)
{
	const struct fcl_image_kernel *kernel = launch->kernel;
	const struct fcl_hal_range *range = &launch->range;
	uint64_t items = 1;

	for (unsigned i = 0; i < 3; i++) {
		uint64_t required = kernel->reqd_work_group[i] ? kernel->reqd_work_group[i] : 1;

		if (kernel->reqd_work_group[0] && range->local_size[i] != required)
			return fcl_err_set(err, -EINVAL,
					   "kernel %s requires groups of %" PRIu64
					   " in dimension %u, found %" PRIu64,
					   kernel->name, required, i, range->local_size[i]);
		if (!kernel->non_uniform && range->global_size[i] % range->local_size[i])
			return fcl_err_set(
				err, -EINVAL,
				"kernel %s: a range of %" PRIu64
				" is not a multiple of the group's %" PRIu64 " in dimension %u",
				kernel->name, range->global_size[i], range->local_size[i], i);
		if (__builtin_mul_overflow(items, range->local_size[i], &items))
			items = UINT64_MAX;
	}
	if (items > limit && is_opencl_c(kernel))
		return fcl_err_set(err, -EINVAL,
				   "kernel %s: groups have at most %" PRIu64 " work-items",
				   kernel->name, limit);
	return 0;
}

int fcl_tool_plan_range(struct fcl_tool_launch *launch, struct fcl_err *err)
{
	const struct fcl_image_kernel *kernel = launch->kernel;
	uint64_t limit = kernel->max_work_group ? kernel->max_work_group : GROUP_MOST;
	struct fcl_hal_range *range = &launch->range;

	if (!range->work_dim && wants_range(kernel))
		return fcl_err_set(
			err, -EINVAL,
			"kernel %s is OpenCL C and runs over a range of work-items: --range N[,N[,N]]",
			kernel->name);
	for (unsigned i = range->work_dim; i < 3; i++)
		range->global_size[i] = 1;
	range->work_dim = range->work_dim ? range->work_dim : 1;
	for (unsigned i = 0; i < 3; i++)
		if (kernel->work_dims && i + 1 >= kernel->work_dims && range->global_size[i] > 1)
			return fcl_err_set(err, -EINVAL,
					   "kernel %s takes no range beyond 1 in dimension %u",
					   kernel->name, i);
	if (!launch->grouped)
		choose_groups(launch, limit);
	return check_groups(launch, limit, err);
}
