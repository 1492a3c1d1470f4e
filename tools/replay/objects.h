/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_OBJECTS_H
#define FCL_REPLAY_OBJECTS_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/trace/extension_calls.h"

/* The objects of a replay by the handles that they had in the captured program. */

enum fcl_object_type {
	FCL_OBJECT_PLATFORM = 1,
	FCL_OBJECT_DEVICE,
	FCL_OBJECT_CONTEXT,
	FCL_OBJECT_QUEUE,
	FCL_OBJECT_MEM,
	FCL_OBJECT_SAMPLER,
	FCL_OBJECT_PROGRAM,
	FCL_OBJECT_KERNEL,
	FCL_OBJECT_EVENT,
	FCL_OBJECT_COMMAND_BUFFER,
	FCL_OBJECT_SYNC_POINT, /* the handle is its number + 1 */
};

#define FCL_OBJECT_TYPE_OF(pointer)                                                                \
	_Generic((pointer), cl_platform_id                                                         \
		 : FCL_OBJECT_PLATFORM, cl_device_id                                               \
		 : FCL_OBJECT_DEVICE, cl_context                                                   \
		 : FCL_OBJECT_CONTEXT, cl_command_queue                                            \
		 : FCL_OBJECT_QUEUE, cl_mem                                                        \
		 : FCL_OBJECT_MEM, cl_sampler                                                      \
		 : FCL_OBJECT_SAMPLER, cl_program                                                  \
		 : FCL_OBJECT_PROGRAM, cl_kernel                                                   \
		 : FCL_OBJECT_KERNEL, cl_event                                                     \
		 : FCL_OBJECT_EVENT, fcl_command_buffer                                            \
		 : FCL_OBJECT_COMMAND_BUFFER, default : 0)

struct fcl_object {
	uint64_t captured; /* the handle in the captured program */
	enum fcl_object_type type;
	void *handle;
	uint64_t made_by;   /* the number of the call that made it */
	int64_t references; /* that the program holds; none: it is not found */

	char *host; /* of memory with CL_MEM_USE_HOST_PTR: the replay's; not owned by sub-buffers */
	size_t host_size;
	struct fcl_object *parent; /* of a sub-buffer */
	uint64_t writer;           /* the call that wrote it last, + 1 */
	bool unknown;              /* so is what it had before */
	bool computed;             /* a kernel has written to it */

	struct fcl_object **arguments; /* of a kernel: memory objects, or NULL */
	uint32_t narguments;
	struct fcl_object *made_before, *next;
};

struct fcl_objects {
	struct fcl_object **buckets;
	size_t nbuckets, count;
	struct fcl_object *all; /* every object ever made: others may refer to them */
};

/* The latest object with that handle and type (0: any); NULL: none. */
struct fcl_object *fcl_objects_find(const struct fcl_objects *objects, enum fcl_object_type type,
				    uint64_t captured);

/* NULL: memory has run out. An older object of that handle is no longer found. */
struct fcl_object *fcl_objects_add(struct fcl_objects *objects, enum fcl_object_type type,
				   uint64_t captured, void *handle);

#endif
