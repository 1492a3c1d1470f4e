/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_FAKE_BOARD_H
#define FCL_TEST_FAKE_BOARD_H

#include "hal/include/fcl_hal.h"
#include "host_tests/core/core_test.h"

/*
 * A board controlled by random numbers: it completes a request inside submit() or when the test
 * asks for it, moves the bytes at any point in between, and refuses and fails at rates set by the
 * test.
 */
enum { FAKE_BANKS = 3, FAKE_QUEUE = 64, FAKE_ENDLESS = 200 };

struct fcl_hal_buffer {
	uint32_t bank; /* FCL_HAL_BANK_DEFAULT: shared virtual memory */
	uint64_t bytes;
	unsigned char *data;
};

struct fcl_hal_device {
	struct fcl_hal_info info;
	struct fcl_hal_bank banks[FAKE_BANKS];
	struct dice *dice;
	bool peers;       /* can access other boards */
	bool inline_only; /* every request completes inside submit(), as on the null backend */
	uint32_t failing; /* one in this many requests fails; 0: none */
	uint32_t full;    /* the same for allocations */
	uint32_t busy;    /* one in this many requests has to be submitted again */
	void (*meanwhile)(void); /* called during allocation, to simulate other threads; NULL:
				  * nothing */
	uint32_t buffers;        /* currently allocated */
	uint32_t failures;       /* refusals so far */
	uint32_t calls;          /* since the test reset it; FAKE_ENDLESS is too many */
	struct fcl_hal_request *queue[FAKE_QUEUE];
	bool copied[FAKE_QUEUE]; /* the bytes have been moved, but done() has not been called */
	uint32_t nqueue;
};

extern const struct fcl_hal_ops fake_board_ops;

void fake_board_init(struct fcl_hal_device *board, struct dice *dice, bool keeps_memory);

/* Creates a buffer over the host's own memory, freed like any other. */
struct fcl_hal_buffer *fake_board_share(struct fcl_hal_device *board, void *memory, uint64_t bytes);

/* Completes one of the requests. The queue must not be empty. */
void fake_board_end_one(struct fcl_hal_device *board);

#endif
