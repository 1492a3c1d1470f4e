/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HAL_TEST_MODEL_H
#define HAL_TEST_MODEL_H

/*
 * Definitions shared by the kernels of the conformance suite and the image that the suite packs
 * them into. The suite writes these offsets to the image's metadata (see image.c).
 */
#include "emulator/include/fpgacl_model.h"

/* An argument's register: as in HLS, 64-bit ones take twelve bytes, others eight. */
#define REG_FIRST 0x10u

/* kernel "registers": (global out, scalars of 1, 2, 4, 8, 16 and 3 bytes) */
#define REGISTERS_SIZE 0x60u

/* kernel "counter", a stepped model with a register slave of its own */
#define COUNTER_ADD 0x40u   /* writing adds */
#define COUNTER_TOTAL 0x44u /* reads the sum */

/* kernel "failing": how it fails */
enum failing_how { FAILING_NOT, FAILING_RETURN, FAILING_FAIL, FAILING_ASSERT, FAILING_ADDRESS };
#define FAILING_TEXT "kernel failed as requested"

/* kernel "groups", for each work-group: its id, and how often it ran */
struct group_record {
	uint64_t id[3];
	uint32_t runs;
	uint32_t local_size;
};

/* kernel "follow": a list in shared virtual memory */
struct svm_node {
	uint64_t next; /* address of the next node; 0 in the last one */
	uint64_t value;
};

static inline uint32_t model_reg32(const struct fcl_cu *cu, uint32_t offset)
{
	uint32_t value;

	__builtin_memcpy(&value, cu->regs + offset, sizeof(value));
	return value;
}

static inline uint64_t model_reg64(const struct fcl_cu *cu, uint32_t offset)
{
	uint64_t value;

	__builtin_memcpy(&value, cu->regs + offset, sizeof(value));
	return value;
}

/* The memory referred to by the pointer argument at `offset`, through memory port 0. */
static inline void *model_pointer(struct fcl_cu *cu, uint32_t offset, uint64_t bytes)
{
	return cu->host->memory(cu, 0, model_reg64(cu, offset), bytes);
}

extern const struct fcl_model model_add, model_registers, model_where, model_rendezvous,
	model_failing, model_groups, model_whole, model_producer, model_consumer, model_tally;
extern const struct fcl_model model_step_add, model_counter, model_doubler, model_follow;

#endif
