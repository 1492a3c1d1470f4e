/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_STREAM_H
#define FCL_API_XILINX_STREAM_H

#include "runtime/api/common/api.h"

/*
 * Streams between host and kernels, on the vendor's boards with QDMA, which were sold until 2020.
 * They are not supported: each call logs this and returns CL_INVALID_OPERATION. XRT has these
 * functions for all boards, and its hosts call them without checking for NULL. Arguments are never
 * examined.
 */
void *CL_API_CALL clCreateStream(cl_device_id device, cl_bitfield flags, cl_uint attributes,
				 void *ext, cl_int *errcode_ret);
cl_int CL_API_CALL clReleaseStream(void *stream);
cl_int CL_API_CALL clReadStream(void *stream, void *ptr, size_t size, void *request,
				cl_int *errcode_ret);
cl_int CL_API_CALL clWriteStream(void *stream, void *ptr, size_t size, void *request,
				 cl_int *errcode_ret);
void *CL_API_CALL clCreateStreamBuffer(cl_device_id device, size_t size, cl_int *errcode_ret);
cl_int CL_API_CALL clReleaseStreamBuffer(void *buffer);
cl_int CL_API_CALL clPollStreams(cl_device_id device, void *completions, cl_int least, cl_int most,
				 cl_int *actual, cl_int timeout, cl_int *errcode_ret);

#endif
