/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XDMA_REGISTERS_H
#define FCL_XDMA_REGISTERS_H

#include <stdint.h>

/* The registers of AMD's DMA for PCI Express (PG195), as far as they are used. */

enum {
	FCL_XDMA_CHANNELS = 4, /* in each direction */
	FCL_XDMA_USER_IRQS = 16,
	FCL_XDMA_BAR_BYTES = 0x10000,

	/* Targets: bits 15:12 of an address; bits 11:8 are the channel. */
	FCL_XDMA_H2C = 0x0000,
	FCL_XDMA_C2H = 0x1000,
	FCL_XDMA_IRQ = 0x2000,
	FCL_XDMA_CONFIG = 0x3000,
	FCL_XDMA_SGDMA = 0x4000, /* from a channel's registers to those of its descriptors */
	FCL_XDMA_CHANNEL = 0x100,

	/* In every target: bits 31:20 are 0x1FC, 19:16 the target, 15: an AXI stream channel. */
	FCL_XDMA_IDENTIFIER = 0x00,

	/* Of a channel. W1S, W1C: ones set, or clear, bits of the register before. */
	FCL_XDMA_CONTROL = 0x04,
	FCL_XDMA_CONTROL_W1C = 0x0c,
	FCL_XDMA_STATUS = 0x40,
	FCL_XDMA_STATUS_CLEAR = 0x44, /* cleared by reading */
	FCL_XDMA_COMPLETED = 0x48,
	FCL_XDMA_POLL_LOW = 0x88,
	FCL_XDMA_POLL_HIGH = 0x8c,
	FCL_XDMA_INTERRUPTS = 0x90,

	/* Of a channel's descriptors. */
	FCL_XDMA_FIRST_LOW = 0x80,
	FCL_XDMA_FIRST_HIGH = 0x84,
	FCL_XDMA_FIRST_ADJACENT = 0x88,

	/* Of the interrupts. */
	FCL_XDMA_USER_ENABLE = 0x04,
	FCL_XDMA_CHANNEL_ENABLE = 0x10,
	FCL_XDMA_USER_VECTORS = 0x80,    /* 4 in each register, 5 bits in a byte each */
	FCL_XDMA_CHANNEL_VECTORS = 0xa0, /* likewise; H2C first, C2H directly after the last H2C */
};

/* Bits of control and of status. */
enum {
	FCL_XDMA_RUN = 1u << 0, /* in status: busy */
	FCL_XDMA_BUSY = 1u << 0,
	FCL_XDMA_STOPPED = 1u << 1,
	FCL_XDMA_DONE = 1u << 2,
	FCL_XDMA_ALIGN = 1u << 3,
	FCL_XDMA_MAGIC = 1u << 4,
	FCL_XDMA_LENGTH = 1u << 5,
	FCL_XDMA_READ_ERRORS = 0x1fu << 9,
	FCL_XDMA_WRITE_ERRORS = 0x1fu << 14,
	FCL_XDMA_FETCH_ERRORS = 0x1fu << 19,
	FCL_XDMA_ERRORS = 0xfffe38, /* all of the above from ALIGN on */
	FCL_XDMA_POLL = 1u << 26,   /* in control: write back to the poll address */
};

/* What the engine writes back. */
enum { FCL_XDMA_POLL_ERROR = 1u << 31, FCL_XDMA_POLL_COUNT = 0xffffff };

struct fcl_xdma_descriptor {
	uint32_t control; /* magic, adjacency, and the flags below */
	uint32_t bytes;
	uint32_t source_low, source_high;
	uint32_t target_low, target_high;
	uint32_t next_low, next_high;
};

_Static_assert(sizeof(struct fcl_xdma_descriptor) == 32, "as the engine reads it");

#define FCL_XDMA_DESCRIPTOR_MAGIC 0xad4b0000u
#define FCL_XDMA_DESCRIPTOR_BYTES 0xfffffffu /* at most */
enum { FCL_XDMA_DESCRIPTOR_STOP = 1, FCL_XDMA_DESCRIPTOR_DONE = 2, FCL_XDMA_ADJACENT_SHIFT = 8 };

#endif
