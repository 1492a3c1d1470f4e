/* SPDX-License-Identifier: Apache-2.0 */
/* Where Vivado HLS kept this header. */
#include "../../utils/x_hls_utils.h"
