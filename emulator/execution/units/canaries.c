/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/canaries.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "emulator/execution/units/args_cache.h"
#include "emulator/memory/canary.h"
#include "emulator/memory/memory.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

/* Limit per execution: another one that is running may overwrite a canary repeatedly. */
enum { MAX_FINDINGS = 1000 };

/* The first finding fails the execution, unless it has already failed. */
__attribute__((format(printf, 2, 3))) static void blame(struct fcl_emu_cu *cu, const char *format,
							...)
{
	va_list args;

	if (cu->status)
		return;
	cu->status = -EFAULT;
	va_start(args, format);
	vsnprintf(cu->error, sizeof(cu->error), format, args);
	va_end(args);
}

static void canaries_check_arg(struct fcl_emu_cu *cu, const struct fcl_hal_arg *arg)
{
	const struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(arg);
	uint64_t offset = 0;

	if (buffer && !fcl_emu_canary_check(buffer, &offset))
		blame(cu,
		      "wrote past the end of argument '%s': byte %llu of a buffer of %llu bytes",
		      cu->kernel->facts->args[arg->index].name, (unsigned long long)offset,
		      (unsigned long long)buffer->size);
}

static void canaries_check_args(struct fcl_emu_cu *cu)
{
	const struct fcl_hal_request *request = cu->request;
	uint64_t rest;

	if (fcl_emu_args_cache_intact(cu, &rest)) {
		for (; rest; rest &= rest - 1)
			canaries_check_arg(cu, &request->u.launch.args[__builtin_ctzll(rest)]);
		return;
	}
	for (uint32_t i = 0; i < request->u.launch.nargs; i++)
		canaries_check_arg(cu, &request->u.launch.args[i]);
}

/*
 * Checks the allocations that, according to the host, the kernel may access through stored
 * pointers.
 */
static void check_svm(struct fcl_emu_cu *cu)
{
	const struct fcl_hal_request *request = cu->request;
	uint64_t offset = 0;

	for (uint32_t i = 0; i < request->u.launch.nsvm; i++) {
		const struct fcl_emu_buffer *buffer =
			(const struct fcl_emu_buffer *)request->u.launch.svm[i];

		if (!fcl_emu_canary_check(buffer, &offset))
			blame(cu,
			      "wrote past the end of the shared virtual memory at %p: byte %llu of an allocation of %llu bytes",
			      (void *)buffer->svm, (unsigned long long)offset,
			      (unsigned long long)buffer->size);
	}
}

void fcl_emu_canaries_check(struct fcl_emu_cu *cu)
{
	enum fcl_emu_check check = cu->program->board->check;
	uint64_t offset = 0;
	int left = check >= FCL_EMU_CHECK_FULL ? MAX_FINDINGS : 0;

	if (!cu->request || check == FCL_EMU_CHECK_OFF)
		return;
	canaries_check_args(cu);
	check_svm(cu);
	while (left-- && fcl_emu_memory_sweep(cu->program->board, &offset))
		blame(cu,
		      "wrote past the end of a buffer that is not an argument of this run: byte %llu was overwritten",
		      (unsigned long long)offset);
}
