/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

void *fclc_unit_map(unsigned long bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

void fclc_unit_unmap(void *at, unsigned long bytes)
{
	if (at)
		munmap(at, bytes);
}

/* A unit's name is "<kernel>:<unit>". */
const char *fclc_external_place(const struct fcl_cu *cu, const struct fclc_external *external)
{
	const struct fclc_external_unit *unit = external->units;
	const char *name = strrchr(cu->name, ':');

	name = name ? name + 1 : cu->name;
	for (; unit && unit->name; unit++)
		if (!strcmp(unit->name, name))
			return unit->place;
	return external->place;
}

bool fclc_packets_are_plain(const struct fclc_packets *packets)
{
	return !packets->last.bits && packets->packet_size == packets->width;
}

unsigned fclc_packets_user_bytes(const struct fclc_packets *packets)
{
	return (packets->user.bits + 7) / 8;
}

/* --- fields ------------------------------------------------------------------------------------ */

/* Numbers in packets have no bits above their width. */
void fclc_packets_put(unsigned char *packet, const struct fclc_packet_field *field,
		      const void *from)
{
	unsigned bytes = (field->bits + 7) / 8;

	memcpy(packet + field->offset, from, bytes);
	if (field->bits % 8)
		packet[field->offset + bytes - 1] &= (unsigned char)((1u << field->bits % 8) - 1);
}

/* Most transfers have 64 bytes, which are copied without a call. */
void fclc_packets_copy(unsigned char *to, const unsigned char *from, unsigned count)
{
	if (count == 64)
		memcpy(to, from, 64);
	else
		memcpy(to, from, count);
}

/* Packets of whole transfers need no zeros below what is copied. */
static void packets_put_data(const struct fclc_packets *packets, unsigned char *packet,
			     const unsigned char *data, unsigned count)
{
	unsigned above = packets->data.offset ? 0 : count;

	memset(packet + above, 0, packets->packet_size - above);
	fclc_packets_copy(packet + packets->data.offset, data, count);
}

void fclc_packets_pack(const struct fclc_packets *packets, unsigned char *packet,
		       const unsigned char *data, const unsigned char *keep, unsigned count)
{
	unsigned char *valid = packet + packets->keep.offset;

	packets_put_data(packets, packet, data, count);
	if (!packets->keep.bits)
		return;
	for (unsigned i = 0; keep && i < count; i++)
		if (keep[i])
			valid[i / 8] |= (unsigned char)(1u << i % 8);
	if (!keep) {
		memset(valid, 0xff, count / 8);
		if (count % 8)
			valid[count / 8] = (unsigned char)((1u << count % 8) - 1);
	}
	memcpy(packet + packets->strb.offset, valid, packets->strb.bytes);
}

bool fclc_packets_kept(const struct fclc_packets *packets, const unsigned char *packet, unsigned i)
{
	return packet[packets->keep.offset + i / 8] >> i % 8 & 1;
}

bool fclc_packets_all_kept(const struct fclc_packets *packets, const unsigned char *packet,
			   unsigned count)
{
	const unsigned char *valid = packet + packets->keep.offset;
	unsigned char rest = (unsigned char)((1u << count % 8) - 1);

	for (unsigned i = 0; i < count / 8; i++)
		if (valid[i] != 0xff)
			return false;
	return !rest || (valid[count / 8] & rest) == rest;
}

unsigned fclc_packets_trimmed(const struct fclc_packets *packets, const unsigned char *packet)
{
	unsigned count = packets->width;

	while (count && !fclc_packets_kept(packets, packet, count - 1))
		count--;
	/* A kernel that sets no TKEEP at all means its data. */
	return count ? count : packets->width;
}

bool fclc_packets_is_last(const struct fclc_packets *packets, const unsigned char *packet)
{
	return packets->last.bits && packet[packets->last.offset] & 1;
}

/* --- streams ----------------------------------------------------------------------------------- */

static bool packets_store(struct fcl_model_fifo *fifo, const void *packet, unsigned size)
{
	if (!fifo || fifo->tail == fifo->write_limit)
		return false;
	memcpy(fifo->ring + (fifo->tail & fifo->mask) * size, packet, size);
	__atomic_store_n(&fifo->tail, fifo->tail + 1, __ATOMIC_RELEASE);
	return true;
}

void fclc_packets_write(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			const void *packet)
{
	if (!packets_store(fclc_rt_fifo(cu, port, packets->packet_size), packet,
			   packets->packet_size))
		cu->host->stream_write(cu, port, packet);
}

void *fclc_packets_room(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			void *own)
{
	struct fcl_model_fifo *fifo = fclc_rt_fifo(cu, port, packets->packet_size);

	if (fifo && fifo->tail != fifo->write_limit)
		return fifo->ring + (fifo->tail & fifo->mask) * packets->packet_size;
	if (fifo && fifo->tail - __atomic_load_n(&fifo->head, __ATOMIC_ACQUIRE) >= fifo->depth)
		return NULL;
	return own;
}

bool fclc_packets_put_in(struct fcl_cu *cu, unsigned port, const void *packet, const void *own)
{
	struct fcl_model_fifo *fifo;

	if (packet == own)
		return cu->host->stream_try_write(cu, port, packet);
	fifo = cu->fifos[port];
	__atomic_store_n(&fifo->tail, fifo->tail + 1, __ATOMIC_RELEASE);
	return true;
}

const void *fclc_packets_oldest(struct fcl_cu *cu, unsigned port,
				const struct fclc_packets *packets, void *own)
{
	struct fcl_model_fifo *fifo = fclc_rt_fifo(cu, port, packets->packet_size);

	if (fifo && fifo->head != fifo->read_limit)
		return fifo->ring + (fifo->head & fifo->mask) * packets->packet_size;
	return fclc_packets_try_read(cu, port, packets, own) ? own : NULL;
}

void fclc_packets_take_out(struct fcl_cu *cu, unsigned port, const void *packet, const void *own)
{
	struct fcl_model_fifo *fifo;

	if (packet == own)
		return;
	fifo = cu->fifos[port];
	__atomic_store_n(&fifo->head, fifo->head + 1, __ATOMIC_RELEASE);
}

bool fclc_packets_try_read(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			   void *packet)
{
	unsigned size = packets->packet_size;
	struct fcl_model_fifo *fifo = fclc_rt_fifo(cu, port, size);

	if (fifo && fifo->head == __atomic_load_n(&fifo->tail, __ATOMIC_ACQUIRE))
		return false;
	if (!fifo || fifo->head == fifo->read_limit)
		return cu->host->stream_try_read(cu, port, packet);
	memcpy(packet, fifo->ring + (fifo->head & fifo->mask) * size, size);
	__atomic_store_n(&fifo->head, fifo->head + 1, __ATOMIC_RELEASE);
	return true;
}

#pragma GCC visibility pop
