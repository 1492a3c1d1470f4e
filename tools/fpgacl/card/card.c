/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/card/card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "tools/card/server.h"
#include "tools/card/state.h"
#include "tools/fpgacl/card/check.h"
#include "tools/fpgacl/card/probe.h"
#include "tools/fpgacl/common/option.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/design/import.h"

static int card_complain(const char *problem, const char *what)
{
	fprintf(stderr, "fpgacl: %s%s%s; `fpgacl --help` lists the commands\n", problem,
		*what ? " " : "", what);
	return TOOL_USAGE;
}

static int card_fail(const struct fcl_err *err)
{
	fprintf(stderr, "fpgacl: %s\n", err->text);
	return TOOL_FAILED;
}

/* --- start --------------------------------------------------------------------------------------- */

static bool read_channels(const char *text, unsigned *ret_channels)
{
	*ret_channels = (unsigned)(*text - '0');
	return *text >= '1' && *text <= '0' + FCL_CARD_CHANNELS && !text[1];
}

static bool read_ids(const char *text, struct fcl_card_options *options)
{
	unsigned vendor, device;
	int end = 0;

	if (strspn(text, "0123456789abcdefABCDEF:") != strlen(text) ||
	    sscanf(text, "%4x:%4x%n", &vendor, &device, &end) != 2 || text[end] || !vendor ||
	    vendor == UINT16_MAX)
		return false;
	options->has_ids = true;
	options->vendor = (uint16_t)vendor;
	options->device = (uint16_t)device;
	return true;
}

/* A power of two, as BARs have it. */
static bool card_read_window(const char *text, uint64_t *ret_bytes)
{
	char *end;
	unsigned long long mib = strtoull(text, &end, 10);

	*ret_bytes = (uint64_t)mib << 20;
	return *text >= '1' && *text <= '9' && !*end && mib <= 1 << 20 && !(mib & (mib - 1));
}

static int card_read_option(const char *name, const char *value, struct fcl_card_options *options,
			    const char **faults)
{
	if (!strcmp(name, "--socket")) {
		options->socket = value;
	} else if (!strcmp(name, "--image")) {
		options->image = value;
	} else if (!strcmp(name, "--design")) {
		options->design = value;
	} else if (!strcmp(name, "--channels")) {
		if (!read_channels(value, &options->channels))
			return card_complain("--channels takes a number from 1 to 4, not", value);
	} else if (!strcmp(name, "--ids")) {
		if (!read_ids(value, options))
			return card_complain("--ids takes <vendor>:<device> such as 10ee:7011, not",
					     value);
	} else if (!strcmp(name, "--window")) {
		if (!card_read_window(value, &options->window))
			return card_complain("--window takes MiB, a power of two such as 64, not",
					     value);
	} else if (!strcmp(name, "--fault")) {
		if (options->nfaults == FCL_CARD_RULES)
			return card_complain("card start takes at most 32 --fault", "");
		faults[options->nfaults++] = value;
	} else {
		return card_complain("card start: unexpected argument", name);
	}
	return TOOL_OK;
}

static int card_read_options(int argc, char **argv, struct fcl_card_options *options,
			     const char **faults)
{
	static const char *const repeats[] = {"--fault", NULL};

	for (int i = 0; i < argc; i++) {
		const char *problem;
		char text[64];
		int status;

		if (argv[i][0] != '-') {
			if (options->board)
				return card_complain("card start: unexpected argument", argv[i]);
			options->board = argv[i];
			continue;
		}
		problem = fcl_tool_option_problem(argc, argv, i, repeats);
		if (problem) {
			snprintf(text, sizeof(text), "card start: %s", problem);
			return card_complain(text, argv[i]);
		}
		status = card_read_option(argv[i], argv[i + 1], options, faults);
		if (status)
			return status;
		i++;
	}
	if (!options->board)
		return card_complain("card start needs", "a board such as u250");
	if (!options->socket)
		return card_complain("card start needs", "--socket <path>");
	return TOOL_OK;
}

static void print_ready(const struct fcl_card_options *options)
{
	printf("card %s listens at %s\n", options->board, options->socket);
	fflush(stdout);
}

/* A card has all of its memory, however little of it this machine could back with its own. */
static int card_start(int argc, char **argv)
{
	const char *faults[FCL_CARD_RULES];
	struct fcl_card_options options = {.faults = faults};
	struct fcl_err err = {0};
	int status = card_read_options(argc, argv, &options, faults);

	if (status)
		return status;
	setenv("FPGACL_EMU_OVERCOMMIT", "1", 0);
	fcl_log_otherwise(FCL_LOG_INFO, NULL);
	return fcl_card_serve(&options, print_ready, &err) ? card_fail(&err) : TOOL_OK;
}

/* --- the other commands -------------------------------------------------------------------------- */

static int card_ask(const char *socket, uint32_t what)
{
	struct fcl_err err = {0};
	char *answer;

	if (fcl_card_ask(socket, what, &answer, &err))
		return card_fail(&err);
	if (what == FCL_VU_CARD_STOP)
		printf("the card at %s is stopped\n", socket);
	else
		puts(answer);
	free(answer);
	return TOOL_OK;
}

static int card_probe(const char *place)
{
	struct fcl_err err = {0};

	return fcl_tool_card_probe(place, &err) ? card_fail(&err) : TOOL_OK;
}

int fcl_tool_card(int argc, char **argv)
{
	const char *verb = argc ? argv[0] : "";

	if (!strcmp(verb, "start"))
		return card_start(argc - 1, argv + 1);
	if (!strcmp(verb, "import"))
		return fcl_tool_card_import(argc - 1, argv + 1);
	if (!strcmp(verb, "check") && argc != 2 && argc != 3)
		return card_complain("card check needs", "BOARD@PLACE, and may have an image");
	if (!strcmp(verb, "check"))
		return fcl_tool_card_check(argv[1], argv[2]);
	if (!strcmp(verb, "probe") && argc != 2)
		return card_complain("card probe needs", "a PCIe address or the path of a socket");
	if (!strcmp(verb, "probe"))
		return card_probe(argv[1]);
	if (strcmp(verb, "stop") != 0 && strcmp(verb, "state") != 0)
		return card_complain("card takes start, stop, state, import, probe or check, not",
				     argc ? verb : "an empty command line");
	if (argc != 2)
		return card_complain("card stop and card state need", "the path of one socket");
	return card_ask(argv[1], !strcmp(verb, "stop") ? FCL_VU_CARD_STOP : FCL_VU_CARD_STATE);
}
