/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels use of it what is in the other header. */
#include "x_hls_utils.h"
