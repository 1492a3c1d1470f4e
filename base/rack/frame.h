/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_FRAME_H
#define FCL_RACK_FRAME_H

#include <stdint.h>

/* What ports exchange: a frame of Ethernet, or words of a serial link. */

/* Bits of fcl_rack_frame.flags. */
enum {
	FCL_RACK_LAST = 1, /* it ends a packet; always set on Ethernet */
	FCL_RACK_BAD = 2,  /* it was damaged on its way, which a receiver that checks sees */
};

enum {
	FCL_RACK_MAX_FRAME = 64 * 1024, /* bytes */
	FCL_RACK_RING = 256 * 1024, /* bytes of frames, with 16 bytes for each, that a port holds */
};

/* A frame that has arrived. What others write meanwhile changes its bytes at most. */
struct fcl_rack_frame {
	uint32_t size, flags;
	uint32_t from; /* the port that sent it */
	const unsigned char *bytes;
};

#endif
