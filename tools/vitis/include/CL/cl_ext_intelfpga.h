/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_CL_EXT_INTELFPGA_H
#define FPGACL_CL_EXT_INTELFPGA_H

/* The parts of this header that hosts for Intel's FPGA SDK use and the driver supports. */
#include <CL/cl.h>

/*
 * Flags of clCreateBuffer: the buffer's memory channel; AUTO leaves it to the buffer's first
 * kernel. The driver accepts them, and always chooses a bank that the kernel can reach.
 */
#define CL_CHANNEL_AUTO_INTELFPGA (0 << 16)
#define CL_CHANNEL_1_INTELFPGA (1 << 16)
#define CL_CHANNEL_2_INTELFPGA (2 << 16)
#define CL_CHANNEL_3_INTELFPGA (3 << 16)
#define CL_CHANNEL_4_INTELFPGA (4 << 16)
#define CL_CHANNEL_5_INTELFPGA (5 << 16)
#define CL_CHANNEL_6_INTELFPGA (6 << 16)
#define CL_CHANNEL_7_INTELFPGA (7 << 16)
#define CL_MEM_HETEROGENEOUS_INTELFPGA (1 << 19)

/* The driver has no such function: boards have none of their own. */
typedef void *(CL_API_CALL *clGetBoardExtensionFunctionAddressIntelFPGA_fn)(const char *name,
									    cl_device_id device);

/* Host pipes. The functions come from clGetExtensionFunctionAddressForPlatform(). */
#ifndef CL_PIPE_FULL
#define CL_PIPE_FULL (-1111)
#define CL_PIPE_EMPTY (-1112)
#endif
typedef cl_int(CL_API_CALL *clReadPipeIntelFPGA_fn)(cl_mem pipe, void *ptr);
typedef cl_int(CL_API_CALL *clWritePipeIntelFPGA_fn)(cl_mem pipe, void *ptr);
typedef void *(CL_API_CALL *clMapHostPipeIntelFPGA_fn)(cl_mem pipe, cl_map_flags map_flags,
						       size_t requested_size, size_t *mapped_size,
						       cl_int *errcode_ret);
typedef cl_int(CL_API_CALL *clUnmapHostPipeIntelFPGA_fn)(cl_mem pipe, void *mapped_ptr,
							 size_t size_to_unmap,
							 size_t *unmapped_size);

#endif
