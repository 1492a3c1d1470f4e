/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

/* PI passes offsets and regions as structs of three numbers, OpenCL as arrays. */

pi_result piEnqueueKernelLaunch(pi_queue queue, pi_kernel kernel, pi_uint32 work_dim,
				const size_t *offset, const size_t *global, const size_t *local,
				pi_uint32 num_waits, const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueNDRangeKernel, queue, kernel, work_dim, offset, global, local,
			   num_waits, waits, event);
}

pi_result piEnqueueNativeKernel(pi_queue queue, void (*function)(void *args), void *args,
				size_t args_size, pi_uint32 num_mems, const pi_mem *mems,
				const void **mem_places, pi_uint32 num_waits, const pi_event *waits,
				pi_event *event)
{
	return FCL_PI_CALL(clEnqueueNativeKernel, queue, function, args, args_size, num_mems, mems,
			   mem_places, num_waits, waits, event);
}

pi_result piEnqueueEventsWait(pi_queue queue, pi_uint32 num_waits, const pi_event *waits,
			      pi_event *event)
{
	return FCL_PI_CALL(clEnqueueMarkerWithWaitList, queue, num_waits, waits, event);
}

pi_result piEnqueueEventsWaitWithBarrier(pi_queue queue, pi_uint32 num_waits, const pi_event *waits,
					 pi_event *event)
{
	return FCL_PI_CALL(clEnqueueBarrierWithWaitList, queue, num_waits, waits, event);
}

pi_result piEnqueueMemBufferRead(pi_queue queue, pi_mem buffer, pi_bool blocking, size_t offset,
				 size_t size, void *host, pi_uint32 num_waits,
				 const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueReadBuffer, queue, buffer, blocking, offset, size, host,
			   num_waits, waits, event);
}

pi_result piEnqueueMemBufferReadRect(pi_queue queue, pi_mem buffer, pi_bool blocking,
				     pi_rect_offset buffer_origin, pi_rect_offset host_origin,
				     pi_rect_region region, size_t row_pitch, size_t slice_pitch,
				     size_t host_row_pitch, size_t host_slice_pitch, void *host,
				     pi_uint32 num_waits, const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueReadBufferRect, queue, buffer, blocking, buffer_origin,
			   host_origin, region, row_pitch, slice_pitch, host_row_pitch,
			   host_slice_pitch, host, num_waits, waits, event);
}

pi_result piEnqueueMemBufferWrite(pi_queue queue, pi_mem buffer, pi_bool blocking, size_t offset,
				  size_t size, const void *host, pi_uint32 num_waits,
				  const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueWriteBuffer, queue, buffer, blocking, offset, size, host,
			   num_waits, waits, event);
}

pi_result piEnqueueMemBufferWriteRect(pi_queue queue, pi_mem buffer, pi_bool blocking,
				      pi_rect_offset buffer_origin, pi_rect_offset host_origin,
				      pi_rect_region region, size_t row_pitch, size_t slice_pitch,
				      size_t host_row_pitch, size_t host_slice_pitch,
				      const void *host, pi_uint32 num_waits, const pi_event *waits,
				      pi_event *event)
{
	return FCL_PI_CALL(clEnqueueWriteBufferRect, queue, buffer, blocking, buffer_origin,
			   host_origin, region, row_pitch, slice_pitch, host_row_pitch,
			   host_slice_pitch, host, num_waits, waits, event);
}

pi_result piEnqueueMemBufferCopy(pi_queue queue, pi_mem source, pi_mem target, size_t source_offset,
				 size_t target_offset, size_t size, pi_uint32 num_waits,
				 const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueCopyBuffer, queue, source, target, source_offset, target_offset,
			   size, num_waits, waits, event);
}

pi_result piEnqueueMemBufferCopyRect(pi_queue queue, pi_mem source, pi_mem target,
				     pi_rect_offset source_origin, pi_rect_offset target_origin,
				     pi_rect_region region, size_t source_row_pitch,
				     size_t source_slice_pitch, size_t target_row_pitch,
				     size_t target_slice_pitch, pi_uint32 num_waits,
				     const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueCopyBufferRect, queue, source, target, source_origin,
			   target_origin, region, source_row_pitch, source_slice_pitch,
			   target_row_pitch, target_slice_pitch, num_waits, waits, event);
}

pi_result piEnqueueMemBufferFill(pi_queue queue, pi_mem buffer, const void *pattern,
				 size_t pattern_size, size_t offset, size_t size,
				 pi_uint32 num_waits, const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueFillBuffer, queue, buffer, pattern, pattern_size, offset, size,
			   num_waits, waits, event);
}

pi_result piEnqueueMemImageRead(pi_queue queue, pi_mem image, pi_bool blocking,
				pi_rect_offset origin, pi_rect_region region, size_t row_pitch,
				size_t slice_pitch, void *host, pi_uint32 num_waits,
				const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueReadImage, queue, image, blocking, origin, region, row_pitch,
			   slice_pitch, host, num_waits, waits, event);
}

pi_result piEnqueueMemImageWrite(pi_queue queue, pi_mem image, pi_bool blocking,
				 pi_rect_offset origin, pi_rect_region region, size_t row_pitch,
				 size_t slice_pitch, const void *host, pi_uint32 num_waits,
				 const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueWriteImage, queue, image, blocking, origin, region, row_pitch,
			   slice_pitch, host, num_waits, waits, event);
}

pi_result piEnqueueMemImageCopy(pi_queue queue, pi_mem source, pi_mem target,
				pi_rect_offset source_origin, pi_rect_offset target_origin,
				pi_rect_region region, pi_uint32 num_waits, const pi_event *waits,
				pi_event *event)
{
	return FCL_PI_CALL(clEnqueueCopyImage, queue, source, target, source_origin, target_origin,
			   region, num_waits, waits, event);
}

pi_result piEnqueueMemImageFill(pi_queue queue, pi_mem image, const void *color,
				const size_t *origin, const size_t *region, pi_uint32 num_waits,
				const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueFillImage, queue, image, color, origin, region, num_waits,
			   waits, event);
}

/* With `pointer` NULL, the mapping would be lost. */
pi_result piEnqueueMemBufferMap(pi_queue queue, pi_mem buffer, pi_bool blocking, pi_map_flags flags,
				size_t offset, size_t size, pi_uint32 num_waits,
				const pi_event *waits, pi_event *event, void **pointer)
{
	FCL_PI_CREATE(pointer, clEnqueueMapBuffer, queue, buffer, blocking, flags, offset, size,
		      num_waits, waits, event);
}

pi_result piEnqueueMemUnmap(pi_queue queue, pi_mem mem, void *pointer, pi_uint32 num_waits,
			    const pi_event *waits, pi_event *event)
{
	return FCL_PI_CALL(clEnqueueUnmapMemObject, queue, mem, pointer, num_waits, waits, event);
}

/* --- pipes declared in a program whose other end is the host --- */

pi_result piextEnqueueReadHostPipe(pi_queue queue, pi_program program, const char *pipe,
				   pi_bool blocking, void *data, size_t size, pi_uint32 num_waits,
				   const pi_event *waits, pi_event *event)
{
	return FCL_PI_EXTENSION(clEnqueueReadHostPipeINTEL, queue, program, pipe, blocking, data,
				size, num_waits, waits, event);
}

pi_result piextEnqueueWriteHostPipe(pi_queue queue, pi_program program, const char *pipe,
				    pi_bool blocking, void *data, size_t size, pi_uint32 num_waits,
				    const pi_event *waits, pi_event *event)
{
	return FCL_PI_EXTENSION(clEnqueueWriteHostPipeINTEL, queue, program, pipe, blocking, data,
				size, num_waits, waits, event);
}
