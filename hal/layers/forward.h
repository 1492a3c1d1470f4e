/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_FORWARD_H
#define FCL_LAYERS_FORWARD_H

#include "hal/layers/device.h"

/*
 * Ops that ask the layer's kind, then call the board below. Name and open() are left out: they are
 * each layer's own.
 */
extern const struct fcl_hal_ops fcl_layer_forward;

#endif
