/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a driver itself costs: an empty kernel launched, chained and counted, bytes moved, objects
 * made. Plain OpenCL, so that the same program runs on any ICD; tools/bench sets the results side
 * by side.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "host_tests/read_file.h"

enum { MOST_ROUNDS = 25 };

static const char *const source = "kernel void empty(global int *memory, int number) {}";

static void stop(const char *what, cl_int error)
{
	fprintf(stderr, "fcl_bench: %s: error %d\n", what, error);
	exit(1);
}

static unsigned char *read_binary(const char *path, size_t *ret_size)
{
	unsigned char *bytes = read_file(path, ret_size);

	if (!bytes) {
		fprintf(stderr, "fcl_bench: cannot read %s\n", path);
		exit(1);
	}
	return bytes;
}

static void open_direct(struct bench *bench, const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	*(void **)&bench->direct = library ? dlsym(library, "mix") : NULL;
	if (!bench->direct)
		stop(path, 0);
}

static void open_program(struct bench *bench)
{
	const unsigned char *binary = bench->binary;
	cl_int error;

	if (bench->binary)
		bench->program = clCreateProgramWithBinary(bench->context, 1, &bench->device,
							   &bench->binary_size, &binary, NULL,
							   &error);
	else
		bench->program = clCreateProgramWithSource(bench->context, 1,
							   (const char **)&source, NULL, &error);
	if (!bench->program)
		stop("the program", error);
	error = clBuildProgram(bench->program, 0, NULL, NULL, NULL, NULL);
	if (error)
		stop("clBuildProgram", error);
}

/* PoCL tells nothing about arguments of a source built without asking for it: there it is the
 * first. */
static int is_pointer(cl_kernel kernel, cl_uint arg)
{
	cl_kernel_arg_address_qualifier address;

	if (clGetKernelArgInfo(kernel, arg, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address),
			       &address, NULL))
		return arg == 0;
	/* XRT answers with the number that the xclbin has for it. */
	return address == CL_KERNEL_ARG_ADDRESS_GLOBAL || address == 1;
}

static void set_arg(struct bench *bench, cl_kernel kernel, cl_uint arg)
{
	static const size_t sizes[] = {4, 8, 1, 2};
	const cl_ulong zero = 0;
	cl_int error = CL_INVALID_ARG_SIZE;

	if (is_pointer(kernel, arg)) {
		error = clSetKernelArg(kernel, arg, sizeof(cl_mem), &bench->buffer);
		bench->buffer_arg = arg;
	}
	for (size_t i = 0; error && i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		error = clSetKernelArg(kernel, arg, sizes[i], &zero);
		if (!error && sizes[i] == 4)
			bench->scalar_arg = arg;
	}
	if (error)
		stop("clSetKernelArg", error);
}

cl_kernel bench_kernel(struct bench *bench)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(bench->program, bench->name, &error);
	cl_uint nargs = 0;

	if (!kernel)
		stop(bench->name, error);
	clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(nargs), &nargs, NULL);
	for (cl_uint arg = 0; arg < nargs; arg++)
		set_arg(bench, kernel, arg);
	return kernel;
}

static void open_bench(struct bench *bench)
{
	cl_int error = clGetPlatformIDs(1, &bench->platform, NULL);

	if (!error)
		error = clGetDeviceIDs(bench->platform, CL_DEVICE_TYPE_ALL, 1, &bench->device,
				       NULL);
	if (error)
		stop("no device", error);
	bench->context = clCreateContext(NULL, 1, &bench->device, NULL, NULL, &error);
	if (!bench->context)
		stop("clCreateContext", error);
	open_program(bench);
	bench->buffer = clCreateBuffer(bench->context, CL_MEM_READ_WRITE, 4096, NULL, &error);
	if (!bench->buffer)
		stop("clCreateBuffer", error);
	bench->kernel = bench_kernel(bench);
}

static int compare(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

double bench_median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof(values[0]), compare);
	return values[count / 2];
}

static double median(struct bench *bench, const struct measure *measure, int rounds)
{
	double values[MOST_ROUNDS];

	for (int i = 0; i < rounds; i++) {
		values[i] = measure->round(bench);
		if (values[i] < 0)
			return -1;
	}
	return bench_median(values, rounds);
}

static int usage(void)
{
	fputs("usage: fcl_bench (--binary FILE [--kernel NAME] | --source) [--stream FILE]\n"
	      "                 [--function FILE --direct LIBRARY] [--rounds N] [--quick]\n"
	      "                 [--only TEXT]\n"
	      "Prints a line \"name<TAB>unit<TAB>median\" for each measure of the first device\n"
	      "(--only: of those whose name contains TEXT). The kernel takes global pointers and "
	      "a\n"
	      "scalar of 4 bytes, and does nothing when that is 0.\n",
	      stderr);
	return 2;
}

int main(int argc, char **argv)
{
	struct bench bench = {.scale = 1, .name = "empty"};
	int rounds = 7, from_source = 0;
	const char *only = "";

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--binary") && i + 1 < argc)
			bench.binary = read_binary(argv[++i], &bench.binary_size);
		else if (!strcmp(argv[i], "--stream") && i + 1 < argc)
			bench.stream = read_binary(argv[++i], &bench.stream_size);
		else if (!strcmp(argv[i], "--function") && i + 1 < argc)
			bench.function = read_binary(argv[++i], &bench.function_size);
		else if (!strcmp(argv[i], "--direct") && i + 1 < argc)
			open_direct(&bench, argv[++i]);
		else if (!strcmp(argv[i], "--source"))
			from_source = 1;
		else if (!strcmp(argv[i], "--rounds") && i + 1 < argc)
			rounds = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--kernel") && i + 1 < argc)
			bench.name = argv[++i];
		else if (!strcmp(argv[i], "--quick"))
			bench.scale = 0.1;
		else if (!strcmp(argv[i], "--only") && i + 1 < argc)
			only = argv[++i];
		else
			return usage();
	}
	if (!bench.binary == !from_source || rounds < 1 || rounds > MOST_ROUNDS)
		return usage();
	open_bench(&bench);
	for (size_t i = 0; i < nmeasures; i++)
		if (strstr(measures[i].name, only))
			printf("%s\t%s\t%.4g\n", measures[i].name, measures[i].unit,
			       median(&bench, &measures[i], rounds));
	return 0;
}
