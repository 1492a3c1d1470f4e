/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_H
#define FCL_HAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "bitstreams/image/fcl_image.h"

/*
 * The hardware abstraction layer: the only way from the runtime to a board.
 *
 * A backend is one `struct fcl_hal_ops`. It sets the ops that it implements and leaves the rest
 * NULL; fcl_hal_complete() fills the gaps with stubs that return -EOPNOTSUPP, so callers never test
 * for NULL. A backend declares what it supports beyond the REQUIRED ops in fcl_hal_info.caps; the
 * conformance suite (host_tests/hal) tests exactly that.
 *
 * Calling contexts:
 *
 *   cold   any thread, but one cold call at a time per device unless stated; may block
 *   hot    any thread, concurrently; never blocks, never allocates unboundedly
 *
 * Errors are negative errno values; cold ops also leave a sentence in `err` (which may be NULL).
 */

#define FCL_HAL_VERSION 1u
#define FCL_HAL_SCRATCH 256u          /* bytes at the end of a request for the backend's own use */
#define FCL_HAL_NO_ADDRESS UINT64_MAX /* buffer_address() of a board that reports none */
#define FCL_HAL_BANK_DEFAULT UINT32_MAX /* the default bank, or any other if it is full */
#define FCL_HAL_SVM_ALIGN 128u          /* minimum alignment of svm_alloc(), in bytes */
#define FCL_HAL_SVM_PAGE 4096u          /* the same for allocations of at least that size */

struct fcl_hal_device;  /* an open board; the backend defines it */
struct fcl_hal_program; /* an image in a slot */
struct fcl_hal_buffer;  /* device memory */
struct fcl_hal_pipe;    /* an on-chip FIFO */

enum fcl_hal_cap {
	FCL_HAL_CAP_EMULATED = 1u << 0,     /* takes hw_emu and sw_emu images, refuses hw ones */
	FCL_HAL_CAP_KEEPS_MEMORY = 1u << 1, /* fcl_hal_bank.kept is set for every bank */
	FCL_HAL_CAP_ADDRESS = 1u << 2,      /* buffer_address() returns addresses */
	FCL_HAL_CAP_COPY = 1u << 3,         /* FCL_HAL_COPY within the device */
	FCL_HAL_CAP_FILL = 1u << 4,         /* FCL_HAL_FILL */
	FCL_HAL_CAP_REGISTERS = 1u << 5,    /* reg_read, reg_write */
	FCL_HAL_CAP_STREAMS = 1u << 6,      /* stream_info, stream_open, pipe_level, pipe_drain */
	FCL_HAL_CAP_PIPES = 1u << 7, /* pipe_create: FIFOs outside of the image's connectivity */
	FCL_HAL_CAP_HOST_STREAM = 1u << 8,  /* pipe_push, pipe_pop from the host */
	FCL_HAL_CAP_HOST_MEMORY = 1u << 9,  /* host_alloc, host_register */
	FCL_HAL_CAP_EXPORT = 1u << 10,      /* buffer_export, buffer_import */
	FCL_HAL_CAP_RESET = 1u << 11,       /* reset */
	FCL_HAL_CAP_SENSORS = 1u << 12,     /* sensor */
	FCL_HAL_CAP_PROGRESS = 1u << 13,    /* progress: waiting threads can run device work */
	FCL_HAL_CAP_SVM = 1u << 14,         /* svm_alloc, svm_attach */
	FCL_HAL_CAP_PEER = 1u << 15,        /* peer: FCL_HAL_COPY to other boards */
	FCL_HAL_CAP_NON_UNIFORM = 1u << 16, /* the last work-groups of a range may be smaller */
	FCL_HAL_CAP_WINDOW = 1u << 17, /* with EXPORT: mapped at its file position, a descriptor of
					  buffer_export() shows the host the board's memory */
};

struct fcl_hal_bank {
	const char *tag; /* "DDR[0]", "HBM[3]", "PLRAM[0]" */
	uint32_t type;   /* enum MEM_TYPE of xclbin.h */
	uint64_t base;   /* device address */
	uint64_t size;   /* bytes */
	bool kept;       /* buffers keep their contents and addresses across program() */
};

/* Facts about a board that never change while it is open; owned by the backend. */
struct fcl_hal_info {
	const char *name; /* as OpenCL reports it: "xilinx_u250_gen3x16_xdma_4_1_202210_1" */
	const char *vbnv; /* platform an image must be built for: "xilinx:u250:…", in any spelling
			     that images use */
	const char *board;   /* short name: "u250" */
	const char *vendor;  /* "Xilinx" */
	const char *bdf;     /* PCIe "0000:17:00.1"; "" if none */
	const char *serial;  /* "" if none */
	const char *version; /* of the shell or driver; "" if none */
	uint32_t caps;       /* enum fcl_hal_cap */
	uint32_t nslots;     /* images that can be loaded side by side; at least 1; with more than
				1 every bank is kept */
	const struct fcl_hal_bank *banks;
	uint32_t nbanks;
	uint32_t default_bank;
	uint32_t host_alignment;   /* bytes that host pointers of transfers should be aligned to */
	uint32_t buffer_alignment; /* bytes that device addresses of buffers are aligned to; power
				      of two */
	uint32_t clock_mhz;        /* maximum clock of kernels */
	uint32_t max_cus;          /* the most compute units that fit; 0: unknown */
	uint32_t vendor_id;        /* PCI */
	uint32_t device_id;
};

/*
 * Returns whether buffers in the bank survive program(). Buffers in no bank, such as shared virtual
 * memory, always do.
 */
static inline bool fcl_hal_bank_kept(const struct fcl_hal_info *info, uint32_t bank)
{
	return info->caps & FCL_HAL_CAP_KEEPS_MEMORY || bank >= info->nbanks ||
	       info->banks[bank].kept;
}

enum fcl_hal_reading {
	FCL_HAL_MEASURED,
	FCL_HAL_ABSENT,  /* no such sensor, as on emulated boards; value is 0 */
	FCL_HAL_INJECTED /* a fault layer has set the value: see docs/faults.md */
};

struct fcl_hal_sensor {
	char name[32]; /* "temperature", "power", "clock0" */
	char unit[8];  /* "C", "W", "MHz", "errors" */
	double value;
	enum fcl_hal_reading reading;
};

struct fcl_hal_stream_info {
	const char *name;
	uint32_t src_cu, src_arg, dst_cu,
		dst_arg;      /* cu: index into the image's cus; arg: argument id */
	uint32_t packet_size; /* bytes */
	uint32_t depth;       /* packets */
};

/* --- requests: what submit() takes ------------------------------------------------------------ */

enum fcl_hal_op { FCL_HAL_WRITE = 1, FCL_HAL_READ, FCL_HAL_COPY, FCL_HAL_FILL, FCL_HAL_LAUNCH };

enum fcl_hal_request_flags {
	FCL_HAL_TIMED = 1u << 0, /* fill start_ns and end_ns */
	/* The submitter calls progress() next, and kick() if that runs nothing. */
	FCL_HAL_SOON = 1u << 1,
};

/*
 * A box of bytes; pitches are the distances between the starts of rows and of slices. A linear
 * range has the region {n, 1, 1}.
 */
struct fcl_hal_box {
	size_t region[3]; /* bytes, rows, slices; none is 0 */
	size_t row_pitch,
		slice_pitch; /* of `buffer` (WRITE, READ) or of the source (COPY), bytes */
	size_t other_row_pitch, other_slice_pitch; /* of the host memory, or of the destination */
};

static inline struct fcl_hal_box fcl_hal_linear_box(size_t bytes)
{
	return (struct fcl_hal_box){{bytes, 1, 1}, bytes, bytes, bytes, bytes};
}

enum fcl_hal_arg_kind {
	FCL_HAL_ARG_BYTES = 1,
	FCL_HAL_ARG_BUFFER,
	FCL_HAL_ARG_PIPE,
	FCL_HAL_ARG_LOCAL
};

struct fcl_hal_arg {
	uint32_t index; /* argument id in the image */
	enum fcl_hal_arg_kind kind;
	uint64_t size;   /* BYTES, LOCAL: bytes */
	uint64_t offset; /* BUFFER: bytes into it */
	union {
		const void *bytes;
		struct fcl_hal_buffer *buffer; /* NULL: a null pointer */
		struct fcl_hal_pipe *pipe;
	} u;
};

struct fcl_hal_range {
	uint32_t work_dim;         /* 1 … 3 */
	uint64_t global_offset[3]; /* work-items; 0 beyond work_dim */
	uint64_t global_size[3];   /* 1 beyond work_dim; a size of 0 completes without running */
	uint64_t local_size[3];
};

/*
 * One unit of device work. The submitter owns it, and must not change it, or anything that it
 * points to, until done() is called. done() is called exactly once, on any thread, possibly inside
 * submit() or progress(), and never under a lock of the backend; after that, the backend does not
 * access the request. Requests in flight are unordered: to order two requests, submit the second
 * after the first has ended.
 */
struct fcl_hal_request {
	enum fcl_hal_op op;
	uint32_t flags;
	/*
	 * `status` is 0 or a negative errno; `text` is the reason, NULL if status is 0, and valid
	 * during the call only. Must not block.
	 */
	void (*done)(struct fcl_hal_request *request, int status, const char *text);
	const void *tag; /* groups requests for progress(): a thread that waits for one may run any
			    with the same tag */
	uint64_t start_ns,
		end_ns; /* CLOCK_MONOTONIC; backend fills them when FCL_HAL_TIMED is set */
	union {
		struct {
			struct fcl_hal_buffer *buffer;
			uint64_t offset; /* bytes into it of the box's first byte */
			void *host;      /* address of the box's first byte; WRITE only reads it */
			struct fcl_hal_box box;
		} transfer; /* WRITE: host → board; READ: board → host */
		struct {
			struct fcl_hal_buffer *source, *target;
			uint64_t source_offset, target_offset;
			struct fcl_hal_box box;
		} copy; /* the boxes must not overlap */
		struct {
			struct fcl_hal_buffer *buffer;
			uint64_t offset, bytes; /* multiples of pattern_size; bytes may be 0 */
			uint32_t pattern_size;  /* 1 … 128, a power of two */
			unsigned char pattern[128];
		} fill;
		struct {
			struct fcl_hal_program *program;
			uint32_t kernel; /* index into its image's kernels */
			const uint32_t
				*cus; /* indices into its image's cus: any of them may run it */
			uint32_t ncus;
			const struct fcl_hal_arg
				*args; /* every argument of the kernel, ordered by index */
			uint32_t nargs;
			/*
			 * If not 0: all launches of this kernel with the same number have the same
			 * args in the same order, except those with a bit in `changed`. A backend
			 * may therefore cache what it derives from them until one of the buffers is
			 * freed.
			 */
			uint64_t values;
			uint64_t changed; /* bit i: args[i] differs */
			/* SVM that the kernel may reach through pointers stored in memory */
			struct fcl_hal_buffer *const *svm;
			uint32_t nsvm;
			/*
			 * The submitter sets it to 0. A backend that does not trace executions
			 * itself sets it, before done(), to 1 plus the index of the CU that ran the
			 * launch from start_ns to end_ns.
			 */
			uint32_t ran_on;
			struct fcl_hal_range range;
		} launch;
	} u;
	_Alignas(64) unsigned char scratch[FCL_HAL_SCRATCH]; /* owned by the backend from submit()
								to done() */
};

typedef void fcl_hal_found(void *user, const char *board);

/* --- the ops table ---------------------------------------------------------------------------- */

struct fcl_hal_ops {
	size_t size;      /* sizeof(struct fcl_hal_ops) when the backend was compiled */
	uint32_t version; /* FCL_HAL_VERSION */
	const char *name; /* "emu", "null", "xrt" */
	bool real;        /* boards are hardware: offered by default */

	/* REQUIRED, cold. Calls found() for each available board, with a name for open(). */
	int (*list)(fcl_hal_found *found, void *user, struct fcl_err *err);
	/*
	 * REQUIRED, cold. `instance` numbers devices of the same name in this process: two emulated
	 * u250 are two boards. -ENOENT: no such board. -EPERM: this user may not open it. -EBUSY:
	 * in use by another process.
	 */
	int (*open)(const char *board, unsigned instance, struct fcl_hal_device **ret_device,
		    struct fcl_err *err);
	/*
	 * REQUIRED, cold. The caller has freed all programs, buffers and pipes, and no request is
	 * in flight. NULL is allowed.
	 */
	void (*close)(struct fcl_hal_device *device);
	/* REQUIRED, hot. */
	const struct fcl_hal_info *(*info)(struct fcl_hal_device *device);

	/*
	 * REQUIRED, cold. Loads the image into a slot. No request that uses the slot may be in
	 * flight. The slot's previous program is gone whether this succeeds or not. The backend
	 * takes its own reference to the image. If the slot already holds an image with this uuid,
	 * because another process loaded it, the backend attaches to it and loads nothing. The
	 * caller has freed all buffers in banks that are not kept, has no request on them in flight
	 * and allocates none there during the call; buffers and requests in kept banks are not
	 * affected. -EINVAL: not for this board (target, VBNV, ABI); -EBUSY: claimed by another
	 * process, or there are buffers in banks that are not kept. After an error, health() tells
	 * whether the board needs a reset; if not, the next image can be loaded.
	 */
	int (*program)(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		       struct fcl_hal_program **ret_program, struct fcl_err *err);
	/* REQUIRED, cold. Stops free-running CUs and empties the slot. NULL is allowed. */
	void (*unprogram)(struct fcl_hal_device *device, struct fcl_hal_program *program);
	/*
	 * REQUIRED, any thread, concurrently; may block. Checks whether program() would accept the
	 * image, without loading it.
	 */
	int (*check)(struct fcl_hal_device *device, const struct fcl_image *image,
		     struct fcl_err *err);
	/*
	 * REQUIRED, cold. Returns the uuid that the board itself reports for the slot; -ENOENT: the
	 * slot is empty.
	 */
	int (*verify)(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		      struct fcl_err *err);
	/*
	 * OPTIONAL (RESET), cold. Ends all requests in flight with -EIO; memory contents are lost.
	 * If the board is gone, it also ends all requests, but returns -ENODEV.
	 */
	int (*reset)(struct fcl_hal_device *device, struct fcl_err *err);
	/*
	 * REQUIRED, any thread, concurrently; may block. 0: the board works; -ENODEV: the board is
	 * gone; -EIO: it needs a reset.
	 */
	int (*health)(struct fcl_hal_device *device, struct fcl_err *err);
	/* OPTIONAL (SENSORS), cold. Reads the sensor at `index`; -ENOENT past the last one. */
	int (*sensor)(struct fcl_hal_device *device, uint32_t index,
		      struct fcl_hal_sensor *ret_sensor);

	/*
	 * REQUIRED, any thread, concurrently; may allocate. `bank` is an index into the image's
	 * mems if a program is given, else into info->banks, or FCL_HAL_BANK_DEFAULT. The contents
	 * are undefined, but never those of another process. -EINVAL: no such bank, or 0 bytes;
	 * -ENOMEM: the bank is full (the text gives its usage).
	 */
	int (*buffer_alloc)(struct fcl_hal_device *device, struct fcl_hal_program *program,
			    uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			    struct fcl_err *err);
	/*
	 * REQUIRED, any thread, concurrently. No request that uses the buffer may be in flight.
	 * NULL is allowed.
	 */
	void (*buffer_free)(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
	/* OPTIONAL (ADDRESS), hot. The device address of byte 0, or FCL_HAL_NO_ADDRESS. */
	uint64_t (*buffer_address)(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
	/* REQUIRED, hot. The index into info->banks of the buffer's bank. */
	uint32_t (*buffer_bank)(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
	/*
	 * OPTIONAL (EXPORT), any thread. Exports a buffer as a file descriptor, which the caller
	 * closes; buffer_import() opens such a descriptor. -EXDEV: the buffer is not on the board,
	 * because no image there uses its bank.
	 */
	int (*buffer_export)(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
			     int *ret_fd, struct fcl_err *err);
	int (*buffer_import)(struct fcl_hal_device *device, int fd, uint64_t bytes,
			     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);
	/*
	 * OPTIONAL (EXPORT), any thread. Returns the size of the buffer behind such a descriptor,
	 * which may be rounded up to whole pages; -EINVAL: not such a descriptor.
	 */
	int (*import_size)(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
			   struct fcl_err *err);

	/*
	 * OPTIONAL (HOST_MEMORY), any thread. Memory that DMA can access without a bounce buffer.
	 */
	int (*host_alloc)(struct fcl_hal_device *device, size_t bytes, void **ret_pointer,
			  struct fcl_err *err);
	void (*host_free)(struct fcl_hal_device *device, void *pointer, size_t bytes);
	int (*host_register)(struct fcl_hal_device *device, void *pointer, size_t bytes,
			     struct fcl_err *err);
	void (*host_unregister)(struct fcl_hal_device *device, void *pointer, size_t bytes);

	/*
	 * REQUIRED, hot. Accepts all requests or, on an error, none. -EINVAL: a request is
	 * malformed or exceeds its buffer's bounds; -EAGAIN: no room now, submit again after a
	 * done(); -ENODEV. A backend may delay waking its threads for up to 100 µs unless kick() or
	 * progress() is called earlier. All requests are served without further calls, except those
	 * with FCL_HAL_SOON, for which it need not wake a thread at all.
	 */
	int (*submit)(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		      uint32_t count);
	/*
	 * REQUIRED, hot. Starts serving everything submitted so far immediately; no further call is
	 * needed.
	 */
	void (*kick)(struct fcl_hal_device *device);
	/*
	 * OPTIONAL (PROGRESS), any thread, concurrently. Runs at most one ready request with this
	 * tag on the calling thread, if it is expected to be short (under 50 µs); wakes other
	 * threads for other ready requests. Returns 1 if it ran one, else 0.
	 */
	int (*progress)(struct fcl_hal_device *device, const void *tag);
	/*
	 * OPTIONAL, any thread, concurrently. For a thread that is not waiting, but has many
	 * launches with this tag in flight and enqueues more: runs some of them if that takes no
	 * longer than handing them to another thread. After this, and while another thread runs
	 * such launches, the backend may leave them to the caller for up to 200 µs unless kick() is
	 * called. Returns 1 if it ran one, else 0.
	 */
	int (*help)(struct fcl_hal_device *device, const void *tag);

	/*
	 * OPTIONAL (REGISTERS), any thread. 32-bit access to a CU's register file at a byte offset.
	 */
	int (*reg_read)(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
			uint32_t offset, uint32_t *ret_value, struct fcl_err *err);
	int (*reg_write)(struct fcl_hal_device *device, struct fcl_hal_program *program,
			 uint32_t cu, uint32_t offset, uint32_t value, struct fcl_err *err);

	/*
	 * OPTIONAL (STREAMS), cold. Describes a FIFO of the image's connectivity; -ENOENT past the
	 * last one.
	 */
	int (*stream_info)(struct fcl_hal_device *device, struct fcl_hal_program *program,
			   uint32_t index, struct fcl_hal_stream_info *ret_info);
	/*
	 * OPTIONAL (STREAMS), any thread, concurrently. Opens such a FIFO as a pipe with the FIFO's
	 * packet size and depth. The program must stay in its slot until the call returns.
	 */
	int (*stream_open)(struct fcl_hal_device *device, struct fcl_hal_program *program,
			   uint32_t index, struct fcl_hal_pipe **ret_pipe, struct fcl_err *err);
	/*
	 * OPTIONAL (PIPES), any thread, concurrently. Creates a FIFO for FCL_HAL_ARG_PIPE
	 * arguments.
	 */
	int (*pipe_create)(struct fcl_hal_device *device, uint32_t packet_size, uint32_t depth,
			   struct fcl_hal_pipe **ret_pipe, struct fcl_err *err);
	/*
	 * REQUIRED with STREAMS or PIPES, any thread, concurrently. No request that uses the pipe
	 * may be in flight. NULL is allowed.
	 */
	void (*pipe_close)(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe);
	/* REQUIRED with STREAMS or PIPES, any thread. Returns the number of packets in the FIFO. */
	int (*pipe_level)(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			  uint32_t *ret_packets);
	/*
	 * REQUIRED with STREAMS or PIPES, cold. Removes up to `packets` packets; if `data` is NULL,
	 * they are discarded.
	 */
	int (*pipe_drain)(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
			  uint32_t packets, uint32_t *ret_packets);
	/*
	 * OPTIONAL (HOST_STREAM), any thread. Acts as the FIFO's other end: transfers as many of
	 * `packets` as are possible without waiting.
	 */
	int (*pipe_push)(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, const void *data,
			 uint32_t packets, uint32_t *ret_packets);
	int (*pipe_pop)(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
			uint32_t packets, uint32_t *ret_packets);

	/*
	 * OPTIONAL (SVM, with ADDRESS), any thread, concurrently. Allocates shared virtual memory:
	 * the host and kernels access it at the same address, and kernels may follow pointers that
	 * the host stored in it. It is a buffer like any other, except that it is in no bank
	 * (FCL_HAL_BANK_DEFAULT) and keeps its contents whatever happens to the board. Contents are
	 * undefined, but never those of another process. -EINVAL: 0 bytes; -ENOMEM.
	 */
	int (*svm_alloc)(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
			 struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);
	/*
	 * OPTIONAL (SVM), any thread, concurrently. Makes an allocation of another device's
	 * svm_alloc() a buffer of this device as well, at the same address. It must be freed before
	 * the other device's buffer. -EINVAL: this device cannot access that memory.
	 */
	int (*svm_attach)(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
			  struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);

	/*
	 * OPTIONAL (PEER, with COPY), hot. Returns 0 if FCL_HAL_COPY requests to `device` may have
	 * a buffer of `other`, an open device of the same backend, as their target; else
	 * -EOPNOTSUPP. Such copies go from board to board without passing through the host.
	 */
	int (*peer)(struct fcl_hal_device *device, struct fcl_hal_device *other);
};

/*
 * The symbol that a backend in its own module, libfpgacl_hal_<name>.so, exports: a function that
 * returns its table, which must stay valid until the process ends.
 */
#define FCL_HAL_MODULE_ENTRY "fcl_hal_module"
typedef const struct fcl_hal_ops *fcl_hal_module_entry(void);

#endif
