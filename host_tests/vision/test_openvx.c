/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels as nodes of an OpenVX graph, by their description (bitstreams/vision/vision.vx.json): each argument and
 * number has to reach its place. What the kernels compute for all sizes, the other tests compare.
 */
#include <VX/vx.h>

#include "reference.h"

enum { WIDTH = 90, HEIGHT = 46, BINS = 16, CORNERS = 50 };

static vx_context context;
static vx_graph graph;

static void check(vx_status status, const char *what)
{
	if (status != VX_SUCCESS)
		fail_msg("%s: status %d", what, status);
}

static struct picture plain_picture(int width, int height, int pixel)
{
	struct picture picture = {calloc((size_t)width * (size_t)height, (size_t)pixel), width,
				  height, width * pixel, pixel};

	assert_non_null(picture.bytes);
	return picture;
}

/* Copies between an image's first plane and a picture. */
static void copy_image_plane(vx_image image, struct picture *picture, vx_enum usage)
{
	vx_rectangle_t all = {0, 0, (vx_uint32)picture->width, (vx_uint32)picture->height};
	vx_imagepatch_addressing_t layout = {.dim_x = all.end_x,
					     .dim_y = all.end_y,
					     .stride_x = picture->pixel,
					     .stride_y = picture->stride,
					     .step_x = 1,
					     .step_y = 1};

	check(vxCopyImagePatch(image, &all, 0, &layout, picture->bytes, usage, VX_MEMORY_TYPE_HOST),
	      "vxCopyImagePatch");
}

static vx_image new_image(int width, int height, vx_df_image format)
{
	vx_image image = vxCreateImage(context, (vx_uint32)width, (vx_uint32)height, format);

	check(vxGetStatus((vx_reference)image), "vxCreateImage");
	return image;
}

static vx_image image_of(struct picture *picture, vx_df_image format)
{
	vx_image image = new_image(picture->width, picture->height, format);

	copy_image_plane(image, picture, VX_WRITE_ONLY);
	return image;
}

static void expect_image(const char *what, vx_image image, struct picture *expected)
{
	struct picture found = plain_picture(expected->width, expected->height, expected->pixel);

	copy_image_plane(image, &found, VX_READ_ONLY);
	expect_same(what, expected, &found);
	free_picture(&found);
	free_picture(expected);
}

static vx_scalar scalar_of(vx_enum type, const void *value)
{
	vx_scalar scalar = vxCreateScalar(context, type, value);

	check(vxGetStatus((vx_reference)scalar), "vxCreateScalar");
	return scalar;
}

static vx_scalar enum_of(vx_enum value)
{
	return scalar_of(VX_TYPE_ENUM, &value);
}

/* A node with the parameters that follow, and a border that replicates if the kernel has one. */
static void add_node(const char *name, bool border, vx_uint32 count, ...)
{
	const vx_border_t replicate = {.mode = VX_BORDER_REPLICATE};
	vx_kernel kernel = vxGetKernelByName(context, name);
	vx_node node = vxCreateGenericNode(graph, kernel);
	va_list list;

	va_start(list, count);
	for (vx_uint32 i = 0; i < count; i++)
		check(vxSetParameterByIndex(node, i, va_arg(list, vx_reference)), name);
	va_end(list);
	if (border)
		check(vxSetNodeAttribute(node, VX_NODE_BORDER, &replicate, sizeof(replicate)),
		      name);
	check(vxReleaseNode(&node), name);
	check(vxReleaseKernel(&kernel), name);
}

#define NODE(name, border, ...)                                                                    \
	add_node(name, border, sizeof((const void *[]){__VA_ARGS__}) / sizeof(void *), __VA_ARGS__)
#define KHRONOS "org.khronos.openvx."

static void start_graph(void)
{
	graph = vxCreateGraph(context);
	check(vxGetStatus((vx_reference)graph), "vxCreateGraph");
}

static void run_graph(void)
{
	check(vxVerifyGraph(graph), "vxVerifyGraph");
	check(vxProcessGraph(graph), "vxProcessGraph");
	check(vxReleaseGraph(&graph), "vxReleaseGraph");
}

static int open_vision(void **state)
{
	(void)state;
	open_board(state); /* for the random numbers */
	context = vxCreateContext();
	check(vxGetStatus((vx_reference)context), "vxCreateContext");
	check(vxLoadKernels(context, VISION_DESCRIPTION), VISION_DESCRIPTION);
	return 0;
}

static int close_vision(void **state)
{
	check(vxReleaseContext(&context), "vxReleaseContext");
	return close_board(state);
}

/* Gray, smooth, gradients, length, 8 bits: as nodes of their own, and as the one node of the chain. */
static void edges(void **state)
{
	struct picture colour = random_picture(WIDTH, HEIGHT, 3),
		       gray = plain_picture(WIDTH, HEIGHT, 1);
	struct colour_image from = {{colour}, VISION_RGB, WIDTH, HEIGHT, 1},
			    to = {{gray}, VISION_U8, WIDTH, HEIGHT, 1};
	struct picture smooth = plain_picture(WIDTH, HEIGHT, 1),
		       dst = plain_picture(WIDTH, HEIGHT, 1), same;
	struct picture x = plain_picture(WIDTH, HEIGHT, 2), y = plain_picture(WIDTH, HEIGHT, 2);
	struct picture length = plain_picture(WIDTH, HEIGHT, 2);
	vx_image rgb = image_of(&colour, VX_DF_IMAGE_RGB), luma, out, chained;
	vx_image blur, gx, gy, mag;
	vx_int32 shift = 1;

	(void)state;
	reference_convert(&from, &to);
	reference_filter(GAUSSIAN, &gray, &smooth, VISION_BORDER_REPLICATE, 0);
	reference_sobel(&smooth, &x, &y, VISION_BORDER_REPLICATE, 0);
	reference_magnitude(&x, &y, &length);
	reference_depth(&length, &dst, VISION_SATURATE, shift);
	same = copy_picture(&dst);
	start_graph();
	luma = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	out = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	chained = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	blur = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_U8);
	gx = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_S16);
	gy = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_S16);
	mag = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_S16);
	NODE(KHRONOS "color_convert", false, rgb, luma);
	NODE(KHRONOS "gaussian_3x3", true, luma, blur);
	NODE(KHRONOS "sobel_3x3", true, blur, gx, gy);
	NODE(KHRONOS "magnitude", false, gx, gy, mag);
	NODE(KHRONOS "convertdepth", false, mag, out, enum_of(VX_CONVERT_POLICY_SATURATE),
	     scalar_of(VX_TYPE_INT32, &shift));
	NODE("fpgacl.vision.edges", true, rgb, chained, enum_of(VX_CONVERT_POLICY_SATURATE),
	     scalar_of(VX_TYPE_INT32, &shift));
	run_graph();
	expect_image("luma", luma, &gray);
	expect_image("edges", out, &dst);
	expect_image("edges by the chain", chained, &same);
	free_picture(&colour);
	free_picture(&smooth);
	free_picture(&x);
	free_picture(&y);
	free_picture(&length);
}

/* Two images into one: formats, policies and scales. */
static void arithmetic(void **state)
{
	struct picture a = random_picture(WIDTH, HEIGHT, 1), b = random_picture(WIDTH, HEIGHT, 1);
	struct picture sums = plain_picture(WIDTH, HEIGHT, 1),
		       rests = plain_picture(WIDTH, HEIGHT, 2);
	struct picture products = plain_picture(WIDTH, HEIGHT, 1),
		       gaps = plain_picture(WIDTH, HEIGHT, 1);
	struct picture bits = plain_picture(WIDTH, HEIGHT, 1),
		       above = plain_picture(WIDTH, HEIGHT, 1);
	vx_image in1 = image_of(&a, VX_DF_IMAGE_U8), in2 = image_of(&b, VX_DF_IMAGE_U8);
	vx_image out[6];
	vx_float32 scale = 1.0f / 64;
	vx_threshold limit = vxCreateThresholdForImage(context, VX_THRESHOLD_TYPE_RANGE,
						       VX_DF_IMAGE_U8, VX_DF_IMAGE_U8);
	vx_pixel_value_t lower = {.U8 = 40}, upper = {.U8 = 190}, on = {.U8 = 7}, off = {.U8 = 200};

	(void)state;
	check(vxCopyThresholdRange(limit, &lower, &upper, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST),
	      "range");
	check(vxCopyThresholdOutput(limit, &on, &off, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST),
	      "output");
	reference_arithmetic(ADD, &a, &b, &sums, VISION_SATURATE);
	reference_arithmetic(SUBTRACT, &a, &b, &rests, VISION_WRAP);
	reference_multiply(&a, &b, &products, scale, VISION_WRAP, VISION_TO_NEAREST_EVEN);
	reference_arithmetic(ABSDIFF, &a, &b, &gaps, 0);
	reference_bitwise(XOR, &a, &b, &bits);
	reference_threshold(&a, &above, VISION_RANGE, 40, 190, 7, 200);
	for (int i = 0; i < 6; i++)
		out[i] = new_image(WIDTH, HEIGHT, i == 1 ? VX_DF_IMAGE_S16 : VX_DF_IMAGE_U8);
	start_graph();
	NODE(KHRONOS "add", false, in1, in2, enum_of(VX_CONVERT_POLICY_SATURATE), out[0]);
	NODE(KHRONOS "subtract", false, in1, in2, enum_of(VX_CONVERT_POLICY_WRAP), out[1]);
	NODE(KHRONOS "multiply", false, in1, in2, scalar_of(VX_TYPE_FLOAT32, &scale),
	     enum_of(VX_CONVERT_POLICY_WRAP), enum_of(VX_ROUND_POLICY_TO_NEAREST_EVEN), out[2]);
	NODE(KHRONOS "absdiff", false, in1, in2, out[3]);
	NODE(KHRONOS "xor", false, in1, in2, out[4]);
	NODE(KHRONOS "threshold", false, in1, limit, out[5]);
	run_graph();
	expect_image("add", out[0], &sums);
	expect_image("subtract", out[1], &rests);
	expect_image("multiply", out[2], &products);
	expect_image("absdiff", out[3], &gaps);
	expect_image("xor", out[4], &bits);
	expect_image("threshold", out[5], &above);
	free_picture(&a);
	free_picture(&b);
}

/* Outputs of other sizes and kinds. */
static void others(void **state)
{
	struct picture src = random_picture(WIDTH, HEIGHT, 1),
		       colour = random_picture(WIDTH, HEIGHT, 3);
	struct picture scaled = plain_picture(33, 71, 1), warped = plain_picture(50, 60, 1);
	struct picture green = plain_picture(WIDTH, HEIGHT, 1);
	struct colour_image from = {{colour}, VISION_RGB, WIDTH, HEIGHT, 1};
	const float matrix_values[6] = {0.8f, 0.3f, -0.4f, 1.1f, 12, 3};
	vx_image in = image_of(&src, VX_DF_IMAGE_U8), rgb = image_of(&colour, VX_DF_IMAGE_RGB);
	vx_image small = new_image(33, 71, VX_DF_IMAGE_U8),
		 turned = new_image(50, 60, VX_DF_IMAGE_U8);
	vx_image part = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_matrix matrix = vxCreateMatrix(context, VX_TYPE_FLOAT32, 2, 3);
	vx_distribution bins = vxCreateDistribution(context, BINS, 0, 256);
	vx_array corners = vxCreateArray(context, VX_TYPE_KEYPOINT, CORNERS);
	uint32_t found_bins[BINS], expected_bins[BINS];
	struct keypoint found[CORNERS] = {{0}}, expected[CORNERS] = {{0}};
	vx_float32 threshold = 10.5f;
	vx_bool suppress = vx_true_e;
	vx_size number = 0, items = 0;
	vx_scalar total = scalar_of(VX_TYPE_SIZE, &number);

	(void)state;
	check(vxCopyMatrix(matrix, (void *)matrix_values, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST),
	      "matrix");
	reference_scale(&src, &scaled, VISION_BILINEAR, VISION_BORDER_REPLICATE, 0);
	reference_warp(&src, &warped, matrix_values, VISION_BILINEAR, VISION_BORDER_UNDEFINED, 0);
	reference_extract(&from, 1, &green);
	reference_histogram(&src, expected_bins, BINS, 0, 256);
	start_graph();
	NODE(KHRONOS "scale_image", true, in, small, enum_of(VX_INTERPOLATION_BILINEAR));
	NODE(KHRONOS "warp_affine", false, in, matrix, enum_of(VX_INTERPOLATION_BILINEAR), turned);
	NODE(KHRONOS "channel_extract", false, rgb, enum_of(VX_CHANNEL_G), part);
	NODE(KHRONOS "histogram", false, in, bins);
	NODE(KHRONOS "fast_corners", false, in, scalar_of(VX_TYPE_FLOAT32, &threshold),
	     scalar_of(VX_TYPE_BOOL, &suppress), corners, total);
	run_graph();
	check(vxCopyScalar(total, &number, VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "vxCopyScalar");
	assert_int_equal(number, reference_corners(&src, expected, CORNERS, 10, true));
	check(vxQueryArray(corners, VX_ARRAY_NUMITEMS, &items, sizeof(items)), "vxQueryArray");
	assert_int_equal(items, number < CORNERS ? number : CORNERS);
	if (items)
		check(vxCopyArrayRange(corners, 0, items, sizeof(found[0]), found, VX_READ_ONLY,
				       VX_MEMORY_TYPE_HOST),
		      "vxCopyArrayRange");
	assert_memory_equal(found, expected, sizeof(found));
	check(vxCopyDistribution(bins, found_bins, VX_READ_ONLY, VX_MEMORY_TYPE_HOST),
	      "vxCopyDistribution");
	assert_memory_equal(found_bins, expected_bins, sizeof(found_bins));
	expect_image("scale_image", small, &scaled);
	expect_image("warp_affine", turned, &warped);
	expect_image("channel_extract", part, &green);
	free_picture(&src);
	free_picture(&colour);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edges),
		cmocka_unit_test(arithmetic),
		cmocka_unit_test(others),
	};

	return cmocka_run_group_tests(tests, open_vision, close_vision);
}
