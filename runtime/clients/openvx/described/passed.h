/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_PASSED_H
#define FCL_VX_PASSED_H

#include "runtime/clients/openvx/described/describe.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/images/image.h"

/*
 * The pyramid level that an argument refers to while level `current` is processed; NULL if there is
 * none.
 */
vx_image fcl_vx_passed_level(vx_reference pyramid, const struct fcl_vx_described_argument *argument,
			     int current);

/* The current numeric value of an argument passed by value: sizes, strides, borders, thresholds. */
vx_status fcl_vx_passed_number(vx_node node, const struct fcl_vx_described_argument *argument,
			       int current, int64_t *ret);

/* The same as bytes, including scalars. Blocks if a scalar is being computed on a device. */
vx_status fcl_vx_passed_bytes(vx_node node, const struct fcl_vx_described_argument *argument,
			      int current, unsigned char ret_value[8], size_t *ret_size);

/* Refuses values of input scalars that the kernel does not support. */
vx_status fcl_vx_passed_check(vx_node node, vx_uint32 index, const void *value);

#endif
