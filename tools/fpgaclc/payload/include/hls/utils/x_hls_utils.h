/* SPDX-License-Identifier: Apache-2.0 */
/* The location of this header in Vivado HLS. */
#include "../../utils/x_hls_utils.h"
