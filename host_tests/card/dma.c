/* SPDX-License-Identifier: Apache-2.0 */
#include "dma.h"

#include <string.h>

#include "base/clock.h"
#include "host_tests/image/cmocka_all.h"

void dma_put(struct client *client, uint64_t at, uint32_t flags, unsigned adjacent, uint64_t source,
	     uint64_t target, uint32_t length, uint64_t next)
{
	const struct {
		uint32_t control, length;
		uint64_t source, target, next;
	} descriptor = {0xad4b0000 | adjacent << 8 | flags, length, source, target, next};

	memcpy(client->memory + at, &descriptor, sizeof(descriptor));
}

void dma_start(struct client *client, uint32_t channel, uint64_t first, unsigned adjacent,
	       uint32_t control)
{
	put32(client, XDMA, channel + 0x04, 0);
	put32(client, XDMA, DESCRIPTORS(channel) + 0x80, (uint32_t)first);
	put32(client, XDMA, DESCRIPTORS(channel) + 0x84, (uint32_t)(first >> 32));
	put32(client, XDMA, DESCRIPTORS(channel) + 0x88, adjacent);
	put32(client, XDMA, channel + 0x04, control | RUN);
}

uint32_t dma_wait(struct client *client, uint32_t channel)
{
	uint64_t end = fcl_now_ns() + PATIENCE_MS * UINT64_C(1000000);

	while (get32(client, XDMA, channel + 0x40) & BUSY)
		assert_true(fcl_now_ns() < end);
	return get32(client, XDMA, channel + 0x44);
}

uint32_t dma_move(struct client *client, uint32_t channel, uint64_t card, uint64_t offset,
		  uint32_t length)
{
	uint64_t host = client->base + offset;
	bool c2h = channel & 0x1000;

	dma_put(client, LIST, STOP_FLAG | COMPLETED_FLAG, 0, c2h ? card : host, c2h ? host : card,
		length, 0);
	dma_start(client, channel, client->base + LIST, 0, STOPPED | COMPLETED | ERRORS);
	return dma_wait(client, channel);
}
