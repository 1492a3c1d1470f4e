/* SPDX-License-Identifier: Apache-2.0 */
/* Answers what Makefiles ask the vendor's platforminfo about a board, in its wording. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_check.h"
#include "base/stdout.h"
#include "tools/vitis/tool.h"

const char *const fcl_vitis_name = "platforminfo";

static const char help[] =
	"Usage: platforminfo [-p] BOARD [--json[=KEY]] [[-o] FILE]\n"
	"       platforminfo --list\n"
	"\n"
	"  -p, -d, --platform BOARD\n"
	"                         u200, u250, ..., a platform's full name, or the path of its "
	".xpfm\n"
	"  -l, --list             lists the platforms, as JSON\n"
	"  -j, --json[=KEY]       as JSON; with a KEY like hardwarePlatform.board.part its value\n"
	"  -k, --keys             the keys that --json= takes\n"
	"  -o, --output FILE      writes there; -f, --force: even if it exists\n"
	"  -h, --help, --version\n";

struct request {
	const char *platform, *key, *output;
	bool list, json, keys, force;
};

/* One property of a board. */
struct fact {
	const char *heading; /* starts a section of the report; NULL: continues the current one */
	const char *label;   /* in the report; NULL: only in JSON */
	const char *value;
	char key[80]; /* path in JSON; neighbours have common prefixes */
};

struct facts {
	struct fact *list;
	size_t count, room;
	char buffer[8][96]; /* storage for composed values */
	char clocks[8][16]; /* frequencies, in MHz */
	bool failed;
};

static void platforminfo_add(struct facts *facts, const char *heading, const char *label,
			     const char *value, const char *key)
{
	struct fact *fact;

	if (facts->count == facts->room) {
		size_t room = 2 * facts->room + 16;
		struct fact *list = reallocarray(facts->list, room, sizeof(*list));

		if (!list) {
			facts->failed = true;
			return;
		}
		facts->list = list;
		facts->room = room;
	}
	fact = &facts->list[facts->count++];
	*fact = (struct fact){.heading = heading, .label = label, .value = value};
	snprintf(fact->key, sizeof(fact->key), "%s", key);
}

static uint32_t count_banks(const struct fcl_board *board, const char *prefix)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < board->nbanks; i++)
		count += !strncmp(board->banks[i].tag, prefix, strlen(prefix));
	return count;
}

/* The vendor's tool prints "xcu250-figd2104-2l-e" as virtexuplus:xcu250:figd2104:-2l:e. */
static void fpga_part(const char *family, const char *part, char *value, size_t size)
{
	int device = (int)strcspn(part, "-");
	const char *package = part[device] ? part + device + 1 : "";
	int length = (int)strcspn(package, "-");
	const char *speed = package[length] ? package + length + 1 : "";
	int grade = (int)strcspn(speed, "-");

	snprintf(value, size, "%s:%.*s:%.*s:-%.*s:%s", family, device, part, length, package, grade,
		 speed, speed[grade] ? speed + grade + 1 : "");
}

/* Composes values that the board's description does not contain as such. */
static void put_together(struct facts *facts, const struct fcl_board *board, const char *family)
{
	static const char *const kinds[] = {"DDR", "HBM", "HOST"};
	const size_t size = sizeof(facts->buffer[0]);

	snprintf(facts->buffer[0], size, "%s, emulated by fpgacl", board->name);
	snprintf(facts->buffer[1], size, "%.*s", (int)strcspn(board->part, "-"), board->part);
	fpga_part(family, board->part, facts->buffer[2], size);
	for (int i = 0; i < 3; i++)
		snprintf(facts->buffer[3 + i], size, "%u", count_banks(board, kinds[i]));
}

static void collect_lists(struct facts *facts, const struct fcl_board *board)
{
	char key[80];

	for (uint32_t i = 0; i < board->nclocks; i++) {
		snprintf(key, sizeof(key), "hardwarePlatform.systemClocks[%u].name", i);
		platforminfo_add(facts, NULL, NULL, board->clocks[i].name, key);
		if (i == sizeof(facts->clocks) / sizeof(facts->clocks[0]))
			break;
		snprintf(facts->clocks[i], sizeof(facts->clocks[i]), "%u.000000",
			 board->clocks[i].mhz);
		snprintf(key, sizeof(key), "hardwarePlatform.systemClocks[%u].frequency", i);
		platforminfo_add(facts, NULL, NULL, facts->clocks[i], key);
		snprintf(key, sizeof(key), "hardwarePlatform.systemClocks[%u].default", i);
		platforminfo_add(facts, NULL, NULL, i ? "false" : "true", key);
	}
	for (uint32_t i = 0; i < board->nbanks; i++) {
		snprintf(key, sizeof(key), "hardwarePlatform.memories[%u].spTag", i);
		platforminfo_add(facts, NULL, NULL, board->banks[i].tag, key);
	}
}

static void platforminfo_collect(struct facts *facts, const struct fcl_board *board,
				 const char *name)
{
	const char *family = count_banks(board, "HBM") ? "virtexuplusHBM" : "virtexuplus";

#define HARDWARE "hardwarePlatform."
	put_together(facts, board, family);
	platforminfo_add(facts, "Basic Platform Information", "Platform", name, "name");
	platforminfo_add(facts, NULL, NULL, name, "uniqueName");
	platforminfo_add(facts, NULL, "File", board->file, "file");
	platforminfo_add(facts, NULL, "Description", facts->buffer[0], "description");
	platforminfo_add(facts, "Hardware Platform (Shell) Information", "Vendor", board->vendor,
			 HARDWARE "vendor");
	platforminfo_add(facts, NULL, "Version", board->version, HARDWARE "version");
	platforminfo_add(facts, NULL, "Hardware", "0", HARDWARE "hardware");
	platforminfo_add(facts, NULL, "Software Emulation", "1", HARDWARE "softwareEmulation");
	platforminfo_add(facts, NULL, "Hardware Emulation", "1", HARDWARE "hardwareEmulation");
	platforminfo_add(facts, NULL, "Board", board->name, HARDWARE "board.id");
	platforminfo_add(facts, NULL, "FPGA Family", family, HARDWARE "board.family");
	platforminfo_add(facts, NULL, "FPGA Device", facts->buffer[1], HARDWARE "board.device");
	platforminfo_add(facts, NULL, "Board Part", board->part, HARDWARE "board.part");
	platforminfo_add(facts, NULL, "Board Vendor", board->vendor, HARDWARE "board.vendor");
	platforminfo_add(facts, NULL, NULL, facts->buffer[1], HARDWARE "devices[0].name");
	platforminfo_add(facts, NULL, NULL, facts->buffer[2], HARDWARE "devices[0].fpgaPart");
	collect_lists(facts, board);
#define COUNTS HARDWARE "extensions.raptor2.feature_support."
	platforminfo_add(facts, NULL, NULL, facts->buffer[3], COUNTS "DDR");
	platforminfo_add(facts, NULL, NULL, facts->buffer[4], COUNTS "HBM");
	platforminfo_add(facts, NULL, NULL, facts->buffer[5], COUNTS "HOST");
#undef COUNTS
#undef HARDWARE
}

static void rule(FILE *out, const char *heading)
{
	int length = (int)strlen(heading);

	fprintf(out, "\n%.*s\n%s\n%.*s\n", length,
		"==========================================", heading, length,
		"==========================================");
}

static void platforminfo_report(FILE *out, const struct fcl_board *board, const struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		const struct fact *fact = &facts->list[i];

		if (fact->heading)
			rule(out, fact->heading);
		if (fact->label)
			fprintf(out, "%s:%*s%s\n", fact->label, 30 - (int)strlen(fact->label), "",
				fact->value);
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

/*
 * How many entries, starting at `first`, agree in the `length` characters at offset `skip` of their
 * keys.
 */
static size_t alike(const struct fact *first, size_t count, size_t skip, size_t length)
{
	size_t same = 1;

	for (; same < count; same++) {
		const char *key = first[same].key;

		if (strncmp(key, first->key, skip + length) != 0 ||
		    (key[skip + length] != '.' && key[skip + length] != '['))
			break;
	}
	return same;
}

static void print_object(FILE *out, const struct fact *list, size_t count, size_t skip, int depth);

/* `list` has the elements of one array: at `skip`, each key continues with "[2].". */
static void print_array(FILE *out, const struct fact *list, size_t count, size_t skip, int depth)
{
	size_t same, length;

	fputc('[', out);
	for (size_t i = 0; i < count; i += same) {
		length = strcspn(list[i].key + skip, ".");
		same = alike(&list[i], count - i, skip, length);
		fputs(i ? ", " : "", out);
		print_object(out, &list[i], same, skip + length + 1, depth);
	}
	fputc(']', out);
}

static void print_object(FILE *out, const struct fact *list, size_t count, size_t skip, int depth)
{
	fputs("{\n", out);
	for (size_t i = 0, same; i < count; i += same) {
		const char *key = list[i].key + skip;
		size_t length = strcspn(key, ".[");

		same = alike(&list[i], count - i, skip, length);
		fprintf(out, "%*s\"%.*s\": ", 2 * depth + 2, "", (int)length, key);
		if (key[length] == '[')
			print_array(out, &list[i], same, skip + length, depth + 1);
		else if (key[length])
			print_object(out, &list[i], same, skip + length + 1, depth + 1);
		else
			quote(out, list[i].value);
		fputs(i + same < count ? ",\n" : "\n", out);
	}
	fprintf(out, "%*s}", 2 * depth, "");
}

/* Prints the value of a key, or everything below it. */
static int report_key(FILE *out, const char *key, const struct facts *facts)
{
	size_t length = strlen(key);

	for (size_t i = 0; i < facts->count; i++) {
		const struct fact *fact = &facts->list[i];
		size_t same;

		if (strncmp(fact->key, key, length) != 0)
			continue;
		same = alike(fact, facts->count - i, 0, length);
		if (!fact->key[length])
			fputs(fact->value, out);
		else if (fact->key[length] == '.')
			print_object(out, fact, same, length + 1, 0);
		else if (fact->key[length] == '[')
			print_array(out, fact, same, length, 0);
		else
			continue;
		fputc('\n', out);
		return 0;
	}
	return fcl_vitis_fail("--json=%s: unknown key (-k lists the keys)", key);
}

static void platforminfo_list_one(void *user, const char *name)
{
	bool *more = user;
	struct fcl_board *board;

	if (fcl_board_load(name, &board, NULL))
		return;
	fputs(*more ? ",\n    {\n      \"baseName\": " : "    {\n      \"baseName\": ", stdout);
	quote(stdout, board->vbnv);
	fputs(",\n      \"version\": ", stdout);
	quote(stdout, board->version);
	fputs("\n    }", stdout);
	*more = true;
	fcl_board_free(board);
}

/* Scripts parse this as JSON, like the vendor's output. */
static void list_all(void)
{
	bool more = false;

	fputs("{\n  \"platforms\": [\n", stdout);
	fcl_board_list(platforminfo_list_one, &more);
	fputs("\n  ]\n}\n", stdout);
}

static enum fcl_vitis_parsed platforminfo_parse(int argc, char **argv, struct request *request)
{
	static const struct option options[] = {{"platform", 1, NULL, 'p'}, {"list", 0, NULL, 'l'},
						{"json", 2, NULL, 'j'},     {"keys", 0, NULL, 'k'},
						{"output", 1, NULL, 'o'},   {"force", 0, NULL, 'f'},
						{"verbose", 0, NULL, 'v'},  {"help", 0, NULL, 'h'},
						{"version", 0, NULL, 'V'},  {NULL, 0, NULL, 0}};
	int option;

	argv[0] = (char *)fcl_vitis_name; /* for getopt's own messages */
	while ((option = getopt_long(argc, argv, "p:d:lj::ko:fvh", options, NULL)) != -1) {
		switch (option) {
		case 'p':
		case 'd':
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
			return FCL_VITIS_PRINTED;
		case 'V':
			puts("platforminfo of fpgacl " FPGACL_VERSION);
			return FCL_VITIS_PRINTED;
		default:
			return FCL_VITIS_WRONG;
		}
	}
	if (optind < argc && !request->platform)
		request->platform = argv[optind++];
	/* Before 2019.2, -j took a file name. */
	if (optind < argc && request->json && !request->key && !request->output)
		request->output = argv[optind++];
	if (optind < argc)
		return fcl_vitis_wrong("unexpected argument '%s'", argv[optind]);
	return request->platform || request->list
		       ? FCL_VITIS_RUN
		       : fcl_vitis_wrong("no platform: give -p u250, or --list");
}

static int platforminfo_print(const struct request *request, FILE *out,
			      const struct fcl_board *board, const struct facts *facts)
{
	if (facts->failed)
		return fcl_vitis_fail("out of memory");
	if (request->key)
		return report_key(out, request->key, facts);
	if (request->keys) {
		for (size_t i = 0; i < facts->count; i++)
			fprintf(out, "%s\n", facts->list[i].key);
	} else if (request->json) {
		print_object(out, facts->list, facts->count, 0, 0);
		fputc('\n', out);
	} else {
		platforminfo_report(out, board, facts);
	}
	return 0;
}

static int platforminfo_answer(const struct request *request, FILE *out,
			       const struct fcl_board *board, const char *name)
{
	struct facts facts = {0};
	int status;

	platforminfo_collect(&facts, board, name);
	status = platforminfo_print(request, out, board, &facts);
	free(facts.list);
	return status;
}

static int write_answer(const struct request *request, const struct fcl_board *board,
			const char *name)
{
	char *text = NULL;
	size_t size;
	FILE *out, *old;
	int status;

	if (!request->output)
		return platforminfo_answer(request, stdout, board, name);
	old = request->force ? NULL : fopen(request->output, "re");
	if (old) {
		fclose(old);
		return fcl_vitis_fail("'%s' exists; --force replaces it", request->output);
	}
	out = open_memstream(&text, &size);
	if (!out)
		return fcl_vitis_fail("out of memory");
	status = platforminfo_answer(request, out, board, name);
	if (fclose(out))
		status = fcl_vitis_fail("out of memory");
	if (!status)
		status = fcl_vitis_write(request->output, text, size);
	free(text);
	return status;
}

static int platforminfo_run_tool(int argc, char **argv)
{
	struct request request = {0};
	struct fcl_board *board;
	struct fcl_err err = {0};
	enum fcl_vitis_parsed parsed = platforminfo_parse(argc, argv, &request);
	int status;
	char *name;

	fcl_config_check();
	if (parsed != FCL_VITIS_RUN)
		return parsed == FCL_VITIS_WRONG;
	if (request.list) {
		list_all();
		return 0;
	}
	if (fcl_board_load(request.platform, &board, &err))
		return fcl_vitis_fail("%s", err.text);
	name = fcl_vitis_platform(request.platform);
	status = name ? write_answer(&request, board, name) : fcl_vitis_fail("out of memory");
	free(name);
	fcl_board_free(board);
	return status;
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish(fcl_vitis_name, platforminfo_run_tool(argc, argv));
}
