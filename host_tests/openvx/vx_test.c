/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/openvx/vx_test.h"

struct vx_test vx_test;

static void VX_CALLBACK keep(vx_context context, vx_reference ref, vx_status status,
			     const vx_char text[])
{
	(void)context;
	(void)ref;
	(void)status;
	snprintf(vx_test.log, sizeof(vx_test.log), "%s", text);
}

int vx_test_setup(void **state)
{
	cl_platform_id platform;
	cl_uint count = 0;

	(void)state;
	memset(&vx_test, 0, sizeof(vx_test));
	if (clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, vx_test.devices, &count) || count != 2)
		return -1;
	vx_test.cl = clCreateContext(NULL, 2, vx_test.devices, NULL, NULL, NULL);
	vx_test.queue = clCreateCommandQueue(vx_test.cl, vx_test.devices[0], 0, NULL);
	vx_test.context = vxCreateContextFromCL(vx_test.cl, vx_test.queue);
	if (vxGetStatus(REF(vx_test.context)))
		return -1;
	vxRegisterLogCallback(vx_test.context, keep, vx_false_e);
	return vxLoadKernels(vx_test.context, VX_TEST_KERNELS);
}

int vx_test_teardown(void **state)
{
	cl_uint contexts = 0, queues = 0;

	(void)state;
	if (vxReleaseContext(&vx_test.context) || clFinish(vx_test.queue))
		return -1;
	/* The library has released everything that it held: only the tests' references are left. */
	clGetCommandQueueInfo(vx_test.queue, CL_QUEUE_REFERENCE_COUNT, sizeof(queues), &queues,
			      NULL);
	clReleaseCommandQueue(vx_test.queue);
	clGetContextInfo(vx_test.cl, CL_CONTEXT_REFERENCE_COUNT, sizeof(contexts), &contexts, NULL);
	clReleaseContext(vx_test.cl);
	if (queues != 1 || contexts != 1)
		print_error("references left: queue %u, context %u\n", queues, contexts);
	return queues == 1 && contexts == 1 ? 0 : -1;
}

static void fill(unsigned char *pixels, unsigned step)
{
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		pixels[i] = (unsigned char)(i * step);
}

static const vx_imagepatch_addressing_t packed = {
	VX_TEST_WIDTH, VX_TEST_HEIGHT, 1, VX_TEST_WIDTH, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};

vx_image vx_test_image(unsigned step)
{
	vx_image image = vxCreateImage(vx_test.context, VX_TEST_WIDTH, VX_TEST_HEIGHT,
				       VX_DF_IMAGE_U8);
	unsigned char pixels[VX_TEST_PIXELS];

	GOOD(image);
	fill(pixels, step);
	OK(vxCopyImagePatch(image, NULL, 0, &packed, pixels, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST));
	return image;
}

cl_mem vx_test_buffer(unsigned step)
{
	unsigned char pixels[VX_TEST_PIXELS];
	cl_mem buffer;

	fill(pixels, step);
	buffer = clCreateBuffer(vx_test.cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
				sizeof(pixels), pixels, NULL);
	assert_non_null(buffer);
	return buffer;
}

vx_image vx_test_image_over(cl_mem buffer)
{
	void *ptrs[] = {buffer};
	vx_image image = vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_U8, &packed, ptrs,
						 VX_MEMORY_TYPE_OPENCL_BUFFER);

	GOOD(image);
	return image;
}

void vx_test_read(vx_image image, unsigned char *pixels)
{
	OK(vxCopyImagePatch(image, NULL, 0, &packed, pixels, VX_READ_ONLY, VX_MEMORY_TYPE_HOST));
}

void vx_test_read_buffer(cl_mem buffer, unsigned char *pixels)
{
	OK(clEnqueueReadBuffer(vx_test.queue, buffer, CL_TRUE, 0, VX_TEST_PIXELS, pixels, 0, NULL,
			       NULL));
}

vx_node vx_test_node(vx_graph graph, const char *name, vx_reference first, vx_reference second,
		     vx_reference third, vx_reference fourth)
{
	vx_reference all[] = {first, second, third, fourth};
	vx_kernel kernel = vxGetKernelByName(vx_test.context, name);
	vx_node node = vxCreateGenericNode(graph, kernel);

	GOOD(node);
	for (vx_uint32 i = 0; i < 4; i++)
		if (all[i])
			OK(vxSetParameterByIndex(node, i, all[i]));
	OK(vxReleaseKernel(&kernel));
	return node;
}

cl_event vx_test_hold(cl_command_queue queue)
{
	cl_event event = clCreateUserEvent(vx_test.cl, NULL);

	assert_non_null(event);
	OK(clEnqueueBarrierWithWaitList(queue, 1, &event, NULL));
	return event;
}
