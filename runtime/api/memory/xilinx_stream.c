/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/xilinx_stream.h"

#include "base/log.h"

static cl_int stream_refuse(const char *call, cl_int *errcode_ret)
{
	fcl_log(FCL_LOG_ERROR, "stream",
		"%s: streams between host and kernels (QDMA) are not supported; pass the data in buffers, or connect the kernel's stream to another kernel",
		call);
	if (errcode_ret)
		*errcode_ret = CL_INVALID_OPERATION;
	return CL_INVALID_OPERATION;
}

void *CL_API_CALL clCreateStream(cl_device_id device, cl_bitfield flags, cl_uint attributes,
				 void *ext, cl_int *errcode_ret)
{
	(void)device;
	(void)flags;
	(void)attributes;
	(void)ext;
	stream_refuse(__func__, errcode_ret);
	return NULL;
}

cl_int CL_API_CALL clReleaseStream(void *stream)
{
	(void)stream;
	return stream_refuse(__func__, NULL);
}

cl_int CL_API_CALL clReadStream(void *stream, void *ptr, size_t size, void *request,
				cl_int *errcode_ret)
{
	(void)stream;
	(void)ptr;
	(void)size;
	(void)request;
	return stream_refuse(__func__, errcode_ret);
}

cl_int CL_API_CALL clWriteStream(void *stream, void *ptr, size_t size, void *request,
				 cl_int *errcode_ret)
{
	(void)stream;
	(void)ptr;
	(void)size;
	(void)request;
	return stream_refuse(__func__, errcode_ret);
}

void *CL_API_CALL clCreateStreamBuffer(cl_device_id device, size_t size, cl_int *errcode_ret)
{
	(void)device;
	(void)size;
	stream_refuse(__func__, errcode_ret);
	return NULL;
}

cl_int CL_API_CALL clReleaseStreamBuffer(void *buffer)
{
	(void)buffer;
	return stream_refuse(__func__, NULL);
}

cl_int CL_API_CALL clPollStreams(cl_device_id device, void *completions, cl_int least, cl_int most,
				 cl_int *actual, cl_int timeout, cl_int *errcode_ret)
{
	(void)device;
	(void)completions;
	(void)least;
	(void)most;
	(void)timeout;
	if (actual)
		*actual = 0;
	return stream_refuse(__func__, errcode_ret);
}
