/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_THRESHOLD_H
#define FCL_VX_THRESHOLD_H

/* The order of a threshold's four vx_pixel_value_t in its store. */
enum {
	FCL_VX_THRESHOLD_VALUE, /* or the lower end of a range */
	FCL_VX_THRESHOLD_UPPER,
	FCL_VX_THRESHOLD_TRUE,
	FCL_VX_THRESHOLD_FALSE
};

#endif
