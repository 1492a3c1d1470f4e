/* SPDX-License-Identifier: Apache-2.0 */

/* The clocks of executions that count their cycles (fpgacl/clock.h). */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fpgacl/clock.h"
#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

struct fclc_clock *fclc_clock(void)
{
	return fclc_rt_current()->clock;
}

/* A board older than this payload does not keep a clock. */
static int fclc_has_clock(const struct fcl_cu *cu)
{
	return cu->size >= offsetof(struct fcl_cu, clock) + sizeof(cu->clock) &&
	       cu->host->size >=
		       offsetof(struct fcl_model_host, counted) + sizeof(cu->host->counted);
}

/* The buffer behind a register; NULL: the address is in none. */
static void *fclc_buffer(struct fcl_cu *cu, const struct fclc_bus *bus)
{
	uint64_t address;

	memcpy(&address, cu->regs + bus->offset, sizeof(address));
	return address ? cu->host->buffer_of(cu, cu->host->memory(cu, bus->port, address, 0))
		       : NULL;
}

static int fclc_is_shared(struct fcl_cu *cu, const struct fclc_bus *buses, unsigned long count)
{
	for (unsigned long i = 0; i < count; i++) {
		void *buffer = fclc_buffer(cu, &buses[i]);

		for (unsigned long j = 0; buffer && j < i; j++)
			if ((buses[i].written || buses[j].written) &&
			    buffer == fclc_buffer(cu, &buses[j]))
				return 1;
	}
	return 0;
}

void (*fclc_clock_begin(struct fclc_clock *clock, struct fcl_cu *cu,
			const struct fclc_timing *timing, const struct fclc_bus *buses,
			unsigned long count))(void)
{
	*clock = (struct fclc_clock){.cu = cu, .timing = timing, .unknown = timing->unknown};
	if (!fclc_has_clock(cu))
		return NULL;
	if (!clock->unknown && fclc_is_shared(cu, buses, count))
		clock->unknown = "two of its arguments are in one buffer, which it may write";
	if (clock->unknown)
		return NULL;
	cu->clock = clock;
	return timing->run;
}

void fclc_clock_end(struct fclc_clock *clock)
{
	struct fcl_cu *cu = clock->cu;

	if (!fclc_has_clock(cu))
		return;
	cu->clock = NULL;
	cu->host->counted(cu, clock->now, clock->timing->sure, clock->unknown);
}
