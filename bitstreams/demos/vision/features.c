/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the edges or the corners of a picture file to another file, computed on an FPGA by an
 * OpenVX graph:
 *
 *     features edges vision.vx.json picture.png edges.png
 *     features corners vision.vx.json picture.png corners.png
 *
 * Edges: a node each for gray, smoothing, gradients, their magnitude, and conversion to 8 bits.
 * Corners: gray and Harris corners, which are drawn into the picture. The same picture is sent
 * repeatedly, like frames of a camera, with two frames in flight.
 */
#include <VX/vx.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "picture.h"

enum { IN_FLIGHT = 2, MAX_CORNERS = 4000, MARK = 3 };

/* The inputs and outputs of a frame, which are set as the graph's parameters in turn. */
struct frame {
	vx_image in, edges;
	vx_array corners;
	bool busy;
};

struct demo {
	bool corners;
	vx_context context;
	vx_graph graph;
	struct frame frames[IN_FLIGHT];
	struct picture result; /* gray edges, or the picture with corners in it */
	vx_size found;
};

static _Noreturn void features_fail(const char *what, const char *why)
{
	fprintf(stderr, "features: %s%s%s\n", what, *why ? ": " : "", why);
	exit(1);
}

static void features_check(vx_status status, const char *call)
{
	if (status == VX_SUCCESS)
		return;
	fprintf(stderr, "features: %s returned %d\n", call, status);
	exit(1);
}

/* Messages of the library before a call returns an error. */
static void VX_CALLBACK print_entry(vx_context context, vx_reference ref, vx_status status,
				    const vx_char text[])
{
	(void)context;
	(void)ref;
	fprintf(stderr, "features: %s (%d)\n", text, status);
}

static double features_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static vx_image gray_between(vx_graph graph, vx_df_image format)
{
	return vxCreateVirtualImage(graph, 0, 0, format);
}

/* Pixels outside of the picture replicate its border. */
static void replicate(vx_node node)
{
	const vx_border_t border = {.mode = VX_BORDER_REPLICATE};

	features_check(vxSetNodeAttribute(node, VX_NODE_BORDER, &border, sizeof(border)),
		       "VX_NODE_BORDER");
	features_check(vxReleaseNode(&node), "vxReleaseNode");
}

static void features_add_parameter(vx_graph graph, vx_node node, vx_uint32 index)
{
	vx_parameter parameter = vxGetParameterByIndex(node, index);

	features_check(vxAddParameterToGraph(graph, parameter), "vxAddParameterToGraph");
	features_check(vxReleaseParameter(&parameter), "vxReleaseParameter");
}

static void release_images(vx_image *images, int count)
{
	for (int i = 0; i < count; i++)
		features_check(vxReleaseImage(&images[i]), "vxReleaseImage");
}

static void build_edges(vx_graph graph, const struct frame *frame)
{
	vx_image between[] = {
		gray_between(graph, VX_DF_IMAGE_U8), gray_between(graph, VX_DF_IMAGE_U8),
		gray_between(graph, VX_DF_IMAGE_S16), gray_between(graph, VX_DF_IMAGE_S16),
		gray_between(graph, VX_DF_IMAGE_S16)};
	vx_int32 no_shift = 0;
	vx_scalar shift = vxCreateScalar(vxGetContext((vx_reference)graph), VX_TYPE_INT32,
					 &no_shift);
	vx_node first = vxColorConvertNode(graph, frame->in, between[0]), last;

	replicate(vxGaussian3x3Node(graph, between[0], between[1]));
	replicate(vxSobel3x3Node(graph, between[1], between[2], between[3]));
	vxMagnitudeNode(graph, between[2], between[3], between[4]);
	last = vxConvertDepthNode(graph, between[4], frame->edges, VX_CONVERT_POLICY_SATURATE,
				  shift);
	features_add_parameter(graph, first, 0);
	features_add_parameter(graph, last, 1);
	release_images(between, 5);
	features_check(vxReleaseScalar(&shift), "vxReleaseScalar");
}

static vx_scalar real(vx_graph graph, vx_float32 value)
{
	return vxCreateScalar(vxGetContext((vx_reference)graph), VX_TYPE_FLOAT32, &value);
}

static void build_corners(vx_graph graph, const struct frame *frame)
{
	vx_image gray = gray_between(graph, VX_DF_IMAGE_U8);
	vx_scalar strength = real(graph, 1e-5f), distance = real(graph, 8),
		  sensitivity = real(graph, 0.04f);
	vx_node first = vxColorConvertNode(graph, frame->in, gray);
	vx_node last = vxHarrisCornersNode(graph, gray, strength, distance, sensitivity, 3, 3,
					   frame->corners, NULL);

	features_add_parameter(graph, first, 0);
	features_add_parameter(graph, last, 6);
	release_images(&gray, 1);
	features_check(vxReleaseScalar(&strength), "vxReleaseScalar");
	features_check(vxReleaseScalar(&distance), "vxReleaseScalar");
	features_check(vxReleaseScalar(&sensitivity), "vxReleaseScalar");
}

static void features_new_frame(const struct demo *demo, struct frame *frame)
{
	vx_uint32 width = (vx_uint32)demo->result.width, height = (vx_uint32)demo->result.height;

	frame->in = vxCreateImage(demo->context, width, height, VX_DF_IMAGE_RGB);
	if (demo->corners)
		frame->corners = vxCreateArray(demo->context, VX_TYPE_KEYPOINT, MAX_CORNERS);
	else
		frame->edges = vxCreateImage(demo->context, width, height, VX_DF_IMAGE_U8);
}

static void open_demo(struct demo *demo, const char *kernels)
{
	demo->context = vxCreateContext();
	features_check(vxGetStatus((vx_reference)demo->context), "vxCreateContext");
	vxRegisterLogCallback(demo->context, print_entry, vx_true_e);
	features_check(vxLoadKernels(demo->context, kernels), kernels);
	demo->graph = vxCreateGraph(demo->context);
	for (int i = 0; i < IN_FLIGHT; i++)
		features_new_frame(demo, &demo->frames[i]);
	if (demo->corners)
		build_corners(demo->graph, &demo->frames[0]);
	else
		build_edges(demo->graph, &demo->frames[0]);
	features_check(vxVerifyGraph(demo->graph), "vxVerifyGraph");
	/* frames overlap on the board: the first node of one runs with the second node of the previous one */
	features_check(vxHint((vx_reference)demo->graph, VX_HINT_PERFORMANCE_HIGH_SPEED, NULL, 0),
		       "vxHint");
}

static void close_demo(struct demo *demo)
{
	features_check(vxReleaseGraph(&demo->graph), "vxReleaseGraph");
	features_check(vxReleaseContext(&demo->context),
		       "vxReleaseContext"); /* with all its objects */
}

/* Copies all samples of an image. */
static void copy_image(vx_image image, const struct picture *picture, vx_enum usage)
{
	vx_rectangle_t all = {0, 0, (vx_uint32)picture->width, (vx_uint32)picture->height};
	vx_imagepatch_addressing_t layout = {.dim_x = all.end_x,
					     .dim_y = all.end_y,
					     .stride_x = picture->channels,
					     .stride_y = picture->width * picture->channels,
					     .step_x = 1,
					     .step_y = 1};

	features_check(vxCopyImagePatch(image, &all, 0, &layout, picture->samples, usage,
					VX_MEMORY_TYPE_HOST),
		       "vxCopyImagePatch");
}

/* Draws a red cross, clipped to the picture. */
static void draw_cross(struct picture *picture, int x, int y)
{
	for (int i = -MARK; i <= MARK; i++) {
		for (int k = 0; k < 2; k++) {
			int at_x = k ? x : x + i, at_y = k ? y + i : y;
			unsigned char *sample;

			if (at_x < 0 || at_y < 0 || at_x >= picture->width ||
			    at_y >= picture->height)
				continue;
			sample = picture->samples +
				 3 * ((size_t)at_y * (size_t)picture->width + (size_t)at_x);
			sample[0] = 255;
			sample[1] = sample[2] = 0;
		}
	}
}

static void read_corners(struct demo *demo, vx_array corners, const struct picture *picture)
{
	static vx_keypoint_t points[MAX_CORNERS];
	size_t size = 3 * (size_t)picture->width * (size_t)picture->height;

	features_check(vxQueryArray(corners, VX_ARRAY_NUMITEMS, &demo->found, sizeof(demo->found)),
		       "VX_ARRAY_NUMITEMS");
	if (demo->found)
		features_check(vxCopyArrayRange(corners, 0, demo->found, sizeof(*points), points,
						VX_READ_ONLY, VX_MEMORY_TYPE_HOST),
			       "vxCopyArrayRange");
	memcpy(demo->result.samples, picture->samples, size);
	for (vx_size i = 0; i < demo->found; i++)
		draw_cross(&demo->result, points[i].x, points[i].y);
}

/* Waits for a frame, and copies its result. */
static void features_finish_frame(struct demo *demo, struct frame *frame,
				  const struct picture *picture)
{
	if (!frame->busy)
		return;
	if (demo->corners)
		read_corners(demo, frame->corners, picture);
	else
		copy_image(frame->edges, &demo->result, VX_READ_ONLY);
	frame->busy = false;
}

static void features_start_frame(struct demo *demo, struct frame *frame,
				 const struct picture *picture)
{
	vx_reference out = demo->corners ? (vx_reference)frame->corners
					 : (vx_reference)frame->edges;

	copy_image(frame->in, picture, VX_WRITE_ONLY);
	features_check(vxSetGraphParameterByIndex(demo->graph, 0, (vx_reference)frame->in),
		       "the input");
	features_check(vxSetGraphParameterByIndex(demo->graph, 1, out), "the output");
	features_check(vxScheduleGraph(demo->graph), "vxScheduleGraph");
	frame->busy = true;
}

/* Returns the time in seconds. */
static double features_run(struct demo *demo, const struct picture *picture, int count)
{
	double start = features_now();

	for (int i = 0; i < count; i++) {
		struct frame *frame = &demo->frames[i % IN_FLIGHT];

		features_finish_frame(demo, frame, picture);
		features_start_frame(demo, frame, picture);
	}
	for (int i = 0; i < IN_FLIGHT; i++)
		features_finish_frame(demo, &demo->frames[(count + i) % IN_FLIGHT], picture);
	features_check(vxWaitGraph(demo->graph), "vxWaitGraph");
	return features_now() - start;
}

static void features_print_result(const struct demo *demo, int count, double seconds,
				  const char *path)
{
	double megapixels = (double)demo->result.width * demo->result.height * count / 1e6;
	const char *trace = getenv("FPGACL_TRACE");

	printf("picture    %d x %d\n", demo->result.width, demo->result.height);
	printf("frames     %d in %.3f s: %.1f frames/s, %.0f M pixels/s\n", count, seconds,
	       count / seconds, megapixels / seconds);
	if (demo->corners)
		printf("corners    %zu, in %s\n", demo->found, path);
	else
		printf("edges      %s\n", path);
	if (trace && *trace)
		printf("trace      %s (a timeline: fpgacl report %s -o timeline.html)\n", trace,
		       trace);
}

static int features_find(bool corners, const char *kernels, const char *in, const char *out,
			 int count)
{
	char message[PICTURE_MESSAGE];
	struct demo demo = {.corners = corners};
	struct picture picture;
	double seconds;

	if (picture_read(in, &picture, message))
		features_fail(message, "");
	demo.result = picture;
	demo.result.channels = corners ? 3 : 1;
	demo.result.samples = malloc((size_t)demo.result.channels * (size_t)picture.width *
				     (size_t)picture.height);
	if (!demo.result.samples)
		features_fail("memory", "is short");
	open_demo(&demo, kernels);
	seconds = features_run(&demo, &picture, count);
	if (picture_write(out, &demo.result, message))
		features_fail(message, "");
	features_print_result(&demo, count, seconds, out);
	close_demo(&demo);
	free(picture.samples);
	free(demo.result.samples);
	return 0;
}

static int features_usage(void)
{
	fputs("usage: features edges|corners [--frames N] KERNELS.vx.json PICTURE OUTPUT\n"
	      "Writes the edges, or the corners, of a PNG, PPM or PGM picture to OUTPUT (.png, else PGM or PPM),\n"
	      "after sending it N times (100) through an OpenVX graph on the board.\n",
	      stderr);
	return 2;
}

int main(int argc, char **argv)
{
	int count = 100;
	bool corners;

	if (argc < 2 || (strcmp(argv[1], "edges") != 0 && strcmp(argv[1], "corners") != 0))
		return features_usage();
	corners = !strcmp(argv[1], "corners");
	if (argc > 3 && !strcmp(argv[2], "--frames")) {
		char *end;
		long number = strtol(argv[3], &end, 10);

		if (*end || number < 1 || number > 1000000)
			return features_usage();
		count = (int)number;
		argv += 2;
		argc -= 2;
	}
	return argc == 5 ? features_find(corners, argv[2], argv[3], argv[4], count)
			 : features_usage();
}
