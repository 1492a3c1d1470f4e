/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_DIVISION_H
#define FCL_CORE_DIVISION_H

#include "runtime/core/objects/part.h"

/*
 * Returns the CUs of a part. A board has the startable CUs of the image that programs hold there
 * (see fcl_device_held()), else as many as fit. A sub-device's CUs are fixed.
 */
void fcl_part_cus(const struct fcl_part *part, struct fcl_cus *ret_cus);

/*
 * Divides cus->count CUs: part i gets counts[i]; the sum must not exceed cus->count. `properties`
 * is kept for queries. Fills ret_parts with `nparts` published objects. -ENOMEM.
 */
int fcl_part_divide(struct fcl_part *parent, const struct fcl_cus *cus, const uint32_t *counts,
		    uint32_t nparts, const cl_device_partition_property *properties,
		    uint32_t nproperties, cl_device_id *ret_parts);

/*
 * Returns the CUs of a kernel that launches on the part may use: indices into image->cus, at most
 * image->ncus of them, and their number. 0: the part does not have the kernel.
 */
uint32_t fcl_part_pick(const struct fcl_part *part, const struct fcl_image *image, uint32_t kernel,
		       uint32_t *ret_cus);

/* Returns whether fcl_part_pick() would find any; a whole board has every kernel of its image. */
bool fcl_part_has(const struct fcl_part *part, const struct fcl_image *image, uint32_t kernel);

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_part_destroy;

#endif
