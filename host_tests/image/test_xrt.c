/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XRT's own OpenCL, with its noop driver, accepts the xclbins that we write: it lists the kernel
 * and its arguments, places buffers according to our memory topology, and runs the kernel. XRT ends
 * the process if its environment is wrong, so a child process with the right environment does this.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/sample_image.h"
#include "host_tests/read_file.h"

#define SKIPPED 77
#define ELEMENTS 1024u

static const char *self;

/* ---- the child: an OpenCL host ---- */

static void check(cl_int status, const char *what)
{
	if (status == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: %d\n", what, status);
	_exit(1);
}

static void run_kernel(cl_context context, cl_command_queue queue, cl_program program,
		       const char *name)
{
	static int data[ELEMENTS];
	cl_int status, n = ELEMENTS;
	cl_kernel kernel = clCreateKernel(program, name, &status);
	cl_mem buffers[3];
	cl_uint nargs = 0;

	check(status, name);
	check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(nargs), &nargs, NULL),
	      "clGetKernelInfo");
	check(nargs == 4 ? CL_SUCCESS : CL_INVALID_KERNEL_DEFINITION, "four arguments");
	for (cl_uint i = 0; i < 3; i++) {
		buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
					    sizeof(data), data, &status);
		check(status, "clCreateBuffer");
		check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
	}
	check(clSetKernelArg(kernel, 3, sizeof(n), &n), "clSetKernelArg");
	check(clEnqueueMigrateMemObjects(queue, 2, buffers, 0, 0, NULL, NULL),
	      "clEnqueueMigrateMemObjects");
	check(clEnqueueTask(queue, kernel, 0, NULL, NULL), "clEnqueueTask");
	check(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(data), data, 0, NULL, NULL),
	      "clEnqueueReadBuffer");
	check(clFinish(queue), "clFinish");
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(buffers[i]);
	clReleaseKernel(kernel);
}

static void check_kernel_names(cl_program program)
{
	char names[256];
	cl_int status = clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names,
					 NULL);

	check(status, "CL_PROGRAM_KERNEL_NAMES");
	if (!strstr(names, "vadd") || !strstr(names, "producer") || !strstr(names, "consumer")) {
		fprintf(stderr, "kernels: %s\n", names);
		_exit(1);
	}
}

static int child(const char *path)
{
	size_t size;
	const unsigned char *bytes = read_file(path, &size);
	cl_platform_id platform;
	cl_device_id device;
	cl_int status, binary;
	cl_context context;
	cl_command_queue queue;
	cl_program program;

	if (!bytes)
		_exit(2);
	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL),
	      "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	check(status, "clCreateContext");
	queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
	check(status, "clCreateCommandQueue");
	program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &binary, &status);
	check(status, "clCreateProgramWithBinary");
	check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram");
	check_kernel_names(program);
	run_kernel(context, queue, program, "vadd:{vadd_1}");
	run_kernel(context, queue, program, "vadd:{vadd_2}");
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	puts("ran");
	fflush(stdout);
	_exit(0);
}

/* ---- the parent ---- */

static char folder[] = "/tmp/fcl_image_xrt_XXXXXX";

static void write_file(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

/* Makes a folder as XRT expects it, and a vendors folder that names only XRT. */
static int make_folder(void **state)
{
	char libraries[] = FCL_XRT_LIBRARY, icd[] = FCL_XRT_LIBRARY "\n";

	(void)state;
	*strrchr(libraries, '/') = '\0';
	if (!mkdtemp(folder) || chdir(folder) || symlink(libraries, "lib"))
		return -1;
	write_file("xrt.icd", icd, strlen(icd));
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	unlink("lib");
	unlink("xrt.icd");
	unlink("image.xclbin");
	unlink("log");
	if (chdir("/"))
		return -1;
	rmdir(folder); /* fails if XRT left files of its own */
	return 0;
}

static void start_child(void)
{
	int log = open("log", O_CREAT | O_TRUNC | O_WRONLY, 0600);

	if (log < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
		_exit(3);
	setenv("OCL_ICD_VENDORS", folder, 1);
	setenv("XILINX_XRT", folder, 1);
	setenv("XCL_EMULATION_MODE", "noop", 1);
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* XRT's leaks are not ours */
	execl(self, self, "--child", "image.xclbin", (char *)NULL);
	_exit(3);
}

static void accept_image(enum fcl_image_target target)
{
	size_t size = 0;
	void *bytes = sample_container(target, FCL_IMAGE_XCLBIN, &size);
	char text[2000] = "";
	int status = 0;
	FILE *log;
	pid_t pid;

	assert_non_null(bytes);
	write_file("image.xclbin", bytes, size);
	free(bytes);
	pid = fork();
	if (!pid)
		start_child();
	assert_int_equal(waitpid(pid, &status, 0), pid);
	log = fopen("log", "r");
	assert_non_null(log);
	text[fread(text, 1, sizeof(text) - 1, log)] = '\0';
	fclose(log);
	if (!WIFEXITED(status) || WEXITSTATUS(status) || !strstr(text, "ran\n"))
		fail_msg("%s: the child ended with status 0x%x: %s", fcl_image_target_name(target),
			 status, text);
}

static void test_sw_emu(void **state)
{
	(void)state;
	accept_image(FCL_TARGET_SW_EMU);
}

static void test_hw_emu(void **state)
{
	(void)state;
	accept_image(FCL_TARGET_HW_EMU);
}

static void test_hw(void **state)
{
	(void)state;
	accept_image(FCL_TARGET_HW);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sw_emu),
		cmocka_unit_test(test_hw_emu),
		cmocka_unit_test(test_hw),
	};

	if (argc == 3 && !strcmp(argv[1], "--child"))
		return child(argv[2]);
	if (access(FCL_XRT_LIBRARY, R_OK)) {
		fprintf(stderr, "skipped: XRT's OpenCL (Debian: libxrt1) is not installed\n");
		return SKIPPED;
	}
	self = realpath("/proc/self/exe", NULL);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
