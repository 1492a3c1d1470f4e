/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an option does; those with a value come first. */
enum fclc_option_id {
	FCLC_OPT_TARGET,
	FCLC_OPT_PLATFORM,
	FCLC_OPT_KERNEL,
	FCLC_OPT_OUTPUT,
	FCLC_OPT_CONFIG,
	FCLC_OPT_NK,
	FCLC_OPT_SP,
	FCLC_OPT_SC,
	FCLC_OPT_CLANG,
	FCLC_OPT_MARCH,
	FCLC_OPT_HLS_INCLUDE,
	FCLC_OPT_PASS_VALUE, /* to the compiler, with its value */
	FCLC_OPT_IGNORED_VALUE,
	FCLC_OPT_PASS,
	FCLC_OPT_IGNORED,
	FCLC_OPT_DEBUG,
	FCLC_OPT_SAVE_TEMPS,
	FCLC_OPT_VERBOSE,
	FCLC_OPT_HELP,
	FCLC_OPT_VERSION,
	FCLC_OPT_COMPILE_ONLY,
};

static const struct fclc_option {
	const char *name; /* "--name" or "-x"; a one-letter option may have its value attached */
	enum fclc_option_id id;
} fclc_options[] = {
	{"-t", FCLC_OPT_TARGET},
	{"--target", FCLC_OPT_TARGET},
	{"-f", FCLC_OPT_PLATFORM},
	{"--platform", FCLC_OPT_PLATFORM},
	{"-k", FCLC_OPT_KERNEL},
	{"--kernel", FCLC_OPT_KERNEL},
	{"-o", FCLC_OPT_OUTPUT},
	{"--output", FCLC_OPT_OUTPUT},
	{"--config", FCLC_OPT_CONFIG},
	{"--connectivity.nk", FCLC_OPT_NK},
	{"--connectivity.sp", FCLC_OPT_SP},
	{"--connectivity.sc", FCLC_OPT_SC},
	{"--connectivity.stream_connect", FCLC_OPT_SC},
	/* The same as older versions of v++ spell them. */
	{"--nk", FCLC_OPT_NK},
	{"--sp", FCLC_OPT_SP},
	{"--sc", FCLC_OPT_SC},
	{"--clang", FCLC_OPT_CLANG},
	{"--march", FCLC_OPT_MARCH},
	{"--hls-include", FCLC_OPT_HLS_INCLUDE},
	{"-I", FCLC_OPT_PASS_VALUE},
	{"--include", FCLC_OPT_PASS_VALUE},
	{"-D", FCLC_OPT_PASS_VALUE},
	{"--define", FCLC_OPT_PASS_VALUE},
	{"-U", FCLC_OPT_PASS_VALUE},
	{"-include", FCLC_OPT_PASS_VALUE},
	{"-isystem", FCLC_OPT_PASS_VALUE},
	{"-iquote", FCLC_OPT_PASS_VALUE},
	{"-g", FCLC_OPT_DEBUG},
	{"--debug", FCLC_OPT_DEBUG},
	{"-s", FCLC_OPT_SAVE_TEMPS},
	{"--save-temps", FCLC_OPT_SAVE_TEMPS},
	{"--save_temps", FCLC_OPT_SAVE_TEMPS},
	{"-v", FCLC_OPT_VERBOSE},
	{"--verbose", FCLC_OPT_VERBOSE},
	{"-h", FCLC_OPT_HELP},
	{"--help", FCLC_OPT_HELP},
	{"--version", FCLC_OPT_VERSION},
	{"-c", FCLC_OPT_COMPILE_ONLY},
	{"--compile", FCLC_OPT_COMPILE_ONLY},
	/* Options of v++ that mean nothing to an emulated board. */
	{"-l", FCLC_OPT_IGNORED},
	{"--link", FCLC_OPT_IGNORED},
	{"-R", FCLC_OPT_IGNORED_VALUE},
	{"--report_level", FCLC_OPT_IGNORED_VALUE},
	{"-j", FCLC_OPT_IGNORED_VALUE},
	{"--jobs", FCLC_OPT_IGNORED_VALUE},
	{"--temp_dir", FCLC_OPT_IGNORED_VALUE},
	{"--log_dir", FCLC_OPT_IGNORED_VALUE},
	{"--report_dir", FCLC_OPT_IGNORED_VALUE},
	{"--kernel_frequency", FCLC_OPT_IGNORED_VALUE},
	{"--optimize", FCLC_OPT_IGNORED_VALUE},
	{"--clock-id", FCLC_OPT_IGNORED_VALUE},
	{"--xp", FCLC_OPT_IGNORED_VALUE},
	{"--profile_kernel", FCLC_OPT_IGNORED_VALUE},
	{"--profile", FCLC_OPT_IGNORED_VALUE},
	{"--remote_ip_cache", FCLC_OPT_IGNORED_VALUE},
	{"--no_ip_cache", FCLC_OPT_IGNORED},
	{"--connectivity.slr", FCLC_OPT_IGNORED_VALUE},
	{"--slr", FCLC_OPT_IGNORED_VALUE},
};

static const char fclc_help[] =
	"Usage: fpgaclc -t sw_emu --platform BOARD -k KERNEL SOURCE... -o FILE\n"
	"\n"
	"Compiles HLS kernels (C, C++) into a board program for an emulated FPGA board.\n"
	"For example:\n"
	"\n"
	"    fpgaclc -t sw_emu --platform u250 -k vadd vadd.cpp -o vadd.xclbin\n"
	"\n"
	"  -t, --target TARGET       sw_emu or hw_emu\n"
	"  -f, --platform BOARD      u200, u250, u280, u50, u55c, aws-f1, a platform's full name,\n"
	"                            or the path of an .xpfm file\n"
	"  -k, --kernel NAME         function that becomes a kernel; once for each kernel\n"
	"  -o, --output FILE         FILE.xclbin, or FILE.elf for a bare ELF\n"
	"\n"
	"Compute units, memory and streams (also in a --config file, under [connectivity]):\n"
	"  --config FILE             reads nk=, sp=, sc= and stream_connect= lines\n"
	"  --connectivity.nk K:N[:CU1.CU2...]\n"
	"                            N compute units of kernel K; default: one, named K_1\n"
	"  --connectivity.sp CU.ARG:BANK\n"
	"                            memory of an argument (or port): DDR[0], DDR[0:3], "
	"HBM[0:15],\n"
	"                            PLRAM[0], bank0; default: the board's first bank\n"
	"  --connectivity.sc CU1.ARG:CU2.ARG[:DEPTH]\n"
	"                            a FIFO from one compute unit's stream to another's\n"
	"\n"
	"Compiler:\n"
	"  -I DIR, -D NAME[=VALUE], -U NAME, -include FILE, -std=STANDARD, -Wwarning\n"
	"                            as for clang; C++ is gnu++14 unless -std= says otherwise\n"
	"  -O0, -O1, -O2, -O3        optimization of the kernel; default -O2\n"
	"  -g                        keeps debug information in the board program\n"
	"  --march ISA               x86-64, x86-64-v2 (default), x86-64-v3, x86-64-v4\n"
	"  --hls-include DIR         headers that come before fpgaclc's own hls_stream.h, "
	"ap_int.h\n"
	"  --clang PROGRAM           compiler to use instead of clang-16 on PATH\n"
	"  --save-temps              keeps intermediate files in FILE.temps\n"
	"  -v, --verbose             shows the commands that are run\n"
	"  -h, --help                this text\n"
	"  --version                 version of fpgaclc\n"
	"\n"
	"Without `#pragma HLS interface`, pointers are AXI4 masters in bundle gmem, scalars are\n"
	"registers, hls::stream<T> & arguments are AXI4-Stream ports, and the control protocol is\n"
	"ap_ctrl_hs.\n";

static void fclc_add_string(struct fclc_arena *arena, const char ***list, uint32_t *count,
			    const char *text)
{
	uint32_t capacity = *count;

	*list = fclc_grow(arena, *list, *count, &capacity, sizeof(**list));
	(*list)[(*count)++] = text;
}

static void fclc_pass(struct fclc_program *program, const char *flag)
{
	fclc_add_string(program->arena, &program->options.compiler_flags,
			&program->options.ncompiler_flags, flag);
}

void fclc_options_directive(struct fclc_program *program, enum fclc_directive_kind kind,
			    const char *text, struct fclc_place place)
{
	struct fclc_options *options = &program->options;
	uint32_t capacity = options->ndirectives;
	struct fclc_directive *directive;

	options->directives = fclc_grow(program->arena, options->directives, options->ndirectives,
					&capacity, sizeof(*options->directives));
	directive = &options->directives[options->ndirectives++];
	directive->kind = kind;
	directive->text = text;
	directive->place = place;
}

static int fclc_set_target(struct fclc_options *options, const char *value, struct fclc_place place,
			   struct fcl_err *err)
{
	if (!strcmp(value, "sw_emu"))
		options->target = FCL_TARGET_SW_EMU;
	else if (!strcmp(value, "hw_emu"))
		options->target = FCL_TARGET_HW_EMU;
	else if (!strcmp(value, "hw"))
		return fclc_error(err, place,
				  "target hw: a bitstream for a real board is made by the vendor's "
				  "v++ -t hw; fpgaclc makes sw_emu and hw_emu");
	else
		return fclc_error(err, place, "target '%s': expected sw_emu or hw_emu", value);
	return 0;
}

static int fclc_set_march(struct fclc_options *options, const char *value, struct fcl_err *err)
{
	static const char *const known[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i], value) != 0)
			continue;
		options->march = known[i];
		return 0;
	}
	return fclc_error(err, FCLC_NOWHERE,
			  "--march '%s': expected x86-64, x86-64-v2, x86-64-v3 or x86-64-v4",
			  value);
}

static void fclc_pass_value(struct fclc_program *program, const char *name, const char *value)
{
	if (!strcmp(name, "--include"))
		name = "-I";
	else if (!strcmp(name, "--define"))
		name = "-D";
	fclc_pass(program, name);
	fclc_pass(program, value);
}

static int fclc_apply_value(struct fclc_program *program, const struct fclc_option *option,
			    const char *value, struct fclc_place place, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;

	switch (option->id) {
	case FCLC_OPT_TARGET:
		return fclc_set_target(options, value, place, err);
	case FCLC_OPT_PLATFORM:
		options->platform = value;
		return 0;
	case FCLC_OPT_KERNEL:
		fclc_add_string(program->arena, &options->kernels, &options->nkernels, value);
		return 0;
	case FCLC_OPT_OUTPUT:
		options->output = value;
		return 0;
	case FCLC_OPT_CONFIG:
		return fclc_config_read(program, value, err);
	case FCLC_OPT_NK:
		fclc_options_directive(program, FCLC_NK, value, place);
		return 0;
	case FCLC_OPT_SP:
		fclc_options_directive(program, FCLC_SP, value, place);
		return 0;
	case FCLC_OPT_SC:
		fclc_options_directive(program, FCLC_SC, value, place);
		return 0;
	case FCLC_OPT_CLANG:
		options->clang = value;
		return 0;
	case FCLC_OPT_MARCH:
		return fclc_set_march(options, value, err);
	case FCLC_OPT_HLS_INCLUDE:
		fclc_add_string(program->arena, &options->hls_includes, &options->nhls_includes,
				value);
		return 0;
	case FCLC_OPT_PASS_VALUE:
		fclc_pass_value(program, option->name, value);
		return 0;
	default:
		return 0;
	}
}

static int fclc_apply_flag(struct fclc_program *program, const struct fclc_option *option,
			   struct fcl_err *err)
{
	struct fclc_options *options = &program->options;

	switch (option->id) {
	case FCLC_OPT_DEBUG:
		options->debug = true;
		return 0;
	case FCLC_OPT_SAVE_TEMPS:
		options->save_temps = true;
		return 0;
	case FCLC_OPT_VERBOSE:
		options->verbose = true;
		return 0;
	case FCLC_OPT_HELP:
		fputs(fclc_help, stdout);
		return 1;
	case FCLC_OPT_VERSION:
		puts("fpgaclc " FCLC_VERSION);
		return 1;
	case FCLC_OPT_COMPILE_ONLY:
		return fclc_error(err, FCLC_NOWHERE,
				  "%s: fpgaclc has no separate compile step: give the sources and "
				  "-o FILE.xclbin in one call",
				  option->name);
	default:
		return 0;
	}
}

static const struct fclc_option *fclc_find_option(const char *text, const char **ret_value)
{
	for (size_t i = 0; i < sizeof(fclc_options) / sizeof(fclc_options[0]); i++) {
		const struct fclc_option *option = &fclc_options[i];
		size_t length = strlen(option->name);

		*ret_value = NULL;
		if (strncmp(text, option->name, length) != 0)
			continue;
		if (!text[length])
			return option;
		if (option->id >= FCLC_OPT_PASS)
			continue;
		*ret_value = text + length;
		if (length == 2)
			return option;
		(*ret_value)++;
		if (text[length] == '=')
			return option;
	}
	return NULL;
}

/* Sections of v++ whose settings do not concern an emulated board: --hls.clock, --vivado.prop. */
static bool fclc_is_ignored_section(const char *text)
{
	static const char *const sections[] = {"--hls.",     "--vivado.",   "--advanced.",
					       "--profile.", "--linkhook.", "--clock.",
					       "--debug.",   "--package."};

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (!strncmp(text, sections[i], strlen(sections[i])))
			return true;
	return false;
}

static bool fclc_take_compiler_flag(struct fclc_program *program, const char *text)
{
	struct fclc_options *options = &program->options;

	if (!strncmp(text, "-std=", 5))
		options->standard = text;
	else if (!strncmp(text, "-W", 2) && strncmp(text, "-Wl,", 4) != 0 && text[2])
		fclc_pass(program, text);
	else if (!strncmp(text, "-O", 2) && strchr("0123", text[2]) && (!text[2] || !text[3]))
		options->optimize = text[2] ? text[2] : '1';
	else
		return false;
	return true;
}

static int fclc_take_option(struct fclc_program *program, int argc, char **argv, int *at,
			    struct fcl_err *err)
{
	const char *text = argv[*at], *value;
	const struct fclc_option *option;

	if (fclc_take_compiler_flag(program, text))
		return 0;
	if (fclc_is_ignored_section(text)) {
		if (!strchr(text, '=') && *at + 1 < argc)
			++*at;
		return 0;
	}
	option = fclc_find_option(text, &value);
	if (!option)
		return fclc_error(err, FCLC_NOWHERE,
				  "unknown option '%s' (fpgaclc --help lists them)", text);
	if (option->id >= FCLC_OPT_PASS)
		return fclc_apply_flag(program, option, err);
	if (!value && *at + 1 < argc)
		value = argv[++*at];
	if (!value || !*value)
		return fclc_error(err, FCLC_NOWHERE, "option '%s' needs a value", option->name);
	return fclc_apply_value(program, option, value, FCLC_NOWHERE, err);
}

int fclc_options_set(struct fclc_program *program, const char *key, const char *value,
		     struct fclc_place place, struct fcl_err *err)
{
	const char *name = fclc_format(program->arena, "--%s", key), *attached;
	const struct fclc_option *option = fclc_find_option(name, &attached);
	bool on = strcmp(value, "0") != 0 && strcmp(value, "false") != 0 &&
		  strcmp(value, "off") != 0;

	if (!option || attached || option->id == FCLC_OPT_CONFIG)
		return 0;
	if (option->id < FCLC_OPT_PASS)
		return fclc_apply_value(program, option, value, place, err);
	/* A line debug=1 or save-temps=1; the rest are no settings. */
	if (on && (option->id == FCLC_OPT_DEBUG || option->id == FCLC_OPT_SAVE_TEMPS))
		return fclc_apply_flag(program, option, err);
	return 0;
}

static int fclc_options_check(struct fclc_options *options, struct fcl_err *err)
{
	if (!options->target)
		return fclc_error(err, FCLC_NOWHERE, "no target: give -t sw_emu or -t hw_emu");
	if (!options->platform)
		return fclc_error(err, FCLC_NOWHERE,
				  "no platform: give --platform u250, or another board");
	if (!options->nkernels)
		return fclc_error(err, FCLC_NOWHERE, "no kernel: give -k <function>");
	if (!options->nsources)
		return fclc_error(err, FCLC_NOWHERE, "no source file given");
	if (!options->output)
		return fclc_error(err, FCLC_NOWHERE, "no output: give -o <file>.xclbin");
	for (uint32_t i = 0; i < options->nkernels; i++)
		for (uint32_t j = 0; j < i; j++)
			if (!strcmp(options->kernels[i], options->kernels[j]))
				return fclc_error(err, FCLC_NOWHERE, "kernel '%s' is given twice",
						  options->kernels[i]);
	return 0;
}

int fclc_options_parse(struct fclc_program *program, int argc, char **argv, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;

	options->optimize = '2';
	options->march = "x86-64-v2";
	for (int i = 1; i < argc; i++) {
		int ret = 0;

		if (argv[i][0] == '-' && argv[i][1])
			ret = fclc_take_option(program, argc, argv, &i, err);
		else
			fclc_add_string(program->arena, &options->sources, &options->nsources,
					argv[i]);
		if (ret)
			return ret;
	}
	return fclc_options_check(options, err);
}
