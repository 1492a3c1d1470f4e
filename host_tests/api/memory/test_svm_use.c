/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_command_buffer.h"

#include <pthread.h>
#include <sched.h>

/* Uses shared virtual memory: host, kernels and buffers must see the right bytes. */

#define Q api.queue

enum { COUNT = 1000, BYTES = COUNT * sizeof(cl_int) };

static cl_int *alloc_ints(void)
{
	cl_int *ints = clSVMAlloc(api.context, 0, BYTES, 0);

	assert_non_null(ints);
	return ints;
}

static void fill_ints(cl_int *ints, cl_int first)
{
	EXPECT(CL_SUCCESS, clEnqueueSVMMap(Q, CL_TRUE, CL_MAP_WRITE, ints, BYTES, 0, NULL, NULL));
	for (cl_int i = 0; i < COUNT; i++)
		ints[i] = first + i;
	EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(Q, ints, 0, NULL, NULL));
}

/* All four combinations, both with whole allocations and with ranges that start inside one. */
static void copies(void **state)
{
	cl_int *svm[2] = {alloc_ints(), alloc_ints()}, host[2][COUNT];
	cl_int *from[] = {host[0], host[0], svm[0], svm[0]};
	cl_int *to[] = {host[1], svm[1], host[1], svm[1]};

	(void)state;
	for (cl_int i = 0; i < 4; i++)
		for (int at = 0; at < 20; at += 13) {
			for (cl_int k = 0; k < COUNT; k++)
				from[i][k] = 1000 * i + k, to[i][k] = -1;
			EXPECT(CL_SUCCESS,
			       clEnqueueSVMMemcpy(Q, CL_TRUE, to[i] + 2 * at, from[i] + at,
						  BYTES / 2, 0, NULL, NULL));
			EXPECT_TRUE(to[i][2 * at] == 1000 * i + at);
			EXPECT_TRUE(to[i][2 * at + COUNT / 2 - 1] == 1000 * i + at + COUNT / 2 - 1);
			EXPECT_TRUE(to[i][2 * at + COUNT / 2] == -1);
			EXPECT_TRUE(!at || to[i][2 * at - 1] == -1);
		}
	clSVMFree(api.context, svm[0]);
	clSVMFree(api.context, svm[1]);
	api_end();
}

/* Too large to be copied by the enqueueing thread; the next command has to wait for it. */
static void large_copy_on_the_host(void **state)
{
	enum { SIZE = 8 << 20 };
	char *from = malloc(SIZE), *to = calloc(1, SIZE),
	     *svm = clSVMAlloc(api.context, 0, SIZE, 0);
	cl_event user = clCreateUserEvent(api.context, NULL), copied;
	cl_int status = 12345;

	(void)state;
	assert_true(from && to && svm);
	memset(from, 0x37, SIZE);
	EXPECT(CL_SUCCESS, clEnqueueSVMMemcpy(Q, CL_FALSE, to, from, SIZE, 1, &user, &copied));
	EXPECT(CL_SUCCESS, clEnqueueSVMMemcpy(Q, CL_FALSE, svm, to, SIZE, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clGetEventInfo(copied, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					  &status, NULL));
	EXPECT_TRUE(status > CL_COMPLETE && !to[0]);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(!memcmp(svm, from, SIZE));
	clReleaseEvent(copied);
	clReleaseEvent(user);
	clSVMFree(api.context, svm);
	free(from);
	free(to);
	api_end();
}

static void fills(void **state)
{
	cl_int *svm = alloc_ints();
	cl_int pattern[32];

	(void)state;
	for (cl_int i = 0; i < 32; i++)
		pattern[i] = 7 + i;
	fill_ints(svm, 0);
	for (cl_int size = 1; size <= 32; size *= 2) {
		EXPECT(CL_SUCCESS,
		       clEnqueueSVMMemFill(Q, svm + 32, pattern, (size_t)size * sizeof(cl_int),
					   64 * sizeof(cl_int), 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(Q));
		for (cl_int i = 0; i < 64; i++)
			EXPECT_TRUE(svm[32 + i] == 7 + i % size);
		EXPECT_TRUE(svm[31] == 31 && svm[96] == 96);
	}
	clSVMFree(api.context, svm);
	api_end();
}

static void run_vadd(cl_kernel kernel, cl_int n)
{
	const size_t one = 1;

	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof(n), &n));
	EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(Q, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
}

/* Pointers to the start and into the middle, together with an ordinary buffer. */
static void arguments(void **state)
{
	cl_kernel kernel = api_kernel("vadd");
	cl_int *a = alloc_ints(), *c = alloc_ints(), numbers[COUNT];
	cl_mem b;

	(void)state;
	for (cl_int i = 0; i < COUNT; i++)
		numbers[i] = 10000 * i;
	b = api_buffer(CL_MEM_COPY_HOST_PTR, BYTES, numbers);
	fill_ints(a, 5);
	fill_ints(c, -COUNT);
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, a + 3));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(b), &b));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 2, c + 100));
	run_vadd(kernel, 800);
	EXPECT(CL_SUCCESS, clEnqueueSVMMap(Q, CL_TRUE, CL_MAP_READ, c, BYTES, 0, NULL, NULL));
	EXPECT_TRUE(c[99] == 99 - COUNT && c[900] == 900 - COUNT);
	for (cl_int i = 0; i < 800; i++)
		EXPECT_TRUE(c[100 + i] == 8 + i + 10000 * i);
	EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(Q, c, 0, NULL, NULL));
	/* The same argument set as a pointer after a buffer, and the reverse. */
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, c + 100));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof(b), &b));
	run_vadd(kernel, 800);
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, b, CL_TRUE, 0, BYTES, numbers, 0, NULL, NULL));
	EXPECT_TRUE(numbers[799] == 2 * (8 + 799) + 10000 * 799 && numbers[800] == 10000 * 800);
	clReleaseMemObject(b);
	clReleaseKernel(kernel);
	clFinish(Q);
	clSVMFree(api.context, a);
	clSVMFree(api.context, c);
	api_end();
}

static void null_argument(void **state)
{
	cl_kernel kernel = api_kernel("poke");
	cl_int value = 77, *svm = alloc_ints();
	const size_t one = 1;

	(void)state;
	fill_ints(svm, 1);
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, svm + 2));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, NULL));
	EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(Q, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(svm[2] == 3);
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, svm + 2));
	EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(Q, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(svm[1] == 2 && svm[2] == 77 && svm[3] == 4);
	clReleaseKernel(kernel);
	clSVMFree(api.context, svm);
	api_end();
}

/* Memory is freed while a kernel object refers to it, and while commands use it. */
static void freed_in_use(void **state)
{
	cl_kernel kernel = api_kernel("poke"), clone;
	cl_event user = clCreateUserEvent(api.context, NULL);
	cl_int value = 77, *svm = alloc_ints(), *next;
	const size_t one = 1;
	void *pointers[] = {svm};

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, svm));
	EXPECT(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS,
					       sizeof(pointers), pointers));
	clone = clCloneKernel(kernel, NULL);
	EXPECT(CL_SUCCESS,
	       clEnqueueNDRangeKernel(api.loose, clone, 1, NULL, &one, NULL, 1, &user, NULL));
	clSVMFree(api.context, svm);
	next = alloc_ints();
	EXPECT_TRUE(next != svm);
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, svm));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(api.loose));
	EXPECT_TRUE(svm[0] == 77);
	clReleaseKernel(clone);
	clReleaseKernel(kernel);
	clReleaseEvent(user);
	clSVMFree(api.context, next);
	api_end();
}

/*
 * A pointer argument that moves within its allocation and to another one, and is refused once
 * freed.
 */
static void arguments_that_move(void **state)
{
	cl_kernel kernel = api_kernel("poke");
	cl_int *svm = alloc_ints(), *other = alloc_ints();
	const size_t one = 1;

	(void)state;
	fill_ints(svm, 0);
	fill_ints(other, 0);
	for (cl_int i = 0; i < 20; i++) {
		cl_int value = 1000 + i;

		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
		EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, (i % 5 ? svm : other) + i));
		EXPECT(CL_SUCCESS,
		       clEnqueueNDRangeKernel(Q, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clFinish(Q));
	for (cl_int i = 0; i < 20; i++) {
		EXPECT_TRUE(svm[i] == (i % 5 ? 1000 + i : i));
		EXPECT_TRUE(other[i] == (i % 5 ? i : 1000 + i));
	}
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, svm));
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, &one));
	clSVMFree(api.context, svm);
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, svm + 1));
	clReleaseKernel(kernel);
	clSVMFree(api.context, other);
	api_end();
}

/* Every access to the buffer's bytes accesses the allocation, without any migration. */
static void buffer_over_svm(void **state)
{
	cl_int *svm = alloc_ints(), *mapped, host[COUNT], five = 5;
	cl_buffer_region region = {256, 512};
	cl_mem whole, sub, plain = api_buffer(0, BYTES, NULL);
	cl_kernel kernel = api_kernel("vadd");
	cl_int error;

	(void)state;
	fill_ints(svm, 0);
	whole = api_buffer(CL_MEM_USE_HOST_PTR, BYTES, svm);
	sub = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, sub, CL_TRUE, 4, 8, host, 0, NULL, NULL));
	EXPECT_TRUE(host[0] == 65 && host[1] == 66);
	host[0] = -65;
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(Q, sub, CL_TRUE, 4, 4, host, 0, NULL, NULL));
	EXPECT_TRUE(svm[65] == -65 && svm[66] == 66);
	EXPECT(CL_SUCCESS,
	       clEnqueueFillBuffer(Q, whole, &five, sizeof(five), 0, 16, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueCopyBuffer(Q, whole, plain, 0, 0, BYTES, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(Q, 1, &whole, 0, 0, NULL, NULL));
	mapped = clEnqueueMapBuffer(Q, whole, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 40, 400, 0, NULL,
				    NULL, &error);
	EXPECT_TRUE(mapped == svm + 10 && svm[3] == 5 && svm[4] == 4);
	mapped[0] = 1234;
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(Q, whole, mapped, 0, NULL, NULL));
	/* svm = plain + svm, through the buffer and through the pointer */
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(plain), &plain));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(whole), &whole));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 2, svm));
	run_vadd(kernel, COUNT);
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, whole, CL_TRUE, 0, BYTES, host, 0, NULL, NULL));
	EXPECT_TRUE(host[0] == 10 && host[10] == 1244 && host[65] == -130 && host[999] == 1998);
	EXPECT_TRUE(!memcmp(host, svm, BYTES));
	clReleaseKernel(kernel);
	clReleaseMemObject(sub);
	clReleaseMemObject(whole);
	clReleaseMemObject(plain);
	clSVMFree(api.context, svm);
	api_end();
}

/* Both boards see the same memory, whichever wrote it last. */
static void two_devices(void **state)
{
	cl_queue_properties none[] = {0};
	cl_command_queue other = clCreateCommandQueueWithProperties(api.context, api.devices[1],
								    none, NULL);
	cl_program program = api_program(api.context, api.devices[1], 9);
	cl_kernel kernels[] = {api_kernel("vadd"), clCreateKernel(program, "vadd", NULL)};
	cl_command_queue queues[] = {Q, other};
	cl_int *svm = alloc_ints(), n = COUNT;
	const size_t one = 1;

	(void)state;
	fill_ints(svm, 0);
	EXPECT(CL_SUCCESS, clFinish(Q));
	for (int round = 0; round < 6; round++) {
		cl_kernel kernel = kernels[round % 2];

		for (cl_uint i = 0; i < 3; i++)
			EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, i, svm));
		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof(n), &n));
		EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(queues[round % 2], kernel, 1, NULL, &one,
							  &one, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(queues[round % 2]));
	}
	EXPECT(CL_SUCCESS, clEnqueueSVMMap(other, CL_TRUE, CL_MAP_READ, svm, 4, 0, NULL, NULL));
	EXPECT_TRUE(svm[1] == 64 && svm[999] == 64 * 999);
	EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(other, svm, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(other));
	clReleaseKernel(kernels[0]), clReleaseKernel(kernels[1]);
	clReleaseProgram(program);
	clReleaseCommandQueue(other);
	clSVMFree(api.context, svm);
	api_end();
}

/* A kernel of another image requires reprogramming; shared memory keeps its contents. */
static void kept_across_images(void **state)
{
	cl_program program = api_program(api.context, api.devices[0], 7);
	cl_kernel kernels[] = {api_kernel("vadd"), clCreateKernel(program, "vadd", NULL)};
	cl_int *svm = alloc_ints();

	(void)state;
	fill_ints(svm, 0);
	for (int round = 0; round < 4; round++) {
		for (cl_uint i = 0; i < 3; i++)
			EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernels[round % 2], i, svm));
		run_vadd(kernels[round % 2], COUNT);
	}
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(svm[1] == 16 && svm[999] == 16 * 999);
	clReleaseKernel(kernels[0]), clReleaseKernel(kernels[1]);
	clReleaseProgram(program);
	clSVMFree(api.context, svm);
	api_end();
}

struct freed {
	cl_command_queue queue;
	cl_uint count;
	void *pointers[3];
	_Atomic int calls;
};

static void CL_CALLBACK on_free(cl_command_queue queue, cl_uint count, void *pointers[], void *data)
{
	struct freed *freed = data;

	freed->queue = queue;
	freed->count = count;
	for (cl_uint i = 0; i < count && i < 3; i++) {
		freed->pointers[i] = pointers[i];
		clSVMFree(api.context, pointers[i]);
	}
	freed->calls++;
}

/*
 * The command owns a copy of the list from the call on; its event ends when the memory has been
 * freed.
 */
static void free_with_callback(void **state)
{
	void *pointers[] = {alloc_ints(), alloc_ints()}, *given[] = {pointers[0], pointers[1]};
	cl_event user = clCreateUserEvent(api.context, NULL), event;
	struct freed freed = {0};

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueSVMFree(Q, 2, given, on_free, &freed, 1, &user, &event));
	memset(given, 0, sizeof(given));
	EXPECT_TRUE(!freed.calls);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	EXPECT_TRUE(freed.calls == 1 && freed.queue == Q && freed.count == 2);
	EXPECT_TRUE(freed.pointers[0] == pointers[0] && freed.pointers[1] == pointers[1]);
	EXPECT(CL_INVALID_VALUE, clEnqueueSVMUnmap(Q, pointers[0], 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueSVMFree(Q, 0, NULL, on_free, &freed, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(freed.calls == 2 && freed.count == 0);
	clReleaseEvent(event);
	clReleaseEvent(user);
	api_end();
}

/*
 * Memory is freed when it is the command's turn, not before; and not at all if a dependency fails.
 */
static void free_without_callback(void **state)
{
	void *pointers[] = {alloc_ints(), NULL, alloc_ints()};
	cl_event user = clCreateUserEvent(api.context, NULL), failed, event;

	(void)state;
	failed = clCreateUserEvent(api.context, NULL);
	EXPECT(CL_SUCCESS,
	       clEnqueueSVMFree(api.loose, 3, pointers, NULL, NULL, 1, &failed, &event));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(failed, -1));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
	clReleaseEvent(event);
	EXPECT(CL_SUCCESS, clEnqueueSVMFree(Q, 3, pointers, NULL, NULL, 1, &user, NULL));
	EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(api.loose, pointers[0], 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT(CL_INVALID_VALUE, clEnqueueSVMUnmap(Q, pointers[0], 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, clEnqueueSVMUnmap(Q, pointers[2], 0, NULL, NULL));
	clReleaseEvent(user);
	clReleaseEvent(failed);
	api_end();
}

static void recorded(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(Q,
							  CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_int *svm = alloc_ints(), host[2] = {0}, in[1] = {0}, one = 1, far = BYTES;

	(void)state;
#define COPY(to, from)                                                                             \
	cb.svm_copy(buffer, NULL, NULL, to, from, sizeof(cl_int), 0, NULL, NULL, NULL)
#define FILL(to, size) cb.svm_fill(buffer, NULL, NULL, to, &one, 4, size, 0, NULL, NULL, NULL)
	EXPECT(CL_INVALID_VALUE, COPY(NULL, svm));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(svm, svm));
	EXPECT(CL_INVALID_VALUE, FILL(svm, 6));
	EXPECT(CL_INVALID_VALUE, FILL(svm + 1, (size_t)far));
	EXPECT(CL_SUCCESS, FILL(svm, 8));
	EXPECT(CL_SUCCESS, COPY(svm + 2, in));      /* host to SVM */
	EXPECT(CL_SUCCESS, COPY(svm + 1, svm + 2)); /* SVM to SVM */
	EXPECT(CL_SUCCESS, COPY(&host[0], svm));    /* SVM to host */
	EXPECT(CL_SUCCESS, COPY(&host[1], in));     /* host to host */
#undef COPY
#undef FILL
	/* The prototype in 0.9.4 had the destination in place of the properties. */
	svm[3] = 0;
	EXPECT(CL_INVALID_VALUE, cb.svm_copy(buffer, NULL, (cl_properties *)&svm[3], svm, svm + 4,
					     4, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	/* The recording keeps memory that it uses alive. */
	clSVMFree(api.context, svm);
	for (cl_int round = 1; round <= 3; round++) {
		in[0] = 100 * round;
		memset(svm, 0, 16);
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(Q));
		EXPECT_TRUE(svm[0] == 1 && svm[1] == 100 * round && svm[2] == 100 * round);
		EXPECT_TRUE(host[0] == 1 && host[1] == 100 * round);
	}
	EXPECT(CL_SUCCESS, cb.release(buffer));
	api_end();
}

static void *churn(void *data)
{
	cl_command_queue queue = data;
	cl_kernel kernel = clCreateKernel(api.program, "poke", NULL);
	const size_t one = 1;
	uintptr_t wrong = 0;

	for (cl_int i = 0; i < 200; i++) {
		cl_int *svm = clSVMAlloc(api.context, 0, 64, 0), value = i, back = -1;
		void *pointers[] = {svm};

		wrong += clSetKernelArgSVMPointer(kernel, 0, svm + 3) ||
			 clSetKernelArg(kernel, 1, sizeof(value), &value) ||
			 clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL,
						NULL) ||
			 clEnqueueSVMMemcpy(queue, CL_TRUE, &back, svm + 3, 4, 0, NULL, NULL);
		wrong += back != i;
		if (i % 2)
			clSVMFree(api.context, svm);
		else
			wrong += clEnqueueSVMFree(queue, 1, pointers, NULL, NULL, 0, NULL, NULL) !=
				 0;
	}
	wrong += clFinish(queue) != 0;
	clReleaseKernel(kernel);
	return (void *)wrong;
}

/* Many threads look up, allocate and release concurrently. */
static void from_many_threads(void **state)
{
	enum { THREADS = 8 };
	cl_command_queue queues[THREADS];
	pthread_t threads[THREADS];
	cl_queue_properties none[] = {0};
	void *wrong;

	(void)state;
	for (int i = 0; i < THREADS; i++) {
		queues[i] = clCreateCommandQueueWithProperties(api.context, api.devices[0], none,
							       NULL);
		assert_int_equal(pthread_create(&threads[i], NULL, churn, queues[i]), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &wrong);
		assert_null(wrong);
		clReleaseCommandQueue(queues[i]);
	}
	api_end();
}

/* Any address inside an allocation finds it, in whatever order allocations are made and freed. */
static void very_many(void **state)
{
	enum { MANY = 100000 };
	char **all = calloc(MANY, sizeof(char *));
	cl_kernel kernel = api_kernel("poke");

	(void)state;
	assert_non_null(all);
	for (int i = 0; i < MANY; i++) {
		all[i] = clSVMAlloc(api.context, 0, 24, 0);
		assert_non_null(all[i]);
	}
	for (int i = 0; i < MANY; i += 7)
		EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, all[i] + 23));
	for (int i = 0; i < MANY; i += 2)
		clSVMFree(api.context, all[i]);
	for (int i = 1; i < MANY; i += 1001)
		EXPECT(i % 2 ? CL_SUCCESS : CL_INVALID_ARG_VALUE,
		       clSetKernelArgSVMPointer(kernel, 0, all[i]));
	for (int i = MANY - 1; i > 0; i -= 2)
		clSVMFree(api.context, all[i]);
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, all[1]));
	clReleaseKernel(kernel);
	free(all);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies),
		cmocka_unit_test(large_copy_on_the_host),
		cmocka_unit_test(fills),
		cmocka_unit_test(arguments),
		cmocka_unit_test(null_argument),
		cmocka_unit_test(arguments_that_move),
		cmocka_unit_test(freed_in_use),
		cmocka_unit_test(buffer_over_svm),
		cmocka_unit_test(two_devices),
		cmocka_unit_test(kept_across_images),
		cmocka_unit_test(free_with_callback),
		cmocka_unit_test(free_without_callback),
		cmocka_unit_test(recorded),
		cmocka_unit_test(from_many_threads),
		cmocka_unit_test(very_many),
	};

	return cmocka_run_group_tests(tests, api_command_buffer_setup, api_teardown);
}
