/* SPDX-License-Identifier: Apache-2.0 */
/* The format of images, under the name that projects look for; the package libxrt-dev has it. */
#include <xrt/xclbin.h>
