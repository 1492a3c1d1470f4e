/* SPDX-License-Identifier: Apache-2.0 */
/* The format of images, by the name that projects look for; the header is of the package libxrt-dev. */
#include <xrt/xclbin.h>
