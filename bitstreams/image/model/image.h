/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_IMAGE_H
#define FCL_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The contents of an image, independent of its container. After fcl_image_read(), every index is
 * inside its table, every string is terminated, and every pointer is valid as long as the image. An
 * image is immutable once read or written, so threads share it without a lock.
 */

/* The baseline instruction set of this architecture, as named in images. */
#if defined(__aarch64__)
#define FCL_IMAGE_BASIC_ISA "armv8-a"
#else
#define FCL_IMAGE_BASIC_ISA "x86-64"
#endif

enum fcl_image_container { FCL_IMAGE_XCLBIN = 1, FCL_IMAGE_ELF };

/* The target of the payload; a device accepts either both emulation targets or only "hw". */
enum fcl_image_target { FCL_TARGET_HW = 1, FCL_TARGET_HW_EMU, FCL_TARGET_SW_EMU };

/* Address qualifiers as in EMBEDDED_METADATA (arg@addressQualifier). */
enum fcl_image_qualifier {
	FCL_ARG_SCALAR = 0,
	FCL_ARG_GLOBAL = 1,
	FCL_ARG_CONSTANT = 2,
	FCL_ARG_LOCAL = 3,
	FCL_ARG_STREAM = 4, /* AXI4-Stream port or OpenCL pipe */
};

/* How the kernel accesses the memory or stream of an argument, if known. */
enum fcl_image_direction { FCL_DIR_UNKNOWN, FCL_DIR_IN, FCL_DIR_OUT, FCL_DIR_INOUT };

/* Control protocols of a CU; values are those of `enum IP_CONTROL` in xclbin.h. */
enum fcl_image_control {
	FCL_CONTROL_HS = 0,
	FCL_CONTROL_CHAIN = 1,
	FCL_CONTROL_NONE = 2,
	/* Only in vendors' hardware images. */
	FCL_CONTROL_ME = 3,
	FCL_CONTROL_ACCEL_ADAPTER = 4,
	FCL_CONTROL_FAST_ADAPTER = 5
};

struct fcl_image_arg {
	const char *name;
	const char *type_name; /* as reported by OpenCL: "int*", "uint"; "" if unknown */
	const char *port;      /* name of the argument's kernel port; "" if none */
	uint32_t id;           /* OpenCL argument index */
	enum fcl_image_qualifier qualifier;
	enum fcl_image_direction direction;
	uint64_t offset; /* bytes from the CU's base address to the register */
	uint64_t size; /* bytes of the register: 8 for a pointer; bytes of a packet for a stream */
	uint64_t host_size; /* bytes that clSetKernelArg takes for a scalar */
	bool hidden;        /* from hosts: the port of a program-scope pipe */
};

enum fcl_image_port_mode {
	FCL_PORT_MASTER = 1,
	FCL_PORT_SLAVE,
	FCL_PORT_READ_ONLY,
	FCL_PORT_WRITE_ONLY
};

struct fcl_image_port {
	const char *name;              /* "M_AXI_GMEM0", "S_AXI_CONTROL", or the stream's name */
	enum fcl_image_port_mode mode; /* *_ONLY: stream ports, seen from the kernel */
	uint64_t range;                /* addressable bytes */
	uint32_t data_width;           /* bits */
	const char *type;              /* "addressable" or "stream" */
};

struct fcl_image_kernel {
	const char *name;
	const char *language;       /* "c", "clc", "ip_c", as in the file */
	struct fcl_image_arg *args; /* ordered by id; ids are 0 … nargs-1 without gaps */
	uint32_t nargs;
	uint32_t nhost_args; /* arguments visible to hosts, which come first; set by the reader */
	struct fcl_image_port *ports;
	uint32_t nports;
	uint64_t reqd_work_group[3]; /* {0,0,0}: none required */
	uint64_t max_work_group;     /* work-items; 0: not stated */
	const char *attributes;      /* as in the source's __attribute__((…)); "" if none */
	uint32_t local_mem_size;     /* bytes of statically declared local memory; 0: not stated */
	bool non_uniform;            /* the last work-groups of a range may be smaller */
	uint32_t work_dims;          /* dimensions in which a range may exceed 1, plus 1; 0: all */
	uint32_t inner_dim; /* OpenCL C: dimension in which work-items run consecutively, 0 to 2 */
	bool tiled;         /* OpenCL C: work-groups should be short in that dimension */
	/*
	 * The offset of struct fcl_image_range in the register file, where XRT's OpenCL writes the
	 * range of a work-group; 0: none. The writer chooses it.
	 */
	uint32_t range_at;
};

/* As filled in by XRT's OpenCL, which starts a CU once per work-group; the first one is group 0. */
struct fcl_image_range {
	uint64_t work_dim, global_offset[3], global_size[3], local_size[3], group_id[3];
};

/*
 * The maximum length of "kernel:cu" (IP_LAYOUT's m_name without its terminator), or of the CU's
 * name alone if the kernel's name is too long.
 */
#define FCL_IMAGE_CU_NAME_MAX 63

struct fcl_image_cu {
	const char *name; /* instance only: "vadd_1" */
	uint32_t kernel;  /* index into kernels */
	uint64_t base;    /* address of its register file; UINT64_MAX if it has none */
	enum fcl_image_control control;
	uint32_t ip; /* index in IP_LAYOUT, which CONNECTIVITY refers to */
};

struct fcl_image_mem {
	const char *tag; /* "DDR[0]", "bank0", "HBM[3]", "PLRAM[0]", "HOST[0]" */
	uint32_t type;   /* enum MEM_TYPE of xclbin.h */
	bool used;
	uint64_t base; /* device address; 0 for streaming entries */
	uint64_t size; /* bytes */
};

/* CU argument → memory bank, from CONNECTIVITY. */
struct fcl_image_connection {
	uint32_t cu;  /* index into cus */
	uint32_t arg; /* argument id */
	uint32_t mem; /* index into mems */
};

/* Used in place of a CU: the end of a stream belongs to the host. */
#define FCL_IMAGE_HOST UINT32_MAX

/* A FIFO of the bitstream from one CU's stream argument to another's (stream_connect). */
struct fcl_image_stream {
	const char *name;
	uint32_t src_cu, src_arg; /* one of the CUs may be FCL_IMAGE_HOST: the host finds its */
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

/* A KEYVALUE entry; entries for digests are excluded. */
struct fcl_image_keyvalue {
	const char *key, *value;
};

/* A section of the container, unmodified: known kinds, unknown ones and duplicates. */
struct fcl_image_section {
	uint32_t
		kind; /* enum axlf_section_kind of xclbin.h; ELF sections map to the same numbers */
	const char *name;
	const void *data;
	size_t size;
	bool has_digest; /* its digest was present and matched */
};

struct fcl_image {
	enum fcl_image_container container;
	enum fcl_image_target target;
	uint8_t uuid[16];
	const char *vbnv; /* platform vendor:board:name:version, e.g.
			     xilinx_u250_gen3x16_xdma_4_1_202210_1 */
	const char *isa;  /* instruction set of the payload ("x86-64-v3", "armv8-a"); ""
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
	uint64_t variables_size; /* total bytes of program-scope variables of OpenCL C */
	struct fcl_image_section *sections;
	uint32_t nsections;
	const void *payload; /* the BITSTREAM section, or the bare ELF itself; or NULL */
	size_t payload_size;
	const void *bytes; /* the whole container as read */
	size_t bytes_size;
	/*
	 * The time stamp of an xclbin to be written, in seconds since 1970; 0: the current time.
	 * Not set by the reader.
	 */
	uint64_t timestamp;
};

/* Creates an empty image to fill in and write. Tables and strings are allocated in its arena. */
int fcl_image_new(struct fcl_image **ret_image, struct fcl_err *err);

/* Returns zeroed memory that lives as long as the image; NULL: out of memory. */
void *fcl_image_alloc(struct fcl_image *image, size_t count, size_t size);

/* printf() into such memory. */
const char *fcl_image_string(struct fcl_image *image, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* References are atomic; unref(NULL) is allowed. */
struct fcl_image *fcl_image_ref(struct fcl_image *image);
void fcl_image_unref(struct fcl_image *image);

/* Whether the caller has the only reference. */
bool fcl_image_is_last(const struct fcl_image *image);

/* Whether they are the same image, or equal: with the same uuid and the same bytes. */
bool fcl_image_same(const struct fcl_image *a, const struct fcl_image *b);

/* Returns the index of the kernel with that name, or -1. */
int fcl_image_find_kernel(const struct fcl_image *image, const char *name);

/* Whether two kernels have the same arguments, from a host's point of view. */
bool fcl_image_same_args(const struct fcl_image_kernel *a, const struct fcl_image_kernel *b);

const char *fcl_image_target_name(enum fcl_image_target target);

/* Sets this folder's message for -ENOMEM. */
int fcl_image_no_memory(struct fcl_err *err);

/* Whether the image's payload is code for an emulated board, which requires digests and an ELF. */
static inline bool fcl_image_is_emulation(const struct fcl_image *image)
{
	return image->target != FCL_TARGET_HW;
}

/* Returns the first section of that kind, or NULL. */
const struct fcl_image_section *fcl_image_section(const struct fcl_image *image, uint32_t kind);

#endif
