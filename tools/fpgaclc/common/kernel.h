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
	FCLC_ARG_POINTER, /* device address in the register file; the memory is behind an AXI4
			   * master */
	FCLC_ARG_STREAM,  /* AXI4-Stream */
	FCLC_ARG_BAD,     /* not a valid kernel argument; `why` has the reason */
};

/*
 * The packets that an argument other than a stream passes, in order, through a port of mode axis.
 */
struct fclc_item {
	const char *type_name; /* as in OpenCL */
	uint64_t size;         /* bytes; 0 if unknown */
	bool is_const, holds_pointer;
};

struct fclc_arg {
	const char *name;
	enum fclc_arg_kind kind;
	const char *why;
	struct fclc_place place;
	const char *type_name; /* as in OpenCL */
	const char *spelling;  /* the spelling of a value's type in C; NULL for an unnamed type */
	uint64_t size;         /* bytes of the value or of a stream's packet; 8 for a pointer */
	uint64_t element_size; /* size in bytes of the pointer's target; 1 for void */
	bool is_const;         /* pointer to const */
	bool cxx_reference;    /* T & or const T & */
	enum fcl_image_direction direction;
	enum fcl_image_qualifier space; /* address space of a pointer in OpenCL C; 0: global */
	/* What a kernel in C or C++ does with a stream, and with memory that it refers to. */
	bool reads, writes, loads, stores;
	uint32_t part;       /* the only call in the kernel that uses the stream; 0 if unknown */
	bool late_direction; /* not known from the kernel's code: set by the link step */
	/*
	 * An array of streams, or of tapa.h's memories, is one argument until fclc_arrays_expand()
	 * splits it, one for each element. `elements` is its length, 0 if that is not known.
	 */
	bool array;
	bool holder;                /* a reference to a class whose only member is a stream */
	bool tapa;                  /* of a class of tapa.h, whose masters have a port each */
	bool extended;              /* declared as an array of `elements` elements */
	uint32_t elements, element; /* the array's length; this element's index */
	/*
	 * A member of a class that has more than one stream member: the name of the parameter that
	 * refers to the object; NULL if the parameter is the stream itself. Followed by the
	 * member's offset in the object and, for an array, the size of an element.
	 */
	const char *record;
	uint64_t record_offset, record_step;
	/* An array, or a value, with a port of mode axis; it passes `elements` packets. */
	bool sequence;
	struct fclc_item packet;
	uint32_t parameter; /* index of the function's parameter */

	/* For a pipe or channel of OpenCL C that is declared outside of functions: */
	const char *global; /* its name, which connects kernels; NULL for any other argument */
	bool host;          /* the other end is the host's */
	const char
		*io; /* the other end is the board's port of that name, or a file; NULL: neither */
	uint32_t depth;
	uint32_t kept;   /* packets that the unit itself holds between the stream and its own end */
	uint32_t number; /* index among the pipes of its source */
	bool certain;    /* false for an element of an array whose index is computed at run time */

	/* Set from pragmas and defaults: */
	const char *bundle; /* of the AXI4 master; NULL until defaults are applied */
	uint32_t port;      /* index into the kernel's ports; for a value, that of the AXI4-Lite
			     * slave */
	uint32_t offset;    /* byte offset of its register */
};

struct fclc_port {
	const char *name;
	enum fcl_image_port_mode mode;
	uint32_t data_width; /* bits */
	bool stream;
	uint32_t arg; /* the stream's argument */
};

/* The largest argument of num_compute_units(). */
#define FCLC_MOST_UNITS 256u

struct fclc_rtl;             /* rtl.h */
struct fclc_external_kernel; /* external.c */

struct fclc_kernel {
	const char *name;
	const char *symbol; /* name in the source's object: see public_name in language.h */
	struct fclc_source *source;
	const struct fclc_language *language; /* of its code, also if that comes from a .xo file */
	struct fclc_place place;              /* of the name in the definition */
	struct fclc_arg *args;
	uint32_t nargs;
	const struct fclc_interface *interfaces;
	uint32_t ninterfaces;
	const struct fclc_arg *result; /* the function's result; NULL for void */
	const char *type;              /* of an overloaded function, as C++ spells it; else NULL */
	struct fclc_port *ports;
	uint32_t nports;
	uint32_t model_ports;
	enum fcl_image_control control;
	bool has_slave; /* false for ap_ctrl_none without registers */
	const char *slave_bundle;
	uint32_t regs_size;
	uint64_t stack_size;
	bool private_data, recursive;
	bool any_target; /* of a .xo file that fits any: the link says whether it counts cycles */
	struct fclc_rtl *rtl;                  /* set for a Verilog kernel, else NULL */
	struct fclc_external_kernel *external; /* set for a traffic generator's, else NULL */
	bool marked;                           /* as a __kernel of OpenCL C */
	bool newer;                            /* of a version after 1.2 */
	bool autorun;
	uint32_t work_group[3]; /* required size; {0,0,0}: none */
	uint64_t local_size;    /* bytes of the kernel's __local variables */
	bool non_uniform;       /* the NDRange's last work-groups may be smaller */
	uint32_t units;         /* number of CUs unless the link step overrides it; 0: one */
	uint32_t work_dims;     /* number of NDRange dimensions allowed, plus 1; 0: any */
	uint32_t inner;         /* the dimension along which consecutive work-items run */
	bool tiled;             /* work-groups should be short in that dimension */
};

/* A `#pragma HLS interface` in a function's body: its arguments. */
struct fclc_interface {
	const char *text;
	struct fclc_place place;
};

/* A function of a source that could be a kernel. */
struct fclc_function {
	const char *name;
	const char *linkage; /* its name in the object, if that is mangled; else NULL */
	const char *scope;   /* "ns::" if it is inside a namespace or class, else "" */
	struct fclc_source *source;
	struct fclc_place place;
	bool is_static, is_template, variadic;
	struct fclc_arg *result; /* NULL: void */
	const char *type;        /* if its name is overloaded: its type as C++ spells it */
	struct fclc_arg *args;
	uint32_t nargs;
	/* Of OpenCL C: */
	bool kernel, newer;     /* a __kernel; of a version after 1.2 */
	bool autorun;           /* runs repeatedly from the moment the image is loaded */
	uint32_t work_group[3]; /* required size; 0: none */
	uint64_t local_size;    /* bytes of its __local variables */
	bool recursive;         /* what it calls may call itself */
	uint32_t units;         /* as num_compute_units says; 0: one */
	uint32_t work_dims;     /* as max_global_work_dim says, plus 1; 0: any */
	bool is_variable;       /* a variable that other sources define */
	struct fclc_interface *interfaces;
	uint32_t ninterfaces;
};

struct fclc_functions {
	struct fclc_function *list;
	uint32_t count, capacity;
};

#endif
