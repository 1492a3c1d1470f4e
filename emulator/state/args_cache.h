/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_ARGS_CACHE_H
#define FCL_EMU_STATE_ARGS_CACHE_H

#include <stdint.h>

enum {
	FCL_EMU_PLACES = 16,      /* a power of two */
	FCL_EMU_MOST_VALUES = 64, /* bits of launch.changed */
};

/* An argument's value in the register file: 4 or 8 bytes. */
struct fcl_emu_cached_value {
	uint64_t bytes;
	uint32_t offset;
	uint16_t size, arg; /* arg: its index in the launch's args */
};

/* The canary of an argument's buffer. */
struct fcl_emu_seal {
	const char *at;
	uint64_t first; /* fcl_emu_canary_first() */
	uint64_t arg;   /* its index in the launch's args */
};

/* The host address that a memory port resolved, in the order in which the kernel asks. */
struct fcl_emu_place {
	uint64_t address;
	char *host; /* NULL: unused entry */
	uint32_t port;
};

/* A CU's cache: see execution/units/args_cache.h. */
struct fcl_emu_args_cache {
	uint64_t number;   /* launch.values; 0: nothing is cached */
	uint64_t layout;   /* board->layout when they were cached */
	uint64_t not_kept; /* bits of arguments that are not cached */
	uint64_t own;      /* bits of arguments that the execution does not take from here */
	uint32_t nvalues, nseals;
	uint32_t next; /* the next entry of `places` */
	struct fcl_emu_place places[FCL_EMU_PLACES];
	struct fcl_emu_cached_value values[FCL_EMU_MOST_VALUES];
	struct fcl_emu_seal seals[FCL_EMU_MOST_VALUES];
};

#endif
