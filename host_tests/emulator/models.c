/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A payload for test_ring.c, test_reach.c, test_keep.c, test_groups.c, test_values.c and
 * test_outside.c.
 */
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "host_tests/emulator/models.h"

#include "bitstreams/image/fcl_image.h"

static uint32_t get(const struct fcl_cu *cu, uint32_t offset)
{
	uint32_t value;

	memcpy(&value, cu->regs + offset, sizeof(value));
	return value;
}

/*
 * hop(in, out, uint rounds, uint first): increments a number and passes it on. The first unit
 * starts, and keeps the final number.
 */
static int hop(struct fcl_cu *cu)
{
	uint32_t rounds = get(cu, HOP_ROUNDS), first = get(cu, HOP_FIRST), number = 0;

	if (first)
		cu->host->stream_write(cu, 1, &number);
	for (uint32_t i = 0; i < rounds; i++) {
		cu->host->stream_read(cu, 0, &number);
		number++;
		if (!first || i + 1 < rounds)
			cu->host->stream_write(cu, 1, &number);
	}
	memcpy(cu->regs + HOP_LAST, &number, sizeof(number));
	return 0;
}

/*
 * listen(in, out, uint descriptor, uint waits): passes on a number that comes from outside, or ends
 * when one comes in.
 */
static int listen(struct fcl_cu *cu)
{
	struct pollfd outside = {.fd = (int)get(cu, LISTEN_TO), .events = POLLIN};
	uint32_t waits = get(cu, LISTEN_WAITS), number = 0, in = 0;

	for (uint32_t i = 0; i < waits || !poll(&outside, 1, 0); i++) {
		cu->host->wait_outside(cu, outside.fd, POLLIN, &in, 1);
		if (cu->host->stream_try_read(cu, 0, &number))
			return 0;
	}
	if (read(outside.fd, &number, sizeof(number)) == sizeof(number))
		cu->host->stream_write(cu, 1, &number);
	return 0;
}

/* peek(global uint *in): reads its memory. */
static int peek(struct fcl_cu *cu)
{
	uint64_t address;

	memcpy(&address, cu->regs + 0x10, sizeof(address));
	*(volatile uint32_t *)cu->host->memory(cu, 0, address, 4) += 1;
	return 0;
}

/*
 * poke(uint value, ulong at, global uint *a, *b, *c, *d): adds the value to the first number of
 * each buffer, and to byte `at` of the last one.
 */
static int poke(struct fcl_cu *cu)
{
	uint32_t value = get(cu, POKE_VALUE);
	uint64_t at;

	memcpy(&at, cu->regs + POKE_AT, sizeof(at));
	for (uint32_t i = 0; i < POKE_BUFFERS; i++) {
		uint64_t address;
		unsigned char *memory;

		memcpy(&address, cu->regs + POKE_FIRST + i * 12, sizeof(address));
		memory = cu->host->memory(cu, 0, address, 0);
		if (!memory)
			continue;
		*(volatile uint32_t *)memory += value;
		if (i == POKE_BUFFERS - 1)
			((volatile unsigned char *)memory)[at] += (unsigned char)value;
	}
	return 0;
}

static void pass_time(uint32_t turns)
{
	for (volatile uint32_t i = 0; i < turns;)
		i++;
}

static void print(struct fcl_cu *cu, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	cu->host->vprintf(cu, format, args);
	va_end(args);
}

static uint64_t items_in(const struct fcl_model_range *range, uint64_t group)
{
	uint64_t items = 1;

	for (int i = 0; i < 3; i++) {
		uint64_t local = range->local_size[i], global = range->global_size[i];
		uint64_t groups = (global + local - 1) / local, first = group % groups * local;

		items *= global - first < local ? global - first : local;
		group /= groups;
	}
	return items;
}

/* The effects of tally() in group `at`, besides counting. */
static void misbehave(struct fcl_cu *cu, struct tally *tally, uint64_t group, bool helper)
{
	bool here = group == tally->at;

	if (tally->deed == TALLY_FAIL && here)
		cu->host->fail(cu, "the group that fails");
	if (tally->deed == TALLY_YIELD)
		cu->host->yield(cu);
	if (tally->deed == TALLY_PRINT)
		print(cu, "\ngroup %u", (unsigned)group), print(cu, " ran");
	if (tally->deed == TALLY_ALLOCATE)
		memset(cu->host->allocate(cu, 1000), 1, 1000);
	if (tally->deed == TALLY_FAULT_IN_HELPER && helper)
		*(volatile int *)(uintptr_t)(tally->at + 8) = 1;
	while (tally->deed == TALLY_HANG_IN_HELPER && helper)
		pass_time(1000);
	/*
	 * The first batch measures how long a group takes; then help is requested, and must come.
	 */
	while (tally->deed <= TALLY_HANG_IN_HELPER && tally->deed >= TALLY_FAULT_IN_HELPER &&
	       cu->range->first_group && !cu->host->stop_requested(cu))
		;
}

/* tally(global struct tally *, ulong owner): counts the groups that it runs. */
static int tally(struct fcl_cu *cu)
{
	const struct fcl_model_range *range = cu->range;
	uint64_t address, owner;
	struct tally *tally;

	memcpy(&address, cu->regs + TALLY_MEMORY, sizeof(address));
	memcpy(&owner, cu->regs + TALLY_OWNER, sizeof(owner));
	tally = cu->host->memory(cu, 0, address, 0);
	__atomic_fetch_add(&tally->batches, 1, __ATOMIC_RELAXED);
	for (uint64_t i = 0; i < range->ngroups; i++) {
		uint64_t group = range->first_group + i;

		pass_time(tally->turns);
		misbehave(cu, tally, group, owner && owner != (uintptr_t)cu);
		/* Of any group: on a busy machine, help may come late. */
		if (owner && owner != (uintptr_t)cu)
			__atomic_fetch_add(&tally->helped, 1, __ATOMIC_RELAXED);
		if (group >= TALLY_GROUPS)
			continue;
		__atomic_fetch_add(&tally->groups[group], 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&tally->items, items_in(range, group), __ATOMIC_RELAXED);
	}
	return 0;
}

static const struct fcl_model_port hop_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_IN, "in", 32, 4, 0},
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_OUT, "out", 32, 4, 1},
};

static const struct fcl_model hop_model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "hop",
	.regs_size = HOP_REGS,
	.stack_size = 16384,
	.nports = 2,
	.ports = hop_ports,
	.run = hop,
};

static const struct fcl_model listen_model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "listen",
	.regs_size = HOP_REGS,
	.nports = 2,
	.ports = hop_ports,
	.run = listen,
};

static const struct fcl_model_port peek_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 32, 0, UINT32_MAX},
};

static const struct fcl_model peek_model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "peek",
	.regs_size = 0x20,
	.nports = 1,
	.ports = peek_ports,
	.run = peek,
};

static const struct fcl_model poke_model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "poke",
	.regs_size = POKE_REGS,
	.nports = 1,
	.ports = peek_ports,
	.run = poke,
};

static const struct fcl_model tally_model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "tally",
	.flags = FCL_MODEL_GROUPS,
	.regs_size = 0x30,
	.nports = 1,
	.ports = peek_ports,
	.run = tally,
};

static const struct fcl_model *const models[] = {&hop_model, &peek_model, &poke_model, &tally_model,
						 &listen_model};

extern const struct fcl_bitstream fcl_bitstream;

__attribute__((visibility("default"))) const struct fcl_bitstream fcl_bitstream = {
	.size = sizeof(struct fcl_bitstream),
	.version = FCL_MODEL_VERSION,
	.isa = FCL_IMAGE_BASIC_ISA,
	.nmodels = 5,
	.models = models,
};
