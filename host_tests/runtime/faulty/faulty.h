/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNTIME_FAULTY_H
#define RUNTIME_FAULTY_H

#include <stdatomic.h>

/*
 * The backend "faulty": the emulated board, except that operations fail when a test says so. It is
 * a module of its own (libfpgacl_hal_faulty.so); tests get its orders with faulty_get_orders().
 */
enum faulty_step {
	FAULTY_PROGRAM,              /* loading fails half-way: the slot is left empty */
	FAULTY_BROKEN,               /* the same, and the board needs a reset from then on */
	FAULTY_UUID,                 /* loading succeeds, but the board reports another image */
	FAULTY_BUSY,                 /* another process uses the board */
	FAULTY_READ,                 /* a read from the board fails */
	FAULTY_ALLOC,                /* the bank is full */
	FAULTY_AGAIN,                /* the board accepts no request at present */
	FAULTY_RANDOM,               /* the faults above may be injected again and again */
	FAULTY_PEER = FAULTY_RANDOM, /* a copy directly to another board fails */
	FAULTY_ADDRESS,              /* a buffer has no device address */
	FAULTY_LEVEL,                /* the number of packets in a FIFO cannot be read */
	FAULTY_DRAIN,                /* packets cannot be taken out of a FIFO */
	FAULTY_NONE,                 /* a FIFO with packets returns none */
	FAULTY_ONE,                  /* a FIFO with several packets returns one */
	FAULTY_STEPS
};

struct faulty_orders {
	/* The n-th call of each kind from now on fails, once; 0: none fails. */
	_Atomic int next[FAULTY_STEPS];
	_Atomic int hit[FAULTY_STEPS]; /* number of failures so far */
	_Atomic int broken;            /* the board needs a reset, which clears it */
	_Atomic int programmed;        /* calls of program() that succeeded */
	_Atomic int transfers;         /* reads and writes that went to a board */
	_Atomic int copies;            /* copies from one board to another */
};

typedef struct faulty_orders *faulty_entry(void);

#endif
