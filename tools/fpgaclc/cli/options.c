/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/cli/aoc.h"
#include "tools/fpgaclc/cli/compiler_flags.h"
#include "tools/fpgaclc/cli/config_file.h"
#include "tools/fpgaclc/cli/conformance.h"
#include "tools/fpgaclc/cli/given.h"
#include "tools/fpgaclc/cli/help.h"
#include "tools/fpgaclc/cli/hls_mode.h"
#include "tools/fpgaclc/cli/option_table.h"
#include "tools/fpgaclc/cli/values.h"
#include "tools/fpgaclc/common/clang.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/isa.h"
#include "tools/fpgaclc/common/source.h"

static int set_mode(struct fclc_program *program, enum fclc_mode mode, const char *name,
		    struct fclc_place place, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;

	if (options->step && (options->mode != mode))
		return fclc_error(err, place, "%s: expected one step, found %s too", name,
				  options->step);
	options->step = name;
	options->mode = mode;
	return 0;
}

static int print_version(struct fclc_options *options)
{
	/* Makefiles parse the year and release out of this line. */
	if (options->as_vpp)
		puts("****** v++ v2022.2 (64-bit)\n  **** fpgaclc " FCLC_VERSION
		     ", for emulated boards");
	else if (options->as_aoc)
		puts("fpgaclc " FCLC_VERSION " as aoc, for emulated boards");
	else
		puts("fpgaclc " FCLC_VERSION);
	options->printed = true;
	return 0;
}

static int print_clang(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_clang_find(program, err);

	if (error)
		return error;
	puts(program->clang);
	program->options.printed = true;
	return 0;
}

static int apply_flag(struct fclc_program *program, const struct fclc_option *option,
		      struct fclc_place place, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	enum fclc_option_id id = option->id;

	/* Unlike our -v, v++'s -v prints its version. */
	if (id == FCLC_OPT_SHORT_V)
		id = options->as_vpp ? FCLC_OPT_VERSION : FCLC_OPT_VERBOSE;
	switch (id) {
	case FCLC_OPT_COMPILE:
		return set_mode(program, FCLC_MODE_COMPILE, option->name, place, err);
	case FCLC_OPT_LINK:
		options->link = true;
		return set_mode(program, FCLC_MODE_BUILD, option->name, place, err);
	case FCLC_OPT_PACKAGE:
		return set_mode(program, FCLC_MODE_PACKAGE, option->name, place, err);
	case FCLC_OPT_CYCLES:
	case FCLC_OPT_NO_CYCLES:
		options->cycles = id == FCLC_OPT_CYCLES;
		options->cycles_given = true;
		return 0;
	case FCLC_OPT_SNAPSHOTS:
		options->snapshots = true;
		if (!options->waves)
			options->waves = FCLC_WAVES_FST;
		return 0;
	case FCLC_OPT_DEBUG:
		options->debug = true;
		return 0;
	case FCLC_OPT_NO_CACHE:
		options->no_cache = true;
		return 0;
	case FCLC_OPT_ALLOW_UNCONNECTED:
		options->allow_unconnected = true;
		return 0;
	case FCLC_OPT_SAVE_TEMPS:
		options->save_temps = true;
		return 0;
	case FCLC_OPT_VERBOSE:
		options->verbose = true;
		return 0;
	case FCLC_OPT_HELP:
		fclc_print_help();
		options->printed = true;
		return 0;
	case FCLC_OPT_VERSION:
		return print_version(options);
	case FCLC_OPT_PRINT_CLANG:
		return print_clang(program, err);
	case FCLC_OPT_PRINT_PRAGMAS:
		fclc_print_pragmas();
		options->printed = true;
		return 0;
	case FCLC_OPT_PRINT_SYNTHESIS:
		fclc_print_synthesis();
		options->printed = true;
		return 0;
	default:
		return fclc_option_ignore(program, option->name);
	}
}

static int unknown_option(const char *text, struct fcl_err *err)
{
	const char *nearest = fclc_option_nearest(text, false);

	if (nearest)
		return fclc_error(err, FCLC_NOWHERE, "unknown option '%s'; did you mean '%s'?",
				  text, nearest);
	return fclc_error(err, FCLC_NOWHERE, "unknown option '%s' (fpgaclc --help lists them)",
			  text);
}

/* Like fclc_hls_take(), for "--hls.key=value" or "--hls.key value". */
static int take_hls(struct fclc_program *program, int argc, char **argv, int *at, bool *ret_taken,
		    struct fcl_err *err)
{
	const char *name = argv[*at] + 6, *value = strchr(name, '=');
	const char *key = fclc_copy(program->arena, name,
				    value ? (size_t)(value - name) : strlen(name));
	int error;

	*ret_taken = false;
	if (!value && *at + 1 >= argc)
		return 0;
	error = fclc_hls_take(program, key, value ? value + 1 : argv[*at + 1], FCLC_NOWHERE,
			      ret_taken, err);
	*at += *ret_taken && !value;
	return error;
}

/*
 * The vendor's Makefiles combine options: "-lo" is -l and -o, a step followed by a one-letter
 * option that takes a value. Returns the second option; NULL if `text` is no such combination.
 */
static const struct fclc_option *find_grouped(const char *text, const struct fclc_option **ret_step)
{
	const char step[] = {'-', text[1], 0}, last[] = {'-', text[2], 0};
	const struct fclc_option *option;
	const char *value;

	if (strlen(text) != 3 || !strchr("clp", text[1]))
		return NULL;
	*ret_step = fclc_option_find(step, &value);
	option = fclc_option_find(last, &value);
	return option && !option->flag ? option : NULL;
}

static int unknown_key(struct fclc_program *program, const char *section, const char *name,
		       struct fclc_place place, struct fcl_err *err)
{
	const char *nearest = fclc_option_nearest(name, false);
	size_t skip = 2 + (*section ? strlen(section) + 1 : 0);
	const char *where = *section ? fclc_format(program->arena, "[%s]", section)
				     : "the part before the first section";

	/* Suggest the nearest option only if it is valid in the same section. */
	if (nearest && !strncmp(nearest, name, skip) && (*section || !strchr(nearest, '.')))
		return fclc_error(err, place, "%s has no '%s'; did you mean '%s'?", where,
				  name + skip, nearest + skip);
	return fclc_error(err, place, "%s has no '%s'", where, name + skip);
}

/* In a file, flags have a value. */
static int set_flag(struct fclc_program *program, const struct fclc_option *option,
		    const char *value, struct fclc_place place, struct fcl_err *err)
{
	bool off = !strcmp(value, "0") || !strcmp(value, "false") || !strcmp(value, "off");
	bool on = !strcmp(value, "1") || !strcmp(value, "true") || !strcmp(value, "on"), holds;
	const char *key = option->name + strspn(option->name, "-");
	int error;

	if (!on && !off)
		return fclc_error(err, place, "%s: expected 1 or 0, found '%s'", key, value);
	error = fclc_given_key(program, key, on ? "1" : "0", place, &holds, err);
	return error || off ? error : apply_flag(program, option, place, err);
}

/* Applies "key=value" from a config file. */
static int set_key(struct fclc_program *program, const char *section, const char *key,
		   const char *value, struct fclc_place place, struct fcl_err *err)
{
	const char *name = fclc_format(program->arena, "--%s%s%s", section, *section ? "." : "",
				       key);
	const char *attached;
	const struct fclc_option *option = fclc_option_find(name, &attached);
	bool taken = false;
	int error = strcmp(section, "hls") != 0
			    ? 0
			    : fclc_hls_take(program, key, value, place, &taken, err);

	if (error || taken)
		return error;
	/* Files of components have their general keys after [hls]. */
	if ((!option || attached) && !strcmp(section, "hls") && !strchr(key, '.'))
		option = fclc_option_find(fclc_format(program->arena, "--%s", key), &attached);
	if (!option || attached)
		return unknown_key(program, section, name, place, err);
	if (option->id == FCLC_OPT_CONFIG || option->id == FCLC_OPT_HELP ||
	    option->id == FCLC_OPT_VERSION || option->id == FCLC_OPT_CLANG ||
	    option->id == FCLC_OPT_PREPARE)
		return fclc_error(err, place, "'%s' can be given on the command line only", key);
	if (!option->flag)
		return fclc_value_apply(program, option, value, place, err);
	return set_flag(program, option, value, place, err);
}

static int take_option(struct fclc_program *program, int argc, char **argv, int *at,
		       struct fcl_err *err)
{
	const char *text = argv[*at], *value;
	const struct fclc_option *step = NULL;
	const struct fclc_option *option;

	if (fclc_flag_take(program, text))
		return 0;
	if (!strncmp(text, "--hls.", 6)) {
		bool taken;
		int error = take_hls(program, argc, argv, at, &taken, err);

		if (error || taken)
			return error;
	}
	option = fclc_option_find(text, &value);
	if (!option)
		option = find_grouped(text, &step);
	if (!option)
		return unknown_option(text, err);
	if (step) {
		int error = apply_flag(program, step, FCLC_NOWHERE, err);

		if (error)
			return error;
	}
	if (option->flag)
		return apply_flag(program, option, FCLC_NOWHERE, err);
	if (!value && *at + 1 < argc)
		value = argv[++*at];
	if (!value || !*value)
		return fclc_error(err, FCLC_NOWHERE, "option '%s' needs a value", option->name);
	if (option->id == FCLC_OPT_CONFIG)
		return fclc_config_read(program, value, set_key, err);
	return fclc_value_apply(program, option, value, FCLC_NOWHERE, err);
}

static void say_ignored(const struct fclc_program *program)
{
	const struct fclc_options *options = &program->options;

	for (uint32_t i = 0; i < options->nignored; i++)
		fprintf(stderr, "%s%s",
			i ? ", " : "fpgaclc: note: no effect on an emulated board: ",
			options->ignored[i]);
	if (options->nignored)
		fputc('\n', stderr);
}

static int options_check(struct fclc_options *options, struct fcl_err *err)
{
	if (!options->nsources)
		return fclc_error(err, FCLC_NOWHERE,
				  options->mode == FCLC_MODE_PACKAGE ? "no .xclbin file given"
				  : options->step && options->mode == FCLC_MODE_BUILD
					  ? "no .xo file given"
					  : "no source file given");
	if (!options->output && options->step)
		options->output = options->mode == FCLC_MODE_COMPILE ? "a.xo" : "a.xclbin";
	if (!options->output)
		return fclc_error(err, FCLC_NOWHERE, "no output file: give -o <file>.xclbin");
	for (uint32_t i = 0; i < options->nkernels; i++)
		for (uint32_t j = 0; j < i; j++)
			if (!strcmp(options->kernels[i], options->kernels[j]))
				return fclc_error(err, FCLC_NOWHERE, "kernel '%s' is given twice",
						  options->kernels[i]);
	return fclc_compiler_flags_check(options, err);
}

/* v++ was called xocc before 2019.2. */
static bool is_vpp(const char *name)
{
	return !strcmp(name, "v++") || !strcmp(name, "xocc");
}

static int take_all(struct fclc_program *program, int argc, char **argv, unsigned depth,
		    struct fcl_err *err);

/* Takes the arguments listed in a file. */
static int take_file(struct fclc_program *program, const char *path, unsigned depth,
		     struct fcl_err *err)
{
	const char **list;
	uint32_t count;
	char *text;
	size_t size;
	int error = fclc_read_file(program, path, &text, &size, err);

	if (error)
		return error;
	if (depth > 16)
		return fclc_error(err, FCLC_NOWHERE,
				  "'@%s': expected at most 16 files within each other", path);
	count = fclc_words_split(program, text, &list);
	return take_all(program, (int)count, (char **)list, depth + 1, err);
}

static int take_all(struct fclc_program *program, int argc, char **argv, unsigned depth,
		    struct fcl_err *err)
{
	int error = 0;

	for (int i = 0; !error && !program->options.printed && i < argc; i++) {
		if (argv[i][0] == '-' && argv[i][1])
			error = take_option(program, argc, argv, &i, err);
		else if (argv[i][0] == '@' && argv[i][1])
			error = take_file(program, argv[i] + 1, depth, err);
		else
			fclc_compiler_input_add(program, argv[i]);
	}
	return error;
}

int fclc_options_parse(struct fclc_program *program, int argc, char **argv, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	const char *name = argc ? fclc_base_name(argv[0]) : "";
	int error = 0;

	options->as_vpp = is_vpp(name);
	options->as_aoc = !strcmp(name, "aoc");
	if (options->as_aoc && fclc_aoc_translate(program, &argc, &argv, err))
		return -EINVAL;
	if (fclc_conformance_is(argc, argv) &&
	    fclc_conformance_translate(program, &argc, &argv, err))
		return -EINVAL;
	options->optimize = '2';
	options->concurrent = true;
	options->uncertainty_ns = options->uncertainty_share = -1;
	options->pipeline_loops = options->m_axi_latency = -1;
	options->march = FCLC_ISA_DEFAULT;
	error = take_all(program, argc - !!argc, argv + !!argc, 0, err);
	if (!error && !options->printed)
		error = fclc_values_settle(program, err);
	/* The vendor's v++ does hardware builds; leave the checks and messages to it. */
	if (error || options->printed || options->target == FCL_TARGET_HW || options->prepare)
		return error;
	if (!options->cycles_given)
		options->cycles = options->target == FCL_TARGET_HW_EMU || options->hls;
	error = fclc_kernel_flags_take(program, err);
	if (!error)
		error = fclc_hls_check(program, err);
	if (!error)
		error = options_check(options, err);
	if (!error) /* as v++ does */
		error = fclc_make_folder_of(program, options->output, err);
	if (!error)
		say_ignored(program);
	return error;
}
