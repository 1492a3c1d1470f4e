/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_REPLAY_H
#define FCL_REPLAY_REPLAY_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/capture/reader.h"
#include "runtime/capture/ids.h"
#include "tools/replay/objects.h"

struct fcl_step;
struct fcl_replay_image;

/* The replay's memory for the program's: shared virtual memory, and mappings. */
struct fcl_place {
	uint64_t captured;        /* where it was in the program */
	struct fcl_object *owner; /* of a mapping: the memory object; NULL: shared virtual memory */
	char *at;
	size_t size;
	struct fcl_box *box; /* of a mapped image */
};

/* Contents that were used last: programs often write the same ones again. */
struct fcl_replay_contents {
	const uint8_t *chunks; /* their list in the capture */
	size_t chunks_size;
	uint64_t size;  /* of the contents */
	unsigned users; /* steps, and the replay while they are the last ones */
	char bytes[];
};

struct fcl_replay {
	const struct fcl_capture *capture;
	const char *path;
	struct fcl_objects objects;
	int32_t *ids; /* of this version, for the capture's numbers of calls; -1: unknown */
	size_t nids;
	struct fcl_step **steps;  /* by call: made, and not done with */
	struct fcl_step *late;    /* to be made after a call that comes later (order.h) */
	struct fcl_step *packets; /* waiting for one (packets.h) */
	struct fcl_step *busy;    /* done with, but a command may still use their memory */
	size_t busy_bytes,
		sweep_at; /* what that is; beyond how much those that have ended are freed */
	struct fcl_replay_contents *last_contents;
	struct fcl_lent *lent; /* mapped packets of host pipes (lent.h) */
	struct fcl_place *places;
	size_t nplaces, places_room;
	bool shares; /* the program had shared virtual memory, between these addresses */
	uint64_t shares_from, shares_to;

	struct fcl_replay_image *images; /* the different ones of the capture */
	uint64_t nimages;
	uint64_t from, until; /* the first call that is compared, and the last one that is made */
	const char *only;     /* the one kernel that is launched; NULL: all are */

	const char *const *device_names; /* that the user gives */
	unsigned ndevice_names;
	bool boards; /* they are those of FPGACL_DEVICES, in its order */

	bool running; /* launches before the ring began, which are not repeated, may not have ended */

	uint32_t *differed; /* by call: in how many runs what it read did; NULL: there is one run */
	uint64_t launched, left_out; /* the launches of `only`, and of other kernels */
	uint64_t not_compared; /* reads of what those, or calls before a ring began, have written */
	uint64_t made, skipped, failed, compared, bytes, unequal, other_status;
	uint64_t moved; /* contents with addresses that are others in the replay */
};

#endif
