/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_ANNOUNCEMENT_H
#define FCL_XEMU_ANNOUNCEMENT_H

/*
 * The device address of announcements: our libxrt_hwemu writes the address and the size of a buffer in the
 * host's own memory there, two numbers of 64 bits. No bank reaches it.
 */
#define FCL_XEMU_ANNOUNCEMENT 0xfffffffffffffff0u

#endif
