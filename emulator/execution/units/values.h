/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_VALUES_H
#define FCL_EMU_EXECUTION_VALUES_H

#include <stdbool.h>

#include "emulator/state/unit.h"
#include "emulator/state/values.h"
#include "hal/include/fcl_hal.h"

/*
 * What a CU keeps of argument values that are launched again and again (launch.values of requests):
 * what goes into its registers, where the canaries of the buffers are, and where its memory ports
 * found addresses. It holds until a buffer of the board is allocated or freed. The thread that owns
 * the CU uses it; no lock is needed.
 */

/*
 * Puts those of the launch's arguments into the CU that it keeps; what it sees the second time in a
 * row it keeps from then on. *ret_rest: bits of the arguments that are left. False: all are.
 */
bool fcl_emu_values_put(struct fcl_emu_cu *cu, const struct fcl_hal_request *request,
			uint64_t *ret_rest);

/*
 * Checks the canaries of the execution's buffers that the CU keeps; *ret_rest: bits of the
 * arguments that are left. False: all are left, since a canary is not as it was or none is kept.
 */
bool fcl_emu_values_intact(const struct fcl_emu_cu *cu, uint64_t *ret_rest);

/* Keeps where a memory port found an address, in a bank. */
void fcl_emu_values_found(struct fcl_emu_values *values, uint32_t port, uint64_t address,
			  char *host);

/* Where an earlier execution with these values found it; NULL: not known. */
static inline char *fcl_emu_values_find(struct fcl_emu_values *values, uint32_t port,
					uint64_t address)
{
	const struct fcl_emu_place *place = &values->places[values->next % FCL_EMU_PLACES];

	if (place->address != address || place->port != port || !place->host)
		return NULL;
	values->next++;
	return place->host;
}

#endif
