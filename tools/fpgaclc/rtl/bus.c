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

/* The size of a number, and its alignment: a power of two. */
static uint32_t ap_bytes(uint32_t bits)
{
	uint32_t bytes = 1;

	while (bytes * 8 < bits)
		bytes *= 2;
	return bytes;
}

static uint32_t round_up(uint32_t number, uint32_t to)
{
	return (number + to - 1) / to * to;
}

static void add_field(struct fclc_packet *packet, int which, uint32_t bits)
{
	uint32_t bytes = ap_bytes(bits ? bits : 1);
	uint32_t offset = round_up(packet->size, bytes);

	packet->fields[which].offset = offset;
	packet->fields[which].bytes = bytes;
	packet->fields[which].bits = bits ? bits : 1;
	packet->size = offset + bytes;
}

/* hls::axis<ap_uint<width>, user, id, dest> */
static void side_packet(const struct fclc_bus *bus, uint32_t user, uint32_t id, uint32_t dest,
			struct fclc_packet *packet)
{
	uint32_t keep = bus->data_width ? (bus->data_width + 7) / 8 : 1, alignment = 1;

	*packet = (struct fclc_packet){0};
	if (bus->data_width)
		add_field(packet, FCLC_PACKET_DATA, bus->data_width);
	add_field(packet, FCLC_PACKET_KEEP, keep);
	add_field(packet, FCLC_PACKET_STRB, keep);
	add_field(packet, FCLC_PACKET_USER, user);
	add_field(packet, FCLC_PACKET_LAST, 1);
	add_field(packet, FCLC_PACKET_ID, id);
	add_field(packet, FCLC_PACKET_DEST, dest);
	for (int i = 0; i < FCLC_PACKET_FIELDS; i++)
		alignment = packet->fields[i].bytes > alignment ? packet->fields[i].bytes
								: alignment;
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
