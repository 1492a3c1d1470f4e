/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/bus.h"

#include <string.h>
#include <strings.h>

const struct fclc_bus *fclc_rtl_bus_of(const struct fclc_rtl *rtl, const char *name)
{
	for (uint32_t i = 0; i < rtl->nbuses; i++)
		if (!strcasecmp(rtl->buses[i].name, name))
			return &rtl->buses[i];
	return NULL;
}

/* Packets in FIFOs are laid out as the types in ap_axi_sdata.h. */

static uint32_t ap_bytes(uint32_t bits)
{
	return bits <= 8    ? 1
	       : bits <= 16 ? 2
	       : bits <= 32 ? 4
	       : bits <= 64 ? 8
			    : (bits + 63) / 64 * 8;
}

static uint32_t round_up(uint32_t number, uint32_t to)
{
	return (number + to - 1) / to * to;
}

static uint32_t ap_alignment(uint32_t bytes)
{
	return bytes < 8 ? bytes : 8;
}

static void add_field(struct fclc_packet *packet, int which, uint32_t bits)
{
	uint32_t bytes = ap_bytes(bits ? bits : 1);
	uint32_t offset = round_up(packet->size, ap_alignment(bytes));

	packet->fields[which].offset = offset;
	packet->fields[which].bytes = bytes;
	packet->fields[which].bits = bits ? bits : 1;
	packet->size = offset + bytes;
}

/* hls::axis<ap_uint<width>, user, id, dest>: the data, then a base class with the other fields. */
static void side_packet(const struct fclc_bus *bus, uint32_t user, uint32_t id, uint32_t dest,
			struct fclc_packet *packet)
{
	uint32_t keep = bus->data_width ? (bus->data_width + 7) / 8 : 1, alignment;
	const uint32_t widths[] = {keep, user, id, dest};

	*packet = (struct fclc_packet){0};
	if (bus->data_width)
		add_field(packet, FCLC_PACKET_DATA, bus->data_width);
	alignment = 1;
	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		uint32_t own = ap_alignment(ap_bytes(widths[i] ? widths[i] : 1));

		alignment = own > alignment ? own : alignment;
	}
	packet->size = round_up(packet->size, alignment);
	add_field(packet, FCLC_PACKET_KEEP, keep);
	add_field(packet, FCLC_PACKET_STRB, keep);
	add_field(packet, FCLC_PACKET_USER, user);
	add_field(packet, FCLC_PACKET_LAST, 1);
	add_field(packet, FCLC_PACKET_ID, id);
	add_field(packet, FCLC_PACKET_DEST, dest);
	if (bus->data_width && ap_alignment(ap_bytes(bus->data_width)) > alignment)
		alignment = ap_alignment(ap_bytes(bus->data_width));
	packet->size = round_up(packet->size, alignment);
}

bool fclc_rtl_packet(const struct fclc_bus *bus, uint32_t size, struct fclc_packet *ret_packet)
{
	struct fclc_packet packet = {0};

	if (bus->data_width && (size ? size == ap_bytes(bus->data_width) : !bus->sides)) {
		add_field(&packet, FCLC_PACKET_DATA, bus->data_width);
		*ret_packet = packet;
		return true;
	}
	side_packet(bus, bus->user, bus->id, bus->dest, &packet);
	if (size && packet.size != size)
		side_packet(bus, 0, 0, 0, &packet);
	if (size && packet.size != size)
		return false;
	*ret_packet = packet;
	return true;
}
