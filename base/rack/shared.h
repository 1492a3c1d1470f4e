/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_SHARED_H
#define FCL_RACK_SHARED_H

#include <stdatomic.h>

#include "base/rack/rack.h"

/*
 * What all programs of a rack share besides mailboxes: the folder, with a file `links`: which links are
 * down, and what switches have learned. The folder's contents go with the last program.
 */

struct fcl_rack_shared;

/*
 * Opens the folder of a rack, once for a process; a forked child opens it anew. The caller closes what it
 * has opened; what a process has not closed when it exits is closed then.
 */
int fcl_rack_shared_open(const struct fcl_rack *rack, struct fcl_rack_shared **ret_shared,
			 struct fcl_err *err);
void fcl_rack_shared_close(struct fcl_rack_shared *shared);

/* A descriptor, valid until it is closed. */
int fcl_rack_shared_folder(const struct fcl_rack_shared *shared);

bool fcl_rack_shared_is_down(const struct fcl_rack_shared *shared, uint32_t link);
void fcl_rack_shared_set_down(struct fcl_rack_shared *shared, uint32_t link, bool down);

/*
 * Learns that the Ethernet frame's source is at `port`. Returns the port where its destination is, or
 * FCL_RACK_NONE: all others get it.
 */
uint32_t fcl_rack_shared_switch(struct fcl_rack_shared *shared, uint32_t link, uint32_t port,
				const unsigned char *frame, uint32_t size);

/* The folder where programs meet: FPGACL_RACK_DIR, or its default. */
void fcl_rack_folder(char *ret_path, size_t size);

/* Takes a link down, or brings it up again, for all programs of the rack that are running. */
int fcl_rack_set_down(const struct fcl_rack *rack, uint32_t link, bool down, struct fcl_err *err);

#endif
