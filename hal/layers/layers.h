/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_LAYERS_H
#define FCL_LAYERS_LAYERS_H

#include "hal/include/fcl_hal.h"

/*
 * Layers wrap a board of any backend, so that tests of host programs can provoke the failures of
 * real cards: `fault(emu:u250)?launch=EIO@3`. The runtime sees each layer as a backend. Returns the
 * layer at that index; NULL past the last one.
 */
const struct fcl_hal_ops *fcl_layer_at(unsigned index);

/* Sets the function that finds the backends to wrap. */
void fcl_layer_set_find(const struct fcl_hal_ops *(*find)(const char *name));

#endif
