/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/program/work_group.h"

#include <string.h>

#include "runtime/api/common/limits.h"

size_t fcl_api_group_limit(const struct fcl_image_kernel *facts)
{
	size_t limit = facts->max_work_group ? facts->max_work_group : FCL_API_WORK_GROUP_SIZE;
	size_t required = 1;

	for (int i = 0; i < 3 && facts->reqd_work_group[i]; i++)
		required *= facts->reqd_work_group[i];
	return limit > required ? limit : required;
}

bool fcl_api_is_opencl_c(const struct fcl_image_kernel *facts)
{
	return !strcmp(facts->language, "clc");
}

uint64_t fcl_api_local_memory(const struct fcl_image_kernel *facts, const struct fcl_kernel *kernel)
{
	uint64_t sum;

	if (__builtin_add_overflow(facts->local_mem_size, kernel->local_bytes, &sum))
		return UINT64_MAX;
	return sum;
}
