/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/aoc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"

/* The board to use if -board= does not name one of ours. */
#define FCLC_AOC_BOARD "u250"

/* The aoc version that sources see: 20.3, the first one with host pipes and shared memory. */
#define FCLC_AOC_VERSION "203"

/* Options that end in "=" take a value, either attached or as the next argument. */
static const char *const ignored[] = {
	"-report",
	"-profile",
	"-profile=",
	"-fast-compile",
	"-incremental",
	"-incremental=",
	"-high-effort",
	"-seed=",
	"-parallel=",
	"-clock=",
	"-fmax=",
	"-dot",
	"-g0",
	"-fp-relaxed",
	"-fpc",
	"-no-interleaving=",
	"-const-cache-bytes=",
	"-duplicate-ring",
	"-global-ring",
	"-force-single-store-ring",
	"-num-reorder=",
	"-board-package=",
	"-bsp-flow=",
	"-hyper-optimized-handshaking=",
	"-emulator-channel-depth-model=",
	"-fast-emulator",
	"-legacy-emulator",
	"-no-env-check",
	"-no-hardware-kernel-invocation-queue",
	"-emulator-device=",
	"-sp=",
	"-nocaching",
	"-L=",
};

/* Translates aoc's command line into fpgaclc's. */
struct aoc {
	struct fclc_program *program;
	struct fclc_argv out;
	char **argv;
	int argc, at;
	const char *march, *output, *board, *source;
	const char *suffix; /* the output's suffix if -o does not name the output */
};

/* Whether the current argument is this option. If `name` ends in "=", also returns its value. */
static bool option_is(struct aoc *aoc, const char *name, const char **ret_value)
{
	const char *text = aoc->argv[aoc->at];
	size_t length = strlen(name);
	bool value = name[length - 1] == '=';

	*ret_value = NULL;
	if (!value)
		return !strcmp(text, name);
	if (!strncmp(text, name, length)) {
		*ret_value = text + length;
		return true;
	}
	if (strlen(text) != length - 1 || strncmp(text, name, length - 1) != 0)
		return false;
	*ret_value = aoc->at + 1 < aoc->argc ? aoc->argv[++aoc->at] : "";
	return true;
}

static bool take_ignored(struct aoc *aoc)
{
	struct fclc_options *options = &aoc->program->options;
	const char *value;

	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++) {
		if (!option_is(aoc, ignored[i], &value))
			continue;
		fclc_append(aoc->program->arena, &options->ignored, &options->nignored,
			    &options->ignored_capacity,
			    fclc_copy(aoc->program->arena, ignored[i], strcspn(ignored[i], "=")));
		return true;
	}
	return false;
}

/* Takes an option that means the same to both compilers, with its value as a separate argument. */
static bool take_common(struct aoc *aoc)
{
	static const char *const flags[] = {"-g",       "-h", "-help",     "--help",
					    "-version", "-v", "--version", "-save-temps"};
	static const char *const ours[] = {"-g",        "-h",        "-h",        "-h",
					   "--version", "--verbose", "--version", "-s"};
	static const char *const values[] = {"-I", "-D", "-U"};
	static const char *const prefixes[] = {"-W", "-cl-", "-w", "-O", "-f"};
	const char *text = aoc->argv[aoc->at];

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (!strcmp(text, flags[i])) {
			fclc_argv_add(&aoc->out, "%s", ours[i]);
			return true;
		}
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (!strncmp(text, values[i], 2)) {
			fclc_argv_add(&aoc->out, "%s", text);
			if (!text[2] && aoc->at + 1 < aoc->argc)
				fclc_argv_add(&aoc->out, "%s", aoc->argv[++aoc->at]);
			return true;
		}
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(text, prefixes[i], strlen(prefixes[i]))) {
			fclc_argv_add(&aoc->out, "%s", text);
			return true;
		}
	return false;
}

static int take(struct aoc *aoc, struct fcl_err *err)
{
	const char *text = aoc->argv[aoc->at], *value;

	if (*text != '-') {
		aoc->source = aoc->source ? aoc->source : text;
		fclc_argv_add(&aoc->out, "%s", text);
		return 0;
	}
	if (option_is(aoc, "-march=", &value))
		aoc->march = value;
	else if (option_is(aoc, "-board=", &value))
		aoc->board = value;
	else if (option_is(aoc, "-o=", &value) || option_is(aoc, "--output=", &value))
		aoc->output = value;
	else if (option_is(aoc, "-c", &value))
		aoc->suffix = ".aoco";
	else if (option_is(aoc, "-rtl", &value))
		aoc->suffix = ".aocr";
	else if (option_is(aoc, "-l=", &value))
		return fclc_error(
			err, FCLC_NOWHERE,
			"-l %s: aoc libraries are not supported: give the sources of the library's functions, or of their models, instead",
			value);
	else if (!take_ignored(aoc) && !take_common(aoc))
		return fclc_error(err, FCLC_NOWHERE, "unknown option '%s' of aoc", text);
	return 0;
}

static bool asks_only(const struct aoc *aoc)
{
	for (uint32_t i = 0; i < aoc->out.count; i++)
		if (!strcmp(aoc->out.list[i], "-h") || !strcmp(aoc->out.list[i], "--version"))
			return true;
	return false;
}

static int add_target(struct aoc *aoc, struct fcl_err *err)
{
	bool emulator = aoc->march && !strcmp(aoc->march, "emulator");

	if (!emulator && (!aoc->march || strcmp(aoc->march, "simulator") != 0))
		return fclc_error(
			err, FCLC_NOWHERE,
			"expected -march=emulator or -march=simulator, found %s: fpgacl has no compiler for real boards",
			aoc->march ? aoc->march : "neither");
	fclc_argv_add(&aoc->out, "-t");
	fclc_argv_add(&aoc->out, emulator ? "sw_emu" : "hw_emu");
	return 0;
}

/* Takes a board's name, optionally with its package: "pac_a10", "package:board". */
static void add_board(struct aoc *aoc)
{
	struct fcl_board *board = NULL;
	struct fcl_err ignored_err;
	bool ours = aoc->board && !fcl_board_load(aoc->board, &board, &ignored_err);

	fcl_board_free(board);
	fclc_argv_add(&aoc->out, "--platform");
	fclc_argv_add(&aoc->out, "%s", ours ? aoc->board : FCLC_AOC_BOARD);
}

/* Whether the command line itself defines the macro: "-DNAME", "-D NAME=1". */
static bool is_defined(const struct aoc *aoc, const char *name)
{
	size_t length = strlen(name);

	for (uint32_t i = 1; i < aoc->out.count; i++) {
		const char *text = aoc->out.list[i];

		if (!strcmp(aoc->out.list[i - 1], "-D"))
			;
		else if (!strncmp(text, "-D", 2))
			text += 2;
		else
			continue;
		if (!strncmp(text, name, length) && (!text[length] || text[length] == '='))
			return true;
	}
	return false;
}

static void add_macro(struct aoc *aoc, const char *name, const char *value)
{
	if (!is_defined(aoc, name))
		fclc_argv_add(&aoc->out, "-D%s=%s", name, value);
}

/* Adds the macros that aoc defines. Two contain the board's name, without its package. */
static void add_macros(struct aoc *aoc)
{
	const char *board = aoc->board ? aoc->board : "", *colon = strrchr(board, ':');

	add_macro(aoc, "INTELFPGA_CL", FCLC_AOC_VERSION);
	board = colon ? colon + 1 : board;
	for (const char *at = board; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			return;
	if (!*board)
		return;
	add_macro(aoc, fclc_format(aoc->program->arena, "AOCL_BOARD_%s", board), "1");
	add_macro(aoc, fclc_format(aoc->program->arena, "ACL_BOARD_%s", board), "1");
}

/* By default, the output goes to the current directory and is named after the first source. */
static void add_output(struct aoc *aoc)
{
	const char *name = aoc->source ? fclc_base_name(aoc->source) : "a";
	const char *dot = strrchr(name, '.');

	fclc_argv_add(&aoc->out, "-o");
	if (aoc->output)
		fclc_argv_add(&aoc->out, "%s", aoc->output);
	else
		fclc_argv_add(&aoc->out, "%.*s%s", (int)(dot ? dot - name : (long)strlen(name)),
			      name, aoc->suffix ? aoc->suffix : ".aocx");
}

int fclc_aoc_translate(struct fclc_program *program, int *argc, char ***argv, struct fcl_err *err)
{
	struct aoc aoc = {
		.program = program, .out = {.arena = program->arena}, .argv = *argv, .argc = *argc};
	int error = 0;

	fclc_argv_add(&aoc.out, "%s", aoc.argv[0]);
	for (aoc.at = 1; !error && aoc.at < aoc.argc; aoc.at++)
		error = take(&aoc, err);
	if (!error && !asks_only(&aoc)) {
		error = add_target(&aoc, err);
		add_board(&aoc);
		add_macros(&aoc);
		add_output(&aoc);
		if (aoc.suffix)
			fclc_argv_add(&aoc.out, "-c");
	}
	*argc = (int)aoc.out.count;
	*argv = (char **)aoc.out.list;
	return error;
}
