/* SPDX-License-Identifier: Apache-2.0 */
/* vx_khr_ix, and the sequence in section 1.5 of vx_khr_opencl_interop. */
#include "base/fnv.h"
#include "host_tests/openvx/vx_test.h"

enum { GRAPH, INPUT, FIRST, SECOND, REFS };

static const vx_enum uses[REFS] = {VX_IX_USE_EXPORT_VALUES, VX_IX_USE_APPLICATION_CREATE,
				   VX_IX_USE_APPLICATION_CREATE, VX_IX_USE_APPLICATION_CREATE};

static const vx_imagepatch_addressing_t packed = {
	VX_TEST_WIDTH, VX_TEST_HEIGHT, 1, VX_TEST_WIDTH, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};

/*
 * A graph on two boards, with two outputs, a virtual image and a scalar that the program does not
 * export.
 */
static vx_uint8 *export_graph(vx_size *ret_length)
{
	vx_context c = vx_test.context;
	vx_graph graph = vxCreateGraph(c);
	vx_image images[3], between = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	vx_scalar value = vxCreateScalar(c, VX_TYPE_INT32, &(vx_int32){100});
	vx_reference refs[REFS] = {REF(graph)};
	const vx_uint8 *ptr;
	vx_uint8 *copy;
	vx_node second;

	for (int i = 0; i < 3; i++)
		refs[INPUT + i] = REF(images[i] = vx_test_image(0));
	vx_test_node(graph, "test.invert", REF(images[0]), REF(between), NULL, NULL);
	vx_test_node(graph, "test.shift", REF(between), REF(value), REF(images[1]), NULL);
	second = vx_test_node(graph, "test.invert", REF(between), REF(images[2]), NULL, NULL);
	OK(vxSetNodeTarget(second, VX_TARGET_STRING, "device1"));
	OK(vxSetReferenceName(REF(graph), "the graph"));
	OK(vxExportObjectsToMemory(c, REFS, refs, uses, &ptr, ret_length));
	copy = malloc(*ret_length);
	assert_non_null(copy);
	memcpy(copy, ptr, *ret_length);
	OK(vxReleaseExportedMemory(c, &ptr));
	assert_null(ptr);
	assert_int_equal(vxReleaseExportedMemory(c, (const vx_uint8 *[]){copy}),
			 VX_ERROR_INVALID_PARAMETERS);
	OK(vxReleaseGraph(&graph));
	for (int i = 0; i < 3; i++)
		OK(vxReleaseImage(&images[i]));
	return copy;
}

static vx_image over_camera(unsigned char *pixels)
{
	return vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_U8, &packed, (void *[]){pixels},
				       VX_MEMORY_TYPE_HOST);
}

/* Runs a kernel of the board's own program, as an OpenCL program does. */
static void post_process(cl_command_queue queue, cl_device_id device, const char *binary,
			 cl_mem from, cl_mem to, const cl_event *after)
{
	static unsigned char bytes[16 << 20];
	const unsigned char *given = bytes;
	FILE *file = fopen(binary, "rb");
	cl_int numbers[] = {VX_TEST_WIDTH, VX_TEST_HEIGHT, VX_TEST_WIDTH, VX_TEST_WIDTH};
	size_t size, one = 1;
	cl_program program;
	cl_kernel kernel;
	cl_int code;

	assert_non_null(file);
	size = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	program = clCreateProgramWithBinary(vx_test.cl, 1, &device, &size, &given, NULL, &code);
	OK(code);
	kernel = clCreateKernel(program, "invert", &code);
	OK(code);
	OK(clSetKernelArg(kernel, 0, sizeof(from), &from));
	OK(clSetKernelArg(kernel, 1, sizeof(to), &to));
	for (cl_uint i = 0; i < 4; i++)
		OK(clSetKernelArg(kernel, i + 2, sizeof(cl_int), &numbers[i]));
	OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, after ? 1 : 0, after, NULL));
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(program));
}

static void check(cl_command_queue queue, cl_mem buffer, int factor, int offset)
{
	unsigned char pixels[VX_TEST_PIXELS];

	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, VX_TEST_PIXELS, pixels, 0, NULL, NULL));
	for (int i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], (unsigned char)(factor * i + offset));
}

/* Section 1.5, from the camera to the kernels of two devices, while the global queue is held. */
static void flow(void **state)
{
	static unsigned char camera[VX_TEST_PIXELS];
	cl_command_queue other = clCreateCommandQueue(vx_test.cl, vx_test.devices[1], 0, NULL);
	cl_mem buffers[2] = {vx_test_buffer(0), vx_test_buffer(0)}, back[2];
	cl_mem results[2] = {vx_test_buffer(0), vx_test_buffer(0)};
	vx_reference refs[REFS] = {NULL};
	vx_size length;
	vx_uint8 *bytes = export_graph(&length);
	cl_event hold, marker;
	vx_import import;

	(void)state;
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		camera[i] = (unsigned char)i;
	refs[INPUT] = REF(over_camera(camera));
	refs[FIRST] = REF(vx_test_image_over(buffers[0]));
	refs[SECOND] = REF(vx_test_image_over(buffers[1]));
	import = vxImportObjectsFromMemory(vx_test.context, REFS, refs, uses, bytes, length);
	GOOD(import);
	free(bytes);
	assert_true(vxIsGraphVerified((vx_graph)refs[GRAPH]));
	hold = vx_test_hold(vx_test.queue);
	OK(vxProcessGraph((vx_graph)refs[GRAPH]));
	OK(vxSwapImageHandle((vx_image)refs[FIRST], NULL, (void **)&back[0], 1));
	OK(vxSwapImageHandle((vx_image)refs[SECOND], NULL, (void **)&back[1], 1));
	assert_ptr_equal(back[0], buffers[0]);
	assert_ptr_equal(back[1], buffers[1]);
	post_process(vx_test.queue, vx_test.devices[0], VX_TEST_FOLDER "/kernels.u250.xclbin",
		     back[0], results[0], NULL);
	OK(clEnqueueMarkerWithWaitList(vx_test.queue, 0, NULL, &marker));
	post_process(other, vx_test.devices[1], VX_TEST_FOLDER "/kernels.u50.xclbin", back[1],
		     results[1], &marker);
	OK(clSetUserEventStatus(hold, CL_COMPLETE));
	check(vx_test.queue, results[0], 1, -100); /* 255 - (255 - i + 100) */
	check(other, results[1], -1, 255);
	OK(vxReleaseImport(&import));
	for (int i = 0; i < REFS; i++)
		OK(vxReleaseReference(&refs[i]));
	for (int i = 0; i < 2; i++) {
		OK(clReleaseMemObject(buffers[i]));
		OK(clReleaseMemObject(results[i]));
	}
	OK(clReleaseEvent(hold));
	OK(clReleaseEvent(marker));
	OK(clReleaseCommandQueue(other));
}

/* Objects of each type, with and without values. */
static void objects(void **state)
{
	enum { COUNT = 12 };
	static const vx_size dims[] = {4, 5, 6};
	vx_context c = vx_test.context;
	vx_image image = vx_test_image(1);
	vx_array array = vxCreateArray(c, VX_TYPE_INT32, 10);
	vx_reference refs[COUNT] = {
		REF(image),
		REF(array),
		REF(vxCreateLUT(c, VX_TYPE_UINT8, 256)),
		REF(vxCreateDistribution(c, 16, 0, 256)),
		REF(vxCreateMatrix(c, VX_TYPE_FLOAT32, 3, 2)),
		REF(vxCreateConvolution(c, 3, 5)),
		REF(vxCreateRemap(c, 4, 4, 2, 2)),
		REF(vxCreateThresholdForImage(c, VX_THRESHOLD_TYPE_RANGE, VX_DF_IMAGE_U8,
					      VX_DF_IMAGE_U8)),
		REF(vxCreateTensor(c, 3, dims, VX_TYPE_INT16, 0)),
		REF(vxCreatePyramid(c, 3, VX_SCALE_PYRAMID_HALF, 64, 64, VX_DF_IMAGE_U8)),
		REF(vxCreateObjectArray(c, REF(image), 3)),
		REF(vxCreateDelay(c, REF(array), 2)),
	};
	vx_reference made[COUNT] = {NULL}, found;
	vx_enum values[COUNT], type = 0, before = 0;
	unsigned char pixels[VX_TEST_PIXELS];
	vx_int32 items[3] = {7, 8, 9}, got[3];
	const vx_uint8 *ptr;
	vx_size length, count;
	vx_import import;

	(void)state;
	for (int i = 0; i < COUNT; i++) {
		GOOD(refs[i]);
		values[i] = VX_IX_USE_EXPORT_VALUES;
	}
	values[2] = VX_IX_USE_NO_EXPORT_VALUES;
	OK(vxSetReferenceName(refs[1], "items"));
	OK(vxAddArrayItems(array, 3, items, sizeof(items[0])));
	OK(vxExportObjectsToMemory(c, COUNT, refs, values, &ptr, &length));
	import = vxImportObjectsFromMemory(c, COUNT, made, values, ptr, length);
	GOOD(import);
	OK(vxReleaseExportedMemory(c, &ptr));
	for (int i = 0; i < COUNT; i++) {
		OK(vxQueryReference(refs[i], VX_REFERENCE_TYPE, &before, sizeof(before)));
		OK(vxQueryReference(made[i], VX_REFERENCE_TYPE, &type, sizeof(type)));
		assert_int_equal(type, before);
		assert_ptr_not_equal(made[i], refs[i]);
	}
	vx_test_read((vx_image)made[0], pixels);
	assert_int_equal(pixels[77], 77);
	found = vxGetImportReferenceByName(import, "items");
	assert_ptr_equal(found, made[1]);
	assert_null(vxGetImportReferenceByName(import, "nothing"));
	OK(vxReleaseReference(&found));
	OK(vxQueryArray((vx_array)made[1], VX_ARRAY_NUMITEMS, &count, sizeof(count)));
	assert_int_equal(count, 3);
	OK(vxCopyArrayRange((vx_array)made[1], 0, 3, 4, got, VX_READ_ONLY, VX_MEMORY_TYPE_HOST));
	assert_memory_equal(got, items, sizeof(items));
}

/* What exports and imports refuse. */
static void refusals(void **state)
{
	vx_context c = vx_test.context;
	vx_image image = vx_test_image(1), over = over_camera(malloc(VX_TEST_PIXELS));
	vx_image small = vxCreateImage(c, 32, 32, VX_DF_IMAGE_U8);
	vx_graph graph = vxCreateGraph(c);
	vx_rectangle_t rect = {0, 0, 8, 8};
	vx_image part = vxCreateImageFromROI(image, &rect);
	vx_enum values[] = {VX_IX_USE_EXPORT_VALUES}, create[] = {VX_IX_USE_APPLICATION_CREATE};
	vx_reference bad[] = {REF(over), REF(part), REF(graph), REF(c), NULL}, ref;
	const vx_uint8 *ptr = (const vx_uint8 *)1;
	void *lent[1];
	vx_size length = 1;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_not_equal(vxExportObjectsToMemory(c, 1, &bad[i], values, &ptr, &length),
				     VX_SUCCESS);
		assert_null(ptr);
		assert_int_equal(length, 0);
	}
	OK(vxExportObjectsToMemory(c, 1, (vx_reference[]){REF(image)}, create, &ptr, &length));
	ref = REF(small);
	assert_int_equal(
		vxGetStatus(REF(vxImportObjectsFromMemory(c, 1, &ref, create, ptr, length))),
		VX_ERROR_INVALID_PARAMETERS);
	assert_int_equal(
		vxGetStatus(REF(vxImportObjectsFromMemory(c, 1, &ref, values, ptr, length))),
		VX_ERROR_INVALID_PARAMETERS);
	OK(vxReleaseExportedMemory(c, &ptr));
	OK(vxSwapImageHandle(over, NULL, lent, 1));
	free(lent[0]);
}

/* Recomputes the checksum. The header has 40 bytes, and the checksum is at offset 16. */
static void sum(vx_uint8 *bytes, vx_size length)
{
	uint64_t hash = fcl_fnv(FCL_FNV_EMPTY, bytes + 40, length - 40);

	memcpy(bytes + 16, &hash, sizeof(hash));
}

/* Items of object arrays and delays that claim more dimensions than a tensor can have. */
static void items(void **state)
{
	static const vx_size dims[] = {4, 5, 6}, ndims = 3, many = 1 << 20;
	static const vx_enum values[] = {VX_IX_USE_NO_EXPORT_VALUES};
	const vx_size pattern[] = {ndims, dims[0], dims[1], dims[2]};
	vx_context c = vx_test.context;
	vx_tensor tensor = vxCreateTensor(c, ndims, dims, VX_TYPE_INT16, 0);
	vx_reference groups[] = {REF(vxCreateObjectArray(c, REF(tensor), 2)),
				 REF(vxCreateDelay(c, REF(tensor), 2))};

	(void)state;
	for (int i = 0; i < 2; i++) {
		vx_reference made = NULL;
		const vx_uint8 *ptr;
		vx_uint8 *copy;
		vx_size length, at = 0;

		GOOD(groups[i]);
		OK(vxExportObjectsToMemory(c, 1, &groups[i], values, &ptr, &length));
		copy = malloc(length);
		assert_non_null(copy);
		memcpy(copy, ptr, length);
		OK(vxReleaseExportedMemory(c, &ptr));
		while (at + sizeof(pattern) <= length &&
		       memcmp(copy + at, pattern, sizeof(pattern)) != 0)
			at++;
		assert_true(at + sizeof(pattern) <= length);
		memcpy(copy + at, &many, sizeof(many));
		sum(copy, length);
		assert_int_equal(vxGetStatus(REF(vxImportObjectsFromMemory(c, 1, &made, values,
									   copy, length))),
				 VX_ERROR_INVALID_PARAMETERS);
		free(copy);
		OK(vxReleaseReference(&groups[i]));
	}
	OK(vxReleaseTensor(&tensor));
}

/* Damage in any byte is refused, also if the checksum was recomputed. */
static void damage(void **state)
{
	vx_size length;
	vx_uint8 *bytes = export_graph(&length), *copy = malloc(length);
	vx_context c = vx_test.context;

	(void)state;
	assert_non_null(copy);
	for (unsigned round = 0; round < 400; round++) {
		vx_reference refs[REFS] = {NULL, REF(vx_test_image(1)), REF(vx_test_image(0)),
					   REF(vx_test_image(0))};
		vx_size cut = round % 10 ? length : round * length / 400;
		vx_import import;

		memcpy(copy, bytes, length);
		copy[round * 2654435761U % length] ^= (vx_uint8)(1U << round % 8);
		import = vxImportObjectsFromMemory(c, REFS, refs, uses, copy, cut);
		assert_int_not_equal(vxGetStatus(REF(import)), VX_SUCCESS);
		sum(copy, length);
		import = vxImportObjectsFromMemory(c, REFS, refs, uses, copy, length);
		if (!vxGetStatus(REF(import)))
			OK(vxReleaseImport(&import));
		for (int i = 0; i < REFS; i++)
			if (refs[i])
				OK(vxReleaseReference(&refs[i]));
	}
	free(bytes);
	free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		VX_TEST(flow), VX_TEST(objects), VX_TEST(refusals), VX_TEST(items), VX_TEST(damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
