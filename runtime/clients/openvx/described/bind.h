/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_BIND_H
#define FCL_VX_BIND_H

#include "runtime/clients/openvx/described/describe.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/memory/store.h"

/* A pyramid has at most 64 levels, and a function may be launched for each of them. */
enum { FCL_VX_MAX_FUNCTIONS = 144, FCL_VX_MAX_USES = 192 };

/* A kernel argument as currently set, to avoid setting it again. */
struct fcl_vx_binding {
	bool set;
	struct fcl_vx_store *store; /* the buffer's store; NULL: a missing parameter */
	size_t offset, size;        /* the part of the store's buffer */
	size_t row, stride;         /* of its rows if they have gaps, else 0 */
	cl_mem mem;                 /* the store's buffer at that time */
	cl_mem part;                /* the sub-buffer or copy that was set instead; owned */
	bool staged;                /* `part` is a copy, because the device does not support a
				     * sub-buffer at `offset` */
	struct fcl_vx_binding
		*owner; /* the binding that owns and transfers that copy; NULL: this one */
	bool writes;    /* a kernel writes it, possibly through a binding that shares it */
	unsigned char value[8];
	size_t nvalue; /* size of a value in bytes; 0: a buffer */
};

struct fcl_vx_function {
	const struct fcl_vx_described_function *described;
	int level; /* the current one */
	cl_kernel kernel;
	struct fcl_vx_binding *bindings;
	size_t global[3], local[3];
	cl_uint ndims, nlocal;
};

struct fcl_vx_use {
	struct fcl_vx_store *store; /* a reference */
	bool read, write;
	uint64_t version; /* that the next launch reads or writes */
};

struct fcl_vx_copy_pair {
	struct fcl_vx_store *from, *to; /* NULL: a missing parameter */
	size_t size;
};

struct fcl_vx_fpga {
	struct fcl_vx_function *functions;
	vx_uint32 nfunctions;
	struct fcl_vx_copy_pair *copies;
	vx_uint32 ncopies;
	cl_mem scratch; /* scratch memory according to the description; owned */
	uint64_t bound[FCL_VX_MAX_PARAMETERS]; /* serials of the objects that `uses` refers to; 0:
					        * none */
	bool is_bound;
	struct fcl_vx_use uses[FCL_VX_MAX_USES];
	unsigned nuses;
	bool has_values; /* it has scalars or thresholds passed by value, which are read at each
			  * launch */
};

/*
 * Prepares the node's kernels for being enqueued in its queue with the current arguments: moves
 * data to the device, orders the queue after other uses of the data, and sets arguments.
 */
vx_status fcl_vx_bind(vx_node node);

/*
 * Enqueues the copies of parts that the device supports no sub-buffer for: before the kernels run,
 * or back.
 */
cl_int fcl_vx_bind_stage(vx_node node, bool back);

/* When the graph is verified, refuses arguments that are known to be unsupported. */
vx_status fcl_vx_bind_check(vx_node node);

void fcl_vx_bind_release(struct fcl_vx_fpga *fpga);

#endif
