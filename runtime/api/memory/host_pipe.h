/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_HOST_PIPE_H
#define FCL_API_HOST_PIPE_H

#include "runtime/api/common/api.h"
#include "runtime/api/common/khr.h"

/* cl_intel_fpga_host_pipe (khr.h). */
CL_API_ENTRY cl_int CL_API_CALL clReadPipeIntelFPGA(cl_mem pipe, void *ptr);
CL_API_ENTRY cl_int CL_API_CALL clWritePipeIntelFPGA(cl_mem pipe, const void *ptr);
CL_API_ENTRY void *CL_API_CALL clMapHostPipeIntelFPGA(cl_mem pipe, cl_map_flags map_flags,
						      size_t requested_size, size_t *mapped_size,
						      cl_int *errcode_ret);
CL_API_ENTRY cl_int CL_API_CALL clUnmapHostPipeIntelFPGA(cl_mem pipe, void *mapped_ptr,
							 size_t size_to_unmap,
							 size_t *unmapped_size);

#endif
