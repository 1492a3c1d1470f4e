/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_BIND_H
#define FCL_VX_BIND_H

#include "runtime/openvx/described/fpga.h"
#include "runtime/openvx/memory/store.h"

/* A pyramid has at most 64 levels, and a function may be launched for each. */
enum { FCL_VX_MAX_FUNCTIONS = 144, FCL_VX_MAX_USES = 192 };

/* An argument as it is set in the kernel now, so that nothing is set twice. */
struct fcl_vx_slot {
	bool set;
	struct fcl_vx_store *store; /* of a buffer; NULL: a missing parameter's */
	size_t offset, size;        /* of a part of the store's buffer */
	size_t row, stride;         /* of its rows if they have gaps, else 0 */
	cl_mem mem;                 /* the store's buffer when it was set */
	cl_mem part;                /* what was set instead, for an offset; ours */
	bool staged;                /* `part` is a copy: the device takes no buffer at `offset` */
	struct fcl_vx_slot *owner;  /* of that copy, which it moves; NULL: this one */
	bool writes;                /* a kernel writes it, for a slot that shares it, too */
	unsigned char value[8];
	size_t nvalue; /* bytes of a value; 0: a buffer */
};

struct fcl_vx_function {
	const struct fcl_vx_described_function *described;
	int turn; /* the level that is in turn */
	cl_kernel kernel;
	struct fcl_vx_slot *slots;
	size_t global[3], local[3];
	cl_uint ndims, nlocal;
};

struct fcl_vx_use {
	struct fcl_vx_store *store; /* held */
	bool read, write;
	uint64_t version; /* that the next launch reads or writes */
};

struct fcl_vx_copy_pair {
	struct fcl_vx_store *from, *to; /* NULL: a missing parameter's */
	size_t size;
};

struct fcl_vx_fpga {
	struct fcl_vx_function *functions;
	vx_uint32 nfunctions;
	struct fcl_vx_copy_pair *copies;
	vx_uint32 ncopies;
	cl_mem scratch;                        /* what the description says; ours */
	uint64_t bound[FCL_VX_MAX_PARAMETERS]; /* serials of what `uses` are about; 0: none */
	bool is_bound;
	struct fcl_vx_use uses[FCL_VX_MAX_USES];
	unsigned nuses;
	bool has_values; /* scalars and thresholds by value, read for each launch */
};

/*
 * Makes the node's kernels ready to be enqueued in its queue with the arguments that it has now:
 * data on the device, in order behind what others do with them, and arguments set.
 */
vx_status fcl_vx_bind(vx_node node);

/* Enqueues copies of parts that the device takes no buffer for: to where kernels look, or back. */
cl_int fcl_vx_bind_stage(vx_node node, bool back);

/* Refuses what is known to be wrong when the graph is verified. */
vx_status fcl_vx_bind_check(vx_node node);

void fcl_vx_bind_release(struct fcl_vx_fpga *fpga);

#endif
