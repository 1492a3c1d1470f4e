/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_MEM_CREATE_H
#define FCL_CORE_MEM_CREATE_H

#include "runtime/core/objects/mem.h"

/*
 * Creates a root buffer. `host_ptr` is the argument of clCreateBuffer, already validated against
 * `flags`. -ENOMEM. The caller gets an internal reference.
 */
int fcl_mem_create(struct fcl_context *context, cl_mem_flags flags, uint64_t size, void *host_ptr,
		   uint32_t wanted_bank, struct fcl_mem **ret_mem);

/*
 * Creates a view of `size` bytes at `origin` of `parent`. `flags` include the inherited ones.
 * -ENOMEM.
 */
int fcl_mem_create_view(struct fcl_mem *parent, cl_mem_flags flags, uint64_t origin, uint64_t size,
			struct fcl_mem **ret_mem);

/* Creates a pipe's object, which takes over `pipe`. NULL: out of memory. See pipe.h. */
struct fcl_mem *fcl_mem_create_pipe(struct fcl_context *context, cl_mem_flags flags,
				    struct fcl_pipe *pipe);

/* clSetMemObjectDestructorCallback. -ENOMEM. */
int fcl_mem_add_destructor(struct fcl_mem *mem, void(CL_CALLBACK *notify)(cl_mem, void *),
			   void *user_data);

#endif
