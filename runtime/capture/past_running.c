/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/past_running.h"

#include <CL/cl.h>
#include <string.h>

#include "runtime/capture/ids.h"
#include "runtime/capture/past_rows.h"
#include "runtime/capture/past_values.h"

/* Older commands count as ended, and further ones that a command waits for are not seen. */
enum { RECENT = 1024, WAITS = 8 };

static struct command {
	uint64_t number; /* of its call */
	uint64_t queue;  /* 0: the slot is free, or the command has ended */
	bool in_order, launch;
	uint64_t waits[WAITS]; /* the numbers of commands */
	unsigned nwaits;
} commands[RECENT]; /* by their numbers */

static unsigned running; /* launches among them */

static struct command *command_of(uint64_t number)
{
	struct command *command = &commands[number % RECENT];

	return command->queue && command->number == number ? command : NULL;
}

static void remove_command(struct command *command)
{
	running -= command->launch && command->queue;
	command->queue = 0;
}

/* All of that queue up to that number. */
static void ended_up_to(uint64_t queue, uint64_t number)
{
	for (unsigned i = 0; i < RECENT; i++)
		if (commands[i].queue == queue && commands[i].number <= number)
			fcl_running_ended(commands[i].number);
}

/* What it waited for has, too; each one ends once, so this comes to an end. */
void fcl_running_ended(uint64_t number)
{
	struct command *command = command_of(number), ended;

	if (!command)
		return;
	ended = *command;
	remove_command(command);
	for (unsigned i = 0; i < ended.nwaits; i++)
		fcl_running_ended(ended.waits[i]);
	if (ended.in_order)
		ended_up_to(ended.queue, number);
}

/* The commands of the events in the call's list. */
static unsigned waits_of(const fcl_ring_record *call, uint64_t waits[], unsigned room)
{
	int position = fcl_past_rows[call->call].waits;
	struct fcl_past_object *event;
	struct fcl_value list;
	const uint8_t *at;
	uint64_t handle;
	unsigned count = 0;

	if (position < 0 || !fcl_past_record_value(call, (unsigned)position, &list) ||
	    list.type != FCL_VALUE_LIST)
		return 0;
	at = list.bytes;
	while (count < room && fcl_value_leb(&at, list.bytes + list.size, &handle)) {
		event = fcl_past_find(handle);
		if (event && event->type == FCL_PAST_EVENT && event->needs)
			waits[count++] = event->command;
	}
	return count;
}

static void add_command(const fcl_ring_record *call, const struct fcl_past_object *queue,
			uint64_t number)
{
	struct command *command = &commands[number % RECENT];

	remove_command(command);
	*command = (struct command){number, queue->handle, queue->in_order, false, {0}, 0};
	command->launch = fcl_past_rows[call->call].launch;
	command->nwaits = waits_of(call, command->waits, WAITS);
	running += command->launch;
}

static void waited_for_events(const fcl_ring_record *call)
{
	uint64_t waits[RECENT];
	unsigned count = running ? waits_of(call, waits, RECENT) : 0;

	for (unsigned i = 0; i < count; i++)
		fcl_running_ended(waits[i]);
}

void fcl_running_call(const fcl_ring_record *call, const struct fcl_past_object *queue,
		      uint64_t number)
{
	const struct fcl_past_row *row = &fcl_past_rows[call->call];

	if (call->call == FCL_CALL_clWaitForEvents)
		waited_for_events(call);
	else if (call->call == FCL_CALL_clFinish && running)
		ended_up_to(fcl_past_record_number(call, 0), number);
	if (row->event < 0 || !queue)
		return;
	add_command(call, queue, number);
	if (row->blocking >= 0 && fcl_past_record_number(call, (unsigned)row->blocking))
		fcl_running_ended(number);
}

bool fcl_running(void)
{
	return running;
}

/* The properties are a number, or pairs of a key and a value. */
bool fcl_running_is_in_order(const fcl_ring_record *call)
{
	struct fcl_value value;
	const uint8_t *at;
	uint64_t key = 0, item;

	if (!fcl_past_record_value(call, 2, &value))
		return true;
	if (value.type != FCL_VALUE_LIST)
		return !(value.number & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	at = value.bytes;
	while (fcl_value_leb(&at, value.bytes + value.size, &item)) {
		if (key == CL_QUEUE_PROPERTIES)
			return !(item & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
		key = key ? 0 : item;
	}
	return true;
}

void fcl_running_forget(void)
{
	memset(commands, 0, sizeof(commands));
	running = 0;
}
