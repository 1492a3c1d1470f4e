/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_LAYERS_H
#define FCL_LAYERS_LAYERS_H

#include "hal/include/fcl_hal.h"

/*
 * Layers wrap the board of any backend, so that a host's tests can provoke the failures of real
 * cards: `fault(emu:u250)?launch=EIO@3`. To the runtime each is a backend. Returns the layer at
 * that index; NULL past the last.
 */
const struct fcl_hal_ops *fcl_layer_at(unsigned index);

/* Sets the function by which layers find the backends that they wrap. */
void fcl_layer_set_find(const struct fcl_hal_ops *(*find)(const char *name));

#endif
