/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_CAPABILITIES_H
#define FCL_API_CAPABILITIES_H

#include "runtime/core/objects/device.h"

/* Whether a bank is on the board, unlike host memory that the board can access. */
bool fcl_api_is_on_board(const struct fcl_hal_bank *bank);

/* CL_DEVICE_MAX_MEM_ALLOC_SIZE: bytes of the largest bank. */
uint64_t fcl_api_max_alloc(const struct fcl_device *device);

/* Whether the device's CL_DEVICE_SVM_CAPABILITIES are not 0. */
bool fcl_api_has_svm(const struct fcl_device *device);

/* CL_DEVICE_PIPE_SUPPORT: the board creates FIFOs, or gives access to its images' FIFOs. */
bool fcl_api_has_pipes(const struct fcl_device *device);

/* Whether the host can be at one end of the board's pipes. */
bool fcl_api_has_host_pipes(const struct fcl_device *device);

bool fcl_api_has_program_pipes(const struct fcl_device *device);

#endif
