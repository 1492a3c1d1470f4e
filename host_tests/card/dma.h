/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_CARD_DMA_H
#define FCL_TEST_CARD_DMA_H

#include "client.h"

/* XDMA's channels, as a test drives them. Offsets are in the client's memory. */

enum {
	RUN = 1,
	BUSY = 1,
	STOPPED = 2,
	COMPLETED = 4,
	POLL = 1 << 26,
	FIXED = 1 << 25,
	ERRORS = 0xfffe78, /* bits of control, mask and status */
	STOP_FLAG = 1,     /* of descriptors */
	COMPLETED_FLAG = 2,
	LIST = 0x1000, /* where a test has its descriptors */
	WORD = 0x3f00, /* and the word that is written back */
	DATA = 0x100000,
};

#define DDR UINT64_C(0x4000000000)

/* A channel's registers: H2C 0 has 0. */
#define CHANNEL(c2h, index) ((c2h)*0x1000u + (index)*0x100u)
#define DESCRIPTORS(channel) ((channel) + 0x4000u)

/* Writes a descriptor. */
void dma_put(struct client *client, uint64_t at, uint32_t flags, unsigned adjacent, uint64_t source,
	     uint64_t target, uint32_t length, uint64_t next);
/* Sets the first descriptor and runs the channel. */
void dma_start(struct client *client, uint32_t channel, uint64_t first, unsigned adjacent,
	       uint32_t control);
/* Waits until the channel is idle; returns the status, which is cleared. */
uint32_t dma_wait(struct client *client, uint32_t channel);
/* One descriptor from or to the client's memory; returns the status. */
uint32_t dma_move(struct client *client, uint32_t channel, uint64_t card, uint64_t offset,
		  uint32_t length);

#endif
