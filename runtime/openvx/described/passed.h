/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_PASSED_H
#define FCL_VX_PASSED_H

#include "runtime/openvx/described/describe.h"
#include "runtime/openvx/graph/graph.h"
#include "runtime/openvx/images/image.h"

/* The level of a pyramid that an argument means while level `turn` is in turn; NULL: there is none. */
vx_image fcl_vx_passed_level(vx_reference pyramid, const struct fcl_vx_described_argument *argument,
			     int turn);

/* What an argument that is passed by value is now, as a number: sizes, strides, borders, thresholds. */
vx_status fcl_vx_passed_number(vx_node node, const struct fcl_vx_described_argument *argument,
			       int turn, int64_t *ret);

/* The same as bytes, scalars included; waits if a scalar is computed on a device. */
vx_status fcl_vx_passed_bytes(vx_node node, const struct fcl_vx_described_argument *argument,
			      int turn, unsigned char ret_value[8], size_t *ret_size);

/* Refuses a value of an input scalar that the kernel does not implement. */
vx_status fcl_vx_passed_check(vx_node node, vx_uint32 index, const void *value);

#endif
