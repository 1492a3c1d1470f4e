/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One allocation fails, anywhere between the first call of a host and the end of its read: the host
 * gets an error from a call that it checks, or the right data. It neither crashes nor hangs nor
 * takes wrong data for the result, though it looks at no event. `app_no_memory all` tries each
 * allocation; the test a part of them, and
 * all of the last ones, which the launch makes.
 */
#include "host_tests/apps/app.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 5000, SAMPLES = 60, LAST = 40, SECONDS = 60 };
enum { RIGHT, REFUSED = 40, WRONG }; /* exit codes of a run */

/* In memory that the runs share with the test. */
static struct shared {
	_Atomic long calls; /* of the run, so far */
	_Atomic long fails; /* the number of the call that fails; 0: none */
	_Atomic bool armed;
} * shared;

/* The two loaders, of drivers and of libraries, allocate for themselves. */
static bool is_foreign(const void *caller)
{
	Dl_info info;

	if (!dladdr(caller, &info) || !info.dli_fname)
		return false;
	return strstr(info.dli_fname, "libOpenCL") || strstr(info.dli_fname, "ld-linux");
}

static bool is_to_fail(const void *caller)
{
	if (!shared || !atomic_load(&shared->armed) || is_foreign(caller))
		return false;
	if (atomic_fetch_add(&shared->calls, 1) + 1 != atomic_load(&shared->fails))
		return false;
	errno = ENOMEM;
	return true;
}

#define IS_TO_FAIL() is_to_fail(__builtin_return_address(0))

/* --- the C library's functions, for the whole process ----------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

#pragma GCC visibility push(default)
void *malloc(size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return IS_TO_FAIL() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **ret, size_t alignment, size_t size)
{
	void *memory = IS_TO_FAIL() ? NULL : __libc_memalign(alignment, size);

	if (memory)
		*ret = memory;
	return memory ? 0 : ENOMEM;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
	if (IS_TO_FAIL())
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}
#pragma GCC visibility pop

/* --- one run, in a process of its own --------------------------------------------------------- */

static unsigned char *image;
static size_t image_size;
static cl_int a[COUNT], b[COUNT], c[COUNT];

static void want(bool fine)
{
	if (!fine)
		_exit(REFUSED);
}

static cl_context open_context(cl_device_id *ret_device)
{
	cl_platform_id platform;
	cl_context context;
	char name[256];
	cl_int error;

	want(!clGetPlatformIDs(1, &platform, NULL));
	want(!clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, ret_device, NULL));
	want(!clGetDeviceInfo(*ret_device, CL_DEVICE_NAME, sizeof(name), name, NULL));
	context = clCreateContext(NULL, 1, ret_device, NULL, NULL, &error);
	want(context);
	return context;
}

static void compute(void)
{
	const unsigned char *binary = image;
	cl_device_id device;
	cl_context context = open_context(&device);
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
	cl_program program = clCreateProgramWithBinary(context, 1, &device, &image_size, &binary,
						       NULL, NULL);
	cl_kernel kernel = program ? clCreateKernel(program, "vadd", NULL) : NULL;
	cl_int count = COUNT;
	cl_mem buffers[3];

	want(queue && kernel);
	for (cl_uint i = 0; i < 3; i++) {
		buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(a), NULL, NULL);
		want(buffers[i] && !clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
	}
	want(!clSetKernelArg(kernel, 3, sizeof(count), &count));
	for (int i = 0; i < 2; i++)
		want(!clEnqueueWriteBuffer(queue, buffers[i], CL_FALSE, 0, sizeof(a), i ? b : a, 0,
					   NULL, NULL));
	want(!clEnqueueTask(queue, kernel, 0, NULL, NULL));
	want(!clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL));
}

static void run(void)
{
	alarm(SECONDS);
	atomic_store(&shared->armed, true);
	compute();
	atomic_store(&shared->armed, false);
	for (int i = 0; i < COUNT; i++)
		if (c[i] != a[i] + b[i])
			_exit(WRONG);
	_exit(RIGHT);
}

/* --- all runs --------------------------------------------------------------------------------- */

/* Returns the exit code; a signal fails the test. */
static int run_with_failure(long fails)
{
	pid_t child;
	int status;

	atomic_store(&shared->armed, false);
	atomic_store(&shared->calls, 0);
	atomic_store(&shared->fails, fails);
	child = fork();
	assert_true(child >= 0);
	if (!child)
		run();
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFEXITED(status)) {
		print_error("allocation %ld failed: signal %d\n", fails, WTERMSIG(status));
		return -1;
	}
	if (WEXITSTATUS(status) != RIGHT && WEXITSTATUS(status) != REFUSED)
		print_error("allocation %ld failed: exit code %d\n", fails, WEXITSTATUS(status));
	return WEXITSTATUS(status);
}

static bool all;

static void allocations_fail(void **state)
{
	long total, step, refused = 0, bad = 0;

	(void)state;
	assert_int_equal(run_with_failure(0), RIGHT);
	total = atomic_load(&shared->calls);
	assert_true(total > SAMPLES);
	step = all ? 1 : total / SAMPLES;
	for (long i = 1; i <= total; i += i < total - LAST ? step : 1) {
		int code = run_with_failure(i);

		refused += code == REFUSED;
		bad += code != REFUSED && code != RIGHT;
	}
	print_message("%ld allocations, step %ld, %ld refusals, %ld bad ends\n", total, step,
		      refused, bad);
	assert_int_equal(bad, 0);
	assert_true(refused > 10);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(allocations_fail)};
	struct shared *memory = mmap(NULL, sizeof(*memory), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return 1;
	all = argc > 1 && !strcmp(argv[1], "all");
	image = app_read("vadd.xclbin", &image_size);
	app_numbers(a, COUNT, 1);
	app_numbers(b, COUNT, 2);
	shared = memory;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
