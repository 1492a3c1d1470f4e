/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recognises handwritten digits on an FPGA, using plain OpenCL:
 *
 *     digits digits.xclbin data/
 *
 * The steps are those of any host program for an accelerator that was compiled offline: find a
 * device that accepts the image (../board.c), create its kernels, give them buffers, migrate, run,
 * and read back. Each logit is then compared with a computation in plain C (reference.c); any
 * difference is a failure.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../board.h"
#include "digits.h"
#include "reference.h"
#include "show.h"
#include "weights.h"

#define TRAINED 1000 /* the network was trained on the first 1,000 images */
#define SHOWN 4

struct input {
	uint8_t *images; /* [count][DIGITS_PIXELS] */
	uint8_t *labels; /* [count] */
	size_t count;
};

/* In the order in which images pass through them. */
enum kernel { LOAD, CONV, HIDDEN, OUTPUT, STORE, KERNELS };

static const char *const kernel_names[KERNELS] = {"load", "conv", "hidden", "output", "store"};

struct board {
	struct demo_board on;
	cl_kernel kernels[KERNELS];
};

enum buffer {
	IMAGES,
	CONV_WEIGHTS,
	CONV_BIAS,
	CONV_MULTIPLIER,
	HIDDEN_WEIGHTS,
	HIDDEN_BIAS,
	OUTPUT_WEIGHTS,
	OUTPUT_BIAS,
	INPUTS, /* the buffers above come from the host */
	LOGITS = INPUTS,
	BUFFERS
};

/*
 * The commands of a run, with an event each: the copy to the board, the kernels, and the copy back.
 */
enum step { UPLOAD, FIRST_KERNEL, DOWNLOAD = FIRST_KERNEL + KERNELS, STEPS };

static double host_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static uint8_t *host_read_file(const char *folder, const char *name, size_t *ret_size)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return demo_read_file(path, ret_size);
}

static struct input host_read_input(const char *folder)
{
	struct input input;
	size_t bytes;

	input.images = host_read_file(folder, "images.bin", &bytes);
	input.labels = host_read_file(folder, "labels.bin", &input.count);
	if (bytes != input.count * DIGITS_PIXELS || input.count <= TRAINED)
		demo_fail(folder, "images.bin and labels.bin do not match");
	return input;
}

static void host_open_board(struct board *board, const char *path)
{
	demo_board_open(&board->on, path, CL_QUEUE_PROFILING_ENABLE);
	for (int i = 0; i < KERNELS; i++)
		board->kernels[i] = demo_kernel(&board->on, kernel_names[i]);
}

static void host_close_board(struct board *board)
{
	for (int i = 0; i < KERNELS; i++)
		clReleaseKernel(board->kernels[i]);
	demo_board_close(&board->on);
}

static cl_mem input_buffer(const struct board *board, const void *bytes, size_t size)
{
	cl_int status;
	cl_mem buffer = clCreateBuffer(board->on.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
				       size, (void *)bytes, &status);

	demo_check(status, "clCreateBuffer");
	return buffer;
}

static cl_mem board_buffer(const struct board *board, cl_mem_flags flags, size_t size)
{
	cl_int status;
	cl_mem buffer = clCreateBuffer(board->on.context, flags, size, NULL, &status);

	demo_check(status, "clCreateBuffer");
	return buffer;
}

static void host_create_buffers(const struct board *board, const struct input *input,
				cl_mem buffers[BUFFERS])
{
	buffers[IMAGES] = input_buffer(board, input->images, input->count * DIGITS_PIXELS);
	buffers[CONV_WEIGHTS] = input_buffer(board, conv_weights, sizeof(conv_weights));
	buffers[CONV_BIAS] = input_buffer(board, conv_bias, sizeof(conv_bias));
	buffers[CONV_MULTIPLIER] = input_buffer(board, conv_multiplier, sizeof(conv_multiplier));
	buffers[HIDDEN_WEIGHTS] = input_buffer(board, hidden_weights, sizeof(hidden_weights));
	buffers[HIDDEN_BIAS] = input_buffer(board, hidden_bias, sizeof(hidden_bias));
	buffers[OUTPUT_WEIGHTS] = input_buffer(board, output_weights, sizeof(output_weights));
	buffers[OUTPUT_BIAS] = input_buffer(board, output_bias, sizeof(output_bias));
	buffers[LOGITS] = board_buffer(board, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY,
				       input->count * DIGITS_CLASSES * sizeof(int32_t));
}

static void host_set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer)
{
	demo_check(clSetKernelArg(kernel, index, sizeof(cl_mem), &buffer), "clSetKernelArg");
}

static void set_number(cl_kernel kernel, cl_uint index, cl_int number)
{
	demo_check(clSetKernelArg(kernel, index, sizeof(number), &number), "clSetKernelArg");
}

/*
 * Must run before the buffers are migrated: the argument that a buffer is set on decides its memory
 * bank. Streams are arguments, too (0 and 4 of conv), but are not set.
 */
static void host_set_arguments(const struct board *board, const cl_mem buffers[BUFFERS],
			       size_t count)
{
	const cl_kernel *kernels = board->kernels;

	host_set_buffer(kernels[LOAD], 0, buffers[IMAGES]);
	set_number(kernels[LOAD], 2, (cl_int)count);

	host_set_buffer(kernels[CONV], 1, buffers[CONV_WEIGHTS]);
	host_set_buffer(kernels[CONV], 2, buffers[CONV_BIAS]);
	host_set_buffer(kernels[CONV], 3, buffers[CONV_MULTIPLIER]);
	set_number(kernels[CONV], 5, (cl_int)count);

	host_set_buffer(kernels[HIDDEN], 1, buffers[HIDDEN_WEIGHTS]);
	host_set_buffer(kernels[HIDDEN], 2, buffers[HIDDEN_BIAS]);
	set_number(kernels[HIDDEN], 3, hidden_multiplier[0]);
	set_number(kernels[HIDDEN], 5, (cl_int)count);

	host_set_buffer(kernels[OUTPUT], 1, buffers[OUTPUT_WEIGHTS]);
	host_set_buffer(kernels[OUTPUT], 2, buffers[OUTPUT_BIAS]);
	set_number(kernels[OUTPUT], 4, (cl_int)count);

	host_set_buffer(kernels[STORE], 1, buffers[LOGITS]);
	set_number(kernels[STORE], 2, (cl_int)count);
}

/*
 * All kernels depend on the upload only, so they run concurrently; the download depends on the last
 * one.
 */
static void host_run(const struct board *board, const cl_mem buffers[BUFFERS], size_t count,
		     int32_t *ret_logits, cl_event steps[STEPS])
{
	demo_check(clEnqueueMigrateMemObjects(board->on.queue, INPUTS, buffers, 0, 0, NULL,
					      &steps[UPLOAD]),
		   "clEnqueueMigrateMemObjects");
	for (int i = 0; i < KERNELS; i++)
		demo_check(clEnqueueTask(board->on.queue, board->kernels[i], 1, &steps[UPLOAD],
					 &steps[FIRST_KERNEL + i]),
			   "clEnqueueTask");
	demo_check(clEnqueueReadBuffer(board->on.queue, buffers[LOGITS], CL_FALSE, 0,
				       count * DIGITS_CLASSES * sizeof(int32_t), ret_logits, 1,
				       &steps[FIRST_KERNEL + STORE], &steps[DOWNLOAD]),
		   "clEnqueueReadBuffer");
	demo_check(clFinish(board->on.queue), "clFinish");
}

/* The device's execution time of a command. */
static double step_ms(cl_event event)
{
	cl_ulong start, end;

	demo_check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start,
					   NULL),
		   "clGetEventProfilingInfo");
	demo_check(
		clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL),
		"clGetEventProfilingInfo");
	return (double)(end - start) / 1e6;
}

static void print_device(cl_device_id device)
{
	char name[256];

	demo_check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL),
		   "clGetDeviceInfo");
	printf("device            %s\n", name);
}

static void host_print_times(double load_ms, double total_ms, size_t count, cl_event steps[STEPS])
{
	printf("load              %9.3f ms\n", load_ms);
	printf("host to device    %9.3f ms\n", step_ms(steps[UPLOAD]));
	for (int i = 0; i < KERNELS; i++)
		printf("kernel %-10s %9.3f ms\n", kernel_names[i],
		       step_ms(steps[FIRST_KERNEL + i]));
	printf("device to host    %9.3f ms\n", step_ms(steps[DOWNLOAD]));
	printf("all but load      %9.3f ms, %.0f images/s\n", total_ms, count * 1e3 / total_ms);
}

static int best_class(const int32_t logits[DIGITS_CLASSES])
{
	int best = 0;

	for (int i = 1; i < DIGITS_CLASSES; i++)
		if (logits[i] > logits[best])
			best = i;
	return best;
}

/* Prints the first logits that differ from the reference; returns the number of differences. */
static size_t host_compare(const struct input *input, const int32_t *logits)
{
	int32_t expected[DIGITS_CLASSES];
	size_t wrong = 0;

	for (size_t i = 0; i < input->count; i++) {
		reference_logits(input->images + i * DIGITS_PIXELS, expected);
		for (int j = 0; j < DIGITS_CLASSES; j++) {
			int32_t found = logits[i * DIGITS_CLASSES + j];

			if (found != expected[j] && wrong++ < 10)
				fprintf(stderr,
					"digits: image %zu, logit of %d: expected %d, found %d\n",
					i, j, expected[j], found);
		}
	}
	return wrong;
}

static void host_print_accuracy(const struct input *input, const int32_t *logits)
{
	size_t held_out = input->count - TRAINED, right = 0, right_held_out = 0;

	for (size_t i = 0; i < input->count; i++) {
		if (best_class(logits + i * DIGITS_CLASSES) != input->labels[i])
			continue;
		right++;
		right_held_out += i >= TRAINED;
	}
	printf("accuracy          %9.2f %% of the %zu held-out images (%zu right)\n",
	       100.0 * right_held_out / held_out, held_out, right_held_out);
	printf("                  %9.2f %% of all %zu (%zu right)\n", 100.0 * right / input->count,
	       input->count, right);
}

/* Three held-out digits, and the first one that is misclassified, if any. */
static void show_some(const struct input *input, const int32_t *logits)
{
	struct shown_digit shown[SHOWN];
	int count = 0;

	for (size_t i = TRAINED; i < input->count && count < SHOWN; i++) {
		int predicted = best_class(logits + i * DIGITS_CLASSES);

		if (count < SHOWN - 1 || predicted != input->labels[i])
			shown[count++] = (struct shown_digit){input->images + i * DIGITS_PIXELS, i,
							      predicted, input->labels[i]};
	}
	putchar('\n');
	show_digits(shown, count);
}

static size_t host_report(const struct input *input, const int32_t *logits)
{
	size_t wrong = host_compare(input, logits);

	host_print_accuracy(input, logits);
	if (wrong) {
		fprintf(stderr, "digits: FAILED: %zu logits differ from the reference\n", wrong);
		return wrong;
	}
	printf("reference         all %zu logits are equal\n", input->count * DIGITS_CLASSES);
	show_some(input, logits);
	return 0;
}

int main(int argc, char **argv)
{
	cl_mem buffers[BUFFERS];
	cl_event steps[STEPS];
	struct board board;
	struct input input;
	double start, loaded, finished;
	int32_t *logits;
	size_t wrong;

	if (argc != 3) {
		fprintf(stderr, "usage: %s IMAGE.xclbin DATA-FOLDER\n", argv[0]);
		return 2;
	}
	input = host_read_input(argv[2]);
	logits = calloc(input.count * DIGITS_CLASSES, sizeof(*logits));
	if (!logits)
		demo_fail("logits", "out of memory");
	start = host_now_ms();
	host_open_board(&board, argv[1]);
	loaded = host_now_ms();
	print_device(board.on.device);

	host_create_buffers(&board, &input, buffers);
	host_set_arguments(&board, buffers, input.count);
	finished = host_now_ms();
	host_run(&board, buffers, input.count, logits, steps);
	finished = host_now_ms() - finished;
	host_print_times(loaded - start, finished, input.count, steps);
	wrong = host_report(&input, logits);

	for (int i = 0; i < STEPS; i++)
		clReleaseEvent(steps[i]);
	for (int i = 0; i < BUFFERS; i++)
		clReleaseMemObject(buffers[i]);
	host_close_board(&board);
	free(logits);
	free(input.labels);
	free(input.images);
	return wrong ? 1 : 0;
}
