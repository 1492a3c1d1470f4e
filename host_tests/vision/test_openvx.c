/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels as nodes of an OpenVX graph, from their description
 * (bitstreams/demos/vision/vision.vx.json): each argument and number must reach its place. The other
 * tests compare what the kernels compute for all sizes.
 */
#include "openvx.h"

enum { BINS = 16, CORNERS = 50 };

/*
 * Gray, smooth, gradients, magnitude, 8 bits: as separate nodes, and as the one node of the chain.
 */
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

/* Outputs of other sizes and types. */
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

/* Windows, masks and tables with numbers that programs choose. */
static void chosen(void **state)
{
	struct picture src = random_picture(WIDTH, HEIGHT, 1), dst[6];
	vx_image in = image_of(&src, VX_DF_IMAGE_U8), out[6];
	vx_convolution conv = vxCreateConvolution(context, 5, 3);
	vx_matrix mask = vxCreateMatrix(context, VX_TYPE_UINT8, 3, 2);
	vx_matrix eye = vxCreateMatrix(context, VX_TYPE_FLOAT32, 3, 3);
	vx_remap table = vxCreateRemap(context, WIDTH, HEIGHT, 40, 30);
	vx_lut lut = vxCreateLUT(context, VX_TYPE_UINT8, 256);
	const vx_rectangle_t all = {0, 0, 40, 30};
	vx_int16 weights[15];
	uint8_t marks[6] = {1, 0, 1, 1, 1, 0}, entries[256];
	float matrix[9] = {1.1f, 0.1f, 0.001f, -0.2f, 0.9f, 0.002f, 3, 4, 1}, places[40 * 30][2];
	vx_uint32 scale = 4;
	vx_float32 alpha = 0.3f;

	(void)state;
	for (int i = 0; i < 15; i++)
		weights[i] = (vx_int16)(i * 3 - 17);
	for (int i = 0; i < 256; i++)
		entries[i] = (uint8_t)(i * 7);
	for (int i = 0; i < 40 * 30; i++) {
		places[i][0] = (float)(i % 40) * 2.3f;
		places[i][1] = (float)(i / 40) * 1.6f;
	}
	for (int i = 0; i < 6; i++) {
		dst[i] = plain_picture(i == 4 ? 40 : WIDTH, i == 4 ? 30 : HEIGHT, i ? 1 : 2);
		out[i] = new_image(dst[i].width, dst[i].height,
				   i ? VX_DF_IMAGE_U8 : VX_DF_IMAGE_S16);
	}
	check(vxSetConvolutionAttribute(conv, VX_CONVOLUTION_SCALE, &scale, sizeof(scale)),
	      "scale");
	check(vxCopyConvolutionCoefficients(conv, weights, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST),
	      "convolution");
	check(vxCopyMatrix(mask, marks, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST), "mask");
	check(vxCopyMatrix(eye, matrix, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST), "matrix");
	check(vxCopyRemapPatch(table, &all, 40 * 8, places, VX_TYPE_COORDINATES2DF, VX_WRITE_ONLY,
			       VX_MEMORY_TYPE_HOST),
	      "remap");
	check(vxCopyLUT(lut, entries, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST), "table");
	reference_convolve(&src, &dst[0], weights, 3, 5, 4, VISION_BORDER_REPLICATE, 0);
	reference_non_linear(&src, &dst[1], marks, 2, 3, 1, 1, VISION_FILTER_MEDIAN,
			     VISION_BORDER_REPLICATE, 0);
	reference_perspective(&src, &dst[2], matrix, VISION_BILINEAR, VISION_BORDER_UNDEFINED, 0);
	reference_lookup(&src, &dst[3], entries, 256);
	reference_remap(&src, &dst[4], &places[0][0], VISION_NEAREST, VISION_BORDER_UNDEFINED, 0);
	reference_average(&src, &dst[3], &dst[5], alpha);
	start_graph();
	NODE(KHRONOS "custom_convolution", true, in, conv, out[0]);
	NODE(KHRONOS "non_linear_filter", true, enum_of(VX_NONLINEAR_FILTER_MEDIAN), in, mask,
	     out[1]);
	NODE(KHRONOS "warp_perspective", false, in, eye, enum_of(VX_INTERPOLATION_BILINEAR),
	     out[2]);
	NODE(KHRONOS "table_lookup", false, in, lut, out[3]);
	NODE(KHRONOS "remap", false, in, table, enum_of(VX_INTERPOLATION_NEAREST_NEIGHBOR), out[4]);
	NODE(KHRONOS "weighted_average", false, in, scalar_of(VX_TYPE_FLOAT32, &alpha), out[3],
	     out[5]);
	run_graph();
	expect_image("custom_convolution", out[0], &dst[0]);
	expect_image("non_linear_filter", out[1], &dst[1]);
	expect_image("warp_perspective", out[2], &dst[2]);
	expect_image("table_lookup", out[3], &dst[3]);
	expect_image("remap", out[4], &dst[4]);
	expect_image("weighted_average", out[5], &dst[5]);
	free_picture(&src);
}

/* Numbers of 4 and 8 bytes, positions, and planes combined into one image. */
static void numbers(void **state)
{
	static struct ends least, most;
	struct picture src = random_picture(WIDTH, HEIGHT, 2),
		       bytes = random_picture(WIDTH, HEIGHT, 1);
	struct picture parts[4] = {bytes, bytes, bytes, {0}};
	struct colour_image colour = {
		{plain_picture(WIDTH, HEIGHT, 3)}, VISION_RGB, WIDTH, HEIGHT, 1};
	vx_image in = image_of(&src, VX_DF_IMAGE_S16), gray = image_of(&bytes, VX_DF_IMAGE_U8);
	vx_image rgb = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_RGB);
	vx_array places = vxCreateArray(context, VX_TYPE_COORDINATES2D, 3);
	vx_int16 ends[2] = {0, 0};
	vx_size number = 0, items = 0;
	vx_uint32 small = 0;
	vx_float32 average = 0, found[2], expected[2];
	vx_scalar low = scalar_of(VX_TYPE_INT16, &ends[0]),
		  high = scalar_of(VX_TYPE_INT16, &ends[1]);
	vx_scalar lows = scalar_of(VX_TYPE_SIZE, &number),
		  highs = scalar_of(VX_TYPE_UINT32, &small);
	vx_scalar mean = scalar_of(VX_TYPE_FLOAT32, &average),
		  deviation = scalar_of(VX_TYPE_FLOAT32, &average);

	(void)state;
	reference_ends(&src, &least, &most, 3);
	reference_mean(&bytes, &expected[0], &expected[1]);
	reference_combine(parts, &colour);
	start_graph();
	NODE(KHRONOS "minmaxloc", false, in, low, high, places, NULL, lows, highs);
	NODE(KHRONOS "mean_stddev", false, gray, mean, deviation);
	NODE(KHRONOS "channel_combine", false, gray, gray, gray, NULL, rgb);
	run_graph();
	check(vxCopyScalar(low, &ends[0], VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "least");
	check(vxCopyScalar(high, &ends[1], VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "most");
	check(vxCopyScalar(lows, &number, VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "how often");
	check(vxCopyScalar(highs, &small, VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "how often");
	check(vxCopyScalar(mean, &found[0], VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "mean");
	check(vxCopyScalar(deviation, &found[1], VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "deviation");
	check(vxQueryArray(places, VX_ARRAY_NUMITEMS, &items, sizeof(items)), "vxQueryArray");
	assert_int_equal(ends[0], least.value);
	assert_int_equal(ends[1], most.value);
	assert_int_equal(number, least.number);
	assert_int_equal(small, most.number);
	assert_int_equal(items, least.number < 3 ? least.number : 3);
	assert_memory_equal(found, expected, sizeof(found));
	expect_image("channel_combine", rgb, &colour.planes[0]);
	free_picture(&src);
	free_picture(&bytes);
}

/* Levels one after the other, memory that belongs to a node, a virtual pyramid between nodes. */
static void pyramids(void **state)
{
	enum { LEVELS = 4 };
	struct picture src = random_picture(WIDTH, HEIGHT, 1), levels[LEVELS] = {src}, back, half;
	vx_image in = image_of(&src, VX_DF_IMAGE_U8),
		 again = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_image least = new_image((WIDTH + 7) / 8, (HEIGHT + 7) / 8, VX_DF_IMAGE_U8);
	vx_image small = new_image((WIDTH + 1) / 2, (HEIGHT + 1) / 2, VX_DF_IMAGE_U8);
	vx_pyramid gaussian = vxCreatePyramid(context, LEVELS, VX_SCALE_PYRAMID_ORB, WIDTH, HEIGHT,
					      VX_DF_IMAGE_U8);
	vx_pyramid laplacian;
	vx_int32 size = 5;

	(void)state;
	start_graph();
	laplacian = vxCreateVirtualPyramid(graph, 3, VX_SCALE_PYRAMID_HALF, 0, 0, VX_DF_IMAGE_VIRT);
	NODE(KHRONOS "gaussian_pyramid", true, in, gaussian);
	NODE(KHRONOS "laplacian_pyramid", false, in, laplacian, least);
	NODE(KHRONOS "laplacian_reconstruct", false, laplacian, least, again);
	NODE(KHRONOS "halfscale_gaussian", true, in, small, scalar_of(VX_TYPE_INT32, &size));
	run_graph();
	for (vx_uint32 i = 1; i < LEVELS; i++) {
		static const int widths[LEVELS] = {90, 76, 64, 54},
				 heights[LEVELS] = {46, 39, 33, 28};
		vx_image level = vxGetPyramidLevel(gaussian, i);

		levels[i] = plain_picture(widths[i], heights[i], 1);
		reference_smaller(&levels[i - 1], &levels[i], 5, VISION_BORDER_REPLICATE, 0);
		back = copy_picture(&levels[i]);
		expect_image("gaussian_pyramid", level, &back);
		check(vxReleaseImage(&level), "vxReleaseImage");
	}
	half = plain_picture((WIDTH + 1) / 2, (HEIGHT + 1) / 2, 1);
	reference_smaller(&src, &half, 5, VISION_BORDER_REPLICATE, 0);
	expect_image("halfscale_gaussian", small, &half);
	back = plain_picture(WIDTH, HEIGHT, 1);
	for (int y = 0; y < HEIGHT; y++)
		memcpy(row_of(&back, y), row_of(&src, y), WIDTH);
	expect_image("laplacian_reconstruct", again, &back);
	for (int i = 0; i < LEVELS; i++)
		free_picture(&levels[i]);
}

/* A virtual array without a capacity between optical flow and a node that uses its points. */
static void flow(void **state)
{
	enum { LEVELS = 2, POINTS = 20 };
	struct picture src = random_picture(WIDTH, HEIGHT, 1), levels[LEVELS] = {src};
	struct keypoint points[POINTS] = {{0}}, expected[POINTS], found[POINTS];
	vx_image in = image_of(&src, VX_DF_IMAGE_U8);
	vx_array from = vxCreateArray(context, VX_TYPE_KEYPOINT, POINTS),
		 to = vxCreateArray(context, VX_TYPE_KEYPOINT, POINTS);
	vx_float32 epsilon = 0.01f;
	vx_uint32 iterations = 4;
	vx_bool guess = vx_false_e;
	vx_size window = 5, items = 0;
	vx_pyramid before, after;
	vx_array between;

	(void)state;
	for (int i = 0; i < POINTS; i++)
		points[i] = (struct keypoint){.x = i * 4, .y = i * 2, .tracking_status = i % 5 > 0};
	check(vxAddArrayItems(from, POINTS, points, sizeof(*points)), "vxAddArrayItems");
	levels[1] = plain_picture((WIDTH + 1) / 2, (HEIGHT + 1) / 2, 1);
	reference_smaller(&src, &levels[1], 5, VISION_BORDER_REPLICATE, 0);
	start_graph();
	before = vxCreateVirtualPyramid(graph, LEVELS, VX_SCALE_PYRAMID_HALF, 0, 0,
					VX_DF_IMAGE_VIRT);
	after = vxCreateVirtualPyramid(graph, LEVELS, VX_SCALE_PYRAMID_HALF, 0, 0,
				       VX_DF_IMAGE_VIRT);
	between = vxCreateVirtualArray(graph, VX_TYPE_INVALID, 0);
	NODE(KHRONOS "gaussian_pyramid", true, in, before);
	NODE(KHRONOS "gaussian_pyramid", true, in, after);
	for (int i = 0; i < 2; i++)
		NODE(KHRONOS "optical_flow_pyr_lk", false, before, after, i ? between : from,
		     i ? between : from, i ? to : between, enum_of(VX_TERM_CRITERIA_BOTH),
		     scalar_of(VX_TYPE_FLOAT32, &epsilon), scalar_of(VX_TYPE_UINT32, &iterations),
		     scalar_of(VX_TYPE_BOOL, &guess), scalar_of(VX_TYPE_SIZE, &window));
	run_graph();
	reference_flow(levels, levels, LEVELS, points, NULL, POINTS, (double)epsilon, 4, 5,
		       expected);
	reference_flow(levels, levels, LEVELS, expected, NULL, POINTS, (double)epsilon, 4, 5,
		       points);
	check(vxQueryArray(to, VX_ARRAY_NUMITEMS, &items, sizeof(items)), "vxQueryArray");
	assert_int_equal(items, POINTS);
	check(vxCopyArrayRange(to, 0, POINTS, sizeof(*found), found, VX_READ_ONLY,
			       VX_MEMORY_TYPE_HOST),
	      "vxCopyArrayRange");
	assert_memory_equal(found, points, sizeof(found));
	free_picture(&levels[0]);
	free_picture(&levels[1]);
}

/*
 * A subsampled channel has a size of its own: virtual images get it, and other images must have it.
 */
static void channels(void **state)
{
	static const struct {
		vx_df_image format;
		int width, height;
	} rows[] = {{VX_DF_IMAGE_RGB, WIDTH, HEIGHT},
		    {VX_DF_IMAGE_YUYV, WIDTH / 2, HEIGHT},
		    {VX_DF_IMAGE_NV12, WIDTH / 2, HEIGHT / 2}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		vx_image in = new_image(WIDTH, HEIGHT, rows[i].format), between;
		vx_image out = new_image(rows[i].width, rows[i].height, VX_DF_IMAGE_U8);
		vx_image wrong = new_image(rows[i].width, rows[i].height + 1, VX_DF_IMAGE_U8);
		vx_enum channel = i ? VX_CHANNEL_U : VX_CHANNEL_G;

		start_graph();
		between = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
		NODE(KHRONOS "channel_extract", false, in, enum_of(channel), between);
		NODE(KHRONOS "not", false, between, out);
		run_graph();
		start_graph();
		NODE(KHRONOS "channel_extract", false, in, enum_of(channel), wrong);
		assert_int_not_equal(vxVerifyGraph(graph), VX_SUCCESS);
		check(vxReleaseGraph(&graph), "vxReleaseGraph");
	}
}

/* Images of bits between nodes, and as outputs; a format that does not match is refused. */
static void bits(void **state)
{
	struct picture src = random_picture(WIDTH, HEIGHT, 1),
		       above = plain_picture(WIDTH, HEIGHT, 1);
	struct picture grown = plain_picture(WIDTH, HEIGHT, 1), all;
	vx_image in = image_of(&src, VX_DF_IMAGE_U8),
		 out = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_image one = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U1), between, thick;
	vx_threshold limit = vxCreateThresholdForImage(context, VX_THRESHOLD_TYPE_BINARY,
						       VX_DF_IMAGE_U8, VX_DF_IMAGE_U1);
	vx_pixel_value_t value = {.U8 = 120};
	vx_int32 no_shift = 0;
	vx_float32 found = 0, expected[2];
	vx_scalar mean = scalar_of(VX_TYPE_FLOAT32, &found);

	(void)state;
	check(vxCopyThresholdValue(limit, &value, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST), "value");
	reference_threshold(&src, &above, VISION_BINARY, 120, 0, 1, 0);
	reference_filter(DILATE, &above, &grown, VISION_BORDER_REPLICATE, 0);
	reference_mean(&grown, &expected[0], &expected[1]);
	all = copy_picture(&grown);
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		all.bytes[i] = grown.bytes[i] ? 255 : 0;
	start_graph();
	between = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_U1);
	thick = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	NODE(KHRONOS "threshold", false, in, limit, between);
	NODE(KHRONOS "dilate_3x3", true, between, thick);
	NODE(KHRONOS "mean_stddev", false, thick, mean);
	NODE(KHRONOS "convertdepth", false, thick, out, enum_of(VX_CONVERT_POLICY_WRAP),
	     scalar_of(VX_TYPE_INT32, &no_shift));
	run_graph();
	check(vxCopyScalar(mean, &found, VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "mean");
	assert_true(found == expected[0]);
	expect_image("bits", out, &all);
	start_graph();
	NODE(KHRONOS "dilate_3x3", true, in, one);
	assert_int_not_equal(vxVerifyGraph(graph), VX_SUCCESS);
	check(vxReleaseGraph(&graph), "vxReleaseGraph");
	free_picture(&src);
	free_picture(&above);
	free_picture(&grown);
}

static void gradients(void **state)
{
	struct picture src = random_picture(WIDTH, HEIGHT, 1),
		       edges = plain_picture(WIDTH, HEIGHT, 1);
	vx_image in = image_of(&src, VX_DF_IMAGE_U8),
		 out = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_array corners = vxCreateArray(context, VX_TYPE_KEYPOINT, CORNERS);
	struct keypoint found[CORNERS] = {{0}}, expected[CORNERS] = {{0}};
	vx_float32 strength = 0.0001f, distance = 4, sensitivity = 0.05f;
	vx_int32 gradient = 5, block = 3;
	vx_size number = 0, items = 0;
	vx_scalar total = scalar_of(VX_TYPE_SIZE, &number);
	vx_threshold limit = vxCreateThresholdForImage(context, VX_THRESHOLD_TYPE_RANGE,
						       VX_DF_IMAGE_U8, VX_DF_IMAGE_U8);
	vx_pixel_value_t lower = {.U8 = 90}, upper = {.U8 = 180};

	(void)state;
	check(vxCopyThresholdRange(limit, &lower, &upper, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST),
	      "range");
	reference_canny(&src, &edges, 90, 180, gradient, VISION_NORM_L2);
	start_graph();
	NODE(KHRONOS "harris_corners", false, in, scalar_of(VX_TYPE_FLOAT32, &strength),
	     scalar_of(VX_TYPE_FLOAT32, &distance), scalar_of(VX_TYPE_FLOAT32, &sensitivity),
	     scalar_of(VX_TYPE_INT32, &gradient), scalar_of(VX_TYPE_INT32, &block), corners, total);
	NODE(KHRONOS "canny_edge_detector", false, in, limit, scalar_of(VX_TYPE_INT32, &gradient),
	     enum_of(VX_NORM_L2), out);
	run_graph();
	check(vxCopyScalar(total, &number, VX_READ_ONLY, VX_MEMORY_TYPE_HOST), "vxCopyScalar");
	assert_int_equal(number, reference_harris(&src, expected, CORNERS, strength, distance,
						  sensitivity, gradient, block));
	check(vxQueryArray(corners, VX_ARRAY_NUMITEMS, &items, sizeof(items)), "vxQueryArray");
	assert_int_equal(items, number < CORNERS ? number : CORNERS);
	if (items)
		check(vxCopyArrayRange(corners, 0, items, sizeof(found[0]), found, VX_READ_ONLY,
				       VX_MEMORY_TYPE_HOST),
		      "vxCopyArrayRange");
	assert_memory_equal(found, expected, sizeof(found));
	expect_image("canny_edge_detector", out, &edges);
	free_picture(&src);
}

/* Objects with sizes or types that a kernel does not take: the graph is refused. */
static void refused(void **state)
{
	vx_image in = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8),
		 out = new_image(WIDTH, HEIGHT, VX_DF_IMAGE_U8);
	vx_float32 zero = 0;
	vx_scalar real = scalar_of(VX_TYPE_FLOAT32, &zero);
	vx_matrix small = vxCreateMatrix(context, VX_TYPE_FLOAT32, 2, 2);
	vx_remap other = vxCreateRemap(context, WIDTH + 1, HEIGHT, WIDTH, HEIGHT),
		 larger = vxCreateRemap(context, WIDTH, HEIGHT, WIDTH, HEIGHT + 1);
	vx_lut wide = vxCreateLUT(context, VX_TYPE_INT16, 256);
	vx_pyramid deep = vxCreatePyramid(context, 2, VX_SCALE_PYRAMID_HALF, WIDTH, HEIGHT,
					  VX_DF_IMAGE_S16);
	vx_pyramid orb = vxCreatePyramid(context, 2, VX_SCALE_PYRAMID_ORB, WIDTH, HEIGHT,
					 VX_DF_IMAGE_S16);
	vx_int32 three = 3;
	vx_scalar near = enum_of(VX_INTERPOLATION_NEAREST_NEIGHBOR);

	(void)state;
	for (int i = 0; i < 9; i++) {
		start_graph();
		if (i == 8)
			NODE(KHRONOS "laplacian_pyramid", false, in, orb, out);
		else if (i == 7)
			NODE(KHRONOS "halfscale_gaussian", false, in, out,
			     scalar_of(VX_TYPE_INT32, &three));
		else if (i == 6)
			NODE(KHRONOS "gaussian_pyramid", false, in, deep);
		else if (i == 0)
			NODE(KHRONOS "warp_perspective", false, in, small, near, out);
		else if (i == 1)
			NODE(KHRONOS "warp_affine", false, in, small, near, out);
		else if (i == 2)
			NODE(KHRONOS "remap", false, in, other, near, out);
		else if (i == 3)
			NODE(KHRONOS "remap", false, in, larger, near, out);
		else if (i == 4)
			NODE(KHRONOS "table_lookup", false, in, wide, out);
		else
			NODE(KHRONOS "minmaxloc", false, in, real, real, NULL, NULL, NULL, NULL);
		assert_int_not_equal(vxVerifyGraph(graph), VX_SUCCESS);
		check(vxReleaseGraph(&graph), "vxReleaseGraph");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edges),     cmocka_unit_test(arithmetic),
		cmocka_unit_test(others),    cmocka_unit_test(chosen),
		cmocka_unit_test(numbers),   cmocka_unit_test(pyramids),
		cmocka_unit_test(gradients), cmocka_unit_test(bits),
		cmocka_unit_test(flow),      cmocka_unit_test(channels),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, open_vision, close_vision);
}
