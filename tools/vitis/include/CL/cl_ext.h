/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_CL_EXT_H
#define FPGACL_CL_EXT_H

/*
 * Khronos's header and, like the vendor's file of this name, the vendor's extensions. Projects also
 * locate the runtime's folder by it.
 */
#pragma GCC system_header
#include_next <CL/cl_ext.h>

#include <CL/cl_ext_xilinx.h>

#endif
