/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/archive.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/names.h"
#include "tools/fpgaclc/common/seal.h"
#include "tools/fpgaclc/rtl/files.h"

#define FCLC_RTL_FIRST_LINE "fpgaclc-rtl 1\n"

/* --- writing --- */

static void rtl_head(struct fclc_text *out, const struct fclc_rtl *rtl)
{
	fclc_text_add(out, FCLC_RTL_FIRST_LINE "kernel %s\ntop %s\ncontrol %u %u\n", rtl->kernel,
		      rtl->top, rtl->control, rtl->user_managed);
	for (uint32_t i = 0; i < rtl->nbuses; i++)
		fclc_text_add(out, "bus %u %s\n", rtl->buses[i].kind, rtl->buses[i].name);
	for (uint32_t i = 0; i < rtl->nbuses; i++)
		if (rtl->buses[i].stated_width)
			fclc_text_add(out, "width %u %s\n", rtl->buses[i].stated_width,
				      rtl->buses[i].name);
	for (uint32_t i = 0; i < rtl->nmaps; i++)
		fclc_text_add(out, "port %s %s %s\n", rtl->maps[i].bus, rtl->maps[i].port,
			      rtl->maps[i].name);
	for (uint32_t i = 0; i < rtl->nargs; i++)
		fclc_text_add(out, "arg %u %u %u %s %s\n", rtl->args[i].kind, rtl->args[i].size,
			      rtl->args[i].offset, *rtl->args[i].bus ? rtl->args[i].bus : "-",
			      rtl->args[i].name);
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		fclc_text_add(out, "%s %zu %s\n", rtl->files[i].model ? "model" : "hdl",
			      rtl->files[i].size, rtl->files[i].name);
}

int fclc_rtl_write(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_rtl *rtl = &program->rtl[0];
	struct fclc_text out = {.arena = program->arena}, files = {.arena = program->arena};

	fclc_text_bytes(&files, "", 0);
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		fclc_text_bytes(&files, rtl->files[i].bytes, rtl->files[i].size);
	rtl_head(&out, rtl);
	fclc_seal(&out, files.text, files.length);
	return fclc_write_file(program->options.output, out.text, out.length, err);
}

/* --- reading --- */

/* A file being read. */
struct rtl_reader {
	struct fclc_program *program;
	struct fclc_rtl *rtl;
	const char *path;
	unsigned line;
	char *files, *end; /* contents of the next file; end of the last one */
	struct fcl_err *err;
};

static int rtl_bad(const struct rtl_reader *in, const char *what)
{
	return fclc_error(in->err, (struct fclc_place){in->path, in->line},
			  "expected an intact .xo file of fpgaclc: %s", what);
}

static int rtl_bus_line(struct rtl_reader *in, char *value)
{
	struct fclc_rtl *rtl = in->rtl;
	unsigned kind;
	int at = 0;

	if (sscanf(value, "%u %n", &kind, &at) != 1 || !at || kind > FCLC_BUS_OUT || !value[at])
		return rtl_bad(in, "expected a number and a name");
	rtl->buses = fclc_grow(in->program->arena, rtl->buses, rtl->nbuses, &rtl->buses_capacity,
			       sizeof(*rtl->buses));
	rtl->buses[rtl->nbuses++] = (struct fclc_bus){.name = value + at,
						      .kind = (enum fclc_bus_kind)kind};
	return 0;
}

static int rtl_width_line(struct rtl_reader *in, const char *value)
{
	unsigned bits;
	int at = 0;

	if (sscanf(value, "%u %n", &bits, &at) != 1 || !at)
		return rtl_bad(in, "expected a number and a name");
	for (uint32_t i = 0; i < in->rtl->nbuses; i++)
		if (!strcmp(in->rtl->buses[i].name, value + at))
			in->rtl->buses[i].stated_width = bits;
	return 0;
}

static int rtl_port_line(struct rtl_reader *in, char *value)
{
	struct fclc_rtl *rtl = in->rtl;
	struct fclc_rtl_map map = {.bus = strsep(&value, " ")};

	map.port = value ? strsep(&value, " ") : NULL;
	map.name = value;
	if (!map.name || !*map.name)
		return rtl_bad(in, "expected three names");
	rtl->maps = fclc_grow(in->program->arena, rtl->maps, rtl->nmaps, &rtl->maps_capacity,
			      sizeof(*rtl->maps));
	rtl->maps[rtl->nmaps++] = map;
	return 0;
}

static int rtl_arg_line(struct rtl_reader *in, char *value)
{
	struct fclc_rtl *rtl = in->rtl;
	struct fclc_rtl_arg arg = {0};
	unsigned kind;
	char *bus;
	int at = 0;

	if (sscanf(value, "%u %u %u %n", &kind, &arg.size, &arg.offset, &at) != 3 || !at ||
	    kind > FCLC_ARG_STREAM)
		return rtl_bad(in, "expected three numbers and two names");
	if (arg.size > FCLC_MOST_OFFSET || arg.offset > FCLC_MOST_OFFSET)
		return rtl_bad(in, "expected an argument in the first 64 KiB");
	value += at;
	bus = strsep(&value, " ");
	if (!value || !*value)
		return rtl_bad(in, "expected three numbers and two names");
	arg.kind = (enum fclc_arg_kind)kind;
	arg.bus = strcmp(bus, "-") != 0 ? bus : "";
	arg.name = value;
	rtl->args = fclc_grow(in->program->arena, rtl->args, rtl->nargs, &rtl->args_capacity,
			      sizeof(*rtl->args));
	rtl->args[rtl->nargs++] = arg;
	return 0;
}

static int rtl_file_line(struct rtl_reader *in, char *value, bool model)
{
	struct fclc_rtl *rtl = in->rtl;
	size_t size;
	int at = 0;

	if (sscanf(value, "%zu %n", &size, &at) != 1 || !at || !value[at] || value[at] == '/' ||
	    fclc_archive_climbs(value + at) || size > (size_t)(in->end - in->files))
		return rtl_bad(in, "expected the size and the name of a file that it contains");
	rtl->files = fclc_grow(in->program->arena, rtl->files, rtl->nfiles, &rtl->files_capacity,
			       sizeof(*rtl->files));
	rtl->files[rtl->nfiles++] = (struct fclc_rtl_file){
		.name = value + at, .bytes = in->files, .size = size, .model = model};
	in->files += size;
	return 0;
}

static int rtl_control_line(struct rtl_reader *in, const char *value)
{
	unsigned control, managed;

	if (sscanf(value, "%u %u", &control, &managed) != 2 || control > FCL_CONTROL_NONE)
		return rtl_bad(in, "expected two numbers");
	in->rtl->control = (enum fcl_image_control)control;
	in->rtl->user_managed = managed;
	in->rtl->has_control = true;
	return 0;
}

static int rtl_line(struct rtl_reader *in, const char *key, char *value)
{
	if (!strcmp(key, "kernel"))
		in->rtl->kernel = value;
	else if (!strcmp(key, "top"))
		in->rtl->top = value;
	else if (!strcmp(key, "control"))
		return rtl_control_line(in, value);
	else if (!strcmp(key, "bus"))
		return rtl_bus_line(in, value);
	else if (!strcmp(key, "width"))
		return rtl_width_line(in, value);
	else if (!strcmp(key, "port"))
		return rtl_port_line(in, value);
	else if (!strcmp(key, "arg"))
		return rtl_arg_line(in, value);
	else if (!strcmp(key, "hdl") || !strcmp(key, "model"))
		return rtl_file_line(in, value, *key == 'm');
	else if (strcmp(key, "fpgaclc-rtl") != 0)
		return rtl_bad(in, "found a line that this version does not know");
	return 0;
}

bool fclc_rtl_is(const char *bytes, size_t size)
{
	size_t length = strlen(FCLC_RTL_FIRST_LINE);

	return size >= length && !memcmp(bytes, FCLC_RTL_FIRST_LINE, length);
}

int fclc_rtl_parse(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		   char *bytes, size_t size, struct fcl_err *err)
{
	struct rtl_reader in = {.program = program, .rtl = rtl, .path = path, .err = err};
	struct fclc_sealed sealed;
	const char *wrong = fclc_unseal(bytes, size, &sealed);
	char *line;
	int error = 0;

	if (wrong)
		return rtl_bad(&in, wrong);
	in.files = sealed.body;
	in.end = sealed.body + sealed.size;
	while (!error && (line = strsep(&bytes, "\n"))) {
		char *value = strchr(line, ' ');

		in.line++;
		if (!value)
			return rtl_bad(&in, "found a line without a value");
		*value++ = 0;
		error = rtl_line(&in, line, value);
	}
	if (!error && (!rtl->kernel || !fclc_is_identifier(rtl->kernel) || !rtl->top))
		error = rtl_bad(&in, "expected the names of a kernel and a top module");
	return error;
}
