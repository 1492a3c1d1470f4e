/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "host_tests/api/api_image.h"

/*
 * Kernels hold no references to their arguments; commands do. A counting destructor callback shows
 * when an object is freed.
 */
static void CL_CALLBACK count_destroyed(cl_mem mem, void *data)
{
	(void)mem;
	atomic_fetch_add((atomic_int *)data, 1);
}

static cl_mem counted(atomic_int *destroyed)
{
	cl_mem mem = api_buffer(CL_MEM_READ_WRITE, 64, NULL);

	EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(mem, count_destroyed, destroyed));
	return mem;
}

static void set_mem(cl_kernel kernel, cl_uint index, cl_mem mem)
{
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof(mem), &mem));
}

static void set_int(cl_kernel kernel, cl_uint index, cl_int value)
{
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof(value), &value));
}

static cl_kernel poke_of(cl_mem mem, cl_int value)
{
	cl_kernel poke = api_kernel("poke");

	set_mem(poke, 0, mem);
	set_int(poke, 1, value);
	return poke;
}

static cl_int launch(cl_kernel kernel)
{
	return clEnqueueTask(api.queue, kernel, 0, NULL, NULL);
}

static void run(cl_kernel kernel)
{
	EXPECT(CL_SUCCESS, launch(kernel));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
}

/* Detects a reference taken by clSetKernelArg, and one kept by state cached from a launch. */
static void setting_does_not_retain(void **state)
{
	(void)state;
	for (int launches = 0; launches < 3; launches++) {
		atomic_int destroyed = 0;
		cl_mem mem = counted(&destroyed);
		cl_kernel kernel = poke_of(mem, 1);
		cl_uint count = 0;

		for (int i = 0; i < launches; i++)
			run(kernel);
		clGetMemObjectInfo(mem, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, NULL);
		EXPECT_TRUE(count == 1 && destroyed == 0);
		EXPECT(CL_SUCCESS, clReleaseMemObject(mem));
		EXPECT_TRUE(destroyed == 1);
		EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	}
	api_end();
}

/* Every kernel that refers to the object must forget it, even one that has it in two arguments. */
static void every_kernel_releases_it(void **state)
{
	atomic_int destroyed = 0;
	cl_mem mem = counted(&destroyed);
	cl_kernel kernels[3] = {poke_of(mem, 1), api_kernel("vadd"), NULL};

	(void)state;
	for (cl_uint i = 0; i < 3; i++)
		set_mem(kernels[1], i, mem);
	set_int(kernels[1], 3, 0);
	kernels[2] = clCloneKernel(kernels[0], NULL);
	run(kernels[0]);
	run(kernels[2]);
	EXPECT(CL_SUCCESS, clReleaseMemObject(mem));
	EXPECT_TRUE(destroyed == 1);
	for (int i = 0; i < 3; i++) {
		EXPECT(CL_INVALID_KERNEL_ARGS, launch(kernels[i]));
		EXPECT(CL_SUCCESS, clReleaseKernel(kernels[i]));
	}
	api_end();
}

/* The values cached from the last launch still refer to the old object when the new one is set. */
static void replaced_argument_is_released(void **state)
{
	atomic_int destroyed = 0;
	cl_mem old = counted(&destroyed);
	cl_kernel kernel = poke_of(old, 1);

	(void)state;
	run(kernel);
	set_mem(kernel, 0, api.buffer);
	EXPECT(CL_SUCCESS, clReleaseMemObject(old));
	EXPECT_TRUE(destroyed == 1);
	run(kernel);
	old = counted(&destroyed);
	set_mem(kernel, 0, old);
	run(kernel);
	set_mem(kernel, 0, NULL);
	run(kernel);
	EXPECT(CL_SUCCESS, clReleaseMemObject(old));
	EXPECT_TRUE(destroyed == 2);
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	api_end();
}

/* A refused launch must not keep references of an earlier one. */
static void refused_launch_keeps_nothing(void **state)
{
	atomic_int destroyed = 0;
	cl_mem first = counted(&destroyed), second = counted(&destroyed);
	cl_mem result = api_buffer(0, 64, NULL); /* in another bank than the inputs */
	cl_kernel vadd = api_kernel("vadd");

	(void)state;
	for (cl_uint i = 0; i < 3; i++)
		set_mem(vadd, i, i == 2 ? result : i ? api.buffer : first);
	set_int(vadd, 3, 0);
	run(vadd);
	set_mem(vadd, 0, api.buffer);
	set_mem(vadd, 1, second);
	EXPECT(CL_SUCCESS, clReleaseMemObject(second));
	EXPECT_TRUE(destroyed == 1);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(vadd));
	EXPECT(CL_SUCCESS, clReleaseMemObject(first));
	EXPECT_TRUE(destroyed == 2);
	EXPECT(CL_SUCCESS, clReleaseMemObject(result));
	EXPECT(CL_SUCCESS, clReleaseKernel(vadd));
	api_end();
}

/* An enqueued command holds its objects only until it has ended. */
static void commands_keep_their_arguments(void **state)
{
	cl_event gate = clCreateUserEvent(api.context, NULL);
	atomic_int destroyed = 0;
	cl_mem mem = counted(&destroyed);
	cl_kernel kernel = poke_of(mem, 41);
	cl_int found = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 1, &gate, NULL));
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 0, NULL, NULL));
	set_int(kernel, 1, 42);
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, mem, CL_FALSE, 0, sizeof(found), &found,
					       0, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseMemObject(mem));
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(kernel));
	EXPECT_TRUE(destroyed == 0);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	EXPECT_TRUE(destroyed == 1);
	if (api_computes())
		EXPECT_TRUE(found == 42);
	EXPECT(CL_SUCCESS, clReleaseEvent(gate));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	api_end();
}

/*
 * Launches that alternate between buffers share cached values. Detects a value that belongs to
 * another launch, and a reference released twice or never.
 */
static void buffers_take_turns(void **state)
{
	atomic_int destroyed = 0;
	cl_mem mems[2] = {counted(&destroyed), counted(&destroyed)};
	cl_kernel kernel = poke_of(mems[0], -1);
	cl_int found[2] = {0, 0};

	(void)state;
	for (int i = 0; i < 40; i++) {
		set_mem(kernel, 0, mems[i & 1]);
		set_int(kernel, 1, i);
		EXPECT(CL_SUCCESS, launch(kernel));
	}
	for (int i = 0; i < 2; i++)
		EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, mems[i], CL_TRUE, 0,
						       sizeof(found[i]), &found[i], 0, NULL, NULL));
	if (api_computes())
		EXPECT_TRUE(found[0] == 38 && found[1] == 39);
	set_mem(kernel, 0, mems[0]);
	run(kernel);
	EXPECT(CL_SUCCESS, clReleaseMemObject(mems[1]));
	EXPECT_TRUE(destroyed == 1);
	run(kernel);
	EXPECT(CL_SUCCESS, clReleaseMemObject(mems[0]));
	EXPECT_TRUE(destroyed == 2);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(kernel));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	api_end();
}

/*
 * A new object at the released one's address has the same handle as the one that the kernel was set
 * to. Detects a comparison of handles that should compare generations.
 */
static void reused_memory_is_another_object(void **state)
{
	cl_mem old = api_buffer(CL_MEM_READ_WRITE, 64, NULL), fresh;
	cl_kernel launched = poke_of(old, 1), unused = poke_of(old, 1), clone;

	(void)state;
	run(launched);
	EXPECT(CL_SUCCESS, clReleaseMemObject(old));
	fresh = api_buffer(CL_MEM_READ_WRITE, 64, NULL);
	EXPECT_TRUE(fresh == old);
	clone = clCloneKernel(launched, NULL);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(launched));
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(unused));
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(clone));
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(launched));
	set_mem(launched, 0, fresh);
	set_mem(clone, 0, fresh);
	run(launched);
	run(clone);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(unused));
	EXPECT(CL_SUCCESS, clReleaseKernel(launched));
	EXPECT(CL_SUCCESS, clReleaseKernel(unused));
	EXPECT(CL_SUCCESS, clReleaseKernel(clone));
	EXPECT(CL_SUCCESS, clReleaseMemObject(fresh));
	api_end();
}

static void sub_buffers_too(void **state)
{
	cl_buffer_region region = {0, 64};
	atomic_int views = 0, parents = 0;
	cl_mem parent = counted(&parents);
	cl_mem view = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	cl_kernel kernel = poke_of(view, 1);

	(void)state;
	EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(view, count_destroyed, &views));
	run(kernel);
	EXPECT(CL_SUCCESS, clReleaseMemObject(parent));
	EXPECT_TRUE(parents == 0);
	run(kernel);
	EXPECT(CL_SUCCESS, clReleaseMemObject(view));
	EXPECT_TRUE(views == 1 && parents == 1);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(kernel));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	api_end();
}

static void svm_pointers_too(void **state)
{
	cl_kernel kernel = api_kernel("poke"), clone;
	cl_int *svm = clSVMAlloc(api.context, CL_MEM_READ_WRITE, 4096, 0);

	(void)state;
	if (!svm && !api_computes()) /* emulated boards support it */
		skip();
	assert_non_null(svm);
	set_int(kernel, 1, 3);
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, svm + 1));
	clone = clCloneKernel(kernel, NULL);
	run(kernel);
	clSVMFree(api.context, svm);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(kernel));
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(clone));
	svm = clSVMAlloc(api.context, CL_MEM_READ_WRITE, 4096, 0);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(kernel));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, svm));
	run(kernel);
	EXPECT(CL_SUCCESS, clReleaseKernel(clone));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	clSVMFree(api.context, svm);
	api_end();
}

/* The kernel is freed first; freeing the object must not access it. */
static void kernel_goes_first(void **state)
{
	atomic_int destroyed = 0;
	cl_mem mem = counted(&destroyed);

	(void)state;
	for (int i = 0; i < 3; i++) {
		cl_kernel kernel = poke_of(mem, 1);

		run(kernel);
		EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	}
	EXPECT(CL_SUCCESS, clReleaseMemObject(mem));
	EXPECT_TRUE(destroyed == 1);
	api_end();
}

static char reason[1000];

static void CL_CALLBACK record_report(const char *text, const void *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	snprintf(reason, sizeof(reason), "%s", text);
	atomic_store((atomic_int *)data, 1);
}

/* The context's callback names the kernel and the argument. */
static void says_which(void **state)
{
	atomic_int heard = 0;
	cl_context context = clCreateContext(NULL, 1, api.devices, record_report, &heard, NULL);
	cl_command_queue queue = clCreateCommandQueueWithProperties(context, api.devices[0], NULL,
								    NULL);
	cl_program program = api_program(context, api.devices[0], 1);
	cl_kernel kernel = clCreateKernel(program, "poke", NULL);
	cl_mem mem = clCreateBuffer(context, 0, 64, NULL, NULL);

	(void)state;
	set_mem(kernel, 0, mem);
	set_int(kernel, 1, 1);
	EXPECT(CL_SUCCESS, clReleaseMemObject(mem));
	EXPECT(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue, kernel, 0, NULL, NULL));
	while (!atomic_load(&heard))
		sched_yield();
	EXPECT_TRUE(strstr(reason, "poke") && strstr(reason, "'out'"));
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	api_end();
}

enum { THREADS = 4, ROUNDS = 300 };

struct shared {
	cl_kernel kernel;
	atomic_int destroyed, stop;
};

/* Several threads may launch the same kernel while its buffer is released. */
static void *launch_shared(void *data)
{
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.context, api.devices[0],
								    NULL, NULL);
	struct shared *shared = data;
	intptr_t wrong = 0;

	while (!atomic_load(&shared->stop)) {
		cl_int error = clEnqueueTask(queue, shared->kernel, 0, NULL, NULL);

		wrong += error && error != CL_INVALID_KERNEL_ARGS;
		wrong += clFinish(queue) != CL_SUCCESS;
	}
	clReleaseCommandQueue(queue);
	return (void *)wrong;
}

static void release_while_launching(void **state)
{
	struct shared shared = {0};
	pthread_t threads[THREADS];
	int created = 0;

	(void)state;
	for (int round = 0; round < ROUNDS / 30; round++) {
		cl_mem mem = counted(&shared.destroyed);

		created++;
		shared.kernel = poke_of(mem, round);
		shared.stop = 0;
		for (int i = 0; i < THREADS; i++)
			pthread_create(&threads[i], NULL, launch_shared, &shared);
		for (int i = 0; i < round; i++)
			sched_yield();
		EXPECT(CL_SUCCESS, clReleaseMemObject(mem));
		shared.stop = 1;
		for (int i = 0; i < THREADS; i++) {
			void *wrong;

			pthread_join(threads[i], &wrong);
			EXPECT_TRUE(!wrong);
		}
		EXPECT(CL_SUCCESS, clReleaseKernel(shared.kernel));
	}
	while (atomic_load(&shared.destroyed) < created)
		sched_yield();
	api_end();
}

/* Kernels of several threads alternate between one buffer and others that are created and freed. */
static void *exchange(void *data)
{
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.context, api.devices[0],
								    NULL, NULL);
	cl_kernel kernel = poke_of(api.buffer, 1);
	atomic_int *destroyed = data;

	for (int i = 0; i < ROUNDS; i++) {
		cl_mem mine = counted(destroyed);

		set_mem(kernel, 0, mine);
		EXPECT(CL_SUCCESS, clEnqueueTask(queue, kernel, 0, NULL, NULL));
		if (i % 3 == 0)
			set_mem(kernel, 0, api.buffer);
		EXPECT(CL_SUCCESS, clReleaseMemObject(mine));
		if (i % 3 == 0)
			EXPECT(CL_SUCCESS, clEnqueueTask(queue, kernel, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clFinish(queue));
	clReleaseKernel(kernel);
	clReleaseCommandQueue(queue);
	return NULL;
}

static void exchange_from_threads(void **state)
{
	atomic_int destroyed = 0;
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, exchange, &destroyed);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	while (atomic_load(&destroyed) < THREADS * ROUNDS)
		sched_yield();
	api_end();
}

/* Everything else that OpenCL allows in a destructor callback. */
struct calls {
	cl_event go;           /* a user event that a command waits for */
	cl_mem next;           /* its last reference is released in the callback */
	atomic_int *destroyed; /* counts objects created in the callback, and `next` */
	int byte;              /* destination of a read command */
	atomic_int done;
};

static void CL_CALLBACK call_back(cl_mem mem, void *data)
{
	struct calls *calls = data;
	cl_mem fresh = counted(calls->destroyed);
	cl_kernel poke = poke_of(fresh, 7);
	cl_uint count = 0;

	(void)mem;
	EXPECT(CL_SUCCESS, launch(poke));
	EXPECT(CL_SUCCESS, clEnqueueTask(api.loose, poke, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.loose, api.buffer, CL_FALSE, 0, 1, &calls->byte,
					       0, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseKernel(poke));
	EXPECT(CL_SUCCESS, clReleaseMemObject(fresh));
	EXPECT(CL_SUCCESS,
	       clGetMemObjectInfo(api.buffer, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, NULL));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(calls->go, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clReleaseMemObject(calls->next));
	EXPECT(CL_SUCCESS, clFlush(api.queue));
	EXPECT(CL_SUCCESS, clFlush(api.loose));
	atomic_store(&calls->done, 1);
}

enum last_use { RELEASED, WRITTEN, COPIED, LAUNCHED, FAILED, LAST_USES };

/* The last user of the buffer, which waits for `gate`. */
static void use(enum last_use last_use, cl_mem mem, cl_event gate)
{
	static const char bytes[64];
	cl_kernel poke;

	switch (last_use) {
	case RELEASED:
		break;
	case WRITTEN:
	case FAILED:
		EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(api.loose, mem, CL_FALSE, 0, 64, bytes, 1,
							&gate, NULL));
		break;
	case COPIED:
		EXPECT(CL_SUCCESS,
		       clEnqueueCopyBuffer(api.loose, api.buffer, mem, 0, 0, 64, 1, &gate, NULL));
		break;
	default:
		poke = poke_of(mem, 3);
		EXPECT(CL_SUCCESS, clEnqueueTask(api.loose, poke, 1, &gate, NULL));
		EXPECT(CL_SUCCESS, clReleaseKernel(poke));
	}
	EXPECT(CL_SUCCESS, clReleaseMemObject(mem));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, last_use == FAILED ? -1 : CL_COMPLETE));
}

/* Wherever the callback runs, no lock is held that these calls need. */
static void a_destructor_calls_back(void **state)
{
	(void)state;
	for (enum last_use last_use = RELEASED; last_use < LAST_USES; last_use++) {
		cl_int error;
		cl_event gate = clCreateUserEvent(api.context, &error), behind;
		atomic_int destroyed = 0;
		struct calls calls = {.go = clCreateUserEvent(api.context, &error),
				      .next = counted(&destroyed),
				      .destroyed = &destroyed};
		cl_mem mem = api_buffer(CL_MEM_READ_WRITE, 64, NULL);

		EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(mem, call_back, &calls));
		EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(api.queue, 1, &calls.go, &behind));
		use(last_use, mem, gate);
		/* If a call hangs, ctest's timeout ends the test. */
		while (!atomic_load(&calls.done) || atomic_load(&destroyed) < 2)
			sched_yield();
		EXPECT(CL_SUCCESS, clWaitForEvents(1, &behind));
		EXPECT(CL_SUCCESS, clFinish(api.queue));
		/* One of the commands has failed; later tests must not see that. */
		if (last_use == FAILED)
			clFinish(api.loose);
		EXPECT(CL_SUCCESS, clFinish(api.loose));
		EXPECT_TRUE(atomic_load(&destroyed) == 2);
		EXPECT(CL_SUCCESS, clReleaseEvent(behind));
		EXPECT(CL_SUCCESS, clReleaseEvent(calls.go));
		EXPECT(CL_SUCCESS, clReleaseEvent(gate));
	}
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(setting_does_not_retain),
		cmocka_unit_test(every_kernel_releases_it),
		cmocka_unit_test(replaced_argument_is_released),
		cmocka_unit_test(refused_launch_keeps_nothing),
		cmocka_unit_test(commands_keep_their_arguments),
		cmocka_unit_test(buffers_take_turns),
		cmocka_unit_test(reused_memory_is_another_object),
		cmocka_unit_test(sub_buffers_too),
		cmocka_unit_test(svm_pointers_too),
		cmocka_unit_test(kernel_goes_first),
		cmocka_unit_test(says_which),
		cmocka_unit_test(a_destructor_calls_back),
		cmocka_unit_test(release_while_launching),
		cmocka_unit_test(exchange_from_threads),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
