/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vx_khr_opencl_interop 1.3, 2.4: "any data object" can be copied and mapped with host memory and
 * with buffers. Each test covers one family of objects and one direction. In the tests with
 * buffers, an event that nobody has completed holds the queue, and the command that fills the
 * buffer waits behind it. So a call that waits on the host never returns, and a call that ignores
 * the order reads wrong bytes.
 */
#include "host_tests/openvx/vx_test.h"

enum { MOST = VX_TEST_PIXELS, HOST = VX_MEMORY_TYPE_HOST, CL = VX_MEMORY_TYPE_OPENCL_BUFFER };

/* A family: `size` bytes of data without gaps. */
struct family {
	const char *name;
	size_t size;
	vx_reference (*create)(void);
	vx_status (*copy)(vx_reference ref, void *user, vx_enum usage, vx_enum type);
	/* NULL: OpenVX has no map function for this family */
	vx_status (*map)(vx_reference ref, vx_map_id *id, void **ptr, vx_enum usage, vx_enum type);
	vx_status (*unmap)(vx_reference ref, vx_map_id id);
};

/* Images; the levels of pyramids and the items of object arrays are images, too. */

static const vx_imagepatch_addressing_t packed = {
	VX_TEST_WIDTH, VX_TEST_HEIGHT, 1, VX_TEST_WIDTH, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};
static const vx_imagepatch_addressing_t half = {32, 32, 1, 32, VX_SCALE_UNITY, VX_SCALE_UNITY,
						1,  1,  8};
static const vx_imagepatch_addressing_t wide = {32, 32, 3, 96, VX_SCALE_UNITY, VX_SCALE_UNITY,
						1,  1,  24};

static vx_reference create_image(void)
{
	return REF(vxCreateImage(vx_test.context, 64, 64, VX_DF_IMAGE_U8));
}

static vx_reference create_rgb(void)
{
	return REF(vxCreateImage(vx_test.context, 32, 32, VX_DF_IMAGE_RGB));
}

static vx_reference create_level(void)
{
	vx_pyramid pyramid = vxCreatePyramid(vx_test.context, 2, VX_SCALE_PYRAMID_HALF, 64, 64,
					     VX_DF_IMAGE_U8);
	vx_image level = vxGetPyramidLevel(pyramid, 1);

	OK(vxReleasePyramid(&pyramid));
	return REF(level);
}

static vx_reference item_like(vx_reference exemplar)
{
	vx_object_array array = vxCreateObjectArray(vx_test.context, exemplar, 3);
	vx_reference item = vxGetObjectArrayItem(array, 2);

	OK(vxReleaseObjectArray(&array));
	OK(vxReleaseReference(&exemplar));
	return item;
}

static vx_reference create_image_item(void)
{
	return item_like(create_image());
}

static vx_status copy_image(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyImagePatch((vx_image)ref, NULL, 0, &packed, user, usage, type);
}

static vx_status copy_half(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyImagePatch((vx_image)ref, NULL, 0, &half, user, usage, type);
}

static vx_status copy_rgb(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyImagePatch((vx_image)ref, NULL, 0, &wide, user, usage, type);
}

static vx_status map_image(vx_reference ref, vx_map_id *id, void **ptr, vx_enum usage, vx_enum type)
{
	vx_imagepatch_addressing_t addr;

	return vxMapImagePatch((vx_image)ref, NULL, 0, id, &addr, ptr, usage, type, 0);
}

static vx_status unmap_image(vx_reference ref, vx_map_id id)
{
	return vxUnmapImagePatch((vx_image)ref, id);
}

/* The other families. */

static vx_reference create_array(void)
{
	static const vx_uint16 items[64];
	vx_array array = vxCreateArray(vx_test.context, VX_TYPE_UINT16, 100);

	OK(vxAddArrayItems(array, 64, items, sizeof(items[0])));
	return REF(array);
}

static vx_status copy_array(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyArrayRange((vx_array)ref, 0, 64, 2, user, usage, type);
}

static vx_status map_array(vx_reference ref, vx_map_id *id, void **ptr, vx_enum usage, vx_enum type)
{
	vx_size stride;

	return vxMapArrayRange((vx_array)ref, 0, 64, id, &stride, ptr, usage, type, 0);
}

static vx_status unmap_array(vx_reference ref, vx_map_id id)
{
	return vxUnmapArrayRange((vx_array)ref, id);
}

static vx_reference create_lut(void)
{
	return REF(vxCreateLUT(vx_test.context, VX_TYPE_UINT8, 256));
}

static vx_status copy_lut(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyLUT((vx_lut)ref, user, usage, type);
}

static vx_status map_lut(vx_reference ref, vx_map_id *id, void **ptr, vx_enum usage, vx_enum type)
{
	return vxMapLUT((vx_lut)ref, id, ptr, usage, type, 0);
}

static vx_status unmap_lut(vx_reference ref, vx_map_id id)
{
	return vxUnmapLUT((vx_lut)ref, id);
}

static vx_reference create_distribution(void)
{
	return REF(vxCreateDistribution(vx_test.context, 16, 0, 256));
}

static vx_status copy_distribution(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyDistribution((vx_distribution)ref, user, usage, type);
}

static vx_status map_distribution(vx_reference ref, vx_map_id *id, void **ptr, vx_enum usage,
				  vx_enum type)
{
	return vxMapDistribution((vx_distribution)ref, id, ptr, usage, type, 0);
}

static vx_status unmap_distribution(vx_reference ref, vx_map_id id)
{
	return vxUnmapDistribution((vx_distribution)ref, id);
}

static vx_reference create_matrix(void)
{
	return REF(vxCreateMatrix(vx_test.context, VX_TYPE_INT32, 3, 4));
}

static vx_status copy_matrix(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyMatrix((vx_matrix)ref, user, usage, type);
}

static vx_reference create_convolution(void)
{
	return REF(vxCreateConvolution(vx_test.context, 3, 5));
}

static vx_status copy_convolution(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyConvolutionCoefficients((vx_convolution)ref, user, usage, type);
}

static vx_reference create_remap(void)
{
	return REF(vxCreateRemap(vx_test.context, 16, 16, 8, 4));
}

static vx_status copy_remap(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyRemapPatch((vx_remap)ref, NULL, 8 * sizeof(vx_coordinates2df_t), user,
				VX_TYPE_COORDINATES2DF, usage, type);
}

static vx_status map_remap(vx_reference ref, vx_map_id *id, void **ptr, vx_enum usage, vx_enum type)
{
	vx_size stride;

	return vxMapRemapPatch((vx_remap)ref, NULL, id, &stride, ptr, VX_TYPE_COORDINATES2DF, usage,
			       type);
}

static vx_status unmap_remap(vx_reference ref, vx_map_id id)
{
	return vxUnmapRemapPatch((vx_remap)ref, id);
}

static vx_reference create_scalar(void)
{
	return REF(vxCreateScalar(vx_test.context, VX_TYPE_UINT64, NULL));
}

static vx_reference create_scalar_item(void)
{
	return item_like(create_scalar());
}

static vx_status copy_scalar(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyScalar((vx_scalar)ref, user, usage, type);
}

static vx_reference create_threshold(void)
{
	return REF(vxCreateThresholdForImage(vx_test.context, VX_THRESHOLD_TYPE_BINARY,
					     VX_DF_IMAGE_U8, VX_DF_IMAGE_U8));
}

static vx_status copy_threshold(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyThresholdValue((vx_threshold)ref, user, usage, type);
}

/* The colours of a threshold's output. Both are read from, and written to, the same place. */
static vx_status copy_threshold_output(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	return vxCopyThresholdOutput((vx_threshold)ref, user, user, usage, type);
}

static vx_reference create_tensor(void)
{
	static const vx_size dims[] = {8, 4, 3};

	return REF(vxCreateTensor(vx_test.context, 3, dims, VX_TYPE_INT16, 8));
}

static vx_status copy_tensor(vx_reference ref, void *user, vx_enum usage, vx_enum type)
{
	static const vx_size strides[] = {2, 16, 64};

	return vxCopyTensorPatch((vx_tensor)ref, 3, NULL, NULL, strides, user, usage, type);
}

static vx_status map_tensor(vx_reference ref, vx_map_id *id, void **ptr, vx_enum usage,
			    vx_enum type)
{
	vx_size strides[3];

	return vxMapTensorPatch((vx_tensor)ref, 3, NULL, NULL, id, strides, ptr, usage, type);
}

static vx_status unmap_tensor(vx_reference ref, vx_map_id id)
{
	return vxUnmapTensorPatch((vx_tensor)ref, id);
}

static const struct family families[] = {
	{"image", 4096, create_image, copy_image, map_image, unmap_image},
	{"RGB image", 3072, create_rgb, copy_rgb, map_image, unmap_image},
	{"pyramid level", 1024, create_level, copy_half, map_image, unmap_image},
	{"object array's image", 4096, create_image_item, copy_image, map_image, unmap_image},
	{"object array's scalar", 8, create_scalar_item, copy_scalar, NULL, NULL},
	{"array", 128, create_array, copy_array, map_array, unmap_array},
	{"LUT", 256, create_lut, copy_lut, map_lut, unmap_lut},
	{"distribution", 64, create_distribution, copy_distribution, map_distribution,
	 unmap_distribution},
	{"matrix", 48, create_matrix, copy_matrix, NULL, NULL},
	{"convolution", 30, create_convolution, copy_convolution, NULL, NULL},
	{"remap", 256, create_remap, copy_remap, map_remap, unmap_remap},
	{"scalar", 8, create_scalar, copy_scalar, NULL, NULL},
	{"threshold", sizeof(vx_pixel_value_t), create_threshold, copy_threshold, NULL, NULL},
	{"threshold output", sizeof(vx_pixel_value_t), create_threshold, copy_threshold_output,
	 NULL, NULL},
	{"tensor", 192, create_tensor, copy_tensor, map_tensor, unmap_tensor},
};

/* Shared by the tests. */

static unsigned char pattern(size_t i, unsigned step)
{
	return (unsigned char)(i * step + step + i / 256);
}

static void fill(unsigned char *bytes, size_t size, unsigned step)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = pattern(i, step);
}

static void check(const unsigned char *bytes, size_t size, unsigned step)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i] != pattern(i, step))
			fail_msg("byte %zu: %u, expected %u", i, bytes[i], pattern(i, step));
}

static void write_host(const struct family *family, vx_reference ref, unsigned step)
{
	unsigned char bytes[MOST];

	fill(bytes, family->size, step);
	OK(family->copy(ref, bytes, VX_WRITE_ONLY, HOST));
}

static void check_host(const struct family *family, vx_reference ref, unsigned step)
{
	unsigned char bytes[MOST];

	OK(family->copy(ref, bytes, VX_READ_ONLY, HOST));
	check(bytes, family->size, step);
}

/* Makes a buffer of 0xEE bytes, exactly as large as the object's data. */
static cl_mem empty_buffer(const struct family *family)
{
	unsigned char bytes[MOST];
	cl_mem buffer;

	memset(bytes, 0xee, sizeof(bytes));
	buffer = clCreateBuffer(vx_test.cl, CL_MEM_COPY_HOST_PTR, family->size, bytes, NULL);
	assert_non_null(buffer);
	return buffer;
}

/* Enqueues a write of the pattern. Its bytes stay valid until the next call with that step. */
static void write_later(const struct family *family, cl_mem buffer, unsigned step)
{
	static unsigned char bytes[16][MOST];

	fill(bytes[step], family->size, step);
	OK(clEnqueueWriteBuffer(vx_test.queue, buffer, CL_FALSE, 0, family->size, bytes[step], 0,
				NULL, NULL));
}

static void check_buffer(const struct family *family, cl_mem buffer, unsigned step)
{
	unsigned char bytes[MOST];

	OK(clEnqueueReadBuffer(vx_test.queue, buffer, CL_TRUE, 0, family->size, bytes, 0, NULL,
			       NULL));
	check(bytes, family->size, step);
}

static void let_go(cl_event hold)
{
	OK(clSetUserEventStatus(hold, CL_COMPLETE));
	OK(clReleaseEvent(hold));
}

static void drop(vx_reference *ref, cl_mem buffer)
{
	OK(vxReleaseReference(ref));
	if (buffer)
		OK(clReleaseMemObject(buffer));
}

/* Directions. */

static void host_copies(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();

	GOOD(ref);
	write_host(family, ref, 3);
	check_host(family, ref, 3);
	write_host(family, ref, 5);
	check_host(family, ref, 5);
	drop(&ref, NULL);
}

static void host_maps(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();
	void *ptr = NULL;
	vx_map_id id;

	GOOD(ref);
	OK(family->map(ref, &id, &ptr, VX_WRITE_ONLY, HOST));
	fill(ptr, family->size, 3);
	OK(family->unmap(ref, id));
	check_host(family, ref, 3);
	OK(family->map(ref, &id, &ptr, VX_READ_AND_WRITE, HOST));
	check(ptr, family->size, 3);
	fill(ptr, family->size, 5);
	OK(family->unmap(ref, id));
	OK(family->map(ref, &id, &ptr, VX_READ_ONLY, HOST));
	check(ptr, family->size, 5);
	OK(family->unmap(ref, id));
	assert_int_not_equal(family->unmap(ref, id), VX_SUCCESS);
	drop(&ref, NULL);
}

/* The copy sees what the program has enqueued before it, and not what it enqueues afterwards. */
static void copies_from_buffer(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();
	cl_mem buffer = empty_buffer(family);
	cl_event hold = vx_test_hold(vx_test.queue);

	write_later(family, buffer, 3);
	OK(family->copy(ref, buffer, VX_WRITE_ONLY, CL));
	write_later(family, buffer, 5);
	let_go(hold);
	check_host(family, ref, 3);
	check_buffer(family, buffer, 5);
	drop(&ref, buffer);
}

static void copies_to_buffer(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();
	cl_mem buffer = empty_buffer(family), later = empty_buffer(family);
	cl_event hold;

	write_host(family, ref, 3);
	hold = vx_test_hold(vx_test.queue);
	write_later(family, buffer, 7);
	OK(family->copy(ref, buffer, VX_READ_ONLY, CL));
	write_later(family, later, 5);
	/* To the buffer and back, behind the hold. */
	OK(family->copy(ref, later, VX_WRITE_ONLY, CL));
	OK(family->copy(ref, later, VX_READ_ONLY, CL));
	let_go(hold);
	check_buffer(family, buffer, 3);
	check_buffer(family, later, 5);
	check_host(family, ref, 5);
	OK(clReleaseMemObject(later));
	drop(&ref, buffer);
}

/* The host writes after a copy to a buffer was enqueued; the copy has the old bytes. */
static void host_writes_behind(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();
	cl_mem buffer = empty_buffer(family);

	write_host(family, ref, 3);
	OK(family->copy(ref, buffer, VX_READ_ONLY, CL));
	write_host(family, ref, 5);
	check_buffer(family, buffer, 3);
	OK(family->copy(ref, buffer, VX_READ_ONLY, CL));
	check_buffer(family, buffer, 5);
	drop(&ref, buffer);
}

static void maps_to_read(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();
	cl_mem buffer = empty_buffer(family), from = empty_buffer(family), mapped = NULL;
	cl_event hold = vx_test_hold(vx_test.queue);
	vx_map_id id;

	write_later(family, from, 3);
	OK(family->copy(ref, from, VX_WRITE_ONLY, CL));
	OK(family->map(ref, &id, (void **)&mapped, VX_READ_ONLY, CL));
	OK(clEnqueueCopyBuffer(vx_test.queue, mapped, buffer, 0, 0, family->size, 0, NULL, NULL));
	OK(family->unmap(ref, id));
	write_later(family, from, 5);
	OK(family->copy(ref, from, VX_WRITE_ONLY, CL));
	let_go(hold);
	check_buffer(family, buffer, 3);
	check_host(family, ref, 5);
	OK(clReleaseMemObject(from));
	drop(&ref, buffer);
}

static void maps_to_write(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();
	cl_mem buffer = empty_buffer(family), from = empty_buffer(family), mapped = NULL;
	cl_event hold;
	vx_map_id id;

	write_host(family, ref, 7);
	hold = vx_test_hold(vx_test.queue);
	write_later(family, from, 3);
	OK(family->map(ref, &id, (void **)&mapped, VX_WRITE_ONLY, CL));
	OK(clEnqueueCopyBuffer(vx_test.queue, from, mapped, 0, 0, family->size, 0, NULL, NULL));
	OK(family->unmap(ref, id));
	OK(family->copy(ref, buffer, VX_READ_ONLY, CL));
	let_go(hold);
	check_buffer(family, buffer, 3);
	check_host(family, ref, 3);
	OK(clReleaseMemObject(from));
	drop(&ref, buffer);
}

/* What the program does not overwrite in a read-write mapping stays. */
static void maps_to_read_and_write(void **state)
{
	const struct family *family = *state;
	vx_reference ref = family->create();
	cl_mem from = empty_buffer(family), mapped = NULL;
	unsigned char bytes[MOST], wanted[MOST];
	cl_event hold;
	vx_map_id id;

	write_host(family, ref, 3);
	hold = vx_test_hold(vx_test.queue);
	write_later(family, from, 5);
	OK(family->map(ref, &id, (void **)&mapped, VX_READ_AND_WRITE, CL));
	OK(clEnqueueCopyBuffer(vx_test.queue, from, mapped, 4, 4, 4, 0, NULL, NULL));
	OK(family->unmap(ref, id));
	let_go(hold);
	fill(wanted, family->size, 3);
	for (size_t i = 4; i < 8; i++)
		wanted[i] = pattern(i, 5);
	OK(family->copy(ref, bytes, VX_READ_ONLY, HOST));
	assert_memory_equal(bytes, wanted, family->size);
	drop(&ref, from);
}

static const struct {
	const char *name;
	CMUnitTestFunction test;
	bool maps;
} directions[] = {
	{"host copies", host_copies, false},
	{"host maps", host_maps, true},
	{"copies from a buffer", copies_from_buffer, false},
	{"copies to a buffer", copies_to_buffer, false},
	{"host writes behind a copy", host_writes_behind, false},
	{"maps a buffer to read", maps_to_read, true},
	{"maps a buffer to write", maps_to_write, true},
	{"maps a buffer to read and write", maps_to_read_and_write, true},
};

enum {
	FAMILIES = sizeof(families) / sizeof(families[0]),
	DIRECTIONS = sizeof(directions) / sizeof(directions[0])
};

int main(void)
{
	static char names[FAMILIES * DIRECTIONS][64];
	static struct CMUnitTest tests[FAMILIES * DIRECTIONS];
	size_t count = 0;

	for (size_t i = 0; i < FAMILIES; i++) {
		for (size_t k = 0; k < DIRECTIONS; k++) {
			if (directions[k].maps && !families[i].map)
				continue;
			snprintf(names[count], sizeof(names[0]), "%s: %s", families[i].name,
				 directions[k].name);
			tests[count] = (struct CMUnitTest){names[count], directions[k].test,
							   vx_test_setup, vx_test_teardown,
							   (void *)&families[i]};
			count++;
		}
	}
	return _cmocka_run_group_tests("memory", tests, count, NULL, NULL);
}
