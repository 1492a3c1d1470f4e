/* SPDX-License-Identifier: Apache-2.0 */
/* FIFOs are bounded, ordered and lossless, with any depth and any number of threads at each end. */
#include "host_tests/emulator/unit_test.h"

#include <sched.h>

#include "emulator/execution/fifos/fifo.h"
#include "emulator/state/fifo.h"

enum { PACKETS = 20000, ENDS = 3 };

static void bounds(void **state)
{
	static const uint32_t depths[] = {1, 2, 3, 16, 1000};

	(void)state;
	for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		struct fcl_emu_fifo *fifo = fcl_emu_fifo_create("f", 4, depths[i]);
		uint32_t packet = 77;

		assert_non_null(fifo);
		assert_false(fcl_emu_fifo_pop(fifo, &packet));
		assert_int_equal(packet, 77);
		assert_false(fcl_emu_fifo_moves(fifo, FCL_EMU_READER));
		for (uint32_t k = 0; k < depths[i]; k++) {
			assert_int_equal(fcl_emu_fifo_level(fifo), k);
			assert_true(fcl_emu_fifo_moves(fifo, FCL_EMU_WRITER));
			assert_true(fcl_emu_fifo_push(fifo, &k));
		}
		assert_false(fcl_emu_fifo_moves(fifo, FCL_EMU_WRITER));
		assert_false(fcl_emu_fifo_push(fifo, &packet));
		for (uint32_t k = 0; k < depths[i]; k++) {
			assert_true(fcl_emu_fifo_pop(fifo, &packet));
			assert_int_equal(packet, k);
		}
		assert_int_equal(fcl_emu_fifo_level(fifo), 0);
		fcl_emu_fifo_unref(fifo);
	}
}

/* Packets are not split at the ring's end, even if their size is not a power of two. */
static void packet_sizes(void **state)
{
	static const uint32_t sizes[] = {1, 3, 12, 64, 200};
	unsigned char sent[200], got[201];

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct fcl_emu_fifo *fifo = fcl_emu_fifo_create("f", sizes[i], 3);

		for (int k = 0; k < 20; k++) {
			for (uint32_t b = 0; b < sizes[i]; b++)
				sent[b] = (unsigned char)(k * 31 + (int)b);
			got[sizes[i]] = 0xEE;
			assert_true(fcl_emu_fifo_push(fifo, sent));
			assert_true(fcl_emu_fifo_pop(fifo, got));
			assert_memory_equal(got, sent, sizes[i]);
			assert_int_equal(got[sizes[i]], 0xEE);
		}
		fcl_emu_fifo_unref(fifo);
	}
}

/* One thread at each end: packet n is 3 * n + 1, in order. */
static void *write_in_order(void *data)
{
	for (uint32_t i = 0; i < PACKETS;) {
		uint32_t packet = 3 * i + 1;

		if (fcl_emu_fifo_push(data, &packet))
			i++;
		else
			sched_yield();
	}
	return NULL;
}

static void one_to_one(void **state)
{
	(void)state;
	for (uint32_t depth = 1; depth <= 16; depth *= 4) {
		struct fcl_emu_fifo *fifo = fcl_emu_fifo_create("f", 4, depth);
		pthread_t writer;
		uint32_t packet;

		assert_int_equal(pthread_create(&writer, NULL, write_in_order, fifo), 0);
		for (uint32_t i = 0; i < PACKETS;) {
			if (!fcl_emu_fifo_pop(fifo, &packet)) {
				sched_yield();
				continue;
			}
			assert_int_equal(packet, 3 * i + 1);
			i++;
		}
		assert_int_equal(pthread_join(writer, NULL), 0);
		fcl_emu_fifo_unref(fifo);
	}
}

/*
 * As payloads do: according to the rules of struct fcl_model_fifo, or by a call if these do not
 * apply.
 */
static bool give(struct fcl_emu_fifo *fifo, uint32_t packet)
{
	struct fcl_model_fifo *own = &fifo->pub;
	uint64_t tail = own->tail;

	if (tail == own->write_limit)
		return fcl_emu_fifo_push(fifo, &packet);
	memcpy(own->ring + (tail & own->mask) * sizeof(packet), &packet, sizeof(packet));
	__atomic_store_n(&own->tail, tail + 1, __ATOMIC_RELEASE);
	return true;
}

static bool take(struct fcl_emu_fifo *fifo, uint32_t *ret_packet)
{
	struct fcl_model_fifo *own = &fifo->pub;
	uint64_t head = own->head;

	if (head == own->read_limit)
		return fcl_emu_fifo_pop(fifo, ret_packet);
	memcpy(ret_packet, own->ring + (head & own->mask) * sizeof(*ret_packet),
	       sizeof(*ret_packet));
	__atomic_store_n(&own->head, head + 1, __ATOMIC_RELEASE);
	return true;
}

static void *give_in_order(void *data)
{
	for (uint32_t i = 0; i < PACKETS;)
		if (give(data, 3 * i + 1))
			i++;
		else
			sched_yield();
	return NULL;
}

/* FIFOs whose depth is not a power of two must not hold more than that depth. */
static void from_payloads(void **state)
{
	static const uint32_t depths[] = {1, 3, 16, 100};

	(void)state;
	for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		struct fcl_emu_fifo *fifo = fcl_emu_fifo_create("f", 4, depths[i]);
		uint32_t packet, full = 0;
		pthread_t writer;

		while (give(fifo, full))
			full++;
		assert_int_equal(full, depths[i]);
		while (take(fifo, &packet))
			full--;
		assert_int_equal(full, 0);
		assert_int_equal(pthread_create(&writer, NULL, give_in_order, fifo), 0);
		for (uint32_t k = 0; k < PACKETS;) {
			if (!take(fifo, &packet)) {
				sched_yield();
				continue;
			}
			assert_int_equal(packet, 3 * k + 1);
			k++;
		}
		assert_int_equal(pthread_join(writer, NULL), 0);
		fcl_emu_fifo_unref(fifo);
	}
}

struct end {
	struct fcl_emu_fifo *fifo;
	uint32_t number;          /* number of the writer */
	uint32_t next[ENDS];      /* reader: the next packet it may see from each writer, at the
				   * earliest */
	_Atomic uint32_t *counts; /* how often each packet arrived */
	_Atomic uint32_t *left;   /* number of packets that no reader has taken yet */
};

static void *write_many(void *data)
{
	struct end *end = data;

	for (uint32_t i = 0; i < PACKETS / 10;) {
		uint32_t packet = end->number << 24 | i;

		if (fcl_emu_fifo_push(end->fifo, &packet))
			i++;
		else
			sched_yield();
	}
	return NULL;
}

/* A reader sees only some of a writer's packets, but in order. */
static void *read_many(void *data)
{
	struct end *end = data;
	uintptr_t wrong = 0;
	uint32_t packet;

	while (atomic_load(end->left)) {
		if (!fcl_emu_fifo_pop(end->fifo, &packet)) {
			sched_yield();
			continue;
		}
		atomic_fetch_sub(end->left, 1);
		wrong += (packet & 0xFFFFFF) < end->next[packet >> 24];
		end->next[packet >> 24] = (packet & 0xFFFFFF) + 1;
		atomic_fetch_add(
			&end->counts[(packet >> 24) * (PACKETS / 10) + (packet & 0xFFFFFF)], 1);
	}
	return (void *)wrong;
}

static void many_to_many(void **state)
{
	static _Atomic uint32_t counts[ENDS * PACKETS / 10];
	_Atomic uint32_t left = ENDS * (PACKETS / 10);
	struct fcl_emu_fifo *fifo = fcl_emu_fifo_create("pipe", 4, 5);
	struct end ends[2 * ENDS] = {0};
	pthread_t threads[2 * ENDS];
	void *wrong;

	(void)state;
	fifo->shared = true;
	for (uint32_t i = 0; i < 2 * ENDS; i++) {
		ends[i] = (struct end){fifo, i, {0}, counts, &left};
		assert_int_equal(pthread_create(&threads[i], NULL,
						i < ENDS ? write_many : read_many, &ends[i]),
				 0);
	}
	for (uint32_t i = 0; i < 2 * ENDS; i++) {
		assert_int_equal(pthread_join(threads[i], &wrong), 0);
		assert_null(wrong);
	}
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		assert_int_equal(counts[i], 1);
	fcl_emu_fifo_unref(fifo);
}

/* Fills it with consecutive numbers from *next on; checks how many fit. */
static void fill(struct fcl_emu_fifo *fifo, uint32_t *next, uint32_t expected)
{
	uint32_t count = 0;

	while (fcl_emu_fifo_push(fifo, next)) {
		count++;
		++*next;
	}
	assert_int_equal(count, expected);
}

static void drain(struct fcl_emu_fifo *fifo, uint32_t *next, uint32_t count)
{
	uint32_t packet = 0;

	for (uint32_t i = 0; i < count; i++) {
		assert_true(fcl_emu_fifo_pop(fifo, &packet));
		assert_int_equal(packet, (*next)++);
	}
}

/*
 * It grows with its packets, as long as there is room; what is written after that is dropped when
 * it gets its depth back.
 */
static void grows(void **state)
{
	struct fcl_emu_fifo *fifo = fcl_emu_fifo_create("f", 4, 3);
	uint64_t room = 4 * 4 + 8 * 4; /* for rings of 8 and 16 packets instead of 4 */
	uint32_t written = 0, read = 0, packet;

	(void)state;
	fill(fifo, &written, 3);
	drain(fifo, &read, 2);
	fill(fifo, &written, 2);
	for (int i = 0; i < 13; i++) {
		assert_true(fcl_emu_fifo_grow(fifo, &room));
		fill(fifo, &written, 1);
	}
	assert_int_equal(room, 0);
	assert_false(fcl_emu_fifo_grow(fifo, &room));
	assert_int_equal(fcl_emu_fifo_level(fifo), 16);
	drain(fifo, &read, 1);
	fcl_emu_fifo_shrink(fifo, 5); /* of the packets 0 to 17 */
	drain(fifo, &read, 2);
	assert_false(fcl_emu_fifo_pop(fifo, &packet));
	written = read;
	fill(fifo, &written, 3);
	drain(fifo, &read, 3);
	fcl_emu_fifo_unref(fifo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds),       cmocka_unit_test(packet_sizes),
		cmocka_unit_test(one_to_one),   cmocka_unit_test(from_payloads),
		cmocka_unit_test(many_to_many), cmocka_unit_test(grows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
