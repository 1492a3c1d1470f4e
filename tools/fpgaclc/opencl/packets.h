/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_PACKETS_H
#define FCLC_OPENCL_PACKETS_H

#include "tools/fpgaclc/common/program.h"

/* Determines the packet sizes of pipes that are arguments of a source's OpenCL C kernels. */
int fclc_packets_measure(struct fclc_program *program, struct fclc_source *source,
			 struct fcl_err *err);

#endif
