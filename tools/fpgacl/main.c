/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/stdout.h"
#include "tools/fpgacl/as_json.h"
#include "tools/fpgacl/boards/board.h"
#include "tools/fpgacl/boards/boards.h"
#include "tools/fpgacl/boards/devices.h"
#include "tools/fpgacl/boards/top.h"
#include "tools/fpgacl/completion.h"
#include "tools/fpgacl/doctor.h"
#include "tools/fpgacl/info/image_info.h"
#include "tools/fpgacl/info/json.h"
#include "tools/fpgacl/output/status.h"
#include "tools/fpgacl/report/report.h"
#include "tools/fpgacl/run/run.h"
#include "tools/fpgacl/run/validate.h"
#include "tools/fpgacl/serve.h"

static const char help[] =
	"usage: fpgacl <command> [options]\n"
	"       fpgacl <command> --help\n"
	"\n"
	"  list [--json]               the devices that OpenCL hosts are offered\n"
	"  boards [--json]             the boards that can be emulated\n"
	"  info [--json] <file>        what is in an image or a .xo file: kernels, arguments, CUs, banks\n"
	"  info --graph <file>         an image as a drawing in SVG: compute units, ports, banks, FIFOs\n"
	"  info [--json] [-d <device>]  a board: banks, slots, capabilities, sensors\n"
	"  program [--json] [-d <device>] <file>  load an image, and check that the board reports it\n"
	"  run [--json] <image> [--kernel <name>] --arg <name>=<value>... [-o <name>=<file>] [--range <n>] [--group <n>]\n"
	"                              run kernels on files, without a host program: `fpgacl run --help`\n"
	"  validate [--json] [-d <device>]  write patterns to every bank, read them back, measure rates\n"
	"  reset [--json] [-d <device>]  reset the board\n"
	"  board start <board> [--name <name>] [--mode <octal>] [--no-swap] [--foreground] [--json]\n"
	"                              let programs share a board, with FPGACL_DEVICES=board:<name>\n"
	"  board stop <name> [--json]  stop sharing it; programs that use the board get errors\n"
	"  board ls [--json]           the shared boards and their state\n"
	"  board logs [--json] <name>  the log of a shared board\n"
	"  top [--json] [-n <count>] [--interval <seconds>]\n"
	"                              shared boards with their programs, and cards with their sensors,\n"
	"                              refreshed every second; -n: so many times\n"
	"  serve [--check [--json]] [--listen <address>] <repository>\n"
	"                              inference over HTTP (KServe v2) on all boards: `fpgacl serve --help`\n"
	"  doctor [--json] [<file>]    find out why hosts find no driver or device, or kernels do not compile\n"
	"  report <trace> [--json] [-o <page.html>] [--pid <process>]\n"
	"                              what a trace (FPGACL_TRACE) shows, as text, or as a page with a timeline\n"
	"  env [--json] [--markdown]   the environment variables and their values; or a table in Markdown\n"
	"  completion <shell>          a script for bash or zsh: source <(fpgacl completion bash)\n"
	"  --help, --version\n"
	"\n"
	"A device is a number of `fpgacl list`, or a PCIe address, serial number, UUID or name of one there,\n"
	"or <backend>:<board> such as emu:u250; the default is device 0. --json prints the same as JSON.\n"
	"\n"
	"The exit status is 0 on success; 1 if something is wrong, or could not be done or written; 2 if the\n"
	"command line is wrong; 3 from `reset` if a program cannot reset the board.\n";

/* The entries of a command. Returns false if there are none. */
static bool print_command_help(const char *command)
{
	size_t length = strlen(command);
	bool any = false, own = false;

	for (const char *line = help; *line;) {
		size_t size = strcspn(line, "\n") + 1;

		if (strncmp(line, "   ", 3) != 0)
			own = !strncmp(line, "  ", 2) && !strncmp(line + 2, command, length) &&
			      line[2 + length] == ' ';
		if (own)
			printf("%.*s", (int)size, line);
		any = any || own;
		line += size;
	}
	return any;
}

/* Prints the text in indented lines of up to 100 characters; longer words stay whole. */
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
		char allowed[256];

		fcl_config_allowed((enum fcl_config_key)key, allowed, sizeof(allowed));
		printf("| `%s` | %s | %s |\n", entry->name, allowed, entry->help);
	}
	return TOOL_OK;
}

static int usage(const char *problem, const char *what)
{
	fprintf(stderr, "fpgacl: %s%s%s; `fpgacl --help` lists the commands\n", problem,
		*what ? " " : "", what);
	return TOOL_USAGE;
}

static bool is_help(const char *word)
{
	return !strcmp(word, "--help") || !strcmp(word, "-h");
}

/* `run` and `serve` have texts of their own. */
static bool asks_for_help(int argc, char **argv)
{
	if (!strcmp(argv[1], "run") || !strcmp(argv[1], "serve"))
		return false;
	for (int i = 2; i < argc; i++)
		if (is_help(argv[i]))
			return true;
	return false;
}

/* Takes "-d <device>" out of the arguments. */
static bool take_device(int *argc, char **argv, const char **ret_device)
{
	*ret_device = "0";
	for (int i = 0; i < *argc; i++) {
		if (strcmp(argv[i], "-d") != 0)
			continue;
		if (i + 1 >= *argc)
			return false;
		*ret_device = argv[i + 1];
		memmove(&argv[i], &argv[i + 2], (size_t)(*argc - i - 2) * sizeof(*argv));
		*argc -= 2;
		return true;
	}
	return true;
}

static bool is_device(const char *text)
{
	return strchr(text, ':') && access(text, F_OK) != 0;
}

static int run_info(int argc, char **argv, const char *device, bool json)
{
	bool on_board = argc == 0 || is_device(argv[0]);

	if (!on_board)
		return fcl_tool_info_image(argv[0], json);
	device = argc ? argv[0] : device;
	return json ? fcl_tool_info_device_json(device) : fcl_tool_info_device(device);
}

/* Takes it out of the arguments. */
static bool take_option(int *argc, char **argv, const char *option)
{
	for (int i = 0; i < *argc; i++) {
		if (strcmp(argv[i], option) != 0)
			continue;
		memmove(&argv[i], &argv[i + 1], (size_t)(*argc - i - 1) * sizeof(*argv));
		(*argc)--;
		return true;
	}
	return false;
}

static int run_doctor(int argc, char **argv)
{
	bool json = take_option(&argc, argv, "--json");

	if (argc > 1 || (argc && argv[0][0] == '-'))
		return usage("doctor takes", "at most one image file");
	return json ? fcl_tool_doctor_json(argc ? argv[0] : NULL)
		    : fcl_tool_doctor(argc ? argv[0] : NULL);
}

static int run_kernels(const char *device, int argc, char **argv)
{
	bool json = take_option(&argc, argv, "--json");

	return fcl_tool_run(device, json, argc, argv);
}

static int run_json(const char *command, int argc, char **argv, const char *device)
{
	if (!strcmp(command, "info") && argc <= 1)
		return run_info(argc, argv, device, true);
	if (!strcmp(command, "program") && argc == 1)
		return fcl_tool_program(device, argv[0], true);
	if (argc)
		return usage("unexpected argument", argv[0]);
	if (!strcmp(command, "validate"))
		return fcl_tool_validate(device, true);
	if (!strcmp(command, "reset"))
		return fcl_tool_reset(device, true);
	if (!strcmp(command, "list"))
		return fcl_tool_list_json();
	if (!strcmp(command, "boards"))
		return fcl_tool_boards_json();
	if (!strcmp(command, "env"))
		return fcl_tool_env_json();
	return usage("unknown command", command);
}

static int run_command(const char *command, int argc, char **argv, const char *device)
{
	bool program = !strcmp(command, "program");

	if (!strcmp(command, "report"))
		return fcl_tool_report(argc, argv);
	if (!strcmp(command, "run"))
		return run_kernels(device, argc, argv);
	if (!strcmp(command, "top"))
		return fcl_tool_top(argc, argv);
	if (!strcmp(command, "doctor"))
		return run_doctor(argc, argv);
	if (!strcmp(command, "info") && take_option(&argc, argv, "--graph"))
		return argc == 1 ? fcl_tool_info_graph(argv[0])
				 : usage("info --graph needs", "one image file");
	if (take_option(&argc, argv, "--json"))
		return run_json(command, argc, argv, device);
	if (program && argc != 1)
		return usage("program needs", "one image file");
	if (program)
		return fcl_tool_program(device, argv[0], false);
	if (!strcmp(command, "info") && argc <= 1)
		return run_info(argc, argv, device, false);
	if (!strcmp(command, "env") && argc == 1 && !strcmp(argv[0], "--markdown"))
		return print_env_table();
	if (argc)
		return usage("unexpected argument", argv[0]);
	if (!strcmp(command, "list"))
		return fcl_tool_list();
	if (!strcmp(command, "boards"))
		return fcl_tool_boards();
	if (!strcmp(command, "env"))
		return print_env();
	if (!strcmp(command, "validate"))
		return fcl_tool_validate(device, false);
	if (!strcmp(command, "reset"))
		return fcl_tool_reset(device, false);
	return usage("unknown command", command);
}

static int run_tool(int argc, char **argv)
{
	const char *device;
	int count = argc - 2;

	if (argc < 2)
		return usage("no command given", "");
	if (is_help(argv[1]) || !strcmp(argv[1], "help")) {
		fputs(help, stdout);
		return TOOL_OK;
	}
	if (!strcmp(argv[1], "--version")) {
		puts("fpgacl " FPGACL_VERSION);
		return TOOL_OK;
	}
	if (asks_for_help(argc, argv) && print_command_help(argv[1]))
		return TOOL_OK;
	if (!strcmp(argv[1], "serve"))
		return fcl_tool_serve(argc - 2, argv + 2);
	if (!strcmp(argv[1], "board"))
		return fcl_tool_board(argc - 2, argv + 2);
	if (!strcmp(argv[1], "completion"))
		return fcl_tool_completion(argc - 2, argv + 2, help);
	fcl_config_check();
	if (!take_device(&count, argv + 2, &device))
		return usage("-d needs", "a device");
	return run_command(argv[1], count, argv + 2, device);
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish("fpgacl", run_tool(argc, argv));
}
