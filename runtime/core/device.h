/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_DEVICE_H
#define FCL_CORE_DEVICE_H

#include <pthread.h>

#include "hal/include/fcl_hal.h"
#include "runtime/core/object.h"

struct fcl_event;

/* One platform in a process; made at the first clGetPlatformIDs, never freed. */
struct fcl_platform {
	struct fcl_object object;
	struct fcl_device **devices;
	uint32_t ndevices;
};

/*
 * A board. Which image it holds is decided under `lock`; commands pass the gate (`inflight`,
 * `closing`, `active`) without it: see gate.c.
 */
struct fcl_device {
	struct fcl_object object;
	struct fcl_platform *platform;
	const struct fcl_hal_ops *hal; /* completed: no NULL ops */
	struct fcl_hal_device *board;
	const struct fcl_hal_info *info;
	uint32_t index; /* in the platform */

	pthread_mutex_t lock;               /* cold: guards loaded, program, image_users, parked */
	struct fcl_image *loaded;           /* what the board holds, NULL if nothing */
	struct fcl_hal_program *program;    /* its handle */
	_Atomic(struct fcl_image *) active; /* = loaded while launches may pass; set under lock */
	_Atomic uint32_t inflight;          /* launches past the gate */
	_Atomic uint32_t closing;           /* 1 while a swap waits for inflight to reach 0 */
	struct fcl_event *parked, **parked_tail; /* launches that wait for another image; FIFO */

	struct fcl_worker *worker; /* the thread for swaps and for passes that were handed on */
};

/*
 * The platform, with its devices opened as FPGACL_DEVICES and FPGACL_VISIBLE_DEVICES say. Never
 * NULL unless memory is short; it may have no devices. Any thread.
 */
struct fcl_platform *fcl_platform_get(void);

/*
 * Puts the image on the board: at once if no other image is in use there, else when the first
 * launch needs it. An image with the same uuid and bytes is attached to. Errors: -EINVAL and others
 * of fcl_hal_ops.program.
 */
int fcl_device_load(struct fcl_device *device, struct fcl_image *image, struct fcl_err *err);

#endif
