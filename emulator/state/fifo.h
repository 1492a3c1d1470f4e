/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_FIFO_H
#define FCL_EMU_STATE_FIFO_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "emulator/include/fpgacl_model.h"

struct fcl_emu_cu;

enum { FCL_EMU_READER = 0, FCL_EMU_WRITER = 1 };

/* A CU's place among those that wait for a FIFO; the board's lock guards it. */
struct fcl_emu_wait {
	struct fcl_emu_wait *next, *previous;
	struct fcl_emu_cu *cu;
	bool listed;
};

/*
 * A bounded FIFO. Each side is used by one thread at a time: by its CU, from its payload or through
 * the services, or, where several may use it (`shared`), by who holds its lock. Nobody looks for
 * waiters when it moves a packet: see wait.c.
 */
struct fcl_emu_fifo {
	struct fcl_model_fifo pub; /* what payloads see; first, and on a cache line's start */
	char *name;
	struct fcl_emu_wait *waiting[2]; /* who waits to read, to write; the board's lock */
	struct fcl_emu_cu *end[2];       /* wired CUs; NULL: a pipe's or the host's side */
	bool shared;                     /* before its first use */
	pthread_mutex_t lock[2];
	_Atomic uint32_t refs;
};

#endif
