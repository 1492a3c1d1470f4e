/* SPDX-License-Identifier: Apache-2.0 */
/* The compute units of sub-devices, compared with explicit lists. */
#include "host_tests/core/core_test.h"

#include "runtime/core/objects/device.h"
#include "runtime/core/objects/division.h"
#include "runtime/core/platform/register.h"

enum { SEEDS = 2000, KERNELS = 4, CUS = 24, PARTS = 12, LOOKS = 40 };

/* A list of units, as indices in the image's list. */
struct units {
	uint32_t cus[CUS];
	uint32_t count;
};

/* A sub-device, and how it was created. */
struct share {
	struct fcl_part *part;
	int parent;             /* index in shares; -1: the board */
	uint32_t counts[PARTS]; /* of the partition that it belongs to */
	uint32_t nparts, index; /* number of shares in the partition, and this one's index */
	uint32_t first;         /* number of the board's units before its own */
};

struct model {
	struct fcl_device device;
	struct fcl_hal_info info;
	struct fcl_slot slot;
	struct fcl_held held;
	struct fcl_image images[2]; /* the first one may be on the board */
	struct fcl_image_cu cus[2][CUS];
	struct share shares[64];
	int nshares;
	bool numbered;
};

static void make_image(struct dice *dice, struct model *model, int i)
{
	struct fcl_image *image = &model->images[i];

	memset(image->uuid, i + 1, sizeof(image->uuid));
	image->nkernels = KERNELS;
	image->cus = model->cus[i];
	image->ncus = roll(dice, CUS + 1);
	for (uint32_t k = 0; k < image->ncus; k++) {
		image->cus[k].kernel = roll(dice, KERNELS);
		image->cus[k].control = roll(dice, 4) ? FCL_CONTROL_HS : FCL_CONTROL_NONE;
	}
}

static bool starts(const struct fcl_image *image, uint32_t cu)
{
	return image->cus[cu].control != FCL_CONTROL_NONE;
}

/* The board's startable units, kernel by kernel, in the order of unit numbers. */
static struct units numbered_units(const struct fcl_image *image)
{
	struct units units = {.count = 0};

	for (uint32_t kernel = 0; kernel < KERNELS; kernel++)
		for (uint32_t i = 0; i < image->ncus; i++)
			if (starts(image, i) && image->cus[i].kernel == kernel)
				units.cus[units.count++] = i;
	return units;
}

static struct units units_of_kernel(const struct fcl_image *image, uint32_t kernel)
{
	struct units units = {.count = 0};

	for (uint32_t i = 0; i < image->ncus; i++)
		if (image->cus[i].kernel == kernel)
			units.cus[units.count++] = i;
	return units;
}

static void make_board(struct dice *dice, struct model *model)
{
	make_image(dice, model, 0);
	make_image(dice, model, 1);
	model->info.max_cus = roll(dice, CUS);
	model->info.nslots = 1;
	model->device.info = &model->info;
	model->device.slots = &model->slot;
	model->device.whole.device = &model->device;
	atomic_init(&model->device.whole.object.refs, 1);
	pthread_mutex_init(&model->device.lock, NULL);
	if (roll(dice, 2))
		return;
	model->held.image = model->slot.loaded = &model->images[0];
	model->device.held = &model->held;
	model->numbered = numbered_units(&model->images[0]).count > 0;
}

static struct fcl_part *part_of(struct model *model, int share)
{
	return share < 0 ? &model->device.whole : model->shares[share].part;
}

/* The number of units that a part reports. */
static uint32_t count_of(struct model *model, int share)
{
	if (share >= 0)
		return model->shares[share].counts[model->shares[share].index];
	if (model->numbered)
		return numbered_units(&model->images[0]).count;
	return model->info.max_cus ? model->info.max_cus : 1;
}

static void check_cus(struct dice *dice, struct model *model, int share, struct fcl_cus *ret_cus)
{
	fcl_part_cus(part_of(model, share), ret_cus);
	CHECK(dice, ret_cus->count == count_of(model, share));
	CHECK(dice, ret_cus->numbered == model->numbered);
	CHECK(dice, !model->numbered || !memcmp(ret_cus->uuid, model->images[0].uuid, 16));
}

/* Partitions a part at random. Returns false if it has only one unit. */
static bool divide(struct dice *dice, struct model *model)
{
	cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0};
	int parent = (int)roll(dice, (uint32_t)model->nshares + 1) - 1;
	struct share share = {.parent = parent};
	cl_device_id parts[PARTS];
	struct fcl_cus cus;
	uint32_t left;

	check_cus(dice, model, parent, &cus);
	for (left = cus.count; left && share.nparts < PARTS && (!share.nparts || roll(dice, 4));) {
		share.counts[share.nparts] = 1 + roll(dice, left < 4 ? left : 4);
		left -= share.counts[share.nparts++];
	}
	if (model->nshares + (int)share.nparts > 64)
		return false;
	CHECK(dice, !fcl_part_divide(part_of(model, parent), &cus, share.counts, share.nparts,
				     properties, 3, parts));
	share.first = parent < 0 ? 0 : model->shares[parent].first;
	for (share.index = 0; share.index < share.nparts; share.index++) {
		share.part = (struct fcl_part *)parts[share.index];
		CHECK(dice, fcl_object_is(share.part, FCL_TYPE_SUB_DEVICE));
		CHECK(dice, share.part->device == &model->device);
		model->shares[model->nshares++] = share;
		share.first += share.counts[share.index];
	}
	return true;
}

static struct units pick(struct model *model, int share, int image, uint32_t kernel);

/* The image's units that the share's numbers refer to. */
static struct units pick_numbers(struct model *model, const struct share *share, uint32_t kernel)
{
	struct units all = numbered_units(&model->images[0]), units = {.count = 0};

	for (uint32_t i = 0; i < share->counts[share->index]; i++)
		if (model->images[0].cus[all.cus[share->first + i]].kernel == kernel)
			units.cus[units.count++] = all.cus[share->first + i];
	return units;
}

/* Distributes the parent's units: in each round, one to each share that has room. */
static struct units pick_cards(struct model *model, const struct share *share, int image,
			       uint32_t kernel)
{
	struct units all = pick(model, share->parent, image, kernel), units = {.count = 0};
	uint32_t dealt = 0;

	if (all.count && all.count < share->nparts && share->index >= all.count) {
		units.cus[units.count++] = all.cus[share->index % all.count];
		return units;
	}
	while (dealt < all.count)
		for (uint32_t round = 0; round < CUS; round++)
			for (uint32_t i = 0; i < share->nparts && dealt < all.count; i++) {
				if (share->counts[i] <= round)
					continue;
				if (i == share->index)
					units.cus[units.count++] = all.cus[dealt];
				dealt++;
			}
	return units;
}

static struct units pick(struct model *model, int share, int image, uint32_t kernel)
{
	if (share < 0)
		return units_of_kernel(&model->images[image], kernel);
	if (model->numbered && image == 0)
		return pick_numbers(model, &model->shares[share], kernel);
	return pick_cards(model, &model->shares[share], image, kernel);
}

static void pick_random(struct dice *dice, struct model *model)
{
	int share = (int)roll(dice, (uint32_t)model->nshares + 1) - 1, image = (int)roll(dice, 2);
	uint32_t kernel = roll(dice, KERNELS), found[CUS], count;
	struct units expected = pick(model, share, image, kernel);
	struct fcl_cus cus;

	check_cus(dice, model, share, &cus);
	count = fcl_part_pick(part_of(model, share), &model->images[image], kernel, found);
	CHECK(dice, count == expected.count);
	CHECK(dice, !memcmp(found, expected.cus, count * sizeof(*found)));
	if (units_of_kernel(&model->images[image], kernel).count)
		CHECK(dice, fcl_part_has(part_of(model, share), &model->images[image], kernel) ==
				    (count > 0));
}

/* The last share to be released also releases the partition's reference to the parent. */
static void release(struct dice *dice, struct model *model)
{
	while (model->nshares) {
		uint32_t i = roll(dice, (uint32_t)model->nshares);

		if (!model->shares[i].part) {
			if (i == (uint32_t)model->nshares - 1)
				model->nshares--;
			continue;
		}
		fcl_object_release(model->shares[i].part);
		model->shares[i].part = NULL;
	}
	CHECK(dice, atomic_load(&model->device.whole.object.refs) == 1);
}

static void run(struct dice *dice)
{
	static struct model model;

	memset(&model, 0, sizeof(model));
	make_board(dice, &model);
	for (uint32_t i = roll(dice, 6); i > 0 && divide(dice, &model); i--)
		;
	for (dice->step = 1; dice->step <= LOOKS; dice->step++)
		pick_random(dice, &model);
	release(dice, &model);
}

static void as_lists(void **state)
{
	(void)state;
	fcl_core_register();
	for_seeds(SEEDS, run);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_lists)};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
