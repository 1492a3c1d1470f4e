/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_KERNEL_H
#define FCLC_COMMON_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "bitstreams/image/fcl_image.h"
#include "tools/fpgaclc/common/diag.h"
#include "tools/fpgaclc/common/source.h"

enum fclc_arg_kind {
	FCLC_ARG_VALUE,   /* scalar, struct, vector: in the register file */
	FCLC_ARG_POINTER, /* device address in the register file, memory behind an AXI4 master */
	FCLC_ARG_STREAM,  /* AXI4-Stream */
	FCLC_ARG_BAD,     /* cannot be a kernel argument; `why` is the reason */
};

/* What an argument that is not a stream would pass, one after the other, at a port of mode axis. */
struct fclc_item {
	const char *type_name; /* as OpenCL prints it */
	uint64_t size;         /* bytes; 0: unknown */
	bool is_const, holds_pointer;
};

struct fclc_arg {
	const char *name;
	enum fclc_arg_kind kind;
	const char *why;
	struct fclc_place place;
	const char *type_name; /* as OpenCL prints it */
	const char *spelling;  /* how C source writes a value's type; NULL if it has no name */
	uint64_t size;         /* bytes: value, or packet of a stream; 8 for a pointer */
	uint64_t element_size; /* bytes of what a pointer points to; 1 for void */
	bool is_const;         /* pointer to const */
	bool cxx_reference;    /* T & or const T & */
	enum fcl_image_direction direction;
	enum fcl_image_qualifier space; /* of a pointer in OpenCL C; 0: global */
	uint32_t part;       /* the only call in the kernel that uses the stream; 0: unknown */
	bool late_direction; /* unknown when the kernel was compiled: the link step fills it
				in */
	/*
	 * An array of streams is one argument until fclc_arrays_expand() splits it into one for
	 * each element. `extent` is the text between the brackets of its declaration; `elements` is
	 * its value, 0 while unknown.
	 */
	bool array;
	bool holder; /* a reference to a class that holds nothing but a stream */
	const char *extent;
	uint32_t elements, element; /* length of the array; index in it */
	/*
	 * A member of a class that holds streams and more, to which the parameter of this name
	 * refers; NULL: the parameter itself. Its place in an object; of an array, also the size of
	 * an element.
	 */
	const char *record;
	uint64_t record_offset, record_step;
	/* An array or a value with a port of mode axis, which passes `elements` packets. */
	bool sequence;
	struct fclc_item packet;
	uint32_t parameter; /* of the function, from 0 on */

	/* Of a pipe that is declared outside of functions (opencl/global_pipes.h). */
	const char *global; /* its name, by which kernels are joined; NULL: another argument */
	bool host;          /* its other end is the host's */
	uint32_t depth;
	uint32_t number; /* among those of its source */
	bool certain;    /* false: one of an array, whose index is computed */

	/* From pragmas and defaults. */
	const char *bundle; /* of the AXI4 master; NULL until the defaults are applied */
	uint32_t port;      /* index into the kernel's ports; of the slave for a value */
	uint32_t offset;    /* of its register */
};

struct fclc_port {
	const char *name;
	enum fcl_image_port_mode mode;
	uint32_t data_width; /* bits */
	bool stream;
	uint32_t arg; /* of a stream */
};

/* What num_compute_units() takes. */
#define FCLC_MOST_UNITS 256u

struct fclc_rtl; /* rtl.h */

struct fclc_kernel {
	const char *name;
	const char *symbol; /* in the source's IR and object: see fclc_public_name() */
	struct fclc_source *source;
	struct fclc_place place; /* of the name in its definition */
	struct fclc_arg *args;
	uint32_t nargs;
	const struct fclc_arg *result; /* what the function returns; NULL: nothing */
	const char *type; /* of the function, as C++ writes it; NULL: a part has no name */
	struct fclc_port *ports;
	uint32_t nports;
	uint32_t model_ports;
	enum fcl_image_control control;
	bool has_slave; /* false: ap_ctrl_none without registers */
	const char *slave_bundle;
	uint32_t regs_size;
	uint64_t stack_size;
	bool private_data, recursive;
	struct fclc_rtl *rtl;   /* of a kernel in Verilog, else NULL */
	bool opencl;            /* is in OpenCL C */
	uint32_t work_group[3]; /* required size; {0,0,0}: none */
	uint64_t local_size;    /* bytes of the __local variables that it declares */
	bool non_uniform;       /* the last work-groups of a range may be smaller */
	uint32_t units;         /* compute units unless the link step says so; 0: one */
	uint32_t work_dims;     /* dimensions that a range may have, plus 1; 0: any */
	uint32_t inner;         /* the dimension in which work-items run in a row */
	bool tiled;             /* work-groups should be short in it */
};

/* A function that may be a kernel, found in a source's DWARF. */
struct fclc_function {
	const char *name;
	const char *scope; /* "ns::" when it is inside a namespace or class, else "" */
	struct fclc_source *source;
	struct fclc_place place;
	bool is_static, is_template, variadic;
	struct fclc_arg *result; /* NULL: void */
	const char *type;
	struct fclc_arg *args;
	uint32_t nargs;
};

struct fclc_functions {
	struct fclc_function *list;
	uint32_t count, capacity;
};

#endif
