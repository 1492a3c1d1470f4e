/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_EXPORT_H
#define FCL_VX_EXPORT_H

#include "runtime/clients/openvx/memory/store.h"

/*
 * Lists the stores of an object and of all its items, in order, at most `room`. Returns their
 * number.
 */
size_t fcl_vx_stores(vx_reference ref, struct fcl_vx_store **stores, size_t room);

#endif
