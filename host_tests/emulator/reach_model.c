/* SPDX-License-Identifier: Apache-2.0 */
/* A payload for test_reach.c. */
#include <string.h>

#include "emulator/include/fpgacl_model.h"

/* peek(global uint *in): touches its memory. */
static int peek(struct fcl_cu *cu)
{
	uint64_t address;

	memcpy(&address, cu->regs + 0x10, sizeof(address));
	*(volatile uint32_t *)cu->host->memory(cu, 0, address, 4) += 1;
	return 0;
}

static const struct fcl_model_port ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 32, 0, UINT32_MAX},
};

static const struct fcl_model model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "peek",
	.regs_size = 0x20,
	.nports = 1,
	.ports = ports,
	.run = peek,
};

static const struct fcl_model *const models[] = {&model};

extern const struct fcl_bitstream fcl_bitstream;

__attribute__((visibility("default"))) const struct fcl_bitstream fcl_bitstream = {
	.size = sizeof(struct fcl_bitstream),
	.version = FCL_MODEL_VERSION,
	.isa = "x86-64",
	.nmodels = 1,
	.models = models,
};
