/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_AXLF_H
#define FCL_IMAGE_AXLF_H

#include <stddef.h>
#include <xrt/xclbin.h>

#define FCL_IMAGE_AXLF_MAGIC "xclbin2" /* with its terminating zero: 8 bytes */
/* Bytes before the section headers; struct axlf ends with the first of them. */
#define FCL_IMAGE_AXLF_HEADER_SIZE offsetof(struct axlf, m_sections)

#endif
