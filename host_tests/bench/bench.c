/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The overhead of a driver: an empty kernel launched, chained and counted, bytes moved, objects
 * created. Plain OpenCL, so that the same program runs on any ICD; tools/bench prints the results
 * side by side.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "host_tests/read_file.h"

enum { MOST_ROUNDS = 25, HUNG = 3 };

/* The kernels of kernels.c in OpenCL C. */
static const char *const source =
	"#define INTS global int *\n"
	"#define OWN(name) kernel void name(INTS memory, int number) {}\n"
	"OWN(empty) OWN(own1) OWN(own2) OWN(own3) OWN(own4) OWN(own5) OWN(own6) OWN(own7)\n"
	"OWN(own8) OWN(buffers1)\n"
	"kernel void buffers3(INTS a, INTS b, INTS c, int number) {}\n"
	"kernel void buffers8(INTS a, INTS b, INTS c, INTS d, INTS e, INTS f, INTS g, INTS h,\n"
	"                     int number) {}\n";

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

/* The function `mix` in a library. */
static void *open_direct(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *direct = library ? dlsym(library, "mix") : NULL;

	if (!direct)
		stop(path, 0);
	return direct;
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

/*
 * PoCL reports no argument info for a source built without -cl-kernel-arg-info; the pointer is the
 * first argument there.
 */
static int is_pointer(cl_kernel kernel, cl_uint arg)
{
	cl_kernel_arg_address_qualifier address;

	if (clGetKernelArgInfo(kernel, arg, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address),
			       &address, NULL))
		return arg == 0;
	/* XRT answers with the number in the xclbin. */
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

/*
 * --- hanging measurements -----------------------------------------------------------------------
 */

static const struct measure *running;

/* Drivers occasionally lose a wake-up. The rows printed so far count, and the caller continues. */
static void report_hung(int signal)
{
	static const char text[] = "\thung\n";
	ssize_t written = write(STDOUT_FILENO, running->name, strlen(running->name));

	(void)signal;
	if (written > 0)
		written = write(STDOUT_FILENO, "\t", 1);
	if (written > 0)
		written = write(STDOUT_FILENO, running->unit, strlen(running->unit));
	if (written > 0)
		written = write(STDOUT_FILENO, text, sizeof(text) - 1);
	_exit(written > 0 ? HUNG : 1);
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

static int refuse(const char *format, ...)
{
	va_list args;

	fputs("fcl_bench: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);

	fputs("\nusage: fcl_bench (--binary FILE [--kernel NAME] | --source) [--stream FILE]\n"
	      "                 [--function FILE --direct LIBRARY] [--items FILE]\n"
	      "                 [--task FILE --direct-task LIBRARY] [--plugin LIBRARY]\n"
	      "                 [--rounds N] [--quick | --scale NUMBER] [--only TEXT | --row NAME]\n"
	      "                 [--after NAME] [--limit SECONDS]\n"
	      "Prints a line \"name<TAB>unit<TAB>median\" for each measure of the first device\n"
	      "(--only: for those whose name contains TEXT; --row: for this one; --after: for\n"
	      "those after NAME). --items takes items.cl, or with --binary an image of it. Repetitions\n"
	      "and sizes are those of a full measurement times the scale; --quick is a scale of 0.1.\n"
	      "A measure that takes longer than the limit prints \"hung\" and\n"
	      "ends the program with status 3. The kernel takes global pointers and a scalar of\n"
	      "4 bytes, and does nothing when that is 0.\n",
	      stderr);
	return 2;
}

struct options {
	int rounds, from_source;
	unsigned limit;                 /* seconds for one measurement; 0: none */
	const char *only, *row, *after; /* "": all measurements */
};

static bool is_wanted(const struct measure *measure, const struct options *options)
{
	return strstr(measure->name, options->only) &&
	       (!*options->row || !strcmp(measure->name, options->row));
}

static void measure_one(struct bench *bench, const struct measure *measure,
			const struct options *options)
{
	running = measure;
	alarm(options->limit);
	printf("%s\t%s\t%.4g\n", measure->name, measure->unit,
	       median(bench, measure, options->rounds));
	fflush(stdout);
	alarm(0);
}

static void measure_all(struct bench *bench, const struct options *options)
{
	bool on = !*options->after;

	signal(SIGALRM, report_hung);
	for (size_t i = 0; i < nmeasures; i++) {
		const struct measure *measure = &measures[i];

		if (on && is_wanted(measure, options))
			measure_one(bench, measure, options);
		on |= !strcmp(measure->name, options->after);
	}
}

/* Takes an option with a value. Returns false if there is no option of that name. */
static bool take_option(struct bench *bench, struct options *options, const char *name,
			const char *value)
{
	if (!strcmp(name, "--binary"))
		bench->binary = read_binary(value, &bench->binary_size);
	else if (!strcmp(name, "--stream"))
		bench->stream = read_binary(value, &bench->stream_size);
	else if (!strcmp(name, "--function"))
		bench->function = read_binary(value, &bench->function_size);
	else if (!strcmp(name, "--items"))
		bench->items = read_binary(value, &bench->items_size);
	else if (!strcmp(name, "--scale"))
		bench->scale = strtod(value, NULL);
	else if (!strcmp(name, "--direct"))
		*(void **)&bench->direct = open_direct(value);
	else if (!strcmp(name, "--task"))
		bench->task = read_binary(value, &bench->task_size);
	else if (!strcmp(name, "--direct-task"))
		*(void **)&bench->direct_task = open_direct(value);
	else if (!strcmp(name, "--plugin"))
		bench->plugin = value;
	else if (!strcmp(name, "--rounds"))
		options->rounds = atoi(value);
	else if (!strcmp(name, "--kernel"))
		bench->name = value;
	else if (!strcmp(name, "--only"))
		options->only = value;
	else if (!strcmp(name, "--row"))
		options->row = value;
	else if (!strcmp(name, "--after"))
		options->after = value;
	else if (!strcmp(name, "--limit"))
		options->limit = (unsigned)strtoul(value, NULL, 10);
	else
		return false;
	return true;
}

int main(int argc, char **argv)
{
	struct bench bench = {.scale = 1, .name = "empty"};
	struct options options = {.rounds = 7, .only = "", .row = "", .after = ""};

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--source"))
			options.from_source = 1;
		else if (!strcmp(argv[i], "--quick"))
			bench.scale = 0.1;
		else if (i + 1 < argc && take_option(&bench, &options, argv[i], argv[i + 1]))
			i++;
		else
			return refuse("'%s' is no option, or its value is missing", argv[i]);
	}
	if (!bench.binary == !options.from_source)
		return refuse("either --binary or --source is needed");
	if (!(bench.scale > 0))
		return refuse("--scale takes a number above 0");
	if (options.rounds < 1 || options.rounds > MOST_ROUNDS)
		return refuse("--rounds takes 1 to %d, not %d", MOST_ROUNDS, options.rounds);
	bench.items_in_source = options.from_source;
	open_bench(&bench);
	measure_all(&bench, &options);
	return 0;
}
