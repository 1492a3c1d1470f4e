/* SPDX-License-Identifier: Apache-2.0 */
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl/rt.h"
#include "fpgacl/serial.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

/* The order of its ports. */
enum { RX, TX };

enum { SENT_BYTES = 16 * 1024 }; /* words that go in one frame */

struct fclc_serial {
	unsigned long bytes; /* of this and `packet` */
	const struct fclc_packets *rx, *tx;
	struct fcl_model_link *link; /* NULL: there is no cable in the port */
	int never;                   /* a descriptor that never becomes ready; without a cable */
	unsigned at;                 /* bytes of the oldest frame that are in the stream */
	unsigned size;               /* bytes to be sent */
	bool last;                   /* they end a packet */
	/* What registers say. */
	uint64_t words_in, words_out, frames_in, bad_frames;
	struct fcl_model_fifo
		*taken;        /* the stream rx, which counts what is read; NULL: not known */
	uint64_t taken_before; /* when counting began */
	unsigned char *packet; /* of either stream */
	unsigned char out[SENT_BYTES];
};

static struct fclc_serial *serial_of(struct fcl_cu *cu)
{
	return *(struct fclc_serial **)cu->state;
}

/* --- opening ----------------------------------------------------------------------------------- */

/* Units of one kernel are behind ports qsfp0, qsfp1, ... in the order of their numbers. */
static const char *serial_place(const struct fcl_cu *cu, const struct fclc_external *external,
				char text[16])
{
	const char *number = strrchr(cu->name, '_');
	const char *place = fclc_external_place(cu, external);

	if (place)
		return place;
	snprintf(text, 16, "qsfp%d", number && atoi(number + 1) > 0 ? atoi(number + 1) - 1 : 0);
	return text;
}

int fclc_serial_open(struct fcl_cu *cu, const struct fclc_external *external)
{
	const struct fclc_packets *rx = &external->ports[RX], *tx = &external->ports[TX];
	unsigned larger = rx->packet_size > tx->packet_size ? rx->packet_size : tx->packet_size;
	struct fclc_serial *serial;
	char place[16];

	if (cu->host->size <
	    offsetof(struct fcl_model_host, link_wait) + sizeof(cu->host->link_wait)) {
		cu->host->log(cu, FCL_MODEL_LOG_ERROR,
			      "this version of the board has no ports to other boards");
		return -95; /* ENOTSUP */
	}
	serial = fclc_unit_map(sizeof(*serial) + larger);
	if (!serial)
		return -12; /* ENOMEM */
	*(struct fclc_serial **)cu->state = serial;
	serial->bytes = sizeof(*serial) + larger;
	serial->rx = rx;
	serial->tx = tx;
	serial->packet = (unsigned char *)(serial + 1);
	serial->never = eventfd(0, EFD_CLOEXEC);
	return cu->host->link_open(cu, serial_place(cu, external, place), &serial->link);
}

void fclc_serial_close(struct fcl_cu *cu)
{
	struct fclc_serial *serial = serial_of(cu);

	if (!serial)
		return;
	if (serial->link)
		cu->host->link_close(serial->link);
	if (serial->never >= 0)
		close(serial->never);
	fclc_unit_unmap(serial, serial->bytes);
	*(struct fclc_serial **)cu->state = NULL;
}

/* --- both ways --------------------------------------------------------------------------------- */

/* Takes words from the stream up to the end of a packet, or as many as go in one frame. */
static bool serial_gather(struct fcl_cu *cu, struct fclc_serial *serial)
{
	const struct fclc_packets *tx = serial->tx;
	const unsigned char *packet;
	unsigned before = serial->size;

	while (!serial->last && serial->size + tx->width <= SENT_BYTES &&
	       (packet = fclc_packets_oldest(cu, TX, tx, serial->packet))) {
		unsigned count = tx->width;

		serial->last = fclc_packets_is_last(tx, packet);
		if (tx->keep.bits && serial->last)
			count = fclc_packets_trimmed(tx, packet);
		fclc_packets_copy(serial->out + serial->size, packet + tx->data.offset, count);
		fclc_packets_take_out(cu, TX, packet, serial->packet);
		serial->size += count;
		serial->words_out++;
	}
	return serial->size != before;
}

static bool serial_send(struct fcl_cu *cu, struct fclc_serial *serial)
{
	unsigned flags = FCL_MODEL_LINK_WAIT | (serial->last ? FCL_MODEL_LINK_LAST : 0);

	if (!serial->size || !cu->host->link_send(serial->link, serial->out, serial->size, flags))
		return false;
	serial->size = 0;
	serial->last = false;
	return true;
}

/* Puts words of the oldest frame into the stream, as far as there is room. */
static bool serial_receive(struct fcl_cu *cu, struct fclc_serial *serial)
{
	const struct fclc_packets *rx = serial->rx;
	const unsigned char *bytes;
	unsigned char *packet;
	uint32_t size, flags;
	bool moved = false;

	while ((bytes = cu->host->link_receive(serial->link, &size, &flags))) {
		while (serial->at < size) {
			unsigned count = size - serial->at < rx->width ? size - serial->at
								       : rx->width;

			packet = fclc_packets_room(cu, RX, rx, serial->packet);
			if (!packet)
				return moved;
			fclc_packets_pack(rx, packet, bytes + serial->at, NULL, count);
			if (rx->last.bits && serial->at + count == size)
				packet[rx->last.offset] = flags & FCL_MODEL_LINK_LAST;
			if (!fclc_packets_put_in(cu, RX, packet, serial->packet))
				return moved;
			serial->at += count;
			serial->words_in++;
			moved = true;
		}
		serial->at = 0;
		serial->frames_in += flags & FCL_MODEL_LINK_LAST;
		serial->bad_frames += flags & FCL_MODEL_LINK_BAD ? 1 : 0;
		cu->host->link_take(serial->link);
	}
	return moved;
}

/* Waits for the first of: a word to send, a frame, room in the stream, room at the other end. */
static void serial_wait(struct fcl_cu *cu, struct fclc_serial *serial)
{
	uint32_t ports[2], count = 0, size, flags;
	bool full = cu->host->link_receive(serial->link, &size, &flags) != NULL;
	int descriptor;

	if (serial->size + serial->tx->width <= SENT_BYTES && !serial->last)
		ports[count++] = TX;
	if (full)
		ports[count++] = RX;
	descriptor = cu->host->link_wait(serial->link,
					 (full ? 0 : FCL_MODEL_LINK_FRAME) |
						 (serial->size ? FCL_MODEL_LINK_ROOM : 0));
	if (descriptor >= 0)
		cu->host->wait_outside(cu, descriptor, POLLIN, ports, count);
	else if (full && !serial->size)
		cu->host->stream_wait_any(cu, ports, count);
}

int fclc_serial_run(struct fcl_cu *cu)
{
	struct fclc_serial *serial = serial_of(cu);

	__atomic_store_n(&serial->taken, fclc_rt_fifo(cu, RX, serial->rx->packet_size),
			 __ATOMIC_RELEASE);
	/* Without a cable nothing arrives, and what is sent stays in the stream. */
	while (!serial->link)
		cu->host->wait_outside(cu, serial->never, POLLIN, NULL, 0);
	for (;;) {
		bool moved = serial_gather(cu, serial);

		moved |= serial_send(cu, serial);
		moved |= serial_receive(cu, serial);
		if (!moved)
			serial_wait(cu, serial);
	}
}

/* --- registers --------------------------------------------------------------------------------- */

/*
 * AuroraFlow's (pc2/AuroraFlow, its README): offsets, and the status of a channel that is up, or that has
 * no power good, PLL lock and lanes up only.
 */
enum {
	CONFIGURATION = 0x18,
	STATUS = 0x20,
	TX_COUNT = 0x40,
	RX_COUNT = 0x44,
	FRAMES_RECEIVED = 0x7c,
	FRAMES_WITH_ERRORS = 0x80,
	COUNTER_RESET = 0x14,
	TUTORIAL_STATUS = 0x10,
	STATUS_UP = 0x11ff,
	STATUS_DOWN = 0x10ff,
};

static bool serial_is_up(struct fcl_cu *cu, const struct fclc_serial *serial)
{
	return serial->link && cu->host->link_is_up(serial->link);
}

/* Whether it has TKEEP, TLAST, bytes of data, and the depth of the receiver's FIFO, as a logarithm. */
static uint32_t serial_configuration(const struct fclc_serial *serial)
{
	return (serial->rx->keep.bits ? 1u : 0) | (serial->rx->last.bits ? 2u : 0) |
	       serial->rx->width << 2 | 10u << 11;
}

/* A word counts when the kernel takes it, not when it arrives in the FIFO before. */
static uint64_t serial_words_in(const struct fclc_serial *serial)
{
	const struct fcl_model_fifo *taken = __atomic_load_n(&serial->taken, __ATOMIC_ACQUIRE);

	return taken ? __atomic_load_n(&taken->head, __ATOMIC_RELAXED)
		     : __atomic_load_n(&serial->words_in, __ATOMIC_RELAXED);
}

uint32_t fclc_aurora_flow_read(struct fcl_cu *cu, uint32_t offset)
{
	struct fclc_serial *serial = serial_of(cu);

	switch (offset) {
	case CONFIGURATION:
		return serial_configuration(serial);
	case STATUS:
		return serial_is_up(cu, serial) ? STATUS_UP : STATUS_DOWN;
	case TX_COUNT:
		return (uint32_t)__atomic_load_n(&serial->words_out, __ATOMIC_RELAXED);
	case RX_COUNT:
		return (uint32_t)(serial_words_in(serial) -
				  __atomic_load_n(&serial->taken_before, __ATOMIC_RELAXED));
	case FRAMES_RECEIVED:
		return (uint32_t)__atomic_load_n(&serial->frames_in, __ATOMIC_RELAXED);
	case FRAMES_WITH_ERRORS:
		return (uint32_t)__atomic_load_n(&serial->bad_frames, __ATOMIC_RELAXED);
	default:
		return 0;
	}
}

void fclc_aurora_flow_write(struct fcl_cu *cu, uint32_t offset, uint32_t value)
{
	struct fclc_serial *serial = serial_of(cu);

	if (offset != COUNTER_RESET || !value)
		return;
	__atomic_store_n(&serial->words_out, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&serial->taken_before, serial_words_in(serial), __ATOMIC_RELAXED);
	__atomic_store_n(&serial->frames_in, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&serial->bad_frames, 0, __ATOMIC_RELAXED);
}

uint32_t fclc_krnl_aurora_read(struct fcl_cu *cu, uint32_t offset)
{
	if (offset != TUTORIAL_STATUS)
		return 0;
	return serial_is_up(cu, serial_of(cu)) ? STATUS_UP : STATUS_DOWN;
}

void fclc_krnl_aurora_write(struct fcl_cu *cu, uint32_t offset, uint32_t value)
{
	(void)cu;
	(void)offset;
	(void)value;
}

#pragma GCC visibility pop
