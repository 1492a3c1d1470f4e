/* SPDX-License-Identifier: Apache-2.0 */
/* The part of it that kernels use is in x_hls_utils.h. */
#include "x_hls_utils.h"
