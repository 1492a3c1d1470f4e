/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_ARGS_CACHE_H
#define FCL_EMU_EXECUTION_ARGS_CACHE_H

#include <stdbool.h>

#include "emulator/state/args_cache.h"
#include "emulator/state/unit.h"
#include "hal/include/fcl_hal.h"

/*
 * A CU's cache for argument values that are launched repeatedly (launch.values of requests):
 * register contents, locations of the buffers' canaries, and addresses that memory ports resolved.
 * It is valid until a buffer of the board is allocated or freed. Only the thread that owns the CU
 * uses it; no lock is needed.
 */

/*
 * Loads the cached arguments of the launch into the CU; values that are seen twice in a row are
 * cached from then on. *ret_rest: bits of the remaining arguments. False: nothing was cached.
 */
bool fcl_emu_args_cache_put(struct fcl_emu_cu *cu, const struct fcl_hal_request *request,
			    uint64_t *ret_rest);

/*
 * Checks the cached canaries of the execution's buffers; *ret_rest: bits of the remaining
 * arguments. False: a canary is damaged or none is cached, so all must be checked.
 */
bool fcl_emu_args_cache_intact(const struct fcl_emu_cu *cu, uint64_t *ret_rest);

/* Caches the address, in a bank, that a memory port resolved. */
void fcl_emu_args_cache_found(struct fcl_emu_args_cache *values, uint32_t port, uint64_t address,
			      char *host);

/* The address as resolved in an earlier execution with these values; NULL: not cached. */
static inline char *fcl_emu_args_cache_find(struct fcl_emu_args_cache *values, uint32_t port,
					    uint64_t address)
{
	const struct fcl_emu_place *place = &values->places[values->next % FCL_EMU_PLACES];

	if (place->address != address || place->port != port || !place->host)
		return NULL;
	values->next++;
	return place->host;
}

#endif
