/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PCIE_MODEL_H
#define PCIE_MODEL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "hal/pcie/transport/transport.h"

/*
 * A card in this process for tests: a transport whose BARs are an XDMA with memory, and compute units
 * that add. A test scripts what goes wrong. What a driver must never do is counted as an offence.
 */

enum {
	MODEL_DMA_BAR = 1,
	MODEL_USER_BAR = 0,
	MODEL_MEMORY = 8 << 20, /* bytes, at MODEL_BASE of the card's addresses */
	MODEL_UNITS = 2,
	MODEL_UNIT_BYTES = 0x1000,
	MODEL_UUID = 0xf000, /* offset in the user BAR */
	/* Arguments of a compute unit: out[i] = a[i] + b for n words. */
	MODEL_ARG_A = 0x10,
	MODEL_ARG_OUT = 0x1c,
	MODEL_ARG_B = 0x28,
	MODEL_ARG_N = 0x30,
};

#define MODEL_BASE UINT64_C(0x100000000)

enum model_isr { MODEL_TOGGLES, MODEL_CLEARS_ON_READ };

struct model_faults {
	uint32_t status;      /* error bits that descriptor `at` of a run sets */
	unsigned at, times;   /* so many runs */
	unsigned short_count; /* runs that report one descriptor less than they did */
	bool lose_poll, lose_interrupts, double_interrupts;
	bool poll_without_error; /* the write-back of an error has no error bit */
	bool stay_busy;          /* Busy stays after a run, until a reset */
	unsigned lose_data;      /* so many descriptors to the host move nothing */
	_Atomic bool gone;       /* registers read as all ones */
	bool lose_done;          /* a compute unit's done is never seen, only idle */
	bool never_idle;         /* and the other way round */
	bool user_never;         /* user interrupts never come */
};

struct model {
	struct fcl_pcie_transport transport; /* must be first */
	unsigned char *memory;
	struct model_faults faults;
	enum model_isr isr;
	bool chain;                       /* the units' protocol is ap_ctrl_chain */
	_Atomic uint64_t run_ns, unit_ns; /* that each takes, at least */
	unsigned nchannels;               /* in each direction; 0: 2 */
	bool pins;
	bool map_fails; /* dma_map() of others' memory does */
	_Atomic unsigned offences, runs, executions, interrupts, direct, resets;
	_Atomic uint64_t most_piece;
	bool closed;
	struct model_state *state;
};

/* Prepares it; the test sets what it wants before it opens a device on it. */
void model_init(struct model *model);
/* After the device has been closed. */
void model_fini(struct model *model);

#endif
