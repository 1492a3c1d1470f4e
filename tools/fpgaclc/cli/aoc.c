/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/aoc.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/common/driver.h"

/* The board to use if -board= does not name one of ours. */
#define FCLC_AOC_BOARD "u250"

/* The aoc version that sources see: 20.3, the first one with host pipes and shared memory. */
#define FCLC_AOC_VERSION "203"

/*
 * Options that have no effect here, spelt with one dash; aoc takes two as well. Those that end in
 * "=" take a value, either attached or as the next argument; those that end in "?" may have one
 * attached.
 */
static const char *const ignored[] = {
	"-report",
	"-profile?",
	"-profile-shared-counters",
	"-fast-compile",
	"-incremental?",
	"-incremental-input-dir=",
	"-incremental-grouping=",
	"-incremental-flow=",
	"-high-effort",
	"-optimize=",
	"-seed=",
	"-parallel=",
	"-clock=",
	"-fmax=",
	"-dot",
	"-g0",
	"-fp-relaxed",
	"-fpc",
	"-ffp-reassoc",
	"-ffp-reassociate",
	"-rounding=",
	"-daz",
	"-ecc",
	"-no-interleaving=",
	"-const-cache-bytes=",
	"-duplicate-ring",
	"-global-ring",
	"-force-single-store-ring",
	"-num-reorder=",
	"-board-package=",
	"-bsp-flow=",
	"-hyper-optimized-handshaking?",
	"-emulator-channel-depth-model=",
	"-fast-emulator",
	"-legacy-emulator",
	"-no-env-check",
	"-no-auto-migrate",
	"-no-hardware-kernel-invocation-queue",
	"-emulator-device=",
	"-sp=",
	"-sw-dimm-partition",
	"-sw_dimm_partition",
	"-sw-dimm-partition=",
	"-nocaching",
	"-dont-error-if-large-area-est",
	"-estimate-throughput",
	"-util=",
	"-reuse-aoco=",
	"-reuse-aocx=",
	"-tidy",
	"-quartus-only",
	"-time=",
	"-time-passes",
	"-regtest_mode",
	"-opt-arg=",
	"-llc-arg=",
};

/* Translates aoc's command line into fpgaclc's. */
struct aoc {
	struct fclc_program *program;
	struct fclc_argv out;
	char **argv;
	int argc, at;
	const char *march, *output, *board, *source;
	bool shared;                       /* makes a library */
	const char *suffix;                /* of the output, unless -o gives one */
	const char **folders, **libraries; /* of -L and -l */
	uint32_t nfolders, folders_capacity, nlibraries, libraries_capacity;
};

/*
 * Whether the current argument is this option, spelt as in the list above, with one dash or two.
 * Also returns its value, or NULL.
 */
static bool option_is(struct aoc *aoc, const char *name, const char **ret_value)
{
	const char *text = aoc->argv[aoc->at];
	size_t length = strlen(name);
	char kind = name[length - 1];

	*ret_value = NULL;
	text += text[0] == '-' && text[1] == '-';
	if (kind != '=' && kind != '?')
		return !strcmp(text, name);
	if (strncmp(text, name, length - 1) != 0)
		return false;
	if (text[length - 1] == '=')
		*ret_value = text + length;
	else if (text[length - 1])
		return false;
	else if (kind == '=')
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
			    fclc_copy(aoc->program->arena, ignored[i], strcspn(ignored[i], "=?")));
		return true;
	}
	return false;
}

/* Takes an option that means the same to both compilers, with its value as a separate argument. */
static bool take_common(struct aoc *aoc)
{
	static const char *const flags[] = {"-g", "-h",          "-help", "-version",
					    "-v", "-save-temps", "-W"};
	static const char *const ours[] = {"-g", "-h", "-h", "--version", "--verbose", "-s", "-w"};
	static const char *const values[] = {"-I", "-D", "-U"};
	static const char *const prefixes[] = {"-W", "-cl-", "-w", "-O", "-f"};
	const char *text = aoc->argv[aoc->at], *value;

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (option_is(aoc, flags[i], &value)) {
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

static void print_board(const char *name)
{
	printf("  %s\n     Board Package: fpgacl\n", name);
}

static void print_other_board(void *user, const char *name)
{
	(void)user;
	if (strcmp(name, FCLC_AOC_BOARD) != 0)
		print_board(name);
}

/* Answers an option that asks what there is to compile for. */
static bool take_list(struct aoc *aoc)
{
	const char *value;

	if (option_is(aoc, "-list-boards", &value)) {
		/* Makefiles compile for the first one, which hosts get by default. */
		puts("Board list:");
		print_board(FCLC_AOC_BOARD);
		fcl_board_list(print_other_board, NULL);
	} else if (option_is(aoc, "-list-board-packages", &value)) {
		puts("Installed board packages:\n  fpgacl");
	} else {
		return false;
	}
	aoc->program->options.printed = true;
	return true;
}

/* -L and -l, whose value may be attached without a "=". */
static bool take_library(struct aoc *aoc)
{
	struct fclc_arena *arena = aoc->program->arena;
	const char *text = aoc->argv[aoc->at], *value;
	bool folder = text[1] == 'L';

	if (!folder && text[1] != 'l')
		return false;
	value = text[2] ? text + 2 : aoc->at + 1 < aoc->argc ? aoc->argv[++aoc->at] : "";
	value += *value == '=';
	if (folder)
		fclc_append(arena, &aoc->folders, &aoc->nfolders, &aoc->folders_capacity, value);
	else
		fclc_append(arena, &aoc->libraries, &aoc->nlibraries, &aoc->libraries_capacity,
			    value);
	return true;
}

static int take(struct aoc *aoc, struct fcl_err *err)
{
	const char *text = aoc->argv[aoc->at], *value;

	if (*text != '-') {
		/* The last one names the output. */
		aoc->source = text;
		fclc_argv_add(&aoc->out, "%s", text);
		return 0;
	}
	if (option_is(aoc, "-march=", &value))
		aoc->march = value;
	else if (option_is(aoc, "-board=", &value))
		aoc->board = value;
	else if (option_is(aoc, "-o=", &value) || option_is(aoc, "-output=", &value))
		aoc->output = value;
	else if (option_is(aoc, "-synthesisable=", &value))
		fclc_argv_add(&aoc->out, "--synthesisable=%s", value);
	else if (option_is(aoc, "-c", &value))
		aoc->suffix = ".aoco";
	else if (option_is(aoc, "-rtl", &value))
		aoc->suffix = ".aocr";
	else if (option_is(aoc, "-shared", &value))
		aoc->shared = true;
	else if (!take_list(aoc) && !take_ignored(aoc) && !take_library(aoc) && !take_common(aoc))
		return fclc_error(err, FCLC_NOWHERE, "unknown option '%s' of aoc", text);
	return 0;
}

/* Gives the compiler the libraries, which are found as by a linker: in the working directory, then
 * in the folders of -L. */
static int add_libraries(struct aoc *aoc, struct fcl_err *err)
{
	struct fclc_options *options = &aoc->program->options;

	for (uint32_t i = 0; i < aoc->nlibraries; i++) {
		const char *name = aoc->libraries[i], *path = name;

		for (uint32_t j = 0; access(path, R_OK) && j < aoc->nfolders; j++)
			path = fclc_format(aoc->program->arena, "%s/%s", aoc->folders[j], name);
		if (access(path, R_OK))
			return fclc_error(
				err, FCLC_NOWHERE,
				"-l %s: expected a library in the working directory or a folder of -L, found none",
				name);
		fclc_append(aoc->program->arena, &options->libraries, &options->nlibraries,
			    &options->libraries_capacity, path);
	}
	return 0;
}

/* The output's name; without a suffix of its own it gets this one. */
static const char *output_name(const struct aoc *aoc, const char *suffix)
{
	const char *name = aoc->source ? fclc_base_name(aoc->source) : "a";
	const char *dot = strrchr(name, '.');

	if (!aoc->output)
		return fclc_format(aoc->program->arena, "%.*s%s",
				   (int)(dot ? dot - name : (long)strlen(name)), name, suffix);
	return fclc_format(aoc->program->arena, "%s%s", aoc->output, suffix);
}

/* aocl, which is beside aoc in a tree for Intel's projects, packs sources; it takes this process over. */
static int make_library(const struct aoc *aoc, struct fcl_err *err)
{
	bool named = aoc->output && strchr(fclc_base_name(aoc->output), '.');
	const char *output = output_name(aoc, named ? "" : ".aoclib");

	if (!aoc->source)
		return fclc_error(err, FCLC_NOWHERE, "-shared: expected an OpenCL C source");
	execlp("aocl", "aocl", "library", "create", "-name", output, aoc->source, (char *)NULL);
	return fclc_error(
		err, FCLC_NOWHERE,
		"-shared: cannot run 'aocl library create -name %s %s': %s: source settings64.sh",
		output, aoc->source, strerror(errno));
}

static bool asks_only(const struct aoc *aoc)
{
	if (aoc->program->options.printed)
		return true;
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

/*
 * By default, the output goes to the current directory and is named after the last source. A name
 * without a suffix of aoc's gets one.
 */
static void add_output(struct aoc *aoc)
{
	static const char *const suffixes[] = {".aocx", ".aoco", ".aocr", ".xclbin", ".elf", ".xo"};
	const char *suffix = aoc->suffix ? aoc->suffix : ".aocx";

	for (size_t i = 0; aoc->output && i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (fclc_has_suffix(aoc->output, suffixes[i]))
			suffix = "";
	fclc_argv_add(&aoc->out, "-o");
	fclc_argv_add(&aoc->out, "%s", output_name(aoc, suffix));
}

int fclc_aoc_translate(struct fclc_program *program, int *argc, char ***argv, struct fcl_err *err)
{
	struct aoc aoc = {
		.program = program, .out = {.arena = program->arena}, .argv = *argv, .argc = *argc};
	int error = 0;

	fclc_argv_add(&aoc.out, "%s", aoc.argv[0]);
	for (aoc.at = 1; !error && aoc.at < aoc.argc; aoc.at++)
		error = take(&aoc, err);
	if (!error && aoc.shared && !asks_only(&aoc))
		error = make_library(&aoc, err);
	if (!error && !asks_only(&aoc))
		error = add_libraries(&aoc, err);
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
