/* SPDX-License-Identifier: Apache-2.0 */
/* Spans compared with one mask for each byte. */
#include "host_tests/core/core_test.h"

#include "runtime/core/objects/span.h"

enum { SEEDS = 300, STEPS = 200, BYTES = 120, SIDES = 3 };

struct model {
	struct fcl_context context;
	struct fcl_device_side sides[SIDES - 1];
	struct fcl_mem root;
	uint64_t valid[BYTES]; /* for each byte of the root buffer */
};

static uint64_t roll_mask(struct dice *dice)
{
	return roll(dice, 1u << SIDES);
}

/* Half of the ranges end at an end of the buffer, where splitting has its special cases. */
static void roll_range(struct dice *dice, const struct model *model, uint64_t *ret_start,
		       uint64_t *ret_end)
{
	uint32_t size = (uint32_t)model->root.size;
	uint32_t a = roll(dice, 4) ? roll(dice, size + 1) : 0;
	uint32_t b = roll(dice, 4) ? roll(dice, size + 1) : size;

	*ret_start = a < b ? a : b;
	*ret_end = a < b ? b : a;
}

/* Checks the invariants of spans in mem.h, and that they agree with the model. */
static void check_all(struct dice *dice, const struct model *model)
{
	const struct fcl_mem *root = &model->root;

	CHECK(dice, root->nspans && root->nspans <= root->span_room && root->spans[0].start == 0);
	for (uint32_t i = 0; i < root->nspans; i++) {
		uint64_t start = root->spans[i].start;
		uint64_t end = i + 1 < root->nspans ? root->spans[i + 1].start : root->size;

		CHECK(dice, start < end && end <= root->size);
		CHECK(dice, !i || root->spans[i].valid != root->spans[i - 1].valid);
		for (uint64_t at = start; at < end; at++)
			CHECK(dice, root->spans[i].valid == model->valid[at]);
	}
}

/* The sides that have all of the newest bytes, or 0 while bytes move: see fcl_mem.settled. */
static void check_settled(struct dice *dice, const struct model *model)
{
	uint64_t expected = model->root.busy ? 0 : model->valid[0];

	for (uint64_t at = 1; at < model->root.size; at++)
		if (model->valid[at] != model->valid[0])
			expected = 0;
	if (expected == UINT64_MAX) { /* undefined bytes: any side with memory is as good */
		expected = 1u << FCL_SIDE_HOST;
		for (uint32_t i = 0; i < SIDES - 1; i++)
			if (model->sides[i].buffer)
				expected |= 1u << FCL_SIDE_DEVICE(i);
	}
	CHECK(dice, atomic_load(&model->root.settled) == expected);
}

/* Bytes start or stop moving, or a side gains or loses its memory. */
static void disturb(struct dice *dice, struct model *model)
{
	static char memory;
	struct fcl_device_side *side = &model->sides[roll(dice, SIDES - 1)];

	model->root.busy = !roll(dice, 4);
	side->buffer = roll(dice, 2) ? (struct fcl_hal_buffer *)&memory : NULL;
	fcl_span_publish(&model->root);
	check_settled(dice, model);
}

static void set(struct dice *dice, struct model *model)
{
	uint64_t keep = roll(dice, 2) ? UINT64_MAX : roll_mask(dice), add = roll_mask(dice);
	uint64_t start, end;

	roll_range(dice, model, &start, &end);
	CHECK(dice, !fcl_span_reserve(&model->root));
	fcl_span_set(&model->root, start, end, keep, add);
	if (add & model->root.one)
		add |= model->root.one;
	for (uint64_t at = start; at < end; at++)
		model->valid[at] = (model->valid[at] & keep) | add;
	check_all(dice, model);
	if (start < end)
		check_settled(dice, model);
}

static void covers(struct dice *dice, const struct model *model)
{
	uint64_t start, end, mask = roll_mask(dice);
	bool all = true;

	roll_range(dice, model, &start, &end);
	for (uint64_t at = start; at < end; at++)
		all &= (model->valid[at] & mask) == mask;
	CHECK(dice, fcl_span_covers(&model->root, start, end, mask) == all);
}

/* The pieces are contiguous and fill the range, and each is as long as its mask stays the same. */
static void next(struct dice *dice, const struct model *model)
{
	uint64_t start, end, at, piece_end = 0;
	struct fcl_span piece;

	roll_range(dice, model, &start, &end);
	for (at = start; fcl_span_next(&model->root, &at, end, &piece, &piece_end);) {
		CHECK(dice, piece.start == start && piece_end > start && piece_end <= end);
		for (; start < piece_end; start++)
			CHECK(dice, piece.valid == model->valid[start]);
		CHECK(dice, at == piece_end);
		CHECK(dice, at == end || model->valid[at] != piece.valid);
	}
	CHECK(dice, start == end);
}

static void run(struct dice *dice)
{
	struct model model = {.context.ndevices = SIDES - 1, .root.size = 1 + roll(dice, BYTES)};
	uint64_t first = roll(dice, 2) ? UINT64_MAX : roll_mask(dice);

	model.root.context = &model.context;
	model.root.sides = model.sides;
	if (roll(dice, 2))
		model.root.one = roll_mask(dice);
	CHECK(dice, !fcl_span_init(&model.root, first));
	for (uint64_t i = 0; i < model.root.size; i++)
		model.valid[i] = first;
	check_all(dice, &model);
	for (dice->step = 1; dice->step <= STEPS; dice->step++) {
		set(dice, &model);
		disturb(dice, &model);
		covers(dice, &model);
		next(dice, &model);
	}
	free(model.root.spans);
}

static void as_one_mask_a_byte(void **state)
{
	(void)state;
	for_seeds(SEEDS, run);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_one_mask_a_byte)};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
