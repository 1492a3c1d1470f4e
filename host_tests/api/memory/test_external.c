/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"
#include "runtime/api/common/khr.h"

#include <fcntl.h>
#include <unistd.h>

/* Tests cl_khr_external_memory and XRT's call that exports buffers as descriptors. */

#define Q api.queue
/* Some headers do not have the name yet: CL_DEVICE_EXTERNAL_MEMORY_IMPORT_…_HANDLE_TYPES_KHR. */
#define ASSUME_LINEAR_IMAGES 0x2052
#define FD CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR

static cl_int (*get_fd)(cl_mem, int *);
static cl_int (*from_fd)(cl_context, cl_device_id, cl_mem_flags, int, cl_mem *);
static clEnqueueAcquireExternalMemObjectsKHR_fn acquire;
static clEnqueueReleaseExternalMemObjectsKHR_fn release;

static int setup(void **state)
{
	if (api_setup(state))
		return -1;
	get_fd = (cl_int(*)(cl_mem, int *))clGetExtensionFunctionAddressForPlatform(
		api.platform, "xclGetMemObjectFd");
	from_fd = (cl_int(*)(cl_context, cl_device_id, cl_mem_flags, int, cl_mem *))
		clGetExtensionFunctionAddressForPlatform(api.platform, "xclGetMemObjectFromFd");
	acquire =
		(clEnqueueAcquireExternalMemObjectsKHR_fn)clGetExtensionFunctionAddressForPlatform(
			api.platform, "clEnqueueAcquireExternalMemObjectsKHR");
	release =
		(clEnqueueReleaseExternalMemObjectsKHR_fn)clGetExtensionFunctionAddressForPlatform(
			api.platform, "clEnqueueReleaseExternalMemObjectsKHR");
	return get_fd && from_fd && acquire && release ? 0 : -1;
}

static bool lists_extension(cl_device_id device)
{
	char text[4096] = "";

	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL);
	return strstr(text, "cl_khr_external_memory_opaque_fd") != NULL;
}

/* Most boards share memory, but XRT's noop device and the null backend do not. */
static bool is_xrt_board(void)
{
	const char *target = getenv("API_TARGET");

	return target && !strcmp(target, "hw");
}

static bool shares(void)
{
	return api_computes() || is_xrt_board();
}

/* Only offered if the board supports it. */
static void queries(void **state)
{
	cl_external_memory_handle_type_khr types[4] = {0};
	size_t size = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		EXPECT_TRUE(lists_extension(api.devices[i]) == shares());
		EXPECT(shares() ? CL_SUCCESS : CL_INVALID_VALUE,
		       clGetDeviceInfo(api.devices[i],
				       CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
				       sizeof(types), types, &size));
		EXPECT_TRUE(!shares() || (size == sizeof(types[0]) && types[0] == FD));
		EXPECT(shares() ? CL_SUCCESS : CL_INVALID_VALUE,
		       clGetDeviceInfo(api.devices[i], ASSUME_LINEAR_IMAGES, sizeof(types), types,
				       &size));
		EXPECT_TRUE(!shares() || size == 0);
	}
	EXPECT(shares() ? CL_SUCCESS : CL_INVALID_VALUE,
	       clGetPlatformInfo(api.platform, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
				 sizeof(types), types, &size));
	api_end();
}

static cl_mem import(int fd, size_t size, cl_mem_flags flags, cl_int *ret_error)
{
	cl_mem_properties properties[] = {FD, (cl_mem_properties)fd, 0};

	return clCreateBufferWithProperties(api.context, properties, flags, size, NULL, ret_error);
}

static int export_buffer(cl_mem buffer)
{
	int fd = -1;

	EXPECT(CL_SUCCESS, get_fd(buffer, &fd));
	EXPECT_TRUE(fd >= 0 && fcntl(fd, F_GETFD) & FD_CLOEXEC);
	return fd;
}

static void create_errors(void **state)
{
	cl_device_id device = api.devices[0];
	int fd = export_buffer(api.buffer), wrong = open("/dev/null", O_RDWR | O_CLOEXEC);
	char memory[64];
	cl_int error;
	const struct {
		cl_int expected;
		cl_mem_flags flags;
		void *host_ptr;
		size_t size;
		cl_mem_properties list[8];
	} rows[] = {
		{CL_INVALID_PROPERTY, 0, NULL, 64, {NO_SUCH_NAME, 0, 0}},
		{CL_INVALID_PROPERTY, 0, NULL, 64, {FD, fd, FD, fd, 0}},
		{CL_INVALID_PROPERTY, 0, NULL, 64, {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, fd, 0}},
		{CL_INVALID_PROPERTY, 0, NULL, 64, {FD, (cl_mem_properties)-1, 0}},
		{CL_INVALID_PROPERTY, 0, NULL, 64, {FD, wrong, 0}},
		{CL_INVALID_PROPERTY,
		 0,
		 NULL,
		 64,
		 {CL_DEVICE_HANDLE_LIST_KHR, (cl_mem_properties)device, 0, 0}},
		{CL_INVALID_PROPERTY, 0, NULL, 64, {FD, fd, CL_DEVICE_HANDLE_LIST_KHR, 0, 0}},
		{CL_INVALID_DEVICE,
		 0,
		 NULL,
		 64,
		 {FD, fd, CL_DEVICE_HANDLE_LIST_KHR, (cl_mem_properties)Q, 0, 0}},
		{CL_INVALID_VALUE, CL_MEM_ALLOC_HOST_PTR, NULL, 64, {FD, fd, 0}},
		{CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR, memory, 64, {FD, fd, 0}},
		{CL_INVALID_VALUE, CL_MEM_COPY_HOST_PTR, memory, 64, {FD, fd, 0}},
		{CL_INVALID_HOST_PTR, 0, memory, 64, {FD, fd, 0}},
		{CL_INVALID_BUFFER_SIZE, 0, NULL, 0, {FD, fd, 0}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		EXPECT_NULL(rows[i].expected,
			    clCreateBufferWithProperties(api.context, rows[i].list, rows[i].flags,
							 rows[i].size, rows[i].host_ptr, &error));
	EXPECT_TRUE(fcntl(fd, F_GETFD) >= 0); /* a failed import does not close the descriptor */
	close(fd), close(wrong);
	api_end();
}

static void export_errors(void **state)
{
	cl_buffer_region region = {0, 128};
	cl_mem view = clCreateSubBuffer(api.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	int fd = 4711;

	(void)state;
	EXPECT(CL_INVALID_MEM_OBJECT, get_fd((cl_mem)Q, &fd));
	EXPECT(CL_INVALID_MEM_OBJECT, get_fd(view, &fd));
	EXPECT(CL_INVALID_VALUE, get_fd(api.buffer, NULL));
	EXPECT_TRUE(fd == 4711);
	clReleaseMemObject(view);
	api_end();
}

/* Two buffers with the same memory: each sees writes through the other. */
static void one_memory(void **state)
{
	cl_mem owner = api_buffer(0, 4096, NULL), other;
	int value = 1234, found = 0, fd, kept;
	cl_mem_properties list[4];
	size_t size;

	(void)state;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, owner, CL_TRUE, 64, sizeof(value), &value, 0, NULL, NULL));
	fd = kept = export_buffer(owner);
	other = import(fd, 4096, 0, NULL);
	assert_non_null(other);
	EXPECT_TRUE(fcntl(kept, F_GETFD) < 0); /* the import has taken over the descriptor */
	EXPECT(CL_SUCCESS, clGetMemObjectInfo(other, CL_MEM_PROPERTIES, sizeof(list), list, &size));
	EXPECT_TRUE(size == 3 * sizeof(list[0]) && list[0] == FD && list[2] == 0);
	EXPECT(CL_SUCCESS, acquire(Q, 1, &other, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, other, CL_TRUE, 64, sizeof(found), &found, 0, NULL, NULL));
	EXPECT_TRUE(found == value);
	value = 77;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, other, CL_FALSE, 64, sizeof(value), &value, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, release(Q, 1, &other, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, owner, CL_TRUE, 64, sizeof(found), &found, 0, NULL, NULL));
	EXPECT_TRUE(found == value);
	EXPECT(CL_SUCCESS, clReleaseMemObject(owner));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, other, CL_TRUE, 64, sizeof(found), &found, 0, NULL, NULL));
	EXPECT_TRUE(found == value);
	EXPECT(CL_SUCCESS, clReleaseMemObject(other));
	api_end();
}

/* The host's copy is stale after an acquire, and is written to the board before a release. */
static void acquire_and_release(void **state)
{
	cl_mem owner = api_buffer(0, 4096, NULL), other;
	int value = 5, found = 0, *mapped;
	cl_event done = NULL;
	cl_command_type type = 0;

	(void)state;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, owner, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	other = import(export_buffer(owner), 4096, 0, NULL);
	assert_non_null(other);
	mapped = clEnqueueMapBuffer(Q, other, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, NULL);
	EXPECT_TRUE(mapped && *mapped == 5);
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(Q, other, mapped, 0, NULL, NULL));
	value = 6;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, owner, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, acquire(Q, 1, &other, 0, NULL, &done));
	EXPECT(CL_SUCCESS, clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	EXPECT_TRUE(type == CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR);
	mapped = clEnqueueMapBuffer(Q, other, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, NULL);
	EXPECT_TRUE(mapped && *mapped == 6);
	*mapped = 7;
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(Q, other, mapped, 0, NULL, NULL));
	clReleaseEvent(done);
	EXPECT(CL_SUCCESS, release(Q, 1, &other, 0, NULL, &done));
	EXPECT(CL_SUCCESS, clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	EXPECT_TRUE(type == CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR);
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &done));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, owner, CL_TRUE, 0, sizeof(found), &found, 0, NULL, NULL));
	EXPECT_TRUE(found == 7);
	clReleaseEvent(done);
	clReleaseMemObject(owner), clReleaseMemObject(other);
	api_end();
}

static void from_fd_errors(void **state)
{
	int fd = export_buffer(api.buffer), wrong = open("/dev/null", O_RDWR | O_CLOEXEC);
	cl_device_id device = api.devices[0];
	cl_mem buffer = NULL;

	(void)state;
	EXPECT(CL_INVALID_VALUE, from_fd(NULL, device, 0, fd, &buffer));
	EXPECT(CL_INVALID_VALUE, from_fd(api.context, device, 0, -1, &buffer));
	EXPECT(CL_INVALID_VALUE, from_fd(api.context, device, 0, fd, NULL));
	EXPECT(CL_INVALID_VALUE, from_fd(api.context, device, CL_MEM_USE_HOST_PTR, fd, &buffer));
	EXPECT(CL_INVALID_DEVICE, from_fd(api.context, NULL, 0, fd, &buffer));
	EXPECT(CL_INVALID_DEVICE, from_fd(api.other, api.devices[1], 0, fd, &buffer));
	EXPECT(CL_INVALID_MEM_OBJECT, from_fd(api.context, device, 0, wrong, &buffer));
	EXPECT_TRUE(!buffer && fcntl(fd, F_GETFD) >= 0);
	close(fd), close(wrong);
	api_end();
}

/*
 * One board copies into another's memory. As in hosts written for XRT, nothing is acquired or
 * released, so data that the host mapped before must not be mistaken for the newest.
 */
static void board_to_board(void **state)
{
	cl_mem owner = api_buffer(0, 5000, NULL), source = api_buffer(0, 5000, NULL), remote = NULL;
	cl_command_queue second = clCreateCommandQueueWithProperties(api.context, api.devices[1],
								     NULL, NULL);
	int fd = export_buffer(owner), *mapped;
	size_t size = 0;

	(void)state;
	EXPECT(CL_SUCCESS, from_fd(api.context, api.devices[1], CL_MEM_READ_WRITE, fd, &remote));
	EXPECT_TRUE(fcntl(fd, F_GETFD) >= 0);
	close(fd);
	EXPECT(CL_SUCCESS, clGetMemObjectInfo(remote, CL_MEM_SIZE, sizeof(size), &size, NULL));
	EXPECT_TRUE(size == 5000);
	for (int value = 1; value <= 3; value++) {
		EXPECT(CL_SUCCESS, clEnqueueFillBuffer(second, source, &value, sizeof(value), 0,
						       5000, 0, NULL, NULL));
		EXPECT(CL_SUCCESS,
		       clEnqueueCopyBuffer(second, source, remote, 0, 0, 5000, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(second));
		mapped = clEnqueueMapBuffer(Q, owner, CL_TRUE, CL_MAP_READ, 0, 5000, 0, NULL, NULL,
					    NULL);
		EXPECT_TRUE(mapped && mapped[0] == value && mapped[1249] == value);
		EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(Q, owner, mapped, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseCommandQueue(second);
	clReleaseMemObject(owner), clReleaseMemObject(source), clReleaseMemObject(remote);
	api_end();
}

/* Kernels access imported memory at its own address, together with other buffers. */
static void kernels_use_it(void **state)
{
	cl_mem owner = api_buffer(0, 4096, NULL), neighbour = api_buffer(0, 4096, NULL), other;
	cl_kernel poke = api_kernel("poke");
	int zero = 0, value = 99, found = -1;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, neighbour, &zero, 4, 0, 4096, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, api.buffer, &zero, 4, 0, 4096, 0, NULL, NULL));
	other = import(export_buffer(owner), 4096, 0, NULL);
	assert_non_null(other);
	EXPECT(CL_SUCCESS, acquire(Q, 1, &other, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(other), &other));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, poke, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, release(Q, 1, &other, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, owner, CL_TRUE, 0, 4, &found, 0, NULL, NULL));
	EXPECT_TRUE(found == 99);
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, neighbour, CL_TRUE, 0, 4, &found, 0, NULL, NULL));
	EXPECT_TRUE(found == 0);
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, api.buffer, CL_TRUE, 0, 4, &found, 0, NULL, NULL));
	EXPECT_TRUE(found == 0);
	clReleaseKernel(poke);
	clReleaseMemObject(owner), clReleaseMemObject(other), clReleaseMemObject(neighbour);
	api_end();
}

static void command_errors(void **state)
{
	cl_mem_properties first[] = {FD,
				     (cl_mem_properties)export_buffer(api.buffer),
				     CL_DEVICE_HANDLE_LIST_KHR,
				     (cl_mem_properties)api.devices[0],
				     CL_DEVICE_HANDLE_LIST_END_KHR,
				     0};
	cl_mem other = clCreateBufferWithProperties(api.context, first, 0, 64, NULL, NULL);
	cl_command_queue second = clCreateCommandQueueWithProperties(api.context, api.devices[1],
								     NULL, NULL);
	cl_command_queue foreign = clCreateCommandQueueWithProperties(api.other, api.devices[0],
								      NULL, NULL);
	clEnqueueAcquireExternalMemObjectsKHR_fn calls[] = {acquire, release};
	cl_mem plain = api.buffer, wrong = (cl_mem)Q, owned = api_buffer(0, 16, NULL);
	cl_event bad = (cl_event)Q, event = NULL;

	(void)state;
	assert_non_null(other);
	for (int i = 0; i < 2; i++) {
		EXPECT(CL_INVALID_COMMAND_QUEUE,
		       calls[i]((cl_command_queue)plain, 1, &other, 0, NULL, NULL));
		EXPECT(CL_INVALID_VALUE, calls[i](Q, 0, &other, 0, NULL, NULL));
		EXPECT(CL_INVALID_VALUE, calls[i](Q, 1, NULL, 0, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT, calls[i](Q, 1, &wrong, 0, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT, calls[i](Q, 1, &owned, 0, NULL, NULL));
		EXPECT(CL_INVALID_COMMAND_QUEUE, calls[i](second, 1, &other, 0, NULL, NULL));
		EXPECT(CL_INVALID_COMMAND_QUEUE, calls[i](foreign, 1, &other, 0, NULL, NULL));
		EXPECT(CL_INVALID_EVENT_WAIT_LIST, calls[i](Q, 1, &other, 1, &bad, NULL));
		EXPECT(CL_INVALID_EVENT_WAIT_LIST, calls[i](Q, 1, &other, 1, NULL, NULL));
		EXPECT(CL_SUCCESS, calls[i](Q, 0, NULL, 0, NULL, &event));
		EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
		clReleaseEvent(event);
		EXPECT(CL_SUCCESS, calls[i](Q, 1, &other, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseMemObject(other), clReleaseMemObject(owned);
	clReleaseCommandQueue(second), clReleaseCommandQueue(foreign);
	api_end();
}

/* XRT shares memory only among processes that use the same board. */
static void on_one_board(void **state)
{
	cl_mem owner = api_buffer(0, 4096, NULL), other = NULL, wrong = NULL;
	int value = 1234, found = 0, fd;

	(void)state;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, owner, CL_TRUE, 64, sizeof(value), &value, 0, NULL, NULL));
	fd = export_buffer(owner);
	EXPECT(CL_INVALID_MEM_OBJECT, from_fd(api.context, api.devices[1], 0, fd, &wrong));
	EXPECT(CL_SUCCESS, from_fd(api.context, api.devices[0], 0, fd, &other));
	assert_non_null(other);
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, other, CL_TRUE, 64, sizeof(found), &found, 0, NULL, NULL));
	EXPECT_TRUE(found == value);
	value = 77;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, other, CL_TRUE, 64, sizeof(value), &value, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseMemObject(other));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, owner, CL_TRUE, 64, sizeof(found), &found, 0, NULL, NULL));
	EXPECT_TRUE(found == value);
	EXPECT(CL_SUCCESS, clReleaseMemObject(owner));
	close(fd);
	api_end();
}

/* A null board exports nothing, so nothing can be imported. */
static void refused(void **state)
{
	int fd = 4711;
	cl_int error;

	(void)state;
	EXPECT(CL_INVALID_MEM_OBJECT, get_fd(api.buffer, &fd));
	EXPECT_TRUE(fd == 4711);
	EXPECT_NULL(CL_INVALID_DEVICE, import(0, 64, 0, &error));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queries),
		cmocka_unit_test(create_errors),
		cmocka_unit_test(export_errors),
		cmocka_unit_test(one_memory),
		cmocka_unit_test(acquire_and_release),
		cmocka_unit_test(from_fd_errors),
		cmocka_unit_test(board_to_board),
		cmocka_unit_test(kernels_use_it),
		cmocka_unit_test(command_errors),
	};
	const struct CMUnitTest xrt_tests[] = {
		cmocka_unit_test(queries),
		cmocka_unit_test(export_errors),
		cmocka_unit_test(from_fd_errors),
		cmocka_unit_test(on_one_board),
	};
	const struct CMUnitTest null_tests[] = {
		cmocka_unit_test(queries),
		cmocka_unit_test(refused),
	};

	if (is_xrt_board())
		return cmocka_run_group_tests(xrt_tests, setup, api_teardown);
	if (!api_computes())
		return cmocka_run_group_tests(null_tests, setup, api_teardown);
	return cmocka_run_group_tests(tests, setup, api_teardown);
}
