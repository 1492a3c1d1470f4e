/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

/* Shared virtual memory: invalid arguments of each function, and what the functions store. */

#define Q api.queue
#define NO_QUEUE ((cl_command_queue)api.buffer)

enum { SIZE = 1024 };

static char *svm; /* SIZE bytes of api.context */
static char *end; /* one past its end */

static int setup(void **state)
{
	if (api_setup(state))
		return -1;
	svm = clSVMAlloc(api.context, 0, SIZE, 0);
	end = svm + SIZE;
	return svm ? 0 : -1;
}

static int teardown(void **state)
{
	clFinish(Q);
	clFinish(api.loose);
	clSVMFree(api.context, svm);
	return api_teardown(state);
}

static void alloc_refuses(void **state)
{
	cl_context none = (cl_context)Q;
	cl_ulong most = 0;

	(void)state;
	clGetDeviceInfo(api.devices[1], CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, NULL);
	EXPECT_TRUE(!clSVMAlloc(NULL, 0, 64, 0));
	EXPECT_TRUE(!clSVMAlloc(none, 0, 64, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, 0, 0, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, 0, (size_t)most + 1, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, 0, SIZE_MAX, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, 0, 64, 3));
	EXPECT_TRUE(!clSVMAlloc(api.context, 0, 64, 8192));
	EXPECT_TRUE(!clSVMAlloc(api.context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, CL_MEM_SVM_ATOMICS, 64, 0));
	EXPECT_TRUE(
		!clSVMAlloc(api.context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 64, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, CL_MEM_USE_HOST_PTR, 64, 0));
	EXPECT_TRUE(!clSVMAlloc(api.context, CL_MEM_HOST_READ_ONLY, 64, 0));
	api_end();
}

static void alloc_gives(void **state)
{
	static const cl_svm_mem_flags flags[] = {0, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY,
						 CL_MEM_READ_ONLY};
	static const cl_uint alignments[] = {0, 1, 2, 64, 128, 256, 4096};
	char *last = NULL;

	(void)state;
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		for (size_t k = 0; k < sizeof(alignments) / sizeof(alignments[0]); k++) {
			cl_uint alignment = alignments[k] ? alignments[k] : 128;
			char *now = clSVMAlloc(api.context, flags[i], 100, alignments[k]);

			EXPECT_TRUE(now && now != last && (uintptr_t)now % alignment == 0);
			memset(now, 0x55, 100);
			clSVMFree(api.context, last);
			last = now;
		}
	clSVMFree(api.context, last);
	api_end();
}

/* Only the start of an allocation frees it, and only in its own context. */
static void free_ignores(void **state)
{
	char *mine = clSVMAlloc(api.context, 0, 64, 0), local;

	(void)state;
	clSVMFree(NULL, mine);
	clSVMFree((cl_context)Q, mine);
	clSVMFree(api.other, mine);
	clSVMFree(api.context, NULL);
	clSVMFree(api.context, &local);
	clSVMFree(api.context, mine + 1);
	EXPECT(CL_SUCCESS, clEnqueueSVMMap(Q, CL_TRUE, CL_MAP_READ, mine, 64, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(Q, mine, 0, NULL, NULL));
	clFinish(Q);
	clSVMFree(api.context, mine);
	clSVMFree(api.context, mine);
	EXPECT(CL_INVALID_VALUE, clEnqueueSVMMap(Q, CL_TRUE, CL_MAP_READ, mine, 64, 0, NULL, NULL));
	api_end();
}

static void CL_CALLBACK never(cl_command_queue queue, cl_uint count, void *pointers[], void *data)
{
	(void)queue, (void)count, (void)pointers;
	*(int *)data = 1;
}

static void free_command_refuses(void **state)
{
	void *pointers[] = {svm};
	int called = 0;

	(void)state;
#define FREE(q, count, list, n, waits)                                                             \
	clEnqueueSVMFree(q, count, list, never, &called, n, waits, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE, FREE(NO_QUEUE, 1, pointers, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FREE(Q, 0, pointers, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FREE(Q, 1, NULL, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, FREE(Q, 1, pointers, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, FREE(Q, 1, pointers, 0, &api.user));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, FREE(Q, 1, pointers, 1, (cl_event *)&api.buffer));
	EXPECT(CL_INVALID_CONTEXT, FREE(Q, 1, pointers, 1, &api.foreign_event));
#undef FREE
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(!called);
	api_end();
}

static void memcpy_refuses(void **state)
{
	static char host[SIZE];

	(void)state;
#define COPY(q, to, from, size, n, waits)                                                          \
	clEnqueueSVMMemcpy(q, CL_FALSE, to, from, size, n, waits, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE, COPY(NO_QUEUE, svm, host, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, COPY(Q, NULL, host, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, COPY(Q, svm, NULL, 8, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, svm, svm + 7, 8, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, svm + 7, svm, 8, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, svm, svm, 8, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, host, host + 7, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, COPY(Q, end - 7, host, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, COPY(Q, host, end - 7, 8, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, COPY(Q, svm, host, 8, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, COPY(Q, svm, host, 8, 0, &api.user));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, COPY(Q, svm, host, 8, 1, (cl_event *)&api.buffer));
	EXPECT(CL_INVALID_CONTEXT, COPY(Q, svm, host, 8, 1, &api.foreign_event));
#undef COPY
	EXPECT(CL_SUCCESS, clEnqueueSVMMemcpy(Q, CL_TRUE, svm, svm, 0, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueSVMMemcpy(Q, CL_TRUE, end, host, 0, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q)); /* later tests use this memory */
	api_end();
}

static void memfill_refuses(void **state)
{
	_Alignas(128) char host[256] = {0};
	const char pattern[256] = {0};

	(void)state;
#define FILL(q, to, bytes, pattern_size, size, n, waits)                                           \
	clEnqueueSVMMemFill(q, to, bytes, pattern_size, size, n, waits, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE, FILL(NO_QUEUE, svm, pattern, 4, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, NULL, pattern, 4, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, svm + 2, pattern, 4, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, svm, NULL, 4, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, svm, pattern, 0, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, svm, pattern, 3, 9, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, svm, pattern, 256, 256, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, svm, pattern, 4, 6, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, end - 4, pattern, 4, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, host, pattern, 4, 8, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, FILL(Q, svm, pattern, 4, 8, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, FILL(Q, svm, pattern, 4, 8, 0, &api.user));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, FILL(Q, svm, pattern, 4, 8, 1, (cl_event *)&api.buffer));
	EXPECT(CL_INVALID_CONTEXT, FILL(Q, svm, pattern, 4, 8, 1, &api.foreign_event));
	EXPECT(CL_SUCCESS, FILL(Q, svm, pattern, 4, 0, 0, NULL));
	EXPECT(CL_SUCCESS, FILL(Q, svm, pattern, 128, 128, 0, NULL));
#undef FILL
	EXPECT(CL_SUCCESS, clFinish(Q)); /* later tests use this memory */
	api_end();
}

static void map_refuses(void **state)
{
	char host[64] = {0};

	(void)state;
#define MAP(q, flags, to, size, n, waits)                                                          \
	clEnqueueSVMMap(q, CL_FALSE, flags, to, size, n, waits, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE, MAP(NO_QUEUE, CL_MAP_READ, svm, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MAP(Q, CL_MAP_READ, NULL, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MAP(Q, CL_MAP_READ, svm, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MAP(Q, 1 << 10, svm, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE,
	       MAP(Q, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, svm, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE,
	       MAP(Q, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, svm, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MAP(Q, CL_MAP_READ, end - 7, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MAP(Q, CL_MAP_READ, host, 8, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MAP(Q, CL_MAP_READ, svm, 8, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MAP(Q, CL_MAP_READ, svm, 8, 0, &api.user));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MAP(Q, CL_MAP_READ, svm, 8, 1, (cl_event *)&api.buffer));
	EXPECT(CL_INVALID_CONTEXT, MAP(Q, CL_MAP_READ, svm, 8, 1, &api.foreign_event));
#undef MAP
	api_end();
}

static void unmap_refuses(void **state)
{
	char host[64] = {0};

	(void)state;
#define UNMAP(q, to, n, waits) clEnqueueSVMUnmap(q, to, n, waits, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE, UNMAP(NO_QUEUE, svm, 0, NULL));
	EXPECT(CL_INVALID_VALUE, UNMAP(Q, NULL, 0, NULL));
	EXPECT(CL_INVALID_VALUE, UNMAP(Q, host, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, UNMAP(Q, svm, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, UNMAP(Q, svm, 0, &api.user));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, UNMAP(Q, svm, 1, (cl_event *)&api.buffer));
	EXPECT(CL_INVALID_CONTEXT, UNMAP(Q, svm, 1, &api.foreign_event));
#undef UNMAP
	api_end();
}

static void migrate_refuses(void **state)
{
	const void *good[] = {svm, svm + 8}, *bad[] = {svm, &state}, *null[] = {NULL};
	const void *foreign[] = {clSVMAlloc(api.other, 0, 64, 0)};
	const size_t fits[] = {SIZE, SIZE - 8}, beyond[] = {SIZE, SIZE - 7};

	(void)state;
#define MIGRATE(q, count, list, sizes, flags, n, waits)                                            \
	clEnqueueSVMMigrateMem(q, count, list, sizes, flags, n, waits, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE, MIGRATE(NO_QUEUE, 1, good, NULL, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 0, good, NULL, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 1, NULL, NULL, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 1, good, NULL, 1 << 10, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 2, good, beyond, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 2, bad, NULL, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 1, null, NULL, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 1, foreign, NULL, 0, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MIGRATE(Q, 1, good, NULL, 0, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MIGRATE(Q, 1, good, NULL, 0, 0, &api.user));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST,
	       MIGRATE(Q, 1, good, NULL, 0, 1, (cl_event *)&api.buffer));
	EXPECT(CL_INVALID_CONTEXT, MIGRATE(Q, 1, good, NULL, 0, 1, &api.foreign_event));
	EXPECT(CL_SUCCESS, MIGRATE(Q, 2, good, fits, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL));
	EXPECT(CL_SUCCESS, MIGRATE(Q, 2, good, NULL, 0, 0, NULL));
#undef MIGRATE
	clSVMFree(api.other, (void *)foreign[0]);
	EXPECT(CL_SUCCESS, clFinish(Q)); /* later tests use this memory */
	api_end();
}

/* A blocking call that waits for a failed event returns that error and does nothing. */
static void failed_wait_lists(void **state)
{
	cl_event failed = clCreateUserEvent(api.context, NULL);
	cl_int gone = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	char host[8] = "keep it";

	(void)state;
	clSetUserEventStatus(failed, -7);
	EXPECT(gone, clEnqueueSVMMemcpy(api.loose, CL_TRUE, host, svm, 8, 1, &failed, NULL));
	EXPECT(gone, clEnqueueSVMMap(api.loose, CL_TRUE, CL_MAP_READ, svm, 8, 1, &failed, NULL));
	EXPECT_TRUE(!strcmp(host, "keep it"));
	clReleaseEvent(failed);
	api_end();
}

static void arguments_refuse(void **state)
{
	cl_kernel vadd = api_kernel("vadd"), mixed = api_kernel("mixed");
	cl_kernel producer = api_kernel("producer");
	char host[64] = {0};

	(void)state;
	EXPECT(CL_INVALID_KERNEL, clSetKernelArgSVMPointer((cl_kernel)Q, 0, svm));
	EXPECT(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(vadd, 4, svm));
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(vadd, 0, host));
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(vadd, 0, end));
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(vadd, 3, svm));     /* a scalar */
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(mixed, 1, svm));    /* __local */
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(producer, 1, svm)); /* a stream */
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(vadd, 0, svm));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(vadd, 0, end - 1));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(vadd, 0, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(mixed, 0, svm)); /* __constant */
	clReleaseKernel(vadd), clReleaseKernel(mixed), clReleaseKernel(producer);
	api_end();
}

static void exec_info_refuses(void **state)
{
	cl_kernel kernel = api_kernel("vadd");
	void *good[] = {svm, svm + 8, NULL}, *bad[] = {svm, &kernel};
	cl_bool yes = CL_TRUE;

	(void)state;
#define PTRS(k, size, value) clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, size, value)
	EXPECT(CL_INVALID_KERNEL, PTRS((cl_kernel)Q, sizeof(good), good));
	EXPECT(CL_INVALID_VALUE, PTRS(kernel, sizeof(good), NULL));
	EXPECT(CL_INVALID_VALUE, PTRS(kernel, 0, good));
	EXPECT(CL_INVALID_VALUE, PTRS(kernel, sizeof(void *) + 1, good));
	EXPECT(CL_INVALID_VALUE, PTRS(kernel, sizeof(bad), bad));
	EXPECT(CL_SUCCESS, PTRS(kernel, sizeof(good), good));
	EXPECT(CL_SUCCESS, PTRS(kernel, 0, NULL));
#undef PTRS
	/* Coarse-grained boards cannot share all host memory. */
	EXPECT(CL_INVALID_OPERATION,
	       clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(yes),
				   &yes));
	clReleaseKernel(kernel);
	api_end();
}

static cl_bool uses_svm(cl_mem mem)
{
	cl_bool uses = 12345;

	clGetMemObjectInfo(mem, CL_MEM_USES_SVM_POINTER, sizeof(uses), &uses, NULL);
	return uses;
}

static void buffers_of_svm(void **state)
{
	cl_buffer_region region = {128, 64};
	cl_mem_flags flags = 0;
	cl_mem whole, part, copy, sub;
	void *pointer = NULL;
	cl_int error;

	(void)state;
#define BUFFER(flags, size, pointer) clCreateBuffer(api.context, flags, size, pointer, &error)
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, BUFFER(CL_MEM_USE_HOST_PTR, SIZE + 1, svm));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, BUFFER(CL_MEM_COPY_HOST_PTR, SIZE + 1, svm));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, BUFFER(CL_MEM_USE_HOST_PTR, SIZE, svm + 8));
	whole = BUFFER(CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, SIZE, svm);
	part = BUFFER(CL_MEM_USE_HOST_PTR, SIZE - 128, svm + 128);
	copy = BUFFER(CL_MEM_COPY_HOST_PTR, SIZE, svm);
#undef BUFFER
	sub = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	EXPECT_TRUE(whole && part && copy && sub);
	EXPECT_TRUE(uses_svm(whole) == CL_TRUE && uses_svm(part) == CL_TRUE);
	EXPECT_TRUE(uses_svm(sub) == CL_TRUE);
	EXPECT_TRUE(uses_svm(copy) == CL_FALSE && uses_svm(api.buffer) == CL_FALSE);
	clGetMemObjectInfo(whole, CL_MEM_FLAGS, sizeof(flags), &flags, NULL);
	EXPECT_TRUE(flags == (CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY));
	clGetMemObjectInfo(part, CL_MEM_HOST_PTR, sizeof(pointer), &pointer, NULL);
	EXPECT_TRUE(pointer == svm + 128);
	clGetMemObjectInfo(sub, CL_MEM_HOST_PTR, sizeof(pointer), &pointer, NULL);
	EXPECT_TRUE(pointer == svm + 128);
	clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(pointer), &pointer, NULL);
	EXPECT_TRUE(!pointer);
	clReleaseMemObject(sub);
	clReleaseMemObject(copy);
	clReleaseMemObject(part);
	clReleaseMemObject(whole);
	api_end();
}

static cl_command_type type_of(cl_event event)
{
	cl_command_type type = 0;

	EXPECT(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	return type;
}

static void times(cl_event event)
{
	cl_ulong at[4] = {0};

	for (cl_uint i = 0; i < 4; i++)
		EXPECT(CL_SUCCESS, clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i,
							   sizeof(at[i]), &at[i], NULL));
	EXPECT_TRUE(at[0] && at[0] <= at[1] && at[1] <= at[2] && at[2] <= at[3]);
}

static void types_and_times(void **state)
{
	enum { COUNT = 10 };
	static const cl_command_type types[COUNT] = {
		CL_COMMAND_SVM_MEMCPY, CL_COMMAND_SVM_MEMCPY,      CL_COMMAND_SVM_MEMCPY,
		CL_COMMAND_SVM_MEMCPY, CL_COMMAND_SVM_MEMFILL,     CL_COMMAND_SVM_MAP,
		CL_COMMAND_SVM_UNMAP,  CL_COMMAND_SVM_MIGRATE_MEM, CL_COMMAND_SVM_UNMAP,
		CL_COMMAND_SVM_FREE};
	char host[64] = {0}, other[64], pattern[4] = {0};
	void *pointers[] = {clSVMAlloc(api.context, 0, 64, 0)};
	const void *ranges[] = {svm};
	cl_event events[COUNT];

	(void)state;
#define COPY(to, from, event) clEnqueueSVMMemcpy(Q, CL_FALSE, to, from, 64, 0, NULL, event)
	EXPECT(CL_SUCCESS, COPY(svm, svm + 64, &events[0]));
	EXPECT(CL_SUCCESS, COPY(svm, host, &events[1]));
	EXPECT(CL_SUCCESS, COPY(host, svm, &events[2]));
	EXPECT(CL_SUCCESS, COPY(other, host, &events[3]));
#undef COPY
	EXPECT(CL_SUCCESS, clEnqueueSVMMemFill(Q, svm, pattern, 4, 8, 0, NULL, &events[4]));
	EXPECT(CL_SUCCESS, clEnqueueSVMMap(Q, CL_FALSE, CL_MAP_WRITE, svm, 8, 0, NULL, &events[5]));
	EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(Q, svm, 0, NULL, &events[6]));
	EXPECT(CL_SUCCESS, clEnqueueSVMMigrateMem(Q, 1, ranges, NULL, 0, 0, NULL, &events[7]));
	EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(Q, svm, 0, NULL, &events[8])); /* not mapped */
	EXPECT(CL_SUCCESS, clEnqueueSVMFree(Q, 1, pointers, NULL, NULL, 0, NULL, &events[9]));
	EXPECT(CL_SUCCESS, clWaitForEvents(COUNT, events));
	for (int i = 0; i < COUNT; i++) {
		EXPECT_TRUE(type_of(events[i]) == types[i]);
		times(events[i]);
		clReleaseEvent(events[i]);
	}
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(alloc_refuses),    cmocka_unit_test(alloc_gives),
		cmocka_unit_test(free_ignores),     cmocka_unit_test(free_command_refuses),
		cmocka_unit_test(memcpy_refuses),   cmocka_unit_test(memfill_refuses),
		cmocka_unit_test(map_refuses),      cmocka_unit_test(unmap_refuses),
		cmocka_unit_test(migrate_refuses),  cmocka_unit_test(failed_wait_lists),
		cmocka_unit_test(arguments_refuse), cmocka_unit_test(exec_info_refuses),
		cmocka_unit_test(buffers_of_svm),   cmocka_unit_test(types_and_times),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
