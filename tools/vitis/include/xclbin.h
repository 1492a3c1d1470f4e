/* SPDX-License-Identifier: Apache-2.0 */
/* The image format, under the name that projects include. The package libxrt-dev has it. */
#include <xrt/xclbin.h>
