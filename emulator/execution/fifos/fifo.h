/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_FIFO_H
#define FCL_EMU_EXECUTION_FIFO_H

#include "emulator/state/fifo.h"

struct fcl_emu_fifo *fcl_emu_fifo_create(const char *name, uint32_t packet_size, uint32_t depth);
struct fcl_emu_fifo *fcl_emu_fifo_ref(struct fcl_emu_fifo *fifo);
void fcl_emu_fifo_unref(struct fcl_emu_fifo *fifo);
/* Moves one packet; false: the FIFO is full, or empty. */
bool fcl_emu_fifo_push(struct fcl_emu_fifo *fifo, const void *packet);
bool fcl_emu_fifo_pop(struct fcl_emu_fifo *fifo, void *packet);

/* How deep a FIFO may grow. */
enum { FCL_EMU_MOST_DEPTH = 1 << 22 };

/*
 * Makes room for at least one more packet, while both ends wait; *room: the bytes that FIFOs may
 * still grow by. False: it cannot become any deeper.
 */
bool fcl_emu_fifo_grow(struct fcl_emu_fifo *fifo, uint64_t *room);
/*
 * Gives it its declared depth again, and drops packets beyond the first `kept`, of all that were
 * written; no thread uses its ends without their locks.
 */
void fcl_emu_fifo_shrink(struct fcl_emu_fifo *fifo, uint64_t kept);

static inline uint64_t fcl_emu_fifo_head(const struct fcl_emu_fifo *fifo)
{
	return __atomic_load_n(&fifo->pub.head, __ATOMIC_ACQUIRE);
}

static inline uint64_t fcl_emu_fifo_tail(const struct fcl_emu_fifo *fifo)
{
	return __atomic_load_n(&fifo->pub.tail, __ATOMIC_ACQUIRE);
}

static inline uint32_t fcl_emu_fifo_level(const struct fcl_emu_fifo *fifo)
{
	uint64_t head = fcl_emu_fifo_head(fifo), level = fcl_emu_fifo_tail(fifo) - head;

	/* Both counters may have changed between the two loads. */
	return (uint32_t)(level < fifo->pub.depth ? level : fifo->pub.depth);
}

/* Packets written plus packets read so far: it differs after every move. */
static inline uint64_t fcl_emu_fifo_count(const struct fcl_emu_fifo *fifo)
{
	return fcl_emu_fifo_head(fifo) + fcl_emu_fifo_tail(fifo);
}

/* Whether the end can move a packet now. */
static inline bool fcl_emu_fifo_moves(const struct fcl_emu_fifo *fifo, int side)
{
	uint32_t level = fcl_emu_fifo_level(fifo);

	return side == FCL_EMU_READER ? level > 0 : level < fifo->pub.depth;
}

/* Connects a stream port to a FIFO; NULL: disconnects it. */
void fcl_emu_cu_connect(struct fcl_emu_cu *cu, uint32_t port, struct fcl_emu_fifo *fifo);

#endif
