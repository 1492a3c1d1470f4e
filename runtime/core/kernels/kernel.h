/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_KERNEL_H
#define FCL_CORE_KERNEL_H

#include "runtime/core/kernels/binding.h"
#include "runtime/core/objects/program.h"

/* A kernel as one board or sub-device has it. */
struct fcl_kernel_instance {
	const struct fcl_part *part;
	struct fcl_image *image; /* NULL: not on this device */
	struct fcl_held *held;   /* the device's entry of it; the program keeps it */
	uint32_t index;          /* into image->kernels */
	struct fcl_reach *reach; /* one for each argument: see reach.h */
	uint32_t *cus;           /* indices into image->cus that a launch may use */
	uint32_t ncus;
};

/* An instance for a sub-device of another context; they are never removed, and the kernel frees them. */
struct fcl_kernel_guest {
	struct fcl_kernel_guest *next;
	struct fcl_part *part; /* with a reference, which the kernel's context does not have */
	struct fcl_kernel_instance instance;
};

struct fcl_arg_value {
	bool set;
	enum fcl_hal_arg_kind kind;
	uint64_t size;       /* bytes of a scalar, of local memory */
	uint32_t data;       /* BYTES: offset into the bytes beside the values */
	struct fcl_mem *mem; /* BUFFER, PIPE; NULL is a null pointer, or no pipe */
	uint64_t offset;     /* BUFFER: bytes into mem, of an SVM pointer */
	bool svm;            /* BUFFER: mem is an SVM allocation */
};

/* The value's buffer, or NULL. */
static inline struct fcl_mem *fcl_arg_buffer(const struct fcl_arg_value *value)
{
	return value->kind == FCL_HAL_ARG_BUFFER ? value->mem : NULL;
}

/*
 * What the host set an argument to. A kernel keeps no reference to a memory object that is its
 * argument (OpenCL 3.0, clSetKernelArg), so value.mem may have been freed: `life` shows whether it
 * has. XRT's kernels do keep one, and so do ours under XCL_EMULATION_MODE, in `held`.
 */
struct fcl_setting {
	struct fcl_arg_value value;
	bool changed; /* since the kernel's block of values was filled; then it is set */
	uint64_t life;
	uintptr_t svm_start; /* value.svm: where the allocation is, and its bytes */
	uint64_t svm_size;
	struct fcl_binding binding;
	_Atomic(struct fcl_mem *) held; /* retained for the host; or NULL */
};

/*
 * The argument values of launches, with references to the memory objects. Commands share the block
 * that was current when they were enqueued; if commands still have it when a value has changed, the
 * next launch fills another block. So enqueueing costs one reference. Threads that enqueue take it
 * from `stock`, and commands that end return it to `refs`: two cache lines, so that neither waits
 * for the other's. refs = 1 for the kernel, plus the commands, plus what is in stock.
 *
 * While the kernel has a block, launches with other values get blocks derived from it (derived.h),
 * which borrow what did not change: the references to memory objects, and the standing claim.
 */
struct fcl_args {
	_Alignas(64) _Atomic uint32_t refs;
	_Atomic uint32_t standing;            /* the claim on all buffers: see standing.c */
	_Atomic(struct fcl_hal_args *) spare; /* for a launch with a derived block; or NULL */
	_Alignas(64) uint32_t stock;          /* guarded by the kernel's lock */
	/* Filled before a launch shares the block, and not changed while one does. */
	_Alignas(64) struct fcl_kernel *kernel; /* with a reference, unless it has a base */
	struct fcl_args *base; /* that it was derived from, with a reference; or NULL */
	uint64_t own;          /* bits of the arguments that differ from those of the base */
	uint32_t nown;
	struct fcl_args *next;   /* in a list of blocks to release, or of spare ones */
	_Atomic uint32_t behind; /* how many are behind it in fcl_args_pool.returned */
	struct fcl_svm_set *svm; /* SVM reached besides the values, with a reference; or NULL */
	uint32_t nargs;
	uint32_t room, bytes_size; /* for so many values, and bytes of scalars */
	unsigned char *bytes;      /* scalars */
	/* The values as the HAL takes them, for one device: see fcl_resolve_args(). */
	_Atomic uint32_t resolving; /* set by the thread that is going to fill `hal` */
	_Atomic uint32_t resolved;  /* the side that `hal` is for; 0: not filled */
	_Atomic bool outdated;      /* a buffer is not where `hal` says: a new block is needed */
	uint32_t nhal;
	struct fcl_hal_arg *hal; /* not of derived blocks */
	uint64_t number;         /* of what is in `hal`: fcl_hal_request's launch.values */
	/* The standing claim, with what it is for: see standing.h. */
	_Atomic uint32_t launches;                  /* that planned on their own */
	const struct fcl_kernel_instance *instance; /* NULL: never established */
	const uint32_t *cus;
	uint32_t *own_cus; /* from malloc; NULL: the instance's */
	uint32_t ncus;
	uint32_t side;
	uint32_t nclaims;
	uint64_t apart;           /* bits of the arguments that the claim does not cover */
	struct fcl_claim *claims; /* from malloc, once established */
	/* Gives up the standing claim when the block is freed; set once established. */
	void (*end)(struct fcl_args *args);
	/*
	 * Each mem with a reference. With a base, only the block's own values are here, one after
	 * the other: use fcl_args_value().
	 */
	struct fcl_arg_value values[];
};

/* The values of one launch as the HAL takes them. */
struct fcl_hal_args {
	uint64_t own; /* bits of those that are not the same in the base's `hal` */
	struct fcl_hal_arg args[];
};

/* Bits for arguments: those after the first 64 have none. */
static inline bool fcl_arg_in(uint64_t args, uint32_t arg)
{
	return arg < 64 && args >> arg & 1;
}

static inline const struct fcl_arg_value *fcl_args_value(const struct fcl_args *args, uint32_t arg)
{
	uint32_t place = 0;

	if (!args->base)
		return &args->values[arg];
	if (!fcl_arg_in(args->own, arg))
		return &args->base->values[arg];
	for (uint64_t own = args->own & ((UINT64_C(1) << arg) - 1); own; own &= own - 1)
		place++;
	return &args->values[place];
}

/* An argument's buffer, or NULL. */
static inline struct fcl_mem *fcl_args_buffer(const struct fcl_args *args, uint32_t arg)
{
	return fcl_arg_buffer(fcl_args_value(args, arg));
}

/*
 * Spare blocks of one kind; `returned` are those that commands have ended with, from any thread:
 * not in a cache line that enqueueing threads use.
 */
struct fcl_args_pool {
	struct fcl_args *spares; /* guarded by the kernel's lock */
	_Alignas(64) _Atomic(struct fcl_args *) returned;
};

struct fcl_kernel {
	struct fcl_object object;
	struct fcl_program *program;
	char *name;                           /* without the CU list */
	const struct fcl_image_kernel *facts; /* of the first device that has it */
	/*
	 * One for each build of the program, then one for each other part in the context of boards
	 * that have the image: an image on a board is there for all its parts.
	 */
	struct fcl_kernel_instance *instances;
	uint32_t ninstances;

	/* For the thread that sets arguments; OpenCL allows one at a time. Launches read them. */
	struct fcl_setting *settings; /* one for each argument; `binding` is not the setter's */
	unsigned char *bytes;         /* scalars */
	uint32_t bytes_size;
	uint32_t unset;       /* how many are not set yet, wired streams left out */
	uint64_t local_bytes; /* sum of the local memory set; UINT64_MAX if that is not enough */
	bool holds;           /* its memory objects, as XRT does: the context's `mixes` */
	bool changed;         /* since `args` was filled */
	bool touched;         /* since the last launch; the lock too, for launches */
	uint32_t first_changed, last_changed; /* the range that has changed; reversed: none */
	uint32_t nsvm;                        /* how many are SVM pointers */
	uint32_t npipes;                      /* how many are pipes */
	uint32_t indirect; /* types of unified shared memory that it reaches: indirect.h */

	/* Guards what follows, and bindings together with bind_lock. */
	_Alignas(64) pthread_mutex_t lock;
	struct fcl_args *args;   /* for launches; NULL: to be created */
	uint32_t nderived;       /* blocks that were derived from it */
	uint32_t repeats;        /* how many launches have had the values of the last derived one */
	struct fcl_svm_set *svm; /* as in fcl_args, with a reference */
	struct fcl_svm_set *named; /* what the host named of it, with a reference; or NULL */
	uint64_t reached_at; /* indirect.h: the context's changes when svm was made; 0: never */
	bool bound;          /* some setting's binding may be in use */
	_Atomic(struct fcl_kernel_guest *) guests; /* newest first; read without the lock */
	struct fcl_args_pool full, derived;        /* blocks that no command has */
	struct fcl_args_chunk *chunks;             /* the memory of the derived ones */
};

/*
 * Creates the kernel `name`, or `name:{cu1,cu2}` to use these CUs only. -ENOENT: no such kernel;
 * -EINVAL: no such CU; -EEXIST: the kernels of that name differ between devices; -ENOMEM. The caller
 * gets the internal reference.
 */
int fcl_kernel_create(struct fcl_program *program, const char *name, struct fcl_kernel **ret_kernel,
		      struct fcl_err *err);

/* Creates a kernel with the same program and a copy of the argument values. -ENOMEM. */
int fcl_kernel_clone(struct fcl_kernel *kernel, struct fcl_kernel **ret_kernel);

/* The instance for a board or sub-device, or NULL. */
const struct fcl_kernel_instance *fcl_kernel_instance(const struct fcl_kernel *kernel,
						      const struct fcl_part *part);

/*
 * The instance for a part that a queue is for: as above, or, if the kernel's context mixes, one for a
 * sub-device of a board that the program was built for. NULL: there is none, or no memory for it.
 */
const struct fcl_kernel_instance *fcl_kernel_instance_or_guest(struct fcl_kernel *kernel,
							       struct fcl_part *part);

/* Called on the last release by the host, and on the last release of all: see object.h. */
fcl_object_destroy fcl_kernel_destroy;
fcl_object_retire fcl_kernel_retire;

#endif
