/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_KERNEL_H
#define FCL_VX_KERNEL_H

#include "runtime/openvx/context.h"

struct fcl_vx_described; /* describe.h */

struct fcl_vx_parameter_type {
	vx_enum direction, type, state;
	bool set; /* vxAddParameterToKernel() was called for it */
};

struct _vx_kernel {
	struct _vx_reference ref;
	char kernel_name[VX_MAX_KERNEL_NAME];
	vx_enum enumeration;
	vx_uint32 nparameters;
	struct fcl_vx_parameter_type *parameters;
	vx_kernel_f function;
	vx_kernel_validate_f validate;
	vx_kernel_initialize_f initialize;
	vx_kernel_deinitialize_f deinitialize;
	vx_size local_size;
	vx_bool use_opencl;
	bool finalized;
	bool listed;                  /* the context holds a reference until vxRemoveKernel() */
	struct fcl_vx_module *module; /* that published it, or NULL */
	const struct fcl_vx_described *described; /* NULL: a program's; the module owns it */
};

struct _vx_parameter {
	struct _vx_reference ref;
	vx_kernel kernel; /* one of the two */
	vx_node node;
	vx_uint32 index;
	vx_enum type, direction, state;
};

/* Fills in what there is room for; returns how many finalised kernels there are. */
vx_uint32 fcl_vx_kernel_list(vx_context context, vx_kernel_info_t *infos, vx_uint32 room);

/* The number of modules that are loaded. */
vx_uint32 fcl_vx_module_count(vx_context context);

/* Adds a kernel that a description names; it is the caller's to finalise. */
vx_kernel fcl_vx_kernel_add(vx_context context, const char *name, vx_enum enumeration,
			    vx_uint32 nparameters);

/* vxLoadKernels() for each name in FPGACL_OPENVX_KERNELS; what fails is logged. */
void fcl_vx_load_default_kernels(vx_context context);

void fcl_vx_modules_clear(vx_context context);
void fcl_vx_kernels_clear(vx_context context);

/* A parameter object of a kernel or of a node. */
vx_parameter fcl_vx_parameter_create(vx_kernel kernel, vx_node node, vx_uint32 index);

#endif
