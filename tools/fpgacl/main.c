/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/spelling.h"
#include "base/stdout.h"
#include "base/text.h"
#include "tools/fpgacl/as_json.h"
#include "tools/fpgacl/boards/board.h"
#include "tools/fpgacl/boards/boards.h"
#include "tools/fpgacl/boards/devices.h"
#include "tools/fpgacl/boards/top.h"
#include "tools/fpgacl/capture.h"
#include "tools/fpgacl/card/card.h"
#include "tools/fpgacl/common/option.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/completion.h"
#include "tools/fpgacl/doctor.h"
#include "tools/fpgacl/fifos/fifos.h"
#include "tools/fpgacl/info/image_info.h"
#include "tools/fpgacl/info/json.h"
#include "tools/fpgacl/neighbour.h"
#include "tools/fpgacl/rack/rack.h"
#include "tools/fpgacl/report/report.h"
#include "tools/fpgacl/run/run.h"
#include "tools/fpgacl/run/validate.h"

static int main_usage(const char *problem, const char *what)
{
	fprintf(stderr, "fpgacl: %s%s%s; `fpgacl --help` lists the commands\n", problem,
		*what ? " " : "", what);
	return TOOL_USAGE;
}

/* Prints text in indented lines of up to 100 characters; does not break longer words. */
static void print_wrapped(const char *text)
{
	enum { INDENT = 4, WIDTH = 100 };
	size_t column = 0;

	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		size_t length = strcspn(text, " ");

		if (column && column + 1 + length > WIDTH) {
			putchar('\n');
			column = 0;
		}
		column += (size_t)printf("%*s%.*s", column ? 1 : INDENT, "", (int)length, text);
		text += length;
	}
	putchar('\n');
}

static int print_env(void)
{
	for (int key = 0; key < FCL_CONFIG_COUNT; key++) {
		const struct fcl_config_entry *entry = &fcl_config_table[key];
		const char *value = fcl_config_string((enum fcl_config_key)key);
		char allowed[256];

		fcl_config_allowed((enum fcl_config_key)key, allowed, sizeof(allowed));
		printf("%s%s=%s\n    Values: %s\n", key ? "\n" : "", entry->name, value, allowed);
		print_wrapped(entry->help);
	}
	return TOOL_OK;
}

/* The table of docs/environment.md. */
static int print_env_table(void)
{
	puts("| variable | values | meaning |\n|---|---|---|");
	for (int key = 0; key < FCL_CONFIG_COUNT; key++) {
		const struct fcl_config_entry *entry = &fcl_config_table[key];
		const char *fallback = *entry->fallback ? entry->fallback : "not set";
		char allowed[256];

		fcl_config_allowed((enum fcl_config_key)key, allowed, sizeof(allowed));
		printf("| `%s` | %s | %s", entry->name, allowed, entry->help);
		printf(strstr(entry->help, "Default: ") ? " |\n" : " Default: %s. |\n", fallback);
	}
	return TOOL_OK;
}

/* --- the commands ----------------------------------------------------------------------------- */

/* The arguments after the command's name. */
struct call {
	int argc;
	char **argv;
	const char *device; /* value of -d, which has been removed, unless the command is RAW */
	bool json;          /* --json was given; it has been removed if the command is JSON */
	const char *name, *text; /* the command's */
};

/* NULL: no option in the command's help is spelled like the word. */
static const char *nearest_option(const char *help, const char *word, char option[])
{
	size_t length = strlen(word), fewest = length / 3 + 1;
	const char *nearest = NULL;

	for (; length <= FCL_SPELLING_MOST && (help = strstr(help, "--")); help += 2) {
		size_t size = strspn(help, "-abcdefghijklmnopqrstuvwxyz"), edits;
		char known[FCL_SPELLING_MOST + 1];

		if (size > FCL_SPELLING_MOST)
			continue;
		memcpy(known, help, size);
		known[size] = 0;
		edits = fcl_spelling_distance(word, length, known);
		if (edits >= fewest)
			continue;
		fewest = edits;
		nearest = strcpy(option, known);
	}
	return nearest;
}

static int unexpected_argument(const struct call *call, const char *word)
{
	char option[FCL_SPELLING_MOST + 1];
	const char *nearest = *word == '-' ? nearest_option(call->text, word, option) : NULL;

	fprintf(stderr,
		"fpgacl: %s: unexpected argument %s%s%s%s `fpgacl %s --help` shows its arguments\n",
		call->name, word, nearest ? "; did you mean " : "", nearest ? nearest : "",
		nearest ? "?" : ";", call->name);
	return TOOL_USAGE;
}

static int list(struct call *call)
{
	return call->json ? fcl_tool_list_json() : fcl_tool_list();
}

static int boards(struct call *call)
{
	return call->json ? fcl_tool_boards_json() : fcl_tool_boards();
}

/* What is no file, and does not look like one, is a device. */
static bool is_device(const char *text)
{
	return access(text, F_OK) != 0 && (strchr(text, ':') || !strpbrk(text, "/."));
}

static int info(struct call *call)
{
	bool graph = fcl_tool_take_option(&call->argc, call->argv, "--graph");
	const char *what = call->argc ? call->argv[0] : call->device;

	if (graph && (call->argc != 1 || call->json))
		return main_usage("info --graph needs", "one image file, and has no --json");
	if (call->argc > 1)
		return unexpected_argument(call, call->argv[1]);
	if (graph)
		return fcl_tool_info_graph(what);
	if (call->argc && !is_device(what))
		return fcl_tool_info_image(what, call->json);
	return call->json ? fcl_tool_info_device_json(what) : fcl_tool_info_device(what);
}

static int program(struct call *call)
{
	if (call->argc != 1)
		return main_usage("program needs", "one image file");
	return fcl_tool_program(call->device, call->argv[0], call->json);
}

static int fpgacl_main_run(struct call *call)
{
	return fcl_tool_run(call->device, call->json, call->argc, call->argv);
}

static int main_validate(struct call *call)
{
	return fcl_tool_validate(call->device, call->json);
}

static int main_reset(struct call *call)
{
	return fcl_tool_reset(call->device, call->json);
}

static int board(struct call *call)
{
	return fcl_tool_board(call->argc, call->argv);
}

static int card(struct call *call)
{
	return fcl_tool_card(call->argc, call->argv);
}

static int rack(struct call *call)
{
	return fcl_tool_rack(call->argc, call->argv);
}

static int top(struct call *call)
{
	return fcl_tool_top(call->argc, call->argv);
}

static int serve(struct call *call)
{
	return fcl_tool_neighbour("serve", ", or libmicrohttpd or jansson is not installed",
				  call->argc, call->argv);
}

static int replay(struct call *call)
{
	return fcl_tool_neighbour("replay", "", call->argc, call->argv);
}

static int capture(struct call *call)
{
	if (call->argc != 2 || strcmp(call->argv[0], "--now") != 0)
		return main_usage("capture needs", "--now and the number of a process");
	return fcl_tool_capture(call->argv[1]);
}

static int doctor(struct call *call)
{
	const char *image = call->argc ? call->argv[0] : NULL;

	if (image && *image == '-')
		return unexpected_argument(call, image);
	return call->json ? fcl_tool_doctor_json(image) : fcl_tool_doctor(image);
}

static int main_report(struct call *call)
{
	return fcl_tool_report(call->argc, call->argv);
}

static int fifos(struct call *call)
{
	return fcl_tool_fifos(call->argc, call->argv);
}

static int env(struct call *call)
{
	bool table = fcl_tool_take_option(&call->argc, call->argv, "--markdown");

	if (call->argc || (table && call->json))
		return unexpected_argument(call, call->argc ? call->argv[0] : "--markdown");
	return table ? print_env_table() : call->json ? fcl_tool_env_json() : print_env();
}

static int completion(struct call *call);

enum {
	JSON = 1,      /* --json is removed from its arguments */
	RAW = 2,       /* no option is removed, and the environment is not checked */
	OWN_HELP = 4,  /* it has its own help text */
	ANY = INT_MAX, /* it counts its arguments itself */
};

/*
 * `text` is the command's part of the help: one entry for each form, indented by two spaces.
 * Completion parses it for options and arguments (usage.h).
 */
static const struct command {
	const char *name;
	int (*function)(struct call *call);
	unsigned flags;
	int most; /* number of arguments, not counting removed options */
	const char *text;
} commands[] = {
	{"list", list, JSON, 0,
	 "  list [--json]               the devices that OpenCL hosts are offered\n"},
	{"boards", boards, JSON, 0,
	 "  boards [--json]             the boards that can be emulated\n"},
	{"info", info, JSON, ANY,
	 "  info [--json] <file>        what is in an image or a .xo file: kernels, arguments, CUs, banks\n"
	 "  info --graph <file>         an image as a drawing in SVG: compute units, ports, banks, FIFOs\n"
	 "  info [--json] [-d <device>]  a board: banks, slots, capabilities, sensors; -d may be left out\n"},
	{"program", program, JSON, ANY,
	 "  program [--json] [-d <device>] <file>  load an image, and check that the board reports it\n"},
	{"run", fpgacl_main_run, JSON | OWN_HELP, ANY,
	 "  run [--json] <image> [--kernel <name>] --arg <name>=<value>... [-o <name>=<file>] [--range <n>] [--group <n>]\n"
	 "                              run kernels on files, without a host program: `fpgacl run --help`\n"},
	{"validate", main_validate, JSON, 0,
	 "  validate [--json] [-d <device>]  write patterns to every bank, read them back, measure rates\n"},
	{"reset", main_reset, JSON, 0, "  reset [--json] [-d <device>]  reset the board\n"},
	{"board", board, RAW, ANY,
	 "  board start <board> [--name <name>] [--users <group>] [--operators <group>] [--mode <octal>]\n"
	 "              [--user-seats <n>] [--user-memory <percent>] [--no-swap] [--foreground] [--json]\n"
	 "                              let programs share a board, with FPGACL_DEVICES=board:<name>\n"
	 "  board stop <name> [--json]  stop sharing it; programs that use the board get errors\n"
	 "  board ls [--json]           the shared boards and their state\n"
	 "  board logs [--json] <name>  the log of a shared board\n"},
	{"card", card, RAW, ANY,
	 "  card start <board> --socket <path> [--image <file>] [--channels <n>] [--ids <vendor:device>]\n"
	 "             [--design <file>] [--window <MiB>] [--fault <what>]...\n"
	 "                              a PCIe card in software, for any client of vfio-user: docs/card.md\n"
	 "  card stop <path>            end the card at that socket\n"
	 "  card state <path>           what it is and which process has it, as JSON\n"
	 "  card import <file>... -o <folder> [--name <name>] [--ids <vendor:device>] [--uuid <uuid@address>]\n"
	 "              [--identify <value@address>] [--value <kernel.argument>]... [--buffer <kernel.argument>]...\n"
	 "              [--args <kernel.argument,argument...>]...\n"
	 "                              a Vivado design with XDMA (.hwh or .bd, .bit, and its kernels' component.xml,\n"
	 "                              kernel.xml or x*_hw.h; or an .xsa) as a board and an image: docs/your-card.md\n"
	 "  card probe <path>           what a card says of itself: ids, BARs, XDMA, interrupts; or <address>\n"
	 "  card check <board@path> [<file>]  compare a card with its board.xml and an image: ids, BARs, registers,\n"
	 "                              interrupts, memory\n"},
	{"rack", rack, RAW, ANY,
	 "  rack check <rack>           boards, cables and switches of a rack (FPGACL_RACK): docs/rack.md\n"
	 "  rack --graph <rack>         the same as a drawing in SVG\n"
	 "  rack run <rack> --deterministic <seed>[-<seed>] <command>...\n"
	 "                              run a host once for each seed, from which the order of all that boards do is drawn\n"
	 "  rack join <rack> <host>     connect a port of the host's network, a TAP or UDP, with the rack\n"
	 "  rack relay <rack> <machine> connect this machine, one of the rack's, with the others\n"
	 "  rack down <rack> <link>     take a link down, for programs that are running; rack up: bring it up\n"
	 "  rack up <rack> <link>\n"},
	{"top", top, 0, ANY,
	 "  top [--json] [-n <count>] [--interval <seconds>]\n"
	 "                              shared boards with their programs, and cards with their sensors,\n"
	 "                              refreshed every second; -n: stop after <count> refreshes\n"},
	{"serve", serve, RAW | OWN_HELP, ANY,
	 "  serve [--check [--json]] [--listen <address>] <repository>\n"
	 "                              inference over HTTP (KServe v2) on all boards: `fpgacl serve --help`\n"},
	{"replay", replay, RAW | OWN_HELP, ANY,
	 "  replay [--yes] [-d <device>] [--image <file>] <capture>\n"
	 "                              repeat a captured run (FPGACL_CAPTURE): `fpgacl replay --help`\n"},
	{"capture", capture, RAW, ANY,
	 "  capture --now <process>     write what a process with FPGACL_CAPTURE=ring:<size> has recorded to a file\n"},
	{"doctor", doctor, JSON, 1,
	 "  doctor [--json] [<file>]    find out why hosts find no driver or device, or kernels do not compile\n"},
	{"report", main_report, 0, ANY,
	 "  report <trace> [--json] [-o <page.html>] [--pid <process>]\n"
	 "                              what a trace (FPGACL_TRACE) shows, as text, or as a page with a timeline\n"
	 "  report <image> [--json]     loops of kernels that count cycles, and why they are not faster\n"},
	{"fifos", fifos, 0, ANY,
	 "  fifos <recording> [--json] [--minimum <depth>] [--depth <fifo>=<depth>]...\n"
	 "                              how full the FIFOs of a recorded run were, and which depths would do;\n"
	 "                              with --depth, the cycles with those depths: docs/time.md\n"
	 "  fifos <image> [options as above] --run <arguments of run>...\n"
	 "                              the same of a run that begins now\n"},
	{"env", env, JSON, ANY,
	 "  env [--json] [--markdown]   the environment variables and their values; or a table in Markdown\n"},
	{"completion", completion, RAW, ANY,
	 "  completion <shell>          a script for bash or zsh: source <(fpgacl completion bash)\n"},
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static void append_help(struct fcl_text *text)
{
	fcl_text_format(text, "usage: fpgacl <command> [options]\n"
			      "       fpgacl <command> --help\n"
			      "\n");
	for (size_t i = 0; i < COMMANDS; i++)
		fcl_text_format(text, "%s", commands[i].text);
	fcl_text_format(
		text,
		"  --help, --version\n"
		"\n"
		"A device is a number of `fpgacl list`, or a PCIe address, serial number, UUID or name of one there,\n"
		"<backend>:<board> such as emu:u250, or the name of a board process or board; the default is device 0.\n"
		"--json prints the same as JSON.\n"
		"\n"
		"The exit status is 0 on success; 1 if something is wrong, or could not be done or written; 2 if the\n"
		"command line is wrong; 3 from `reset` if a program cannot reset the board. Pages named docs/... are in\n"
		"the sources, and installed in share/doc/fpgacl-tools.\n");
}

/* Calls use() with the complete help text. */
static int with_help(int (*use)(const char *help, struct call *call), struct call *call)
{
	struct fcl_text text = {0};
	int status;

	append_help(&text);
	if (text.failed)
		fputs("fpgacl: out of memory\n", stderr);
	status = text.failed ? TOOL_FAILED : use(text.bytes, call);
	fcl_text_free(&text);
	return status;
}

static int print_help(const char *help, struct call *call)
{
	(void)call;
	fputs(help, stdout);
	return TOOL_OK;
}

static int main_complete(const char *help, struct call *call)
{
	return fcl_tool_completion(call->argc, call->argv, help);
}

static int completion(struct call *call)
{
	return with_help(main_complete, call);
}

/* --- the command line ------------------------------------------------------------------------- */

static bool is_help(const char *word)
{
	return !strcmp(word, "--help") || !strcmp(word, "-h");
}

static bool asks_for_help(const struct call *call)
{
	for (int i = 0; i < call->argc; i++)
		if (is_help(call->argv[i]))
			return true;
	return false;
}

/* Removes "-d <device>" from the arguments. */
static bool take_device(struct call *call)
{
	for (int i = 0; i < call->argc; i++) {
		if (strcmp(call->argv[i], "-d") != 0)
			continue;
		if (i + 1 >= call->argc)
			return false;
		call->device = call->argv[i + 1];
		memmove(&call->argv[i], &call->argv[i + 2],
			(size_t)(call->argc - i - 2) * sizeof(*call->argv));
		call->argc -= 2;
		return true;
	}
	return true;
}

static int run_command(const struct command *command, struct call *call)
{
	call->name = command->name;
	call->text = command->text;
	if (!(command->flags & OWN_HELP) && asks_for_help(call)) {
		fputs(command->text, stdout);
		return TOOL_OK;
	}
	if (command->flags & RAW)
		return command->function(call);
	fcl_config_check();
	if (!take_device(call))
		return main_usage("-d needs", "a device");
	if (command->flags & JSON)
		call->json = fcl_tool_take_option(&call->argc, call->argv, "--json");
	if (call->argc > command->most)
		return unexpected_argument(call, call->argv[command->most]);
	return command->function(call);
}

static int unknown_command(const char *name)
{
	size_t length = strlen(name), fewest = length / 3 + 2; /* two letters may be swapped */
	const char *nearest = NULL;

	for (size_t i = 0; length <= FCL_SPELLING_MOST && i < COMMANDS; i++) {
		size_t edits = fcl_spelling_distance(name, length, commands[i].name);

		if (edits >= fewest)
			continue;
		nearest = commands[i].name;
		fewest = edits;
	}
	if (!nearest)
		return main_usage("unknown command", name);
	fprintf(stderr,
		"fpgacl: unknown command %s; did you mean %s? `fpgacl --help` lists the commands\n",
		name, nearest);
	return TOOL_USAGE;
}

static int fpgacl_main_run_tool(int argc, char **argv)
{
	struct call call = {.argc = argc - 2, .argv = argv + 2, .device = "0"};

	if (argc < 2)
		return main_usage("no command given", "");
	if (is_help(argv[1]) || !strcmp(argv[1], "help"))
		return with_help(print_help, NULL);
	if (!strcmp(argv[1], "--version")) {
		puts("fpgacl " FPGACL_VERSION);
		return TOOL_OK;
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return run_command(&commands[i], &call);
	return unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish("fpgacl", fpgacl_main_run_tool(argc, argv));
}
