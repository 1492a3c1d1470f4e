/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_KERNEL_H
#define FCL_CORE_KERNEL_H

#include "runtime/core/kernels/binding.h"
#include "runtime/core/objects/program.h"

/* A kernel on one board or sub-device. */
struct fcl_kernel_instance {
	const struct fcl_part *part;
	struct fcl_image *image; /* NULL: not on this device */
	struct fcl_held *held;   /* the device's entry for the image, kept by the program */
	uint32_t index;          /* into image->kernels */
	struct fcl_reach *reach; /* one for each argument: see reach.h */
	struct fcl_reach_link *links;
	uint32_t nlinks;
	uint32_t *cus; /* indices into image->cus that a launch may use */
	uint32_t ncus;
	bool split; /* a CU reaches no bank through all its arguments */
};

/* An instance for another context's sub-device. They are never removed; the kernel frees them. */
struct fcl_kernel_guest {
	struct fcl_kernel_guest *next;
	struct fcl_part *part; /* with a reference, as the kernel's context has none */
	struct fcl_kernel_instance instance;
};

struct fcl_arg_value {
	bool set;
	enum fcl_hal_arg_kind kind;
	uint64_t size;       /* bytes of a scalar or of local memory */
	uint32_t data;       /* BYTES: offset in the separate bytes of scalars */
	struct fcl_mem *mem; /* BUFFER, PIPE; NULL: a null pointer, or no pipe */
	uint64_t offset;     /* BUFFER: offset in mem of an SVM pointer */
	bool svm;            /* BUFFER: mem is an SVM allocation */
};

/* The value's buffer, or NULL. */
static inline struct fcl_mem *fcl_arg_buffer(const struct fcl_arg_value *value)
{
	return value->kind == FCL_HAL_ARG_BUFFER ? value->mem : NULL;
}

/*
 * The value that the host set an argument to. A kernel keeps no reference to a memory object that
 * is its argument (OpenCL 3.0, clSetKernelArg), so value.mem may have been freed: `life` tells
 * whether it has. Kernels of XRT do keep a reference, and so do ours under XCL_EMULATION_MODE, in
 * `held`.
 */
struct fcl_setting {
	struct fcl_arg_value value;
	bool changed;        /* it was set since the kernel's block of values was filled */
	_Atomic bool warned; /* that a buffer needs two banks: need.h */
	uint64_t room;       /* bytes of the largest bank that it reaches; UINT64_MAX: not known */
	uint64_t life;
	uintptr_t svm_start; /* value.svm: start and size of the allocation */
	uint64_t svm_size;
	struct fcl_binding binding;
	_Atomic(struct fcl_mem *) held; /* retained on behalf of the host, or NULL */
};

/* Bits for arguments: only the first 64 have one. */
static inline bool fcl_arg_in(uint64_t args, uint32_t arg)
{
	return arg < 64 && args >> arg & 1;
}

struct fcl_args;
struct fcl_change;

/* Memory of changes. */
struct fcl_change_chunk {
	struct fcl_change_chunk *next;
};

/*
 * Spare changes of a kernel's blocks (launches/change.h). `returned` are those that commands, on any
 * thread, have finished with; it is in a separate cache line from the members that enqueueing
 * threads use.
 */
struct fcl_change_pool {
	struct fcl_change *spares; /* guarded by the kernel's lock, as is `chunks` */
	struct fcl_change_chunk *chunks;
	_Alignas(64) _Atomic(struct fcl_change *) returned;
};

struct fcl_kernel {
	struct fcl_object object;
	struct fcl_program *program;
	char *name;                           /* without the CU list */
	const struct fcl_image_kernel *facts; /* from the first device that has the kernel */
	/*
	 * One per build of the program, then one for each other part in the context of boards that
	 * have the image: an image on a board is available to all its parts.
	 */
	struct fcl_kernel_instance *instances;
	uint32_t ninstances;

	/*
	 * For the thread that sets arguments, of which OpenCL allows one at a time. Launches read
	 * them.
	 */
	struct fcl_setting *settings; /* one per argument; `binding` is not this thread's */
	unsigned char *bytes;         /* scalars */
	uint32_t bytes_size;
	uint32_t unset;       /* arguments that are not set yet, except wired streams */
	uint64_t local_bytes; /* total local memory; UINT64_MAX: overflow */
	bool holds;           /* retains its memory objects, as XRT does: the context's `mixes` */
	bool needs;           /* notes the banks that its buffers need: need.h */
	bool fixed;           /* a value was a buffer that cannot move to another bank */
	bool changed;         /* a value changed since `args` was filled */
	bool touched; /* a value was set since the last launch; launches also need the lock */
	uint32_t first_changed, last_changed; /* range of changed arguments; reversed: none */
	uint32_t nsvm;                        /* number of SVM pointers */
	uint32_t npipes;                      /* number of pipes */
	uint32_t indirect; /* types of unified shared memory that it accesses: indirect.h */

	/* Guards the members below and, together with bind_lock, bindings. */
	_Alignas(64) pthread_mutex_t lock;
	struct fcl_args *args;     /* the block of values; NULL: has to be created */
	uint32_t nchanges;         /* that were made of `args` */
	uint32_t repeats;          /* launches with the same values as the last change */
	struct fcl_svm_set *svm;   /* as in fcl_args, with a reference */
	struct fcl_svm_set *named; /* the part that the host listed, with a reference; or NULL */
	uint64_t reached_at; /* indirect.h: the context's changes when svm was made; 0: never */
	bool bound;          /* a setting's binding may be in use */
	_Atomic(struct fcl_kernel_guest *) guests; /* newest first; read without the lock */
	struct fcl_change_pool changes;
};

#endif
