/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_ITEMS_H
#define FPGACLC_ITEMS_H

/*
 * Definitions for OpenCL C kernels shared by table.c, the compiler plugin (plugin/) and
 * payload_items.c.
 */

#include <stdint.h>

struct fcl_cu;

enum fclc_item_kind {
	FCLC_ITEM_END,
	FCLC_ITEM_VALUE,
	FCLC_ITEM_MEMORY,
	FCLC_ITEM_LOCAL, /* the register contains the requested size */
	/* A pipe. `offset` is 1 plus its number if it is declared at file scope, else 0. */
	FCLC_ITEM_PIPE_IN,
	FCLC_ITEM_PIPE_OUT
};

struct fclc_item_arg {
	enum fclc_item_kind kind;
	unsigned offset, port;
	unsigned long size; /* bytes of a value, or of a pipe's packet */
	const char *name;
};

/* Read by work-group code. The plugin has the same list in group.h. */
struct fclc_group {
	uint64_t wraps; /* set by the code if a 32-bit id wraps around within the group */
	uint64_t unused[2];
	uint64_t local_size[3]; /* of this group; the last one in a dimension may be smaller */
	uint64_t enqueued_size[3];
	uint64_t group_id[3];
	uint64_t num_groups[3];
	uint64_t global_size[3];
	uint64_t global_offset[3];
	uint64_t work_dim;
	char *context; /* variables that are live across a barrier */
	char *local;   /* __local variables */
	/* The address of `shared_value`, used by work-group functions. */
	char *shared;
	uint64_t shared_value;
};

/* Runs one work-group. `args` has an address for each argument: of the memory, or of the value. */
typedef void fclc_group_function(uint64_t *args, struct fclc_group *group);

/* A kernel's code as emitted by the plugin. */
struct fclc_code {
	/* For the requested level, for x86-64-v3, and for AVX-512 as of Ice Lake and Zen 4. */
	fclc_group_function *run, *run_v3, *run_v4;
	uint64_t context_bytes; /* bytes for each work-item */
	uint64_t local_bytes;   /* bytes of __local variables */
};

/*
 * Runs the work-groups in cu->range. `required` is the size fixed by an attribute of the kernel, or
 * zeros.
 */
__attribute__((visibility("hidden"))) int fclc_items_run(struct fcl_cu *cu,
							 const struct fclc_code *code,
							 const struct fclc_item_arg *args,
							 const unsigned required[4]);

struct fclc_pipe;

/* The pipes declared at file scope, by number. A kernel's state points to it. */
struct fclc_global_pipes {
	unsigned count;
	struct fclc_pipe *pipes[];
};

/* Returns what a kernel receives for a pipe argument (payload_pipes.c). */
__attribute__((visibility("hidden"))) struct fclc_pipe *
fclc_pipe_open(struct fcl_cu *cu, const struct fclc_group *group, const struct fclc_item_arg *arg);

#endif
