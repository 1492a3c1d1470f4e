/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded runs: run again, as files, with other depths; and the depths that are found for them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/fnv.h"
#include "emulator/time/recorded.h"
#include "host_tests/base/unit_test.h"
#include "host_tests/time/feed.h"

static const struct feed_way recorded = {.batch = 16, .turn = 3, .record = true};

static bool design_asks(const struct design *design)
{
	for (unsigned p = 0; p < MAX_PROCESSES; p++)
		for (unsigned s = 0; s < MAX_SEGMENTS; s++)
			if (design->processes[p].segments[s].poll)
				return true;
	return false;
}

static bool design_has_memory(const struct design *design)
{
	return design->ports[0].bytes;
}

static void assert_same(struct fcl_time *one, struct fcl_time *other, const char *name)
{
	struct fcl_time_process_use a, b;
	uint32_t i = 0;
	for (; fcl_time_process_use(one, i, &a); i++) {
		assert_true(fcl_time_process_use(other, i, &b));
		if (a.cycle != b.cycle || a.events != b.events || a.waited != b.waited)
			fail_msg("%s: process %u ends in cycle %" PRIu64 " after %" PRIu64
				 " events, again in %" PRIu64 " after %" PRIu64,
				 name, i, a.cycle, a.events, b.cycle, b.events);
	}
	assert_false(fcl_time_process_use(other, i, &b));
	struct fcl_time_channel_use c, d;
	for (i = 0; fcl_time_channel_use(one, i, &c); i++) {
		assert_true(fcl_time_channel_use(other, i, &d));
		assert_int_equal(c.most, d.most);
		assert_int_equal(c.writer_waited, d.writer_waited);
		assert_int_equal(c.reader_waited, d.reader_waited);
	}
	struct fcl_time_port_use e, f;
	for (i = 0; fcl_time_port_use(one, i, &e); i++) {
		assert_true(fcl_time_port_use(other, i, &f));
		assert_int_equal(e.read_bursts, f.read_bursts);
		assert_int_equal(e.waited, f.waited);
	}
}

static struct fcl_time *repeat(struct fcl_time *recording)
{
	struct fcl_time *time;
	assert_int_equal(fcl_time_repeat(recording, &time, NULL), 0);
	return time;
}

/* A run of what was recorded is the same run; twice, as nothing is left of the first. */
static void test_again(void **state)
{
	(void)state;
	struct design design;
	for (unsigned i = 0; design_get(i, &design); i++) {
		struct fcl_time *recording = feed(&design, &recorded);
		struct fcl_time *time = repeat(recording);
		struct fcl_time_outcome outcome;
		for (int round = 0; round < 2; round++) {
			assert_int_equal(fcl_time_again(time, NULL, &outcome, NULL), 0);
			assert_int_equal(outcome.stuck, fcl_time_failure(recording, NULL) != 0);
			/* A question that a deadlock left open has no answer to compare with. */
			assert_false(outcome.diverged && !outcome.stuck);
			assert_same(recording, time, design.name);
		}
		fcl_time_destroy(time);
		fcl_time_destroy(recording);
	}
}

static struct fcl_text save(struct fcl_time *time)
{
	struct fcl_text file = {0};
	assert_int_equal(fcl_time_save(time, &file, NULL), 0);
	return file;
}

static void test_files(void **state)
{
	(void)state;
	struct design design;
	for (unsigned i = 0; design_get(i, &design); i++) {
		struct fcl_time *recording = feed(&design, &recorded), *loaded;
		struct fcl_text file = save(recording);
		struct fcl_err err;
		if (fcl_time_load(file.bytes, file.size, &loaded, &err))
			fail_msg("%s: %s", design.name, err.text);
		struct fcl_text again = save(loaded);
		assert_int_equal(again.size, file.size);
		assert_memory_equal(again.bytes, file.bytes, file.size);
		struct fcl_time *time = repeat(loaded);
		struct fcl_time_outcome outcome;
		assert_int_equal(fcl_time_again(time, NULL, &outcome, NULL), 0);
		assert_same(recording, time, design.name);
		fcl_time_destroy(time);
		fcl_time_destroy(loaded);
		fcl_time_destroy(recording);
		fcl_text_free(&file);
		fcl_text_free(&again);
	}
}

/* Sets the hash at the end, so that what comes before it is looked at. */
static void sign(char *bytes, size_t size)
{
	uint64_t hash = fcl_fnv(FCL_FNV_EMPTY, bytes, size - 8);
	for (unsigned i = 0; i < 8; i++)
		bytes[size - 8 + i] = (char)(hash >> 8 * i);
}

/* Any byte that is not as it was is found; even if not, nothing is read or written beyond. */
static void test_damaged_files(void **state)
{
	(void)state;
	struct design design;
	struct fcl_time *time;
	struct fcl_err err;
	assert_true(design_get(18, &design));
	struct fcl_time *recording = feed(&design, &recorded);
	struct fcl_text file = save(recording);
	uint32_t random = 1;
	for (size_t i = 0; i < file.size; i++) {
		char old = file.bytes[i];
		file.bytes[i] ^= (char)(1u << next_number(&random) % 8);
		assert_int_equal(fcl_time_load(file.bytes, file.size, &time, &err), -EINVAL);
		if (i < file.size - 8) {
			sign(file.bytes, file.size);
			if (!fcl_time_load(file.bytes, file.size, &time, &err))
				fcl_time_destroy(time);
		}
		file.bytes[i] = old;
		sign(file.bytes, file.size);
	}
	assert_int_equal(fcl_time_load(file.bytes, file.size, &time, &err), 0);
	fcl_time_destroy(time);
	for (size_t size = 0; size < file.size; size++) {
		assert_int_equal(fcl_time_load(file.bytes, size, &time, &err), -EINVAL);
		if (size < 20)
			continue;
		char *cut = malloc(size);
		assert_non_null(cut);
		memcpy(cut, file.bytes, size);
		sign(cut, size);
		assert_int_equal(fcl_time_load(cut, size, &time, &err), -EINVAL);
		free(cut);
	}
	file.bytes[8] = 2;
	assert_int_equal(fcl_time_load(file.bytes, file.size, &time, &err), -EINVAL);
	assert_non_null(strstr(err.text, "version 2"));
	fcl_text_free(&file);
	fcl_time_destroy(recording);
}

/* Other depths give what a run with those depths gives, unless it asked something. */
static void test_other_depths(void **state)
{
	(void)state;
	struct design design;
	uint32_t random = 7, diverged = 0;
	for (unsigned i = 0; design_get(i, &design); i++) {
		struct fcl_time *recording = feed(&design, &recorded);
		struct fcl_time *time = repeat(recording);
		uint64_t depths[MAX_CHANNELS] = {0};
		for (unsigned c = 0; c < MAX_CHANNELS && design.channels[c].depth; c++)
			design.channels[c].depth =
				(uint32_t)(depths[c] = 1 + next_number(&random) % 24);
		struct fcl_time *fresh = feed(&design, &recorded);
		struct fcl_time_outcome outcome;
		assert_int_equal(fcl_time_again(time, depths, &outcome, NULL), 0);
		diverged += outcome.diverged;
		if (!outcome.diverged) {
			assert_int_equal(outcome.stuck, fcl_time_failure(fresh, NULL) != 0);
			assert_same(fresh, time, design.name);
		}
		assert_true(!outcome.diverged || design_asks(&design));
		fcl_time_destroy(fresh);
		fcl_time_destroy(time);
		fcl_time_destroy(recording);
	}
	assert_true(diverged > 0);
}

/* No FIFO of the set can be smaller by one without crossing the limit. */
static void assert_smallest(struct fcl_time *recording, const struct fcl_time_sizing *sizing,
			    uint32_t channels, uint64_t limit_ps)
{
	struct fcl_time *time = repeat(recording);
	struct fcl_time_outcome outcome;
	uint64_t depths[MAX_CHANNELS];
	memcpy(depths, sizing->depths, channels * sizeof(*depths));
	assert_int_equal(fcl_time_again(time, depths, &outcome, NULL), 0);
	assert_true(!outcome.stuck && outcome.end_ps <= limit_ps);
	for (uint32_t c = 0; c < channels; c++) {
		if (depths[c] == 1)
			continue;
		depths[c]--;
		assert_int_equal(fcl_time_again(time, depths, &outcome, NULL), 0);
		assert_true(outcome.stuck || outcome.end_ps > limit_ps);
		depths[c]++;
	}
	fcl_time_destroy(time);
}

static void test_sizes(void **state)
{
	(void)state;
	struct design design;
	unsigned stuck = 0, fronts = 0;
	for (unsigned i = 0; design_get(i, &design); i++) {
		/* Where order at a bank counts, more depth may cost cycles; where code asks, its way. */
		if (design_asks(&design) || design_has_memory(&design))
			continue;
		struct fcl_time *recording = feed(&design, &recorded);
		struct fcl_time_sizes sizes;
		struct fcl_err err;
		if (fcl_time_sizes_find(recording, 1, &sizes, &err))
			fail_msg("%u, %s: %s", i, design.name, err.text);
		stuck += sizes.declared.outcome.stuck;
		assert_true(sizes.declared.outcome.stuck ||
			    sizes.fast.outcome.end_ps <= sizes.declared.outcome.end_ps);
		assert_smallest(recording, &sizes.fast, sizes.channels, sizes.fast.outcome.end_ps);
		assert_smallest(recording, &sizes.least, sizes.channels, UINT64_MAX);
		assert_true(sizes.nfront >= 1);
		fronts += sizes.nfront > 2;
		for (size_t k = 1; k < sizes.nfront; k++) {
			assert_true(sizes.front[k].bits < sizes.front[k - 1].bits);
			assert_true(sizes.front[k].outcome.end_ps >=
				    sizes.front[k - 1].outcome.end_ps);
		}
		assert_int_equal(sizes.front[sizes.nfront - 1].bits, sizes.least.bits);
		fcl_time_sizes_free(&sizes);
		fcl_time_destroy(recording);
	}
	assert_true(stuck > 0);
	assert_true(fronts > 3);
}

/* A join that waits for the longer way first: its other FIFO has to hold ten elements. */
static void test_sizes_of_a_deadlock(void **state)
{
	(void)state;
	struct design design;
	unsigned i = 0;
	while (design_get(i, &design) && !strstr(design.name, "a deadlock"))
		i++;
	struct fcl_time *recording = feed(&design, &recorded);
	struct fcl_time_sizes sizes;
	assert_int_equal(fcl_time_sizes_find(recording, 1, &sizes, NULL), 0);
	assert_true(sizes.declared.outcome.stuck);
	assert_int_equal(sizes.least.depths[1], 10);
	assert_int_equal(sizes.least.depths[0], 1);
	fcl_time_sizes_free(&sizes);
	fcl_time_destroy(recording);
	/* Processes that wait for each other from the start: no depth helps. */
	static const struct design circle = {
		.name = "a circle",
		.channels = {{2}, {2}},
		.processes = {
			{.segments = {{4, 1, 2,
				       .ops = {{.kind = FCL_TIME_READ, .object = 1},
					       {.kind = FCL_TIME_WRITE, .offset = 1}}}}},
			{.segments = {
				 {4, 1, 2,
				  .ops = {{.kind = FCL_TIME_READ},
					  {.kind = FCL_TIME_WRITE, .object = 1, .offset = 1}}}}}}};
	struct fcl_err err;
	recording = feed(&circle, &recorded);
	assert_int_equal(fcl_time_sizes_find(recording, 1, &sizes, &err), -EDEADLK);
	assert_non_null(strstr(err.text, "no depths of FIFOs help: deadlock"));
	fcl_time_sizes_free(&sizes);
	fcl_time_destroy(recording);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_again),         cmocka_unit_test(test_files),
		cmocka_unit_test(test_damaged_files), cmocka_unit_test(test_other_depths),
		cmocka_unit_test(test_sizes),         cmocka_unit_test(test_sizes_of_a_deadlock),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
