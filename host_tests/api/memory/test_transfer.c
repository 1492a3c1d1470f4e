/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#define B api.buffer
#define Q api.queue
#define READ(q, b, offset, size, p, n, list)                                                       \
	clEnqueueReadBuffer(q, b, CL_FALSE, offset, size, p, n, list, NULL)
#define WRITE(q, b, offset, size, p, n, list)                                                      \
	clEnqueueWriteBuffer(q, b, CL_FALSE, offset, size, p, n, list, NULL)

static char host[API_BUFFER];

/* The wait-list errors that all commands share, for one kind of command. */
#define EXPECT_WAIT_LIST_ERRORS(CALL)                                                              \
	do {                                                                                       \
		cl_event bad = (cl_event)api.queue, good = api.user, foreign = api.foreign_event;  \
                                                                                                   \
		EXPECT(CL_INVALID_EVENT_WAIT_LIST, CALL(1, NULL));                                 \
		EXPECT(CL_INVALID_EVENT_WAIT_LIST, CALL(0, &good));                                \
		EXPECT(CL_INVALID_EVENT_WAIT_LIST, CALL(1, &bad));                                 \
		EXPECT(CL_INVALID_CONTEXT, CALL(1, &foreign));                                     \
	} while (0)

static void read_errors(void **state)
{
	cl_mem write_only = api_buffer(CL_MEM_HOST_WRITE_ONLY, 64, NULL);
	cl_mem untouchable = api_buffer(CL_MEM_HOST_NO_ACCESS, 64, NULL);

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE, READ((cl_command_queue)B, B, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, READ(Q, api.foreign, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, READ(Q, (cl_mem)Q, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, READ(Q, NULL, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, READ(Q, B, 0, API_BUFFER + 1, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, READ(Q, B, API_BUFFER, 1, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, READ(Q, B, 1, SIZE_MAX, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, READ(Q, B, SIZE_MAX, 2, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, READ(Q, B, 0, 64, NULL, 0, NULL));
	EXPECT(CL_INVALID_OPERATION, READ(Q, write_only, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_OPERATION, READ(Q, untouchable, 0, 64, host, 0, NULL));
#define CALL(n, list) READ(Q, B, 0, 64, host, n, list)
	EXPECT_WAIT_LIST_ERRORS(CALL);
#undef CALL
	clReleaseMemObject(write_only);
	clReleaseMemObject(untouchable);
	api_end();
}

static void write_errors(void **state)
{
	cl_mem read_only = api_buffer(CL_MEM_HOST_READ_ONLY, 64, NULL);
	cl_mem untouchable = api_buffer(CL_MEM_HOST_NO_ACCESS, 64, NULL);

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE, WRITE((cl_command_queue)B, B, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, WRITE(Q, api.foreign, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, WRITE(Q, (cl_mem)Q, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, WRITE(Q, B, 1, API_BUFFER, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, WRITE(Q, B, SIZE_MAX, 2, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, WRITE(Q, B, 0, 64, NULL, 0, NULL));
	EXPECT(CL_INVALID_OPERATION, WRITE(Q, read_only, 0, 64, host, 0, NULL));
	EXPECT(CL_INVALID_OPERATION, WRITE(Q, untouchable, 0, 64, host, 0, NULL));
#define CALL(n, list) WRITE(Q, B, 0, 64, host, n, list)
	EXPECT_WAIT_LIST_ERRORS(CALL);
#undef CALL
	clReleaseMemObject(read_only);
	clReleaseMemObject(untouchable);
	api_end();
}

/* A box and its pitches, in parameter order. */
struct rect {
	size_t device[3], host[3], region[3];
	size_t device_row, device_slice, host_row, host_slice;
};

static cl_int read_rect(const struct rect *r)
{
	return clEnqueueReadBufferRect(Q, B, CL_FALSE, r->device, r->host, r->region, r->device_row,
				       r->device_slice, r->host_row, r->host_slice, host, 0, NULL,
				       NULL);
}

static cl_int write_rect(const struct rect *r)
{
	return clEnqueueWriteBufferRect(Q, B, CL_FALSE, r->device, r->host, r->region,
					r->device_row, r->device_slice, r->host_row, r->host_slice,
					host, 0, NULL, NULL);
}

/* The same boxes for both directions. All of them are CL_INVALID_VALUE. */
static const struct rect bad_rects[] = {
	{.region = {0, 1, 1}},
	{.region = {1, 0, 1}},
	{.region = {1, 1, 0}},
	{.region = {API_BUFFER + 1, 1, 1}},
	{.device = {1, 0, 0}, .region = {API_BUFFER, 1, 1}},
	{.region = {16, 4, 1}, .device_row = 8},
	{.region = {16, 4, 1}, .host_row = 8},
	{.region = {16, 4, 2}, .device_row = 32, .device_slice = 64},
	{.region = {16, 4, 2}, .device_row = 32, .device_slice = 130},
	{.region = {16, 4, 2}, .host_row = 32, .host_slice = 64},
	{.region = {16, 4, 2}, .host_row = 32, .host_slice = 130},
	{.region = {16, 64, 4}, .device_row = 64, .device_slice = 4096},
	{.device = {0, 0, SIZE_MAX}, .region = {16, 4, 1}},
	{.device = {0, SIZE_MAX / 8, 0}, .region = {16, 4, 1}},
	{.host = {0, 0, SIZE_MAX / 2}, .region = {16, 4, 1}},
	{.region = {16, SIZE_MAX / 4, 1}},
	{.region = {16, 1, SIZE_MAX / 4}},
	{.region = {1, 2, 1}, .device_row = SIZE_MAX},
};

static void rect_errors(void **state)
{
	size_t zero[3] = {0}, one[3] = {1, 1, 1};
	cl_mem write_only = api_buffer(CL_MEM_HOST_WRITE_ONLY, 64, NULL);
	cl_mem read_only = api_buffer(CL_MEM_HOST_READ_ONLY, 64, NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(bad_rects) / sizeof(bad_rects[0]); i++) {
		EXPECT(CL_INVALID_VALUE, read_rect(&bad_rects[i]));
		EXPECT(CL_INVALID_VALUE, write_rect(&bad_rects[i]));
	}
#define RECT(q, b, d, h, r, p, n, list)                                                            \
	clEnqueueReadBufferRect(q, b, CL_FALSE, d, h, r, 0, 0, 0, 0, p, n, list, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       RECT((cl_command_queue)B, B, zero, zero, one, host, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, RECT(Q, api.foreign, zero, zero, one, host, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, RECT(Q, (cl_mem)Q, zero, zero, one, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, NULL, zero, one, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, zero, NULL, one, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, zero, zero, NULL, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, zero, zero, one, NULL, 0, NULL));
	EXPECT(CL_INVALID_OPERATION, RECT(Q, write_only, zero, zero, one, host, 0, NULL));
#define CALL(n, list) RECT(Q, B, zero, zero, one, host, n, list)
	EXPECT_WAIT_LIST_ERRORS(CALL);
#undef CALL
#undef RECT
#define RECT(q, b, d, h, r, p, n, list)                                                            \
	clEnqueueWriteBufferRect(q, b, CL_FALSE, d, h, r, 0, 0, 0, 0, p, n, list, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       RECT((cl_command_queue)B, B, zero, zero, one, host, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, RECT(Q, api.foreign, zero, zero, one, host, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, RECT(Q, (cl_mem)Q, zero, zero, one, host, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, zero, zero, one, NULL, 0, NULL));
	EXPECT(CL_INVALID_OPERATION, RECT(Q, read_only, zero, zero, one, host, 0, NULL));
#define CALL(n, list) RECT(Q, B, zero, zero, one, host, n, list)
	EXPECT_WAIT_LIST_ERRORS(CALL);
#undef CALL
#undef RECT
	clReleaseMemObject(write_only);
	clReleaseMemObject(read_only);
	api_end();
}

#define COPY(q, s, d, so, dof, size, n, list)                                                      \
	clEnqueueCopyBuffer(q, s, d, so, dof, size, n, list, NULL)

static void copy_errors(void **state)
{
	cl_mem other = api_buffer(0, 1024, NULL);
	cl_buffer_region low = {0, 1024}, high = {512, 1024};
	cl_mem a = clCreateSubBuffer(B, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, NULL);
	cl_mem b = clCreateSubBuffer(B, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, NULL);

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE, COPY((cl_command_queue)B, B, other, 0, 0, 16, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, COPY(Q, api.foreign, B, 0, 0, 16, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, COPY(Q, B, api.foreign, 0, 0, 16, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, COPY(Q, (cl_mem)Q, B, 0, 0, 16, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, COPY(Q, B, (cl_mem)Q, 0, 0, 16, 0, NULL));
	EXPECT(CL_INVALID_VALUE, COPY(Q, B, other, API_BUFFER - 8, 0, 16, 0, NULL));
	EXPECT(CL_INVALID_VALUE, COPY(Q, B, other, 0, 1020, 16, 0, NULL));
	EXPECT(CL_INVALID_VALUE, COPY(Q, B, other, SIZE_MAX, 0, 16, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, B, B, 0, 0, 16, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, B, B, 0, 15, 16, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, B, B, 15, 0, 16, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, a, b, 512, 0, 16, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(Q, B, b, 520, 0, 16, 0, NULL));
	EXPECT(CL_SUCCESS, COPY(Q, B, B, 0, 16, 16, 0, NULL));
	EXPECT(CL_SUCCESS, COPY(Q, a, b, 0, 0, 16, 0, NULL));
	EXPECT(CL_SUCCESS, COPY(Q, a, b, 496, 0, 16, 0, NULL));
#define CALL(n, list) COPY(Q, B, other, 0, 0, 16, n, list)
	EXPECT_WAIT_LIST_ERRORS(CALL);
#undef CALL
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseMemObject(a);
	clReleaseMemObject(b);
	clReleaseMemObject(other);
	api_end();
}

static void copy_rect_errors(void **state)
{
	size_t zero[3] = {0}, one[3] = {1, 1, 1}, flat[3] = {16, 4, 1}, empty[3] = {16, 0, 1};
	cl_mem other = api_buffer(0, 1024, NULL);

	(void)state;
#define RECT(q, s, d, so, dof, r, sr, ss, dr, ds, n, list)                                         \
	clEnqueueCopyBufferRect(q, s, d, so, dof, r, sr, ss, dr, ds, n, list, NULL)
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       RECT((cl_command_queue)B, B, other, zero, zero, one, 0, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, RECT(Q, api.foreign, B, zero, zero, one, 0, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, RECT(Q, B, (cl_mem)Q, zero, zero, one, 0, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, NULL, zero, one, 0, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, NULL, one, 0, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, zero, NULL, 0, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, zero, empty, 0, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, zero, flat, 8, 0, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, zero, flat, 0, 0, 8, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, zero, flat, 32, 64, 0, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, zero, flat, 0, 0, 32, 129, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, other, zero, zero, flat, 0, 0, 512, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, B, zero, one, flat, 32, 0, 64, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, RECT(Q, B, B, zero, one, flat, 32, 128, 32, 256, 0, NULL));
#define CALL(n, list) RECT(Q, B, other, zero, zero, one, 0, 0, 0, 0, n, list)
	EXPECT_WAIT_LIST_ERRORS(CALL);
#undef CALL
	clReleaseMemObject(other);
	api_end();
}

/*
 * Copies within one buffer with rows of 64 bytes and slices of 512. Each row: origins, region, and
 * whether the boxes overlap.
 */
static void copy_rect_overlap(void **state)
{
	static const struct {
		size_t from[3], to[3], region[3];
		bool overlap;
	} cases[] = {
		{{0, 0, 0}, {0, 0, 0}, {16, 4, 2}, true},
		{{0, 0, 0}, {15, 0, 0}, {16, 4, 2}, true},
		{{0, 0, 0}, {16, 0, 0}, {16, 4, 2}, false}, /* beside it in every row */
		{{48, 0, 0}, {0, 0, 0}, {16, 4, 2}, false},
		{{0, 0, 0}, {0, 4, 0}, {16, 4, 2}, false}, /* below it in every slice */
		{{0, 0, 0}, {0, 3, 0}, {16, 4, 2}, true},
		{{0, 4, 0}, {0, 0, 0}, {64, 4, 2}, false},
		{{0, 0, 0}, {0, 0, 2}, {64, 8, 2}, false}, /* behind it */
		{{0, 0, 0}, {0, 0, 1}, {64, 8, 2}, true},
		{{0, 0, 0}, {8, 7, 0}, {16, 2, 1}, false}, /* past the end of the slice */
		{{60, 0, 0},
		 {0, 1, 0},
		 {8, 1, 1},
		 true}, /* a row that continues into the next one */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		EXPECT(cases[i].overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS,
		       RECT(Q, B, B, cases[i].from, cases[i].to, cases[i].region, 64, 512, 64, 512,
			    0, NULL));
#undef RECT
	EXPECT(CL_SUCCESS, clFinish(Q));
	api_end();
}

#define FILL(q, b, p, ps, offset, size, n, list)                                                   \
	clEnqueueFillBuffer(q, b, p, ps, offset, size, n, list, NULL)

static void fill_errors(void **state)
{
	char pattern[256] = {0};

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE, FILL((cl_command_queue)B, B, pattern, 4, 0, 64, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, FILL(Q, api.foreign, pattern, 4, 0, 64, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, FILL(Q, (cl_mem)Q, pattern, 4, 0, 64, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, pattern, 4, 0, API_BUFFER + 4, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, pattern, 4, SIZE_MAX - 3, 8, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, NULL, 4, 0, 64, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, pattern, 0, 0, 64, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, pattern, 3, 0, 63, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, pattern, 256, 0, 256, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, pattern, 4, 2, 64, 0, NULL));
	EXPECT(CL_INVALID_VALUE, FILL(Q, B, pattern, 4, 0, 62, 0, NULL));
	for (size_t size = 1; size <= 128; size *= 2)
		EXPECT(CL_SUCCESS, FILL(Q, B, pattern, size, size, 2 * size, 0, NULL));
#define CALL(n, list) FILL(Q, B, pattern, 4, 0, 64, n, list)
	EXPECT_WAIT_LIST_ERRORS(CALL);
#undef CALL
	EXPECT(CL_SUCCESS, clFinish(Q));
	api_end();
}

/* OpenCL 3.0 does not list an error for size 0; the end of the buffer then is in bounds. */
static void empty_commands_complete(void **state)
{
	char pattern[4] = {0};
	cl_event event = NULL;
	cl_mem other = api_buffer(0, 64, NULL);

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, B, CL_TRUE, API_BUFFER, 0, host, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(Q, B, CL_TRUE, 0, 0, host, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, COPY(Q, B, other, 0, 0, 0, 0, NULL));
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, B, pattern, 4, 0, 0, 0, NULL, &event));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	clReleaseEvent(event);
	clReleaseMemObject(other);
	api_end();
}

/* Blocking calls return the error of a failed wait list; for other calls, the event has it. */
/* One command with more buffers than a list on a thread's stack could hold. */
static void many_migrations(void **state)
{
	enum { MANY = 200000 };
	cl_mem *list = malloc(MANY * sizeof(cl_mem));

	(void)state;
	assert_non_null(list);
	for (int i = 0; i < MANY; i++)
		list[i] = B;
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(Q, MANY, list, 0, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(Q, MANY, list, CL_MIGRATE_MEM_OBJECT_HOST, 0,
						      NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	free(list);
	api_end();
}

static void failed_wait_list(void **state)
{
	cl_event failed = clCreateUserEvent(api.context, NULL), event = NULL, untouched = NULL;
	size_t zero[3] = {0}, one[3] = {1, 1, 1};
	cl_int status = 0, error;

	(void)state;
	EXPECT(CL_SUCCESS, clSetUserEventStatus(failed, -5));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	       clEnqueueReadBuffer(Q, B, CL_TRUE, 0, 64, host, 1, &failed, &untouched));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	       clEnqueueWriteBuffer(Q, B, CL_TRUE, 0, 64, host, 1, &failed, &untouched));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	       clEnqueueReadBufferRect(Q, B, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host, 1, &failed,
				       &untouched));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	       clEnqueueWriteBufferRect(Q, B, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host, 1,
					&failed, &untouched));
	EXPECT_NULL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
		    clEnqueueMapBuffer(Q, B, CL_TRUE, CL_MAP_READ, 0, 64, 1, &failed, &untouched,
				       &error));
	EXPECT_TRUE(!untouched);
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, B, CL_FALSE, 0, 64, host, 1, &failed, &event));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	EXPECT_TRUE(status < 0);
	/* The queue still works. */
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, B, CL_TRUE, 0, 64, host, 0, NULL, NULL));
	clReleaseEvent(event);
	clReleaseEvent(failed);
	api_end();
}

/* The memory may be released as soon as the command has been enqueued. */
static void commands_hold_their_memory(void **state)
{
	cl_event gate = clCreateUserEvent(api.context, NULL);
	cl_mem first = api_buffer(0, 64, NULL), second = api_buffer(0, 64, NULL);
	char pattern = 7;

	(void)state;
	EXPECT(CL_SUCCESS, FILL(Q, first, &pattern, 1, 0, 64, 1, &gate));
	EXPECT(CL_SUCCESS, COPY(Q, first, second, 0, 0, 64, 0, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, second, CL_FALSE, 0, 64, host, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseMemObject(first));
	EXPECT(CL_SUCCESS, clReleaseMemObject(second));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(Q));
	if (api_computes())
		EXPECT_TRUE(host[0] == 7 && host[63] == 7);
	clReleaseEvent(gate);
	api_end();
}

static void command_types(void **state)
{
	static const cl_command_type expected[] = {
		CL_COMMAND_READ_BUFFER,       CL_COMMAND_WRITE_BUFFER, CL_COMMAND_READ_BUFFER_RECT,
		CL_COMMAND_WRITE_BUFFER_RECT, CL_COMMAND_COPY_BUFFER,  CL_COMMAND_COPY_BUFFER_RECT,
		CL_COMMAND_FILL_BUFFER};
	size_t zero[3] = {0}, one[3] = {1, 1, 1};
	cl_mem other = api_buffer(0, 64, NULL);
	cl_event events[7];
	char pattern = 0;

	(void)state;
	clEnqueueReadBuffer(Q, B, CL_FALSE, 0, 1, host, 0, NULL, &events[0]);
	clEnqueueWriteBuffer(Q, B, CL_FALSE, 0, 1, host, 0, NULL, &events[1]);
	clEnqueueReadBufferRect(Q, B, CL_FALSE, zero, zero, one, 0, 0, 0, 0, host, 0, NULL,
				&events[2]);
	clEnqueueWriteBufferRect(Q, B, CL_FALSE, zero, zero, one, 0, 0, 0, 0, host, 0, NULL,
				 &events[3]);
	clEnqueueCopyBuffer(Q, B, other, 0, 0, 1, 0, NULL, &events[4]);
	clEnqueueCopyBufferRect(Q, B, other, zero, zero, one, 0, 0, 0, 0, 0, NULL, &events[5]);
	clEnqueueFillBuffer(Q, B, &pattern, 1, 0, 1, 0, NULL, &events[6]);
	EXPECT(CL_SUCCESS, clWaitForEvents(7, events));
	for (int i = 0; i < 7; i++) {
		cl_command_type type = 0;

		clGetEventInfo(events[i], CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
		EXPECT_TRUE(type == expected[i]);
		clReleaseEvent(events[i]);
	}
	clReleaseMemObject(other);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_errors),      cmocka_unit_test(write_errors),
		cmocka_unit_test(rect_errors),      cmocka_unit_test(copy_errors),
		cmocka_unit_test(copy_rect_errors), cmocka_unit_test(copy_rect_overlap),
		cmocka_unit_test(fill_errors),      cmocka_unit_test(empty_commands_complete),
		cmocka_unit_test(failed_wait_list), cmocka_unit_test(commands_hold_their_memory),
		cmocka_unit_test(command_types),    cmocka_unit_test(many_migrations),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
