/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/access/bursts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emulator/execution/running/running.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"

static bool is_on_port(const struct fcl_emu_cu *cu, const struct fcl_hal_arg *arg, uint32_t port)
{
	const char *name = cu->kernel->facts->args[arg->index].port;

	return name && !strcmp(name, cu->model->ports[port].name);
}

/* `word`: bytes of a beat, of which a buffer may use a part only. */
static bool is_within(const struct fcl_emu_buffer *buffer, uint64_t address, uint64_t bytes,
		      uint64_t word)
{
	uint64_t words = (buffer->size + word - 1) / word * word;

	return address >= buffer->address && bytes <= words &&
	       address - buffer->address <= words - bytes;
}

/*
 * Of the port's arguments, returns the one whose buffer starts last before the address, or else
 * any. NULL: the launch has no buffer for the port, or one in shared virtual memory.
 */
static const struct fcl_hal_arg *nearest(const struct fcl_emu_cu *cu, uint32_t port,
					 uint64_t address)
{
	const struct fcl_hal_request *request = cu->request;
	const struct fcl_hal_arg *found = NULL;

	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];
		const struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(arg);

		if (!buffer || !is_on_port(cu, arg, port))
			continue;
		if (buffer->svm)
			return NULL;
		if (!found || (buffer->address <= address &&
			       (fcl_emu_arg_buffer(found)->address > address ||
				fcl_emu_arg_buffer(found)->address < buffer->address)))
			found = arg;
	}
	return found;
}

static _Noreturn void bursts_refuse(struct fcl_emu_cu *cu, uint32_t port,
				    const struct fcl_hal_arg *arg, uint64_t address, uint64_t bytes)
{
	const struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(arg);
	char cycle[40] = "";

	if (cu->pub.cycle)
		snprintf(cycle, sizeof(cycle), "cycle %" PRIu64 ", ", cu->pub.cycle);
	fcl_emu_cu_fail(cu, -EFAULT,
			"%sport %s: a burst that %s %" PRIu64 " bytes at offset %" PRId64
			" of argument '%s', a buffer of %" PRIu64
			" bytes; FPGACL_EMU_CHECK=off permits it",
			cycle, cu->model->ports[port].name,
			!cu->pub.cycle   ? "transfers"
			: cu->pub.writes ? "writes"
					 : "reads",
			bytes, (int64_t)(address - buffer->address),
			cu->kernel->facts->args[arg->index].name, buffer->size);
}

void fcl_emu_burst_check(struct fcl_emu_cu *cu, uint32_t port, uint64_t address, uint64_t bytes)
{
	const struct fcl_hal_request *request = cu->request;
	const struct fcl_hal_arg *arg;
	uint64_t word;

	if (!request || request->u.launch.nsvm || port >= cu->model->nports ||
	    cu->program->board->check == FCL_EMU_CHECK_OFF)
		return;
	word = cu->pub.beat                            ? cu->pub.beat
	       : cu->model->ports[port].data_width > 8 ? cu->model->ports[port].data_width / 8
						       : 1;
	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_emu_buffer *buffer =
			fcl_emu_arg_buffer(&request->u.launch.args[i]);

		/*
		 * Arguments of all ports count: a crossbar in the kernel may select the port by
		 * address.
		 */
		if (buffer && is_within(buffer, address, bytes, word))
			return;
	}
	arg = nearest(cu, port, address);
	if (arg)
		bursts_refuse(cu, port, arg, address, bytes);
}
