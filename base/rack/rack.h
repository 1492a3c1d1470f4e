/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_H
#define FCL_RACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

/*
 * A rack as a person describes it: boards, their ports, and what lies between ports (docs/rack.md). A
 * port belongs to a board, or to the network of the host. It is at one end of one link, which is a
 * cable with two ends or a switch.
 */

enum { FCL_RACK_MAX_BOARDS = 1024, FCL_RACK_MAX_PORTS = 4096 };

#define FCL_RACK_NONE UINT32_MAX

/* What a link does to frames; the shares are from 0 to 1, and of the frames of each sending port. */
struct fcl_rack_faults {
	double loss, corrupt, duplicate, reorder;
};

struct fcl_rack_board {
	const char *name;     /* "a", or "n00:acl0" */
	const char *platform; /* NULL: any */
	uint32_t rank;        /* FCL_RACK_NONE: by its place in the list */
	uint32_t machine;     /* FCL_RACK_NONE: none, as all others */
	uint32_t line;        /* of the description; 0: only a link names it */
};

/* A computer that has boards of the rack; a relay connects it with the others. */
struct fcl_rack_machine {
	const char *name, *address; /* "HOST:PORT" of its relay */
	uint32_t line;
};

/* A port outside of boards. */
enum fcl_rack_outside { FCL_RACK_TAP = 1, FCL_RACK_UDP };

struct fcl_rack_port {
	const char *name;  /* of the whole rack: "a:qsfp0", or "lab" */
	const char *place; /* on its board: "qsfp0" */
	uint32_t board;    /* FCL_RACK_NONE: none, and then these are set: */
	enum fcl_rack_outside outside;
	const char *address, *peer; /* the TAP's name; addresses "127.0.0.1:9000" of UDP */
	uint32_t link;              /* FCL_RACK_NONE: nothing is plugged in */
	uint32_t machine;           /* of its board, or its own; FCL_RACK_NONE: there are none */
	uint32_t line;
};

struct fcl_rack_link {
	const char *name; /* "a:qsfp0-b:qsfp0" unless the description says another */
	bool is_switch;
	uint32_t nports, *ports; /* a cable has two */
	uint64_t rate_mbps;      /* 10^6 bits/s; 0: not said */
	uint64_t latency_ns;
	uint64_t seed;
	struct fcl_rack_faults faults;
	uint32_t line;
};

struct fcl_rack {
	struct fcl_arena arena;
	const char *source; /* the file, or the description itself */
	char id[33];        /* of the description: programs with the same one meet */
	uint32_t nboards, nports, nlinks, nmachines;
	struct fcl_rack_board *boards;
	struct fcl_rack_port *ports;
	struct fcl_rack_link *links;
	struct fcl_rack_machine *machines;
	bool has_order; /* what boards do is in an order drawn from: */
	uint64_t order;
};

/*
 * Reads and checks a description: the name of a file, a topology ("ring:8"), or links as Noctua's
 * ("--fpgalink=n00:acl0:ch0-n01:acl0:ch0 ..."). -EINVAL: the sentence says which line, what was
 * expected and what was found. The caller frees it with fcl_rack_free(), also after an error.
 */
int fcl_rack_read(const char *description, struct fcl_rack *ret_rack, struct fcl_err *err);
void fcl_rack_free(struct fcl_rack *rack);

/* FCL_RACK_NONE: there is none of that name. */
uint32_t fcl_rack_find_machine(const struct fcl_rack *rack, const char *name);
uint32_t fcl_rack_find_port(const struct fcl_rack *rack, const char *name);

/*
 * The board that is the process's `instance`th of this platform, from 0: of the boards with the rank of
 * the process, or of all if it is no process of MPI or Slurm. FCL_RACK_NONE: there is none.
 */
uint32_t fcl_rack_find_board(const struct fcl_rack *rack, const char *platform, unsigned instance);

/* Whether boards do one thing at a time, in an order drawn from a seed; `rack` NULL: boards of none. */
bool fcl_rack_order(const struct fcl_rack *rack, uint64_t *ret_seed);
/*
 * The host is another process, of which nobody here knows when it waits: boards that are to be in an order
 * are refused from now on. `host` says what it is, and stays valid.
 */
void fcl_rack_forbid_order(const char *host);
/* -ENOTSUP: there is an order, and it is forbidden. */
int fcl_rack_check_order(const struct fcl_rack *rack, struct fcl_err *err);

/* The port at that place of a board; FCL_RACK_NONE: nothing is plugged in there. */
uint32_t fcl_rack_port_at(const struct fcl_rack *rack, uint32_t board, const char *place);

#endif
