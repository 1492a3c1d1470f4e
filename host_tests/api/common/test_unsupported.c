/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include <CL/cl_gl.h>

/*
 * Features that no device supports (images, samplers, OpenGL sharing), and one that only some do:
 * shared virtual memory.
 */

#define Q api.queue
#define NO_QUEUE ((cl_command_queue)api.buffer)
#define NO_CONTEXT ((cl_context)api.buffer)

static const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
static const cl_image_desc description = {
	.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16};

static void images_cannot_be_made(void **state)
{
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreateImage(NO_CONTEXT, 0, &format, &description, NULL, &error));
	EXPECT_NULL(CL_INVALID_OPERATION,
		    clCreateImage(api.context, 0, &format, &description, NULL, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateImageWithProperties(NO_CONTEXT, NULL, 0, &format,
								    &description, NULL, &error));
	EXPECT_NULL(CL_INVALID_OPERATION, clCreateImageWithProperties(api.context, NULL, 0, &format,
								      &description, NULL, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreateImage2D(NO_CONTEXT, 0, &format, 16, 16, 0, NULL, &error));
	EXPECT_NULL(CL_INVALID_OPERATION,
		    clCreateImage2D(api.context, 0, &format, 16, 16, 0, NULL, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreateImage3D(NO_CONTEXT, 0, &format, 16, 16, 16, 0, 0, NULL, &error));
	EXPECT_NULL(CL_INVALID_OPERATION,
		    clCreateImage3D(api.context, 0, &format, 16, 16, 16, 0, 0, NULL, &error));
	EXPECT(CL_INVALID_MEM_OBJECT, clGetImageInfo(api.buffer, CL_IMAGE_WIDTH, 0, NULL, NULL));
	api_end();
}

static void image_formats_are_none(void **state)
{
	cl_image_format formats[1];
	cl_uint count = 12345;

	(void)state;
#define FORMATS(c, flags, type, n, list) clGetSupportedImageFormats(c, flags, type, n, list, &count)
	EXPECT(CL_INVALID_CONTEXT, FORMATS(NO_CONTEXT, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL));
	EXPECT(CL_INVALID_VALUE,
	       FORMATS(api.context, (cl_mem_flags)1 << 40, CL_MEM_OBJECT_IMAGE2D, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FORMATS(api.context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FORMATS(api.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, formats));
	EXPECT_TRUE(count == 12345);
	EXPECT(CL_SUCCESS,
	       FORMATS(api.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 1, formats));
	EXPECT_TRUE(count == 0);
#undef FORMATS
	api_end();
}

static void image_commands(void **state)
{
	const size_t zero[3] = {0}, one[3] = {1, 1, 1};
	cl_mem b = api.buffer;
	char bytes[16] = {0};
	size_t pitch;
	cl_int error;

	(void)state;
	for (int i = 0; i < 2; i++) {
		cl_command_queue q = i ? Q : NO_QUEUE;
		cl_int code = i ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;

		EXPECT(code,
		       clEnqueueReadImage(q, b, CL_TRUE, zero, one, 0, 0, bytes, 0, NULL, NULL));
		EXPECT(code,
		       clEnqueueWriteImage(q, b, CL_TRUE, zero, one, 0, 0, bytes, 0, NULL, NULL));
		EXPECT(code, clEnqueueFillImage(q, b, bytes, zero, one, 0, NULL, NULL));
		EXPECT(code, clEnqueueCopyImage(q, b, b, zero, zero, one, 0, NULL, NULL));
		EXPECT(code, clEnqueueCopyImageToBuffer(q, b, b, zero, one, 0, 0, NULL, NULL));
		EXPECT(code, clEnqueueCopyBufferToImage(q, b, b, 0, zero, one, 0, NULL, NULL));
		EXPECT_NULL(code, clEnqueueMapImage(q, b, CL_TRUE, CL_MAP_READ, zero, one, &pitch,
						    &pitch, 0, NULL, NULL, &error));
	}
	api_end();
}

static void samplers(void **state)
{
	cl_sampler none = (cl_sampler)api.buffer;
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateSampler(NO_CONTEXT, CL_TRUE, CL_ADDRESS_CLAMP,
							CL_FILTER_NEAREST, &error));
	EXPECT_NULL(CL_INVALID_OPERATION, clCreateSampler(api.context, CL_TRUE, CL_ADDRESS_CLAMP,
							  CL_FILTER_NEAREST, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateSamplerWithProperties(NO_CONTEXT, NULL, &error));
	EXPECT_NULL(CL_INVALID_OPERATION, clCreateSamplerWithProperties(api.context, NULL, &error));
	EXPECT(CL_INVALID_SAMPLER, clRetainSampler(none));
	EXPECT(CL_INVALID_SAMPLER, clReleaseSampler(none));
	EXPECT(CL_INVALID_SAMPLER, clGetSamplerInfo(none, CL_SAMPLER_CONTEXT, 0, NULL, NULL));
	api_end();
}

static void shared_virtual_memory(void **state)
{
	cl_kernel kernel = api_kernel("poke");
	char bytes[64] = {0}, other[64];
	void *pointers[] = {bytes};

	(void)state;
	if (api_computes()) /* emulated boards support it: see test_svm.c */
		skip();
	EXPECT_TRUE(!clSVMAlloc(api.context, CL_MEM_READ_WRITE, 64, 0));
	clSVMFree(api.context, NULL);
	for (int i = 0; i < 2; i++) {
		cl_command_queue q = i ? Q : NO_QUEUE;
		cl_int code = i ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;

		EXPECT(code, clEnqueueSVMFree(q, 1, pointers, NULL, NULL, 0, NULL, NULL));
		EXPECT(code, clEnqueueSVMMemcpy(q, CL_TRUE, bytes, other, 64, 0, NULL, NULL));
		EXPECT(code, clEnqueueSVMMemFill(q, bytes, other, 1, 64, 0, NULL, NULL));
		EXPECT(code, clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, bytes, 64, 0, NULL, NULL));
		EXPECT(code, clEnqueueSVMUnmap(q, bytes, 0, NULL, NULL));
		EXPECT(code, clEnqueueSVMMigrateMem(q, 1, (const void **)pointers, NULL, 0, 0, NULL,
						    NULL));
	}
	EXPECT(CL_INVALID_KERNEL, clSetKernelArgSVMPointer((cl_kernel)api.buffer, 0, bytes));
	EXPECT(CL_INVALID_OPERATION, clSetKernelArgSVMPointer(kernel, 0, bytes));
	EXPECT(CL_INVALID_OPERATION, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS,
							 sizeof(pointers), pointers));
	EXPECT(CL_INVALID_OPERATION,
	       clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
	clReleaseKernel(kernel);
	api_end();
}

static bool has_pipes(void)
{
	cl_bool support = CL_FALSE;

	clGetDeviceInfo(api.devices[0], CL_DEVICE_PIPE_SUPPORT, sizeof(support), &support, NULL);
	return support;
}

static void pipes(void **state)
{
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreatePipe(NO_CONTEXT, 0, 4, 16, NULL, &error));
	if (!has_pipes())
		EXPECT_NULL(CL_INVALID_OPERATION,
			    clCreatePipe(api.context, 0, 4, 16, NULL, &error));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clGetPipeInfo(api.buffer, CL_PIPE_PACKET_SIZE, 0, NULL, NULL));
	api_end();
}

static void sharing_with_opengl(void **state)
{
	cl_mem wrong = (cl_mem)Q;
	cl_gl_object_type type;
	cl_GLuint name;
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateFromGLBuffer(api.context, 0, 1, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateFromGLTexture(api.context, 0, 0, 0, 1, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateFromGLTexture2D(api.context, 0, 0, 0, 1, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateFromGLTexture3D(api.context, 0, 0, 0, 1, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateFromGLRenderbuffer(api.context, 0, 1, &error));
	EXPECT(CL_INVALID_MEM_OBJECT, clGetGLObjectInfo(wrong, &type, &name));
	EXPECT(CL_INVALID_GL_OBJECT, clGetGLObjectInfo(api.buffer, &type, &name));
	EXPECT(CL_INVALID_MEM_OBJECT, clGetGLTextureInfo(wrong, CL_GL_MIPMAP_LEVEL, 0, NULL, NULL));
	EXPECT(CL_INVALID_GL_OBJECT,
	       clGetGLTextureInfo(api.buffer, CL_GL_MIPMAP_LEVEL, 0, NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       clEnqueueAcquireGLObjects(NO_QUEUE, 1, &api.buffer, 0, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT, clEnqueueAcquireGLObjects(Q, 1, &api.buffer, 0, NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       clEnqueueReleaseGLObjects(NO_QUEUE, 1, &api.buffer, 0, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT, clEnqueueReleaseGLObjects(Q, 1, &api.buffer, 0, NULL, NULL));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(images_cannot_be_made), cmocka_unit_test(image_formats_are_none),
		cmocka_unit_test(image_commands),        cmocka_unit_test(samplers),
		cmocka_unit_test(shared_virtual_memory), cmocka_unit_test(pipes),
		cmocka_unit_test(sharing_with_opengl),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
