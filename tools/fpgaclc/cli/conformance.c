/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/conformance.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"

static const char info_option[] = "--cl-device-info=";

/* The value of an option before "--"; NULL if the option is absent. */
static const char *find_value(int argc, char **argv, const char *option)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (!strncmp(argv[i], option, strlen(option)))
			return argv[i] + strlen(option);
	return NULL;
}

bool fclc_conformance_is(int argc, char **argv)
{
	return find_value(argc, argv, info_option) != NULL;
}

/* The value in a line 'KEY="value"' or 'KEY=value'; NULL if there is no such line. */
static const char *find_fact(struct fclc_program *program, const char *text, const char *key)
{
	size_t length = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, key, length) != 0 || line[length] != '=')
			continue;
		line += length + 1;
		line += *line == '"';
		return fclc_copy(program->arena, line, strcspn(line, "\"\n"));
	}
	return NULL;
}

static int read_device(struct fclc_program *program, const char *path, const char **ret_board,
		       struct fcl_err *err)
{
	const char *name, *bits;
	char *text;
	size_t size;
	int error = fclc_read_file(program, path, &text, &size, err);

	if (error)
		return error;
	name = find_fact(program, text, "CL_DEVICE_NAME");
	bits = find_fact(program, text, "CL_DEVICE_ADDRESS_BITS");
	if (!name)
		return fclc_error(err, (struct fclc_place){path, 1},
				  "expected a line CL_DEVICE_NAME=\"...\", found none");
	if (bits && strcmp(bits, "64") != 0)
		return fclc_error(err, (struct fclc_place){path, 1},
				  "expected a device with 64 address bits, found %s", bits);
	*ret_board = name;
	return 0;
}

/* Before "--", accepts only the options that the tests pass. */
static int check_arguments(int argc, char **argv, struct fcl_err *err)
{
	static const char *const known[] = {"--mode=", "--source=", "--output=", info_option};

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		bool found = false;

		for (size_t j = 0; j < sizeof(known) / sizeof(known[0]); j++)
			found |= !strncmp(argv[i], known[j], strlen(known[j]));
		if (!found)
			return fclc_error(
				err, FCLC_NOWHERE,
				"unknown option '%s' beside --cl-device-info: build options follow --",
				argv[i]);
	}
	return 0;
}

static void add_build_options(struct fclc_argv *out, int argc, char **argv)
{
	int i = 1;

	while (i < argc && strcmp(argv[i], "--") != 0)
		i++;
	for (i++; i < argc; i++)
		fclc_argv_add(out, "%s", argv[i]);
}

int fclc_conformance_translate(struct fclc_program *program, int *argc, char ***argv,
			       struct fcl_err *err)
{
	const char *mode = find_value(*argc, *argv, "--mode=");
	const char *source = find_value(*argc, *argv, "--source=");
	const char *output = find_value(*argc, *argv, "--output=");
	const char *board = NULL;
	struct fclc_argv out = {.arena = program->arena};
	int error = check_arguments(*argc, *argv, err);

	if (error)
		return error;
	if (!mode || strcmp(mode, "binary") != 0)
		return fclc_error(
			err, FCLC_NOWHERE,
			"--mode: expected binary, found %s: devices take no source and no IL",
			mode ? mode : "none");
	if (!source || !output)
		return fclc_error(err, FCLC_NOWHERE, "--cl-device-info: expected %s too",
				  source ? "--output=FILE" : "--source=FILE");
	error = read_device(program, find_value(*argc, *argv, info_option), &board, err);
	if (error)
		return error;
	fclc_argv_add(&out, "%s", (*argv)[0]);
	fclc_argv_add(&out, "-t");
	fclc_argv_add(&out, "sw_emu");
	fclc_argv_add(&out, "--platform");
	fclc_argv_add(&out, "%s", board);
	add_build_options(&out, *argc, *argv);
	fclc_argv_add(&out, "-o");
	fclc_argv_add(&out, "%s", output);
	fclc_argv_add(&out, "-x");
	fclc_argv_add(&out, "cl");
	fclc_argv_add(&out, "%s", source);
	*argc = (int)out.count;
	*argv = (char **)out.list;
	return 0;
}
