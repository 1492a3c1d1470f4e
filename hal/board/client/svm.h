/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_SVM_H
#define FCL_BD_CLIENT_SVM_H

#include "hal/board/client/device.h"

/*
 * Shared virtual memory is in regions: files in memory that this process creates, and that the
 * executors of its devices map at the same address. An executor allocates in the regions that it
 * was given for that.
 */

/* The ops on shared virtual memory. */
int fcl_bd_svm_alloc(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
		     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);
int fcl_bd_svm_attach(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
		      struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);

/* Gives a new executor the regions of the one before, then each of its buffers; contents are as they were. */
int fcl_bd_svm_regions_restore(struct fcl_hal_device *device, struct fcl_err *err);
int fcl_bd_svm_restore(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
		       struct fcl_err *err);

/* The device is closed. */
void fcl_bd_svm_close(struct fcl_hal_device *device);

#endif
