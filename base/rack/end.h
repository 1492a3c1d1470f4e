/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_END_H
#define FCL_RACK_END_H

#include "base/rack/frame.h"
#include "base/rack/rack.h"

/*
 * A port in use. Programs of one rack meet in a folder, FPGACL_RACK_DIR, where each port has a mailbox:
 * a ring of frames in shared memory, written by all that send to the port and read by the one process
 * that has opened it. It is the same for ports in one process, in several, and in containers
 * that share the folder. Threads may send and receive at a time, one each.
 */

struct fcl_rack_counts {
	uint64_t sent, sent_bytes;
	uint64_t lost;    /* by the link's faults, or because it is down */
	uint64_t dropped; /* because the receiver was full */
	uint64_t received, received_bytes;
};

struct fcl_rack_end;

/*
 * Opens a port for this process. -EADDRINUSE: another process has it. The rack must outlive it.
 * FPGACL_RACK_PCAP: what it sends is recorded, too.
 */
int fcl_rack_open(const struct fcl_rack *rack, uint32_t port, struct fcl_rack_end **ret_end,
		  struct fcl_err *err);
void fcl_rack_close(struct fcl_rack_end *end);

/* Whether the port at the other end of a cable is open, or any port of the switch. */
bool fcl_rack_is_up(struct fcl_rack_end *end);

/*
 * Sends a frame of 1 to FCL_RACK_MAX_FRAME bytes to where the link leads. -EAGAIN: there is no room
 * there. With `wait`, that is so until there is, also while nothing is at the other end: a link with
 * flow control. Without it, a receiver that has read nothing for half a second loses the frame, and so does
 * one that is not there.
 */
int fcl_rack_send(struct fcl_rack_end *end, const void *bytes, uint32_t size, uint32_t flags,
		  bool wait);

/* The oldest frame that was sent to the port; NULL: none. Valid until fcl_rack_take(). */
const struct fcl_rack_frame *fcl_rack_receive(struct fcl_rack_end *end);
/* Removes it. */
void fcl_rack_take(struct fcl_rack_end *end);

/*
 * Before waiting for a frame, for room after -EAGAIN, or for the first of both: false if there is no need.
 * Otherwise the descriptor becomes readable when there may be one.
 */
bool fcl_rack_wait(struct fcl_rack_end *end, bool frame, bool room, int *ret_descriptor);

/*
 * For a rack with an order (rack.h): whether those that it sends to have room; and that receivers without
 * lose what is sent without `wait` until they have read something. False: none has become one of these.
 */
bool fcl_rack_has_room(const struct fcl_rack_end *end);
bool fcl_rack_give_up(struct fcl_rack_end *end);

struct fcl_rack_counts fcl_rack_count(const struct fcl_rack_end *end);

#endif
