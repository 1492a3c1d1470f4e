/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_FIFO_H
#define FCL_EMU_STATE_FIFO_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "emulator/include/fpgacl_model.h"

struct fcl_emu_cu;

enum { FCL_EMU_READER = 0, FCL_EMU_WRITER = 1 };

/* A CU's entry in a FIFO's list of waiting CUs; guarded by the board's lock. */
struct fcl_emu_wait {
	struct fcl_emu_wait *next, *previous;
	struct fcl_emu_cu *cu;
	bool listed;
	bool wanted; /* the CU waits for this one, if it waits for any of several */
};

/*
 * A bounded FIFO. Only one thread at a time uses an end: its CU's thread, in the payload or in a
 * service, or, if several may use the end (`shared`), the holder of its lock. Moving a packet does
 * not check for waiting CUs: see wait.c.
 */
struct fcl_emu_fifo {
	struct fcl_model_fifo pub; /* visible to payloads; must be first, on a new cache line */
	char *name;
	uint64_t depth;  /* as declared; pub.depth is greater after a deadlock (deadlocked.c) */
	uint64_t before; /* packets written before the deadlock */
	/* CUs that wait to read, and to write; changed with the board's lock held. */
	_Atomic(struct fcl_emu_wait *) waiting[2];
	struct fcl_emu_cu *end[2]; /* wired CUs; NULL: the end of a pipe or of the host */
	uint64_t started[2];       /* packets read, and written, when a wired CU last started; the
				board's lock */
	bool shared;               /* set before its first use */
	pthread_mutex_t lock[2];
	_Atomic uint32_t refs;
};

#endif
