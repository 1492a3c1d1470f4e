/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_FILTER_H
#define FCL_BD_FILTER_H

#include <stdbool.h>

/*
 * Restricts all threads of this process, for good, to the system calls that an executor of an
 * emulated board needs; all others fail with EPERM. `reads_only`: open() may only read. 0 or
 * -errno.
 */
int fcl_bd_filter_set(bool reads_only);

#endif
