/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes that run kernels of images. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "host_tests/openvx/vx_test.h"

static const vx_imagepatch_addressing_t packed = {
	VX_TEST_WIDTH, VX_TEST_HEIGHT, 1, VX_TEST_WIDTH, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};

static vx_scalar number(vx_int32 value)
{
	return vxCreateScalar(vx_test.context, VX_TYPE_INT32, &value);
}

/* Three nodes joined by virtual images, whose data stays on the board. */
static void chain_of_nodes(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0), between[2];
	unsigned char pixels[VX_TEST_PIXELS];
	vx_rectangle_t rect;
	vx_scalar value = number(3);

	(void)state;
	for (int i = 0; i < 2; i++)
		between[i] = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	/* Created in the wrong order: the data dependencies decide. */
	vx_test_node(graph, "test.invert", REF(between[1]), REF(out), NULL, NULL);
	vx_test_node(graph, "test.invert", REF(in), REF(between[0]), NULL, NULL);
	vx_test_node(graph, "test.shift", REF(between[0]), REF(value), REF(between[1]), NULL);
	OK(vxVerifyGraph(graph));
	OK(vxGetValidRegionImage(between[1], &rect));
	assert_int_equal(rect.end_x, VX_TEST_WIDTH);
	OK(vxProcessGraph(graph));
	vx_test_read(out, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], (unsigned char)(i - 3));
	assert_int_equal(
		vxCopyImagePatch(between[0], NULL, 0,
				 &(vx_imagepatch_addressing_t){64, 64, 1, 64, 1024, 1024, 1, 1, 8},
				 pixels, VX_READ_ONLY, VX_MEMORY_TYPE_HOST),
		VX_ERROR_OPTIMIZED_AWAY);
}

/* in -> invert -> (virtual) -> shift by 3 -> out; both ends are parameters of the graph. */
static vx_graph two_steps(vx_reference in, vx_reference out)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image between = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	vx_node first = vx_test_node(graph, "test.invert", in, REF(between), NULL, NULL);
	vx_node second = vx_test_node(graph, "test.shift", REF(between), REF(number(3)), out, NULL);

	OK(vxAddParameterToGraph(graph, vxGetParameterByIndex(first, 0)));
	OK(vxAddParameterToGraph(graph, vxGetParameterByIndex(second, 2)));
	OK(vxHint(REF(graph), VX_HINT_PERFORMANCE_HIGH_SPEED, NULL, 0));
	OK(vxVerifyGraph(graph));
	return graph;
}

static void schedule(vx_graph graph, vx_image in, vx_image out)
{
	OK(vxSetGraphParameterByIndex(graph, 0, REF(in)));
	OK(vxSetGraphParameterByIndex(graph, 1, REF(out)));
	OK(vxScheduleGraph(graph));
}

/* Expects 255 - step * i + 3, for an input image with that step. */
static void check_steps(vx_image out, unsigned step)
{
	unsigned char pixels[VX_TEST_PIXELS];

	vx_test_read(out, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], (unsigned char)(258 - step * i));
}

/* Schedules two frames. A writer of the first frame's output waits. */
static void schedule_two(vx_graph graph, const vx_image in[2], const vx_image out[2], cl_mem other)
{
	OK(vxCopyImagePatch(out[0], NULL, 0, &packed, other, VX_WRITE_ONLY,
			    VX_MEMORY_TYPE_OPENCL_BUFFER));
	schedule(graph, in[0], out[0]);
	schedule(graph, in[1], out[1]);
}

/*
 * A frame whose last node is held does not delay the next frame: both of that frame's nodes end.
 * The intermediate image of the held frame is not overwritten.
 */
static void frames_overlap(void **state)
{
	vx_image in[2] = {vx_test_image(1), vx_test_image(5)};
	vx_image out[2] = {vx_test_image(0), vx_test_image(0)};
	vx_graph graph = two_steps(REF(in[0]), REF(out[0]));
	cl_mem other = vx_test_buffer(7);
	cl_event hold = vx_test_hold(vx_test.queue);

	(void)state;
	schedule_two(graph, in, out, other);
	check_steps(out[1], 5);
	OK(clSetUserEventStatus(hold, CL_COMPLETE));
	OK(vxWaitGraph(graph));
	check_steps(out[0], 1);
	OK(clReleaseEvent(hold));
	OK(vxReleaseGraph(&graph));
	OK(clReleaseMemObject(other));
}

/* Frames overlap again after all have ended: a frame's results do not wait for the next frame. */
static void frames_overlap_again(void **state)
{
	vx_image in[2] = {vx_test_image(1), vx_test_image(5)};
	vx_image out[2] = {vx_test_image(0), vx_test_image(0)};
	vx_graph graph = two_steps(REF(in[0]), REF(out[0]));
	cl_mem other = vx_test_buffer(7);
	cl_event hold = vx_test_hold(vx_test.queue);

	(void)state;
	schedule_two(graph, in, out, other);
	OK(clSetUserEventStatus(hold, CL_COMPLETE));
	OK(clReleaseEvent(hold));
	OK(vxWaitGraph(graph));
	/* The last frame has ended, and another one waits for its output. */
	hold = vx_test_hold(vx_test.queue);
	OK(vxCopyImagePatch(out[0], NULL, 0, &packed, other, VX_WRITE_ONLY,
			    VX_MEMORY_TYPE_OPENCL_BUFFER));
	schedule(graph, in[0], out[0]);
	check_steps(out[1], 5);
	OK(clSetUserEventStatus(hold, CL_COMPLETE));
	OK(vxWaitGraph(graph));
	check_steps(out[0], 1);
	OK(clReleaseEvent(hold));
	OK(vxReleaseGraph(&graph));
	OK(clReleaseMemObject(other));
}

/* Many frames, each with its own data: nothing gets mixed up. */
static void many_frames(void **state)
{
	enum { FRAMES = 24 };
	vx_image in[FRAMES], out[FRAMES];
	vx_graph graph;

	(void)state;
	for (unsigned i = 0; i < FRAMES; i++) {
		in[i] = vx_test_image(i + 1);
		out[i] = vx_test_image(0);
	}
	graph = two_steps(REF(in[0]), REF(out[0]));
	for (int round = 0; round < 20; round++) {
		for (unsigned i = 0; i < FRAMES; i++)
			schedule(graph, in[i], out[(i + (unsigned)round) % FRAMES]);
		if (round % 3 == 0)
			OK(vxWaitGraph(graph));
		for (unsigned i = 0; i < FRAMES; i++)
			check_steps(out[(i + (unsigned)round) % FRAMES], i + 1);
		/* Verifies again, whichever flight is in use. */
		if (round % 5 == 4)
			OK(vxVerifyGraph(graph));
	}
	OK(vxReleaseGraph(&graph));
}

/*
 * An image between two nodes that the program can see exists only once, so frames do not overlap.
 */
static void visible_between(void **state)
{
	vx_image in = vx_test_image(1), between = vx_test_image(0), out = vx_test_image(0);
	vx_graph graph = vxCreateGraph(vx_test.context);
	unsigned char pixels[VX_TEST_PIXELS];

	(void)state;
	vx_test_node(graph, "test.invert", REF(in), REF(between), NULL, NULL);
	vx_test_node(graph, "test.shift", REF(between), REF(number(3)), REF(out), NULL);
	OK(vxHint(REF(graph), VX_HINT_PERFORMANCE_HIGH_SPEED, NULL, 0));
	OK(vxVerifyGraph(graph));
	for (int i = 0; i < 5; i++)
		OK(vxScheduleGraph(graph));
	OK(vxWaitGraph(graph));
	check_steps(out, 1);
	vx_test_read(between, pixels);
	assert_int_equal(pixels[7], 248);
}

/* A scalar, an array and its count, and a copy of the count. */
static void arrays_and_values(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1);
	vx_array found = vxCreateArray(vx_test.context, VX_TYPE_COORDINATES2D, 500);
	vx_threshold limit = vxCreateThresholdForImage(vx_test.context, VX_THRESHOLD_TYPE_BINARY,
						       VX_DF_IMAGE_U8, VX_DF_IMAGE_U8);
	vx_pixel_value_t value = {.U8 = 253};
	vx_size none = 77, count = 0;
	vx_scalar total = vxCreateScalar(vx_test.context, VX_TYPE_SIZE, &none);
	vx_coordinates2d_t points[32];

	(void)state;
	OK(vxCopyThresholdValue(limit, &value, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST));
	vx_test_node(graph, "test.points", REF(in), REF(limit), REF(found), REF(total));
	OK(vxProcessGraph(graph));
	OK(vxQueryArray(found, VX_ARRAY_NUMITEMS, &count, sizeof(count)));
	assert_int_equal(count, 32); /* 254 and 255, sixteen times */
	OK(vxCopyScalar(total, &none, VX_READ_ONLY, VX_MEMORY_TYPE_HOST));
	assert_int_equal(none, 32);
	OK(vxCopyArrayRange(found, 0, 32, sizeof(points[0]), points, VX_READ_ONLY,
			    VX_MEMORY_TYPE_HOST));
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(points[i].y * 64 + points[i].x, (i / 2) * 256 + 254 + i % 2);
	/* A changed scalar is passed at the next execution, without another verification. */
	value.U8 = 251;
	OK(vxCopyThresholdValue(limit, &value, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST));
	assert_true(vxIsGraphVerified(graph));
	OK(vxProcessGraph(graph));
	OK(vxQueryArray(found, VX_ARRAY_NUMITEMS, &count, sizeof(count)));
	assert_int_equal(count, 64);
}

/*
 * Kernels joined by a FIFO of 16 packets run concurrently, in several graphs that share the FIFO.
 */
static void fifo_wired(void **state)
{
	enum { GRAPHS = 3 };
	vx_graph graphs[GRAPHS];
	vx_image in[GRAPHS], out[GRAPHS];
	unsigned char pixels[VX_TEST_PIXELS];

	(void)state;
	for (unsigned i = 0; i < GRAPHS; i++) {
		graphs[i] = vxCreateGraph(vx_test.context);
		in[i] = vx_test_image(i + 1);
		out[i] = vx_test_image(0);
		vx_test_node(graphs[i], "test.multiply", REF(in[i]), REF(out[i]), NULL, NULL);
		OK(vxVerifyGraph(graphs[i]));
	}
	for (int round = 0; round < 3; round++)
		for (unsigned i = 0; i < GRAPHS; i++)
			OK(vxScheduleGraph(graphs[i]));
	for (unsigned i = 0; i < GRAPHS; i++)
		OK(vxWaitGraph(graphs[i]));
	for (unsigned k = 0; k < GRAPHS; k++) {
		vx_test_read(out[k], pixels);
		for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
			assert_int_equal(pixels[i], (unsigned char)(i * (k + 1) * 3));
	}
}

/* Executions that the program does not wait for: each reads what the previous one has written. */
static void frames_in_flight(void **state)
{
	vx_graph there = vxCreateGraph(vx_test.context), back = vxCreateGraph(vx_test.context);
	vx_image a = vx_test_image(1), b = vx_test_image(0);
	unsigned char pixels[VX_TEST_PIXELS];
	vx_scalar one = number(1), two = number(2);

	(void)state;
	vx_test_node(there, "test.shift", REF(a), REF(one), REF(b), NULL);
	vx_test_node(back, "test.shift", REF(b), REF(two), REF(a), NULL);
	OK(vxVerifyGraph(there));
	OK(vxVerifyGraph(back));
	for (int i = 0; i < 20; i++) {
		OK(vxScheduleGraph(there));
		OK(vxScheduleGraph(back));
	}
	OK(vxWaitGraph(there));
	OK(vxWaitGraph(back));
	assert_int_equal(vxWaitGraph(back), VX_FAILURE);
	vx_test_read(a, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], (unsigned char)(i + 60));
}

/* On two boards, the data follows the nodes. */
static void two_boards(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_image between = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_U8);
	unsigned char pixels[VX_TEST_PIXELS];
	vx_scalar value = number(2);
	vx_node first, second;

	(void)state;
	first = vx_test_node(graph, "test.invert", REF(in), REF(between), NULL, NULL);
	second = vx_test_node(graph, "test.shift", REF(between), REF(value), REF(out), NULL);
	OK(vxSetNodeTarget(first, VX_TARGET_STRING, "device1"));
	OK(vxSetNodeTarget(second, VX_TARGET_STRING, "device0"));
	assert_int_equal(vxSetNodeTarget(second, VX_TARGET_STRING, "device2"),
			 VX_ERROR_NOT_SUPPORTED);
	for (int i = 0; i < 5; i++)
		OK(vxProcessGraph(graph));
	vx_test_read(out, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], (unsigned char)(257 - (unsigned char)i));
}

/* Parts of images that begin inside buffers. */
static void parts_of_images(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_rectangle_t lower = {0, 32, 64, 64}, odd = {8, 1, 24, 9};
	vx_image from = vxCreateImageFromROI(in, &lower), to = vxCreateImageFromROI(out, &lower);
	unsigned char pixels[VX_TEST_PIXELS];
	vx_node node;

	(void)state;
	node = vx_test_node(graph, "test.invert", REF(from), REF(to), NULL, NULL);
	OK(vxProcessGraph(graph));
	vx_test_read(out, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], i < 2048 ? 0 : (unsigned char)(255 - (unsigned char)i));
	/*
	 * A part at an offset where the device's sub-buffers cannot begin. Nothing outside of the
	 * part changes.
	 */
	from = vxCreateImageFromROI(in, &odd);
	to = vxCreateImageFromROI(out, &odd);
	OK(vxSetParameterByIndex(node, 0, REF(from)));
	OK(vxSetParameterByIndex(node, 1, REF(to)));
	for (int i = 0; i < 2; i++) {
		/* Each execution copies the parts again. */
		vx_image newer = vx_test_image(3 + i);

		vx_test_read(newer, pixels);
		OK(vxCopyImagePatch(in, NULL, 0, &packed, pixels, VX_WRITE_ONLY,
				    VX_MEMORY_TYPE_HOST));
		OK(vxProcessGraph(graph));
		vx_test_read(out, pixels);
		for (unsigned k = 0; k < VX_TEST_PIXELS; k++) {
			bool inside = k % 64 >= 8 && k % 64 < 24 && k / 64 >= 1 && k / 64 < 9;
			unsigned before = k < 2048 ? 0 : (unsigned char)(255 - (unsigned char)k);

			assert_int_equal(
				pixels[k],
				inside ? (unsigned char)(255 - (unsigned char)(k * (3 + i)))
				       : before);
		}
	}
}

static vx_image image_of(vx_uint32 width, vx_df_image format)
{
	return vxCreateImage(vx_test.context, width, 64, format);
}

/* Formats and sizes that depend on other parameters: "wide", and "format" and "like" of an input. */
static void related_images(void **state)
{
	const struct {
		vx_image in1, in2, out;
		vx_status status;
	} cases[] = {
		{image_of(64, VX_DF_IMAGE_U8), image_of(64, VX_DF_IMAGE_U8),
		 image_of(64, VX_DF_IMAGE_U8), VX_SUCCESS},
		{image_of(64, VX_DF_IMAGE_U8), image_of(64, VX_DF_IMAGE_U8),
		 image_of(64, VX_DF_IMAGE_S16), VX_SUCCESS},
		{image_of(64, VX_DF_IMAGE_S16), image_of(64, VX_DF_IMAGE_S16),
		 image_of(64, VX_DF_IMAGE_U8), VX_ERROR_INVALID_FORMAT},
		{image_of(64, VX_DF_IMAGE_S16), image_of(64, VX_DF_IMAGE_U8),
		 image_of(64, VX_DF_IMAGE_S16), VX_ERROR_INVALID_FORMAT},
		{image_of(64, VX_DF_IMAGE_U8), image_of(32, VX_DF_IMAGE_U8),
		 image_of(64, VX_DF_IMAGE_U8), VX_ERROR_INVALID_DIMENSION},
	};
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image virtual = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	vx_df_image format = 0;
	vx_node node;

	(void)state;
	node = vx_test_node(graph, "test.wide", REF(cases[0].in1), REF(cases[0].in2), REF(virtual),
			    NULL);
	OK(vxVerifyGraph(graph));
	OK(vxQueryImage(virtual, VX_IMAGE_FORMAT, &format, sizeof(format)));
	assert_int_equal(format, VX_DF_IMAGE_S16);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		OK(vxSetParameterByIndex(node, 0, REF(cases[i].in1)));
		OK(vxSetParameterByIndex(node, 1, REF(cases[i].in2)));
		OK(vxSetParameterByIndex(node, 2, REF(cases[i].out)));
		assert_int_equal(vxVerifyGraph(graph), cases[i].status);
	}
}

/* What a description rules out is refused when the graph is verified. */
static void refusals(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_image deep = vxCreateImage(vx_test.context, 64, 64, VX_DF_IMAGE_S16);
	vx_image small = vxCreateImage(vx_test.context, 32, 64, VX_DF_IMAGE_U8);
	vx_image wide = vxCreateImage(vx_test.context, 4098, 2, VX_DF_IMAGE_U8);
	vx_border_t constant = {.mode = VX_BORDER_CONSTANT};
	vx_border_t replicate = {.mode = VX_BORDER_REPLICATE};
	vx_scalar four = number(4), two = number(2);
	vx_node node = vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);

	(void)state;
	OK(vxSetNodeAttribute(node, VX_NODE_BORDER, &constant, sizeof(constant)));
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_NOT_SUPPORTED);
	OK(vxSetNodeAttribute(node, VX_NODE_BORDER, &replicate, sizeof(replicate)));
	OK(vxVerifyGraph(graph));
	OK(vxSetParameterByIndex(node, 0, REF(deep)));
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_FORMAT);
	OK(vxSetParameterByIndex(node, 0, REF(small)));
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_DIMENSION);
	OK(vxSetParameterByIndex(node, 0, REF(wide)));
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_DIMENSION);
	OK(vxRemoveNode(&node));
	node = vx_test_node(graph, "test.shift", REF(in), REF(four), REF(out), NULL);
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_VALUE);
	assert_non_null(strstr(vx_test.log, "\"value\""));
	OK(vxSetParameterByIndex(node, 1, REF(two)));
	OK(vxProcessGraph(graph));
	/* The scalar may also change later. */
	OK(vxCopyScalar(two, &(vx_int32){5}, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST));
	assert_int_equal(vxProcessGraph(graph), VX_ERROR_INVALID_VALUE);
}

/* Rows with gaps work only for kernels that take a stride. */
static void strides(void **state)
{
	static unsigned char padded[64 * 80];
	vx_imagepatch_addressing_t gaps = {64, 64, 1, 80, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};
	void *ptrs[] = {padded}, *back[1];
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1);
	vx_image out = vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_U8, &gaps, ptrs,
					       VX_MEMORY_TYPE_HOST);
	vx_scalar one = number(1);
	vx_node node = vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);

	(void)state;
	GOOD(out);
	memset(padded, 9, sizeof(padded));
	OK(vxProcessGraph(graph));
	OK(vxSwapImageHandle(out, NULL, back, 1));
	assert_ptr_equal(back[0], padded);
	for (unsigned y = 0; y < 64; y++) {
		for (unsigned x = 0; x < 80 && y * 80 + x < 64 * 80 - 16; x++)
			assert_int_equal(padded[y * 80 + x],
					 x < 64 ? (unsigned char)(255 - (unsigned char)(y * 64 + x))
						: 9);
	}
	OK(vxSwapImageHandle(out, ptrs, NULL, 1));
	OK(vxRemoveNode(&node));
	vx_test_node(graph, "test.shift", REF(in), REF(one), REF(out), NULL);
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_NOT_SUPPORTED);
	assert_non_null(strstr(vx_test.log, "stride"));
}

/* The same for bits. */
static void strides_of_bits(void **state)
{
	static unsigned char padded[64 * 10];
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = image_of(64, VX_DF_IMAGE_U1);
	vx_node node = NULL;

	(void)state;
	for (int stride = 8; stride <= 10; stride += 2) {
		vx_imagepatch_addressing_t layout = {
			64, 64, 0, stride, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 1};
		vx_image out = vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_U1, &layout,
						       (void *[]){padded}, VX_MEMORY_TYPE_HOST);

		GOOD(out);
		if (node)
			OK(vxRemoveNode(&node));
		node = vx_test_node(graph, "test.shift", REF(in), REF(number(1)), REF(out), NULL);
		assert_int_equal(vxVerifyGraph(graph),
				 stride == 8 ? VX_SUCCESS : VX_ERROR_NOT_SUPPORTED);
	}
	assert_non_null(strstr(vx_test.log, "stride"));
}

/* After a kernel has failed, its results cannot be read as if they were valid. */
static void failed_launch(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	unsigned char pixels[VX_TEST_PIXELS];
	vx_imagepatch_addressing_t addr = {64, 64, 1, 64, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};
	vx_node node = vx_test_node(graph, "test.broken", REF(in), REF(out), NULL, NULL);
	vx_status status = VX_SUCCESS;

	(void)state;
	OK(vxProcessGraph(graph));
	assert_int_equal(
		vxCopyImagePatch(out, NULL, 0, &addr, pixels, VX_READ_ONLY, VX_MEMORY_TYPE_HOST),
		VX_FAILURE);
	assert_non_null(strstr(vx_test.log, "test.broken"));
	OK(vxQueryNode(node, VX_NODE_STATUS, &status, sizeof(status)));
	assert_int_equal(status, VX_FAILURE);
	OK(vxScheduleGraph(graph));
	assert_int_equal(vxWaitGraph(graph), VX_FAILURE);
	/* Writing new contents makes the object valid again. */
	OK(vxSetImagePixelValues(out, &(vx_pixel_value_t){.U8 = 7}));
	vx_test_read(out, pixels);
	assert_int_equal(pixels[0], 7);
}

/* If the newest bytes of one plane cannot be had, the image keeps all it has from the program. */
static void failed_before_swap(void **state)
{
	enum { PLANES = 3 };
	static unsigned char given[PLANES][128 * 128], others[PLANES][128 * 128];
	static const vx_imagepatch_addressing_t layouts[PLANES] = {
		{128, 128, 1, 128, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8},
		{128, 128, 1, 64, VX_SCALE_UNITY / 2, VX_SCALE_UNITY / 2, 2, 2, 8},
		{128, 128, 1, 64, VX_SCALE_UNITY / 2, VX_SCALE_UNITY / 2, 2, 2, 8}};
	void *olds[PLANES] = {NULL};
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image image = vxCreateImageFromHandle(vx_test.context, VX_DF_IMAGE_IYUV, layouts,
						 (void *[]){given[0], given[1], given[2]},
						 VX_MEMORY_TYPE_HOST);
	vx_image second = vxCreateImageFromChannel(image, VX_CHANNEL_U);

	(void)state;
	GOOD(second);
	vx_test_node(graph, "test.broken", REF(vx_test_image(1)), REF(second), NULL, NULL);
	OK(vxProcessGraph(graph));
	assert_int_equal(
		vxSwapImageHandle(image, (void *[]){others[0], others[1], others[2]}, olds, PLANES),
		VX_FAILURE);
	assert_null(olds[0]);
	OK(vxSwapImageHandle(image, NULL, olds, PLANES));
	for (int i = 0; i < PLANES; i++)
		assert_ptr_equal(olds[i], given[i]);
}

static vx_status read_again(vx_image image, unsigned char *pixels)
{
	return vxCopyImagePatch(image, NULL, 0, &packed, pixels, VX_READ_ONLY, VX_MEMORY_TYPE_HOST);
}

/*
 * What was computed from the results of a failed kernel cannot be read either, however often one
 * tries.
 */
static void failed_before(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context), behind = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0), last = vx_test_image(0);
	vx_image between = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
	unsigned char pixels[VX_TEST_PIXELS];

	(void)state;
	vx_test_node(graph, "test.broken", REF(in), REF(between), NULL, NULL);
	vx_test_node(graph, "test.invert", REF(between), REF(out), NULL, NULL);
	vx_test_node(behind, "test.invert", REF(out), REF(last), NULL, NULL);
	OK(vxProcessGraph(graph));
	for (int i = 0; i < 3; i++)
		assert_int_equal(read_again(out, pixels), VX_FAILURE);
	OK(vxScheduleGraph(behind));
	assert_int_equal(vxWaitGraph(behind), VX_FAILURE);
	assert_int_equal(read_again(last, pixels), VX_FAILURE);
	OK(vxSetImagePixelValues(out, &(vx_pixel_value_t){.U8 = 7}));
	OK(vxScheduleGraph(behind));
	OK(vxWaitGraph(behind));
	OK(read_again(last, pixels));
	assert_int_equal(pixels[0], 255 - 7);
}

/*
 * Reads a node's output until told to stop; each read makes the context check for launches that
 * have ended.
 */
static void *read_another(void *data)
{
	atomic_bool *stop = data;
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	unsigned char pixels[VX_TEST_PIXELS];

	vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);
	if (vxProcessGraph(graph))
		return NULL;
	while (!atomic_load(stop))
		vx_test_read(out, pixels);
	return stop;
}

/*
 * A thread that waits for the graph sees a failure even if another thread detects it at the same
 * time.
 */
static void failures_seen_by_others(void **state)
{
	enum { ROUNDS = 8000, READERS = 3 };
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	atomic_bool stop = false;
	pthread_t readers[READERS];
	int missed = 0;
	void *result;

	(void)state;
	vx_test_node(graph, "test.broken", REF(in), REF(out), NULL, NULL);
	for (int i = 0; i < READERS; i++)
		assert_int_equal(pthread_create(&readers[i], NULL, read_another, &stop), 0);
	for (int i = 0; i < ROUNDS; i++) {
		OK(vxScheduleGraph(graph));
		usleep((useconds_t)i % 100); /* the launch may have failed by then, or not */
		missed += vxWaitGraph(graph) != VX_FAILURE;
	}
	atomic_store(&stop, true);
	for (int i = 0; i < READERS; i++) {
		pthread_join(readers[i], &result);
		assert_non_null(result);
	}
	assert_int_equal(missed, 0);
}

/* A different image for each frame, without another verification. */
static void other_images(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in[2] = {vx_test_image(1), vx_test_image(2)}, out = vx_test_image(0);
	vx_node node = vx_test_node(graph, "test.invert", REF(in[0]), REF(out), NULL, NULL);
	vx_parameter parameter = vxGetParameterByIndex(node, 0);
	unsigned char pixels[VX_TEST_PIXELS];

	(void)state;
	OK(vxAddParameterToGraph(graph, parameter));
	OK(vxVerifyGraph(graph));
	for (unsigned round = 0; round < 4; round++) {
		OK(vxSetGraphParameterByIndex(graph, 0, REF(in[round % 2])));
		assert_true(vxIsGraphVerified(graph));
		OK(vxProcessGraph(graph));
		vx_test_read(out, pixels);
		for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
			assert_int_equal(pixels[i], (unsigned char)~(i * (round % 2 + 1)));
	}
	OK(vxReleaseParameter(&parameter));
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* Descriptions with errors are refused; the message tells the place, and nothing is left behind. */
#define IMAGE "\"parameters\": [{\"name\": \"p\", \"direction\": \"input\", \"type\": \"image\"}]"

static void wrong_descriptions(void **state)
{
	static const struct {
		const char *text, *message;
	} rows[] = {
		{"", ":1: expected"},
		{"{\n\n!", ":3: expected"},
		{"[]", "expected an object"},
		{"{\"kernels\": []}", "expected a list"},
		{"{\"binaries\": [], \"kernels\": [], \"x\": 1}", "found \"x\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"function\": \"f\"}]}",
		 "a: expected a list, found \"parameters\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"function\": \"f\", "
		 "\"arguments\": [\"q\"], \"parameters\": [{\"name\": \"p\", \"direction\": "
		 "\"input\", \"type\": \"image\"}]}]}",
		 "found \"q\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"function\": \"f\", "
		 "\"arguments\": [\"p.rows\"], \"parameters\": [{\"name\": \"p\", \"direction\": "
		 "\"input\", \"type\": \"image\"}]}]}",
		 "found \"rows\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"margin\": -1}]}",
		 "a: expected a \"margin\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"valid\": \"all\"}]}",
		 "found \"all\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"scratch\": {\"of\": \"q\", "
		 "\"bytes_per_pixel\": 1}, " IMAGE "}]}",
		 "\"scratch\", \"of\", found \"q\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"scratch\": {\"of\": \"p\"}, " IMAGE
		 "}]}",
		 "\"bytes_per_pixel\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"function\": \"f\", "
		 "\"arguments\": [], \"each\": \"p\", " IMAGE "}]}",
		 "expected the name of a pyramid in \"each\", found \"p\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"function\": \"f\", "
		 "\"arguments\": [\"p.above\"], \"parameters\": [{\"name\": \"p\", "
		 "\"direction\": \"input\", \"type\": \"pyramid\"}]}]}",
		 "expected \"each\" beside a level in turn, found \"p\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"steps\": [], " IMAGE "}]}",
		 "\"steps\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"a\", \"function\": \"f\", "
		 "\"arguments\": [\"scratch\"], " IMAGE "}]}",
		 "found \"scratch\""},
		{"{\"binaries\": [], \"kernels\": [{\"name\": \"test.invert\", \"function\": "
		 "\"f\", \"arguments\": [\"p\"], \"parameters\": [{\"name\": \"p\", "
		 "\"direction\": \"input\", \"type\": \"image\"}]}]}",
		 "is already registered"},
	};
	char path[] = "/tmp/fpgacl-vx-XXXXXX.vx.json";
	int file = mkstemps(path, 8);

	(void)state;
	assert_true(file >= 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		write_file(path, rows[i].text);
		vx_test.log[0] = '\0';
		assert_int_equal(vxLoadKernels(vx_test.context, path), VX_ERROR_INVALID_MODULE);
		if (!strstr(vx_test.log, rows[i].message))
			fail_msg("expected \"%s\", found \"%s\"", rows[i].message, vx_test.log);
		assert_int_not_equal(vxGetStatus(REF(vxGetKernelByName(vx_test.context, "a"))),
				     VX_SUCCESS);
	}
	remove(path);
	assert_int_equal(vxLoadKernels(vx_test.context, "/nowhere/x.json"),
			 VX_ERROR_INVALID_MODULE);
}

/* A description whose kernels are in use stays loaded. */
static void unload(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);

	(void)state;
	vx_test_node(graph, "test.invert", NULL, NULL, NULL, NULL);
	assert_int_equal(vxUnloadKernels(vx_test.context, VX_TEST_KERNELS),
			 VX_ERROR_REFERENCE_NONZERO);
	OK(vxReleaseGraph(&graph));
}

/* The immediate functions, and what they do with a border that a kernel does not support. */
static void immediate(void **state)
{
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_border_t constant = {.mode = VX_BORDER_CONSTANT};
	vx_enum strict = VX_BORDER_POLICY_RETURN_ERROR;
	unsigned char pixels[VX_TEST_PIXELS];

	(void)state;
	OK(vxSetContextAttribute(vx_test.context, VX_CONTEXT_IMMEDIATE_BORDER, &constant,
				 sizeof(constant)));
	OK(vxuNot(vx_test.context, in, out));
	vx_test_read(out, pixels);
	for (unsigned i = 0; i < VX_TEST_PIXELS; i++)
		assert_int_equal(pixels[i], (unsigned char)~i);
	OK(vxSetContextAttribute(vx_test.context, VX_CONTEXT_IMMEDIATE_BORDER_POLICY, &strict,
				 sizeof(strict)));
	assert_int_equal(vxuNot(vx_test.context, in, out), VX_ERROR_NOT_SUPPORTED);
	assert_int_equal(vxuAdd(vx_test.context, in, in, VX_CONVERT_POLICY_WRAP, out),
			 VX_ERROR_INVALID_PARAMETERS); /* no such kernel is loaded */
	assert_null(vxNotNode(NULL, in, out));
}

/* Each context loads FPGACL_OPENVX_KERNELS. */
static void default_kernels(void **state)
{
	vx_context context;
	vx_kernel kernel;

	(void)state;
	setenv("FPGACL_OPENVX_KERNELS", VX_TEST_KERNELS, 1);
	context = vxCreateContext();
	unsetenv("FPGACL_OPENVX_KERNELS");
	GOOD(context);
	kernel = vxGetKernelByName(context, "test.invert");
	GOOD(kernel);
	OK(vxReleaseContext(&context));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		VX_TEST(chain_of_nodes),
		VX_TEST(arrays_and_values),
		VX_TEST(fifo_wired),
		VX_TEST(frames_in_flight),
		VX_TEST(two_boards),
		VX_TEST(frames_overlap),
		VX_TEST(frames_overlap_again),
		VX_TEST(many_frames),
		VX_TEST(visible_between),
		VX_TEST(parts_of_images),
		VX_TEST(refusals),
		VX_TEST(related_images),
		VX_TEST(strides),
		VX_TEST(strides_of_bits),
		VX_TEST(failed_launch),
		VX_TEST(failed_before_swap),
		VX_TEST(failed_before),
		VX_TEST(failures_seen_by_others),
		VX_TEST(other_images),
		VX_TEST(wrong_descriptions),
		VX_TEST(unload),
		VX_TEST(default_kernels),
		VX_TEST(immediate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
