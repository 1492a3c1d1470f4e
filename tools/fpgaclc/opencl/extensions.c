/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/extensions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS "use work_group_ functions (-cl-std=CL2.0), or __local memory and barrier()"
#define HOST "let the host enqueue the kernel"
#define ELEMENTS "multiply and add the elements"

static const struct fclc_absent absent[] = {
	{"amd_bitalign", "cl_amd_media_ops",
	 "use (uint)(upsample(a, b) >> (c & 31)), or rotate() where a and b are the same"},
	{"amd_bytealign", "cl_amd_media_ops", "use (uint)(upsample(a, b) >> 8 * (c & 3))"},
	{"amd_", "cl_amd_media_ops and cl_amd_media_ops2",
	 "use shifts, masks, min(), max() and abs_diff()"},
	{"arm_dot", "cl_arm_integer_dot_product_int8", ELEMENTS},
	{"dot_4x8packed_", "cl_khr_integer_dot_product", ELEMENTS},
	{"dot_acc_sat", "cl_khr_integer_dot_product", ELEMENTS},
	{"intel_sub_group_", "cl_intel_subgroups", GROUPS},
	{"sub_group_", "cl_khr_subgroups", GROUPS},
	{"get_sub_group_", "cl_khr_subgroups", GROUPS},
	{"get_num_sub_groups", "cl_khr_subgroups", GROUPS},
	{"get_max_sub_group_size", "cl_khr_subgroups", GROUPS},
	{"get_enqueued_num_sub_groups", "cl_khr_subgroups", GROUPS},
	{"get_default_queue", "__opencl_c_device_enqueue", HOST},
	{"enqueue_", "__opencl_c_device_enqueue", HOST},
	{"ndrange_", "__opencl_c_device_enqueue", HOST},
};

const struct fclc_absent *fclc_find_absent(const char *symbol, size_t length, const char **ret_name,
					   size_t *ret_length)
{
	char *name;
	size_t size;

	/* Built-in functions are overloaded: _Z12amd_bitalignjjj. */
	if (length < 3 || strncmp(symbol, "_Z", 2) != 0)
		return NULL;
	size = strtoul(symbol + 2, &name, 10);
	if (size > length - (size_t)(name - symbol))
		return NULL;
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		size_t prefix = strlen(absent[i].prefix);

		if (size < prefix || strncmp(name, absent[i].prefix, prefix) != 0)
			continue;
		*ret_name = name;
		*ret_length = size;
		return &absent[i];
	}
	return NULL;
}
