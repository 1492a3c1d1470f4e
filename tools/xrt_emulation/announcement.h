/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_ANNOUNCEMENT_H
#define FCL_XEMU_ANNOUNCEMENT_H

/*
 * The device address for announcements: our libxrt_hwemu writes the address and the size of each
 * buffer in host memory there, as two 64-bit numbers. No bank reaches it.
 */
#define FCL_XEMU_ANNOUNCEMENT 0xfffffffffffffff0u

#endif
