/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_FORWARD_H
#define FCL_LAYERS_FORWARD_H

#include "hal/layers/device.h"

/*
 * Ops that call the hooks of the layer's kind, then the board below. It has no name and no open(),
 * which each kind of layer sets itself.
 */
extern const struct fcl_hal_ops fcl_layer_forward;

#endif
