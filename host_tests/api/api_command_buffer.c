/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_command_buffer.h"

struct api_command_buffer cb;

static bool find(void *ret_function, const char *name)
{
	void *function = clGetExtensionFunctionAddressForPlatform(api.platform, name);

	memcpy(ret_function, &function, sizeof(function));
	if (!function)
		print_error("%s is missing\n", name);
	return function != NULL;
}

int api_command_buffer_setup(void **state)
{
	if (api_setup(state))
		return -1;
	return find(&cb.create, "clCreateCommandBufferKHR") &&
			       find(&cb.finalize, "clFinalizeCommandBufferKHR") &&
			       find(&cb.retain, "clRetainCommandBufferKHR") &&
			       find(&cb.release, "clReleaseCommandBufferKHR") &&
			       find(&cb.enqueue, "clEnqueueCommandBufferKHR") &&
			       find(&cb.info, "clGetCommandBufferInfoKHR") &&
			       find(&cb.barrier, "clCommandBarrierWithWaitListKHR") &&
			       find(&cb.copy, "clCommandCopyBufferKHR") &&
			       find(&cb.copy_rect, "clCommandCopyBufferRectKHR") &&
			       find(&cb.fill, "clCommandFillBufferKHR") &&
			       find(&cb.ndrange, "clCommandNDRangeKernelKHR") &&
			       find(&cb.copy_buffer_to_image, "clCommandCopyBufferToImageKHR") &&
			       find(&cb.copy_image, "clCommandCopyImageKHR") &&
			       find(&cb.copy_image_to_buffer, "clCommandCopyImageToBufferKHR") &&
			       find(&cb.fill_image, "clCommandFillImageKHR") &&
			       find(&cb.svm_copy, "clCommandSVMMemcpyKHR") &&
			       find(&cb.svm_fill, "clCommandSVMMemFillKHR")
		       ? 0
		       : -1;
}

cl_command_buffer_khr api_command_buffer(cl_command_queue queue, cl_command_buffer_flags_khr flags)
{
	cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
	cl_command_buffer_khr buffer = cb.create(1, &queue, flags ? properties : NULL, NULL);

	assert_non_null(buffer);
	return buffer;
}

cl_uint api_command_buffer_state(cl_command_buffer_khr buffer)
{
	cl_uint state = 12345;

	EXPECT(CL_SUCCESS,
	       cb.info(buffer, CL_COMMAND_BUFFER_STATE_KHR, sizeof(state), &state, NULL));
	return state;
}

cl_int api_event_status(cl_event event)
{
	cl_int status = 12345;

	EXPECT(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					  &status, NULL));
	return status;
}
