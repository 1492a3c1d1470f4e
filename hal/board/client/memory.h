/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_MEMORY_H
#define FCL_BD_CLIENT_MEMORY_H

#include "hal/board/client/device.h"

/* The ops on buffers. */
int fcl_bd_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			struct fcl_err *err);
void fcl_bd_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint64_t fcl_bd_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint32_t fcl_bd_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
int fcl_bd_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, int *ret_fd,
			 struct fcl_err *err);
int fcl_bd_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
			 struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);
int fcl_bd_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
		       struct fcl_err *err);

/* Adds a buffer to the device's list. */
void fcl_bd_buffer_link(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);

/* Reallocates a buffer in its bank, in a new executor. */
int fcl_bd_buffer_restore(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
			  struct fcl_err *err);

#endif
