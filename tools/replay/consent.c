/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/consent.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/text.h"

/* The name of the call in the capture. */
static void consent_name_of(const struct fcl_capture *capture, const struct fcl_captured_call *call,
			    char *name, size_t size)
{
	struct fcl_value value;

	name[0] = '\0';
	if (call->call < 256 && capture->names &&
	    fcl_values_find(fcl_capture_values(capture, capture->names), call->call, &value) &&
	    value.type == FCL_VALUE_TEXT)
		snprintf(name, size, "%.*s", (int)(value.size < size ? value.size : size - 1),
			 (const char *)value.bytes);
	name[strcspn(name, ",")] = '\0';
}

static uint64_t count_programs(const struct fcl_capture *capture)
{
	uint64_t count = 0;
	char name[64];

	for (uint64_t i = 0; i < capture->ncalls; i++) {
		consent_name_of(capture, &capture->calls[i], name, sizeof(name));
		count += !strncmp(name, "clCreateProgram", 15) && !capture->calls[i].status;
	}
	return count;
}

/* Whether the file is in one of the folders, or in a folder there. */
static bool is_trusted(const char *path)
{
	const char *folders = fcl_config_string(FCL_CONFIG_TRUSTED_CAPTURES);
	char file[PATH_MAX], one[PATH_MAX], folder[PATH_MAX];

	if (!*folders || !realpath(path, file))
		return false;
	while (*folders) {
		size_t length = strcspn(folders, ":");

		snprintf(one, sizeof(one), "%.*s", (int)length, folders);
		folders += length + (folders[length] == ':');
		if (!*one || !realpath(one, folder))
			continue;
		length = strlen(folder);
		if (!strncmp(file, folder, length) &&
		    (folder[length - 1] == '/' || file[length] == '/'))
			return true;
	}
	return false;
}

static bool consent_ask(void)
{
	char answer[16] = "";

	fputs("Run it? [y/N] ", stdout);
	fflush(stdout);
	return fgets(answer, sizeof(answer), stdin) && (*answer == 'y' || *answer == 'Y');
}

bool fcl_replay_consent(const struct fcl_capture *capture, const char *path, bool yes,
			struct fcl_err *err)
{
	uint64_t programs = count_programs(capture);
	struct fcl_value value;
	char program[300] = "an unknown program";

	if (!programs)
		return true;
	if (capture->about &&
	    fcl_values_find(fcl_capture_values(capture, capture->about), FCL_ABOUT_PROGRAM,
			    &value) &&
	    value.type == FCL_VALUE_TEXT)
		snprintf(program, sizeof(program), "%.*s",
			 (int)(value.size < 299 ? value.size : 299), (const char *)value.bytes);
	fcl_text_make_printable(program);
	yes |= is_trusted(path);
	printf("%s has %" PRIu64 " image%s of a run of %s, whose code %s\n", path, programs,
	       programs == 1 ? "" : "s", program, yes ? "runs now" : "a replay runs");
	if (yes || (isatty(STDIN_FILENO) && consent_ask()))
		return true;
	fcl_err_set(err, -EPERM,
		    "nothing was run: --yes, or a capture in a folder of FPGACL_TRUSTED_CAPTURES, "
		    "runs the code in the capture");
	return false;
}
