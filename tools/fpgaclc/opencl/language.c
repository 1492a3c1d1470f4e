/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/language.h"

#include <stdio.h>

#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/opencl/aoclib.h"
#include "tools/fpgaclc/opencl/join_sources.h"
#include "tools/fpgaclc/opencl/kernels.h"
#include "tools/fpgaclc/opencl/library/declarations.h"
#include "tools/fpgaclc/opencl/library/library.h"
#include "tools/fpgaclc/opencl/prototypes.h"
#include "tools/fpgaclc/opencl/unit.h"
#include "tools/fpgaclc/opencl/version.h"
#include "tools/fpgaclc/opencl/wrapper.h"

static void store(const struct fclc_kernel *kernel, struct fclc_text *out)
{
	fclc_text_add(out, "%u %u %u %llu\n", kernel->work_group[0], kernel->work_group[1],
		      kernel->work_group[2], (unsigned long long)kernel->local_size);
}

static bool restore(struct fclc_kernel *kernel, const char *value)
{
	unsigned long long local_size;

	if (sscanf(value, "%u %u %u %llu", &kernel->work_group[0], &kernel->work_group[1],
		   &kernel->work_group[2], &local_size) != 4 ||
	    local_size > UINT32_MAX)
		return false;
	kernel->local_size = local_size;
	return true;
}

static int add_parts(struct fclc_program *program, struct fclc_parts *parts, struct fcl_err *err)
{
	(void)err;
	fclc_parts_add_all(program, parts,
			   (const char *const[]){"payload_items.c", "payload_printf.c",
						 "payload_pipes.c", NULL});
	return 0;
}

const struct fclc_language fclc_opencl = {
	.name = "opencl",
	.x = "cl",
	.suffixes = (const char *const[]){".cl", NULL},
	.gather = fclc_aoclib_unpack,
	.join_sources = fclc_join_sources,
	.ready = fclc_opencl_ready,
	.name_kernels = fclc_opencl_name_kernels,
	.public_name = fclc_opencl_name,
	.check = fclc_prototypes_check,
	.read = fclc_opencl_read,
	.lay_out = fclc_interface_lay_out,
	.host_streams = true,
	.compiler = fclc_opencl_compiler,
	.code = fclc_opencl_flags,
	.wrap = fclc_opencl_wrap,
	.wrapper_suffix = "cl",
	.optimize = fclc_opencl_optimize,
	.unit = fclc_opencl_unit,
	.measure = fclc_opencl_measure,
	.add_parts = add_parts,
	.image_name = "clc",
	.native = true,
	.keeps_variables = true,
	.declare = fclc_opencl_table,
	.model_flags = "FCL_MODEL_GROUPS",
	.has_state = true,
	.schedule = fclc_opencl_schedule,
	.store = store,
	.restore = restore,
	.prepare = fclc_opencl_prepare,
};
