/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PART_H
#define FCL_CORE_PART_H

#include <CL/cl.h>

#include "bitstreams/image/fcl_image.h"
#include "runtime/core/objects/object.h"

struct fcl_device;
struct fcl_division;

/*
 * The object behind a cl_device_id: a whole board (at the start of its struct fcl_device) or, as a
 * sub-device, some of its compute units. Memory, images and everything else belong to the board; a
 * part only restricts the CUs that launches may use. Constant after creation.
 */
struct fcl_part {
	struct fcl_object object;
	struct fcl_device *device;     /* the board */
	struct fcl_division *division; /* the division it is a share of, with a reference; NULL: the
					  whole board */
	uint32_t index;                /* index among the shares */
	uint32_t first; /* number of its first CU on the board, if the division is numbered */
};

/*
 * The result of one clCreateSubDevices call: how `parent` was divided. If programs held an image of
 * the board at that time, shares are CUs of that image, by number (the CUs that can be started,
 * kernel by kernel). Otherwise shares are numbers of places, and the CUs of each kernel are
 * distributed over the shares round robin.
 */
struct fcl_division {
	_Atomic uint32_t refs;   /* one for each share */
	struct fcl_part *parent; /* with a reference */
	bool numbered;           /* shares are CUs of the image `uuid` */
	unsigned char uuid[16];
	cl_device_partition_property *properties; /* as given */
	uint32_t nproperties;                     /* elements, including the terminating 0 */
	uint32_t nparts;
	uint32_t counts[]; /* CUs of each share */
};

/* The CUs that can be divided now. A board's CUs change as programs are created and released. */
struct fcl_cus {
	uint32_t count; /* CL_DEVICE_MAX_COMPUTE_UNITS: at least 1 */
	bool numbered;  /* these are the CUs of the image `uuid` */
	unsigned char uuid[16];
};

#endif
