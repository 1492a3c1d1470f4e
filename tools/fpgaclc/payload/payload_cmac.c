/* SPDX-License-Identifier: Apache-2.0 */

/* The MAC of 100 Gb/s Ethernet: frames between a stream and a port of the board. */

#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "fpgacl/ethernet.h"
#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

/* --- packets of several transfers -------------------------------------------------------------- */

static uint64_t ethernet_number(const unsigned char *transfer,
				const struct fclc_packet_field *field)
{
	uint64_t number = 0;

	if (field->bits)
		memcpy(&number, transfer + field->offset, field->bytes < 8 ? field->bytes : 8);
	return number;
}

/* Adds the valid bytes of a transfer; TKEEP only counts in the last one. */
static void ethernet_add(const struct fclc_packets *packets, struct fclc_ethernet_packet *packet,
			 const unsigned char *transfer)
{
	bool last = fclc_packets_is_last(packets, transfer);
	unsigned count = packets->width;

	if (last && packets->keep.bits)
		count = fclc_packets_trimmed(packets, transfer);
	if (!packet->size)
		packet->dest = ethernet_number(transfer, &packets->dest);
	if (packet->size + count > FCLC_ETHERNET_LARGEST)
		packet->too_long = true;
	else
		fclc_packets_copy(packet->bytes + packet->size, transfer + packets->data.offset,
				  count);
	packet->size += packet->too_long ? 0 : count;
	packet->whole = last;
}

bool fclc_ethernet_gather(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			  struct fclc_ethernet_packet *packet, unsigned char *transfer)
{
	const unsigned char *at;

	while (!packet->whole && (at = fclc_packets_oldest(cu, port, packets, transfer))) {
		ethernet_add(packets, packet, at);
		fclc_packets_take_out(cu, port, at, transfer);
	}
	return packet->whole;
}

bool fclc_ethernet_put(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
		       struct fclc_ethernet_packet *packet, const unsigned char *bytes,
		       unsigned char *transfer)
{
	while (packet->at < packet->size) {
		unsigned left = packet->size - packet->at;
		unsigned count = left < packets->width ? left : packets->width;
		unsigned char *to = fclc_packets_room(cu, port, packets, transfer);

		if (!to)
			return false;
		fclc_packets_pack(packets, to, bytes + packet->at, NULL, count);
		if (packets->last.bits)
			to[packets->last.offset] = count == left;
		if (packets->dest.bits)
			fclc_packets_put(to, &packets->dest, &packet->dest);
		if (packets->user.bits && packets->user.bytes <= sizeof(packet->user))
			fclc_packets_put(to, &packets->user, packet->user);
		if (!fclc_packets_put_in(cu, port, to, transfer))
			return false;
		packet->at += count;
	}
	return true;
}

/* --- the unit ---------------------------------------------------------------------------------- */

/* The order of its ports. */
enum { RX, TX };

enum { BINS = 18 };

/* Counters of one direction, in the order of their registers. */
struct counters {
	uint64_t packets, good_packets, bytes, good_bytes, bins[BINS];
	uint64_t bad;
};

struct fclc_cmac {
	const struct fclc_packets *rx_packets, *tx_packets;
	struct fcl_model_link *link; /* NULL: there is no cable in the port */
	int never;                   /* a descriptor that never becomes ready; without a cable */
	struct counters tx, rx;      /* since the last snapshot */
	struct counters tx_shown, rx_shown;
	struct fclc_ethernet_packet out;
	struct fclc_ethernet_packet in; /* without its bytes: */
	const unsigned char *arrived; /* the link's oldest frame, while it is put into the stream */
	unsigned char transfer[512];
};

static struct fclc_cmac *cmac_of(struct fcl_cu *cu)
{
	return *(struct fclc_cmac **)cu->state;
}

int fclc_cmac_open(struct fcl_cu *cu, const struct fclc_external *external)
{
	struct fclc_cmac *cmac;

	if (cu->host->size <
	    offsetof(struct fcl_model_host, link_wait) + sizeof(cu->host->link_wait)) {
		cu->host->log(cu, FCL_MODEL_LOG_ERROR,
			      "this version of the board has no ports to other boards");
		return -95; /* ENOTSUP */
	}
	cmac = fclc_unit_map(sizeof(*cmac));
	if (!cmac)
		return -12; /* ENOMEM */
	*(struct fclc_cmac **)cu->state = cmac;
	cmac->rx_packets = &external->ports[RX];
	cmac->tx_packets = &external->ports[TX];
	cmac->never = eventfd(0, EFD_CLOEXEC);
	return cu->host->link_open(cu, fclc_external_place(cu, external), &cmac->link);
}

void fclc_cmac_close(struct fcl_cu *cu)
{
	struct fclc_cmac *cmac = cmac_of(cu);

	if (!cmac)
		return;
	if (cmac->link)
		cu->host->link_close(cmac->link);
	if (cmac->never >= 0)
		close(cmac->never);
	fclc_unit_unmap(cmac, sizeof(*cmac));
	*(struct fclc_cmac **)cu->state = NULL;
}

/* The size on the wire has four bytes of check sequence. */
static int bin_of(unsigned size)
{
	static const unsigned tops[] = {64,   127,  255,  511,  1023, 1518,
					1522, 1548, 2047, 4095, 8191, 9215};
	int bin = 0;

	while (bin < 12 && size > tops[bin])
		bin++;
	return bin;
}

static void count_frame(struct counters *counters, unsigned size, bool bad)
{
	uint64_t bytes = size + 4;

	__atomic_fetch_add(&counters->packets, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&counters->bytes, bytes, __ATOMIC_RELAXED);
	__atomic_fetch_add(&counters->bins[bin_of(size + 4)], 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(bad ? &counters->bad : &counters->good_packets, 1, __ATOMIC_RELAXED);
	if (!bad)
		__atomic_fetch_add(&counters->good_bytes, bytes, __ATOMIC_RELAXED);
}

/* Sends a whole frame; false: there is none, or no room yet. */
static bool cmac_send(struct fcl_cu *cu, struct fclc_cmac *cmac)
{
	struct fclc_ethernet_packet *out = &cmac->out;

	if (!fclc_ethernet_gather(cu, TX, cmac->tx_packets, out, cmac->transfer))
		return false;
	if (out->size < FCLC_ETHERNET_SMALLEST && !out->too_long) {
		memset(out->bytes + out->size, 0, FCLC_ETHERNET_SMALLEST - out->size);
		out->size = FCLC_ETHERNET_SMALLEST;
	}
	if (!out->too_long &&
	    !cu->host->link_send(cmac->link, out->bytes, out->size, FCL_MODEL_LINK_LAST))
		return false;
	count_frame(&cmac->tx, out->size, out->too_long);
	out->size = out->at = 0;
	out->whole = out->too_long = false;
	return true;
}

/*
 * Goes on to the next frame of the link; damaged ones are counted and dropped. One that is put into the
 * stream stays in the link until it is.
 */
static bool cmac_next(struct fcl_cu *cu, struct fclc_cmac *cmac)
{
	uint32_t size, flags;
	bool bad;

	if (cmac->arrived)
		cu->host->link_take(cmac->link);
	cmac->arrived = cu->host->link_receive(cmac->link, &size, &flags);
	if (!cmac->arrived)
		return false;
	bad = flags & FCL_MODEL_LINK_BAD || size > FCLC_ETHERNET_LARGEST;
	count_frame(&cmac->rx, size, bad);
	cmac->in.size = bad ? 0 : size;
	cmac->in.at = 0;
	return true;
}

static bool cmac_receive(struct fcl_cu *cu, struct fclc_cmac *cmac)
{
	bool moved = false;

	for (;;) {
		unsigned before = cmac->in.at;

		if (!fclc_ethernet_put(cu, RX, cmac->rx_packets, &cmac->in, cmac->arrived,
				       cmac->transfer))
			return moved || cmac->in.at != before;
		moved |= cmac->in.at != before;
		if (!cmac_next(cu, cmac))
			return moved;
		moved = true;
	}
}

static void cmac_wait(struct fcl_cu *cu, struct fclc_cmac *cmac)
{
	uint32_t ports[2], count = 0;
	bool full = cmac->in.at < cmac->in.size;
	int descriptor;

	if (!cmac->out.whole)
		ports[count++] = TX;
	if (full)
		ports[count++] = RX;
	descriptor = cu->host->link_wait(cmac->link,
					 (full ? 0 : FCL_MODEL_LINK_FRAME) |
						 (cmac->out.whole ? FCL_MODEL_LINK_ROOM : 0));
	if (descriptor >= 0)
		cu->host->wait_outside(cu, descriptor, POLLIN, ports, count);
	else if (full && !cmac->out.whole)
		cu->host->stream_wait_any(cu, ports, count);
}

int fclc_cmac_run(struct fcl_cu *cu)
{
	struct fclc_cmac *cmac = cmac_of(cu);

	while (!cmac->link)
		cu->host->wait_outside(cu, cmac->never, POLLIN, NULL, 0);
	for (;;) {
		bool moved = false;

		while (cmac_send(cu, cmac))
			moved = true;
		moved |= cmac_receive(cu, cmac);
		if (!moved)
			cmac_wait(cu, cmac);
	}
}

/* --- registers --------------------------------------------------------------------------------- */

/* PG203, "Register Space", as VNx maps it. */
enum {
	VERSION = 0x24,
	TX_STATUS = 0x200,
	RX_STATUS = 0x204,
	BLOCK_LOCK = 0x20c,
	LANE_SYNC = 0x210,
	SNAPSHOT = 0x2b0,
	TX_COUNTERS = 0x500,
	RX_COUNTERS = 0x608,
	TX_BAD_FCS = 0x5b8,
	RX_BAD_FCS = 0x6c0,
	LANES = 0xfffff, /* twenty virtual lanes */
	RX_UP = 0x3,     /* status and aligned */
	RX_DOWN = 0x60,  /* remote and local fault */
};

/* Counters are 48 bits in two registers, eight bytes apart: the first four and the bins. */
static uint32_t read_counter(const struct counters *counters, uint32_t offset)
{
	uint32_t index = offset / 8;
	uint64_t value = index == 0         ? counters->packets
			 : index == 1       ? counters->good_packets
			 : index == 2       ? counters->bytes
			 : index == 3       ? counters->good_bytes
			 : index - 4 < BINS ? counters->bins[index - 4]
					    : 0;

	if (value >> 48)
		value = (UINT64_C(1) << 48) - 1;
	return (uint32_t)(offset % 8 ? value >> 32 : value);
}

uint32_t fclc_cmac_read(struct fcl_cu *cu, uint32_t offset)
{
	struct fclc_cmac *cmac = cmac_of(cu);
	bool up = cmac->link && cu->host->link_is_up(cmac->link);

	if (offset == TX_STATUS)
		return up ? 0 : 1;
	if (offset == RX_STATUS)
		return up ? RX_UP : RX_DOWN;
	if (offset == BLOCK_LOCK || offset == LANE_SYNC)
		return up ? LANES : 0;
	if (offset / 8 == TX_BAD_FCS / 8)
		return offset % 8 ? 0 : (uint32_t)cmac->tx_shown.bad;
	if (offset / 8 == RX_BAD_FCS / 8)
		return offset % 8 ? 0 : (uint32_t)cmac->rx_shown.bad;
	if (offset >= TX_COUNTERS && offset < TX_BAD_FCS)
		return read_counter(&cmac->tx_shown, offset - TX_COUNTERS);
	if (offset >= RX_COUNTERS && offset < RX_BAD_FCS)
		return read_counter(&cmac->rx_shown, offset - RX_COUNTERS);
	if (offset == VERSION)
		return 0x301; /* CMAC 3.1 */
	return *(uint32_t *)(cu->regs + offset);
}

/* What was counted is shown, and counting begins again. */
static void take_counters(struct counters *from, struct counters *to)
{
	uint64_t *at = (uint64_t *)from, *shown = (uint64_t *)to;

	for (size_t i = 0; i < sizeof(*from) / sizeof(*at); i++)
		shown[i] = __atomic_exchange_n(&at[i], 0, __ATOMIC_RELAXED);
}

void fclc_cmac_write(struct fcl_cu *cu, uint32_t offset, uint32_t value)
{
	struct fclc_cmac *cmac = cmac_of(cu);

	if (offset == SNAPSHOT && value & 1) {
		take_counters(&cmac->tx, &cmac->tx_shown);
		take_counters(&cmac->rx, &cmac->rx_shown);
		return;
	}
	/* Offset 0 has a meaning to the board itself, for kernels without registers of their own. */
	if (offset)
		*(uint32_t *)(cu->regs + offset) = value;
}

#pragma GCC visibility pop
