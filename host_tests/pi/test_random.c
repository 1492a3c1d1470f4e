/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "host_tests/pi/pi_test.h"

/*
 * Random calls from several threads, with handles that are live, released, of another type, or
 * NULL. None crashes, each result is one that PI defines, and the objects work afterwards. The
 * calls of a thread depend only on its seed: pi_random SEED repeats them.
 */

#define T pi.table

enum { THREADS = 3, CALLS = 20000, HANDLES = 16 };

struct caller {
	unsigned seed;
	pi_kernel kernel;       /* its own: OpenCL allows one thread at a time to set arguments */
	void *handles[HANDLES]; /* of any type; released ones stay */
	int wrong;              /* results that PI does not define */
	size_t sizes[8];
	char bytes[4096];
	pi_uint32 number;
	void *pointer;
	pi_ext_command_buffer buffer; /* the last one made; it may be released */
	pi_ext_sync_point point;
};

static unsigned next(struct caller *caller)
{
	caller->seed = caller->seed * 1664525u + 1013904223u;
	return caller->seed >> 8;
}

static unsigned below(struct caller *caller, unsigned limit)
{
	return next(caller) % limit;
}

/* Returns the right object in most cases, otherwise any handle. */
static void *pick(struct caller *caller, void *right)
{
	return below(caller, 4) ? right : caller->handles[below(caller, HANDLES)];
}

static size_t size_of(struct caller *caller)
{
	static const size_t sizes[] = {0, 1, 3, 4, 8, 64, 1024, 4096};

	return sizes[below(caller, 8)];
}

/* Releases the object, if there is one. The handle stays, so later calls get a released one. */
static void release(void *handle)
{
	T->piMemRelease(handle);
	T->piKernelRelease(handle);
	T->piQueueRelease(handle);
	T->piContextRelease(handle);
	T->piEventRelease(handle);
	if (T->piextCommandBufferRelease)
		T->piextCommandBufferRelease(handle);
}

/* Returns a place for the event that a call makes. */
static pi_event *event_place(struct caller *caller)
{
	void **place = &caller->handles[8 + below(caller, 8)];

	if (below(caller, 2))
		return NULL;
	release(*place);
	return (pi_event *)place;
}

#define C pick(c, pi.context)
#define Q pick(c, below(c, 2) ? pi.queue : pi.loose)
#define M pick(c, pi.buffer)
#define P pick(c, pi.program)
#define K pick(c, c->kernel)
#define D pick(c, pi.devices[0])
#define E pick(c, c->handles[8])
#define ANY c->handles[below(c, HANDLES)]
#define SIZE size_of(c)
#define WAITS below(c, 3), (pi_event *)&c->handles[8]
#define EVENT event_place(c)
#define ANSWER SIZE, c->bytes, c->sizes

static pi_result query(struct caller *c)
{
	switch (below(c, 9)) {
	case 0:
		return T->piPlatformGetInfo(pick(c, pi.platform), 0x900 + below(c, 6), ANSWER);
	case 1:
		return T->piDeviceGetInfo(
			D, below(c, 2) ? 0x1000 + below(c, 0x70) : 0x10020 + below(c, 0x100),
			ANSWER);
	case 2:
		return T->piContextGetInfo(C, 0x1080 + below(c, 6), ANSWER);
	case 3:
		return T->piQueueGetInfo(
			Q, below(c, 4) ? 0x1090 + below(c, 6) : PI_QUEUE_INFO_EMPTY, ANSWER);
	case 4:
		return T->piMemGetInfo(M, 0x1100 + below(c, 12), ANSWER);
	case 5:
		return T->piProgramGetInfo(P, 0x1160 + below(c, 6), ANSWER);
	case 6:
		return T->piKernelGetInfo(K, 0x1190 + below(c, 6), ANSWER);
	case 7:
		return T->piEventGetInfo(E, 0x11d0 + below(c, 5), ANSWER);
	default:
		return T->piKernelGetGroupInfo(K, D, 0x11b0 + below(c, 6), ANSWER);
	}
}

static pi_result enqueue(struct caller *c)
{
	static const size_t ones[3] = {1, 1, 1};

	switch (below(c, 8)) {
	case 0:
		return T->piEnqueueMemBufferRead(Q, M, below(c, 2), SIZE, SIZE, c->bytes, WAITS,
						 EVENT);
	case 1:
		return T->piEnqueueMemBufferWrite(Q, M, below(c, 2), SIZE, SIZE, c->bytes, WAITS,
						  EVENT);
	case 2:
		return T->piEnqueueMemBufferCopy(Q, M, M, SIZE, SIZE, SIZE, WAITS, EVENT);
	case 3:
		return T->piEnqueueMemBufferFill(Q, M, c->bytes, SIZE, SIZE, SIZE, WAITS, EVENT);
	case 4:
		return T->piEnqueueEventsWait(Q, WAITS, EVENT);
	case 5:
		return T->piEnqueueEventsWaitWithBarrier(Q, WAITS, EVENT);
	case 6:
		return T->piEnqueueKernelLaunch(Q, K, below(c, 5), NULL, ones, ones, WAITS, EVENT);
	default:
		return T->piEventsWait(below(c, 2), (pi_event *)&c->handles[8]);
	}
}

/* Makes an object and releases the one that it replaces, to limit their number. */
static pi_result make(struct caller *c)
{
	void **place = &c->handles[below(c, 8)];

	release(*place);
	switch (below(c, 6)) {
	case 0:
		return T->piMemBufferCreate(C, below(c, 64), SIZE, NULL, (pi_mem *)place, NULL);
	case 1:
		return T->piKernelCreate(P, below(c, 2) ? "poke" : "none", (pi_kernel *)place);
	case 2:
		return T->piQueueCreate(C, D, below(c, 256), (pi_queue *)place);
	case 3:
		return T->piContextCreate(NULL, below(c, 2), (pi_device *)pi.devices, NULL, NULL,
					  (pi_context *)place);
	case 4:
		T->piextUSMFree(pi.context, c->pointer);
		return T->piextUSMSharedAlloc(&c->pointer, pi.context, D, NULL, SIZE,
					      below(c, 256));
	default:
		return T->piEventCreate(C, (pi_event *)place);
	}
}

static pi_result other(struct caller *c)
{
	pi_mem mem = M;

	switch (below(c, 9)) {
	case 0:
		return T->piKernelSetArg(K, below(c, 3), SIZE, c->bytes);
	case 1:
		if (!T->piextKernelSetArgMemObj)
			return T->piextKernelSetArgMemObj_14_42(K, below(c, 3), NULL,
								below(c, 4) ? &mem : NULL);
		return T->piextKernelSetArgMemObj(K, below(c, 3), below(c, 4) ? &mem : NULL);
	case 2:
		return T->piEventRelease(c->handles[8 + below(c, 8)]);
	case 3:
		return T->piextContextCreateWithNativeHandle((pi_native_handle)ANY, 0, NULL, true,
							     (pi_context *)&c->pointer);
	case 4:
		return T->piGetDeviceAndHostTimer(D, NULL, NULL);
	case 5:
		return T->piextUSMEnqueueMemset(Q, c->pointer, 1, SIZE, WAITS, EVENT);
	case 6:
		return T->piextUSMFree(C, c->pointer);
	case 7:
		return T->piextUSMGetMemAllocInfo(C, c->pointer, 0x419A + below(c, 5), ANSWER);
	default:
		return T->piQueueFlush(Q);
	}
}

#define B pick(c, c->buffer)
#define POINTS below(c, 2), &c->point, below(c, 2) ? &c->point : NULL

/* Command buffers, if the version has them. */
static pi_result record(struct caller *c)
{
	static const size_t ones[3] = {1, 1, 1};

	if (!T->piextCommandBufferCreate)
		return other(c);
	switch (below(c, 8)) {
	case 0:
		release(c->buffer);
		return T->piextCommandBufferCreate(C, D, NULL, &c->buffer);
	case 1:
		return T->piextCommandBufferFinalize(B);
	case 2:
		return T->piextCommandBufferNDRangeKernel(B, K, below(c, 5), NULL, ones, ones,
							  POINTS);
	case 3:
		return T->piextCommandBufferMemBufferFill(B, M, c->bytes, SIZE, SIZE, SIZE, POINTS);
	case 4:
		return T->piextCommandBufferMemBufferCopy(B, M, M, SIZE, SIZE, SIZE, POINTS);
	case 5:
		return T->piextCommandBufferPrefetchUSM(B, c->bytes, SIZE, below(c, 2), POINTS);
	case 6:
		return T->piextCommandBufferMemBufferRead(B, M, SIZE, SIZE, c->bytes, POINTS);
	default:
		return T->piextEnqueueCommandBuffer(B, Q, WAITS, EVENT);
	}
}

/*
 * A released handle may be equal to that of another thread's new object, so hosts that use handles
 * across threads take turns. The board's threads do not.
 */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void *call(void *argument)
{
	pi_result (*const kinds[])(struct caller *) = {query, enqueue, make, other, record};
	struct caller *c = argument;

	for (int i = 0; i < CALLS; i++) {
		pi_result result;

		pthread_mutex_lock(&turn);
		result = kinds[below(c, 5)](c);
		pthread_mutex_unlock(&turn);

		if (result > 0 || (result < -68 && result > -990) || result < -1139)
			c->wrong++;
		if (i % 64 == 0) /* commands point into this structure */
			T->piQueueFinish(below(c, 2) ? pi.queue : pi.loose);
	}
	T->piQueueFinish(pi.queue);
	T->piQueueFinish(pi.loose);
	T->piextUSMFree(pi.context, c->pointer);
	pthread_mutex_lock(&turn);
	for (int i = 0; i < HANDLES; i++)
		release(c->handles[i]);
	release(c->buffer);
	pthread_mutex_unlock(&turn);
	return NULL;
}

static unsigned first_seed = 1;

static void random_calls(void **state)
{
	static struct caller callers[THREADS];
	pthread_t running[THREADS];
	int value = 77, found = 0;

	(void)state;
	memset(callers, 0, sizeof(callers));
	/* Before any thread runs, so that no released handle can be equal to one of these. */
	for (unsigned i = 0; i < THREADS; i++) {
		callers[i].seed = first_seed + i;
		EXPECT(PI_SUCCESS, T->piKernelCreate(pi.program, "poke", &callers[i].kernel));
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&running[i], NULL, call, &callers[i]), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(running[i], NULL);
		EXPECT(0, callers[i].wrong);
	}
	for (int i = 0; i < THREADS; i++)
		EXPECT(PI_SUCCESS, T->piKernelRelease(callers[i].kernel));
	T->piQueueFinish(pi.queue);
	T->piQueueFinish(pi.loose);
	T->piEnqueueMemBufferRead(pi.queue, pi.buffer, 1, 0, 4, &found, 0, NULL, NULL);
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferWrite(pi.queue, pi.buffer, 1, 0, 4, &value, 0, NULL, NULL));
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferRead(pi.queue, pi.buffer, 1, 0, 4, &found, 0, NULL, NULL));
	EXPECT(77, found);
	pi_end();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_calls)};

	if (argc > 1)
		first_seed = (unsigned)strtoul(argv[1], NULL, 0);
	return cmocka_run_group_tests_name("12.23", tests, pi_setup, pi_teardown) ||
	       cmocka_run_group_tests_name("14.42", tests, pi_setup_14_42, pi_teardown) ||
	       cmocka_run_group_tests_name("15.48", tests, pi_setup_15_48, pi_teardown);
}
