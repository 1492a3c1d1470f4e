/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_PROGRAM_H
#define FCL_BD_CLIENT_PROGRAM_H

#include "hal/board/client/device.h"

/* The ops on images. */
int fcl_bd_check(struct fcl_hal_device *device, const struct fcl_image *image, struct fcl_err *err);
int fcl_bd_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		   struct fcl_hal_program **ret_program, struct fcl_err *err);
void fcl_bd_unprogram(struct fcl_hal_device *device, struct fcl_hal_program *program);
int fcl_bd_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		  struct fcl_err *err);

/* Releases all references to images, as the device is being closed. */
void fcl_bd_images_drop(struct fcl_hal_device *device);

/* Loads the program's image into a new executor. */
int fcl_bd_program_restore(struct fcl_hal_device *device, struct fcl_err *err);

#endif
