/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_EMULATOR_MODELS_H
#define FCL_TEST_EMULATOR_MODELS_H

#include "emulator/include/fpgacl_model.h"

/* The register file of kernel "hop". */
#define HOP_ROUNDS 0x10u
#define HOP_FIRST 0x18u
#define HOP_LAST 0x20u
#define HOP_REGS 0x30u

/* The register file of kernel "listen", with its descriptor, and how often it waits for it at least. */
#define LISTEN_TO 0x10u
#define LISTEN_WAITS 0x18u

/* The register file of kernel "poke". */
#define POKE_VALUE 0x10u
#define POKE_AT 0x18u
#define POKE_FIRST 0x20u
#define POKE_REGS 0x60u

enum { POKE_BUFFERS = 4 };

/* The register file of kernel "tally". */
#define TALLY_MEMORY 0x10u
#define TALLY_OWNER 0x1cu

enum { TALLY_GROUPS = 20000 };

enum tally_deed {
	TALLY_NOTHING,
	TALLY_FAIL,            /* in group `at` */
	TALLY_FAULT_IN_HELPER, /* while the owner waits for the helper */
	TALLY_HANG_IN_HELPER,
	TALLY_YIELD,
	TALLY_PRINT,
	TALLY_ALLOCATE,
};

/* Parameters and counts of "tally". */
struct tally {
	uint32_t deed;  /* enum tally_deed */
	uint32_t turns; /* iterations of a loop in each group */
	uint64_t at;
	uint64_t batches, helped, items;
	uint32_t groups[TALLY_GROUPS];
};

#endif
