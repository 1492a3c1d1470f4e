/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rack/rack_build.h"

/*
 * Topologies by name, as on Noctua: boards n00:acl0, n00:acl1, n01:acl0, ..., two in a node, with four
 * channels ch0 to ch3 each. Which channels are used is fpgacl's rule.
 */

enum { CHANNELS = 4, IN_A_NODE = 2 };

/* Adds a cable between two channels of two boards. */
static int topology_join(struct fcl_rack *rack, uint32_t line, const uint32_t boards[2],
			 const uint32_t channels[2], struct fcl_err *err)
{
	struct fcl_rack_link *link;
	char ends[100];

	snprintf(ends, sizeof(ends), "n%02u:acl%u:ch%u-n%02u:acl%u:ch%u", boards[0] / IN_A_NODE,
		 boards[0] % IN_A_NODE, channels[0], boards[1] / IN_A_NODE, boards[1] % IN_A_NODE,
		 channels[1]);
	return fcl_rack_add_cable(rack, ends, line, &link, err);
}

/* Board i's channels 0 and 2 to the next board's 1 and 3; in a ring of one, to its own. */
static int ring(struct fcl_rack *rack, uint32_t boards, uint32_t line, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < boards; i++)
		for (uint32_t channel = 0; !error && channel < CHANNELS; channel += 2)
			error = topology_join(rack, line, (uint32_t[]){i, (i + 1) % boards},
					      (uint32_t[]){channel, channel + 1}, err);
	return error;
}

/* The two boards of each node by all channels. */
static int pair(struct fcl_rack *rack, uint32_t boards, uint32_t line, struct fcl_err *err)
{
	int error = 0;

	if (boards % IN_A_NODE)
		return fcl_rack_complain(rack, err, -EINVAL, line,
					 "pair:%u: expected an even number of boards", boards);
	for (uint32_t i = 0; !error && i < boards; i += 2)
		for (uint32_t channel = 0; !error && channel < CHANNELS; channel++)
			error = topology_join(rack, line, (uint32_t[]){i, i + 1},
					      (uint32_t[]){channel, channel}, err);
	return error;
}

/* Each board with each other: board i reaches j by channel j, less one if j is behind i. */
static int clique(struct fcl_rack *rack, uint32_t boards, uint32_t line, struct fcl_err *err)
{
	int error = 0;

	if (boards > CHANNELS + 1)
		return fcl_rack_complain(
			rack, err, -EINVAL, line,
			"clique:%u: boards have %d channels, so that at most %d are "
			"joined each with each",
			boards, CHANNELS, CHANNELS + 1);
	for (uint32_t i = 0; !error && i < boards; i++)
		for (uint32_t j = i + 1; !error && j < boards; j++)
			error = topology_join(rack, line, (uint32_t[]){i, j},
					      (uint32_t[]){j - 1, i}, err);
	return error;
}

/* Rows of `columns` boards: channel 0 to the right one's 1, channel 2 to the lower one's 3. */
static int torus(struct fcl_rack *rack, uint32_t columns, uint32_t boards, uint32_t line,
		 struct fcl_err *err)
{
	uint32_t rows = boards / columns;
	int error = 0;

	if (boards % columns)
		return fcl_rack_complain(rack, err, -EINVAL, line,
					 "torus%u:%u: expected a multiple of %u boards", columns,
					 boards, columns);
	for (uint32_t i = 0; !error && i < boards; i++) {
		uint32_t row = i / columns, column = i % columns;

		error = topology_join(rack, line,
				      (uint32_t[]){i, row * columns + (column + 1) % columns},
				      (uint32_t[]){0, 1}, err);
		if (!error)
			error = topology_join(rack, line,
					      (uint32_t[]){i, (row + 1) % rows * columns + column},
					      (uint32_t[]){2, 3}, err);
	}
	return error;
}

/* Splits "torus2:6" into "torus", 2 and 6. */
static bool topology_split(const char *text, char ret_name[16], uint32_t *ret_columns,
			   uint32_t *ret_boards)
{
	unsigned long columns = 0, boards;
	size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyzON");
	const char *at = text + letters;
	char *end;

	if (!letters || letters > 15)
		return false;
	snprintf(ret_name, 16, "%.*s", (int)letters, text);
	if (*at >= '0' && *at <= '9') {
		columns = strtoul(at, &end, 10);
		at = end;
	}
	if (*at != ':' || at[1] < '0' || at[1] > '9')
		return false;
	boards = strtoul(at + 1, &end, 10);
	if (*end || columns > FCL_RACK_MAX_BOARDS || boards > FCL_RACK_MAX_BOARDS)
		return false;
	*ret_columns = (uint32_t)columns;
	*ret_boards = (uint32_t)boards;
	return true;
}

bool fcl_rack_is_topology(const char *text)
{
	static const char *const names[] = {"pair", "clique", "ring", "ringO", "ringN", "torus"};
	uint32_t columns, boards;
	char name[16];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (topology_split(text, name, &columns, &boards) && !strcmp(name, names[i]))
			return true;
	return false;
}

int fcl_rack_add_topology(struct fcl_rack *rack, const char *text, uint32_t line,
			  struct fcl_err *err)
{
	uint32_t columns = 0, boards = 0;
	char name[16];
	bool good = fcl_rack_is_topology(text) && topology_split(text, name, &columns, &boards) &&
		    boards && !columns == (strcmp(name, "torus") != 0);

	if (!good)
		return fcl_rack_complain(
			rack, err, -EINVAL, line,
			"'%s' is no topology: expected pair, clique, ring, ringO, ringN "
			"or torusCOLUMNS, and :BOARDS, up to %d, such as torus2:6",
			text, FCL_RACK_MAX_BOARDS);
	if (!strcmp(name, "pair"))
		return pair(rack, boards, line, err);
	if (!strcmp(name, "clique"))
		return clique(rack, boards, line, err);
	if (columns)
		return torus(rack, columns, boards, line, err);
	return ring(rack, boards, line, err);
}
