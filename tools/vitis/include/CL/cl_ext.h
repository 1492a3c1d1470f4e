/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_CL_EXT_H
#define FPGACL_CL_EXT_H

/*
 * Khronos's header plus, as in the vendors' files of this name, the vendors' extensions. Projects
 * also use it to locate the runtime's directory.
 */
#pragma GCC system_header
#include_next <CL/cl_ext.h>

#include <CL/cl_ext_xilinx.h>

/* Older names of the channels in cl_ext_intelfpga.h. Older hosts expect them in this header. */
#define CL_MEM_BANK_AUTO_ALTERA (0 << 16)
#define CL_MEM_BANK_1_ALTERA (1 << 16)
#define CL_MEM_BANK_2_ALTERA (2 << 16)
#define CL_MEM_BANK_3_ALTERA (3 << 16)
#define CL_MEM_BANK_4_ALTERA (4 << 16)
#define CL_MEM_BANK_5_ALTERA (5 << 16)
#define CL_MEM_BANK_6_ALTERA (6 << 16)
#define CL_MEM_BANK_7_ALTERA (7 << 16)

#endif
