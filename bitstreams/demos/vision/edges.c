/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the edges of a picture file to another file, computed on an FPGA using plain OpenCL:
 *
 *     edges vision.xclbin picture.png edges.png
 *
 * Five kernels connected by FIFOs (chain.cpp) convert to gray, smooth, compute gradients and their
 * magnitude, and reduce it to 8 bits. The same picture is sent repeatedly, like frames of a camera,
 * with two frames in flight.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../board.h"
#include "numbers.h"
#include "picture.h"
#include "scene.h"

enum { KERNELS = 5, IN_FLIGHT = 2 };

static const char *const kernel_names[KERNELS] = {"chain_gray", "chain_gaussian", "chain_sobel",
						  "chain_magnitude", "chain_depth"};

struct board {
	struct demo_board on;
	cl_kernel kernels[KERNELS];
};

/* A frame in flight; its buffers are reused for the next one. */
struct frame {
	cl_mem in, out;
	cl_event uploaded, done[KERNELS], downloaded;
	bool busy;
};

static double edges_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void edges_open_board(struct board *board, const char *path)
{
	demo_board_open(&board->on, path, 0);
	for (int i = 0; i < KERNELS; i++)
		board->kernels[i] = demo_kernel(&board->on, kernel_names[i]);
}

static void edges_close_board(struct board *board)
{
	for (int i = 0; i < KERNELS; i++)
		clReleaseKernel(board->kernels[i]);
	demo_board_close(&board->on);
}

static void set_int(cl_kernel kernel, cl_uint index, int value)
{
	demo_check(clSetKernelArg(kernel, index, sizeof(value), &value), "clSetKernelArg");
}

/* Sets all arguments except buffers; pixels outside of the picture replicate the border. */
static void edges_set_arguments(const struct board *board, const struct picture *picture)
{
	static const cl_uint sizes_at[KERNELS] = {3, 2, 2, 2,
						  3}; /* after the streams and the buffer */
	const cl_kernel *kernels = board->kernels;

	for (int i = 0; i < KERNELS; i++) {
		set_int(kernels[i], sizes_at[i], picture->width);
		set_int(kernels[i], sizes_at[i] + 1, picture->height);
	}
	set_int(kernels[0], 1, picture->width * 3);
	set_int(kernels[0], 5, VISION_RGB);
	for (int i = 1; i <= 2; i++) {
		set_int(kernels[i], 4, VISION_BORDER_REPLICATE);
		set_int(kernels[i], 5, 0);
	}
	set_int(kernels[4], 2, picture->width);
	set_int(kernels[4], 5, VISION_SATURATE);
	set_int(kernels[4], 6, 0);
}

static struct frame edges_new_frame(const struct board *board, const struct picture *picture)
{
	size_t pixels = (size_t)picture->width * (size_t)picture->height;
	struct frame frame = {0};
	cl_int status;

	frame.in = clCreateBuffer(board->on.context, CL_MEM_READ_ONLY, 3 * pixels, NULL, &status);
	demo_check(status, "clCreateBuffer");
	frame.out = clCreateBuffer(board->on.context, CL_MEM_WRITE_ONLY, pixels, NULL, &status);
	demo_check(status, "clCreateBuffer");
	return frame;
}

static void edges_finish_frame(struct frame *frame)
{
	if (!frame->busy)
		return;
	demo_check(clWaitForEvents(1, &frame->downloaded), "a frame");
	for (int i = 0; i < KERNELS; i++)
		clReleaseEvent(frame->done[i]);
	clReleaseEvent(frame->uploaded);
	clReleaseEvent(frame->downloaded);
	frame->busy = false;
}

/*
 * Sends a frame. A kernel starts once its input is available and it has finished the previous
 * frame, so that frames do not overtake each other in the FIFOs.
 */
static void edges_start_frame(const struct board *board, struct frame *frame,
			      const struct frame *before, const struct picture *picture,
			      struct picture *edges)
{
	size_t pixels = (size_t)picture->width * (size_t)picture->height;

	demo_check(clSetKernelArg(board->kernels[0], 0, sizeof(cl_mem), &frame->in),
		   "clSetKernelArg");
	demo_check(clSetKernelArg(board->kernels[4], 1, sizeof(cl_mem), &frame->out),
		   "clSetKernelArg");
	demo_check(clEnqueueWriteBuffer(board->on.queue, frame->in, CL_FALSE, 0, 3 * pixels,
					picture->samples, 0, NULL, &frame->uploaded),
		   "clEnqueueWriteBuffer");
	for (int i = 0; i < KERNELS; i++) {
		cl_event wait[2] = {frame->uploaded};
		cl_uint count = 1;

		if (before->busy)
			wait[count++] = before->done[i];
		demo_check(clEnqueueTask(board->on.queue, board->kernels[i], count, wait,
					 &frame->done[i]),
			   kernel_names[i]);
	}
	demo_check(clEnqueueReadBuffer(board->on.queue, frame->out, CL_FALSE, 0, pixels,
				       edges->samples, 1, &frame->done[KERNELS - 1],
				       &frame->downloaded),
		   "clEnqueueReadBuffer");
	demo_check(clFlush(board->on.queue), "clFlush");
	frame->busy = true;
}

/*
 * Returns the time in seconds. Each frame in flight has its own result; the caller gets the first
 * one's.
 */
static double edges_run(const struct board *board, const struct picture *picture, int count,
			struct picture *edges)
{
	struct frame frames[IN_FLIGHT];
	struct picture results[IN_FLIGHT];
	double start;

	for (int i = 0; i < IN_FLIGHT; i++) {
		frames[i] = edges_new_frame(board, picture);
		results[i] = *edges;
		if (i)
			results[i].samples =
				malloc((size_t)picture->width * (size_t)picture->height);
		if (!results[i].samples)
			demo_fail("memory", "is short");
	}
	start = edges_now();
	for (int i = 0; i < count; i++) {
		struct frame *frame = &frames[i % IN_FLIGHT];

		edges_finish_frame(frame);
		edges_start_frame(board, frame, &frames[(i + IN_FLIGHT - 1) % IN_FLIGHT], picture,
				  &results[i % IN_FLIGHT]);
	}
	for (int i = 0; i < IN_FLIGHT; i++)
		edges_finish_frame(&frames[i]);
	start = edges_now() - start;
	for (int i = 0; i < IN_FLIGHT; i++) {
		clReleaseMemObject(frames[i].in);
		clReleaseMemObject(frames[i].out);
		if (i)
			free(results[i].samples);
	}
	return start;
}

static void edges_print_result(const struct board *board, const struct picture *picture, int count,
			       double seconds, const char *path)
{
	double megapixels = (double)picture->width * picture->height * count / 1e6;
	const char *trace = getenv("FPGACL_TRACE");
	char name[256] = "";

	clGetDeviceInfo(board->on.device, CL_DEVICE_NAME, sizeof(name), name, NULL);
	printf("device     %s\n", name);
	printf("picture    %d x %d\n", picture->width, picture->height);
	printf("frames     %d in %.3f s: %.1f frames/s, %.0f M pixels/s\n", count, seconds,
	       count / seconds, megapixels / seconds);
	printf("edges      %s\n", path);
	if (trace && *trace)
		printf("trace      %s (a timeline: fpgacl report %s -o timeline.html)\n", trace,
		       trace);
}

static int edges_usage(void)
{
	fputs("usage: edges [--frames N] IMAGE.xclbin PICTURE OUTPUT\n"
	      "       edges --sample PICTURE\n"
	      "Writes the edges of a PNG, PPM or PGM picture to OUTPUT (.png, else PGM), after sending it N\n"
	      "times (100) through the board. --sample draws a picture to try.\n",
	      stderr);
	return 2;
}

static int draw_sample(const char *path)
{
	char message[PICTURE_MESSAGE];
	struct picture picture;

	if (picture_draw_sample(&picture))
		demo_fail("memory", "is short");
	if (picture_write(path, &picture, message))
		demo_fail(message, "");
	free(picture.samples);
	return 0;
}

static int find_edges(const char *image, const char *in, const char *out, int count)
{
	char message[PICTURE_MESSAGE];
	struct picture picture, edges;
	struct board board;
	double seconds;

	if (picture_read(in, &picture, message))
		demo_fail(message, "");
	edges = (struct picture){malloc((size_t)picture.width * (size_t)picture.height),
				 picture.width, picture.height, 1};
	if (!edges.samples)
		demo_fail("memory", "is short");
	edges_open_board(&board, image);
	edges_set_arguments(&board, &picture);
	seconds = edges_run(&board, &picture, count, &edges);
	if (picture_write(out, &edges, message))
		demo_fail(message, "");
	edges_print_result(&board, &picture, count, seconds, out);
	edges_close_board(&board);
	free(picture.samples);
	free(edges.samples);
	return 0;
}

int main(int argc, char **argv)
{
	int count = 100;

	if (argc == 3 && !strcmp(argv[1], "--sample"))
		return draw_sample(argv[2]);
	if (argc > 2 && !strcmp(argv[1], "--frames")) {
		char *end;
		long number = strtol(argv[2], &end, 10);

		if (*end || number < 1 || number > 1000000)
			return edges_usage();
		count = (int)number;
		argv += 2;
		argc -= 2;
	}
	return argc == 4 ? find_edges(argv[1], argv[2], argv[3], count) : edges_usage();
}
