/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_SVM_H
#define FCL_BD_CLIENT_SVM_H

#include "hal/board/client/device.h"

/*
 * Shared virtual memory is allocated in regions: memfds that this process creates, and that the
 * executors of its devices map at the same address. An executor allocates only in regions that were
 * given to it for that purpose.
 */

/* The ops on shared virtual memory. */
int fcl_bd_svm_alloc(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
		     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);
int fcl_bd_svm_attach(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
		      struct fcl_hal_buffer **ret_buffer, struct fcl_err *err);

/*
 * Maps the previous executor's regions in a new one, then recreates each buffer; contents are kept.
 */
int fcl_bd_svm_regions_restore(struct fcl_hal_device *device, struct fcl_err *err);
int fcl_bd_svm_restore(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
		       struct fcl_err *err);

/* Releases the device's regions when it is closed. */
void fcl_bd_svm_close(struct fcl_hal_device *device);

#endif
