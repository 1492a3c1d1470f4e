/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_BUS_H
#define FCLC_RTL_BUS_H

#include "tools/fpgaclc/rtl/rtl.h"

/* The layout of an AXI4-Stream packet in a FIFO; a field of 0 bytes is absent. */
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

/* Finds a bus by name, ignoring case. NULL if there is none. */
const struct fclc_bus *fclc_rtl_bus_of(const struct fclc_rtl *rtl, const char *name);

/*
 * Lays out packets of `size` bytes; size 0 means the stream's own layout, including side channels
 * if it has any. Returns false if its packets cannot have that size.
 */
bool fclc_rtl_packet(const struct fclc_bus *bus, uint32_t size, struct fclc_packet *ret_packet);

#endif
