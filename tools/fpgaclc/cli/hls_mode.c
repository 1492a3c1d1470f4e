/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/hls_mode.h"

#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/cli/allowed_flags.h"
#include "tools/fpgaclc/cli/clock.h"
#include "tools/fpgaclc/cli/compiler_flags.h"
#include "tools/fpgaclc/cli/given.h"
#include "tools/fpgaclc/common/driver.h"

/* File names are relative to the config file, or to the directory in which v++ runs. */
static const char *locate(struct fclc_program *program, const char *path, struct fclc_place place)
{
	const char *slash = place.file ? strrchr(place.file, '/') : NULL;
	const char *beside;

	if (!slash || *path == '/')
		return path;
	beside = fclc_format(program->arena, "%.*s%s", (int)(slash + 1 - place.file), place.file,
			     path);
	return access(beside, F_OK) ? path : beside;
}

static int take_flags(struct fclc_program *program, const char *key, const char *flags,
		      struct fclc_place place, struct fcl_err *err)
{
	const char **list;
	uint32_t count = fclc_words_split(program, fclc_copy(program->arena, flags, strlen(flags)),
					  &list);

	for (uint32_t i = 0; i < count; i++)
		if (!strncmp(list[i], "-I", 2) && list[i][2])
			list[i] = fclc_format(program->arena, "-I%s",
					      locate(program, list[i] + 2, place));
		else if (!strcmp(list[i], "-I") && i + 1 < count)
			list[i + 1] = locate(program, list[i + 1], place);
	if (place.file)
		return fclc_allowed_flags_take(program, list, count, key, place, err);
	fclc_flags_take(program, list, count);
	return 0;
}

/* "FILE,FLAGS". The flags apply to all kernels of the command. */
static int take_file_flags(struct fclc_program *program, const char *value, struct fclc_place place,
			   struct fcl_err *err)
{
	const char *comma = strchr(value, ',');

	if (!comma)
		return fclc_error(err, place, "syn.file_cflags: expected FILE,FLAGS, found '%s'",
				  value);
	return take_flags(program, "syn.file_cflags", comma + 1, place, err);
}

/*
 * Turns "KERNEL PORT mode=MODE ...", in any order, into the text after "HLS interface" in a pragma.
 */
static int take_interface(struct fclc_program *program, const char *value, struct fclc_place place,
			  struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	char *rest = fclc_copy(program->arena, value, strlen(value)), *word;
	const char *kernel = NULL, *text = "";

	while ((word = strsep(&rest, " \t"))) {
		if (!*word)
			continue;
		if (strchr(word, '='))
			text = fclc_format(program->arena, "%s %s", text, word);
		else if (!kernel)
			kernel = word;
		else
			text = fclc_format(program->arena, "%s port=%s", text, word);
	}
	if (strstr(text, "mode=ap_ctrl_") && !strstr(text, "port="))
		text = fclc_format(program->arena, "%s port=return", text);
	if (!kernel || !strstr(text, "port="))
		return fclc_error(
			err, place,
			"syn.directive.interface: expected KERNEL PORT mode=MODE, found '%s'",
			value);
	options->interfaces = fclc_grow(program->arena, options->interfaces, options->ninterfaces,
					&options->interfaces_capacity,
					sizeof(*options->interfaces));
	options->interfaces[options->ninterfaces++] =
		(struct fclc_interface_directive){.kernel = kernel, .text = text, .place = place};
	return 0;
}

/* The compiler's plugin finds the function, the loop and the variable (plugin/pragmas/directives.h). */
static int take_directive(struct fclc_program *program, const char *pragma, const char *value,
			  struct fclc_place place)
{
	struct fclc_options *options = &program->options;

	options->pragmas = fclc_grow(program->arena, options->pragmas, options->npragmas,
				     &options->pragmas_capacity, sizeof(*options->pragmas));
	options->pragmas[options->npragmas++] =
		(struct fclc_pragma_directive){.pragma = pragma, .text = value, .place = place};
	return 0;
}

static int add_kernel(struct fclc_options *options, struct fclc_arena *arena, const char *name)
{
	for (uint32_t i = 0; i < options->nkernels; i++)
		if (!strcmp(options->kernels[i], name))
			return 0;
	fclc_append(arena, &options->kernels, &options->nkernels, &options->kernels_capacity, name);
	return 0;
}

static bool is_true(const char *value)
{
	return !strcmp(value, "1") || !strcmp(value, "true");
}

/* Whether estimates of cycles depend on the key. */
static bool is_of_estimate(const char *key)
{
	static const char *const keys[] = {"part",
					   "clock",
					   "freqhz",
					   "clock_uncertainty",
					   "flow_target",
					   "syn.compile.pipeline_loops",
					   "syn.compile.pipeline_style",
					   "syn.interface.m_axi_latency"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

/* Takes a key that has one value. */
static int take_single(struct fclc_program *program, const char *key, const char *value,
		       struct fclc_place place, bool *ret_known, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	bool ports = !strcmp(key, "syn.interface.m_axi_auto_max_ports"), holds;
	int error;

	*ret_known = ports || !strcmp(key, "package.output.file") || is_of_estimate(key);
	if (!*ret_known)
		return 0;
	error = fclc_given_key(program, key, value, place, &holds, err);
	if (error || !holds)
		return error;
	if (is_of_estimate(key))
		return fclc_clock_take(options, key, value, place, ret_known, err);
	if (ports)
		options->port_for_each = is_true(value);
	else
		options->hls_output = value;
	return 0;
}

/* Takes a key that has an effect. */
static int take_known(struct fclc_program *program, const char *key, const char *value,
		      struct fclc_place place, bool *ret_known, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;

	*ret_known = true;
	if (!strcmp(key, "syn.top"))
		return add_kernel(options, program->arena, value);
	if (!strcmp(key, "syn.cflags"))
		return take_flags(program, key, value, place, err);
	if (!strcmp(key, "syn.file_cflags"))
		return take_file_flags(program, value, place, err);
	if (!strcmp(key, "syn.directive.interface"))
		return take_interface(program, value, place, err);
	if (!strncmp(key, "syn.directive.", 14))
		return take_directive(program, key + 14, value, place);
	if (!strcmp(key, "syn.blackbox.file"))
		return fclc_error(
			err, place,
			"syn.blackbox.file: kernels are compiled from C; RTL cannot stand in for a function");
	if (strcmp(key, "syn.file") != 0)
		return take_single(program, key, value, place, ret_known, err);
	fclc_compiler_input_add(program, locate(program, value, place));
	return 0;
}

/* Whether vitis-run handles the key. */
static bool is_of_simulation(const char *key)
{
	return !strncmp(key, "tb.", 3) || !strncmp(key, "csim.", 5) || !strncmp(key, "cosim.", 6) ||
	       !strcmp(key, "syn.csimflags") || !strcmp(key, "syn.file_csimflags");
}

/* Whether the key only concerns synthesis and packaging for a real board. */
static bool is_of_hardware(const char *key)
{
	static const char *const families[] = {"syn.", "package.", "vivado.", "impl.", "clock_"};
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (!strncmp(key, families[i], strlen(families[i])))
			return true;
	return !strcmp(key, "platform");
}

int fclc_hls_take(struct fclc_program *program, const char *key, const char *value,
		  struct fclc_place place, bool *ret_taken, struct fcl_err *err)
{
	int error = take_known(program, key, value, place, ret_taken, err);

	if (error || *ret_taken)
		return error;
	if (is_of_simulation(key) ||
	    (!strcmp(key, "package.output.format") && !strcmp(value, "xo"))) {
		*ret_taken = true;
	} else if (is_of_hardware(key)) {
		*ret_taken = true;
		fclc_option_ignore(program, fclc_format(program->arena, "--hls.%s", key));
	}
	return 0;
}

int fclc_hls_set_mode(struct fclc_options *options, const char *value, struct fclc_place place,
		      struct fcl_err *err)
{
	options->hls = !strcmp(value, "hls");
	if (options->hls)
		return 0;
	return fclc_error(err, place, "--mode '%s': expected hls%s", value,
			  strcmp(value, "aie") != 0
				  ? ""
				  : "; there is no model of the AI engines that aie compiles for");
}

int fclc_hls_check(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	const char *folder = options->work_dir ? options->work_dir : ".";

	if (!options->hls)
		return 0;
	if (options->mode != FCLC_MODE_COMPILE)
		return fclc_error(err, FCLC_NOWHERE, "--mode hls: expected -c, found %s",
				  options->step ? options->step : "no step");
	if (options->nkernels != 1)
		return fclc_error(err, FCLC_NOWHERE,
				  "--mode hls: expected one kernel (syn.top), found %u",
				  options->nkernels);
	if (!options->output)
		options->output = options->hls_output ? options->hls_output
						      : fclc_format(program->arena, "%s/%s.xo",
								    folder, options->kernels[0]);
	/* The vendor's tool also accepts the name without its suffix. */
	if (!fclc_has_suffix(options->output, ".xo"))
		options->output = fclc_format(program->arena, "%s.xo", options->output);
	return 0;
}
