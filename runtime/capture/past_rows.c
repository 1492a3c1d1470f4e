/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/past_rows.h"

#include <string.h>

#include "runtime/capture/table.h"

struct fcl_past_row fcl_past_rows[FCL_CALL_COUNT];

static bool is_list_of_objects(const struct fcl_parameter *parameter)
{
	return !strcmp(parameter->kind, "HANDLES") || !strcmp(parameter->kind, "MOVED");
}

static void read_parameter(struct fcl_past_row *row, const struct fcl_parameter *parameter,
			   unsigned index)
{
	bool events = !strcmp(parameter->type, "const cl_event *");
	uint32_t bit = (uint32_t)1 << index;

	if (!strcmp(parameter->kind, "EVENT"))
		row->event = (int)index;
	if (!strcmp(parameter->kind, "BLOCKING"))
		row->blocking = (int)index;
	if (events)
		row->waits = (int)index;
	if (!strcmp(parameter->kind, "EVENT") || events ||
	    !strcmp(parameter->name, "num_events_in_wait_list"))
		row->dropped |= bit;
	else if (!strcmp(parameter->kind, "HANDLE"))
		row->handles |= bit;
	else if (is_list_of_objects(parameter))
		row->lists |= bit;
}

static int change_of(const char *name)
{
	if (!strncmp(name, "clRetain", 8))
		return 1;
	return !strncmp(name, "clRelease", 9) ? -1 : 0;
}

void fcl_past_rows_read(void)
{
	for (unsigned id = 0; id < FCL_CALL_COUNT; id++) {
		const struct fcl_call_row *call = &fcl_call_table[id];
		struct fcl_past_row *row = &fcl_past_rows[id];

		*row = (struct fcl_past_row){.event = -1, .blocking = -1, .waits = -1};
		row->change = change_of(call->name);
		row->launch = !strcmp(call->class, "LAUNCH") ||
			      id == FCL_CALL_clEnqueueCommandBufferKHR;
		for (unsigned i = 0; i < 16 && call->parameters[i].name; i++)
			read_parameter(row, &call->parameters[i], i);
	}
}
