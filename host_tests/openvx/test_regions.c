/* SPDX-License-Identifier: Apache-2.0 */
/* Valid regions of images, and how user kernels compute them. */
#include "host_tests/openvx/vx_test.h"

static struct {
	int calls;
	vx_rectangle_t input; /* as the callback saw it */
	vx_status answer;
} seen;

static bool with_callback = true;

/* Shrinks the region of every image by one pixel on each side. */
static vx_status VX_CALLBACK shrink(vx_node node, vx_uint32 index,
				    const vx_rectangle_t *const input_valid[],
				    vx_rectangle_t *const output_valid[])
{
	vx_reference output;
	vx_parameter parameter = vxGetParameterByIndex(node, index);
	vx_enum type = VX_TYPE_INVALID;
	vx_size levels = 1;

	OK(vxQueryParameter(parameter, VX_PARAMETER_REF, &output, sizeof(output)));
	OK(vxReleaseParameter(&parameter));
	OK(vxQueryReference(output, VX_REFERENCE_TYPE, &type, sizeof(type)));
	if (type == VX_TYPE_PYRAMID)
		OK(vxQueryPyramid((vx_pyramid)output, VX_PYRAMID_LEVELS, &levels, sizeof(levels)));
	OK(vxReleaseReference(&output));
	seen.calls++;
	seen.input = *input_valid[0];
	for (vx_size i = 0; i < levels; i++) {
		output_valid[i]->start_x = (input_valid[0]->start_x >> i) + 1;
		output_valid[i]->start_y = (input_valid[0]->start_y >> i) + 1;
		output_valid[i]->end_x = (input_valid[0]->end_x >> i) - 1;
		output_valid[i]->end_y = (input_valid[0]->end_y >> i) - 1;
	}
	return seen.answer;
}

static vx_status VX_CALLBACK validate(vx_node node, const vx_reference parameters[], vx_uint32 num,
				      vx_meta_format metas[])
{
	vx_kernel_image_valid_rectangle_f callback = shrink;

	(void)node;
	(void)num;
	if (with_callback)
		OK(vxSetMetaFormatAttribute(metas[1], VX_VALID_RECT_CALLBACK, &callback,
					    sizeof(callback)));
	return vxSetMetaFormatFromReference(metas[1], parameters[1]);
}

static vx_status VX_CALLBACK nothing(vx_node node, const vx_reference *parameters, vx_uint32 num)
{
	(void)node;
	(void)parameters;
	(void)num;
	return VX_SUCCESS;
}

static vx_node shrinking_node(vx_graph graph, const char *name, vx_reference from, vx_reference to)
{
	vx_kernel kernel = vxGetKernelByName(vx_test.context, name);
	vx_enum id, type;

	if (vxGetStatus(REF(kernel))) {
		OK(vxQueryReference(to, VX_REFERENCE_TYPE, &type, sizeof(type)));
		OK(vxAllocateUserKernelId(vx_test.context, &id));
		kernel = vxAddUserKernel(vx_test.context, name, id, nothing, 2, validate, NULL,
					 NULL);
		OK(vxAddParameterToKernel(kernel, 0, VX_INPUT, VX_TYPE_IMAGE,
					  VX_PARAMETER_STATE_REQUIRED));
		OK(vxAddParameterToKernel(kernel, 1, VX_OUTPUT, type, VX_PARAMETER_STATE_REQUIRED));
		OK(vxFinalizeKernel(kernel));
	}
	OK(vxReleaseKernel(&kernel));
	memset(&seen, 0, sizeof(seen));
	return vx_test_node(graph, name, from, to, NULL, NULL);
}

static void check_region(vx_image image, vx_uint32 x0, vx_uint32 y0, vx_uint32 x1, vx_uint32 y1)
{
	vx_rectangle_t rect;

	OK(vxGetValidRegionImage(image, &rect));
	assert_int_equal(rect.start_x, x0);
	assert_int_equal(rect.start_y, y0);
	assert_int_equal(rect.end_x, x1);
	assert_int_equal(rect.end_y, y1);
}

/* Two nodes: the second one sees the region that the first one's callback has computed. */
static void along_the_graph(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), between = vx_test_image(0), out = vx_test_image(0);
	vx_rectangle_t part = {8, 4, 60, 64};

	(void)state;
	shrinking_node(graph, "test.shrink", REF(between), REF(out));
	shrinking_node(graph, "test.shrink", REF(in), REF(between));
	OK(vxSetImageValidRectangle(in, &part));
	OK(vxVerifyGraph(graph));
	assert_int_equal(seen.calls, 2);
	check_region(between, 9, 5, 59, 63);
	check_region(out, 10, 6, 58, 62);
	/* The program enlarges the valid region of the input; the next execution sees it. */
	OK(vxSetImageValidRectangle(in, NULL));
	OK(vxProcessGraph(graph));
	check_region(out, 2, 2, 62, 62);
	check_region(in, 0, 0, 64, 64);
}

static void levels_of_pyramids(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_pyramid pyramid = vxCreatePyramid(vx_test.context, 3, VX_SCALE_PYRAMID_HALF, 64, 64,
					     VX_DF_IMAGE_U8);
	vx_image in = vx_test_image(1), level;

	(void)state;
	shrinking_node(graph, "test.pyramid", REF(in), REF(pyramid));
	OK(vxProcessGraph(graph));
	for (vx_uint32 i = 0; i < 3; i++) {
		level = vxGetPyramidLevel(pyramid, i);
		check_region(level, 1, 1, (64U >> i) - 1, (64U >> i) - 1);
		OK(vxReleaseImage(&level));
	}
}

/*
 * A kernel without a callback makes the whole image valid; an attribute of the node says whether it
 * does.
 */
static void reset(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_rectangle_t part = {8, 4, 60, 64};
	vx_bool resets = vx_false_e;
	vx_node node;

	(void)state;
	with_callback = false;
	node = shrinking_node(graph, "test.reset", REF(in), REF(out));
	OK(vxSetImageValidRectangle(in, &part));
	OK(vxSetImageValidRectangle(out, &part));
	OK(vxVerifyGraph(graph));
	assert_int_equal(seen.calls, 0);
	check_region(out, 0, 0, 64, 64);
	OK(vxQueryNode(node, VX_NODE_VALID_RECT_RESET, &resets, sizeof(resets)));
	assert_int_equal(resets, vx_true_e);
	with_callback = true;
	OK(vxRemoveNode(&node));
	node = shrinking_node(graph, "test.shrink", REF(in), REF(out));
	OK(vxVerifyGraph(graph));
	OK(vxQueryNode(node, VX_NODE_VALID_RECT_RESET, &resets, sizeof(resets)));
	assert_int_equal(resets, vx_false_e);
	assert_int_equal(
		vxSetNodeAttribute(node, VX_NODE_VALID_RECT_RESET, &resets, sizeof(resets)),
		VX_ERROR_NOT_SUPPORTED);
}

/* The valid region of a part is what is valid of its parent, clipped to the part. */
static void parts(void **state)
{
	vx_image image = vx_test_image(1), part;
	vx_rectangle_t valid = {8, 4, 60, 64}, left = {0, 0, 16, 16}, beside = {0, 0, 8, 16};

	(void)state;
	OK(vxSetImageValidRectangle(image, &valid));
	part = vxCreateImageFromROI(image, &left);
	check_region(part, 8, 4, 16, 16);
	part = vxCreateImageFromROI(image, &beside);
	check_region(part, 0, 0, 0, 0);
	left = (vx_rectangle_t){20, 20, 64, 64};
	part = vxCreateImageFromROI(image, &left);
	check_region(part, 0, 0, 40, 44);
}

/* Kernels of images: the region shrinks by a margin, scales, or is refused. */
static void described(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_rectangle_t valid = {8, 0, 60, 64};
	vx_node node = vx_test_node(graph, "test.margin", REF(in), REF(out), NULL, NULL);

	(void)state;
	OK(vxProcessGraph(graph));
	check_region(out, 0, 0, 64, 64);
	OK(vxSetImageValidRectangle(in, &valid));
	OK(vxProcessGraph(graph));
	check_region(out, 10, 0, 58, 64);
	OK(vxRemoveNode(&node));
	vx_test_node(graph, "test.whole", REF(in), REF(out), NULL, NULL);
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_NOT_SUPPORTED);
	assert_non_null(strstr(vx_test.log, "entirely valid"));
	OK(vxSetImageValidRectangle(in, NULL));
	OK(vxProcessGraph(graph));
}

/* A region that ends before it starts is empty. An error of the callback fails the graph. */
static void empty_and_wrong(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_rectangle_t thin = {8, 4, 9, 64};

	(void)state;
	shrinking_node(graph, "test.shrink", REF(in), REF(out));
	OK(vxSetImageValidRectangle(in, &thin));
	OK(vxVerifyGraph(graph));
	check_region(out, 0, 0, 0, 0);
	seen.answer = VX_ERROR_INVALID_DIMENSION;
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_DIMENSION);
	assert_non_null(strstr(vx_test.log, "valid region"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		VX_TEST(along_the_graph), VX_TEST(levels_of_pyramids), VX_TEST(reset),
		VX_TEST(parts),           VX_TEST(described),          VX_TEST(empty_and_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
