/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/rack/rack.h"

#include <stdio.h>
#include <string.h>

#include "base/rack/shared.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/rack/draw.h"
#include "tools/fpgacl/rack/join.h"
#include "tools/fpgacl/rack/relay.h"
#include "tools/fpgacl/rack/seeds.h"

static int rack_complain(const char *problem, const char *what)
{
	fprintf(stderr, "fpgacl: %s%s%s; `fpgacl --help` lists the commands\n", problem,
		*what ? " " : "", what);
	return TOOL_USAGE;
}

static int rack_fail(const struct fcl_err *err)
{
	fprintf(stderr, "fpgacl: %s\n", err->text);
	return TOOL_FAILED;
}

/* --- check ------------------------------------------------------------------------------------- */

static void print_ends(const struct fcl_rack *rack, const struct fcl_rack_link *link)
{
	for (uint32_t i = 0; i < link->nports; i++)
		printf("%s%s", i ? link->is_switch ? " " : " - " : "",
		       rack->ports[link->ports[i]].name);
	if (!link->is_switch && link->nports == 1)
		fputs(" looped back", stdout);
}

static void print_faults(const struct fcl_rack_faults *faults)
{
	const struct {
		const char *name;
		double share;
	} shares[] = {{"loss", faults->loss},
		      {"corrupt", faults->corrupt},
		      {"duplicate", faults->duplicate},
		      {"reorder", faults->reorder}};

	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
		if (shares[i].share > 0)
			printf(", %s %g", shares[i].name, shares[i].share);
}

static int check(const struct fcl_rack *rack)
{
	printf("%u boards:", rack->nboards);
	for (uint32_t i = 0; i < rack->nboards; i++)
		printf(" %s%s%s%s", rack->boards[i].name, rack->boards[i].platform ? " (" : "",
		       rack->boards[i].platform ? rack->boards[i].platform : "",
		       rack->boards[i].platform ? ")" : "");
	putchar('\n');
	for (uint32_t i = 0; i < rack->nmachines; i++) {
		printf("machine %s at %s:", rack->machines[i].name, rack->machines[i].address);
		for (uint32_t j = 0; j < rack->nboards; j++)
			if (rack->boards[j].machine == i)
				printf(" %s", rack->boards[j].name);
		putchar('\n');
	}
	for (uint32_t i = 0; i < rack->nlinks; i++) {
		const struct fcl_rack_link *link = &rack->links[i];

		printf("%s %s: ", link->is_switch ? "switch" : "cable", link->name);
		print_ends(rack, link);
		if (link->rate_mbps)
			printf(", %g Gb/s", (double)link->rate_mbps / 1000);
		if (link->latency_ns)
			printf(", %llu ns", (unsigned long long)link->latency_ns);
		print_faults(&link->faults);
		putchar('\n');
	}
	for (uint32_t i = 0; i < rack->nports; i++)
		if (rack->ports[i].link == FCL_RACK_NONE)
			printf("%s: nothing is plugged in\n", rack->ports[i].name);
	return TOOL_OK;
}

/* --- other commands ---------------------------------------------------------------------------- */

static int set_down(const struct fcl_rack *rack, const char *name, bool down)
{
	struct fcl_err err = {0};

	for (uint32_t i = 0; i < rack->nlinks; i++)
		if (!strcmp(rack->links[i].name, name))
			return fcl_rack_set_down(rack, i, down, &err) ? rack_fail(&err) : TOOL_OK;
	fprintf(stderr, "fpgacl: %s has no link %s; `fpgacl rack check` lists them\n", rack->source,
		name);
	return TOOL_FAILED;
}

static int join(const struct fcl_rack *rack, const char *name)
{
	uint32_t port = fcl_rack_find_port(rack, name);
	struct fcl_err err = {0};

	if (port == FCL_RACK_NONE || !rack->ports[port].outside) {
		fprintf(stderr, "fpgacl: %s has no [host %s]\n", rack->source, name);
		return TOOL_FAILED;
	}
	if (rack->ports[port].link == FCL_RACK_NONE) {
		fprintf(stderr, "fpgacl: no cable and no switch of %s has the port %s\n",
			rack->source, name);
		return TOOL_FAILED;
	}
	return fcl_tool_rack_join(rack, port, &err) ? rack_fail(&err) : TOOL_OK;
}

static int relay(const struct fcl_rack *rack, const char *name)
{
	uint32_t machine = fcl_rack_find_machine(rack, name);
	struct fcl_err err = {0};

	if (machine == FCL_RACK_NONE) {
		fprintf(stderr, "fpgacl: %s has no [machine %s]\n", rack->source, name);
		return TOOL_FAILED;
	}
	return fcl_tool_rack_relay(rack, machine, &err) ? rack_fail(&err) : TOOL_OK;
}

static int rack_run(const char *command, const struct fcl_rack *rack, const char *what)
{
	if (!strcmp(command, "check"))
		return check(rack);
	if (!strcmp(command, "join"))
		return join(rack, what);
	if (!strcmp(command, "relay"))
		return relay(rack, what);
	if (!strcmp(command, "down") || !strcmp(command, "up"))
		return set_down(rack, what, !strcmp(command, "down"));
	fcl_tool_rack_draw(rack);
	return TOOL_OK;
}

/* RACK --deterministic SEEDS COMMAND ... */
static int run(int argc, char **argv)
{
	struct fcl_rack rack;
	struct fcl_err err = {0};
	int error;

	if (argc < 4 || strcmp(argv[1], "--deterministic") != 0)
		return rack_complain(
			"rack run needs a rack, --deterministic with seeds, and a command", "");
	error = fcl_rack_read(argv[0], &rack, &err);
	fcl_rack_free(&rack);
	return error ? rack_fail(&err) : fcl_tool_rack_seeds(argv[0], argv[2], argv + 3);
}

int fcl_tool_rack(int argc, char **argv)
{
	static const struct {
		const char *name;
		int arguments;
		const char *needs;
	} commands[] = {{"check", 2, "rack check needs a rack"},
			{"--graph", 2, "rack --graph needs a rack"},
			{"join", 3, "rack join needs a rack and the name of a [host]"},
			{"relay", 3, "rack relay needs a rack and the name of a [machine]"},
			{"down", 3, "rack down needs a rack and the name of a link"},
			{"up", 3, "rack up needs a rack and the name of a link"}};
	struct fcl_rack rack;
	struct fcl_err err = {0};
	int status;

	if (argc && !strcmp(argv[0], "run"))
		return run(argc - 1, argv + 1);
	for (size_t i = 0; argc && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(argv[0], commands[i].name) != 0)
			continue;
		if (argc != commands[i].arguments)
			return rack_complain(commands[i].needs, "");
		status = fcl_rack_read(argv[1], &rack, &err) ? rack_fail(&err)
							     : rack_run(argv[0], &rack, argv[2]);
		fcl_rack_free(&rack);
		return status;
	}
	return rack_complain(
		"expected check, --graph, run, join, relay, down or up after `rack`, not",
		argc ? argv[0] : "nothing");
}
