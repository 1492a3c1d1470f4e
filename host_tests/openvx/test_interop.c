/* SPDX-License-Identifier: Apache-2.0 */
/* vx_khr_opencl_interop, section by section. */
#include "host_tests/openvx/vx_test.h"

static const vx_imagepatch_addressing_t packed = {
	VX_TEST_WIDTH, VX_TEST_HEIGHT, 1, VX_TEST_WIDTH, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};

/* Sections 2.1, 2.2: the context that vxCreateContext() makes. */
static void own_context(void **state)
{
	cl_command_queue_properties properties = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
	vx_context context = vxCreateContext();
	cl_command_queue queue = NULL;
	cl_context cl = NULL, owner = NULL;
	char extensions[128];

	(void)state;
	GOOD(context);
	OK(vxQueryContext(context, VX_CONTEXT_CL_CONTEXT, &cl, sizeof(cl)));
	OK(vxQueryContext(context, VX_CONTEXT_CL_COMMAND_QUEUE, &queue, sizeof(queue)));
	OK(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(owner), &owner, NULL));
	assert_ptr_equal(owner, cl);
	OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties,
				 NULL));
	assert_false(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	OK(vxQueryContext(context, VX_CONTEXT_EXTENSIONS, extensions, sizeof(extensions)));
	assert_non_null(strstr(extensions, "vx_khr_opencl_interop"));
	assert_int_equal(vxSetContextAttribute(context, VX_CONTEXT_CL_CONTEXT, &cl, sizeof(cl)),
			 VX_ERROR_NOT_SUPPORTED);
	assert_int_equal(vxQueryContext(context, VX_CONTEXT_CL_CONTEXT, &cl, 4),
			 VX_ERROR_INVALID_PARAMETERS);
	OK(vxReleaseContext(&context));
}

/* Section 4.1: either argument may be NULL; a queue must belong to the context and be in-order. */
static void given_context(void **state)
{
	cl_context other = clCreateContext(NULL, 1, &vx_test.devices[1], NULL, NULL, NULL), cl;
	cl_command_queue foreign = clCreateCommandQueue(other, vx_test.devices[1], 0, NULL), queue;
	cl_command_queue loose = clCreateCommandQueue(vx_test.cl, vx_test.devices[0],
						      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	vx_context context = vxCreateContextFromCL(NULL, NULL);

	(void)state;
	GOOD(context);
	OK(vxReleaseContext(&context));
	context = vxCreateContextFromCL(other, NULL);
	GOOD(context);
	OK(vxQueryContext(context, VX_CONTEXT_CL_CONTEXT, &cl, sizeof(cl)));
	assert_ptr_equal(cl, other);
	OK(vxReleaseContext(&context));
	context = vxCreateContextFromCL(NULL, foreign);
	GOOD(context);
	OK(vxQueryContext(context, VX_CONTEXT_CL_COMMAND_QUEUE, &queue, sizeof(queue)));
	assert_ptr_equal(queue, foreign);
	OK(vxReleaseContext(&context));
	context = vxCreateContextFromCL(vx_test.cl, foreign);
	assert_int_equal(vxGetStatus(REF(context)), VX_ERROR_INVALID_PARAMETERS);
	assert_int_equal(vxReleaseContext(&context), VX_ERROR_INVALID_REFERENCE);
	context = vxCreateContextFromCL(vx_test.cl, loose);
	assert_int_equal(vxGetStatus(REF(context)), VX_ERROR_INVALID_PARAMETERS);
	OK(clReleaseCommandQueue(loose));
	OK(clReleaseCommandQueue(foreign));
	OK(clReleaseContext(other));
}

/*
 * Sections 1.3, 2.4: while an event that nobody has completed holds the queue, each call returns.
 * After the event has been completed, all results are right.
 */
static void nothing_waits(void **state)
{
	cl_mem given = vx_test_buffer(5), result = vx_test_buffer(0), copy = vx_test_buffer(0);
	cl_mem next = vx_test_buffer(2), mapped;
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_imagepatch_addressing_t addr;
	unsigned char pixels[VX_TEST_PIXELS];
	void *news[1] = {next}, *olds[1];
	vx_image in, out, other = vx_test_image(0);
	vx_map_id map;
	cl_event hold = vx_test_hold(vx_test.queue);

	(void)state;
	/* The program's own data also waits behind the event. */
	OK(clEnqueueFillBuffer(vx_test.queue, given, "\x11", 1, 0, VX_TEST_PIXELS, 0, NULL, NULL));
	in = vx_test_image_over(given);
	out = vx_test_image_over(result);
	vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);
	OK(vxVerifyGraph(graph));
	OK(vxProcessGraph(graph));
	OK(vxCopyImagePatch(out, NULL, 0, &packed, copy, VX_READ_ONLY,
			    VX_MEMORY_TYPE_OPENCL_BUFFER));
	OK(vxCopyImagePatch(other, NULL, 0, &packed, copy, VX_WRITE_ONLY,
			    VX_MEMORY_TYPE_OPENCL_BUFFER));
	OK(vxMapImagePatch(other, NULL, 0, &map, &addr, (void **)&mapped, VX_READ_AND_WRITE,
			   VX_MEMORY_TYPE_OPENCL_BUFFER, 0));
	OK(clEnqueueFillBuffer(vx_test.queue, mapped, "\x22", 1, 0, 64, 0, NULL, NULL));
	OK(vxUnmapImagePatch(other, map));
	OK(vxSwapImageHandle(out, news, olds, 1));
	assert_ptr_equal(olds[0], result);
	OK(clEnqueueFillBuffer(vx_test.queue, given, "\x33", 1, 0, VX_TEST_PIXELS, 0, NULL, NULL));
	OK(clSetUserEventStatus(hold, CL_COMPLETE));

	vx_test_read_buffer(result, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], 0xee);
	vx_test_read(other, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], i < 64 ? 0x22 : 0xee);
	vx_test_read(out, pixels);
	assert_int_equal(pixels[3], 6);
	OK(vxReleaseImage(&in));
	OK(vxReleaseGraph(&graph));
	OK(vxReleaseImage(&out));
	OK(clReleaseEvent(hold));
	OK(clReleaseMemObject(given));
	OK(clReleaseMemObject(result));
	OK(clReleaseMemObject(copy));
	OK(clReleaseMemObject(next));
}

/* If a kernel and its data are on one device, the kernel gets the program's own buffer. */
static void nothing_copied(void **state)
{
	cl_mem given = vx_test_buffer(1), mapped = NULL;
	vx_image image = vx_test_image_over(given);
	vx_imagepatch_addressing_t addr;
	cl_uint before = 0, during = 0;
	vx_rectangle_t lower = {0, 32, 64, 64};
	unsigned char pixels[VX_TEST_PIXELS];
	cl_mem parent = NULL;
	vx_map_id map;

	(void)state;
	OK(clGetMemObjectInfo(given, CL_MEM_REFERENCE_COUNT, sizeof(before), &before, NULL));
	assert_int_equal(before, 2);
	OK(vxMapImagePatch(image, NULL, 0, &map, &addr, (void **)&mapped, VX_READ_ONLY,
			   VX_MEMORY_TYPE_OPENCL_BUFFER, 0));
	assert_ptr_equal(mapped, given);
	OK(clGetMemObjectInfo(given, CL_MEM_REFERENCE_COUNT, sizeof(during), &during, NULL));
	OK(vxUnmapImagePatch(image, map));
	/* A region of an image is a region of the same buffer. */
	OK(vxMapImagePatch(image, &lower, 0, &map, &addr, (void **)&mapped, VX_READ_AND_WRITE,
			   VX_MEMORY_TYPE_OPENCL_BUFFER, 0));
	OK(clGetMemObjectInfo(mapped, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(parent), &parent, NULL));
	assert_ptr_equal(parent, given);
	OK(clEnqueueFillBuffer(vx_test.queue, mapped, "\x44", 1, 0, 64, 0, NULL, NULL));
	OK(vxUnmapImagePatch(image, map));
	vx_test_read(image, pixels);
	assert_int_equal(pixels[2047], 0xff);
	assert_int_equal(pixels[2048], 0x44);
	OK(vxReleaseImage(&image));
	OK(clGetMemObjectInfo(given, CL_MEM_REFERENCE_COUNT, sizeof(before), &before, NULL));
	assert_int_equal(before, 1);
	OK(clReleaseMemObject(given));
}

/*
 * A region at an offset where no sub-buffer can begin is mapped as a copy, which is written back.
 */
static void odd_parts(void **state)
{
	vx_image image = vx_test_image(1);
	vx_rectangle_t odd = {3, 5, 13, 9};
	vx_imagepatch_addressing_t addr;
	unsigned char pixels[VX_TEST_PIXELS], there[4 * 64];
	size_t size = 0;
	cl_mem mapped;
	vx_map_id map;

	(void)state;
	OK(vxMapImagePatch(image, &odd, 0, &map, &addr, (void **)&mapped, VX_READ_AND_WRITE,
			   VX_MEMORY_TYPE_OPENCL_BUFFER, 0));
	assert_int_equal(addr.dim_x, 10);
	assert_int_equal(addr.stride_y, 64);
	OK(clGetMemObjectInfo(mapped, CL_MEM_SIZE, sizeof(size), &size, NULL));
	assert_true(size >= 3 * 64 + 10);
	OK(clEnqueueReadBuffer(vx_test.queue, mapped, CL_TRUE, 0, 3 * 64 + 10, there, 0, NULL,
			       NULL));
	assert_int_equal(there[64], (unsigned char)(6 * 64 + 3));
	OK(clEnqueueFillBuffer(vx_test.queue, mapped, "\x55", 1, 0, size, 0, NULL, NULL));
	OK(vxUnmapImagePatch(image, map));
	vx_test_read(image, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++) {
		unsigned x = i % 64, y = i / 64;
		bool inside = x >= 3 && x < 13 && y >= 5 && y < 9;

		assert_int_equal(pixels[i], inside ? 0x55 : (unsigned char)i);
	}
}

/*
 * Setting all pixels to one value changes only the image's pixels, not the bytes between or after
 * the rows.
 */
static void values_stay_inside(void **state)
{
	static const vx_imagepatch_addressing_t narrow = {
		40, VX_TEST_HEIGHT, 1, VX_TEST_WIDTH, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};
	static const vx_imagepatch_addressing_t bits = {64, 8, 0, 8, VX_SCALE_UNITY, VX_SCALE_UNITY,
							1,  1, 1};
	static const vx_rectangle_t part = {8, 1, 20, 3};
	cl_mem given = vx_test_buffer(1);
	vx_image over = vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_U8, &narrow,
						(void *[]){given}, VX_MEMORY_TYPE_OPENCL_BUFFER);
	vx_image whole = vxCreateImage(vx_test.context, 64, 8, VX_DF_IMAGE_U1), inner;
	unsigned char pixels[VX_TEST_PIXELS];
	void *olds[1];

	(void)state;
	OK(vxSetImagePixelValues(over, &(vx_pixel_value_t){.U8 = 7}));
	OK(vxSwapImageHandle(over, NULL, olds, 1));
	vx_test_read_buffer(given, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], i % 64 < 40 ? 7 : (unsigned char)i);
	OK(vxSetImagePixelValues(whole, &(vx_pixel_value_t){.U1 = vx_true_e}));
	inner = vxCreateImageFromROI(whole, &part);
	OK(vxSetImagePixelValues(inner, &(vx_pixel_value_t){.U1 = vx_false_e}));
	OK(vxCopyImagePatch(whole, NULL, 0, &bits, pixels, VX_READ_ONLY, VX_MEMORY_TYPE_HOST));
	assert_memory_equal(pixels + 8, "\xff\x00\xf0\xff", 4);
	OK(vxSetImagePixelValues(inner, &(vx_pixel_value_t){.U1 = vx_true_e}));
	OK(vxCopyImagePatch(whole, NULL, 0, &bits, pixels, VX_READ_ONLY, VX_MEMORY_TYPE_HOST));
	assert_memory_equal(pixels + 8, "\xff\xff\xff\xff", 4);
	for (int i = 0; i < 2; i++) {
		memset(pixels, 0, 16);
		OK(vxCopyImagePatch(i ? inner : whole, i ? NULL : &part, 0, &bits, pixels,
				    VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST));
		OK(vxCopyImagePatch(whole, NULL, 0, &bits, pixels, VX_READ_ONLY,
				    VX_MEMORY_TYPE_HOST));
		assert_memory_equal(pixels + 8, "\xff\x00\xf0\xff", 4);
		assert_memory_equal(pixels + 16, "\xff\x00\xf0\xff", 4);
		assert_int_equal(pixels[0], 0xff);
		assert_int_equal(pixels[25], 0xff);
		OK(vxSetImagePixelValues(whole, &(vx_pixel_value_t){.U1 = vx_true_e}));
	}
	assert_int_equal(vxCopyImagePatch(whole, &part, 0, &bits, given, VX_WRITE_ONLY,
					  VX_MEMORY_TYPE_OPENCL_BUFFER),
			 VX_ERROR_NOT_SUPPORTED);
	OK(vxReleaseImage(&over));
	OK(clReleaseMemObject(given));
}

#define CL VX_MEMORY_TYPE_OPENCL_BUFFER
#define HOST VX_MEMORY_TYPE_HOST

/* Parts of objects, and the program's own strides. test_memory.c covers whole objects. */

static void part_of_array(void **state)
{
	cl_mem buffer = vx_test_buffer(1), mapped;
	vx_array array = vxCreateArray(vx_test.context, VX_TYPE_UINT16, 64);
	vx_uint16 shorts[64] = {0};
	vx_size stride;
	vx_map_id map;

	(void)state;
	OK(vxAddArrayItems(array, 64, shorts, sizeof(shorts[0])));
	/* Every second item of the program's buffer. */
	OK(vxCopyArrayRange(array, 0, 64, 4, buffer, VX_WRITE_ONLY, CL));
	OK(vxCopyArrayRange(array, 0, 64, 2, shorts, VX_READ_ONLY, HOST));
	assert_int_equal(shorts[63], 0xfdfc);
	OK(vxMapArrayRange(array, 32, 64, &map, &stride, (void **)&mapped, VX_READ_AND_WRITE, CL,
			   0));
	OK(clEnqueueFillBuffer(vx_test.queue, mapped, "\x01", 1, 0, 2, 0, NULL, NULL));
	OK(vxUnmapArrayRange(array, map));
	OK(vxCopyArrayRange(array, 0, 64, 2, shorts, VX_READ_ONLY, HOST));
	assert_int_equal(shorts[32], 0x0101);
	assert_int_equal(shorts[31], 0x7d7c);
	OK(clReleaseMemObject(buffer));
}

static void strides_of_tensor(void **state)
{
	static const vx_size dims[] = {16, 4}, strides[] = {1, 20};
	cl_mem buffer = vx_test_buffer(1), mapped;
	vx_tensor tensor = vxCreateTensor(vx_test.context, 2, dims, VX_TYPE_UINT8, 0);
	vx_size found[2];
	unsigned char bytes[64];
	vx_map_id map;

	(void)state;
	OK(vxCopyTensorPatch(tensor, 2, NULL, NULL, strides, buffer, VX_WRITE_ONLY, CL));
	OK(vxMapTensorPatch(tensor, 2, NULL, NULL, &map, found, (void **)&mapped, VX_READ_ONLY,
			    CL));
	OK(clEnqueueReadBuffer(vx_test.queue, mapped, CL_TRUE, 0, 64, bytes, 0, NULL, NULL));
	assert_int_equal(bytes[17], 21);
	OK(vxUnmapTensorPatch(tensor, map));
	/* Rows so far apart that the sum of their sizes wraps to a small number. */
	assert_int_equal(vxCopyTensorPatch(tensor, 2, NULL, NULL, (vx_size[]){1, SIZE_MAX / 3 + 1},
					   buffer, VX_WRITE_ONLY, CL),
			 VX_ERROR_INVALID_PARAMETERS);
	OK(clReleaseMemObject(buffer));
}

/* Both values of a range are copied from the same buffer. */
static void ends_of_threshold(void **state)
{
	cl_mem buffer = vx_test_buffer(1);
	vx_threshold threshold = vxCreateThresholdForImage(vx_test.context, VX_THRESHOLD_TYPE_RANGE,
							   VX_DF_IMAGE_U8, VX_DF_IMAGE_U8);
	vx_pixel_value_t low, high;

	(void)state;
	OK(vxCopyThresholdRange(threshold, (vx_pixel_value_t *)buffer, (vx_pixel_value_t *)buffer,
				VX_WRITE_ONLY, CL));
	OK(vxCopyThresholdRange(threshold, &low, &high, VX_READ_ONLY, HOST));
	assert_int_equal(low.RGBX[2], 2);
	assert_int_equal(high.RGBX[3], 3);
	OK(clReleaseMemObject(buffer));
}

/* An image whose memory the program has taken back has no memory until it gets new memory. */
static void without_memory(void **state)
{
	cl_mem given = vx_test_buffer(3), other = vx_test_buffer(5);
	vx_image image = vx_test_image_over(given), out = vx_test_image(0);
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_imagepatch_addressing_t addr;
	unsigned char pixels[VX_TEST_PIXELS];
	void *ptr, *olds[1];
	vx_map_id map;

	(void)state;
	vx_test_node(graph, "test.invert", REF(image), REF(out), NULL, NULL);
	OK(vxVerifyGraph(graph));
	OK(vxSwapImageHandle(image, NULL, olds, 1));
	assert_ptr_equal(olds[0], given);
	assert_int_equal(vxMapImagePatch(image, NULL, 0, &map, &addr, &ptr, VX_READ_ONLY, HOST, 0),
			 VX_ERROR_NO_MEMORY);
	assert_int_equal(vxMapImagePatch(image, NULL, 0, &map, &addr, &ptr, VX_READ_ONLY, CL, 0),
			 VX_ERROR_NO_MEMORY);
	assert_int_equal(vxCopyImagePatch(image, NULL, 0, &packed, pixels, VX_WRITE_ONLY, HOST),
			 VX_ERROR_NO_MEMORY);
	assert_int_equal(vxProcessGraph(graph), VX_ERROR_NO_MEMORY);
	OK(vxSwapImageHandle(image, (void *[]){other}, olds, 1));
	assert_null(olds[0]);
	OK(vxProcessGraph(graph));
	vx_test_read(out, pixels);
	assert_int_equal(pixels[3], 255 - 15);
	OK(vxReleaseGraph(&graph));
	OK(vxReleaseImage(&image));
	OK(clReleaseMemObject(given));
	OK(clReleaseMemObject(other));
}

/*
 * The pixels of an image's row are contiguous, so a tensor with gaps between its elements has no
 * images.
 */
static void images_in_tensor(void **state)
{
	static const vx_size dims[] = {4, 4, 2}, close[] = {1, 8, 32}, wide[] = {2, 8, 32};
	static const vx_rectangle_t all = {0, 0, 4, 4};
	unsigned char bytes[64], pixels[16];
	vx_imagepatch_addressing_t addr = {4, 4, 1, 4, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};
	vx_tensor tensor;
	vx_object_array images;
	vx_image second;

	(void)state;
	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)i;
	tensor = vxCreateTensorFromHandle(vx_test.context, 3, dims, VX_TYPE_UINT8, 0, wide, bytes,
					  HOST);
	GOOD(tensor);
	assert_int_equal(vxGetStatus(REF(vxCreateImageObjectArrayFromTensor(tensor, &all, 2, 1,
									    VX_DF_IMAGE_U8))),
			 VX_ERROR_INVALID_PARAMETERS);
	OK(vxReleaseTensor(&tensor));
	tensor = vxCreateTensorFromHandle(vx_test.context, 3, dims, VX_TYPE_UINT8, 0, close, bytes,
					  HOST);
	GOOD(tensor);
	images = vxCreateImageObjectArrayFromTensor(tensor, &all, 2, 1, VX_DF_IMAGE_U8);
	GOOD(images);
	second = (vx_image)vxGetObjectArrayItem(images, 1);
	OK(vxCopyImagePatch(second, &all, 0, &addr, pixels, VX_READ_ONLY, HOST));
	for (unsigned i = 0; i < 16; i++)
		assert_int_equal(pixels[i], 32 + i / 4 * 8 + i % 4);
	OK(vxReleaseImage(&second));
	OK(vxReleaseObjectArray(&images));
	OK(vxReleaseTensor(&tensor));
}

/*
 * While the program has an object mapped, its memory cannot be swapped, neither by the object
 * itself nor by its parent.
 */
static void swap_of_mapped(void **state)
{
	static const vx_size dims[] = {64, 64}, strides[] = {1, 64};
	static const vx_rectangle_t corner = {8, 8, 16, 16};
	cl_mem given = vx_test_buffer(3), other = vx_test_buffer(5);
	vx_image image = vx_test_image_over(given), part = vxCreateImageFromROI(image, &corner);
	vx_tensor tensor = vxCreateTensorFromHandle(vx_test.context, 2, dims, VX_TYPE_UINT8, 0,
						    strides, given, CL);
	vx_enum types[] = {HOST, CL};
	vx_imagepatch_addressing_t addr;
	unsigned char pixels[VX_TEST_PIXELS];
	void *ptr, *news[] = {other}, *olds[] = {NULL};
	vx_size stride[2];
	vx_map_id map;

	(void)state;
	for (int i = 0; i < 2; i++) {
		OK(vxMapImagePatch(part, NULL, 0, &map, &addr, &ptr, VX_READ_AND_WRITE, types[i],
				   0));
		assert_int_equal(vxSwapImageHandle(image, news, olds, 1),
				 VX_ERROR_INVALID_PARAMETERS);
		assert_int_equal(vxSwapImageHandle(image, NULL, olds, 1),
				 VX_ERROR_INVALID_PARAMETERS);
		assert_null(olds[0]);
		OK(vxUnmapImagePatch(part, map));
		OK(vxMapTensorPatch(tensor, 2, NULL, NULL, &map, stride, &ptr, VX_READ_ONLY,
				    types[i]));
		assert_int_equal(vxSwapTensorHandle(tensor, other, olds),
				 VX_ERROR_INVALID_PARAMETERS);
		OK(vxUnmapTensorPatch(tensor, map));
	}
	OK(vxSwapImageHandle(image, news, olds, 1));
	assert_ptr_equal(olds[0], given);
	vx_test_read(image, pixels);
	assert_int_equal(pixels[3], 15);
	OK(vxSwapTensorHandle(tensor, NULL, olds));
	assert_ptr_equal(olds[0], given);
	OK(vxReleaseImage(&part));
	OK(vxReleaseImage(&image));
	OK(clReleaseMemObject(given));
	OK(clReleaseMemObject(other));
}

/* A buffer is up to date when its image has been released, as when it has been swapped out. */
static void released_image(void **state)
{
	cl_mem given = vx_test_buffer(3), result = vx_test_buffer(0);
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image_over(given), out = vx_test_image_over(result);
	vx_node node = vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);
	unsigned char pixels[VX_TEST_PIXELS];
	cl_event hold;

	(void)state;
	OK(vxVerifyGraph(graph));
	hold = vx_test_hold(vx_test.queue);
	OK(vxProcessGraph(graph));
	memset(pixels, 9, sizeof(pixels));
	OK(vxSetParameterByIndex(node, 0, REF(vx_test_image(0))));
	OK(vxSetParameterByIndex(node, 1, REF(vx_test_image(0))));
	OK(vxReleaseImage(&out));
	OK(clEnqueueReadBuffer(vx_test.queue, result, CL_FALSE, 0, VX_TEST_PIXELS, pixels, 0, NULL,
			       NULL));
	OK(clSetUserEventStatus(hold, CL_COMPLETE));
	OK(clFinish(vx_test.queue));
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], (unsigned char)(255 - 3 * i));
	memset(pixels, 9, sizeof(pixels));
	OK(vxCopyImagePatch(in, NULL, 0, &packed, pixels, VX_WRITE_ONLY, HOST));
	OK(vxReleaseImage(&in));
	memset(pixels, 0, sizeof(pixels));
	vx_test_read_buffer(given, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], 9);
	OK(clReleaseEvent(hold));
	OK(clReleaseMemObject(given));
	OK(clReleaseMemObject(result));
}

/*
 * The same for host memory, which must not be touched any more, whatever the graph still refers to.
 */
static void released_host_image(void **state)
{
	unsigned char *given = malloc(VX_TEST_PIXELS);
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1);
	vx_image out = vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_U8, &packed,
					       (void *[]){given}, HOST);
	vx_node node = vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);

	(void)state;
	OK(vxProcessGraph(graph));
	OK(vxSetParameterByIndex(node, 1, REF(vx_test_image(0))));
	OK(vxReleaseImage(&out));
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(given[i], (unsigned char)(255 - i));
	memset(given, 5, VX_TEST_PIXELS);
	OK(vxProcessGraph(graph));
	OK(vxReleaseGraph(&graph));
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(given[i], 5);
	free(given);
}

/* Buffers that are too small, belong to another context, or are invalid. */
static void wrong_buffers(void **state)
{
	cl_context other = clCreateContext(NULL, 1, &vx_test.devices[0], NULL, NULL, NULL);
	cl_mem foreign = clCreateBuffer(other, 0, VX_TEST_PIXELS, NULL, NULL);
	cl_mem small = clCreateBuffer(vx_test.cl, 0, VX_TEST_PIXELS - 1, NULL, NULL);
	vx_image image = vx_test_image(1);
	cl_mem wrong[] = {foreign, small};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		void *ptrs[] = {wrong[i]};
		vx_image over = vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_U8, &packed,
							ptrs, VX_MEMORY_TYPE_OPENCL_BUFFER);

		assert_int_equal(vxGetStatus(REF(over)), VX_ERROR_INVALID_PARAMETERS);
		assert_int_equal(vxCopyImagePatch(image, NULL, 0, &packed, wrong[i], VX_READ_ONLY,
						  VX_MEMORY_TYPE_OPENCL_BUFFER),
				 VX_ERROR_INVALID_PARAMETERS);
	}
	assert_int_equal(vxCopyImagePatch(image, NULL, 0, &packed, NULL, VX_READ_ONLY,
					  VX_MEMORY_TYPE_OPENCL_BUFFER),
			 VX_ERROR_INVALID_PARAMETERS);
	OK(clReleaseMemObject(foreign));
	OK(clReleaseMemObject(small));
	OK(clReleaseContext(other));
}

/* Section 2.3: user kernels. */

static struct {
	cl_command_queue queues[3]; /* as initialize, the function and deinitialize see it */
	vx_status plain_query, plain_map;
	int calls;
} seen;

static vx_status VX_CALLBACK like_input(vx_node node, const vx_reference parameters[],
					vx_uint32 num, vx_meta_format metas[])
{
	(void)node;
	(void)num;
	return vxSetMetaFormatFromReference(metas[1], parameters[0]);
}

static vx_status VX_CALLBACK start(vx_node node, const vx_reference *parameters, vx_uint32 num)
{
	(void)parameters;
	(void)num;
	return vxQueryNode(node, VX_NODE_CL_COMMAND_QUEUE, &seen.queues[0],
			   sizeof(cl_command_queue));
}

static vx_status VX_CALLBACK finish(vx_node node, const vx_reference *parameters, vx_uint32 num)
{
	(void)parameters;
	(void)num;
	return vxQueryNode(node, VX_NODE_CL_COMMAND_QUEUE, &seen.queues[2],
			   sizeof(cl_command_queue));
}

/* Copies from one mapped buffer to the other on the device, in the node's queue. */
static vx_status VX_CALLBACK copy_on_device(vx_node node, const vx_reference *parameters,
					    vx_uint32 num)
{
	vx_image in = (vx_image)parameters[0], out = (vx_image)parameters[1];
	vx_imagepatch_addressing_t addr;
	cl_mem from, to;
	vx_map_id maps[2];
	vx_status status;

	(void)num;
	seen.calls++;
	status = vxQueryNode(node, VX_NODE_CL_COMMAND_QUEUE, &seen.queues[1],
			     sizeof(cl_command_queue));
	if (status ||
	    vxMapImagePatch(in, NULL, 0, &maps[0], &addr, (void **)&from, VX_READ_ONLY,
			    VX_MEMORY_TYPE_OPENCL_BUFFER, 0) ||
	    vxMapImagePatch(out, NULL, 0, &maps[1], &addr, (void **)&to, VX_WRITE_ONLY,
			    VX_MEMORY_TYPE_OPENCL_BUFFER, 0))
		return VX_FAILURE;
	if (clEnqueueCopyBuffer(seen.queues[1], from, to, 0, 0, VX_TEST_PIXELS, 0, NULL, NULL))
		status = VX_FAILURE;
	if (vxUnmapImagePatch(in, maps[0]) || vxUnmapImagePatch(out, maps[1]))
		status = VX_FAILURE;
	return status;
}

/* A kernel without VX_KERNEL_USE_OPENCL gets errors for the features that it has not declared. */
static vx_status VX_CALLBACK plain(vx_node node, const vx_reference *parameters, vx_uint32 num)
{
	vx_imagepatch_addressing_t addr;
	cl_command_queue queue;
	vx_map_id map;
	void *ptr;

	(void)num;
	seen.plain_query = vxQueryNode(node, VX_NODE_CL_COMMAND_QUEUE, &queue,
				       sizeof(cl_command_queue));
	seen.plain_map = vxMapImagePatch((vx_image)parameters[0], NULL, 0, &map, &addr, &ptr,
					 VX_READ_ONLY, VX_MEMORY_TYPE_OPENCL_BUFFER, 0);
	return VX_SUCCESS;
}

static vx_kernel add_kernel(const char *name, vx_kernel_f function, bool opencl)
{
	vx_bool value = vx_true_e;
	vx_enum id;
	vx_kernel kernel;

	OK(vxAllocateUserKernelId(vx_test.context, &id));
	kernel = vxAddUserKernel(vx_test.context, name, id, function, 2, like_input,
				 opencl ? start : NULL, opencl ? finish : NULL);
	GOOD(kernel);
	OK(vxAddParameterToKernel(kernel, 0, VX_INPUT, VX_TYPE_IMAGE, VX_PARAMETER_STATE_REQUIRED));
	OK(vxAddParameterToKernel(kernel, 1, VX_OUTPUT, VX_TYPE_IMAGE,
				  VX_PARAMETER_STATE_REQUIRED));
	if (opencl)
		OK(vxSetKernelAttribute(kernel, VX_KERNEL_USE_OPENCL, &value, sizeof(value)));
	OK(vxFinalizeKernel(kernel));
	return kernel;
}

/* Between two nodes of images, with the global queue held: nothing waits here either. */
static void user_kernel(void **state)
{
	vx_kernel kernel = add_kernel("test.copy", copy_on_device, true);
	vx_graph graph = vxCreateGraph(vx_test.context);
	cl_mem given = vx_test_buffer(1), result = vx_test_buffer(0);
	vx_image in = vx_test_image_over(given), out = vx_test_image_over(result);
	vx_image before = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	vx_image after = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	unsigned char pixels[VX_TEST_PIXELS];
	vx_bool value = vx_false_e;
	void *olds[1];
	cl_event hold;

	(void)state;
	memset(&seen, 0, sizeof(seen));
	assert_int_equal(vxSetKernelAttribute(kernel, VX_KERNEL_USE_OPENCL, &value, sizeof(value)),
			 VX_ERROR_NOT_SUPPORTED);
	OK(vxQueryKernel(kernel, VX_KERNEL_USE_OPENCL, &value, sizeof(value)));
	assert_int_equal(value, vx_true_e);
	vx_test_node(graph, "test.invert", REF(in), REF(before), NULL, NULL);
	vx_test_node(graph, "test.copy", REF(before), REF(after), NULL, NULL);
	vx_test_node(graph, "test.invert", REF(after), REF(out), NULL, NULL);
	OK(vxVerifyGraph(graph));
	assert_non_null(seen.queues[0]);
	assert_ptr_not_equal(seen.queues[0], vx_test.queue);
	hold = vx_test_hold(vx_test.queue);
	OK(clEnqueueFillBuffer(vx_test.queue, given, "\x66", 1, 0, 100, 0, NULL, NULL));
	OK(vxSwapImageHandle(in, (void *[]){given}, olds, 1));
	OK(vxProcessGraph(graph));
	OK(vxProcessGraph(graph));
	assert_int_equal(seen.calls, 2);
	OK(vxSwapImageHandle(out, NULL, olds, 1));
	OK(clSetUserEventStatus(hold, CL_COMPLETE));
	vx_test_read_buffer(result, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], i < 100 ? 0x66 : (unsigned char)i);
	OK(vxReleaseGraph(&graph));
	assert_ptr_equal(seen.queues[1], seen.queues[0]);
	assert_ptr_equal(seen.queues[2], seen.queues[0]);
	OK(clReleaseEvent(hold));
	OK(vxReleaseImage(&in));
	OK(clReleaseMemObject(given));
	OK(clReleaseMemObject(result));
}

static void plain_kernel(void **state)
{
	vx_kernel kernel = add_kernel("test.plain", plain, false);
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_bool value = vx_true_e;

	(void)state;
	OK(vxQueryKernel(kernel, VX_KERNEL_USE_OPENCL, &value, sizeof(value)));
	assert_int_equal(value, vx_false_e);
	vx_test_node(graph, "test.plain", REF(in), REF(out), NULL, NULL);
	OK(vxProcessGraph(graph));
	assert_int_equal(seen.plain_query, VX_ERROR_NOT_SUPPORTED);
	assert_int_equal(seen.plain_map, VX_ERROR_NOT_SUPPORTED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		VX_TEST(own_context),         VX_TEST(given_context),
		VX_TEST(nothing_waits),       VX_TEST(nothing_copied),
		VX_TEST(odd_parts),           VX_TEST(values_stay_inside),
		VX_TEST(part_of_array),       VX_TEST(strides_of_tensor),
		VX_TEST(ends_of_threshold),   VX_TEST(without_memory),
		VX_TEST(swap_of_mapped),      VX_TEST(released_image),
		VX_TEST(released_host_image), VX_TEST(wrong_buffers),
		VX_TEST(user_kernel),         VX_TEST(plain_kernel),
		VX_TEST(images_in_tensor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
