/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_H
#define FCLC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitstreams/image/fcl_image.h"
#include "board_support/fcl_board.h"
#include "tools/fpgaclc/mem.h"

/*
 * What fpgaclc knows about one run: the sources given, the kernels found in them, and the board
 * program to be made. The whole run is one thread; everything below lives in one arena until the
 * end. Errors are written for the command line: "file:line: error: ..." where there is a place,
 * "fpgaclc: error: ..." where there is none (fclc_error).
 */

/* A place in a source file as the compiler's line markers name it. file NULL: nowhere. */
struct fclc_place {
	const char *file;
	unsigned line;
};

/* A source file, or a .xo file: then `path` names the sources it was made of, `unit` is set from
 * the start, and the rest is not. */
struct fclc_source {
	const char *path;      /* as given on the command line */
	const char *absolute;  /* real path */
	const char *directory; /* of the real path, with a trailing slash */
	bool cxx;
	unsigned index;
	const char *preprocessed; /* -E output with #define lines, in the temporary directory */
	const char *ir;           /* LLVM IR text */
	const char *object;       /* object with DWARF, for examination only */
	const char *unit;         /* object that goes into the payload */
	const char *stack_usage;  /* .su file written beside it */
	uint32_t nkernels;        /* kernels defined here */
	bool compiled;            /* a .xo file */
	bool opencl;              /* in OpenCL C */
};

enum fclc_arg_kind {
	FCLC_ARG_VALUE,   /* scalar, struct, vector: in the register file */
	FCLC_ARG_POINTER, /* device address in the register file, memory behind an AXI4 master */
	FCLC_ARG_STREAM,  /* AXI4-Stream */
	FCLC_ARG_BAD,     /* cannot be a kernel argument; `why` says so */
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
	uint32_t part; /* the only one of the kernel's calls to which a stream goes; 0: not known */
	bool late_direction; /* it was unknown when the kernel was compiled: the link step fills it
				in */
	/*
	 * An array of streams is one argument until fclc_arrays_expand() makes one of each element.
	 * `extent` is what its declaration has between the brackets; `elements` is that number, 0
	 * while it is unknown.
	 */
	bool array;
	const char *extent;
	uint32_t elements, element; /* of the array; which one of them this is */
	uint32_t parameter;         /* of the function, from 0 on */

	/* What pragmas and defaults made of it. */
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

struct fclc_rtl; /* rtl.h */

struct fclc_kernel {
	const char *name;
	struct fclc_source *source;
	struct fclc_place place; /* of the name in its definition */
	struct fclc_arg *args;
	uint32_t nargs;
	const struct fclc_arg *result; /* what the function returns; NULL: nothing */
	struct fclc_port *ports;
	uint32_t nports;
	uint32_t model_ports;
	enum fcl_image_control control;
	bool has_slave; /* false: ap_ctrl_none without registers */
	const char *slave_bundle;
	uint32_t regs_size;
	uint64_t stack_size;
	bool private_data, recursive;
	struct fclc_rtl *rtl;   /* in Verilog; NULL: not */
	bool opencl, barriers;  /* in OpenCL C; with barriers in its source */
	uint32_t work_group[3]; /* that it requires; {0,0,0}: none */
	uint64_t local_size;    /* bytes of the __local variables that it declares */
};

/* A function that a kernel could be, found in a source's DWARF. */
struct fclc_function {
	const char *name;
	const char *scope; /* "ns::" when it is inside a namespace or class, else "" */
	struct fclc_source *source;
	struct fclc_place place;
	bool is_static, is_template, variadic;
	struct fclc_arg *result; /* NULL: void */
	struct fclc_arg *args;
	uint32_t nargs;
};

struct fclc_functions {
	struct fclc_function *list;
	uint32_t count, capacity;
};

struct fclc_cu {
	const char *name;
	struct fclc_kernel *kernel;
	uint64_t base;
};

/* nk=, sp=, stream_connect=, slr= and freqHz= as given, not yet resolved. */
struct fclc_directive {
	enum fclc_directive_kind { FCLC_NK, FCLC_SP, FCLC_SC, FCLC_SLR, FCLC_HZ } kind;
	const char *text; /* what follows the key and "=" */
	struct fclc_place place;
};

/* What a call is to do: everything up to the image (also `-l`), `-c`, or `-p`. */
enum fclc_mode { FCLC_MODE_BUILD, FCLC_MODE_COMPILE, FCLC_MODE_PACKAGE };

/* What v++ has two clocks for: the data clock and the kernel clock. */
#define FCLC_CLOCKS 2

struct fclc_options {
	enum fclc_mode mode;
	const char *step;     /* the option that asked for one of v++'s steps; NULL: none */
	bool as_vpp;          /* called by the name of v++ */
	const char **sources; /* all inputs: .xo and .xclbin files too */
	uint32_t nsources;
	const char **kernels;
	uint32_t nkernels;
	const char **compiler_flags; /* -I -D -U -std= -include -W..., in their order */
	uint32_t ncompiler_flags;
	const char **hls_includes;
	uint32_t nhls_includes;
	struct fclc_directive *directives;
	uint32_t ndirectives;
	const char *output;
	const char *platform;
	const char *clang; /* NULL: clang-16 on PATH */
	const char *march;
	const char *standard;      /* the -std= flag given */
	const char *temp_dir;      /* where --save-temps keeps them; NULL: beside the output */
	const char *out_dir;       /* of the package step; NULL: none */
	uint32_t mhz[FCLC_CLOCKS]; /* 0: the board's */
	const char **ignored;      /* options without effect, once each */
	uint32_t nignored;
	char optimize;                /* '0' ... '3' */
	enum fcl_image_target target; /* 0 until one was given */
	bool port_for_each;           /* pointers without a bundle get an AXI4 master each */
	bool debug, save_temps, verbose;
};

struct fclc_connection {
	uint32_t cu, arg, bank;
};

struct fclc_stream {
	uint32_t src_cu, src_arg, dst_cu, dst_arg, depth, packet_size;
	struct fclc_place place;
};

struct fclc_program {
	struct fclc_options options;
	struct fclc_arena *arena;
	const char *tmp; /* temporary directory, without a trailing slash */
	const char *cwd; /* with a trailing slash */
	const char *clang, *clangxx;
	const char *opencl_library; /* bitcode of the built-in functions; NULL: no .cl file */
	struct fclc_source *sources;
	uint32_t nsources;
	struct fclc_functions functions;
	struct fclc_rtl *rtl; /* kernels in Verilog */
	uint32_t nrtl, rtl_capacity;
	struct fclc_kernel *kernels;
	uint32_t nkernels;
	struct fcl_board *board;
	struct fclc_cu *cus;
	uint32_t ncus;
	struct fclc_connection *connections;
	uint32_t nconnections, connections_capacity;
	struct fclc_stream *streams;
	uint32_t nstreams;
	const char *payload; /* path of the linked shared object */
};

/* "file:line: error: text", or "fpgaclc: error: text" without a place. Returns -EINVAL. */
int fclc_error(struct fcl_err *err, struct fclc_place place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same with "kernel 'k', argument 'a': " in front of the text; arg may be NULL. */
int fclc_arg_error(struct fcl_err *err, struct fclc_place place, const struct fclc_kernel *kernel,
		   const struct fclc_arg *arg, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* A warning, straight to stderr in the same form. */
void fclc_warn(struct fclc_place place, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#define FCLC_NOWHERE ((struct fclc_place){NULL, 0})

#endif
