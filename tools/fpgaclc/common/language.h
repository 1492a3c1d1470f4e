/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_LANGUAGE_H
#define FCLC_COMMON_LANGUAGE_H

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/step.h"

struct fclc_packet; /* rtl/bus.h */

/* The code of a payload beside that of kernels. */
struct fclc_parts {
	struct fclc_step **steps; /* each makes an object, its first output */
	uint32_t count, capacity;
};

/*
 * All that a run asks of a language, in the order of its steps; each folder of a language has an
 * instance, and main.c the list of them. Those that clang compiles (C, C++, OpenCL C) have a
 * `compiler`, and share frontend and compile. A function that is NULL has nothing to do.
 */
struct fclc_language {
	const char *name;            /* in .xo files */
	const char *x;               /* of -x */
	const char *const *suffixes; /* of its files' names */

	/* --- read: from inputs to kernels with arguments --- */

	/* The language that a source has to be compiled as instead, with all others of this one. */
	const struct fclc_language *(*instead)(const struct fclc_program *program,
					       const struct fclc_source *source);

	/* Takes inputs of its own out of the options' list, or adds to it what they contain. */
	int (*gather)(struct fclc_program *program, struct fcl_err *err);
	/* With -c: stores what was gathered, if that is not compiled before it is linked. */
	int (*pack)(struct fclc_program *program, bool *ret_packed, struct fcl_err *err);
	/* Makes a source ready for clang, and clang for it. */
	int (*ready)(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err);
	/* If sources only make sense as one, has the options name that, which is then read instead. */
	int (*join_sources)(struct fclc_program *program, bool *ret_joined, struct fcl_err *err);
	/* Without -k: adds the kernels that sources mark to the options. */
	int (*name_kernels)(struct fclc_program *program, struct fcl_err *err);
	/* The name that the user gave to a function. NULL: its symbol. */
	const char *(*public_name)(const char *symbol);
	bool overloads; /* a function's name may have other functions */
	/* Checks all sources together. */
	int (*check)(struct fclc_program *program, struct fcl_err *err);
	/* Reads a source's kernels. */
	int (*read)(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err);
	/* The same, once interface pragmas have been applied. */
	int (*read_ports)(struct fclc_program *program, const struct fclc_source *source,
			  struct fcl_err *err);
	/* Adds kernels that are not in sources. */
	int (*add_kernels)(struct fclc_program *program, struct fcl_err *err);
	/* Makes arguments of the elements of arrays, once interface pragmas have been applied. */
	int (*expand)(struct fclc_program *program, struct fcl_err *err);

	/* --- design: ports, registers and streams --- */

	/* Of kernels from its inputs. */
	int (*lay_out)(struct fclc_program *program, struct fclc_kernel *kernel,
		       struct fcl_err *err);
	/* Of kernels that stand for one of this language: makes their layout that one's. */
	int (*place)(const struct fclc_program *program, struct fclc_kernel *kernel,
		     struct fcl_err *err);
	/* The kernel that a name means which none has. */
	struct fclc_kernel *(*find)(struct fclc_program *program, const char *name);
	/* Takes over the layout of packets from the stream's other end. */
	int (*join)(struct fclc_kernel *kernel, struct fclc_arg *arg,
		    const struct fclc_kernel *other, const struct fclc_arg *other_arg,
		    const struct fclc_directive *directive, struct fcl_err *err);
	/* Puts a compute unit behind a port of the board. NULL: its kernels are behind none. */
	int (*put)(struct fclc_program *program, struct fclc_kernel *kernel, const char *cu,
		   const char *port, const struct fclc_directive *directive, struct fcl_err *err);
	/* Makes packets `size` bytes, if the stream can. */
	bool (*adapt)(const struct fclc_program *program, const struct fclc_kernel *kernel,
		      struct fclc_arg *arg, uint64_t size);
	/* The layout of packets of `bits` bits of data. NULL: the argument's type says it. */
	bool (*packet)(const struct fclc_kernel *kernel, const struct fclc_arg *arg, uint32_t bits,
		       struct fclc_packet *ret_packet);
	bool host_streams; /* the host passes pipes to streams that nothing is connected to */

	/* --- compile: from sources to objects --- */

	bool cxx_library; /* its objects are linked with C++'s library */
	bool pragmas;     /* `#pragma HLS` and DATAFLOW regions mean something in it */
	/* The compiler, and the flags for the language. */
	void (*compiler)(const struct fclc_program *program, const struct fclc_source *source,
			 bool precompiled, struct fclc_argv *argv);
	/* Flags after those for all code. */
	void (*code)(const struct fclc_program *program, struct fclc_argv *argv);
	/* Writes what has an entry for each of a source's kernels, which is read behind the source. */
	int (*wrap)(struct fclc_program *program, const struct fclc_source *source,
		    struct fclc_text *out, struct fcl_err *err);
	const char *wrapper_suffix;
	char (*optimize)(const struct fclc_options *options); /* the level; NULL: as given */
	/* Flags for the unit, before the source has been read. */
	int (*unit)(struct fclc_program *program, const struct fclc_source *source, char level,
		    struct fclc_argv *argv, struct fcl_err *err);
	/* Whether the unit is to be joined with others, so that it ends as IR. */
	bool (*joins)(const struct fclc_program *program, const struct fclc_source *source);
	/* Completes the units, after all sources have been compiled. */
	int (*finish)(struct fclc_program *program, struct fcl_err *err);
	/* Reads from the source's unit what the compiler has found out about its kernels. */
	int (*measure)(struct fclc_program *program, const struct fclc_source *source,
		       struct fcl_err *err);

	/* --- link: the table of models, the image, .xo files --- */

	/* Adds what its kernels need of a payload beside themselves. */
	int (*add_parts)(struct fclc_program *program, struct fclc_parts *parts,
			 struct fcl_err *err);
	const char *image_name;
	bool native;          /* runs as native code, at the host's speed */
	bool keeps_variables; /* they belong to the image, not to a launch */
	/* Writes what the kernel's model needs before it. */
	void (*declare)(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);
	/* Members of the model. NULL: the kernel is a function, with `model_flags`. */
	void (*model)(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);
	const char *model_flags; /* NULL: FCL_MODEL_PRIVATE_DATA if it has any */
	bool has_state;          /* the model keeps a pointer for each compute unit */
	/* The value of the line of its name in a .xo file. */
	void (*store)(const struct fclc_kernel *kernel, struct fclc_text *out);
	bool (*restore)(struct fclc_kernel *kernel, const char *value);
	/* Adds the flags with which a source is scheduled; NULL: --schedule knows nothing of it. */
	void (*schedule)(struct fclc_program *program, const struct fclc_source *source,
			 struct fclc_argv *argv);
	/* Writes what the user has asked for beside the image. */
	int (*report)(struct fclc_program *program, struct fcl_err *err);
	/* Makes ready, once, what payloads need. */
	int (*prepare)(struct fclc_program *program, struct fcl_err *err);
};

#endif
