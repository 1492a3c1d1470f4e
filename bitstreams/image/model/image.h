/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_IMAGE_H
#define FCL_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * What an image is, whatever container it came in. After fcl_image_read() every index below
 * is inside its table, every string ends, and every pointer lives as long as the image. An image is
 * immutable once read or written, so threads share it without a lock.
 */

/* The instruction set that every processor of this kind has, as images name it. */
#if defined(__aarch64__)
#define FCL_IMAGE_BASIC_ISA "armv8-a"
#else
#define FCL_IMAGE_BASIC_ISA "x86-64"
#endif

enum fcl_image_container { FCL_IMAGE_XCLBIN = 1, FCL_IMAGE_ELF };

/* What the payload runs on; a device accepts exactly one of "emulated" (both) or "hw". */
enum fcl_image_target { FCL_TARGET_HW = 1, FCL_TARGET_HW_EMU, FCL_TARGET_SW_EMU };

/* Address qualifiers as EMBEDDED_METADATA writes them (arg@addressQualifier). */
enum fcl_image_qualifier {
	FCL_ARG_SCALAR = 0,
	FCL_ARG_GLOBAL = 1,
	FCL_ARG_CONSTANT = 2,
	FCL_ARG_LOCAL = 3,
	FCL_ARG_STREAM = 4, /* AXI4-Stream port or OpenCL pipe */
};

/* What the kernel does with the memory or the stream behind an argument, as far as is known. */
enum fcl_image_direction { FCL_DIR_UNKNOWN, FCL_DIR_IN, FCL_DIR_OUT, FCL_DIR_INOUT };

/* Control protocols of a CU; values are those of `enum IP_CONTROL` in xclbin.h. */
enum fcl_image_control {
	FCL_CONTROL_HS = 0,
	FCL_CONTROL_CHAIN = 1,
	FCL_CONTROL_NONE = 2,
	/* Vendors' hardware images only. */
	FCL_CONTROL_ME = 3,
	FCL_CONTROL_ACCEL_ADAPTER = 4,
	FCL_CONTROL_FAST_ADAPTER = 5
};

struct fcl_image_arg {
	const char *name;
	const char *type_name; /* as OpenCL prints it: "int*", "uint"; "" if unknown */
	const char *port;      /* name of the kernel port that carries it; "" if none */
	uint32_t id;           /* OpenCL argument index */
	enum fcl_image_qualifier qualifier;
	enum fcl_image_direction direction;
	uint64_t offset;    /* bytes from the CU's base address to the register */
	uint64_t size;      /* bytes of the register: 8 for a pointer; packet bytes for a stream */
	uint64_t host_size; /* bytes that clSetKernelArg takes for a scalar */
	bool hidden; /* from hosts: a port for a pipe that is declared outside of functions */
};

enum fcl_image_port_mode {
	FCL_PORT_MASTER = 1,
	FCL_PORT_SLAVE,
	FCL_PORT_READ_ONLY,
	FCL_PORT_WRITE_ONLY
};

struct fcl_image_port {
	const char *name;              /* "M_AXI_GMEM0", "S_AXI_CONTROL", or the stream's name */
	enum fcl_image_port_mode mode; /* *_ONLY are stream ports seen from the kernel */
	uint64_t range;                /* addressable bytes */
	uint32_t data_width;           /* bits */
	const char *type;              /* "addressable" or "stream" */
};

struct fcl_image_kernel {
	const char *name;
	const char *language;       /* "c", "clc", "ip_c" as written */
	struct fcl_image_arg *args; /* ordered by id; ids are 0 … nargs-1 without gaps */
	uint32_t nargs;
	uint32_t nhost_args; /* those that hosts see, which come first; the reader counts them */
	struct fcl_image_port *ports;
	uint32_t nports;
	uint64_t reqd_work_group[3]; /* {0,0,0}: none required */
	uint64_t max_work_group;     /* work-items; 0: not stated */
	const char *attributes;      /* as in the source's __attribute__((…)); "" if none */
	uint32_t local_mem_size; /* bytes of statically declared local memory, 0 if not stated */
	bool non_uniform;        /* the last work-groups of a range may be smaller */
	uint32_t work_dims;      /* dimensions in which a range may exceed 1, plus 1; 0: all */
	uint32_t inner_dim;      /* OpenCL C: the one in which work-items run in a row, 0 to 2 */
	bool tiled;              /* OpenCL C: work-groups should be short in that dimension */
	/*
	 * Where XRT's OpenCL writes the range that a work-group is of: the offset of struct
	 * fcl_image_range among the registers; 0: nowhere. The writer chooses it.
	 */
	uint32_t range_at;
};

/* As XRT's OpenCL fills it: one start of a CU for each work-group, the first of which is group 0. */
struct fcl_image_range {
	uint64_t work_dim, global_offset[3], global_size[3], local_size[3], group_id[3];
};

/*
 * The most characters of "kernel:cu" (IP_LAYOUT's m_name without its terminator), or of the CU's name alone if the
 * kernel's is too long for that.
 */
#define FCL_IMAGE_CU_NAME_MAX 63

struct fcl_image_cu {
	const char *name; /* instance only: "vadd_1" */
	uint32_t kernel;  /* index into kernels */
	uint64_t base;    /* address of its register file; UINT64_MAX if it has none */
	enum fcl_image_control control;
	uint32_t ip; /* its index in IP_LAYOUT, which CONNECTIVITY refers to */
};

struct fcl_image_mem {
	const char *tag; /* "DDR[0]", "bank0", "HBM[3]", "PLRAM[0]", "HOST[0]" */
	uint32_t type;   /* enum MEM_TYPE of xclbin.h */
	bool used;
	uint64_t base; /* device address; 0 for streaming entries */
	uint64_t size; /* bytes */
};

/* CU argument → memory bank, as CONNECTIVITY says. */
struct fcl_image_connection {
	uint32_t cu;  /* index into cus */
	uint32_t arg; /* argument id */
	uint32_t mem; /* index into mems */
};

/* Instead of a CU: the end of a stream is the host's. */
#define FCL_IMAGE_HOST UINT32_MAX

/* A FIFO that the bitstream wires from one CU's stream argument to another's (stream_connect). */
struct fcl_image_stream {
	const char *name;
	uint32_t src_cu, src_arg; /* one of the CUs may be FCL_IMAGE_HOST: the host finds that */
	uint32_t dst_cu, dst_arg; /* end by the stream's name */
	uint32_t packet_size;     /* bytes */
	uint32_t depth;           /* packets; at least 1 */
};

static inline bool fcl_image_stream_has_host(const struct fcl_image_stream *stream)
{
	return stream->src_cu == FCL_IMAGE_HOST || stream->dst_cu == FCL_IMAGE_HOST;
}

struct fcl_image_clock {
	const char *name;
	uint32_t type; /* enum CLOCK_TYPE of xclbin.h */
	uint32_t frequency_mhz;
};

/* A KEYVALUE entry; the digests' own entries are not among them. */
struct fcl_image_keyvalue {
	const char *key, *value;
};

/* A section as it is in the container, kept whole: known kinds, unknown ones and duplicates. */
struct fcl_image_section {
	uint32_t
		kind; /* enum axlf_section_kind of xclbin.h; ELF sections map to the same numbers */
	const char *name;
	const void *data;
	size_t size;
	bool has_digest; /* a digest for it was present and matched */
};

struct fcl_image {
	enum fcl_image_container container;
	enum fcl_image_target target;
	uint8_t uuid[16];
	const char *vbnv; /* platform vendor:board:name:version, e.g.
			     xilinx_u250_gen3x16_xdma_4_1_202210_1 */
	const char *isa;  /* instruction set the payload was built for ("x86-64-v3", "armv8-a"); ""
			     for hw */
	struct fcl_image_kernel *kernels;
	uint32_t nkernels;
	struct fcl_image_cu *cus;
	uint32_t ncus;
	struct fcl_image_mem *mems;
	uint32_t nmems;
	struct fcl_image_connection *connections;
	uint32_t nconnections;
	struct fcl_image_stream *streams;
	uint32_t nstreams;
	struct fcl_image_clock *clocks;
	uint32_t nclocks;
	struct fcl_image_keyvalue *keyvalues;
	uint32_t nkeyvalues;
	uint64_t variables_size; /* bytes of the variables that kernels in OpenCL C share */
	struct fcl_image_section *sections;
	uint32_t nsections;
	const void
		*payload; /* the BITSTREAM section, or the bare ELF itself; NULL if there is none */
	size_t payload_size;
	const void *bytes; /* the whole container as read */
	size_t bytes_size;
	/*
	 * The time stamp for an xclbin to be written, in seconds since 1970; 0: the time of
	 * writing. The reader does not set it.
	 */
	uint64_t timestamp;
};

/* A blank image to fill in and write. Tables and strings come from the image's own arena. */
int fcl_image_new(struct fcl_image **ret_image, struct fcl_err *err);

/* Zeroed memory that lives as long as the image; NULL when memory is short. */
void *fcl_image_alloc(struct fcl_image *image, size_t count, size_t size);

/* printf into such memory. */
const char *fcl_image_string(struct fcl_image *image, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* References are atomic; unref(NULL) is fine. */
struct fcl_image *fcl_image_ref(struct fcl_image *image);
void fcl_image_unref(struct fcl_image *image);

/* Whether the caller's reference is the only one. */
bool fcl_image_is_last(const struct fcl_image *image);

/* Whether they are the same image, or equal: the same uuid and the same bytes. */
bool fcl_image_same(const struct fcl_image *a, const struct fcl_image *b);

/* Index of the kernel of that name, or -1. */
int fcl_image_find_kernel(const struct fcl_image *image, const char *name);

/* Whether two kernels take the same arguments, as far as hosts can see. */
bool fcl_image_same_args(const struct fcl_image_kernel *a, const struct fcl_image_kernel *b);

const char *fcl_image_target_name(enum fcl_image_target target);

/* Sets the message for -ENOMEM that this folder uses. */
int fcl_image_no_memory(struct fcl_err *err);

/* Whether the image's payload is code for an emulated board, which requires digests and an ELF. */
static inline bool fcl_image_is_emulation(const struct fcl_image *image)
{
	return image->target != FCL_TARGET_HW;
}

/* The first section of that kind, or NULL. */
const struct fcl_image_section *fcl_image_section(const struct fcl_image *image, uint32_t kind);

#endif
