/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/emit.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/capture/stored.h"
#include "base/file.h"
#include "base/text.h"
#include "tools/replay/emit_parameters.h"
#include "tools/replay/order.h"

extern const unsigned char emitted_head[]; /* emitted_head.txt: the program before its calls */

/* The host's memory that the buffer, or the buffer that it is a part of, was created on. */
static void put_owner(struct fcl_emit *emit, const struct fcl_object *owner)
{
	const struct fcl_replay *replay = emit->replay;
	const struct fcl_captured_call *made = &replay->capture->calls[owner->made_by];
	const struct fcl_object *whole;
	struct fcl_value handle, bytes;
	cl_buffer_region region;

	if (replay->ids[made->call] != FCL_CALL_clCreateSubBuffer) {
		fcl_text_format(&emit->before, "host_%" PRIu64, owner->made_by);
		return;
	}
	if (!fcl_values_find(fcl_capture_values(replay->capture, made->at), 0, &handle) ||
	    !fcl_values_find(fcl_capture_values(replay->capture, made->result), 3, &bytes) ||
	    bytes.size != sizeof(region)) {
		emit->bad = true;
		return;
	}
	memcpy(&region, bytes.bytes, sizeof(region));
	whole = fcl_objects_find(&replay->objects, FCL_OBJECT_MEM, handle.number);
	emit->bad |= !whole;
	fcl_text_format(&emit->before, "host_%" PRIu64 " + %zu", whole ? whole->made_by : 0,
			region.origin);
}

/* What the host had written to memory that it has given to buffers. */
static void put_moved(struct fcl_emit *emit)
{
	struct fcl_values values = fcl_capture_values(emit->replay->capture,
						      emit->captured->result);
	const struct fcl_object *owner = NULL;
	struct fcl_value value;

	while (fcl_values_next(&values, &value)) {
		if (value.index != FCL_CAPTURE_HOST_DATA)
			continue;
		if (value.type == FCL_VALUE_NUMBER) {
			owner = fcl_objects_find(&emit->replay->objects, FCL_OBJECT_MEM,
						 value.number);
		} else if (owner) {
			fcl_text_format(&emit->before, "\tmemcpy(");
			put_owner(emit, owner);
			fcl_text_format(&emit->before, ", ");
			fcl_emit_load(emit, &emit->before, &value);
			fcl_text_format(&emit->before, ", %" PRIu64 ");\n", value.number);
		}
	}
}

/* What a comment would have made has no name, nor the one that its handle had before. */
static void put_name(struct fcl_emit *emit, uint64_t captured, const char *name)
{
	fcl_emit_name(emit, captured, emit->written[emit->number] ? name : NULL);
}

static void put_made_names(struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;
	const uint8_t *at;
	char name[64];

	if (!fcl_emit_result(emit, index, &value) || value.type != FCL_VALUE_LIST)
		return;
	at = value.bytes;
	for (uint64_t i = 0; i < value.number; i++) {
		snprintf(name, sizeof(name), "made_%" PRIu64 "[%" PRIu64 "]", emit->number, i);
		put_name(emit, fcl_value_item(&value, &at), name);
	}
}

/* Names what the call has made, for later calls. */
static void put_names(struct fcl_emit *emit)
{
	struct fcl_value value;
	char name[64];

	if (fcl_emit_result(emit, FCL_CAPTURE_RETURNED, &value)) {
		snprintf(name, sizeof(name), "%s_%" PRIu64, fcl_emit_type_name(emit->row->type),
			 emit->number);
		put_name(emit, value.number, name);
	}
	for (unsigned i = 0; i < 16 && emit->row->parameters[i].name; i++) {
		if (fcl_emit_is_kind(&emit->row->parameters[i], "MADE"))
			put_made_names(emit, i);
		if (!fcl_emit_is_kind(&emit->row->parameters[i], "EVENT") ||
		    !fcl_emit_result(emit, i, &value))
			continue;
		snprintf(name, sizeof(name), "event_%" PRIu64, emit->number);
		put_name(emit, value.number, name);
	}
}

/* Room for what is read, whose size the record of it has. */
static void put_room(struct fcl_emit *emit, uint64_t readback)
{
	struct fcl_values values;
	struct fcl_value value;

	if (!fcl_emit_reads(emit->row))
		return;
	if (!readback) {
		emit->bad = true; /* it had not ended when the capture did */
		return;
	}
	values = fcl_capture_values(emit->replay->capture, readback);
	while (fcl_values_next(&values, &value))
		if (fcl_value_has_contents(&value))
			fcl_text_format(&emit->before,
					"\tvoid *read_%" PRIu64 " = room(%" PRIu64 ");\n",
					emit->number, value.number);
}

static void put_statement(struct fcl_emit *emit)
{
	const char *type = emit->row->type;
	bool value = !strcmp(type, "cl_int");

	fcl_text_append(&emit->text, emit->before.bytes, emit->before.size);
	if (value)
		fcl_text_format(&emit->text, "\tstatus = ");
	else if (!strcmp(type, "void"))
		fcl_text_format(&emit->text, "\t");
	else
		fcl_text_format(&emit->text, "\t%s %s_%" PRIu64 " = ", type,
				fcl_emit_type_name(type), emit->number);
	fcl_text_format(&emit->text, "%s(", emit->row->name);
	fcl_text_append(&emit->text, emit->call.bytes, emit->call.size);
	fcl_text_format(&emit->text, ");\n");
	if (strcmp(type, "void") != 0)
		fcl_text_format(&emit->text, "\tmust(%" PRIu64 ", status, %" PRId32 ");\n",
				emit->number, emit->captured->status);
}

static bool is_left_out(const struct fcl_emit *emit)
{
	return !emit->captured->result || emit->captured->status ||
	       !strcmp(emit->row->class, "ALLOCATE") || strstr(emit->row->name, "Callback") ||
	       strstr(emit->row->name, "NativeKernel");
}

/* The program may release its event before. */
static bool waits(const struct fcl_emit *emit)
{
	return fcl_emit_reads(emit->row) || fcl_emit_blocks_later(emit);
}

static void put_wait(struct fcl_emit *emit)
{
	fcl_text_format(&emit->text, "\tclWaitForEvents(1, &event_%" PRIu64 ");\n", emit->number);
}

static void put_call(struct fcl_emit *emit, uint64_t readback)
{
	if (is_left_out(emit)) {
		fcl_text_format(&emit->text,
				"\t/* call %" PRIu64 ": %s, with status %" PRId32 " */\n",
				emit->number, emit->row->name, emit->captured->status);
		emit->comments++;
		return;
	}
	fcl_text_free(&emit->before);
	fcl_text_free(&emit->call);
	emit->bad = emit->extension; /* no library has its function */
	if (!strcmp(emit->row->name, "clEnqueueMigrateMemObjects"))
		put_moved(emit);
	put_room(emit, readback);
	for (unsigned i = 0; i < 16 && emit->row->parameters[i].name; i++) {
		fcl_text_format(&emit->call, "%s", i ? ", " : "");
		fcl_emit_parameter(emit, i);
	}
	if (emit->bad) {
		fcl_text_format(&emit->text,
				"\t/* call %" PRIu64 ": %s cannot be written as C */\n",
				emit->number, emit->row->name);
		emit->comments++;
		return;
	}
	put_statement(emit);
	if (waits(emit))
		fcl_text_format(&emit->text, "\tclRetainEvent(event_%" PRIu64 ");\n", emit->number);
	emit->written[emit->number] = true;
}

/* What was read is compared when the program knew that it was there. */
static void put_expectation(struct fcl_emit *emit, uint64_t record)
{
	struct fcl_values values = fcl_capture_values(emit->replay->capture, record);
	struct fcl_value value;
	char path[PATH_MAX], name[64] = "";

	if (!strcmp(emit->row->class, "MAP"))
		snprintf(name, sizeof(name), "at_%" PRIu64, emit->number);
	else if (fcl_emit_reads(emit->row))
		snprintf(name, sizeof(name), "read_%" PRIu64, emit->number);
	if (!*name || !emit->written[emit->number])
		return;
	if (fcl_emit_reads(emit->row))
		put_wait(emit);
	while (fcl_values_next(&values, &value))
		if (fcl_emit_save(emit, &value, path, sizeof(path)))
			fcl_text_format(&emit->text,
					"\texpect(%" PRIu64 ", %s, \"%s\", %" PRIu64 ");\n",
					emit->number, name, path, value.number);
}

/* --- the program ------------------------------------------------------------------------------ */

static void put_devices(struct fcl_emit *emit)
{
	const struct fcl_capture *capture = emit->replay->capture;
	struct fcl_value handle, value;
	char name[64];

	for (uint64_t i = 0; i < capture->ndevices; i++) {
		struct fcl_values values = fcl_capture_values(capture, capture->devices[i]);

		if (!fcl_values_find(values, FCL_DEVICE_HANDLE, &handle))
			continue;
		fcl_text_format(&emit->text, "\tcl_device_id device_%" PRIu64 " = device_of(", i);
		if (fcl_values_find(values, FCL_DEVICE_PLATFORM, &value) &&
		    value.type == FCL_VALUE_TEXT)
			fcl_emit_string(&emit->text, value.bytes, value.size);
		else
			fcl_text_format(&emit->text, "\"\"");
		if (!fcl_values_find(values, FCL_DEVICE_NUMBER, &value) || !value.number)
			value.number = 1;
		fcl_text_format(&emit->text, ", %" PRIu64 ");\n", value.number - 1);
		snprintf(name, sizeof(name), "device_%" PRIu64, i);
		fcl_emit_name(emit, handle.number, name);
	}
}

static bool take_call(struct fcl_emit *emit, uint64_t number)
{
	unsigned call = emit->replay->capture->calls[number].call;
	int32_t id = call < emit->replay->nids ? emit->replay->ids[call] : -1;

	emit->number = number;
	emit->captured = &emit->replay->capture->calls[number];
	emit->row = id < 0 ? NULL : &fcl_call_table[id];
	emit->extension = id >= FCL_CALL_FIRST_EXTENSION;
	return emit->row;
}

/* What had been enqueued when clFinish() was called, if other threads made calls meanwhile. */
static void put_marker(struct fcl_emit *emit)
{
	fcl_text_free(&emit->call);
	emit->bad = false;
	fcl_emit_parameter(emit, 0);
	if (emit->bad)
		return;
	fcl_text_format(&emit->text,
			"\tcl_event event_%" PRIu64 ";\n\tmust(%" PRIu64
			", clEnqueueMarkerWithWaitList(%.*s, 0, NULL, &event_%" PRIu64 "), 0);\n",
			emit->number, emit->number, (int)emit->call.size, emit->call.bytes,
			emit->number);
	emit->written[emit->number] = true;
}

static bool is_wait(const struct fcl_emit *emit)
{
	return !emit->captured->alone && !strcmp(emit->row->class, "WAIT");
}

/* The call is made where it began, unless it only waits. */
static void put_begin(struct fcl_emit *emit)
{
	if (!is_wait(emit))
		put_call(emit, emit->readbacks[emit->number]);
	else if (!strcmp(emit->row->name, "clFinish") && emit->captured->result &&
		 !emit->captured->status)
		put_marker(emit);
}

/* Those that are to be made after this one (order.h), which has just been. */
static void put_late(struct fcl_emit *emit, uint64_t number)
{
	for (size_t i = 0; i < emit->nlate; i++) {
		uint64_t late = emit->late[i].call;

		if (emit->late[i].after != number)
			continue;
		emit->late[i] = emit->late[--emit->nlate];
		if (take_call(emit, late))
			put_begin(emit);
		put_late(emit, late);
		i = (size_t)-1; /* from the first one on */
	}
}

static void put_or_keep(struct fcl_emit *emit, uint64_t event)
{
	uint64_t number = emit->number, after = fcl_order_after(emit->replay, event);

	if (after == FCL_NOT_LATE || emit->nlate == FCL_EMIT_LATE) {
		put_begin(emit);
	} else {
		emit->late[emit->nlate].call = number;
		emit->late[emit->nlate++].after = after;
	}
	put_late(emit, number);
}

/* Since when other threads made calls, it does not block where it is made, but where it returned. */
static void put_end(struct fcl_emit *emit)
{
	uint64_t number = emit->number;

	for (size_t i = 0; i < emit->nlate; i++)
		if (emit->late[i].call == number) {
			put_late(emit, emit->late[i].after);
			break;
		}
	if (!take_call(emit, number))
		return;
	if (emit->written[number] && (is_wait(emit) || fcl_emit_blocks_later(emit)))
		put_wait(emit);
	else if (is_wait(emit))
		put_call(emit, emit->readbacks[number]);
	put_names(emit);
}

static void put_calls(struct fcl_emit *emit)
{
	const struct fcl_capture *capture = emit->replay->capture;

	for (uint64_t i = 0; i < capture->nevents && !emit->error; i++) {
		const struct fcl_captured_event *event = &capture->events[i];

		if (event->kind == FCL_CAPTURE_NOTE || !take_call(emit, event->call))
			continue;
		if (event->kind == FCL_CAPTURE_CALL)
			put_or_keep(emit, i);
		else if (event->kind == FCL_CAPTURE_RESULT)
			put_end(emit);
		else
			put_expectation(emit, event->at);
	}
}

static uint64_t *find_readbacks(const struct fcl_capture *capture)
{
	uint64_t *readbacks = calloc(capture->ncalls + 1, sizeof(*readbacks));

	for (uint64_t i = 0; readbacks && i < capture->nevents; i++)
		if (capture->events[i].kind == FCL_CAPTURE_READBACK)
			readbacks[capture->events[i].call] = capture->events[i].at;
	return readbacks;
}

static int put_program(struct fcl_emit *emit, const char *path, struct fcl_err *err)
{
	emit->readbacks = find_readbacks(emit->replay->capture);
	if (!emit->readbacks)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	fcl_text_format(&emit->text, "/* The calls of a captured run. Contents: %s */\n",
			emit->folder);
	fcl_text_format(&emit->text, "%s", (const char *)emitted_head);
	put_devices(emit);
	put_calls(emit);
	free(emit->readbacks);
	fcl_text_format(
		&emit->text,
		"\tprintf(\"%%d differences\\n\", differences);\n\treturn differences != 0;\n}\n");
	if (emit->text.failed || emit->call.failed || emit->before.failed)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	return emit->error ? emit->error
			   : fcl_file_write(path, emit->text.bytes, emit->text.size, err);
}

/* An object's handle is its name in the program (fcl_emit_name). */
static void free_names(struct fcl_objects *objects)
{
	while (objects->all) {
		struct fcl_object *object = objects->all;

		objects->all = object->made_before;
		free(object->handle);
		free(object);
	}
	free(objects->buckets);
	*objects = (struct fcl_objects){0};
}

int fcl_replay_emit(struct fcl_replay *replay, const char *path, struct fcl_err *err)
{
	struct fcl_emit emit = {.replay = replay, .err = err};
	char folder[PATH_MAX];
	int error;

	if (strpbrk(path, "\"\\\n"))
		return fcl_err_set(err, -EINVAL, "%s: a name without quotes is needed", path);
	snprintf(folder, sizeof(folder), "%s.data", path);
	emit.folder = folder;
	if (mkdir(folder, 0777) && errno != EEXIST)
		return fcl_err_set(err, -errno, "%s: %s", folder, strerror(errno));
	emit.written = calloc(replay->capture->ncalls + 1, sizeof(*emit.written));
	error = emit.written ? put_program(&emit, path, err)
			     : fcl_err_set(err, -ENOMEM, "out of memory");
	free(emit.written);
	free_names(&replay->objects);
	fcl_text_free(&emit.text);
	fcl_text_free(&emit.before);
	fcl_text_free(&emit.call);
	if (!error)
		printf("%s: %" PRIu64 " calls, %" PRIu64 " of them as comments; contents in %s\n",
		       path, replay->capture->ncalls, emit.comments, folder);
	return error;
}
