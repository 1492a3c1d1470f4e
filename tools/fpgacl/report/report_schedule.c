/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/report/report_schedule.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_tree.h"
#include "bitstreams/image/fcl_image.h"
#include "bitstreams/image/read.h"
#include "tools/fpgacl/common/status.h"

#define SECTION ".fclc.schedule"
#define FORMAT "fpgacl-schedule"
enum { VERSION = 1 };

bool fcl_tool_is_image(const char *path)
{
	char start[8] = "";
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(start, 1, sizeof(start), file) : 0;

	if (file)
		fclose(file);
	return size == sizeof(start) &&
	       (!memcmp(start, "xclbin2", 8) || !memcmp(start, "\177ELF", 4));
}

/* --- what a schedule says ---------------------------------------------------------------------- */

static double number_of(const struct fcl_json_value *record, const char *key)
{
	const struct fcl_json_value *value = fcl_json_value_member(record, key);

	return value && value->kind == FCL_JSON_NUMBER ? value->number : 0;
}

static bool is_true(const struct fcl_json_value *record, const char *key)
{
	const struct fcl_json_value *value = fcl_json_value_member(record, key);

	return value && value->kind == FCL_JSON_BOOLEAN && value->number != 0;
}

static const char *text_of(const struct fcl_json_value *record, const char *key)
{
	const char *text = fcl_json_value_text(record, key);

	return text ? text : "";
}

static const struct fcl_json_value *list_of(const struct fcl_json_value *record, const char *key)
{
	static const struct fcl_json_value none = {.kind = FCL_JSON_LIST};
	const struct fcl_json_value *list = fcl_json_value_member(record, key);

	return list && list->kind == FCL_JSON_LIST ? list : &none;
}

static bool is_known(const struct fcl_json_value *record, const char *key)
{
	const struct fcl_json_value *figure = fcl_json_value_member(record, key);

	return figure && !fcl_json_value_text(figure, "unknown");
}

/* A figure, as "12", "3 to 5 (bound)" or "not known: why". */
static void put_figure(struct fcl_text *out, const struct fcl_json_value *record, const char *key)
{
	const struct fcl_json_value *figure = fcl_json_value_member(record, key);
	const char *unknown = figure ? fcl_json_value_text(figure, "unknown") : "";
	const char *sure = figure ? text_of(figure, "sure") : "";

	if (!figure || unknown) {
		fcl_text_format(out, "not known%s%s", unknown && *unknown ? ": " : "",
				unknown ? unknown : "");
		return;
	}
	fcl_text_format(out, "%.0f", number_of(figure, "min"));
	if (number_of(figure, "min") < number_of(figure, "max"))
		fcl_text_format(out, " to %.0f", number_of(figure, "max"));
	if (strcmp(sure, "exact") != 0)
		fcl_text_format(out, " (%s)", sure);
}

static void put_place(struct fcl_text *out, const struct fcl_json_value *record)
{
	const char *file = text_of(record, "file"), *base = strrchr(file, '/');

	if (*file)
		fcl_text_format(out, " at %s:%.0f", base ? base + 1 : file,
				number_of(record, "line"));
}

/* Why the loop is not faster, or is no pipeline. */
static void put_reason(struct fcl_text *out, const struct fcl_json_value *loop)
{
	const struct fcl_json_value *why = fcl_json_value_member(loop, "why");

	if (!why || why->kind != FCL_JSON_RECORD)
		return;
	fcl_text_format(out, "      because: %s", text_of(why, "text"));
	put_place(out, why);
	fcl_text_format(out, "\n");
}

static void put_loop(struct fcl_text *out, const struct fcl_json_value *loop)
{
	fcl_text_format(out, "    loop %s", text_of(loop, "name"));
	put_place(out, loop);
	fcl_text_format(out, ": iterations ");
	put_figure(out, loop, "trip_count");
	fcl_text_format(out, ", cycles of one ");
	put_figure(out, loop, "iteration_latency");
	if (is_true(loop, "pipelined"))
		fcl_text_format(out, ", II %.0f (asked: %.0f)", number_of(loop, "ii"),
				number_of(loop, "ii_asked"));
	else
		fcl_text_format(out, ", no pipeline");
	/* Without the number of iterations, nothing more is known. */
	if (is_known(loop, "trip_count")) {
		fcl_text_format(out, ", cycles of all ");
		put_figure(out, loop, "latency");
	}
	fcl_text_format(out, "\n");
	put_reason(out, loop);
}

static void put_function(struct fcl_text *out, const struct fcl_json_value *function)
{
	const struct fcl_json_value *loops = list_of(function, "loops");

	fcl_text_format(out, "  %s", text_of(function, "shown"));
	put_place(out, function);
	fcl_text_format(out, ": %s, cycles ", text_of(function, "kind"));
	put_figure(out, function, "latency");
	fcl_text_format(out, "\n");
	for (size_t i = 0; i < loops->count; i++)
		put_loop(out, &loops->items[i]);
}

static void put_schedule(struct fcl_text *out, const struct fcl_json_value *schedule)
{
	const struct fcl_json_value *functions = list_of(schedule, "functions");
	const struct fcl_json_value *missing = list_of(schedule, "unmodelled");
	const struct fcl_json_value *clock = fcl_json_value_member(schedule, "clock");
	double period = clock ? number_of(clock, "period_ns") : 0;

	fcl_text_format(out, "%s: estimate by fpgacl for %s", text_of(schedule, "top"),
			text_of(schedule, "part"));
	if (period > 0)
		fcl_text_format(out, " at %.0f MHz", 1000 / period);
	fcl_text_format(out, "\n");
	for (size_t i = functions->count; i-- > 0;)
		put_function(out, &functions->items[i]);
	for (size_t i = 0; i < missing->count; i++) {
		fcl_text_format(out, "  not modelled: %s", text_of(&missing->items[i], "what"));
		put_place(out, &missing->items[i]);
		fcl_text_format(out, "\n");
	}
}

/* --- where it is in an image ------------------------------------------------------------------- */

static int schedule_fail(const char *path, const char *what)
{
	fprintf(stderr, "fpgacl: %s: %s\n", path, what);
	return TOOL_FAILED;
}

static int add_schedule(struct fcl_text *out, const char *path, const char *text, bool json,
			bool first)
{
	struct fcl_json cursor = {.start = text, .at = text, .end = text + strlen(text)};
	struct fcl_json_value value = {0};
	int status = TOOL_OK;
	char why[128];

	if (!fcl_json_value_read(&cursor, &value) ||
	    strcmp(text_of(&value, "format"), FORMAT) != 0) {
		status = schedule_fail(path, "a schedule in it is damaged");
	} else if (number_of(&value, "version") != VERSION) {
		snprintf(why, sizeof(why),
			 "expected a schedule of version %d, found %.0f: compile the kernel again",
			 VERSION, number_of(&value, "version"));
		status = schedule_fail(path, why);
	} else if (json) {
		fcl_text_format(out, "%s%s", first ? "" : ",\n", text);
	} else {
		put_schedule(out, &value);
	}
	fcl_json_value_clear(&value);
	return status;
}

/* Texts, each with a zero byte behind it. */
static int add_section(struct fcl_text *out, const char *path, const char *bytes, size_t size,
		       bool json)
{
	int status = TOOL_OK;

	if (!size || bytes[size - 1])
		return schedule_fail(path, "the schedules in it are damaged");
	for (size_t at = 0; !status && at < size; at += strlen(bytes + at) + 1)
		status = add_schedule(out, path, bytes + at, json, !at);
	return status;
}

static int add_payload(struct fcl_text *out, const char *path, Elf *elf, bool json)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return schedule_fail(path, elf_errmsg(-1));
	while ((section = elf_nextscn(elf, section))) {
		const char *name = gelf_getshdr(section, &header)
					   ? elf_strptr(elf, names, header.sh_name)
					   : NULL;
		Elf_Data *data = name && !strcmp(name, SECTION) ? elf_rawdata(section, NULL) : NULL;

		if (data)
			return add_section(out, path, data->d_buf, data->d_size, json);
	}
	return schedule_fail(path, "it has no schedule: its kernels do not count cycles");
}

static int add_image(struct fcl_text *out, const char *path, const struct fcl_image *image,
		     bool json)
{
	Elf *elf;
	int status;

	elf_version(EV_CURRENT);
	elf = image->payload ? elf_memory((char *)(uintptr_t)image->payload, image->payload_size)
			     : NULL;
	if (!elf || elf_kind(elf) != ELF_K_ELF)
		status = schedule_fail(path, "it has no code for an emulated board");
	else
		status = add_payload(out, path, elf, json);
	elf_end(elf);
	return status;
}

int fcl_tool_report_schedules(struct fcl_text *out, const char *path, bool json)
{
	struct fcl_image *image;
	struct fcl_err err = {0};
	char *bytes;
	size_t size;
	int status;

	if (fcl_file_read(path, SIZE_MAX, &bytes, &size, &err))
		return schedule_fail(path, err.text);
	if (fcl_image_read(bytes, size, &image, &err)) {
		status = schedule_fail(path, err.text);
	} else {
		if (json)
			fcl_text_format(out, "{\"schedules\": [\n");
		status = add_image(out, path, image, json);
		if (json)
			fcl_text_format(out, "]}\n");
		fcl_image_unref(image);
	}
	free(bytes);
	return status;
}
