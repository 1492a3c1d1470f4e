/* SPDX-License-Identifier: Apache-2.0 */
/* Tells about a board what Makefiles ask the vendor's tool of that name, in the same words. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/vitis/tool.h"

const char *const fcl_tool_name = "platforminfo";

static const char help[] =
	"Usage: platforminfo [-p] BOARD [--json[=KEY]] [-o FILE]\n"
	"       platforminfo --list\n"
	"\n"
	"  -p, --platform BOARD   u200, u250, ..., a platform's full name, or the path of its "
	".xpfm\n"
	"  -l, --list             names of the platforms that there are\n"
	"  -j, --json[=KEY]       as JSON; with a KEY like hardwarePlatform.board.part its value\n"
	"  -k, --keys             the keys that --json= takes\n"
	"  -o, --output FILE      writes there; -f, --force: even if it exists\n"
	"  -h, --help             this text\n";

struct request {
	const char *platform, *key, *output;
	bool list, json, keys, force;
};

/* One line of the report: where it stands there and in JSON. */
struct fact {
	const char *heading; /* starts a part of the report; NULL: in the same as the one before */
	const char *label, *key;
	char value[256];
};

enum { FACTS = 13 };

static bool has_bank(const struct fcl_board *board, const char *prefix)
{
	for (uint32_t i = 0; i < board->nbanks; i++)
		if (!strncmp(board->banks[i].tag, prefix, strlen(prefix)))
			return true;
	return false;
}

/* "xcu250-figd2104-2l-e" is an xcu250. */
static void device_of_part(const struct fcl_board *board, char *value, size_t size)
{
	snprintf(value, size, "%.*s", (int)strcspn(board->part, "-"), board->part);
}

static void collect(const struct fcl_board *board, const char *name, struct fact facts[FACTS])
{
	const struct fact blank[FACTS] = {
		{"Basic Platform Information", "Platform", "name", ""},
		{NULL, "File", "file", ""},
		{NULL, "Description", "description", ""},
		{"Hardware Platform (Shell) Information", "Vendor", "hardwarePlatform.vendor", ""},
		{NULL, "Board", "hardwarePlatform.board.id", ""},
		{NULL, "Version", "hardwarePlatform.version", ""},
		{NULL, "Hardware", "hardwarePlatform.hardware", "0"},
		{NULL, "Software Emulation", "hardwarePlatform.softwareEmulation", "1"},
		{NULL, "Hardware Emulation", "hardwarePlatform.hardwareEmulation", "1"},
		{NULL, "FPGA Family", "hardwarePlatform.board.family", ""},
		{NULL, "FPGA Device", "hardwarePlatform.board.device", ""},
		{NULL, "Board Vendor", "hardwarePlatform.board.vendor", ""},
		{NULL, "Board Part", "hardwarePlatform.board.part", ""},
	};

	memcpy(facts, blank, sizeof(blank));
#define SET(at, ...) snprintf(facts[at].value, sizeof(facts[at].value), __VA_ARGS__)
	SET(0, "%s", name);
	SET(1, "%s", board->file);
	SET(2, "%s, emulated by fpgacl", board->name);
	SET(3, "%s", board->vendor);
	SET(4, "%s", board->name);
	SET(5, "%s", board->version);
	SET(9, "%s", has_bank(board, "HBM") ? "virtexuplusHBM" : "virtexuplus");
	device_of_part(board, facts[10].value, sizeof(facts[10].value));
	SET(11, "%s", board->vendor);
	SET(12, "%s", board->part);
#undef SET
}

static void rule(FILE *out, const char *heading)
{
	int length = (int)strlen(heading);

	fprintf(out, "\n%.*s\n%s\n%.*s\n", length,
		"==========================================", heading, length,
		"==========================================");
}

static void report(FILE *out, const struct fcl_board *board, const struct fact facts[FACTS])
{
	for (int i = 0; i < FACTS; i++) {
		if (facts[i].heading)
			rule(out, facts[i].heading);
		fprintf(out, "%s:%*s%s\n", facts[i].label, 30 - (int)strlen(facts[i].label), "",
			facts[i].value);
	}
	rule(out, "Clock Information");
	for (uint32_t i = 0; i < board->nclocks; i++)
		fprintf(out, "  Clock Index: %u\n    Name: %s\n    Frequency: %u.000000\n", i,
			board->clocks[i].name, board->clocks[i].mhz);
	rule(out, "Memory Information");
	for (uint32_t i = 0; i < board->nbanks; i++)
		fprintf(out, "  Bus SP Tag: %-10s base 0x%llx, 0x%llx bytes\n", board->banks[i].tag,
			(unsigned long long)board->banks[i].base,
			(unsigned long long)board->banks[i].size);
}

static void quote(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		if ((unsigned char)*text >= ' ')
			fputc(*text, out);
	}
	fputc('"', out);
}

/* Flat: the keys are the paths that --json= takes. */
static void report_json(FILE *out, const struct fcl_board *board, const struct fact facts[FACTS])
{
	fprintf(out, "{\n");
	for (int i = 0; i < FACTS; i++) {
		fprintf(out, "  \"%s\": ", facts[i].key);
		quote(out, facts[i].value);
		fprintf(out, ",\n");
	}
	fprintf(out, "  \"systemClocks\": [");
	for (uint32_t i = 0; i < board->nclocks; i++)
		fprintf(out, "%s{\"name\": \"%s\", \"frequency\": \"%u\"}", i ? ", " : "",
			board->clocks[i].name, board->clocks[i].mhz);
	fprintf(out, "],\n  \"memories\": [");
	for (uint32_t i = 0; i < board->nbanks; i++)
		fprintf(out, "%s\"%s\"", i ? ", " : "", board->banks[i].tag);
	fprintf(out, "]\n}\n");
}

static int report_key(FILE *out, const char *key, const struct fact facts[FACTS])
{
	for (int i = 0; i < FACTS; i++)
		if (!strcmp(facts[i].key, key)) {
			fprintf(out, "%s\n", facts[i].value);
			return 0;
		}
	return fcl_tool_fail("--json=%s: there is no such key (-k lists them)", key);
}

static void list_one(void *user, const char *name)
{
	struct fcl_board *board;

	(void)user;
	if (fcl_board_load(name, &board, NULL))
		return;
	printf("%s\n", board->vbnv);
	fcl_board_free(board);
}

/* 0, 1 after an error, -1 when there is nothing more to do. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option options[] = {
		{"platform", 1, NULL, 'p'}, {"list", 0, NULL, 'l'},   {"json", 2, NULL, 'j'},
		{"keys", 0, NULL, 'k'},     {"output", 1, NULL, 'o'}, {"force", 0, NULL, 'f'},
		{"verbose", 0, NULL, 'v'},  {"help", 0, NULL, 'h'},   {NULL, 0, NULL, 0}};
	int option;

	argv[0] = (char *)fcl_tool_name; /* for getopt's own messages */
	while ((option = getopt_long(argc, argv, "p:lj::ko:fvh", options, NULL)) != -1) {
		switch (option) {
		case 'p':
			request->platform = optarg;
			break;
		case 'l':
			request->list = true;
			break;
		case 'j':
			request->json = true;
			request->key = optarg;
			break;
		case 'k':
			request->keys = true;
			break;
		case 'o':
			request->output = optarg;
			break;
		case 'f':
			request->force = true;
			break;
		case 'v':
			break;
		case 'h':
			fputs(help, stdout);
			return -1;
		default:
			return 1;
		}
	}
	if (optind < argc && !request->platform)
		request->platform = argv[optind++];
	if (optind < argc)
		return fcl_tool_fail("'%s' was not expected", argv[optind]);
	return request->platform || request->list
		       ? 0
		       : fcl_tool_fail("no platform: give -p u250, or --list");
}

static int answer(const struct request *request, FILE *out, const struct fcl_board *board,
		  const char *name)
{
	struct fact facts[FACTS];

	collect(board, name, facts);
	if (request->key)
		return report_key(out, request->key, facts);
	if (request->keys)
		for (int i = 0; i < FACTS; i++)
			fprintf(out, "%s\n", facts[i].key);
	else if (request->json)
		report_json(out, board, facts);
	else
		report(out, board, facts);
	return 0;
}

static int write_answer(const struct request *request, const struct fcl_board *board,
			const char *name)
{
	char *text = NULL;
	size_t size;
	FILE *out, *old;
	int ret;

	if (!request->output)
		return answer(request, stdout, board, name);
	old = request->force ? NULL : fopen(request->output, "re");
	if (old) {
		fclose(old);
		return fcl_tool_fail("'%s' exists; --force replaces it", request->output);
	}
	out = open_memstream(&text, &size);
	if (!out)
		return fcl_tool_fail("out of memory");
	ret = answer(request, out, board, name);
	if (fclose(out))
		ret = fcl_tool_fail("out of memory");
	if (!ret)
		ret = fcl_tool_write(request->output, text, size);
	free(text);
	return ret;
}

int main(int argc, char **argv)
{
	struct request request = {0};
	struct fcl_board *board;
	struct fcl_err err = {0};
	int ret = parse(argc, argv, &request);
	char *name;

	if (ret)
		return ret < 0 ? 0 : ret;
	if (request.list) {
		fcl_board_list(list_one, NULL);
		return 0;
	}
	if (fcl_board_load(request.platform, &board, &err))
		return fcl_tool_fail("%s", err.text);
	name = fcl_tool_platform(request.platform);
	ret = name ? write_answer(&request, board, name) : fcl_tool_fail("out of memory");
	free(name);
	fcl_board_free(board);
	return ret;
}
