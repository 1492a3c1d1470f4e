/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/division.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/device.h"

static bool can_start(const struct fcl_image_cu *cu)
{
	return cu->control != FCL_CONTROL_NONE;
}

/*
 * CUs are numbered kernel by kernel: returns the number of the kernel's first CU, and how many it
 * has.
 */
static uint32_t numbers_of(const struct fcl_image *image, uint32_t kernel, uint32_t *ret_count)
{
	uint32_t first = 0, count = 0;

	for (uint32_t i = 0; i < image->ncus; i++) {
		if (!can_start(&image->cus[i]))
			continue;
		first += image->cus[i].kernel < kernel;
		count += image->cus[i].kernel == kernel;
	}
	*ret_count = count;
	return first;
}

static void board_cus(struct fcl_device *device, struct fcl_cus *ret_cus)
{
	struct fcl_cus cus = {.count = device->info->max_cus ? device->info->max_cus : 1};
	const struct fcl_image *image;
	uint32_t count = 0;

	pthread_mutex_lock(&device->lock);
	image = fcl_device_held(device);
	for (uint32_t i = 0; image && i < image->ncus; i++)
		count += can_start(&image->cus[i]);
	if (image)
		memcpy(cus.uuid, image->uuid, sizeof(cus.uuid));
	pthread_mutex_unlock(&device->lock);
	if (count) {
		cus.numbered = true;
		cus.count = count;
	}
	*ret_cus = cus;
}

void fcl_part_cus(const struct fcl_part *part, struct fcl_cus *ret_cus)
{
	const struct fcl_division *division = part->division;

	if (!division) {
		board_cus(part->device, ret_cus);
		return;
	}
	ret_cus->count = division->counts[part->index];
	ret_cus->numbered = division->numbered;
	memcpy(ret_cus->uuid, division->uuid, sizeof(ret_cus->uuid));
}

static void drop_division(struct fcl_division *division)
{
	if (atomic_fetch_sub(&division->refs, 1) != 1)
		return;
	fcl_object_unref(division->parent);
	free(division->properties);
	free(division);
}

/*
 * Frees a sub-device; boards are never freed. The last part releases its parent, recursively, to a
 * depth of at most the board's number of CUs.
 */
void fcl_part_destroy(struct fcl_object *object)
{
	struct fcl_part *part = (struct fcl_part *)object;
	struct fcl_division *division = part->division;

	fcl_object_recycle(object);
	drop_division(division);
}

static struct fcl_division *create_division(struct fcl_part *parent, const struct fcl_cus *cus,
					    const uint32_t *counts, uint32_t nparts,
					    const cl_device_partition_property *properties,
					    uint32_t nproperties)
{
	struct fcl_division *division = malloc(sizeof(*division) + nparts * sizeof(*counts));

	if (!division)
		return NULL;
	division->properties = malloc(nproperties * sizeof(*properties));
	if (!division->properties) {
		free(division);
		return NULL;
	}
	atomic_init(&division->refs, nparts);
	division->parent = fcl_object_ref(parent);
	division->numbered = cus->numbered;
	memcpy(division->uuid, cus->uuid, sizeof(division->uuid));
	memcpy(division->properties, properties, nproperties * sizeof(*properties));
	division->nproperties = nproperties;
	division->nparts = nparts;
	memcpy(division->counts, counts, nparts * sizeof(*counts));
	return division;
}

/* Creates as many of the objects as memory allows; returns their number. */
static uint32_t create_parts(struct fcl_division *division, struct fcl_part **parts)
{
	uint32_t made = 0, first = division->parent->first;

	while (made < division->nparts) {
		struct fcl_part *part = fcl_object_create(FCL_TYPE_SUB_DEVICE);

		if (!part)
			break;
		part->device = division->parent->device;
		part->division = division;
		part->index = made;
		part->first = first;
		first += division->counts[made];
		parts[made++] = part;
	}
	return made;
}

int fcl_part_divide(struct fcl_part *parent, const struct fcl_cus *cus, const uint32_t *counts,
		    uint32_t nparts, const cl_device_partition_property *properties,
		    uint32_t nproperties, cl_device_id *ret_parts)
{
	struct fcl_division *division = create_division(parent, cus, counts, nparts, properties,
							nproperties);
	struct fcl_part **parts = malloc(nparts * sizeof(struct fcl_part *));
	uint32_t made = division && parts ? create_parts(division, parts) : 0;
	int error = division && made == nparts ? 0 : -ENOMEM;

	for (uint32_t i = 0; !error && i < nparts; i++) {
		fcl_object_publish(parts[i]);
		ret_parts[i] = (cl_device_id)parts[i];
	}
	for (uint32_t i = made; division && i < nparts; i++)
		drop_division(division);
	for (uint32_t i = 0; error && i < made; i++)
		fcl_object_unref(parts[i]);
	free(parts);
	return error;
}

/* A round-robin distribution of CUs: the part that gets the next CU, and the current round. */
struct distribution {
	const struct fcl_division *division;
	uint32_t part, round, left; /* left: places that no round has filled yet */
};

static void start_rounds(struct distribution *dist)
{
	dist->part = dist->round = dist->left = 0;
	for (uint32_t i = 0; i < dist->division->nparts; i++)
		dist->left += dist->division->counts[i];
}

/*
 * Returns the part that gets the next CU: in each round every part with a free place gets one; when
 * all places are filled, the rounds start again.
 */
static uint32_t next_part(struct distribution *dist)
{
	uint32_t part;

	if (!dist->left)
		start_rounds(dist);
	while (dist->division->counts[dist->part] <= dist->round)
		if (++dist->part == dist->division->nparts) {
			dist->part = 0;
			dist->round++;
		}
	part = dist->part++;
	dist->left--;
	if (dist->part == dist->division->nparts) {
		dist->part = 0;
		dist->round++;
	}
	return part;
}

/*
 * Reduces `count` CUs to those of one part. If there are fewer CUs than parts, several parts have
 * the same CU.
 */
static uint32_t keep_part(const struct fcl_division *division, uint32_t index, uint32_t *cus,
			  uint32_t count)
{
	struct distribution dist = {.division = division};
	uint32_t kept = 0;

	if (!count)
		return 0;
	if (count < division->nparts && index >= count) {
		cus[0] = cus[index % count];
		return 1;
	}
	for (uint32_t i = 0; i < count; i++)
		if (next_part(&dist) == index)
			cus[kept++] = cus[i];
	return kept;
}

static bool is_numbered(const struct fcl_part *part, const struct fcl_image *image)
{
	return part->division->numbered &&
	       !memcmp(part->division->uuid, image->uuid, sizeof(image->uuid));
}

static uint32_t pick_numbered(const struct fcl_part *part, const struct fcl_image *image,
			      uint32_t kernel, uint32_t *ret_cus)
{
	uint32_t end = part->first + part->division->counts[part->index];
	uint32_t total, number = numbers_of(image, kernel, &total), count = 0;

	for (uint32_t i = 0; i < image->ncus; i++) {
		if (image->cus[i].kernel != kernel || !can_start(&image->cus[i]))
			continue;
		if (number >= part->first && number < end)
			ret_cus[count++] = i;
		number++;
	}
	return count;
}

uint32_t fcl_part_pick(const struct fcl_part *part, const struct fcl_image *image, uint32_t kernel,
		       uint32_t *ret_cus)
{
	uint32_t count = 0;

	if (part->division && is_numbered(part, image))
		return pick_numbered(part, image, kernel, ret_cus);
	if (part->division) {
		count = fcl_part_pick(part->division->parent, image, kernel, ret_cus);
		return keep_part(part->division, part->index, ret_cus, count);
	}
	for (uint32_t i = 0; i < image->ncus; i++)
		if (image->cus[i].kernel == kernel)
			ret_cus[count++] = i;
	return count;
}

bool fcl_part_has(const struct fcl_part *part, const struct fcl_image *image, uint32_t kernel)
{
	uint32_t first, count;

	if (!part->division || !is_numbered(part, image))
		return true;
	first = numbers_of(image, kernel, &count);
	return count && first < part->first + part->division->counts[part->index] &&
	       first + count > part->first;
}
