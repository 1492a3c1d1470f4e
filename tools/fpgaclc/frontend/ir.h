/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_IR_H
#define FCLC_FRONTEND_IR_H

#include "tools/fpgaclc/common/program.h"

enum { FCLC_READS = 1, FCLC_WRITES = 2 };

struct fclc_span {
	const char *text;
	size_t length;
};

struct fclc_ir_function {
	struct fclc_span name;
	struct fclc_span *parameters; /* names, including the % */
	uint32_t nparameters;
	uint8_t *use; /* FCLC_READS | FCLC_WRITES for each parameter */
	uint32_t ncalls;
	bool repeats; /* contains a backward branch */
	bool keeps;   /* may store a parameter where it cannot be followed */
	bool reached, on_cycle;
};

/*
 * The caller's parameter `from` becomes the callee's parameter `to`. If `from` is UINT32_MAX,
 * records only the call.
 */
struct fclc_ir_call {
	uint32_t caller, from, to;
	uint32_t place; /* number of the call in the caller, from 1 */
	struct fclc_span callee_name;
	int callee; /* index; -1 if not defined here */
};

/* A value or a local variable that holds a parameter. */
struct fclc_ir_alias {
	struct fclc_span name;
	uint32_t parameter;
};

struct fclc_ir {
	struct fclc_arena *arena;
	bool memory; /* loads and stores anywhere in the parameter's memory count as reads and
		      * writes */
	struct fclc_ir_function *functions;
	uint32_t nfunctions, functions_capacity;
	struct fclc_ir_call *calls;
	uint32_t ncalls, calls_capacity;
	struct fclc_ir_alias *aliases; /* of the function being read */
	uint32_t naliases, aliases_capacity;
	struct fclc_span *locals; /* labels and local pointers of that function, so far */
	uint32_t nlocals, locals_capacity;
};

/*
 * Reads a source's IR: its functions, the parameters that they use themselves, and those that they
 * pass on.
 */
int fclc_ir_read(struct fclc_ir *ir, struct fclc_program *program, const struct fclc_source *source,
		 struct fcl_err *err);

/* The index of a function; -1 if it is not defined there. */
int fclc_ir_find(const struct fclc_ir *ir, struct fclc_span name);

bool fclc_span_equals(struct fclc_span a, const char *text);

#endif
