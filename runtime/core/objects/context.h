/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CONTEXT_H
#define FCL_CORE_CONTEXT_H

#include <CL/cl.h>
#include <pthread.h>

#include "runtime/core/objects/device.h"
#include "runtime/core/objects/svm_index.h"

/* Validity masks in fcl_mem have one bit for the host and one per device. */
#define FCL_CONTEXT_MAX_DEVICES 62u

/* Callbacks of contexts and memory objects run in the reverse order of their registration. */
struct fcl_destructor {
	struct fcl_destructor *next;
	void *user_data;
	union {
		void(CL_CALLBACK *context)(cl_context, void *);
		void(CL_CALLBACK *mem)(cl_mem, void *);
		void(CL_CALLBACK *program)(cl_program, void *);
	} notify;
};

struct fcl_queue;

struct fcl_context {
	struct fcl_object object;
	struct fcl_part **parts; /* as the host gave them, without duplicates; with references */
	uint32_t nparts;
	struct fcl_device **devices; /* the boards of `parts`, without duplicates */
	uint32_t ndevices;
	cl_context_properties *properties; /* as given, with the terminating 0; NULL if none */
	uint32_t nproperties;              /* elements, the 0 included */
	void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
	void *notify_data;
	uint64_t svm_sides; /* FCL_SIDE_… bits of the host and of the devices with shared virtual
			       memory; 0: no device has it; fixed */
	struct fcl_svm_index svm;           /* SVM allocations, with references */
	pthread_mutex_t lock;               /* guards destructors, queues, mapped */
	struct fcl_queue *queues;           /* all queues, without references: queue.c */
	struct fcl_destructor *destructors; /* newest first */
	struct fcl_map *mapped; /* all mappings, newest first, if the context mixes; guarded by
				   lock */
	bool mixes;             /* may share objects with other contexts: fcl_context_mixes() */
	bool strict_banks; /* a buffer stays in one bank: FPGACL_STRICT_BANKS, kernels/need.h */
	bool reports; /* all its queues report failures: FPGACL_REPORT_FAILURES, graph/failures.h */
	/*
	 * Guards the bindings of memory objects to kernels: binding.h. Contexts that mix share one
	 * lock.
	 */
	pthread_mutex_t *bind_lock, own_bind_lock;
};

/*
 * Creates a context for these parts; duplicates are ignored. -ENOMEM; -E2BIG: more than
 * FCL_CONTEXT_MAX_DEVICES boards. The caller gets an internal reference.
 */
int fcl_context_create(struct fcl_part *const *parts, uint32_t nparts,
		       struct fcl_context **ret_context);

/* Returns whether the context was created for this board or sub-device. */
bool fcl_context_has(const struct fcl_context *context, const struct fcl_part *part);

/* Returns the index of a board among the context's, or -1. */
int fcl_context_device(const struct fcl_context *context, const struct fcl_device *device);

/*
 * Whether objects of the two contexts may be used together. OpenCL forbids it, but XRT does not
 * check, and hosts written for XRT mix contexts of the same devices. So it is permitted in the
 * vendor's emulation modes; the first use is logged.
 */
bool fcl_context_mixes(const struct fcl_context *one, const struct fcl_context *other);

static inline bool fcl_context_accepts(const struct fcl_context *one,
				       const struct fcl_context *other)
{
	return one == other || fcl_context_mixes(one, other);
}

/*
 * Reports to the host through the context's notify function, on the callback thread. `status`: with
 * which a command has failed, which the function gets as private information; 0: none has.
 */
void fcl_context_notify(struct fcl_context *context, int32_t status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds a callback at the front of a list. -ENOMEM. The caller holds the list's lock. */
int fcl_destructor_push(struct fcl_destructor **list, const struct fcl_destructor *destructor);

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_context_destroy;

#endif
