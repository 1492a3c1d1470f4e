/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_KERNEL_H
#define FCL_VX_KERNEL_H

#include "runtime/clients/openvx/base/context.h"

struct fcl_vx_described; /* described.h */

struct fcl_vx_parameter_type {
	vx_enum direction, type, state;
	bool set; /* vxAddParameterToKernel() was called for it */
};

/* Operations of nodes whose kernel is not a host function. */
struct fcl_vx_kernel_ops {
	vx_status (*prepare)(vx_node node); /* called when the graph is verified */
	vx_status (*launch)(vx_node node);
	void (*release)(vx_node node);
	vx_status (*regions)(vx_node node); /* sets the valid regions of the outputs */
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
	struct fcl_vx_module *module; /* the module that published it, or NULL */
	bool resets;      /* its outputs are valid as a whole: VX_NODE_VALID_RECT_RESET */
	unsigned borders; /* supported modes: bit n is VX_BORDER_UNDEFINED + n */
	const struct fcl_vx_kernel_ops *ops;      /* NULL: a program's kernel, run through its
						   * callbacks */
	const struct fcl_vx_described *described; /* used by `ops`; owned by the module */
};

/* Fills in as many entries as fit. Returns the number of finalised kernels. */
vx_uint32 fcl_vx_kernel_list(vx_context context, vx_kernel_info_t *infos, vx_uint32 room);

/* Adds a kernel named in a description. The caller finalises it. */
vx_kernel fcl_vx_kernel_add(vx_context context, const char *name, vx_enum enumeration,
			    vx_uint32 nparameters);

/* Kernels are in the context's list of objects. Returns the first one from `from` on, or NULL. */
vx_kernel fcl_vx_kernel_next(vx_reference from);

/* Finds a kernel by name or, if that is NULL, by number. */
vx_kernel fcl_vx_kernel_find(vx_context context, const char *name, vx_enum enumeration);

/* Releases the context's reference. */
void fcl_vx_kernel_unlist(vx_kernel kernel);
void fcl_vx_kernels_clear(vx_context context);

#endif
