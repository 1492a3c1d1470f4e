/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/format.h"

#include <string.h>

#include "base/trace/flows.h"
#include "base/trace/put.h"
#include "base/trace/records.h"
#include "base/trace/trace.h"
#include "base/trace/tracks.h"

static const char *text_at(const struct fcl_trace_record *record, uint32_t index)
{
	const char *text = (const char *)&record->numbers[record->nnumbers];

	while (index--)
		text += strlen(text) + 1;
	return text;
}

static int64_t signed_of(uint64_t number)
{
	int64_t value;

	memcpy(&value, &number, sizeof(value));
	return value;
}

static void put_status(struct fcl_text *out, uint64_t number)
{
	int64_t status = signed_of(number);

	fcl_trace_put(out, ",\"status\":");
	if (status < 0)
		fcl_trace_put(out, "-");
	fcl_trace_put_number(out, status < 0 ? (uint64_t)-status : (uint64_t)status);
}

/* Appends a slice, up to its arguments; the caller ends it with "}},\n". */
static void put_slice(struct fcl_text *out, const char *category, const char *name,
		      struct fcl_trace_place place, uint64_t start_ns, uint64_t end_ns)
{
	fcl_trace_put(out, "{\"ph\":\"X\",\"cat\":\"");
	fcl_trace_put(out, category);
	fcl_trace_put(out, "\",\"name\":");
	fcl_trace_put_text(out, name);
	fcl_trace_put_field(out, "pid", place.pid);
	fcl_trace_put_field(out, "tid", place.tid);
	fcl_trace_put(out, ",\"ts\":");
	fcl_trace_put_us(out, start_ns);
	fcl_trace_put(out, ",\"dur\":");
	fcl_trace_put_us(out, end_ns > start_ns ? end_ns - start_ns : 0);
}

static void put_call(struct fcl_text *out, const struct fcl_trace_ring *ring,
		     const struct fcl_trace_record *record)
{
	const char *name;
	struct fcl_trace_place place = {fcl_trace_group_host(out), (uint32_t)ring->thread};

	memcpy(&name, &record->numbers[0], sizeof(name));
	put_slice(out, fcl_trace_category, name, place, record->start_ns, record->end_ns);
	fcl_trace_put(out, "},\n");
}

static void put_after(struct fcl_text *out, const struct fcl_trace_record *record, uint64_t id)
{
	uint32_t count = record->nnumbers - FCL_TRACE_COMMAND_NUMBERS;

	if (!count)
		return;
	fcl_trace_put(out, ",\"after\":[");
	for (uint32_t i = 0; i < count; i++) {
		uint64_t from = record->numbers[FCL_TRACE_COMMAND_NUMBERS + i];

		if (i)
			fcl_trace_put(out, ",");
		fcl_trace_put_number(out, from);
		fcl_trace_flow_add(from, id);
	}
	fcl_trace_put(out, "]");
}

static void format_put_time(struct fcl_text *out, const char *key, uint64_t ns)
{
	if (!ns)
		return;
	fcl_trace_put(out, ",\"");
	fcl_trace_put(out, key);
	fcl_trace_put(out, "\":");
	fcl_trace_put_us(out, ns);
}

static void put_command(struct fcl_text *out, const struct fcl_trace_record *record)
{
	const uint64_t *numbers = record->numbers;
	uint64_t id = numbers[FCL_TRACE_COMMAND_ID];
	struct fcl_trace_place place;
	char queue[32] = "queue ";
	const char *type;
	size_t length = strlen(queue);

	for (uint64_t n = numbers[FCL_TRACE_COMMAND_QUEUE], at = 10000000; at; at /= 10)
		if (n >= at || at == 1)
			queue[length++] = (char)('0' + n / at % 10);
	place = fcl_trace_track(out, fcl_trace_group_queues(out), queue, record->start_ns,
				record->end_ns);
	memcpy(&type, &numbers[FCL_TRACE_COMMAND_TYPE], sizeof(type));
	put_slice(out, "command", text_at(record, 0), place, record->start_ns, record->end_ns);
	fcl_trace_put(out, ",\"args\":{\"id\":");
	fcl_trace_put_number(out, id);
	fcl_trace_put_field(out, "queue", numbers[FCL_TRACE_COMMAND_QUEUE]);
	fcl_trace_put_field_text(out, "type", type);
	fcl_trace_put_field_text(out, "device", text_at(record, 1));
	format_put_time(out, "queued", numbers[FCL_TRACE_COMMAND_QUEUED]);
	format_put_time(out, "submitted", numbers[FCL_TRACE_COMMAND_SUBMITTED]);
	if (numbers[FCL_TRACE_COMMAND_BYTES])
		fcl_trace_put_field(out, "bytes", numbers[FCL_TRACE_COMMAND_BYTES]);
	put_status(out, numbers[FCL_TRACE_COMMAND_STATUS]);
	fcl_trace_flow_command(id, place, record->start_ns, record->end_ns);
	put_after(out, record, id);
	fcl_trace_put(out, "}},\n");
}

static void put_transfer(struct fcl_text *out, const struct fcl_trace_record *record)
{
	static const char *const directions[] = {"host to board", "board to host", "on the board"};
	const char *direction = directions[record->numbers[0] % 3], *device = text_at(record, 0);
	char track[64] = "DMA ";
	struct fcl_trace_place place;

	strcat(track, direction);
	place = fcl_trace_track(out, fcl_trace_group_device(out, device), track, record->start_ns,
				record->end_ns);
	put_slice(out, "dma", direction, place, record->start_ns, record->end_ns);
	fcl_trace_put(out, ",\"args\":{\"bytes\":");
	fcl_trace_put_number(out, record->numbers[1]);
	fcl_trace_put_field_text(out, "bank", text_at(record, 1));
	fcl_trace_put_field_text(out, "device", device);
	put_status(out, record->numbers[2]);
	fcl_trace_put(out, "}},\n");
}

/* The field names say that these are estimates, not measurements. */
static void put_estimate(struct fcl_text *out, const struct fcl_trace_record *record)
{
	fcl_trace_put_field(out, "estimated_bytes", record->numbers[3]);
	fcl_trace_put(out, ",\"estimated_least_us\":");
	fcl_trace_put_us(out, record->numbers[4]);
	fcl_trace_put_field_text(out, "estimated_bound", text_at(record, 3));
	fcl_trace_put_field_text(out, "estimated_ports", text_at(record, 4));
}

static void put_execution(struct fcl_text *out, const struct fcl_trace_record *record)
{
	const char *device = text_at(record, 0);
	uint32_t group = fcl_trace_group_device(out, device), row = (uint32_t)record->numbers[0];
	struct fcl_trace_place place =
		row == FCL_TRACE_ANY_ROW ? fcl_trace_track(out, group, text_at(record, 2),
							   record->start_ns, record->end_ns)
					 : fcl_trace_track_row(out, group, text_at(record, 2), row);

	put_slice(out, "cu", text_at(record, 1), place, record->start_ns, record->end_ns);
	fcl_trace_put(out, ",\"args\":{\"cu\":");
	fcl_trace_put_text(out, text_at(record, 2));
	fcl_trace_put_field_text(out, "device", device);
	if (record->numbers[1])
		fcl_trace_put_field(out, "cycles", record->numbers[1]);
	put_status(out, record->numbers[2]);
	if (record->nnumbers > 4)
		put_estimate(out, record);
	fcl_trace_put(out, "}},\n");
}

static void put_stall(struct fcl_text *out, const struct fcl_trace_record *record)
{
	const char *device = text_at(record, 0);
	struct fcl_trace_place place = fcl_trace_track_row(out, fcl_trace_group_device(out, device),
							   text_at(record, 1),
							   (uint32_t)record->numbers[0]);

	put_slice(out, "stall", record->numbers[1] ? "FIFO full" : "FIFO empty", place,
		  record->start_ns, record->end_ns);
	fcl_trace_put(out, ",\"args\":{\"fifo\":");
	fcl_trace_put_text(out, text_at(record, 2));
	fcl_trace_put_field_text(out, "cu", text_at(record, 1));
	fcl_trace_put_field_text(out, "device", device);
	fcl_trace_put(out, "}},\n");
}

/* The text is JSON with a '\1' in place of the process and thread numbers. */
static void format_put_span(struct fcl_text *out, const struct fcl_trace_ring *ring,
			    const struct fcl_trace_record *record)
{
	const char *text = text_at(record, 0), *mark;
	uint32_t group = fcl_trace_group_host(out);

	while ((mark = strchr(text, '\1'))) {
		fcl_text_append(out, text, (size_t)(mark - text));
		fcl_trace_put_field(out, "pid", group);
		fcl_trace_put_field(out, "tid", (uint32_t)ring->thread);
		text = mark + 1;
	}
	fcl_trace_put(out, text);
}

void fcl_trace_format(struct fcl_text *out, struct fcl_trace_ring *ring,
		      const struct fcl_trace_record *record)
{
	if (!ring->named)
		fcl_trace_track_thread(out, ring->thread);
	ring->named = true;
	switch ((enum fcl_trace_kind)record->kind) {
	case FCL_TRACE_CALL:
		put_call(out, ring, record);
		break;
	case FCL_TRACE_COMMAND:
		put_command(out, record);
		break;
	case FCL_TRACE_TRANSFER:
		put_transfer(out, record);
		break;
	case FCL_TRACE_EXECUTION:
		put_execution(out, record);
		break;
	case FCL_TRACE_STALL:
		put_stall(out, record);
		break;
	case FCL_TRACE_SPAN:
		format_put_span(out, ring, record);
		break;
	case FCL_TRACE_PAD:
		break;
	}
}

void fcl_trace_format_flows(struct fcl_text *out)
{
	fcl_trace_flow_put(out);
}

void fcl_trace_format_forget(void)
{
	fcl_trace_flows_forget();
	fcl_trace_tracks_forget();
}
