/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_MAILBOX_H
#define FCL_RACK_MAILBOX_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"
#include "base/rack/frame.h"
#include "base/rack/rack.h"

/*
 * A port's mailbox: a file PORT.box with its head and the ring, which is mapped twice in a row, so that
 * each frame is in one piece; and two pipes, PORT.rx and PORT.tx, which wake the port's process when
 * there is a frame, or room where it sends. Whoever comes first creates them. The port's process holds a
 * lock on the file, by which others see whether it lives.
 */

#define FCL_RACK_MAGIC 0x6b636172u /* "rack" */
enum { FCL_RACK_VERSION = 1, FCL_RACK_HEAD = 4096 };

/* The start of the file. All that other processes wrote is checked before it is used. */
struct fcl_rack_box {
	_Atomic uint32_t magic; /* set last */
	uint32_t version, ring;
	pthread_mutex_t lock;               /* of writers to the ring; robust */
	_Alignas(64) _Atomic uint64_t tail; /* bytes written */
	_Alignas(64) _Atomic uint64_t head; /* bytes read */
	_Atomic uint32_t sleeps;            /* the reader waits for a frame */
	_Atomic uint32_t open; /* not 0: a process reads it, or has died while it did */
	_Alignas(64) _Atomic uint64_t
		waiting[FCL_RACK_MAX_PORTS / 64]; /* ports that wait for room */
};

/* A frame in the ring: this, its bytes, and what fills up sixteen. */
struct fcl_rack_head {
	uint32_t size, flags, from, reserved;
};

static inline uint64_t fcl_rack_ring_bytes(uint32_t size)
{
	return (sizeof(struct fcl_rack_head) + (uint64_t)size + 15) & ~UINT64_C(15);
}

/* A mailbox as a process has it. */
struct fcl_rack_mailbox {
	struct fcl_rack_box *box;
	unsigned char *ring;
	int file, rx, tx; /* descriptors; -1: not open */
};

/*
 * Opens the mailbox of that port in the folder, and creates it if there is none. `own`: to read it
 * (-EADDRINUSE: another process does), else to send to it.
 */
int fcl_rack_mailbox_open(int folder, const char *port, bool own, struct fcl_rack_mailbox *ret,
			  struct fcl_err *err);
void fcl_rack_mailbox_close(struct fcl_rack_mailbox *mailbox);

/* Whether a process reads it. */
bool fcl_rack_mailbox_is_read(const struct fcl_rack_mailbox *mailbox);
/* One whose reader was killed is not open any more. */
void fcl_rack_mailbox_forget_dead(struct fcl_rack_mailbox *mailbox);

/* False: no room. */
bool fcl_rack_mailbox_put(struct fcl_rack_mailbox *mailbox, const struct fcl_rack_head *head,
			  const void *bytes);

/* Writes to one of its pipes. */
void fcl_rack_ring_bell(int pipe);
/* Empties it. */
void fcl_rack_hush(int pipe);

#endif
