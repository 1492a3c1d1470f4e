/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_BUS_H
#define FCLC_RTL_BUS_H

#include "tools/fpgaclc/rtl/rtl.h"

/* A packet of an AXI4-Stream as it lies in a FIFO; bytes 0: without that field. */
enum {
	FCLC_PACKET_DATA,
	FCLC_PACKET_KEEP,
	FCLC_PACKET_STRB,
	FCLC_PACKET_USER,
	FCLC_PACKET_LAST,
	FCLC_PACKET_ID,
	FCLC_PACKET_DEST,
	FCLC_PACKET_FIELDS
};

struct fclc_packet {
	uint32_t size;
	struct {
		uint32_t offset, bytes, bits;
	} fields[FCLC_PACKET_FIELDS];
};

/* By its name, in any case; NULL: none. */
const struct fclc_bus *fclc_rtl_bus_of(const struct fclc_rtl *rtl, const char *name);

/*
 * How packets of `size` bytes lie; size 0: as the stream has them by itself, with side channels if
 * it has any. False: its packets cannot have that size.
 */
bool fclc_rtl_packet(const struct fclc_bus *bus, uint32_t size, struct fclc_packet *ret_packet);

#endif
