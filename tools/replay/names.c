/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/names.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/calls.h"

static int32_t names_id_of(const struct fcl_value *value)
{
	for (int id = 0; id < FCL_CALL_COUNT; id++) {
		const char *form = fcl_call_form((enum fcl_call_id)id);

		if (strlen(form) == value->size && !memcmp(form, value->bytes, value->size))
			return id;
	}
	return -1;
}

int fcl_names_read(struct fcl_replay *replay, struct fcl_err *err)
{
	struct fcl_values values;
	struct fcl_value value;

	replay->nids = 0;
	if (!replay->capture->ncalls)
		return 0;
	if (!replay->capture->names)
		return fcl_err_set(err, -EINVAL, "%s has no names of calls", replay->path);
	replay->nids = 256;
	replay->ids = malloc(replay->nids * sizeof(*replay->ids));
	if (!replay->ids)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (size_t i = 0; i < replay->nids; i++)
		replay->ids[i] = -1;
	values = fcl_capture_values(replay->capture, replay->capture->names);
	while (fcl_values_next(&values, &value))
		if (value.type == FCL_VALUE_TEXT)
			replay->ids[value.index] = names_id_of(&value);
	return 0;
}

void fcl_replay_say(const struct fcl_replay *replay, uint64_t number, const char *format, ...)
{
	va_list args;

	printf("call %" PRIu64 ", %s: ", number, fcl_replay_name(replay, number));
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

const char *fcl_replay_name(const struct fcl_replay *replay, uint64_t number)
{
	unsigned call = replay->capture->calls[number].call;
	int32_t id = call < replay->nids ? replay->ids[call] : -1;

	return id < 0 ? "an unknown call" : fcl_call_name((enum fcl_call_id)id);
}
