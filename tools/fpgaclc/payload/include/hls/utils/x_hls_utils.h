/* SPDX-License-Identifier: Apache-2.0 */
/* Vivado HLS had this header here. */
#include "../../utils/x_hls_utils.h"
