/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes emconfig.json, which lists the boards that a host under XCL_EMULATION_MODE is offered. The
 * runtime reads its Platform.Boards[].Devices[].Name, one for each device.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_check.h"
#include "base/folder.h"
#include "base/stdout.h"
#include "tools/vitis/tool.h"

#define MOST_DEVICES 16

const char *const fcl_vitis_name = "emconfigutil";

static const char help[] =
	"Usage: emconfigutil --platform BOARD [--nd N] [--od FOLDER]\n"
	"\n"
	"Writes FOLDER/emconfig.json, which lists the boards for hosts under XCL_EMULATION_MODE.\n"
	"\n"
	"  -f, --platform BOARD   u200, u250, ..., a platform's full name, or the path of its "
	".xpfm\n"
	"      --nd N             number of boards, 1 to 16; default 1\n"
	"      --od FOLDER        default: the current one; created if missing\n"
	"  -h, --help, --version\n"
	"Accepted without effect: -s, --save-temps, --xp PARAMETER.\n";

struct request {
	const char *platform, *folder;
	unsigned devices;
};

static enum fcl_vitis_parsed emconfigutil_parse(int argc, char **argv, struct request *request)
{
	enum { ND = 256, OD, XP };
	static const struct option options[] = {
		{"platform", 1, NULL, 'f'},   {"nd", 1, NULL, ND},          {"od", 1, NULL, OD},
		{"save-temps", 0, NULL, 's'}, {"save_temps", 0, NULL, 's'}, {"xp", 1, NULL, XP},
		{"help", 0, NULL, 'h'},       {"version", 0, NULL, 'V'},    {NULL, 0, NULL, 0}};
	char *end;
	int option;

	argv[0] = (char *)fcl_vitis_name; /* for getopt's own messages */
	while ((option = getopt_long(argc, argv, "f:p:sh", options, NULL)) != -1) {
		switch (option) {
		case 'f':
		case 'p':
			request->platform = optarg;
			break;
		case ND:
			request->devices = (unsigned)strtoul(optarg, &end, 10);
			if (*end || !request->devices || request->devices > MOST_DEVICES)
				return fcl_vitis_wrong("--nd '%s': expected a number from 1 to %d",
						       optarg, MOST_DEVICES);
			break;
		case OD:
			request->folder = optarg;
			break;
		case 's':
		case XP:
			break;
		case 'h':
			fputs(help, stdout);
			return FCL_VITIS_PRINTED;
		case 'V':
			puts("emconfigutil of fpgacl " FPGACL_VERSION);
			return FCL_VITIS_PRINTED;
		default:
			return FCL_VITIS_WRONG;
		}
	}
	if (optind < argc)
		return fcl_vitis_wrong("unexpected argument '%s'", argv[optind]);
	return request->platform ? FCL_VITIS_RUN
				 : fcl_vitis_wrong("no platform: give --platform u250, or another");
}

/* XRT reads integers with a unit, at most 512. */
static void write_size(FILE *out, uint64_t bytes)
{
	static const char *const units[] = {"KB", "MB", "GB", "TB"};
	uint64_t size = bytes / 1024;
	unsigned unit = 0;

	while (unit < 3 && size >= 1024 && size % 1024 == 0) {
		size /= 1024;
		unit++;
	}
	fprintf(out, "%llu%s", (unsigned long long)size, units[unit]);
}

static void write_device(FILE *out, const struct fcl_board *board, const char *name, bool last)
{
	fprintf(out,
		"      {\n"
		"        \"Devices\": [\n"
		"          {\n"
		"            \"Name\": \"%s\",\n"
		"            \"FpgaPart\": \"%s\",\n"
		"            \"DdrBanks\": [",
		name, board->part);
	for (uint32_t i = 0; i < board->nbanks; i++) {
		fprintf(out, "%s\n              {\"Name\": \"%s\", \"Size\": \"", i ? "," : "",
			board->banks[i].tag);
		write_size(out, board->banks[i].size);
		fprintf(out, "\"}");
	}
	/* If the board has no copy engine, XRT refuses to copy buffers that hosts cannot map. */
	fprintf(out,
		"\n            ],\n"
		"            \"PlatformData\": {\"plp\": {\"m2m\": \"enabled\"}}\n"
		"          }\n        ]\n      }%s\n",
		last ? "" : ",");
}

static int emconfigutil_write_config(const struct request *request, const struct fcl_board *board,
				     const char *name)
{
	char *text = NULL, *path;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int error = fcl_folder_make(request->folder), status;

	if (!out)
		return fcl_vitis_fail("out of memory");
	fprintf(out, "{\n  \"Version\": {\"FileVersion\": \"2.0\", \"ToolVersion\": \"2022.2\"},\n"
		     "  \"Platform\": {\n    \"Boards\": [\n");
	for (unsigned i = 0; i < request->devices; i++)
		write_device(out, board, name, i + 1 == request->devices);
	fprintf(out, "    ]\n  }\n}\n");
	if (fclose(out) || asprintf(&path, "%s/emconfig.json", request->folder) < 0) {
		free(text);
		return fcl_vitis_fail("out of memory");
	}
	status = error ? fcl_vitis_fail("cannot create '%s': %s", request->folder, strerror(-error))
		       : fcl_vitis_write(path, text, size);
	free(path);
	free(text);
	return status;
}

/* A known board's shell may have any name without characters that JSON must escape. */
static bool is_plain(const char *name)
{
	return *name && !name[strcspn(name, "\"\\")] && !name[strcspn(name, "\n\r\t")];
}

static int emconfigutil_run_tool(int argc, char **argv)
{
	struct request request = {.folder = ".", .devices = 1};
	struct fcl_board *board = NULL;
	struct fcl_err err = {0};
	enum fcl_vitis_parsed parsed = emconfigutil_parse(argc, argv, &request);
	int status;
	char *name;

	fcl_config_check();
	if (parsed != FCL_VITIS_RUN)
		return parsed == FCL_VITIS_WRONG;
	if (fcl_board_load(request.platform, &board, &err))
		return fcl_vitis_fail("--platform %s: %s", request.platform, err.text);
	name = fcl_vitis_platform(request.platform);
	if (!name || !is_plain(name))
		status = fcl_vitis_fail("--platform %s: not a platform's name", request.platform);
	else
		status = emconfigutil_write_config(
			&request, board, strcmp(name, board->name) ? name : board->device);
	free(name);
	fcl_board_free(board);
	return status;
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish(fcl_vitis_name, emconfigutil_run_tool(argc, argv));
}
