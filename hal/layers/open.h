/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_OPEN_H
#define FCL_LAYERS_OPEN_H

#include "hal/layers/device.h"

/* Opens the board that `text` names in parentheses and puts a layer of that kind above it. */
int fcl_layer_open(const struct fcl_layer_kind *kind,
		   const struct fcl_hal_ops *(*find)(const char *), const char *text,
		   unsigned instance, struct fcl_hal_device **ret_device, struct fcl_err *err);

#endif
