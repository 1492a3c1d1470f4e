/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XDMA_CHANNEL_H
#define FCL_XDMA_CHANNEL_H

#include "hal/pcie/transport/transport.h"
#include "hal/pcie/xdma/registers.h"

/*
 * One channel of XDMA, to or from the card's memory. A run is a block of up to FCL_XDMA_PIECES
 * descriptors. One thread at a time uses a channel; its members have no lock.
 */

enum {
	FCL_XDMA_PIECES = 64, /* so that a block's adjacency fits in 6 bits */
	FCL_XDMA_RINGS = 2,   /* rings, to prepare one run while another is under way */
	/* What a channel needs of memory for DMA: its rings, and the word that is written back. */
	FCL_XDMA_RING_BYTES = FCL_XDMA_PIECES * 32,
	FCL_XDMA_CHANNEL_BYTES = 2 * FCL_PCIE_PAGE,
};

/* A contiguous piece of a run: the address in the host's memory for the card, and in the card's. */
struct fcl_xdma_piece {
	uint64_t host, card;
	uint32_t bytes; /* 1 … FCL_XDMA_DESCRIPTOR_BYTES */
};

/* What the channels of a card share. */
struct fcl_xdma {
	struct fcl_pcie_transport *transport;
	unsigned bar; /* of the registers */
	uint32_t nh2c, nc2h;
	uint64_t patience_ns;   /* without progress, after which a run has failed */
	_Atomic bool cancelled; /* runs under way end with -ECANCELED */
};

struct fcl_xdma_channel {
	struct fcl_xdma *xdma;
	bool to_host; /* C2H */
	unsigned index;
	uint32_t base; /* of its registers in the BAR */
	int event;     /* the eventfd of its interrupt; -1: it has none */
	char *memory;  /* FCL_XDMA_CHANNEL_BYTES, zeroed, that the card can reach at `iova` */
	uint64_t iova;
	/* The run that is under way. */
	unsigned ring, count;
	bool retried;
	/* The engine did not stop: it may still use the memory of its last run. */
	bool stuck;
};

/* Finds the channels. -EINVAL: the BAR holds no XDMA, or streams only. */
int fcl_xdma_find(struct fcl_xdma *xdma, struct fcl_err *err);

/* Stops a channel that another process may have left running, and prepares it. */
int fcl_xdma_channel_prepare(struct fcl_xdma_channel *channel, struct fcl_err *err);

/* Whether the channel still has what preparing it has written. */
bool fcl_xdma_channel_is_prepared(const struct fcl_xdma_channel *channel);

/* Starts a run of 1 to FCL_XDMA_PIECES pieces; the rings take turns. */
void fcl_xdma_channel_start(struct fcl_xdma_channel *channel, unsigned ring,
			    const struct fcl_xdma_piece *pieces, unsigned count);

/*
 * Waits for the end of the run, and repeats a run that failed once, as copying to memory again does no
 * harm. After an error the channel can be used again, unless it is stuck.
 */
int fcl_xdma_channel_finish(struct fcl_xdma_channel *channel, struct fcl_err *err);

/* Connects the interrupts: vectors of channels (H2C first, then C2H), then those of users. */
void fcl_xdma_route(const struct fcl_xdma *xdma, uint32_t nvectors, uint32_t nusers);

#endif
