/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/order.h"

#include <string.h>

#include "runtime/capture/table.h"

enum { RECENT = 64 };

/* A search through the calls that began later than `number` and returned earlier. */
struct order {
	const struct fcl_replay *replay;
	uint64_t number, queue, last;
	struct {
		uint64_t call, event;
	} recent[RECENT]; /* commands of the queue that may not have ended */
	unsigned nrecent;
};

static const struct fcl_call_row *order_row_of(const struct fcl_replay *replay, uint64_t number)
{
	unsigned call = replay->capture->calls[number].call;
	int32_t id = call < replay->nids ? replay->ids[call] : -1;

	return id < 0 ? NULL : &fcl_call_table[id];
}

/* The position of the parameter of that kind; -1: there is none. */
static int order_position(const struct fcl_call_row *row, const char *kind)
{
	for (int i = 0; row && i < 16 && row->parameters[i].name; i++)
		if (!strcmp(row->parameters[i].kind, kind))
			return i;
	return -1;
}

/* A number of the call's record or of its result's; 0: it has none. */
static uint64_t order_number(const struct fcl_replay *replay, uint64_t record, int position)
{
	struct fcl_value value;

	return position >= 0 && record != FCL_NO_RECORD &&
			       fcl_values_find(fcl_capture_values(replay->capture, record),
					       (unsigned)position, &value) &&
			       value.type == FCL_VALUE_NUMBER
		       ? value.number
		       : 0;
}

static void order_later(struct order *order, uint64_t call)
{
	if (order->last == FCL_NOT_LATE || call > order->last)
		order->last = call;
}

/* Each command of the list has ended. */
static void order_waited(struct order *order, uint64_t call)
{
	const struct fcl_capture *capture = order->replay->capture;
	struct fcl_value list;
	const uint8_t *at;

	if (!fcl_values_find(fcl_capture_values(capture, capture->calls[call].at), 1, &list) ||
	    list.type != FCL_VALUE_LIST)
		return;
	at = list.bytes;
	for (uint64_t i = 0; i < list.number; i++) {
		uint64_t event = fcl_value_item(&list, &at);

		for (unsigned k = 0; k < order->nrecent; k++)
			if (order->recent[k].event == event)
				order_later(order, order->recent[k].call);
	}
}

/* A call has returned that began later than ours. */
static void order_take(struct order *order, uint64_t number)
{
	const struct fcl_captured_call *call = &order->replay->capture->calls[number];
	const struct fcl_call_row *row = order_row_of(order->replay, number);
	int event = order_position(row, "EVENT");

	if (!row || call->status)
		return;
	if (!strcmp(row->name, "clWaitForEvents"))
		order_waited(order, number);
	if (order_number(order->replay, call->at, 0) != order->queue)
		return;
	if (!strcmp(row->name, "clFinish") ||
	    order_number(order->replay, call->at, order_position(row, "BLOCKING"))) {
		order_later(order, number);
	} else if (event >= 0) {
		unsigned at = order->nrecent < RECENT ? order->nrecent++ : number % RECENT;

		order->recent[at].call = number;
		order->recent[at].event = order_number(order->replay, call->result, event);
	}
}

uint64_t fcl_order_after(const struct fcl_replay *replay, uint64_t event)
{
	const struct fcl_capture *capture = replay->capture;
	uint64_t number = capture->events[event].call;
	struct order order = {.replay = replay, .number = number, .last = FCL_NOT_LATE};

	if (!capture->calls[number].overtaken ||
	    order_position(order_row_of(replay, number), "EVENT") < 0)
		return FCL_NOT_LATE;
	order.queue = order_number(replay, capture->calls[number].at, 0);
	while (++event < capture->nevents) {
		const struct fcl_captured_event *other = &capture->events[event];

		if (other->kind == FCL_CAPTURE_RESULT && other->call == number)
			return order.last;
		if (other->kind == FCL_CAPTURE_RESULT && other->call > number)
			order_take(&order, other->call);
	}
	return order.last; /* the program was killed in this call */
}
