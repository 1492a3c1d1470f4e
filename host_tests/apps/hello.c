/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fcl_hello IMAGE: loads an image and runs those of its kernels that look like a vendor's first
 * examples, which it recognises by their arguments: (in, in, out, count) adds int vectors; one
 * global pointer receives a text. Exits with 0 if at least one ran correctly.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

enum { COUNT = 4096, TEXT = 4096, NAMES = 4096 };

struct hello {
	cl_context context;
	cl_device_id device;
	cl_command_queue queue;
	cl_program program;
	unsigned ran, wrong;
};

static void stop(const char *what, cl_int error)
{
	fprintf(stderr, "fcl_hello: %s: error %d; FPGACL_LOG=error says why\n", what, error);
	exit(1);
}

static void check(cl_int error, const char *what)
{
	if (error)
		stop(what, error);
}

static unsigned char *read_image(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes;
	long size;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) <= 0) {
		fprintf(stderr, "fcl_hello: cannot read %s\n", path);
		exit(1);
	}
	rewind(file);
	bytes = malloc((size_t)size);
	if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
		stop(path, 0);
	fclose(file);
	*ret_size = (size_t)size;
	return bytes;
}

static void open_hello(struct hello *hello, const char *path)
{
	const unsigned char *bytes;
	cl_platform_id platform;
	char name[256] = "";
	cl_int error;
	size_t size;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &hello->device, NULL),
	      "clGetDeviceIDs");
	check(clGetDeviceInfo(hello->device, CL_DEVICE_NAME, sizeof(name), name, NULL),
	      "clGetDeviceInfo");
	printf("device %s\n", name);
	hello->context = clCreateContext(NULL, 1, &hello->device, NULL, NULL, &error);
	check(error, "clCreateContext");
	hello->queue = clCreateCommandQueue(hello->context, hello->device, 0, &error);
	check(error, "clCreateCommandQueue");
	bytes = read_image(path, &size);
	hello->program = clCreateProgramWithBinary(hello->context, 1, &hello->device, &size, &bytes,
						   NULL, &error);
	check(error, "clCreateProgramWithBinary");
	free((void *)bytes);
}

/* Matches "int" and "uint*", but not "ap_uint<512>*". */
static bool is_int(const char *type)
{
	return strstr(type, "int") && !strchr(type, '<');
}

/*
 * One letter for each argument: i a global pointer to integers, p any other pointer, s a scalar, ?
 * an argument that this program cannot set.
 */
static void read_shape(cl_kernel kernel, char shape[5])
{
	cl_kernel_arg_address_qualifier address;
	cl_uint count = 0;
	char type[64];

	check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL),
	      "clGetKernelInfo");
	memset(shape, 0, 5);
	for (cl_uint i = 0; i < count && i < 4; i++) {
		if (clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address),
				       &address, NULL) ||
		    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof(type), type,
				       NULL))
			shape[i] = '?';
		else if (address == CL_KERNEL_ARG_ADDRESS_GLOBAL)
			shape[i] = is_int(type) ? 'i' : 'p';
		else
			shape[i] = is_int(type) ? 's' : '?';
	}
	if (count > 4)
		shape[0] = '?';
}

static cl_mem create(const struct hello *hello, size_t size, void *contents)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(hello->context,
				       CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0),
				       size, contents, &error);

	check(error, "clCreateBuffer");
	return buffer;
}

static void run(const struct hello *hello, cl_kernel kernel, cl_mem result, void *data, size_t size)
{
	check(clEnqueueTask(hello->queue, kernel, 0, NULL, NULL), "clEnqueueTask");
	check(clEnqueueReadBuffer(hello->queue, result, CL_TRUE, 0, size, data, 0, NULL, NULL),
	      "the kernel, or reading its result");
}

static bool add_vectors(const struct hello *hello, cl_kernel kernel)
{
	static cl_int left[COUNT], right[COUNT], sum[COUNT];
	cl_int count = COUNT, i = 0;
	cl_mem buffers[3];

	for (; i < COUNT; i++)
		left[i] = 3 * i, right[i] = 1000 - i, sum[i] = -1;
	buffers[0] = create(hello, sizeof(left), left);
	buffers[1] = create(hello, sizeof(right), right);
	buffers[2] = create(hello, sizeof(sum), sum);
	for (cl_uint arg = 0; arg < 3; arg++)
		check(clSetKernelArg(kernel, arg, sizeof(buffers[arg]), &buffers[arg]),
		      "clSetKernelArg");
	check(clSetKernelArg(kernel, 3, sizeof(count), &count), "clSetKernelArg");
	run(hello, kernel, buffers[2], sum, sizeof(sum));
	for (i = 0; i < COUNT && sum[i] == left[i] + right[i]; i++)
		;
	if (i < COUNT)
		printf("sum %d is %d, expected %d: ", i, sum[i], left[i] + right[i]);
	for (cl_uint arg = 0; arg < 3; arg++)
		clReleaseMemObject(buffers[arg]);
	return i == COUNT;
}

static bool say_hello(const struct hello *hello, cl_kernel kernel)
{
	char text[TEXT] = "";
	cl_mem buffer = create(hello, sizeof(text), text);
	size_t length;

	check(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), "clSetKernelArg");
	run(hello, kernel, buffer, text, sizeof(text));
	clReleaseMemObject(buffer);
	text[sizeof(text) - 1] = '\0';
	length = strcspn(text, "\r\n");
	printf("it wrote \"%.*s\": ", (int)length, text);
	return length > 0;
}

static void try_kernel(struct hello *hello, const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(hello->program, name, &error);
	bool right = false, known = true;
	char shape[5];

	check(error, name);
	read_shape(kernel, shape);
	printf("kernel %s: ", name);
	if (!strcmp(shape, "iiis"))
		right = add_vectors(hello, kernel);
	else if (!strcmp(shape, "p") || !strcmp(shape, "i"))
		right = say_hello(hello, kernel);
	else
		known = false;
	puts(!known  ? "not run, its arguments are none of a first example"
	     : right ? "right"
		     : "WRONG");
	hello->ran += known;
	hello->wrong += known && !right;
	clReleaseKernel(kernel);
}

int main(int argc, char **argv)
{
	struct hello hello = {0};
	char names[NAMES] = "", *rest = names, *name;

	if (argc != 2) {
		fprintf(stderr, "usage: fcl_hello IMAGE\n");
		return 2;
	}
	open_hello(&hello, argv[1]);
	check(clGetProgramInfo(hello.program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL),
	      "clGetProgramInfo");
	while ((name = strsep(&rest, ";")))
		try_kernel(&hello, name);
	clReleaseProgram(hello.program);
	clReleaseCommandQueue(hello.queue);
	clReleaseContext(hello.context);
	return hello.wrong || !hello.ran;
}
