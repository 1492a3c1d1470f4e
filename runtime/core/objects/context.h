/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CONTEXT_H
#define FCL_CORE_CONTEXT_H

#include <CL/cl.h>
#include <pthread.h>

#include "runtime/core/objects/device.h"
#include "runtime/core/objects/svm_index.h"

/* Bits of fcl_mem validity masks are one for the host and one for each device. */
#define FCL_CONTEXT_MAX_DEVICES 62u

/* Callbacks of contexts and memory objects run in reverse order of registration. */
struct fcl_destructor {
	struct fcl_destructor *next;
	void *user_data;
	union {
		void(CL_CALLBACK *context)(cl_context, void *);
		void(CL_CALLBACK *mem)(cl_mem, void *);
		void(CL_CALLBACK *program)(cl_program, void *);
	} notify;
};

struct fcl_context {
	struct fcl_object object;
	struct fcl_part **parts; /* as the host named them, each once; with references */
	uint32_t nparts;
	struct fcl_device **devices; /* the boards of these, each once */
	uint32_t ndevices;
	cl_context_properties *properties; /* as given, with the ending 0; NULL if none */
	uint32_t nproperties;              /* elements, the 0 included */
	void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
	void *notify_data;
	uint64_t svm_sides; /* FCL_SIDE_… bits of the host and of the devices that have shared
			       virtual memory; 0: none has; fixed */
	struct fcl_svm_index svm;           /* the allocations, with references */
	pthread_mutex_t lock;               /* guards destructors */
	struct fcl_destructor *destructors; /* newest first */
	pthread_mutex_t bind_lock; /* guards which kernels use which memory objects: binding.h */
};

/*
 * Duplicates among the parts do not count. -ENOMEM; -E2BIG: more than FCL_CONTEXT_MAX_DEVICES
 * boards. The context has its creator's internal reference.
 */
int fcl_context_create(struct fcl_part *const *parts, uint32_t nparts,
		       struct fcl_context **ret_context);

/* Whether the context was made for this board or sub-device. */
bool fcl_context_has(const struct fcl_context *context, const struct fcl_part *part);

/* Index of a board among the context's, or -1. */
int fcl_context_device(const struct fcl_context *context, const struct fcl_device *device);

/* Tells the host through the context's notify function, on the callback thread. */
void fcl_context_notify(struct fcl_context *context, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Puts a callback in front of a list; -ENOMEM. The caller holds the list's lock. */
int fcl_destructor_push(struct fcl_destructor **list, const struct fcl_destructor *destructor);

/* When everybody has released it: see object.h. */
fcl_object_destroy fcl_context_destroy;

#endif
