/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_BLOCKS_H
#define FCL_EMU_EXECUTION_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct fcl_cu;
struct fcl_emu_cu;

/* The memory services of struct fcl_model_host. The memory belongs to one execution of a CU. */
void *fcl_emu_block_allocate(struct fcl_cu *cu, uint64_t bytes);
void fcl_emu_block_release(struct fcl_cu *cu, void *pointer);
void *fcl_emu_block_allocate_guarded(struct fcl_cu *cu, uint64_t bytes);
void *fcl_emu_block_allocate_stack(struct fcl_cu *cu);

/* Whether the address is just below one of the stacks that the execution has allocated. */
bool fcl_emu_block_is_below_stack(const struct fcl_emu_cu *cu, const void *address);
/* Whether it is on one of them, or just below. */
bool fcl_emu_block_is_on_stack(const struct fcl_emu_cu *cu, const void *address);

/*
 * Frees all memory that the execution has allocated and not released. One guarded block is kept for
 * the next execution, as mapping one costs more than a short kernel.
 */
void fcl_emu_blocks_free(struct fcl_emu_cu *cu);
/* Frees that block, too, with the CU. */
void fcl_emu_blocks_close(struct fcl_emu_cu *cu);

#endif
