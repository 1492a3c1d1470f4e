/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

/*
 * A PI command buffer is one of cl_khr_command_buffer. Recording requires a queue, but PI only
 * names one when it enqueues the buffer. So the plugin creates a queue for recording, and the
 * buffer holds the only reference to it.
 */

static void command_buffer_create_buffer(pi_queue queue, pi_ext_command_buffer *buffer,
					 cl_int *code)
{
	pi_ext_command_buffer made = fcl_pi.extensions->clCreateCommandBufferKHR(1, &queue, NULL,
										 code);

	if (!*code)
		*buffer = made;
}

pi_result piextCommandBufferCreate(pi_context context, pi_device device,
				   const struct pi_command_buffer_desc *desc,
				   pi_ext_command_buffer *buffer)
{
	cl_int code = CL_SUCCESS;
	pi_queue queue;

	if (!buffer || (desc && (desc->type != PI_EXT_COMMAND_BUFFER_DESC || desc->next)))
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "a command buffer: expected its description and a place");
	if (!fcl_pi.extensions->clCreateCommandBufferKHR)
		return fcl_pi_refuse(CL_INVALID_OPERATION, "the driver has no command buffers");
	queue = fcl_pi.call->clCreateCommandQueueWithProperties(context, device, NULL, &code);
	if (code)
		return fcl_pi_fail(code, "clCreateCommandQueueWithProperties");
	command_buffer_create_buffer(queue, buffer, &code);
	fcl_pi.call->clReleaseCommandQueue(queue);
	return fcl_pi_done(code, "clCreateCommandBufferKHR");
}

pi_result piextCommandBufferCreate_15_48(pi_context context, pi_device device,
					 const struct pi_command_buffer_desc_15_48 *desc,
					 pi_ext_command_buffer *buffer)
{
	const struct pi_command_buffer_desc plain = {desc ? desc->type : 0,
						     desc ? desc->next : NULL, NULL};

	if (desc && desc->is_updatable)
		return fcl_pi_refuse(PI_ERROR_UNSUPPORTED_FEATURE,
				     "a command buffer: its commands cannot be changed");
	return piextCommandBufferCreate(context, device, desc ? &plain : NULL, buffer);
}

pi_result piextCommandBufferRetain(pi_ext_command_buffer buffer)
{
	return FCL_PI_EXTENSION(clRetainCommandBufferKHR, buffer);
}

pi_result piextCommandBufferRelease(pi_ext_command_buffer buffer)
{
	return FCL_PI_EXTENSION(clReleaseCommandBufferKHR, buffer);
}

pi_result piextCommandBufferFinalize(pi_ext_command_buffer buffer)
{
	return FCL_PI_EXTENSION(clFinalizeCommandBufferKHR, buffer);
}

pi_result piextEnqueueCommandBuffer(pi_ext_command_buffer buffer, pi_queue queue,
				    pi_uint32 num_waits, const pi_event *waits, pi_event *event)
{
	return FCL_PI_EXTENSION(clEnqueueCommandBufferKHR, 1, &queue, buffer, num_waits, waits,
				event);
}

/* --- recording, without queue, properties, and handles for updating commands --- */

pi_result piextCommandBufferNDRangeKernel(pi_ext_command_buffer buffer, pi_kernel kernel,
					  pi_uint32 work_dim, const size_t *offset,
					  const size_t *global, const size_t *local,
					  pi_uint32 num_waits, const pi_ext_sync_point *waits,
					  pi_ext_sync_point *point)
{
	return FCL_PI_EXTENSION(clCommandNDRangeKernelKHR, buffer, NULL, NULL, kernel, work_dim,
				offset, global, local, num_waits, waits, point, NULL);
}

/* Hosts request a command handle even for buffers that are not updatable. There is none. */
pi_result piextCommandBufferNDRangeKernel_15_48(pi_ext_command_buffer buffer, pi_kernel kernel,
						pi_uint32 work_dim, const size_t *offset,
						const size_t *global, const size_t *local,
						pi_uint32 num_waits, const pi_ext_sync_point *waits,
						pi_ext_sync_point *point,
						pi_ext_command_buffer_command *command)
{
	pi_result result = piextCommandBufferNDRangeKernel(buffer, kernel, work_dim, offset, global,
							   local, num_waits, waits, point);

	if (!result && command)
		*command = NULL;
	return result;
}

pi_result piextCommandBufferMemcpyUSM(pi_ext_command_buffer buffer, void *target,
				      const void *source, size_t size, pi_uint32 num_waits,
				      const pi_ext_sync_point *waits, pi_ext_sync_point *point)
{
	return FCL_PI_EXTENSION(clCommandSVMMemcpyKHR, buffer, NULL, NULL, target, source, size,
				num_waits, waits, point, NULL);
}

pi_result piextCommandBufferFillUSM(pi_ext_command_buffer buffer, void *pointer,
				    const void *pattern, size_t pattern_size, size_t size,
				    pi_uint32 num_waits, const pi_ext_sync_point *waits,
				    pi_ext_sync_point *point)
{
	return FCL_PI_EXTENSION(clCommandSVMMemFillKHR, buffer, NULL, NULL, pointer, pattern,
				pattern_size, size, num_waits, waits, point, NULL);
}

pi_result piextCommandBufferMemBufferCopy(pi_ext_command_buffer buffer, pi_mem source,
					  pi_mem target, size_t source_offset, size_t target_offset,
					  size_t size, pi_uint32 num_waits,
					  const pi_ext_sync_point *waits, pi_ext_sync_point *point)
{
	return FCL_PI_EXTENSION(clCommandCopyBufferKHR, buffer, NULL, NULL, source, target,
				source_offset, target_offset, size, num_waits, waits, point, NULL);
}

pi_result piextCommandBufferMemBufferCopyRect(pi_ext_command_buffer buffer, pi_mem source,
					      pi_mem target, pi_rect_offset source_origin,
					      pi_rect_offset target_origin, pi_rect_region region,
					      size_t source_row_pitch, size_t source_slice_pitch,
					      size_t target_row_pitch, size_t target_slice_pitch,
					      pi_uint32 num_waits, const pi_ext_sync_point *waits,
					      pi_ext_sync_point *point)
{
	return FCL_PI_EXTENSION(clCommandCopyBufferRectKHR, buffer, NULL, NULL, source, target,
				source_origin, target_origin, region, source_row_pitch,
				source_slice_pitch, target_row_pitch, target_slice_pitch, num_waits,
				waits, point, NULL);
}

pi_result piextCommandBufferMemBufferFill(pi_ext_command_buffer buffer, pi_mem mem,
					  const void *pattern, size_t pattern_size, size_t offset,
					  size_t size, pi_uint32 num_waits,
					  const pi_ext_sync_point *waits, pi_ext_sync_point *point)
{
	return FCL_PI_EXTENSION(clCommandFillBufferKHR, buffer, NULL, NULL, mem, pattern,
				pattern_size, offset, size, num_waits, waits, point, NULL);
}

/*
 * A hint, like piextUSMEnqueuePrefetch(): no data moves, only the command's place in the order
 * remains.
 */
static pi_result record_nothing(pi_ext_command_buffer buffer, const void *pointer, size_t size,
				pi_uint32 num_waits, const pi_ext_sync_point *waits,
				pi_ext_sync_point *point)
{
	if (!pointer || !size)
		return fcl_pi_refuse(CL_INVALID_VALUE, "a command buffer: expected memory");
	return FCL_PI_EXTENSION(clCommandBarrierWithWaitListKHR, buffer, NULL, NULL, num_waits,
				waits, point, NULL);
}

pi_result piextCommandBufferPrefetchUSM(pi_ext_command_buffer buffer, const void *pointer,
					size_t size, pi_bitfield flags, pi_uint32 num_waits,
					const pi_ext_sync_point *waits, pi_ext_sync_point *point)
{
	if (flags)
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "a prefetch: expected no flags, found 0x%llx",
				     (unsigned long long)flags);
	return record_nothing(buffer, pointer, size, num_waits, waits, point);
}

pi_result piextCommandBufferAdviseUSM(pi_ext_command_buffer buffer, const void *pointer,
				      size_t size, pi_enum advice, pi_uint32 num_waits,
				      const pi_ext_sync_point *waits, pi_ext_sync_point *point)
{
	(void)advice;
	return record_nothing(buffer, pointer, size, num_waits, waits, point);
}
