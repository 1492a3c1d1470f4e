/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/option_table.h"

#include <string.h>

#include "base/spelling.h"

#define VALUE(name, id)                                                                            \
	{                                                                                          \
		name, FCLC_OPT_##id, false                                                         \
	}
#define FLAG(name, id)                                                                             \
	{                                                                                          \
		name, FCLC_OPT_##id, true                                                          \
	}

static const struct fclc_option options[] = {
	VALUE("-t", TARGET),
	VALUE("--target", TARGET),
	VALUE("-f", PLATFORM),
	VALUE("--platform", PLATFORM),
	VALUE("--xdevice", PLATFORM), /* spelling before 2019.2 */
	VALUE("-k", KERNEL),
	VALUE("--kernel", KERNEL),
	VALUE("-o", OUTPUT),
	VALUE("--output", OUTPUT),
	VALUE("--config", CONFIG),
	VALUE("--input_files", INPUT),
	FLAG("-c", COMPILE),
	FLAG("--compile", COMPILE),
	FLAG("-l", LINK),
	FLAG("--link", LINK),
	FLAG("-p", PACKAGE),
	FLAG("--package", PACKAGE),
	VALUE("--connectivity.nk", NK),
	VALUE("--connectivity.sp", SP),
	VALUE("--connectivity.sc", SC),
	VALUE("--connectivity.stream_connect", SC),
	VALUE("--connectivity.slr", SLR),
	VALUE("--connectivity.connect", PINS),
	VALUE("--connectivity.noc.connect", IGNORED),
	VALUE("--connectivity.noc.read_bw", IGNORED),
	VALUE("--connectivity.noc.write_bw", IGNORED),
	/* Spellings in older versions of v++. */
	VALUE("--nk", NK),
	VALUE("--sp", SP),
	VALUE("--sc", SC),
	VALUE("--slr", SLR),
	VALUE("--kernel_frequency", FREQUENCY),
	VALUE("--clock.defaultFreqHz", DEFAULT_HZ),
	VALUE("--clock.freqHz", CU_HZ),
	VALUE("--freqhz", ANY_HZ),
	VALUE("--advanced.prop", PROPERTY),
	VALUE("--advanced.param", PARAMETER),
	VALUE("--xp", OLD_PROPERTY),
	VALUE("--clang", CLANG),
	VALUE("--march", MARCH),
	VALUE("--hls-include", HLS_INCLUDE),
	VALUE("--optimize", OPTIMIZE),
	VALUE("--empty-stream", EMPTY_STREAM),
	VALUE("--check", CHECK),
	VALUE("--synthesisable", SYNTHESISABLE),
	VALUE("--dataflow", DATAFLOW),
	VALUE("--waves", WAVES),
	VALUE("--x-initial", X_INITIAL),
	VALUE("--temp_dir", TEMP_DIR),
	VALUE("--package.out_dir", OUT_DIR),
	VALUE("--mode", MODE),
	VALUE("--work_dir", WORK_DIR),
	VALUE("--part", PART),
	VALUE("--clock", CLOCK),
	VALUE("--clock_uncertainty", UNCERTAINTY),
	VALUE("--schedule", SCHEDULE),
	FLAG("--cycles", CYCLES),
	FLAG("--no-cycles", NO_CYCLES),
	FLAG("--snapshots", SNAPSHOTS),
	VALUE("-x", LANGUAGE),
	VALUE("-j", JOBS),
	VALUE("--jobs", JOBS),
	FLAG("--no-cache", NO_CACHE),
	FLAG("--allow-unconnected", ALLOW_UNCONNECTED),
	VALUE("--prepare", PREPARE),
	VALUE("-I", PASS),
	VALUE("--include", PASS),
	VALUE("-D", PASS),
	VALUE("--define", PASS),
	VALUE("-U", PASS),
	VALUE("-include", PASS),
	VALUE("-isystem", PASS),
	VALUE("-iquote", PASS),
	FLAG("-g", DEBUG),
	FLAG("--debug", DEBUG),
	FLAG("-s", SAVE_TEMPS),
	FLAG("--save-temps", SAVE_TEMPS),
	FLAG("--verbose", VERBOSE),
	FLAG("-v", SHORT_V),
	FLAG("-h", HELP),
	FLAG("--help", HELP),
	FLAG("--version", VERSION),
	FLAG("--print-clang", PRINT_CLANG),
	FLAG("--print-pragmas", PRINT_PRAGMAS),
	FLAG("--print-synthesis", PRINT_SYNTHESIS),
	/* v++ options without meaning for an emulated board. */
	VALUE("-R", IGNORED),
	VALUE("--report_level", IGNORED),
	VALUE("--report", IGNORED),
	VALUE("--report_dir", IGNORED),
	VALUE("--log_dir", IGNORED),
	VALUE("--messageDb", IGNORED),
	VALUE("--dispatch", IGNORED),
	VALUE("--lsf", IGNORED),
	VALUE("--dk", IGNORED),
	VALUE("--from_step", IGNORED),
	VALUE("--to_step", IGNORED),
	FLAG("--list_steps", IGNORED),
	FLAG("--interactive", IGNORED),
	FLAG("--export_script", IGNORED),
	FLAG("--export_archive", IGNORED),
	VALUE("--custom_script", IGNORED),
	VALUE("--message_rules", IGNORED),
	VALUE("--message-rules", IGNORED),
	VALUE("--remote_ip_cache", IGNORED),
	FLAG("--no_ip_cache", IGNORED),
	VALUE("--reuse_bit", IGNORED),
	VALUE("--reuse_impl", IGNORED),
	VALUE("--trace_memory", IGNORED),
	VALUE("--user_ip_repo_paths", IGNORED),
	VALUE("--user_board_repo_paths", IGNORED),
	VALUE("--ip_repo_paths", IGNORED),
	VALUE("--max_memory_ports", MOST_PORTS),
	VALUE("--memory_port_data_width", IGNORED),
	VALUE("--clkid", IGNORED),
	VALUE("--clock-id", IGNORED),
	VALUE("--profile_kernel", IGNORED),
	VALUE("--profile", IGNORED),
	VALUE("--pk", IGNORED),
	VALUE("--profile.aie", IGNORED),
	VALUE("--profile.aie_trace_offload", IGNORED),
	VALUE("--profile.data", IGNORED),
	VALUE("--profile.exec", IGNORED),
	VALUE("--profile.stall", IGNORED),
	VALUE("--profile.trace_memory", IGNORED),
	VALUE("--debug.chipscope", IGNORED),
	VALUE("--debug.list_ports", IGNORED),
	VALUE("--debug.protocol", IGNORED),
	VALUE("--debug.aie.chipscope", IGNORED),
	VALUE("--clock.id", IGNORED),
	VALUE("--clock.defaultId", IGNORED),
	VALUE("--clock.defaultTolerance", IGNORED),
	VALUE("--clock.tolerance", IGNORED),
	VALUE("--advanced.misc", MISC),
	VALUE("--hls.clock", CLOCK),
	VALUE("--hls.clock_uncertainty", UNCERTAINTY),
	VALUE("--hls.export_mode", IGNORED),
	VALUE("--hls.export_project", IGNORED),
	VALUE("--hls.export_xo", IGNORED),
	VALUE("--hls.jobs", IGNORED),
	VALUE("--hls.lsf", IGNORED),
	VALUE("--hls.max_memory_ports", MOST_PORTS),
	VALUE("--hls.memory_port_data_width", IGNORED),
	VALUE("--hls.pre_tcl", PRE_TCL),
	VALUE("--hls.post_tcl", IGNORED),
	VALUE("--vivado.param", IGNORED),
	VALUE("--vivado.prop", IGNORED),
	VALUE("--vivado.impl.jobs", IGNORED),
	VALUE("--vivado.impl.lsf", IGNORED),
	VALUE("--vivado.impl.strategies", IGNORED),
	VALUE("--vivado.synth.jobs", IGNORED),
	VALUE("--vivado.synth.lsf", IGNORED),
	VALUE("--linkhook.custom", IGNORED),
	VALUE("--linkhook.do_first", IGNORED),
	VALUE("--linkhook.do_last", IGNORED),
	FLAG("--linkhook.list_steps", IGNORED),
	VALUE("--package.aie_debug_port", IGNORED),
	VALUE("--package.aie_overlay", IGNORED),
	VALUE("--package.bl31_elf", IGNORED),
	VALUE("--package.boot_mode", IGNORED),
	FLAG("--package.defer_aie_run", IGNORED),
	VALUE("--package.domain", IGNORED),
	VALUE("--package.dtb", IGNORED),
	VALUE("--package.emu_ps", IGNORED),
	FLAG("--package.enable_aie_debug", IGNORED),
	VALUE("--package.image_format", IGNORED),
	VALUE("--package.kernel_image", IGNORED),
	FLAG("--package.no_image", IGNORED),
	VALUE("--package.ps_debug_port", IGNORED),
	VALUE("--package.ps_elf", IGNORED),
	VALUE("--package.rootfs", IGNORED),
	VALUE("--package.sd_dir", IGNORED),
	VALUE("--package.sd_file", IGNORED),
	VALUE("--package.uboot", IGNORED),
};

#define FCLC_NOPTIONS (sizeof(options) / sizeof(options[0]))

static const char *const section_names[] = {"connectivity", "clock",    "hls",
					    "profile",      "advanced", "vivado",
					    "package",      "debug",    "linkhook"};

#define FCLC_NSECTIONS (sizeof(section_names) / sizeof(section_names[0]))

/* If `text` begins with the option's whole name, returns the name's length, else 0. */
static size_t match(const char *text, const char *name)
{
	size_t at = 0;

	for (; name[at]; at++)
		if (text[at] != name[at] &&
		    !(at > 1 && strchr("-_", name[at]) && text[at] && strchr("-_", text[at])))
			return 0;
	return at;
}

/* Whether one more leading dash would make this a long option. */
static bool is_long_name(const char *text)
{
	for (size_t i = 0; i < FCLC_NOPTIONS; i++) {
		const char *name = options[i].name;
		size_t length = name[1] == '-' ? match(text, name + 1) : 0;

		if (length && (!text[length] || text[length] == '='))
			return true;
	}
	return false;
}

const struct fclc_option *fclc_option_find(const char *text, const char **ret_value)
{
	for (size_t i = 0; i < FCLC_NOPTIONS; i++) {
		const struct fclc_option *option = &options[i];
		size_t length = match(text, option->name);

		*ret_value = NULL;
		if (!length)
			continue;
		if (!text[length])
			return option;
		if (option->flag)
			continue;
		*ret_value = text + length;
		/* "-kernel" is a misspelt long option, not -k with a value attached. */
		if (length == 2)
			return is_long_name(text) ? NULL : option;
		(*ret_value)++;
		if (text[length] == '=')
			return option;
	}
	return NULL;
}

const struct fclc_option *fclc_option_at(size_t i)
{
	return i < FCLC_NOPTIONS ? &options[i] : NULL;
}

bool fclc_option_has_section(const char *section)
{
	for (size_t i = 0; i < FCLC_NSECTIONS; i++)
		if (!strcmp(section_names[i], section))
			return true;
	return false;
}

const char *fclc_option_nearest(const char *text, bool sections)
{
	size_t length = strcspn(text, "="), count = sections ? FCLC_NSECTIONS : FCLC_NOPTIONS;
	size_t best = length / 3 + 1, distance;
	const char *found = NULL;

	if (length > FCL_SPELLING_MOST)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		const char *name = sections ? section_names[i] : options[i].name;

		/*
		 * All one-letter options are within distance 1 of each other, so suggesting one is
		 * useless.
		 */
		if (!sections && !name[2])
			continue;
		distance = fcl_spelling_distance(text, length, name);
		if (distance >= best)
			continue;
		best = distance;
		found = name;
	}
	return found;
}

const char *fclc_word_nearest(const char *text, const char *ends, const char *const *words,
			      size_t count)
{
	size_t length = strcspn(text, ends);
	size_t best = length / 3 + 1, distance;
	const char *found = NULL;

	if (length > FCL_SPELLING_MOST)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		distance = fcl_spelling_distance(text, length, words[i]);
		if (distance < best) {
			best = distance;
			found = words[i];
		}
	}
	return found;
}
