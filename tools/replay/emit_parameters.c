/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/emit_parameters.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/capture/stored.h"
#include "base/file.h"

const char *fcl_emit_type_name(const char *type)
{
	if (!strcmp(type, "cl_command_queue"))
		return "queue";
	if (!strncmp(type, "cl_device_id", 12))
		return "device";
	return strncmp(type, "cl_", 3) ? "at" : type + 3;
}

/* Names what has this handle or address from now on; NULL: the program does not have it. */
void fcl_emit_name(struct fcl_emit *emit, uint64_t captured, const char *name)
{
	struct fcl_object *object;
	char *copy;

	if (!captured)
		return;
	copy = name ? strdup(name) : NULL;
	object = fcl_objects_add(&emit->replay->objects, FCL_OBJECT_MEM, captured, copy);
	if (object)
		object->made_by = emit->number;
	if (!object || (name && !copy))
		emit->error = fcl_err_set(emit->err, -ENOMEM, "out of memory");
}

static const char *name_of(struct fcl_emit *emit, uint64_t captured)
{
	const struct fcl_object *object;

	if (!captured)
		return "NULL";
	object = fcl_objects_find(&emit->replay->objects, FCL_OBJECT_MEM, captured);
	if (object && object->handle)
		return object->handle;
	emit->bad = true;
	return "NULL";
}

static bool call_value(const struct fcl_emit *emit, unsigned index, struct fcl_value *ret_value)
{
	return fcl_values_find(fcl_capture_values(emit->replay->capture, emit->captured->at), index,
			       ret_value);
}

bool fcl_emit_result(const struct fcl_emit *emit, unsigned index, struct fcl_value *ret_value)
{
	return fcl_values_find(fcl_capture_values(emit->replay->capture, emit->captured->result),
			       index, ret_value);
}

static uint64_t number_at(const struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;

	return call_value(emit, index, &value) && value.type == FCL_VALUE_NUMBER ? value.number : 0;
}

/* Writes the contents to a file. Returns false if the capture has only hashes. */
bool fcl_emit_save(struct fcl_emit *emit, const struct fcl_value *value, char *ret_path,
		   size_t size)
{
	char *bytes = NULL;
	bool saved = false;

	if (value->type == FCL_VALUE_HASHES || !fcl_value_has_contents(value))
		return false;
	snprintf(ret_path, size, "%s/%" PRIu64 ".bin", emit->folder, emit->files);
	if (value->number < SIZE_MAX)
		bytes = malloc((size_t)value->number + 1);
	if (bytes && !fcl_capture_contents(emit->replay->capture, value, bytes, NULL) &&
	    !emit->error) {
		emit->error = fcl_file_write(ret_path, bytes, (size_t)value->number, emit->err);
		saved = !emit->error;
		emit->files++;
	}
	free(bytes);
	return saved;
}

/* load("folder/7.bin", 4096) */
void fcl_emit_load(struct fcl_emit *emit, struct fcl_text *to, const struct fcl_value *value)
{
	char path[PATH_MAX];

	if (fcl_emit_save(emit, value, path, sizeof(path)))
		fcl_text_format(to, "load(\"%s\", %" PRIu64 ")", path, value->number);
	else
		emit->bad = true;
}

/* --- parameters ------------------------------------------------------------------------------- */

void fcl_emit_string(struct fcl_text *to, const uint8_t *bytes, size_t size)
{
	fcl_text_format(to, "\"");
	for (size_t i = 0; i < size; i++)
		if (bytes[i] < 32 || bytes[i] > 126 || bytes[i] == '"' || bytes[i] == '\\' ||
		    bytes[i] == '?')
			fcl_text_format(to, "\\%03o", bytes[i]);
		else
			fcl_text_format(to, "%c", bytes[i]);
	fcl_text_format(to, "\"");
}

/* The type of the elements that a pointer's type points to. */
static void put_element(struct fcl_text *to, const char *type)
{
	const char *star = strrchr(type, '*');

	fcl_text_format(to, "%.*s", (int)(star ? star - type : (ptrdiff_t)strlen(type)), type);
}

static void put_list(struct fcl_emit *emit, const struct fcl_parameter *parameter, unsigned index,
		     bool names, bool pairs)
{
	struct fcl_value value;
	const uint8_t *at;

	if (!call_value(emit, index, &value) || value.type != FCL_VALUE_LIST || !value.number) {
		fcl_text_format(&emit->call, "NULL");
		return;
	}
	at = value.bytes;
	fcl_text_format(&emit->call, "(");
	put_element(&emit->call, parameter->type);
	fcl_text_format(&emit->call, "[]){");
	for (uint64_t i = 0, last = 0; i < value.number; i++) {
		uint64_t item = fcl_value_item(&value, &at);

		fcl_text_format(&emit->call, "%s", i ? ", " : "");
		if (names)
			fcl_text_format(&emit->call, "%s", name_of(emit, item));
		else if (pairs && i % 2 && last == CL_CONTEXT_PLATFORM)
			fcl_text_format(&emit->call, "platform_of(device_0)");
		else
			fcl_text_format(&emit->call, "%" PRIu64 "u", item);
		last = item;
	}
	fcl_text_format(&emit->call, pairs ? ", 0}" : "}");
}

/* A handle, or bytes. */
static void put_argument(struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;
	const struct fcl_object *object = NULL;
	uint64_t handle;

	if (!fcl_emit_result(emit, index, &value)) {
		fcl_text_format(&emit->call, "NULL");
		return;
	}
	if (value.size == sizeof(handle)) {
		memcpy(&handle, value.bytes, sizeof(handle));
		object = fcl_objects_find(&emit->replay->objects, FCL_OBJECT_MEM, handle);
	}
	if (object && object->handle)
		fcl_text_format(&emit->call, "&%s", (const char *)object->handle);
	else
		fcl_emit_string(&emit->call, value.bytes, value.size);
}

/* Its pixels are stored without gaps. */
static void put_desc(struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;
	cl_image_desc desc;

	if (!call_value(emit, index, &value) || value.size != sizeof(desc)) {
		emit->bad = true;
		return;
	}
	memcpy(&desc, value.bytes, sizeof(desc));
	emit->bad |= desc.mem_object != NULL;
	desc.image_row_pitch = desc.image_slice_pitch = 0;
	fcl_text_format(&emit->call, "(const cl_image_desc *)(const void *)");
	fcl_emit_string(&emit->call, (const uint8_t *)&desc, sizeof(desc));
}

static void put_contents(struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;

	if (fcl_emit_result(emit, index, &value))
		fcl_emit_load(emit, &emit->call, &value);
	else
		fcl_text_format(&emit->call, "NULL");
}

/* All contents with that index: their files, or their sizes. */
static void put_each(struct fcl_emit *emit, const struct fcl_parameter *parameter, unsigned index,
		     bool sizes)
{
	struct fcl_values values = fcl_capture_values(emit->replay->capture,
						      emit->captured->result);
	struct fcl_value value;
	const char *comma = "";

	fcl_text_format(&emit->call, "(");
	put_element(&emit->call, parameter->type);
	fcl_text_format(&emit->call, "[]){");
	while (fcl_values_next(&values, &value)) {
		if (value.index != index || !fcl_value_has_contents(&value))
			continue;
		fcl_text_format(&emit->call, "%s", comma);
		if (sizes)
			fcl_text_format(&emit->call, "%" PRIu64, value.number);
		else
			fcl_emit_load(emit, &emit->call, &value);
		comma = ", ";
	}
	fcl_text_format(&emit->call, "}");
}

bool fcl_emit_is_kind(const struct fcl_parameter *parameter, const char *kinds)
{
	const char *found = strstr(kinds, parameter->kind);
	size_t length = strlen(parameter->kind);

	return found && (found == kinds || found[-1] == ' ') &&
	       (found[length] == ' ' || !found[length]);
}

/* Memory that the host gives to a buffer has a name, because migrations read and write it. */
static void put_host(struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;

	if (fcl_emit_result(emit, FCL_CAPTURE_EXT_FLAGS, &value))
		emit->bad = true;
	if (!fcl_emit_result(emit, index, &value)) {
		fcl_text_format(&emit->call, "NULL");
		return;
	}
	fcl_text_format(&emit->before, "\tchar *host_%" PRIu64 " = ", emit->number);
	fcl_emit_load(emit, &emit->before, &value);
	fcl_text_format(&emit->before, ";\n");
	fcl_text_format(&emit->call, "host_%" PRIu64, emit->number);
}

/* A place in host memory that has room for what the capture says is read. */
static void put_read(struct fcl_emit *emit)
{
	fcl_text_format(&emit->call, "read_%" PRIu64, emit->number);
}

bool fcl_emit_blocks_later(const struct fcl_emit *emit)
{
	for (unsigned i = 0; i < 16 && emit->row->parameters[i].name; i++)
		if (!strcmp(emit->row->parameters[i].kind, "BLOCKING"))
			return !emit->captured->alone && number_at(emit, i);
	return false;
}

static void put_event(struct fcl_emit *emit, unsigned index, bool needed)
{
	if (!number_at(emit, index) && !needed) {
		fcl_text_format(&emit->call, "NULL");
		return;
	}
	fcl_text_format(&emit->before, "\tcl_event event_%" PRIu64 ";\n", emit->number);
	fcl_text_format(&emit->call, "&event_%" PRIu64, emit->number);
}

bool fcl_emit_reads(const struct fcl_call_row *row)
{
	for (unsigned i = 0; i < 16 && row->parameters[i].name; i++)
		if (!strcmp(row->parameters[i].kind, "READ"))
			return true;
	return false;
}

static void put_made(struct fcl_emit *emit, const struct fcl_parameter *parameter, unsigned index)
{
	struct fcl_value value;

	if (!fcl_emit_result(emit, index, &value) || value.type != FCL_VALUE_LIST) {
		fcl_text_format(&emit->call, "NULL");
		return;
	}
	fcl_text_format(&emit->before, "\t");
	put_element(&emit->before, parameter->type);
	fcl_text_format(&emit->before, "made_%" PRIu64 "[%" PRIu64 "];\n", emit->number,
			value.number + 1);
	fcl_text_format(&emit->call, "made_%" PRIu64, emit->number);
}

static void put_unmap(struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;
	const char *name = name_of(emit, number_at(emit, index));

	if (call_value(emit, FCL_CAPTURE_HOST_DATA, &value)) {
		fcl_text_format(&emit->before, "\tmemcpy(%s, ", name);
		fcl_emit_load(emit, &emit->before, &value);
		fcl_text_format(&emit->before, ", %" PRIu64 ");\n", value.number);
	}
	fcl_text_format(&emit->call, "%s", name);
}

static void put_scalar(struct fcl_emit *emit, const struct fcl_parameter *parameter, unsigned index)
{
	uint64_t number = number_at(emit, index);

	if (!strcmp(parameter->kind, "BLOCKING") && !emit->captured->alone)
		number = 0;
	fcl_text_format(&emit->call, "(%s)%" PRIu64 "u", parameter->type, number);
}

static void put_text(struct fcl_emit *emit, unsigned index)
{
	struct fcl_value value;

	if (call_value(emit, index, &value) && value.type == FCL_VALUE_TEXT)
		fcl_emit_string(&emit->call, value.bytes, value.size);
	else
		fcl_text_format(&emit->call, "NULL");
}

/* Contents are stored without gaps: pitches of the host's side, and where it begins, are 0. */
static bool is_packed(const struct fcl_emit *emit, const char *name)
{
	static const char *const names[] = {
		"host_row_pitch",  "host_slice_pitch",  "row_pitch",
		"slice_pitch",     "input_row_pitch",   "input_slice_pitch",
		"image_row_pitch", "image_slice_pitch", "host_origin"};
	bool has = false;

	for (unsigned i = 0; i < 16 && emit->row->parameters[i].name; i++)
		has |= fcl_emit_is_kind(&emit->row->parameters[i], "READ DATA HOST");
	for (size_t i = 0; has && i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

void fcl_emit_parameter(struct fcl_emit *emit, unsigned index)
{
	const struct fcl_parameter *parameter = &emit->row->parameters[index];

	if (is_packed(emit, parameter->name))
		fcl_text_format(&emit->call,
				strchr(parameter->type, '*') ? "(size_t[]){0, 0, 0}" : "0");
	else if (fcl_emit_is_kind(parameter, "VALUE BLOCKING"))
		put_scalar(emit, parameter, index);
	else if (fcl_emit_is_kind(parameter, "HANDLE"))
		fcl_text_format(&emit->call, "%s", name_of(emit, number_at(emit, index)));
	else if (fcl_emit_is_kind(parameter, "HANDLES MOVED"))
		put_list(emit, parameter, index, true, false);
	else if (fcl_emit_is_kind(parameter, "SIZES NUMBERS PROPERTIES"))
		put_list(emit, parameter, index, false, fcl_emit_is_kind(parameter, "PROPERTIES"));
	else if (fcl_emit_is_kind(parameter, "TEXT"))
		put_text(emit, index);
	else if (fcl_emit_is_kind(parameter, "ARGUMENT"))
		put_argument(emit, index);
	else if (fcl_emit_is_kind(parameter, "DESC"))
		put_desc(emit, index);
	else if (fcl_emit_is_kind(parameter, "BYTES DATA IL"))
		put_contents(emit, index);
	else if (fcl_emit_is_kind(parameter, "SOURCES BINARIES"))
		put_each(emit, parameter, index, false);
	else if (fcl_emit_is_kind(parameter, "LENGTHS"))
		put_each(emit, parameter,
			 strcmp(emit->row->name, "clCreateProgramWithSource") ? 4 : 2, true);
	else if (fcl_emit_is_kind(parameter, "HOST"))
		put_host(emit, index);
	else if (fcl_emit_is_kind(parameter, "READ"))
		put_read(emit);
	else if (fcl_emit_is_kind(parameter, "EVENT"))
		put_event(emit, index, fcl_emit_reads(emit->row) || fcl_emit_blocks_later(emit));
	else if (fcl_emit_is_kind(parameter, "MADE"))
		put_made(emit, parameter, index);
	else if (fcl_emit_is_kind(parameter, "UNMAP"))
		put_unmap(emit, index);
	else if (fcl_emit_is_kind(parameter, "ERROR"))
		fcl_text_format(&emit->call, "&status");
	else if (fcl_emit_is_kind(parameter, "COUNT"))
		fcl_text_format(&emit->call, "&count");
	else if (fcl_emit_is_kind(parameter, "OUT CALLBACK REPORT"))
		fcl_text_format(&emit->call,
				strcmp(parameter->type, "size_t *") ? "NULL" : "pitch");
	else
		emit->bad = true;
}
