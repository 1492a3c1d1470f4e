/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/trace.h"

#include <string.h>

#include "base/trace/join.h"
#include "base/trace/record.h"
#include "base/trace/records.h"
#include "base/trace/wanted.h"

uint64_t fcl_trace_id(void)
{
	static _Atomic uint64_t last;

	return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

uint64_t fcl_trace_queue(void)
{
	static _Atomic uint64_t last;

	return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

static uint64_t trace_address_of(const char *text)
{
	uint64_t number = 0;

	memcpy(&number, &text, sizeof(text));
	return number;
}

/* As two's complement; format.c reads it back. */
static uint64_t unsigned_of(int32_t number)
{
	return (uint64_t)(int64_t)number;
}

void fcl_trace_call(const char *name, uint64_t start_ns)
{
	const uint64_t number = trace_address_of(name);

	fcl_trace_record(FCL_TRACE_CALL, start_ns, fcl_now_ns(), &number, 1, NULL, 0);
}

void fcl_trace_command(const struct fcl_trace_command *command)
{
	const char *const texts[] = {command->name, command->device};
	uint32_t nafter = command->nafter < FCL_TRACE_AFTER ? command->nafter : FCL_TRACE_AFTER;
	uint64_t numbers[FCL_TRACE_COMMAND_NUMBERS + FCL_TRACE_AFTER]; /* set as far as used */

	numbers[FCL_TRACE_COMMAND_ID] = command->id;
	numbers[FCL_TRACE_COMMAND_QUEUE] = command->queue;
	numbers[FCL_TRACE_COMMAND_TYPE] = trace_address_of(command->type);
	numbers[FCL_TRACE_COMMAND_QUEUED] = command->queued_ns;
	numbers[FCL_TRACE_COMMAND_SUBMITTED] = command->submit_ns;
	numbers[FCL_TRACE_COMMAND_BYTES] = command->bytes;
	numbers[FCL_TRACE_COMMAND_STATUS] = unsigned_of(command->status);
	if (nafter)
		memcpy(numbers + FCL_TRACE_COMMAND_NUMBERS, command->after,
		       nafter * sizeof(uint64_t));
	fcl_trace_record(FCL_TRACE_COMMAND, command->start_ns, command->end_ns, numbers,
			 FCL_TRACE_COMMAND_NUMBERS + nafter, texts, 2);
}

void fcl_trace_transfer(const struct fcl_trace_transfer *transfer)
{
	const char *const texts[] = {fcl_trace_joined_device(transfer->device), transfer->bank};
	const uint64_t numbers[] = {transfer->direction, transfer->bytes,
				    unsigned_of(transfer->status)};

	fcl_trace_record(FCL_TRACE_TRANSFER, transfer->start_ns, transfer->end_ns, numbers, 3,
			 texts, 2);
}

void fcl_trace_execution(const struct fcl_trace_execution *execution)
{
	const struct fcl_trace_estimate *estimate = execution->estimate;
	const char *const texts[] = {fcl_trace_joined_device(execution->device), execution->kernel,
				     execution->cu, estimate ? estimate->by : "",
				     estimate ? estimate->ports : ""};
	const uint64_t numbers[] = {execution->row, execution->cycles,
				    unsigned_of(execution->status), estimate ? estimate->bytes : 0,
				    estimate ? estimate->bound_ns : 0};

	fcl_trace_record(FCL_TRACE_EXECUTION, execution->start_ns, execution->end_ns, numbers,
			 estimate ? 5 : 3, texts, estimate ? 5 : 3);
}

void fcl_trace_stall(const struct fcl_trace_stall *stall)
{
	const char *const texts[] = {fcl_trace_joined_device(stall->device), stall->cu,
				     stall->fifo};
	const uint64_t numbers[] = {stall->row, stall->full};

	if (!fcl_trace_stalls_wanted())
		return;
	fcl_trace_record(FCL_TRACE_STALL, stall->start_ns, stall->end_ns, numbers, 2, texts, 3);
}
