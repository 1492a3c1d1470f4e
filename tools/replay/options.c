/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES_AROUND = 500 /* cycles */ };

static const char help[] =
	"usage: fpgacl replay [options] <capture>\n"
	"       fpgacl replay --diff <capture> <capture>\n"
	"\n"
	"Repeats a captured run (FPGACL_CAPTURE) without its program: makes the same OpenCL calls with the same\n"
	"contents, and compares what comes back with what the program got. The images of the capture are\n"
	"loaded, and their code runs: docs/capture.md.\n"
	"\n"
	"  -d <device>      where: a number or a part of the name of an OpenCL device or platform, or a board\n"
	"                   such as emu:u50; given again for each further device of the capture. Default: the\n"
	"                   devices of the same names\n"
	"  --image <file>   load this image in place of the captured one, if its kernels take the same arguments;\n"
	"                   2=<file>: in place of the second one\n"
	"  --until <call>   stop after the call of that number, as differences name it\n"
	"  --from <call>    compare from that call on; what leads to it is made, too\n"
	"  --only-kernel <name>  launch only that kernel; what the others would have written is not compared\n"
	"  --repeat <n>     run it n times, to find what is different only sometimes\n"
	"  --keep <folder>  write the buffers to files at the end, for `fpgacl run`\n"
	"  --waves-around <cycle>  waveforms of Verilog kernels, 500 cycles before and after that one of each run\n"
	"                   (FPGACL_WAVES, otherwise 'waves', is their folder; FPGACL_WAVES_RUNS selects runs)\n"
	"  --report         print where the time went, as FPGACL_SUMMARY=1 does for any host\n"
	"  --emit-c <file>  run nothing, and write a C program that makes the same calls, for bug reports\n"
	"  --diff           run nothing, and compare two captures: calls, contents, results\n"
	"  --yes            run the code of the images without asking\n"
	"\n"
	"The exit status is 0 if all was as in the captured run, 1 if not, and 2 if the command line is wrong.\n";

static int usage(const char *problem, const char *what)
{
	fprintf(stderr, "fpgacl: replay: %s%s%s; `fpgacl replay --help` lists the options\n",
		problem, *what ? " " : "", what);
	return 2;
}

/* Boards as FPGACL_DEVICES has them. */
static bool is_board(const char *name)
{
	static const char *const backends[] = {"emu:", "xrt:", "pcie:", "board:", "null:"};

	for (size_t i = 0; i < sizeof(backends) / sizeof(*backends); i++)
		if (!strncmp(name, backends[i], strlen(backends[i])))
			return true;
	return strchr(name, '(');
}

/* Our driver offers the boards, in this order, and the names become their numbers there. */
static int offer_boards(struct fcl_replay_options *options)
{
	char list[4096] = "";
	size_t length = 0;

	for (unsigned i = 0; i < options->ndevices; i++) {
		if (!is_board(options->devices[i]))
			return options->ndevices > 1 && i
				       ? usage("boards and other devices cannot be mixed:",
					       options->devices[i])
				       : -1;
		length += (size_t)snprintf(list + length, sizeof(list) - length, "%s%s",
					   i ? "," : "", options->devices[i]);
		if (length >= sizeof(list))
			return usage("too many devices", "");
	}
	if (options->ndevices)
		setenv("FPGACL_DEVICES", list, 1);
	options->boards = options->ndevices;
	return -1;
}

static int take_number(const char *word, const char *text, uint64_t least, uint64_t *ret_number)
{
	char *end;

	errno = 0;
	*ret_number = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && !errno && *ret_number >= least)
		return -1;
	fprintf(stderr, "fpgacl: replay: %s needs a number, and not \"%s\"\n", word, text);
	return 2;
}

/* Other cycles run at full speed. */
static int take_waves(struct fcl_replay_options *options, const char *word, const char *text)
{
	uint64_t cycle;
	char window[64];
	int result = take_number(word, text, 1, &cycle);

	if (result >= 0)
		return result;
	snprintf(window, sizeof(window), "%" PRIu64 "-%" PRIu64,
		 cycle > WAVES_AROUND ? cycle - WAVES_AROUND : 1,
		 cycle < UINT64_MAX - WAVES_AROUND ? cycle + WAVES_AROUND : UINT64_MAX);
	setenv("FPGACL_WAVES_CYCLES", window, 1);
	setenv("FPGACL_WAVES", "waves", 0);
	unsetenv("FPGACL_WAVES_LAST");
	options->waves = true;
	return -1;
}

static int take_value(struct fcl_replay_options *options, const char *word, const char *value)
{
	if (!strcmp(word, "-d"))
		options->devices[options->ndevices++] = value;
	else if (!strcmp(word, "--image"))
		options->images[options->nimages++] = value;
	else if (!strcmp(word, "--keep"))
		options->keep = value;
	else if (!strcmp(word, "--emit-c"))
		options->emit = value;
	else if (!strcmp(word, "--only-kernel"))
		options->only = value;
	else if (!strcmp(word, "--from"))
		return take_number(word, value, 0, &options->from);
	else if (!strcmp(word, "--until"))
		return take_number(word, value, 0, &options->until);
	else if (!strcmp(word, "--waves-around"))
		return take_waves(options, word, value);
	else
		return take_number(word, value, 1, &options->repeat);
	return -1;
}

static bool needs_value(const char *word)
{
	static const char *const words[] = {"-d",       "--image",       "--keep",
					    "--emit-c", "--until",       "--repeat",
					    "--from",   "--only-kernel", "--waves-around"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

static int take(struct fcl_replay_options *options, int *at, int argc, char **argv)
{
	const char *word = argv[*at];

	if (needs_value(word)) {
		if (++*at == argc)
			return usage("a value is missing after", word);
		return take_value(options, word, argv[*at]);
	}
	if (!strcmp(word, "--yes"))
		options->yes = true;
	else if (!strcmp(word, "--report"))
		options->report = true;
	else if (!strcmp(word, "--diff"))
		options->diff = true;
	else if (*word == '-')
		return usage("unknown option", word);
	else if (options->path && (!options->diff || options->second))
		return usage("unexpected argument", word);
	else if (options->path)
		options->second = word;
	else
		options->path = word;
	return -1;
}

/* Options that say how to run it, where nothing is run. */
static int check_together(const struct fcl_replay_options *options)
{
	bool how = options->ndevices || options->nimages || options->keep || options->report ||
		   options->repeat > 1 || options->until != UINT64_MAX || options->from ||
		   options->only || options->waves;

	if (options->diff && !options->second)
		return usage("--diff needs", "two captures");
	if (options->diff && options->emit)
		return usage("--diff and --emit-c cannot be given", "together");
	if (how && (options->diff || options->emit))
		return usage(
			"-d, --image, --keep, --report, --repeat, --from, --until, --only-kernel and --waves-around have no meaning for",
			options->diff ? "--diff" : "--emit-c");
	return -1;
}

int fcl_replay_options(int argc, char **argv, struct fcl_replay_options *options)
{
	int status = -1;

	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(help, stdout);
			return 0;
		}
	options->until = UINT64_MAX;
	options->repeat = 1;
	options->devices = calloc((size_t)argc, sizeof(*options->devices));
	options->images = calloc((size_t)argc, sizeof(*options->images));
	if (!options->devices || !options->images)
		return usage("out of memory", "");
	for (int i = 1; i < argc && status < 0; i++)
		status = take(options, &i, argc, argv);
	if (status < 0 && !options->path)
		status = usage("no capture is given", "");
	if (status < 0)
		status = check_together(options);
	if (options->report)
		setenv("FPGACL_SUMMARY", "1", 1);
	return status < 0 ? offer_boards(options) : status;
}
