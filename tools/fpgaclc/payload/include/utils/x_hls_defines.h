/* SPDX-License-Identifier: Apache-2.0 */
/* The definitions that kernels use are in x_hls_utils.h. */
#include "x_hls_utils.h"
