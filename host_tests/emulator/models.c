/* SPDX-License-Identifier: Apache-2.0 */
/* A payload for test_ring.c and test_reach.c. */
#include <string.h>

#include "host_tests/emulator/models.h"

static uint32_t get(const struct fcl_cu *cu, uint32_t offset)
{
	uint32_t value;

	memcpy(&value, cu->regs + offset, sizeof(value));
	return value;
}

/*
 * hop(in, out, uint rounds, uint first): passes a number on, incremented; the first unit starts,
 * and keeps the number that arrives at the end.
 */
static int hop(struct fcl_cu *cu)
{
	uint32_t rounds = get(cu, HOP_ROUNDS), first = get(cu, HOP_FIRST), number = 0;

	if (first)
		cu->host->stream_write(cu, 1, &number);
	for (uint32_t i = 0; i < rounds; i++) {
		cu->host->stream_read(cu, 0, &number);
		number++;
		if (!first || i + 1 < rounds)
			cu->host->stream_write(cu, 1, &number);
	}
	memcpy(cu->regs + HOP_LAST, &number, sizeof(number));
	return 0;
}

/* peek(global uint *in): reads its memory. */
static int peek(struct fcl_cu *cu)
{
	uint64_t address;

	memcpy(&address, cu->regs + 0x10, sizeof(address));
	*(volatile uint32_t *)cu->host->memory(cu, 0, address, 4) += 1;
	return 0;
}

static const struct fcl_model_port hop_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_IN, "in", 32, 4, 0},
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_OUT, "out", 32, 4, 1},
};

static const struct fcl_model hop_model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "hop",
	.regs_size = HOP_REGS,
	.stack_size = 16384,
	.nports = 2,
	.ports = hop_ports,
	.run = hop,
};

static const struct fcl_model_port peek_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 32, 0, UINT32_MAX},
};

static const struct fcl_model peek_model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "peek",
	.regs_size = 0x20,
	.nports = 1,
	.ports = peek_ports,
	.run = peek,
};

static const struct fcl_model *const models[] = {&hop_model, &peek_model};

extern const struct fcl_bitstream fcl_bitstream;

__attribute__((visibility("default"))) const struct fcl_bitstream fcl_bitstream = {
	.size = sizeof(struct fcl_bitstream),
	.version = FCL_MODEL_VERSION,
	.isa = "x86-64",
	.nmodels = 2,
	.models = models,
};
