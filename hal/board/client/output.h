/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_OUTPUT_H
#define FCL_BD_CLIENT_OUTPUT_H

/*
 * Returns a descriptor through which kernels print to this process's descriptor `fd`, its standard
 * output or error. The caller closes it. -1: there is none.
 */
int fcl_bd_output(int fd);

#endif
