/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/traffic.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "emulator/execution/running/usage.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"
#include "emulator/state/traffic.h"

/* HLS widens a narrower port to this if it can; wider ports are as in the image. */
enum { WIDEST_PORT = 512 };

#define PS_PER_US 1e6

bool fcl_emu_traffic_init(struct fcl_emu_cu *cu)
{
	uint32_t nbanks = cu->program->board->desc->nbanks;

	if (cu->model->kind != FCL_MODEL_RUN || !(cu->model->flags & FCL_MODEL_COUNTED) ||
	    cu->model->control == FCL_MODEL_CTRL_NONE)
		return true;
	cu->traffic = calloc(1, sizeof(*cu->traffic) +
					cu->model->nports * sizeof(cu->traffic->ports[0]) +
					nbanks * sizeof(cu->traffic->banks[0]));
	if (cu->traffic)
		cu->traffic->banks = (void *)&cu->traffic->ports[cu->model->nports];
	return cu->traffic;
}

/* Packets moved through a stream port so far; 0: not a stream, or not connected. */
static uint64_t packets_of(const struct fcl_emu_cu *cu, uint32_t port)
{
	const struct fcl_emu_fifo *fifo = cu->ports[port];
	bool reads = cu->model->ports[port].kind == FCL_MODEL_PORT_STREAM_IN;

	return fifo ? __atomic_load_n(reads ? &fifo->pub.head : &fifo->pub.tail, __ATOMIC_RELAXED)
		    : 0;
}

void fcl_emu_traffic_begin(struct fcl_emu_cu *cu)
{
	struct fcl_emu_traffic *traffic = cu->traffic;

	if (!traffic)
		return;
	traffic->bound_ps = 0;
	for (uint32_t i = 0; i < cu->program->board->desc->nbanks; i++)
		atomic_store_explicit(&traffic->banks[i], 0, memory_order_relaxed);
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		struct fcl_emu_port_traffic *port = &traffic->ports[i];

		atomic_store_explicit(&port->read, 0, memory_order_relaxed);
		atomic_store_explicit(&port->written, 0, memory_order_relaxed);
		port->moved = packets_of(cu, i);
	}
}

/*
 * The packets that an execution, which is over, has moved at a port. Overlapping executions use the
 * port in turn (chain.c), so the next one's start count is this one's end count. The board's lock
 * is held if executions may overlap.
 */
static uint64_t own_packets(const struct fcl_emu_cu *cu, uint32_t port)
{
	uint64_t end = packets_of(cu, port);

	if (!cu->turns)
		return end - cu->traffic->ports[port].moved;
	if (!cu->turns[port].has)
		return 0;
	for (const struct fcl_emu_cu *next = cu->younger; next; next = next->younger)
		if (next->turns[port].has) {
			end = next->turns[port].began;
			break;
		}
	return end - cu->turns[port].began;
}

static void traffic_count_packets(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	if (cu->turns)
		pthread_mutex_lock(&board->lock);
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		const struct fcl_model_port *port = &cu->model->ports[i];
		struct fcl_emu_port_traffic *traffic = &cu->traffic->ports[i];
		uint64_t bytes;

		if (port->kind == FCL_MODEL_PORT_MEMORY)
			continue;
		bytes = own_packets(cu, i) * port->packet_size;
		atomic_store_explicit(port->kind == FCL_MODEL_PORT_STREAM_IN ? &traffic->read
									     : &traffic->written,
				      bytes, memory_order_relaxed);
	}
	if (cu->turns)
		pthread_mutex_unlock(&board->lock);
}

/* --- the bound -------------------------------------------------------------------------------- */

static __attribute__((format(printf, 3, 4))) void raise_bound(struct fcl_emu_traffic *traffic,
							      double ps, const char *why, ...)
{
	va_list args;

	if (ps <= (double)traffic->bound_ps)
		return;
	traffic->bound_ps = (uint64_t)ps;
	va_start(args, why);
	vsnprintf(traffic->by, sizeof(traffic->by), why, args);
	va_end(args);
}

/* A bank has a bandwidth, which all ports share. */
static void bound_bank(struct fcl_emu_cu *cu, uint32_t index)
{
	const struct fcl_board_bank *bank = &cu->program->board->desc->banks[index];

	if (bank->peak_mb)
		raise_bound(cu->traffic,
			    (double)cu->traffic->banks[index] * PS_PER_US / bank->peak_mb,
			    "%.32s, %" PRIu32 " MB/s", bank->tag, bank->peak_mb);
}

/* A port moves one word per cycle and direction. */
static void bound_memory(struct fcl_emu_cu *cu, uint32_t index, uint64_t read, uint64_t written,
			 uint32_t mhz)
{
	const struct fcl_model_port *port = &cu->model->ports[index];
	uint32_t bits = port->data_width > WIDEST_PORT ? port->data_width : WIDEST_PORT;
	uint64_t most = read > written ? read : written;

	if (mhz)
		raise_bound(cu->traffic, (double)most * 8 / bits * PS_PER_US / mhz,
			    "port %.40s, %" PRIu32 " bits a cycle each way", port->name, bits);
}

static void bound_stream(struct fcl_emu_cu *cu, uint32_t index, uint64_t bytes, uint32_t mhz)
{
	const struct fcl_model_port *port = &cu->model->ports[index];

	if (mhz && port->packet_size)
		raise_bound(cu->traffic, (double)bytes / port->packet_size * PS_PER_US / mhz,
			    "port %.40s, one packet a cycle", port->name);
}

static void traffic_find_bound(struct fcl_emu_cu *cu, uint32_t mhz)
{
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		uint64_t read = cu->traffic->ports[i].read, written = cu->traffic->ports[i].written;

		if (cu->model->ports[i].kind == FCL_MODEL_PORT_MEMORY)
			bound_memory(cu, i, read, written, mhz);
		else
			bound_stream(cu, i, read + written, mhz);
	}
	for (uint32_t i = 0; i < cu->program->board->desc->nbanks; i++)
		bound_bank(cu, i);
}

/* --- reporting -------------------------------------------------------------------------------- */

static void log_ports(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		const struct fcl_model_port *port = &cu->model->ports[i];
		uint64_t read = cu->traffic->ports[i].read, written = cu->traffic->ports[i].written;

		if (port->kind == FCL_MODEL_PORT_MEMORY)
			fcl_log(FCL_LOG_INFO, cu->name,
				"estimate: port %s: reads %" PRIu64 " bytes, writes %" PRIu64,
				port->name, read, written);
		else
			fcl_log(FCL_LOG_INFO, cu->name,
				"estimate: port %s: %s %" PRIu64 " bytes in %" PRIu64 " packets",
				port->name,
				port->kind == FCL_MODEL_PORT_STREAM_IN ? "reads" : "writes",
				read + written,
				(read + written) / (port->packet_size ? port->packet_size : 1));
	}
}

void fcl_emu_traffic_end(struct fcl_emu_cu *cu)
{
	uint32_t mhz;

	if (!cu->traffic || cu->status || (!fcl_log_enabled(FCL_LOG_INFO) && !fcl_trace_on()))
		return;
	mhz = fcl_emu_usage_mhz(cu);
	traffic_count_packets(cu);
	traffic_find_bound(cu, mhz);
	if (!fcl_log_enabled(FCL_LOG_INFO) || !cu->traffic->bound_ps)
		return;
	fcl_log(FCL_LOG_INFO, cu->name,
		"estimate: at least %.3f us on a board, %.0f cycles at %" PRIu32 " MHz (%s)",
		(double)cu->traffic->bound_ps / PS_PER_US,
		(double)cu->traffic->bound_ps * mhz / PS_PER_US, mhz, cu->traffic->by);
	log_ports(cu);
}

bool fcl_emu_traffic_estimate(const struct fcl_emu_cu *cu, struct fcl_trace_estimate *ret_estimate,
			      char *text, size_t room)
{
	const struct fcl_emu_traffic *traffic = cu->traffic;
	size_t length = 0;

	if (!traffic || cu->status || !traffic->bound_ps)
		return false;
	*ret_estimate = (struct fcl_trace_estimate){
		.bound_ns = (traffic->bound_ps + 999) / 1000, .by = traffic->by, .ports = text};
	text[0] = '\0';
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		uint64_t read = traffic->ports[i].read, written = traffic->ports[i].written;
		int more = snprintf(text + length, room - length,
				    "%s%s: reads %" PRIu64 ", writes %" PRIu64, i ? "; " : "",
				    cu->model->ports[i].name, read, written);

		ret_estimate->bytes += read + written;
		if (more > 0 && (size_t)more < room - length)
			length += (size_t)more;
		else
			text[length] = '\0';
	}
	return true;
}
