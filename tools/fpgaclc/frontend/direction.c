/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/direction.h"

#include <string.h>

#include "tools/fpgaclc/frontend/ir.h"

static uint8_t call_use(const struct fclc_ir *ir, const struct fclc_ir_call *call)
{
	if (fclc_span_equals(call->callee_name, "fclc_rt_reads"))
		return FCLC_READS;
	if (fclc_span_equals(call->callee_name, "fclc_rt_writes"))
		return FCLC_WRITES;
	if (call->callee < 0 || call->to >= ir->functions[call->callee].nparameters)
		return 0;
	return ir->functions[call->callee].use[call->to];
}

/* Propagates uses from callees to callers until a fixed point. */
static void propagate(struct fclc_ir *ir)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < ir->ncalls; i++) {
			const struct fclc_ir_call *call = &ir->calls[i];
			uint8_t *use, added;

			if (call->from == UINT32_MAX)
				continue;
			use = &ir->functions[call->caller].use[call->from];
			added = call_use(ir, call);
			changed |= (*use | added) != *use;
			*use |= added;
		}
	}
}

/* Whether function `root` can reach a recursive function. */
static bool is_recursive(struct fclc_ir *ir, uint32_t root)
{
	bool changed = true, any = false;

	for (uint32_t i = 0; i < ir->nfunctions; i++)
		ir->functions[i].reached = i == root;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < ir->ncalls; i++) {
			const struct fclc_ir_call *call = &ir->calls[i];

			if (call->callee < 0 || !ir->functions[call->caller].reached ||
			    ir->functions[call->callee].reached)
				continue;
			ir->functions[call->callee].reached = changed = true;
		}
	}
	/* Remove functions whose callees have all been removed; only cycles remain. */
	for (changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < ir->nfunctions; i++)
			ir->functions[i].on_cycle = false;
		for (uint32_t i = 0; i < ir->ncalls; i++)
			if (ir->calls[i].callee >= 0 && ir->functions[ir->calls[i].callee].reached)
				ir->functions[ir->calls[i].caller].on_cycle = true;
		for (uint32_t i = 0; i < ir->nfunctions; i++) {
			struct fclc_ir_function *function = &ir->functions[i];

			changed |= function->reached && !function->on_cycle;
			function->reached &= function->on_cycle;
		}
	}
	for (uint32_t i = 0; i < ir->nfunctions; i++)
		any |= ir->functions[i].reached;
	return any;
}

static int find_kernel(const struct fclc_ir *ir, const struct fclc_kernel *kernel)
{
	return fclc_ir_find(ir, (struct fclc_span){kernel->symbol, strlen(kernel->symbol)});
}

/*
 * The number of the only call in the kernel that uses a stream; 0 if none or several do. The kernel
 * does not use the stream after that call.
 */
static uint32_t part(const struct fclc_ir *ir, const struct fclc_ir_function *function,
		     uint32_t parameter)
{
	uint32_t part = 0;

	if (function->repeats || function->keeps)
		return 0;
	for (uint32_t i = 0; i < ir->ncalls; i++) {
		const struct fclc_ir_call *call = &ir->calls[i];

		if (&ir->functions[call->caller] != function || call->from != parameter)
			continue;
		if (part && call->place != part)
			return 0;
		part = call->place;
	}
	return part;
}

static int apply(const struct fclc_ir *ir, const struct fclc_ir_function *function,
		 struct fclc_kernel *kernel, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fclc_arg *arg = &kernel->args[i];
		uint8_t use = 0;

		if (arg->kind != FCLC_ARG_STREAM || arg->sequence != ir->memory ||
		    (ir->memory && arg->direction != FCL_DIR_UNKNOWN))
			continue;
		for (uint32_t j = 0; j < function->nparameters; j++)
			if (fclc_span_equals(function->parameters[j], arg->name)) {
				use = function->use[j];
				arg->part = ir->memory ? 0 : part(ir, function, j);
			}
		if (use == (FCLC_READS | FCLC_WRITES))
			return fclc_arg_error(
				err, arg->place, kernel, arg,
				"the kernel both reads and writes this %s, but an AXI4-Stream port has one direction",
				ir->memory ? "array" : "stream");
		if (use)
			arg->direction = use == FCLC_READS ? FCL_DIR_IN : FCL_DIR_OUT;
	}
	return 0;
}

static int read_uses(struct fclc_ir *ir, struct fclc_program *program,
		     const struct fclc_source *source, struct fcl_err *err)
{
	int error = fclc_ir_read(ir, program, source, err);

	if (!error)
		propagate(ir);
	return error;
}

int fclc_direction_read(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err)
{
	struct fclc_ir ir = {.arena = program->arena};
	int error = read_uses(&ir, program, source, err);

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];
		int function = kernel->source == source ? find_kernel(&ir, kernel) : -1;

		if (function < 0)
			continue;
		kernel->recursive = is_recursive(&ir, (uint32_t)function);
		error = apply(&ir, &ir.functions[function], kernel, err);
	}
	return error;
}

static bool has_open_sequence(const struct fclc_kernel *kernel)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].sequence && kernel->args[i].direction == FCL_DIR_UNKNOWN)
			return true;
	return false;
}

int fclc_direction_read_sequences(struct fclc_program *program, const struct fclc_source *source,
				  struct fcl_err *err)
{
	struct fclc_ir ir = {.arena = program->arena, .memory = true};
	bool read = false;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];
		int function;

		if (kernel->source != source || !has_open_sequence(kernel))
			continue;
		error = read ? 0 : read_uses(&ir, program, source, err);
		read = true;
		function = error ? -1 : find_kernel(&ir, kernel);
		if (function >= 0)
			error = apply(&ir, &ir.functions[function], kernel, err);
	}
	return error;
}
