/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/cli/allowed_flags.h"
#include "tools/fpgaclc/cli/clock.h"
#include "tools/fpgaclc/cli/compiler_flags.h"
#include "tools/fpgaclc/cli/given.h"
#include "tools/fpgaclc/cli/hls_mode.h"
#include "tools/fpgaclc/cli/platform_script.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/isa.h"

static int add_directive(struct fclc_program *program, enum fclc_directive_kind kind,
			 const char *text, struct fclc_place place)
{
	struct fclc_options *options = &program->options;

	options->directives = fclc_grow(program->arena, options->directives, options->ndirectives,
					&options->directives_capacity,
					sizeof(*options->directives));
	options->directives[options->ndirectives++] =
		(struct fclc_directive){.kind = kind, .text = text, .place = place};
	return 0;
}

static int set_target(struct fclc_options *options, const char *value, struct fclc_place place,
		      struct fcl_err *err)
{
	if (!strcmp(value, "sw_emu"))
		options->target = FCL_TARGET_SW_EMU;
	else if (!strcmp(value, "hw_emu"))
		options->target = FCL_TARGET_HW_EMU;
	else if (!strcmp(value, "hw"))
		options->target = FCL_TARGET_HW;
	else
		return fclc_error(err, place, "target '%s': expected sw_emu, hw_emu or hw", value);
	return 0;
}

static int set_march(struct fclc_options *options, const char *value, struct fclc_place place,
		     struct fcl_err *err)
{
	const char *found = fclc_isa_find(value);

	if (!found)
		return fclc_error(err, place, "--march '%s': expected " FCLC_ISA_NAMES, value);
	options->march = found;
	return 0;
}

/* v++ also accepts "s" (size) and "quick". */
static int set_optimize(struct fclc_options *options, const char *value, struct fclc_place place,
			struct fcl_err *err)
{
	if (!strcmp(value, "s"))
		options->optimize = '2';
	else if (!strcmp(value, "quick"))
		options->optimize = '1';
	else if (*value >= '0' && *value <= '3' && !value[1])
		options->optimize = *value;
	else
		return fclc_error(err, place, "optimization '%s': expected 0, 1, 2, 3, s or quick",
				  value);
	return 0;
}

static bool parse_mhz(const char *text, char **ret_end, uint32_t *ret_mhz)
{
	unsigned long mhz = strtoul(text, ret_end, 10);

	*ret_mhz = (uint32_t)mhz;
	return *ret_end != text && mhz && mhz <= 10000;
}

/* "300" in MHz, or per clock number: "0:300|1:500". */
static int set_frequency(struct fclc_options *options, const char *value, struct fclc_place place,
			 struct fcl_err *err)
{
	const char *text = value;
	char *end;

	for (;; text = end + 1) {
		unsigned long clock = 0;
		uint32_t mhz;

		if (strchr(text, ':') && strcspn(text, ":") < strcspn(text, "|")) {
			clock = strtoul(text, &end, 10);
			text = end == text || *end != ':' ? "" : end + 1;
		}
		if (!parse_mhz(text, &end, &mhz) || (*end && *end != '|') || clock >= FCLC_CLOCKS)
			return fclc_error(
				err, place,
				"kernel_frequency '%s': expected a number of MHz, or 0:<MHz>|1:<MHz>",
				value);
		options->mhz[clock] = mhz;
		if (!*end)
			return 0;
	}
}

static int set_jobs(struct fclc_options *options, const char *value, struct fclc_place place,
		    struct fcl_err *err)
{
	char *end;
	unsigned long jobs = strtoul(value, &end, 10);

	if (end == value || *end || !jobs || jobs > 1000)
		return fclc_error(err, place, "--jobs '%s': expected a number from 1 to 1000",
				  value);
	options->jobs = (uint32_t)jobs;
	return 0;
}

static int set_default_hz(struct fclc_options *options, const char *value, struct fclc_place place,
			  struct fcl_err *err)
{
	char *end;
	unsigned long long hz = strtoull(value, &end, 10);

	if (end == value || *end || hz < FCLC_LEAST_HZ || hz > FCLC_MOST_HZ)
		return fclc_error(err, place, "defaultFreqHz '%s': expected Hz from %llu to %llu",
				  value, FCLC_LEAST_HZ, FCLC_MOST_HZ);
	options->mhz[0] = (uint32_t)(hz / 1000000);
	return 0;
}

/*
 * A setting of the vendor's tools that shapes hardware has a note, without its name. One that
 * resembles `word`, whose effect would be missed, is named.
 */
static int ignore_setting(struct fclc_program *program, const char *name, const char *setting,
			  const char *word, const char *expected, struct fclc_place place)
{
	if (fclc_word_nearest(setting, "=", &word, 1))
		fclc_warn(place, "%s '%.*s' has no effect: expected %s", name,
			  (int)strcspn(setting, "="), setting, expected);
	return fclc_option_ignore(program, name);
}

static int ignore_property(struct fclc_program *program, const char *name, const char *value,
			   struct fclc_place place)
{
	const char *last = value;

	for (const char *at = value; *at && *at != '='; at++)
		if (*at == '.')
			last = at + 1;
	return ignore_setting(program, name, last, "kernel_flags",
			      "kernel.<kernel>.kernel_flags=<flags>", place);
}

/*
 * The flags in "kernel.<name>.kernel_flags=<flags>" go to the compiler; other properties have no
 * effect.
 */
static int set_property(struct fclc_program *program, const char *name, const char *value,
			struct fclc_place place)
{
	struct fclc_options *options = &program->options;
	const char *kernel = value + strlen("kernel."), *flags = strstr(value, ".kernel_flags=");

	if (!flags || strncmp(value, "kernel.", strlen("kernel.")) != 0 || flags < kernel)
		return ignore_property(program, name, value, place);
	options->kernel_flags = fclc_grow(program->arena, options->kernel_flags,
					  options->nkernel_flags, &options->kernel_flags_capacity,
					  sizeof(*options->kernel_flags));
	options->kernel_flags[options->nkernel_flags++] = (struct fclc_kernel_flags){
		fclc_copy(program->arena, kernel, (size_t)(flags - kernel)),
		flags + strlen(".kernel_flags="),
		place,
	};
	return 0;
}

static bool is_compiled(const struct fclc_options *options, const char *kernel)
{
	for (uint32_t i = 0; i < options->nkernels; i++)
		if (!strcmp(options->kernels[i], kernel))
			return true;
	/* Without -k, the kernels are only known once the sources have been compiled. */
	return !options->nkernels;
}

static int take_kernel_flags(struct fclc_program *program, const struct fclc_kernel_flags *flags,
			     struct fcl_err *err)
{
	const char **words;
	uint32_t count = fclc_words_split(
		program, fclc_copy(program->arena, flags->flags, strlen(flags->flags)), &words);

	if (flags->place.file)
		return fclc_allowed_flags_take(program, words, count, "kernel_flags", flags->place,
					       err);
	fclc_flags_take(program, words, count);
	return 0;
}

int fclc_kernel_flags_take(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	int error = 0;

	for (uint32_t i = 0; !error && i < options->nkernel_flags; i++) {
		const struct fclc_kernel_flags *one = &options->kernel_flags[i];

		if (!is_compiled(options, one->kernel))
			continue;
		if (options->nkernels > 1)
			fclc_warn(
				FCLC_NOWHERE,
				"the flags of kernel '%s' apply to all kernels that are compiled with it: '%s'; compile it separately (-c -k %s) if they should not",
				one->kernel, one->flags, one->kernel);
		error = take_kernel_flags(program, one, err);
	}
	return error;
}

/*
 * Before sp= there was "map_connect=add.kernel.<cu>.<port>.core.OCL_REGION_0.M01_AXI": the master of
 * the platform that leads to bank 1.
 */
static int set_map(struct fclc_program *program, const char *value, struct fclc_place place,
		   struct fcl_err *err)
{
	const char *port = strchr(value, '.'), *cu;
	unsigned bank = 0;
	int end = 0;

	for (unsigned i = 0; port && i < 2; i++)
		port = strchr(port + 1, '.');
	if (!port || strncmp(value, "add.kernel.", strlen("add.kernel.")) != 0 ||
	    sscanf(port + 1 + strcspn(port + 1, "."), ".core.OCL_REGION_0.M%2u_AXI%n", &bank,
		   &end) != 1 ||
	    port[1 + strcspn(port + 1, ".") + (size_t)end])
		return fclc_error(
			err, place,
			"map_connect=%s: expected add.kernel.<cu>.<port>.core.OCL_REGION_0.M<number>_AXI, "
			"or --connectivity.sp <cu>.<port>:DDR[<number>] instead of it",
			value);
	cu = value + strlen("add.kernel.");
	return add_directive(program, FCLC_SP,
			     fclc_format(program->arena, "%.*s:DDR[%u]",
					 (int)(port - cu + 1 + (long)strcspn(port + 1, ".")), cu,
					 bank),
			     place);
}

static int set_misc(struct fclc_program *program, const char *name, const char *value,
		    struct fclc_place place, struct fcl_err *err)
{
	if (!strncmp(value, "map_connect=", strlen("map_connect=")))
		return set_map(program, value + strlen("map_connect="), place, err);
	return ignore_setting(program, name, value, "map_connect",
			      "map_connect=add.kernel.<cu>.<port>.core.OCL_REGION_0.M<number>_AXI",
			      place);
}

static int set_parameter(struct fclc_program *program, const char *name, const char *value,
			 struct fclc_place place, struct fcl_err *err)
{
	bool taken;
	int error = fclc_platform_script_take(program, value, &taken, err);

	if (error || taken)
		return error;
	return ignore_setting(program, name, value, "compiler.userPreSysLinkOverlayTcl",
			      "compiler.userPreSysLinkOverlayTcl=<file>", place);
}

/* SDAccel's one option for all of these: "param:...", "prop:..." or "misc:...". */
static int set_old_property(struct fclc_program *program, const char *name, const char *value,
			    struct fclc_place place, struct fcl_err *err)
{
	size_t kind = strcspn(value, ":=");
	const char *rest = value + kind + 1;

	if (value[kind] != ':')
		return set_property(program, name, value, place);
	if (!strncmp(value, "prop:", 5))
		return set_property(program, name, rest, place);
	if (!strncmp(value, "param:", 6))
		return set_parameter(program, name, rest, place, err);
	if (!strncmp(value, "misc:", 5))
		return set_misc(program, name, rest, place, err);
	if (!strncmp(value, "vivado_param:", 13) || !strncmp(value, "vivado_prop:", 12))
		return fclc_option_ignore(program, name);
	return fclc_error(
		err, place,
		"%s '%s': expected param:, prop:, misc:, vivado_param: or vivado_prop:, found '%.*s:'",
		name, value, (int)kind, value);
}

static int pass_value(struct fclc_program *program, const char *name, const char *value)
{
	if (!strcmp(name, "--include"))
		name = "-I";
	else if (!strcmp(name, "--define"))
		name = "-D";
	/* Attached, so that the value is never taken for another flag: "-include-pch" is one. */
	fclc_compiler_flag_add(program,
			       fclc_format(program->arena, "%s%s%s", name,
					   name[1] == 'i' && *value == '-' ? "./" : "", value));
	return 0;
}

/* Reads from a Vitis HLS script the one setting that changes a kernel's interface. */
static int read_tcl(struct fclc_program *program, const char *name, const char *path,
		    struct fcl_err *err)
{
	static const char setting[] = "-m_axi_auto_max_ports";
	char *text, *line;
	size_t size;
	int error = fclc_read_file(program, path, &text, &size, err);

	if (error)
		return error;
	while ((line = strsep(&text, "\n"))) {
		const char *value;

		line += strspn(line, " \t");
		value = strncmp(line, "config_interface", 16) ? NULL : strstr(line, setting);
		if (!value)
			continue;
		value += strlen(setting);
		value += strspn(value, " \t=");
		program->options.port_for_each = *value == 't' || *value == '1';
	}
	return fclc_option_ignore(
		program, fclc_format(program->arena, "the other settings in %s %s", name, path));
}

/* What a kernel's read of an empty internal stream does if nothing can fill the stream. */
static int set_empty_stream(struct fclc_program *program, const char *value,
			    struct fclc_place place, struct fcl_err *err)
{
	if (!strcmp(value, "default"))
		fclc_compiler_flag_add(program, "-DFPGACL_EMPTY_STREAM_DEFAULT=1");
	else if (strcmp(value, "fail") != 0)
		return fclc_error(err, place, "--empty-stream '%s': expected fail or default",
				  value);
	return 0;
}

/*
 * -fsanitize checks indices into the kernel's own arrays; plugin/checks/accesses.cpp checks all other
 * accesses.
 */
static int set_check(struct fclc_program *program, const char *value, struct fclc_place place,
		     struct fcl_err *err)
{
	if (strcmp(value, "memory") != 0)
		return fclc_error(err, place, "--check '%s': expected memory", value);
	if (!program->options.check_memory)
		fclc_compiler_flag_add(program, "-fsanitize=array-bounds");
	program->options.check_memory = true;
	return 0;
}

static int set_synthesisable(struct fclc_options *options, const char *value,
			     struct fclc_place place, struct fcl_err *err)
{
	if (strcmp(value, "error") != 0 && strcmp(value, "warn") != 0 && strcmp(value, "off") != 0)
		return fclc_error(err, place, "--synthesisable '%s': expected error, warn or off",
				  value);
	options->synthesisable = value;
	return 0;
}

static int set_waves(struct fclc_options *options, const char *value, struct fclc_place place,
		     struct fcl_err *err)
{
	if (strcmp(value, "fst") != 0 && strcmp(value, "vcd") != 0)
		return fclc_error(err, place, "--waves '%s': expected fst or vcd", value);
	options->waves = *value == 'f' ? FCLC_WAVES_FST : FCLC_WAVES_VCD;
	return 0;
}

/* The initial values of registers in Verilog kernels. */
static int set_x_initial(struct fclc_options *options, const char *value, struct fclc_place place,
			 struct fcl_err *err)
{
	char *end = "";
	unsigned long seed = 1;

	if (!strncmp(value, "random:", 7) && isdigit((unsigned char)value[7]))
		seed = strtoul(value + 7, &end, 10);
	else if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0 && strcmp(value, "random") != 0)
		end = "?";
	if (*end || !seed || seed > INT32_MAX)
		return fclc_error(
			err, place,
			"--x-initial '%s': expected 0, 1, random or random:SEED with a seed from 1 to %d",
			value, INT32_MAX);
	options->x_initial = *value == 'r'   ? FCLC_X_RANDOM
			     : *value == '1' ? FCLC_X_ONE
					     : FCLC_X_ZERO;
	options->x_seed = (uint32_t)seed;
	return 0;
}

/* How the processes of a DATAFLOW region run. */
static int set_dataflow(struct fclc_program *program, const char *value, struct fclc_place place,
			struct fcl_err *err)
{
	bool ordered = !strcmp(value, "ordered");

	program->options.concurrent = ordered || !strcmp(value, "concurrent");
	if (ordered)
		fclc_compiler_flag_add(program, "-DFPGACLC_FLOW_ORDERED=1");
	if (program->options.concurrent || !strcmp(value, "sequential"))
		return 0;
	return fclc_error(err, place, "--dataflow '%s': expected concurrent, ordered or sequential",
			  value);
}

static int set_estimate(struct fclc_options *options, const struct fclc_option *option,
			const char *value, struct fclc_place place, struct fcl_err *err)
{
	const char *dot = strrchr(option->name, '.');
	bool known;

	return fclc_clock_take(options, dot ? dot + 1 : option->name + 2, value, place, &known,
			       err);
}

static int apply_setting(struct fclc_program *program, const struct fclc_option *option,
			 const char *value, struct fclc_place place, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;

	switch (option->id) {
	case FCLC_OPT_TARGET:
		return set_target(options, value, place, err);
	case FCLC_OPT_MARCH:
		return set_march(options, value, place, err);
	case FCLC_OPT_OPTIMIZE:
		return set_optimize(options, value, place, err);
	case FCLC_OPT_DATAFLOW:
		return set_dataflow(program, value, place, err);
	case FCLC_OPT_WAVES:
		return set_waves(options, value, place, err);
	case FCLC_OPT_X_INITIAL:
		return set_x_initial(options, value, place, err);
	case FCLC_OPT_EMPTY_STREAM:
		return set_empty_stream(program, value, place, err);
	case FCLC_OPT_CHECK:
		return set_check(program, value, place, err);
	case FCLC_OPT_SYNTHESISABLE:
		return set_synthesisable(options, value, place, err);
	case FCLC_OPT_FREQUENCY:
		return set_frequency(options, value, place, err);
	case FCLC_OPT_DEFAULT_HZ:
	case FCLC_OPT_ANY_HZ:
		return set_default_hz(options, value, place, err);
	case FCLC_OPT_JOBS:
		return set_jobs(options, value, place, err);
	case FCLC_OPT_PLATFORM:
		options->platform = value;
		return 0;
	case FCLC_OPT_MODE:
		return fclc_hls_set_mode(options, value, place, err);
	case FCLC_OPT_WORK_DIR:
		options->work_dir = value;
		return 0;
	case FCLC_OPT_SCHEDULE:
		options->schedule = value;
		return 0;
	case FCLC_OPT_PART:
	case FCLC_OPT_CLOCK:
	case FCLC_OPT_UNCERTAINTY:
		return set_estimate(options, option, value, place, err);
	case FCLC_OPT_PREPARE:
		options->prepare = value;
		return 0;
	case FCLC_OPT_OUTPUT:
		options->output = value;
		return 0;
	case FCLC_OPT_TEMP_DIR:
		options->temp_dir = value;
		return 0;
	case FCLC_OPT_OUT_DIR:
		options->out_dir = value;
		return 0;
	default:
		return 0;
	}
}

int fclc_values_settle(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_given given;
	uint32_t at = 0;
	int error = 0;

	while (!error && fclc_given_next(program, &at, &given))
		error = apply_setting(program, given.option, given.value, given.place, err);
	return error;
}

int fclc_value_apply(struct fclc_program *program, const struct fclc_option *option,
		     const char *value, struct fclc_place place, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	bool holds;

	switch (option->id) {
	case FCLC_OPT_CLANG:
		options->clang = value;
		return 0;
	case FCLC_OPT_LANGUAGE:
		return fclc_compiler_language_set(program, value, place, err);
	case FCLC_OPT_IGNORED:
		return fclc_option_ignore(program, option->name);
	case FCLC_OPT_KERNEL:
		fclc_append(program->arena, &options->kernels, &options->nkernels,
			    &options->kernels_capacity, value);
		return 0;
	case FCLC_OPT_INPUT:
		fclc_compiler_input_add(program, value);
		return 0;
	case FCLC_OPT_HLS_INCLUDE:
		fclc_append(program->arena, &options->hls_includes, &options->nhls_includes,
			    &options->hls_includes_capacity, value);
		return 0;
	case FCLC_OPT_NK:
		return add_directive(program, FCLC_NK, value, place);
	case FCLC_OPT_SP:
		return add_directive(program, FCLC_SP, value, place);
	case FCLC_OPT_SC:
		return add_directive(program, FCLC_SC, value, place);
	case FCLC_OPT_PINS:
		/* Of what it connects, only the board's ports have an effect here. */
		if (!strstr(value, "io_gt_"))
			return fclc_option_ignore(program, option->name);
		return add_directive(program, FCLC_PINS, value, place);
	case FCLC_OPT_SLR:
		return add_directive(program, FCLC_SLR, value, place);
	case FCLC_OPT_ANY_HZ:
		if (!strchr(value, ':'))
			return fclc_given_option(program, option, value, place, &holds, err);
		return add_directive(program, FCLC_HZ, value, place);
	case FCLC_OPT_CU_HZ:
		return add_directive(program, FCLC_HZ, value, place);
	case FCLC_OPT_CLOCK:
	case FCLC_OPT_UNCERTAINTY:
		/* v++'s form for one kernel, which may be given for each. */
		if (strchr(value, ':'))
			return set_estimate(options, option, value, place, err);
		return fclc_given_option(program, option, value, place, &holds, err);
	case FCLC_OPT_MOST_PORTS:
		options->port_for_each = true;
		return 0;
	case FCLC_OPT_PRE_TCL:
		return read_tcl(program, option->name, value, err);
	case FCLC_OPT_PROPERTY:
		return set_property(program, option->name, value, place);
	case FCLC_OPT_PARAMETER:
		return set_parameter(program, option->name, value, place, err);
	case FCLC_OPT_MISC:
		return set_misc(program, option->name, value, place, err);
	case FCLC_OPT_OLD_PROPERTY:
		return set_old_property(program, option->name, value, place, err);
	case FCLC_OPT_PASS:
		return pass_value(program, option->name, value);
	default:
		return fclc_given_option(program, option, value, place, &holds, err);
	}
}
