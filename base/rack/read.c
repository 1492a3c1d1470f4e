/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/file.h"
#include "base/fnv.h"
#include "base/number.h"
#include "base/rack/rack.h"
#include "base/rack/rack_build.h"
#include "base/text.h"

enum { MAX_BYTES = 4 << 20, MAX_RATE_GBPS = 1000000 };

/* The section that lines belong to; one of the pointers and numbers is set. */
struct section {
	char kind[16], name[120];
	uint32_t line;
	uint32_t board, port, link, machine;
	bool ended; /* the link has its ends */
};

struct reading {
	struct fcl_rack *rack;
	struct section section;
	uint64_t seed; /* of the rack */
	uint32_t line;
	struct fcl_err *err;
};

#define COMPLAIN(reading, ...)                                                                     \
	fcl_rack_complain((reading)->rack, (reading)->err, -EINVAL, (reading)->line, __VA_ARGS__)

static struct fcl_rack_link *section_link(const struct reading *reading)
{
	return &reading->rack->links[reading->section.link];
}

/* --- values ------------------------------------------------------------------------------------ */

static int read_number(const struct reading *reading, const char *key, const char *value,
		       uint64_t most, uint64_t *ret_number)
{
	char *end;

	errno = 0;
	*ret_number = strtoull(value, &end, 0);
	if (!isdigit((unsigned char)*value) || *end || errno || *ret_number > most)
		return COMPLAIN(reading, "%s=%s: expected a number from 0 to %llu", key, value,
				(unsigned long long)most);
	return 0;
}

static int read_share(const struct reading *reading, const char *key, const char *value,
		      double *ret_share)
{
	char *end;

	*ret_share = fcl_strtod(value, &end);
	if (end > value && *end == '%' && !end[1]) {
		*ret_share /= 100;
		end++;
	}
	if (end == value || *end || !(*ret_share >= 0 && *ret_share <= 1))
		return COMPLAIN(reading,
				"%s=%s: expected a share of frames, such as 0.01, 1e-6 or 2%%", key,
				value);
	return 0;
}

/* Units with their factors, to one of 10^6 bits/s, or of ns. */
struct unit {
	const char *name;
	double factor;
};

static const struct unit rates[] = {{"Gb/s", 1e3}, {"Mb/s", 1}, {"Tb/s", 1e6}, {NULL, 0}};
static const struct unit times[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {NULL, 0}};

static int read_measure(const struct reading *reading, const char *key, const char *value,
			const struct unit *units, uint64_t *ret_measure)
{
	double measure;
	char *end;

	measure = fcl_strtod(value, &end);
	for (const struct unit *unit = units; end > value && unit->name; unit++) {
		if (strcmp(end + strspn(end, " "), unit->name) != 0)
			continue;
		measure *= unit->factor;
		if (!(measure >= 0 && measure <= 1e9))
			break;
		*ret_measure = (uint64_t)(measure + 0.5);
		return 0;
	}
	return COMPLAIN(reading, "%s=%s: expected a number and its unit, such as %s", key, value,
			units == rates ? "100 Gb/s" : "500 ns");
}

/* --- keys -------------------------------------------------------------------------------------- */

static int unknown_key(const struct reading *reading, const char *key, const char *known)
{
	return COMPLAIN(reading, "[%s] has no key %s; it has %s", reading->section.kind, key,
			known);
}

static int set_rack_key(struct reading *reading, const char *key, const char *value)
{
	struct fcl_rack_link *link;

	if (!strcmp(key, "topology"))
		return fcl_rack_add_topology(reading->rack, value, reading->line, reading->err);
	if (!strcmp(key, "fpgalink"))
		return fcl_rack_add_cable(reading->rack, value, reading->line, &link, reading->err);
	if (!strcmp(key, "seed"))
		return read_number(reading, key, value, UINT64_MAX, &reading->seed);
	if (strcmp(key, "deterministic") != 0)
		return unknown_key(reading, key, "topology, fpgalink, seed, deterministic");
	reading->rack->has_order = true;
	return read_number(reading, key, value, UINT64_MAX, &reading->rack->order);
}

static int set_board_key(struct reading *reading, const char *key, char *value)
{
	struct fcl_rack_board *board = &reading->rack->boards[reading->section.board];
	uint64_t rank;
	int error;

	if (!strcmp(key, "platform")) {
		board->platform = value;
		return 0;
	}
	if (!strcmp(key, "machine"))
		return fcl_rack_add_machine(reading->rack, value, reading->line, &board->machine,
					    reading->err);
	if (strcmp(key, "rank") != 0)
		return unknown_key(reading, key, "platform, rank, machine");
	error = read_number(reading, key, value, 1 << 20, &rank);
	board->rank = (uint32_t)rank;
	return error;
}

static int set_machine_key(struct reading *reading, const char *key, char *value)
{
	struct fcl_rack_machine *machine = &reading->rack->machines[reading->section.machine];

	if (strcmp(key, "address") != 0)
		return unknown_key(reading, key, "address");
	if (machine->address)
		return COMPLAIN(reading, "[machine %s] has an address already", machine->name);
	if (!strrchr(value, ':') || value[strlen(value) - 1] == ':')
		return COMPLAIN(reading, "address=%s: expected HOST:PORT, such as lab1:7000",
				value);
	machine->address = value;
	return 0;
}

/* A file that follows is owned by the rack: values stay valid. */
static int set_host_key(struct reading *reading, const char *key, char *value)
{
	struct fcl_rack_port *port = &reading->rack->ports[reading->section.port];
	bool tap = !strcmp(key, "tap"), udp = !strcmp(key, "udp");

	if (!strcmp(key, "peer")) {
		port->peer = value;
		return 0;
	}
	if (!strcmp(key, "machine"))
		return fcl_rack_add_machine(reading->rack, value, reading->line, &port->machine,
					    reading->err);
	if (!tap && !udp)
		return unknown_key(reading, key, "tap, or udp and peer; and machine");
	if (port->outside)
		return COMPLAIN(reading, "[host %s] has a tap or udp already", port->name);
	port->outside = tap ? FCL_RACK_TAP : FCL_RACK_UDP;
	port->address = value;
	return 0;
}

/* Ports of a switch, separated by spaces or commas. */
static int plug_in_ports(struct reading *reading, const char *value)
{
	static const char gaps[] = " \t,";
	int error = 0;

	for (value += strspn(value, gaps); !error && *value; value += strspn(value, gaps)) {
		size_t length = strcspn(value, gaps);
		uint32_t port;

		error = fcl_rack_add_port(reading->rack, value, length, reading->line, &port,
					  reading->err);
		if (!error)
			error = fcl_rack_plug_in(reading->rack, section_link(reading), port,
						 reading->err);
		value += length;
	}
	return error;
}

static int set_ends(struct reading *reading, const char *key, const char *value)
{
	struct fcl_rack_link *link = section_link(reading), *made, kept = *link;
	int error;

	if (link->is_switch)
		return strcmp(key, "ports") != 0
			       ? COMPLAIN(reading, "a switch has ports=, not ends=")
			       : plug_in_ports(reading, value);
	if (!strcmp(key, "ports"))
		return COMPLAIN(reading, "a cable has ends=, not ports=");
	if (reading->section.ended)
		return COMPLAIN(reading, "the cable has its ends already");
	/* The cable that this adds takes the place of the section's, which has no ends yet. */
	reading->rack->nlinks--;
	error = fcl_rack_add_cable(reading->rack, value, reading->line, &made, reading->err);
	if (error)
		return error;
	made->name = kept.name;
	made->rate_mbps = kept.rate_mbps;
	made->latency_ns = kept.latency_ns;
	made->seed = kept.seed;
	made->faults = kept.faults;
	reading->section.ended = true;
	return 0;
}

static int set_link_key(struct reading *reading, const char *key, const char *value)
{
	struct fcl_rack_link *link = section_link(reading);
	const struct {
		const char *key;
		double *share;
	} shares[] = {{"loss", &link->faults.loss},
		      {"corrupt", &link->faults.corrupt},
		      {"duplicate", &link->faults.duplicate},
		      {"reorder", &link->faults.reorder}};

	if (!strcmp(key, "ends") || !strcmp(key, "ports"))
		return set_ends(reading, key, value);
	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
		if (!strcmp(key, shares[i].key))
			return read_share(reading, key, value, shares[i].share);
	if (!strcmp(key, "rate"))
		return read_measure(reading, key, value, rates, &link->rate_mbps);
	if (!strcmp(key, "latency"))
		return read_measure(reading, key, value, times, &link->latency_ns);
	if (!strcmp(key, "seed"))
		return read_number(reading, key, value, UINT64_MAX, &link->seed);
	return unknown_key(
		reading, key,
		"ends (of a cable) or ports (of a switch), rate, latency, loss, corrupt, "
		"duplicate, reorder, seed");
}

/* --- sections ---------------------------------------------------------------------------------- */

static int begin_link(struct reading *reading)
{
	struct section *section = &reading->section;
	bool is_switch = !strcmp(section->kind, "switch");
	struct fcl_rack_link *link;
	int error;

	if (is_switch && !*section->name)
		return COMPLAIN(reading, "expected a name: [switch NAME]");
	error = fcl_rack_add_link(reading->rack, is_switch, reading->line, &link, reading->err);
	if (error)
		return error;
	section->link = reading->rack->nlinks - 1;
	link->name = *section->name
			     ? fcl_arena_alloc(&reading->rack->arena, strlen(section->name) + 1, 1)
			     : NULL;
	if (link->name)
		strcpy((char *)link->name, section->name);
	return 0;
}

static int begin_section(struct reading *reading)
{
	struct section *section = &reading->section;
	int error = 0;

	if (!strcmp(section->kind, "link") || !strcmp(section->kind, "switch"))
		return begin_link(reading);
	if (!strcmp(section->kind, "rack"))
		return *section->name ? COMPLAIN(reading, "[rack] has no name") : 0;
	if (!strcmp(section->kind, "board")) {
		error = fcl_rack_add_board(reading->rack, section->name, strlen(section->name),
					   reading->line, &section->board, reading->err);
		if (!error && reading->rack->boards[section->board].line)
			return COMPLAIN(reading, "board %s is described twice (line %u)",
					section->name, reading->rack->boards[section->board].line);
		if (!error)
			reading->rack->boards[section->board].line = reading->line;
		return error;
	}
	if (!strcmp(section->kind, "machine"))
		return fcl_rack_add_machine(reading->rack, section->name, reading->line,
					    &section->machine, reading->err);
	if (strcmp(section->kind, "host") != 0)
		return COMPLAIN(reading,
				"[%s]: expected [rack], [board NAME], [link], [switch NAME], "
				"[host NAME] or [machine NAME]",
				section->kind);
	if (strchr(section->name, ':'))
		return COMPLAIN(reading, "[host %s]: expected a name without a colon",
				section->name);
	return fcl_rack_add_port(reading->rack, section->name, strlen(section->name), reading->line,
				 &section->port, reading->err);
}

/* A section is over: what it must have? */
static int end_section(struct reading *reading)
{
	const struct section *section = &reading->section;
	const struct fcl_rack_port *port;

	if (!strcmp(section->kind, "link") && !section->ended)
		return fcl_rack_complain(reading->rack, reading->err, -EINVAL, section->line,
					 "[link] has no ends=");
	if (!strcmp(section->kind, "switch") && !section_link(reading)->nports)
		return fcl_rack_complain(reading->rack, reading->err, -EINVAL, section->line,
					 "[switch %s] has no ports=", section->name);
	if (strcmp(section->kind, "host") != 0)
		return 0;
	port = &reading->rack->ports[section->port];
	if (!port->outside)
		return fcl_rack_complain(reading->rack, reading->err, -EINVAL, section->line,
					 "[host %s]: expected tap= or udp=", section->name);
	if ((port->outside == FCL_RACK_UDP) != (port->peer != NULL))
		return fcl_rack_complain(reading->rack, reading->err, -EINVAL, section->line,
					 "[host %s]: udp= and peer= belong together, as in "
					 "udp=127.0.0.1:9000 and peer=127.0.0.1:9001",
					 section->name);
	return 0;
}

/* --- lines ------------------------------------------------------------------------------------- */

static int read_section(struct reading *reading, char *line)
{
	char *end = line + strlen(line) - 1, *name;
	size_t length;
	int error = end_section(reading);

	if (error)
		return error;
	if (*end != ']')
		return COMPLAIN(reading, "'%s': expected ] at the end", line);
	*end = '\0';
	line = fcl_text_trim(line + 1);
	length = strcspn(line, " \t");
	name = fcl_text_trim(line + length);
	reading->section = (struct section){.line = reading->line};
	if (length >= sizeof(reading->section.kind) ||
	    strlen(name) >= sizeof(reading->section.name))
		return COMPLAIN(reading, "[%s] is too long a section's name", line);
	snprintf(reading->section.kind, sizeof(reading->section.kind), "%.*s", (int)length, line);
	snprintf(reading->section.name, sizeof(reading->section.name), "%s", name);
	return begin_section(reading);
}

static int read_line(struct reading *reading, char *line)
{
	const char *kind = reading->section.kind;
	char *equals, *key, *value;

	line = fcl_text_trim(line);
	if (!*line || *line == '#' || *line == ';')
		return 0;
	if (!fcl_text_is_printable(line))
		return COMPLAIN(reading, "expected UTF-8 without control characters");
	if (*line == '[')
		return read_section(reading, line);
	equals = strchr(line, '=');
	if (!equals)
		return COMPLAIN(reading, "'%s': expected a section, [...], or KEY=VALUE", line);
	*equals = '\0';
	key = fcl_text_trim(line);
	value = fcl_text_trim(equals + 1);
	if (!*value)
		return COMPLAIN(reading, "%s= has no value", key);
	if (!*kind)
		return COMPLAIN(reading, "%s= is before the first section", key);
	if (!strcmp(kind, "rack"))
		return set_rack_key(reading, key, value);
	if (!strcmp(kind, "board"))
		return set_board_key(reading, key, value);
	if (!strcmp(kind, "host"))
		return set_host_key(reading, key, value);
	if (!strcmp(kind, "machine"))
		return set_machine_key(reading, key, value);
	return set_link_key(reading, key, value);
}

/* `bytes` belong to the rack's arena. */
static int read_lines(struct reading *reading, char *bytes)
{
	int error = 0;

	if (!strncmp(bytes, "\xef\xbb\xbf", 3))
		bytes += 3;
	while (!error && *bytes) {
		size_t length = strcspn(bytes, "\n");
		char *next = bytes + length + (bytes[length] != 0);

		reading->line++;
		bytes[length] = '\0';
		error = read_line(reading, bytes);
		bytes = next;
	}
	return error ? error : end_section(reading);
}

/* --- descriptions ------------------------------------------------------------------------------ */

/* "--fpgalink=A-B --fpgalink=C-D", or without the option's name. */
static int read_fpgalinks(struct reading *reading, char *text)
{
	static const char option[] = "--fpgalink=";
	struct fcl_rack_link *link;
	char *rest, *word;
	int error = 0;

	for (word = strtok_r(text, " \t\n", &rest); !error && word;
	     word = strtok_r(NULL, " \t\n", &rest)) {
		if (!strncmp(word, option, sizeof(option) - 1))
			word += sizeof(option) - 1;
		error = fcl_rack_add_cable(reading->rack, word, 0, &link, reading->err);
	}
	return error;
}

static int read_file(struct reading *reading, const char *path)
{
	char *bytes, *copy;
	size_t size;
	int error = fcl_file_read_regular(path, MAX_BYTES, &bytes, &size, reading->err);

	if (error)
		return fcl_err_prefix(reading->err, "the rack");
	copy = fcl_arena_alloc(&reading->rack->arena, size + 1, 1);
	if (copy)
		memcpy(copy, bytes, size);
	free(bytes);
	if (!copy)
		return fcl_err_set(reading->err, -ENOMEM, "out of memory");
	if (strlen(copy) != size)
		return fcl_rack_complain(reading->rack, reading->err, -EINVAL, 0,
					 "it has a zero byte; expected text");
	return read_lines(reading, copy);
}

static uint64_t hash_line(uint64_t hash, const char *text)
{
	return fcl_fnv(fcl_fnv(hash, text, strlen(text)), "\n", 1);
}

/*
 * Names the place where programs with the same rack meet. From what the description means, so that
 * comments do not count.
 */
static void make_id(struct fcl_rack *rack)
{
	uint64_t hash[2] = {FCL_FNV_EMPTY, 0x84222325cbf29ce4u};

	for (int i = 0; i < 2; i++) {
		for (uint32_t j = 0; j < rack->nports; j++)
			hash[i] = hash_line(hash[i], rack->ports[j].name);
		for (uint32_t j = 0; j < rack->nlinks; j++) {
			hash[i] = hash_line(hash[i], rack->links[j].name);
			for (uint32_t k = 0; k < rack->links[j].nports; k++)
				hash[i] = hash_line(hash[i],
						    rack->ports[rack->links[j].ports[k]].name);
		}
	}
	snprintf(rack->id, sizeof(rack->id), "%016llx%016llx", (unsigned long long)hash[0],
		 (unsigned long long)hash[1]);
}

/* Each port is on a machine if there are machines. */
static int complete_machines(struct reading *reading)
{
	struct fcl_rack *rack = reading->rack;

	for (uint32_t i = 0; i < rack->nmachines; i++)
		if (!rack->machines[i].address)
			return fcl_rack_complain(rack, reading->err, -EINVAL,
						 rack->machines[i].line,
						 "machine %s has no [machine %s] with address=",
						 rack->machines[i].name, rack->machines[i].name);
	for (uint32_t i = 0; i < rack->nports; i++) {
		struct fcl_rack_port *port = &rack->ports[i];

		if (port->board != FCL_RACK_NONE)
			port->machine = rack->boards[port->board].machine;
		if (rack->nmachines && port->machine == FCL_RACK_NONE)
			return fcl_rack_complain(
				rack, reading->err, -EINVAL, port->line,
				"%s is on no machine: where there are machines, each board and "
				"each [host] has machine=",
				port->name);
	}
	return 0;
}

/* What only the whole description shows. */
static int complete(struct reading *reading)
{
	struct fcl_rack *rack = reading->rack;

	for (uint32_t i = 0; i < rack->nports; i++) {
		const struct fcl_rack_port *port = &rack->ports[i];

		if (port->board == FCL_RACK_NONE && !port->outside)
			return fcl_rack_complain(
				rack, reading->err, -EINVAL, port->line,
				"there is no [host %s]; a port of a board is written BOARD:PORT",
				port->name);
	}
	for (uint32_t i = 0; i < rack->nlinks; i++) {
		struct fcl_rack_link *link = &rack->links[i];
		const char *first = rack->ports[link->ports[0]].name;
		const char *last = rack->ports[link->ports[link->nports - 1]].name;
		size_t size = strlen(first) + strlen(last) + 2;
		char *name = link->name ? NULL : fcl_arena_alloc(&rack->arena, size, 1);

		if (!link->seed)
			link->seed = reading->seed;
		if (link->name)
			continue;
		if (!name)
			return fcl_err_set(reading->err, -ENOMEM, "out of memory");
		snprintf(name, size, "%s-%s", first, last);
		link->name = name;
	}
	for (uint32_t i = 0; i < rack->nlinks; i++)
		for (uint32_t j = 0; j < i; j++)
			if (!strcmp(rack->links[i].name, rack->links[j].name))
				return fcl_rack_complain(rack, reading->err, -EINVAL,
							 rack->links[i].line,
							 "two links have the name %s (line %u)",
							 rack->links[i].name, rack->links[j].line);
	if (!rack->nlinks)
		return fcl_rack_complain(rack, reading->err, -EINVAL, 0, "it has no links");
	make_id(rack);
	return complete_machines(reading);
}

int fcl_rack_read(const char *description, struct fcl_rack *ret_rack, struct fcl_err *err)
{
	struct fcl_rack *rack = ret_rack;
	struct reading reading = {.rack = rack, .err = err};
	size_t size = strlen(description) + 1;
	char *copy;
	int error;

	*rack = (struct fcl_rack){0};
	copy = fcl_arena_alloc(&rack->arena, size, 2);
	if (!copy)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	rack->source = memcpy(copy, description, size);
	copy = memcpy(copy + size, description, size);
	if (fcl_rack_is_topology(description))
		error = fcl_rack_add_topology(rack, description, 0, err);
	else if (!strncmp(description, "--fpgalink=", strlen("--fpgalink=")))
		error = read_fpgalinks(&reading, copy);
	else
		error = read_file(&reading, description);
	return error ? error : complete(&reading);
}

/* --- whose boards ------------------------------------------------------------------------------ */

/* The process's number among those of its job; false: it belongs to no job. */
static bool own_rank(uint32_t *ret_rank)
{
	static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
					    "SLURM_PROCID"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		if (value && isdigit((unsigned char)*value)) {
			*ret_rank = (uint32_t)strtoul(value, NULL, 10);
			return true;
		}
	}
	return false;
}

uint32_t fcl_rack_find_board(const struct fcl_rack *rack, const char *platform, unsigned instance)
{
	uint32_t rank = 0;
	bool ranked = own_rank(&rank);

	for (uint32_t i = 0; i < rack->nboards; i++) {
		const struct fcl_rack_board *board = &rack->boards[i];
		uint32_t its = board->rank != FCL_RACK_NONE ? board->rank : ranked ? i : rank;

		if (its != rank || (board->platform && strcmp(board->platform, platform) != 0))
			continue;
		if (!instance--)
			return i;
	}
	return FCL_RACK_NONE;
}

bool fcl_rack_order(const struct fcl_rack *rack, uint64_t *ret_seed)
{
	bool has = rack && rack->has_order;

	if (*fcl_config_string(FCL_CONFIG_DETERMINISTIC)) {
		*ret_seed = fcl_config_number(FCL_CONFIG_DETERMINISTIC);
		return true;
	}
	*ret_seed = has ? rack->order : 0;
	return has;
}

static const char *other_host; /* set before boards are opened */

void fcl_rack_forbid_order(const char *host)
{
	other_host = host;
}

int fcl_rack_check_order(const struct fcl_rack *rack, struct fcl_err *err)
{
	uint64_t seed;

	if (!other_host || !fcl_rack_order(rack, &seed))
		return 0;
	return fcl_err_set(
		err, -ENOTSUP,
		"%s cannot be deterministic: boards have an order (FPGACL_DETERMINISTIC, or "
		"deterministic= in the rack) only in the process of an OpenCL host",
		other_host);
}
