/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_SHARE_H
#define FCL_HAL_XRT_SHARE_H

#include "hal/xrt/xrt.h"

int fcl_xrt_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, int *ret_fd,
			  struct fcl_err *err);
int fcl_xrt_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
			struct fcl_err *err);
int fcl_xrt_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
			  struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);
int fcl_xrt_peer(struct fcl_hal_device *device, struct fcl_hal_device *other);

/* Copies one row to a buffer of another board. Blocks. */
int fcl_xrt_send(struct fcl_hal_buffer *source, uint64_t source_at, struct fcl_hal_buffer *target,
		 uint64_t target_at, uint64_t bytes, struct fcl_err *err);

/* Frees the inbox; no transfer to this board may be in progress. */
void fcl_xrt_inbox_close(struct fcl_hal_device *device);

#endif
