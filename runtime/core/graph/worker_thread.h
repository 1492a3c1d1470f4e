/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORKER_THREAD_H
#define FCL_CORE_WORKER_THREAD_H

#include "runtime/core/objects/device.h"

/*
 * Starts the thread, unless it is running. Commands handed to the worker would never end without
 * it, so it is started before any queue of the device is created. -EAGAIN: the thread cannot be
 * started.
 */
int fcl_worker_start(struct fcl_device *device);

#endif
