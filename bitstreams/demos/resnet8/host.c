/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Classifies pictures on a board, and compares each logit with a computation in plain C
 * (reference.c); any difference is a failure. It links with the ICD loader, and with nothing else
 * of this project.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reference.h"
#include "runner.h"

struct input {
	uint8_t (*pictures)[RESNET8_PIXELS];
	uint8_t *labels;
	size_t count;
};

static _Noreturn void resnet8_host_fail(const char *what, const char *why)
{
	fprintf(stderr, "resnet8: %s: %s\n", what, why);
	exit(1);
}

/* Reads a whole file, whose size must be a multiple of `unit`; the caller frees it. */
static void *resnet8_host_read_file(const char *folder, const char *name, size_t unit,
				    size_t *ret_count)
{
	char path[4096];
	FILE *file;
	void *bytes;
	long size;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END))
		resnet8_host_fail(path, "cannot be read");
	size = ftell(file);
	if (size <= 0 || (size_t)size % unit)
		resnet8_host_fail(path, "has an unexpected size");
	rewind(file);
	bytes = malloc((size_t)size);
	if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
		resnet8_host_fail(path, "cannot be read completely");
	fclose(file);
	*ret_count = (size_t)size / unit;
	return bytes;
}

static struct input resnet8_host_read_input(const char *folder)
{
	struct input input;
	size_t labels;

	input.pictures = resnet8_host_read_file(folder, "pictures.bin", RESNET8_PIXELS,
						&input.count);
	input.labels = resnet8_host_read_file(folder, "labels.bin", 1, &labels);
	if (labels != input.count)
		resnet8_host_fail(folder, "pictures.bin and labels.bin do not match");
	return input;
}

/* A starting time: on the clock, and in CPU time of the process. */
struct watch {
	double clock, cpu;
};

static double host_seconds_of(clockid_t id)
{
	struct timespec time;

	clock_gettime(id, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct watch start_watch(void)
{
	return (struct watch){host_seconds_of(CLOCK_MONOTONIC),
			      host_seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

static void print_speed(const char *what, struct watch start, size_t count)
{
	struct watch end = start_watch();

	printf("%-11s %.0f pictures/s, %.0f us of processor time each\n", what,
	       (double)count / (end.clock - start.clock),
	       (end.cpu - start.cpu) * 1e6 / (double)count);
}

/* Prints the first logits that differ; returns the number of differences. */
static size_t resnet8_host_compare(const struct input *input, int32_t (*logits)[RESNET8_CLASSES])
{
	int32_t expected[RESNET8_CLASSES];
	size_t wrong = 0;

	for (size_t i = 0; i < input->count; i++) {
		resnet8_reference(input->pictures[i], expected);
		for (int j = 0; j < RESNET8_CLASSES; j++)
			if (logits[i][j] != expected[j] && wrong++ < 10)
				fprintf(stderr,
					"resnet8: picture %zu, logit %d: expected %d, found %d\n",
					i, j, expected[j], logits[i][j]);
	}
	return wrong;
}

static void resnet8_host_print_accuracy(const struct input *input,
					int32_t (*logits)[RESNET8_CLASSES])
{
	size_t right = 0;

	for (size_t i = 0; i < input->count; i++)
		right += resnet8_best(logits[i]) == input->labels[i];
	printf("accuracy    %.2f %% of %zu held-out pictures (%zu right)\n",
	       100.0 * (double)right / (double)input->count, input->count, right);
}

int main(int argc, char **argv)
{
	size_t batch = argc == 4 ? strtoul(argv[3], NULL, 10) : 32;
	int32_t(*logits)[RESNET8_CLASSES];
	struct resnet8_runner *runner;
	struct input input;
	struct watch start;
	char why[512];
	size_t wrong;
	int status;

	if (argc < 3 || argc > 4 || !batch) {
		fprintf(stderr, "usage: %s IMAGE.xclbin DATA-FOLDER [PICTURES-A-LAUNCH]\n",
			argv[0]);
		return 2;
	}
	input = resnet8_host_read_input(argv[2]);
	logits = calloc(input.count, sizeof(*logits));
	runner = resnet8_open(argv[1], -1, why, sizeof(why));
	if (!runner || !logits)
		resnet8_host_fail("no device", logits ? why : "out of memory");
	printf("device      %s\n", resnet8_device_name(runner));
	for (int i = 0; i < 2; i++) { /* the second time, all data is in place */
		start = start_watch();
		status = resnet8_run(runner, input.pictures, input.count, batch, logits);
		if (status) {
			snprintf(why, sizeof(why), "OpenCL returned %d", status);
			resnet8_host_fail("run", why);
		}
	}
	print_speed("board", start, input.count);
	start = start_watch();
	wrong = resnet8_host_compare(&input, logits);
	print_speed("plain C", start, input.count);
	resnet8_host_print_accuracy(&input, logits);
	if (wrong)
		fprintf(stderr, "resnet8: FAILED: %zu logits differ from the reference\n", wrong);
	else
		printf("reference   all %zu logits are equal\n", input.count * RESNET8_CLASSES);
	resnet8_close(runner);
	free(logits);
	free(input.labels);
	free(input.pictures);
	return wrong ? 1 : 0;
}
