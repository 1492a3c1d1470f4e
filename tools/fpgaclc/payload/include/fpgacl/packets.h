/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_PACKETS_H
#define FPGACLC_PACKETS_H

/*
 * The packets of an AXI4-Stream as they are in a FIFO, one for each transfer, for units whose code is
 * part of the payload. Kernels do not include this header.
 */

#include <stdbool.h>

struct fcl_cu;

/* Where a field is in a packet; bits is 0 if packets do not have it. */
struct fclc_packet_field {
	unsigned offset, bytes, bits;
};

/* A stream port; constant, and generated. */
struct fclc_packets {
	int out;        /* the unit writes to it */
	unsigned width; /* bytes of TDATA */
	unsigned packet_size;
	struct fclc_packet_field data, keep, strb, user, last, dest;
};

#pragma GCC visibility push(hidden)

/*
 * Zeroed memory for a unit, which stays between its executions, unlike that of malloc() in a payload. NULL:
 * there is none.
 */
void *fclc_unit_map(unsigned long bytes);
void fclc_unit_unmap(void *at, unsigned long bytes);

/* Whether they are data without side channels. */
bool fclc_packets_are_plain(const struct fclc_packets *packets);
unsigned fclc_packets_user_bytes(const struct fclc_packets *packets);

/* Fills in a packet with `count` bytes of data, up to the width. `keep`: a byte for each; NULL: all. */
void fclc_packets_pack(const struct fclc_packets *packets, unsigned char *packet,
		       const unsigned char *data, const unsigned char *keep, unsigned count);
void fclc_packets_copy(unsigned char *to, const unsigned char *from, unsigned count);
/* Copies a number to a field, or from it: as many bytes as hold its bits. */
void fclc_packets_put(unsigned char *packet, const struct fclc_packet_field *field,
		      const void *from);

bool fclc_packets_kept(const struct fclc_packets *packets, const unsigned char *packet, unsigned i);
/* Whether the first `count` bytes of data are valid. */
bool fclc_packets_all_kept(const struct fclc_packets *packets, const unsigned char *packet,
			   unsigned count);
/* Bytes of a transfer that ends a packet: without the null bytes after the valid ones. */
unsigned fclc_packets_trimmed(const struct fclc_packets *packets, const unsigned char *packet);
bool fclc_packets_is_last(const struct fclc_packets *packets, const unsigned char *packet);

/* Writes a packet to the port's stream; blocks while that is full. */
void fclc_packets_write(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			const void *packet);
/*
 * Room for a packet, in the stream itself where that is possible, and otherwise `own`; NULL: the stream is full.
 * Does not count as polling. Then fclc_packets_put_in() puts the packet into the stream; false: it has
 * become full.
 */
void *fclc_packets_room(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			void *own);
bool fclc_packets_put_in(struct fcl_cu *cu, unsigned port, const void *packet, const void *own);
/* The same for the oldest packet, which is there until fclc_packets_take_out(); NULL: there is none. */
const void *fclc_packets_oldest(struct fcl_cu *cu, unsigned port,
				const struct fclc_packets *packets, void *own);
void fclc_packets_take_out(struct fcl_cu *cu, unsigned port, const void *packet, const void *own);
/* Reads a packet without blocking, and without counting as polling if there is none. */
bool fclc_packets_try_read(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			   void *packet);

#pragma GCC visibility pop

#endif
