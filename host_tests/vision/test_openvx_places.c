/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the images of nodes lie, what lies next to them in memory, and which sizes and borders are
 * refused.
 */
#include "openvx.h"

static struct picture noise(int width, int height)
{
	struct picture picture = plain_picture(width, height, 1);

	for (int i = 0; i < width * height; i++)
		picture.bytes[i] = (uint8_t)test_random(256);
	return picture;
}

/*
 * An intermediate image of one kernel is a part of another image, at an offset where the device's
 * sub-buffers cannot begin: all functions of the kernel see the same bytes, and nothing outside of
 * the part changes.
 */
static void parts(void **state)
{
	enum { LEFT = 5, TOP = 3, SMALL_WIDTH = (WIDTH + 7) / 8, SMALL_HEIGHT = (HEIGHT + 7) / 8 };
	const vx_rectangle_t where = {LEFT, TOP, LEFT + SMALL_WIDTH, TOP + SMALL_HEIGHT};
	struct picture src = noise(WIDTH, HEIGHT), all = noise(50, 30);
	struct picture back = plain_picture(WIDTH, HEIGHT, 1);
	struct picture small = plain_picture(SMALL_WIDTH, SMALL_HEIGHT, 1);
	vx_image in = image_of(&src, VX_DF_IMAGE_U8), whole, part;
	vx_image least = new_image(SMALL_WIDTH, SMALL_HEIGHT, VX_DF_IMAGE_U8);
	vx_image again = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_pyramid laplacian[2];

	(void)state;
	whole = image_of(&all, VX_DF_IMAGE_U8);
	part = vxCreateImageFromROI(whole, &where);
	start_graph();
	for (int i = 0; i < 2; i++)
		laplacian[i] = vxCreateVirtualPyramid(graph, 3, VX_SCALE_PYRAMID_HALF, 0, 0,
						      VX_DF_IMAGE_VIRT);
	NODE(KHRONOS "laplacian_pyramid", false, in, laplacian[0], least);
	NODE(KHRONOS "laplacian_pyramid", false, in, laplacian[1], part);
	NODE(KHRONOS "laplacian_reconstruct", false, laplacian[1], part, again);
	run_graph();
	copy_image_plane(least, &small, VX_READ_ONLY);
	for (int y = 0; y < SMALL_HEIGHT; y++)
		memcpy(row_of(&all, TOP + y) + LEFT, row_of(&small, y), SMALL_WIDTH);
	for (int y = 0; y < HEIGHT; y++)
		memcpy(row_of(&back, y), row_of(&src, y), WIDTH);
	expect_image("laplacian_reconstruct", again, &back);
	expect_image("the image around a part", whole, &all);
	free_picture(&src);
	free_picture(&small);
}

/*
 * Two outputs of one kernel next to each other in one image: neither is overwritten with the old
 * contents.
 */
static void parts_beside_each_other(void **state)
{
	struct picture src = noise(WIDTH, HEIGHT);
	struct picture x = plain_picture(WIDTH, HEIGHT, 2), y = plain_picture(WIDTH, HEIGHT, 2);
	vx_image in = image_of(&src, VX_DF_IMAGE_U8);

	(void)state;
	reference_sobel(&src, &x, &y, VISION_BORDER_REPLICATE, 0);
	for (int left = 0; left < 8; left += 7) {
		const vx_rectangle_t first = {(vx_uint32)left, 0, (vx_uint32)left + WIDTH, HEIGHT};
		const vx_rectangle_t second = {first.end_x, 0, first.end_x + WIDTH, HEIGHT};
		vx_image whole = new_image(2 * WIDTH + 10, HEIGHT, VX_DF_IMAGE_S16);
		vx_image parts[2] = {vxCreateImageFromROI(whole, &first),
				     vxCreateImageFromROI(whole, &second)};
		struct picture expected[2] = {copy_picture(&x), copy_picture(&y)};

		start_graph();
		NODE(KHRONOS "sobel_3x3", true, in, parts[0], parts[1]);
		run_graph();
		expect_image("the left part", parts[0], &expected[0]);
		expect_image("the right part", parts[1], &expected[1]);
	}
	free_picture(&src);
	free_picture(&x);
	free_picture(&y);
}

/*
 * Images of bits in the program's own memory: the bits after the last pixel of a row do not change.
 */
static void try_bits_behind_rows(int width, int stride)
{
	enum { ROWS = 5, MOST = 8 };
	unsigned char memory[ROWS * MOST];
	const vx_imagepatch_addressing_t layout = {
		(vx_uint32)width, ROWS, 0, stride, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 1};
	struct picture src = plain_picture(width, ROWS, 1);
	vx_image in = image_of(&src, VX_DF_IMAGE_U8);
	vx_image out = vxCreateImageFromHandle(context, VX_DF_IMAGE_U1, &layout, (void *[]){memory},
					       VX_MEMORY_TYPE_HOST);
	vx_int32 no_shift = 0;
	void *back;

	memset(memory, 0xa5, sizeof(memory));
	check(vxGetStatus((vx_reference)out), "vxCreateImageFromHandle");
	start_graph();
	NODE(KHRONOS "convertdepth", false, in, out, enum_of(VX_CONVERT_POLICY_SATURATE),
	     scalar_of(VX_TYPE_INT32, &no_shift));
	run_graph();
	check(vxSwapImageHandle(out, NULL, &back, 1), "vxSwapImageHandle");
	for (int i = 0; i < stride * (ROWS - 1) + (width + 7) / 8; i++) {
		int bits = width - i % stride * 8, kept = bits <= 0  ? 255
							  : bits < 8 ? 255 << bits
								     : 0;

		if (memory[i] != (0xa5 & kept))
			fail_msg("%d bits, stride %d: byte %d: expected %d, found %d", width,
				 stride, i, 0xa5 & kept, memory[i]);
	}
	free_picture(&src);
}

static void bits_behind_rows(void **state)
{
	(void)state;
	try_bits_behind_rows(24, 3);
	try_bits_behind_rows(24, 5);
	try_bits_behind_rows(21, 3);
	try_bits_behind_rows(19, 8);
}

/* A border that a kernel does not support: these kernels always replicate. */
static void borders_refused(void **state)
{
	const vx_border_t constant = {.mode = VX_BORDER_CONSTANT};
	vx_image in = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8),
		 out = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_image least = new_image((WIDTH + 3) / 4, (HEIGHT + 3) / 4, VX_DF_IMAGE_U8);
	vx_pyramid laplacian = vxCreatePyramid(context, 2, VX_SCALE_PYRAMID_HALF, WIDTH, HEIGHT,
					       VX_DF_IMAGE_S16);
	vx_node node;

	(void)state;
	for (int i = 0; i < 4; i++) {
		start_graph();
		node = i % 2 ? vxLaplacianReconstructNode(graph, laplacian, least, out)
			     : vxLaplacianPyramidNode(graph, in, laplacian, least);
		if (i > 1)
			check(vxSetNodeAttribute(node, VX_NODE_BORDER, &constant, sizeof(constant)),
			      "border");
		assert_int_equal(vxVerifyGraph(graph), i > 1 ? VX_ERROR_NOT_SUPPORTED : VX_SUCCESS);
		check(vxReleaseGraph(&graph), "vxReleaseGraph");
	}
}

/* Verifies a graph with one node, and expects that its sizes are accepted or refused. */
static void expect_sizes(bool right, const char *name, vx_reference a, vx_reference b,
			 vx_reference c)
{
	vx_status status;

	start_graph();
	NODE(name, false, a, b, c);
	status = vxVerifyGraph(graph);
	if (status != (right ? VX_SUCCESS : VX_ERROR_INVALID_DIMENSION))
		fail_msg("%s: expected %s sizes, found status %d", name, right ? "good" : "bad",
			 status);
	check(vxReleaseGraph(&graph), "vxReleaseGraph");
}

/* Images and pyramids whose sizes must match are refused before anything runs. */
static void sizes(void **state)
{
	vx_reference in = (vx_reference)new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_reference out = (vx_reference)new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_reference least = (vx_reference)new_image((WIDTH + 3) / 4, (HEIGHT + 3) / 4,
						     VX_DF_IMAGE_U8);
	vx_reference wrong = (vx_reference)new_image((WIDTH + 1) / 2, (HEIGHT + 1) / 2,
						     VX_DF_IMAGE_U8);
	vx_reference deep = (vx_reference)vxCreatePyramid(context, 2, VX_SCALE_PYRAMID_HALF, WIDTH,
							  HEIGHT, VX_DF_IMAGE_S16);

	(void)state;
	expect_sizes(true, KHRONOS "laplacian_pyramid", in, deep, least);
	expect_sizes(false, KHRONOS "laplacian_pyramid", in, deep, wrong);
	expect_sizes(true, KHRONOS "laplacian_reconstruct", deep, least, out);
	expect_sizes(false, KHRONOS "laplacian_reconstruct", deep, wrong, out);
}

/* The same for the two pyramids of optical flow. */
static void sizes_of_flow(void **state)
{
	static const struct {
		vx_size levels;
		int width;
	} others[] = {{2, WIDTH}, {3, WIDTH}, {2, WIDTH - 1}};
	vx_pyramid before = vxCreatePyramid(context, 2, VX_SCALE_PYRAMID_HALF, WIDTH, HEIGHT,
					    VX_DF_IMAGE_U8);
	vx_array points = vxCreateArray(context, VX_TYPE_KEYPOINT, 10),
		 to = vxCreateArray(context, VX_TYPE_KEYPOINT, 10);
	vx_float32 epsilon = 0.01f;
	vx_uint32 iterations = 4;
	vx_bool guess = vx_false_e;

	(void)state;
	for (int i = 0; i < 3; i++) {
		vx_pyramid after = vxCreatePyramid(context, others[i].levels, VX_SCALE_PYRAMID_HALF,
						   (vx_uint32)others[i].width, HEIGHT,
						   VX_DF_IMAGE_U8);

		start_graph();
		vxOpticalFlowPyrLKNode(graph, before, after, points, points, to,
				       VX_TERM_CRITERIA_BOTH, scalar_of(VX_TYPE_FLOAT32, &epsilon),
				       scalar_of(VX_TYPE_UINT32, &iterations),
				       scalar_of(VX_TYPE_BOOL, &guess), 5);
		assert_int_equal(vxVerifyGraph(graph), i ? VX_ERROR_INVALID_DIMENSION : VX_SUCCESS);
		check(vxReleaseGraph(&graph), "vxReleaseGraph");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts),
		cmocka_unit_test(parts_beside_each_other),
		cmocka_unit_test(bits_behind_rows),
		cmocka_unit_test(borders_refused),
		cmocka_unit_test(sizes),
		cmocka_unit_test(sizes_of_flow),
	};

	return cmocka_run_group_tests(tests, open_vision, close_vision);
}
