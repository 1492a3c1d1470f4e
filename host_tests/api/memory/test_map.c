/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host_tests/api/api_test.h"

#define Q api.queue
#define MAP(q, b, flags, offset, size, n, list)                                                    \
	clEnqueueMapBuffer(q, b, CL_TRUE, flags, offset, size, n, list, NULL, &error)
#define UNMAP(q, b, p, n, list) clEnqueueUnmapMemObject(q, b, p, n, list, NULL)

static void map_errors(void **state)
{
	cl_mem b = api_buffer(0, 1024, NULL);
	cl_mem write_only = api_buffer(CL_MEM_HOST_WRITE_ONLY, 64, NULL);
	cl_mem read_only = api_buffer(CL_MEM_HOST_READ_ONLY, 64, NULL);
	cl_mem untouchable = api_buffer(CL_MEM_HOST_NO_ACCESS, 64, NULL);
	cl_event bad = (cl_event)Q, foreign = api.foreign_event;
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_COMMAND_QUEUE,
		    MAP((cl_command_queue)b, b, CL_MAP_READ, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_CONTEXT, MAP(Q, api.foreign, CL_MAP_READ, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_MEM_OBJECT, MAP(Q, (cl_mem)Q, CL_MAP_READ, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, MAP(Q, b, CL_MAP_READ, 0, 1025, 0, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, MAP(Q, b, CL_MAP_READ, SIZE_MAX, 2, 0, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, MAP(Q, b, CL_MAP_READ, 0, 0, 0, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, MAP(Q, b, 1 << 10, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_VALUE,
		    MAP(Q, b, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_VALUE,
		    MAP(Q, b, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_OPERATION, MAP(Q, write_only, CL_MAP_READ, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_OPERATION, MAP(Q, read_only, CL_MAP_WRITE, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_OPERATION,
		    MAP(Q, read_only, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_OPERATION, MAP(Q, untouchable, CL_MAP_READ, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_OPERATION, MAP(Q, untouchable, CL_MAP_WRITE, 0, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_EVENT_WAIT_LIST, MAP(Q, b, CL_MAP_READ, 0, 64, 1, NULL));
	EXPECT_NULL(CL_INVALID_EVENT_WAIT_LIST, MAP(Q, b, CL_MAP_READ, 0, 64, 0, &foreign));
	EXPECT_NULL(CL_INVALID_EVENT_WAIT_LIST, MAP(Q, b, CL_MAP_READ, 0, 64, 1, &bad));
	EXPECT_NULL(CL_INVALID_CONTEXT, MAP(Q, b, CL_MAP_READ, 0, 64, 1, &foreign));
	clReleaseMemObject(b);
	clReleaseMemObject(write_only);
	clReleaseMemObject(read_only);
	clReleaseMemObject(untouchable);
	api_end();
}

static cl_uint map_count(cl_mem mem)
{
	cl_uint count = 12345;

	clGetMemObjectInfo(mem, CL_MEM_MAP_COUNT, sizeof(count), &count, NULL);
	return count;
}

static void unmap_errors(void **state)
{
	cl_mem b = api_buffer(0, 1024, NULL), other = api_buffer(0, 1024, NULL);
	cl_event bad = (cl_event)Q, foreign = api.foreign_event;
	cl_int error;
	char *pointer = MAP(Q, b, CL_MAP_READ, 128, 64, 0, NULL);

	(void)state;
	EXPECT_TRUE(pointer && map_count(b) == 1);
	EXPECT(CL_INVALID_COMMAND_QUEUE, UNMAP((cl_command_queue)b, b, pointer, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, UNMAP(Q, api.foreign, pointer, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, UNMAP(Q, (cl_mem)Q, pointer, 0, NULL));
	EXPECT(CL_INVALID_VALUE, UNMAP(Q, b, NULL, 0, NULL));
	EXPECT(CL_INVALID_VALUE, UNMAP(Q, b, pointer + 1, 0, NULL));
	EXPECT(CL_INVALID_VALUE, UNMAP(Q, other, pointer, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, UNMAP(Q, b, pointer, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, UNMAP(Q, b, pointer, 0, &foreign));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, UNMAP(Q, b, pointer, 1, &bad));
	EXPECT(CL_INVALID_CONTEXT, UNMAP(Q, b, pointer, 1, &foreign));
	EXPECT_TRUE(map_count(b) == 1);
	EXPECT(CL_SUCCESS, UNMAP(Q, b, pointer, 0, NULL));
	EXPECT(CL_INVALID_VALUE, UNMAP(Q, b, pointer, 0, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(map_count(b) == 0);
	clReleaseMemObject(b);
	clReleaseMemObject(other);
	api_end();
}

/* Regions mapped for writing must not overlap; regions mapped for reading may. */
static void overlapping_maps(void **state)
{
	cl_mem b = api_buffer(0, 1024, NULL);
	cl_int error;
	char *low = MAP(Q, b, CL_MAP_WRITE, 0, 512, 0, NULL), *high, *first, *second;

	(void)state;
	EXPECT_NULL(CL_INVALID_OPERATION, MAP(Q, b, CL_MAP_WRITE, 511, 64, 0, NULL));
	EXPECT_NULL(CL_INVALID_OPERATION,
		    MAP(Q, b, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1024, 0, NULL));
	high = MAP(Q, b, CL_MAP_WRITE_INVALIDATE_REGION, 512, 512, 0, NULL);
	EXPECT_TRUE(low && high == low + 512 && map_count(b) == 2);
	EXPECT(CL_SUCCESS, UNMAP(Q, b, low, 0, NULL));
	EXPECT(CL_SUCCESS, UNMAP(Q, b, high, 0, NULL));
	first = MAP(Q, b, CL_MAP_READ, 0, 512, 0, NULL);
	second = MAP(Q, b, CL_MAP_READ, 0, 1024, 0, NULL);
	EXPECT_TRUE(first && first == second && map_count(b) == 2);
	EXPECT(CL_SUCCESS, UNMAP(Q, b, first, 0, NULL));
	EXPECT(CL_SUCCESS, UNMAP(Q, b, second, 0, NULL));
	EXPECT(CL_INVALID_VALUE, UNMAP(Q, b, second, 0, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseMemObject(b);
	api_end();
}

/* Mapped pointers are derived from the host's own pointer, also for sub-buffers. */
static void pointers_into_host_memory(void **state)
{
	static char bytes[1024];
	cl_buffer_region region = {256, 512};
	cl_mem b = api_buffer(CL_MEM_USE_HOST_PTR, sizeof(bytes), bytes);
	cl_mem part = clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	cl_int error;
	char *whole = MAP(Q, b, CL_MAP_READ, 16, 64, 0, NULL);
	char *inner = MAP(Q, part, CL_MAP_READ, 16, 64, 0, NULL);

	(void)state;
	EXPECT_TRUE(whole == bytes + 16);
	EXPECT_TRUE(inner == bytes + 256 + 16);
	EXPECT(CL_SUCCESS, UNMAP(Q, b, whole, 0, NULL));
	EXPECT(CL_SUCCESS, UNMAP(Q, part, inner, 0, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseMemObject(part);
	clReleaseMemObject(b);
	api_end();
}

/* A failed blocking map leaves no mapping. */
static void failed_map_is_undone(void **state)
{
	cl_event failed = clCreateUserEvent(api.context, NULL);
	cl_mem b = api_buffer(0, 64, NULL);
	cl_int error;

	(void)state;
	clSetUserEventStatus(failed, -1);
	EXPECT_NULL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
		    MAP(Q, b, CL_MAP_READ, 0, 64, 1, &failed));
	EXPECT_TRUE(map_count(b) == 0);
	clReleaseEvent(failed);
	clReleaseMemObject(b);
	api_end();
}

/*
 * A failed non-blocking map leaves a mapping without valid data; unmapping it does not change the
 * buffer.
 */
static void failed_map_changes_nothing(void **state)
{
	static const cl_map_flags kinds[] = {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
					     CL_MAP_WRITE_INVALIDATE_REGION};
	cl_event failed = clCreateUserEvent(api.context, NULL), map = NULL;
	cl_mem b = api_buffer(0, 64, NULL);
	char pattern = 3, found[64];
	cl_int error;
	void *pointer;

	(void)state;
	if (!api_computes())
		skip();
	clSetUserEventStatus(failed, -1);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++, pattern++) {
		EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, b, &pattern, 1, 0, 64, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(Q));
		pointer = clEnqueueMapBuffer(Q, b, CL_FALSE, kinds[i], 0, 64, 1, &failed, &map,
					     &error);
		EXPECT_TRUE(pointer && !error);
		EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &map));
		EXPECT(CL_SUCCESS, UNMAP(Q, b, pointer, 0, NULL));
		EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, b, CL_TRUE, 0, 64, found, 0, NULL, NULL));
		for (int j = 0; j < 64; j++)
			EXPECT_TRUE(found[j] == pattern);
		EXPECT_TRUE(map_count(b) == 0);
		clReleaseEvent(map);
	}
	clReleaseEvent(failed);
	clReleaseMemObject(b);
	api_end();
}

static void map_moves_bytes(void **state)
{
	char pattern = 3, found[64] = {0};
	cl_mem b = api_buffer(0, 64, NULL);
	cl_int error;
	char *pointer;

	(void)state;
	if (!api_computes())
		skip();
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, b, &pattern, 1, 0, 64, 0, NULL, NULL));
	pointer = MAP(Q, b, CL_MAP_READ | CL_MAP_WRITE, 0, 64, 0, NULL);
	EXPECT_TRUE(pointer && pointer[0] == 3 && pointer[63] == 3);
	pointer[5] = 9;
	EXPECT(CL_SUCCESS, UNMAP(Q, b, pointer, 0, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, b, CL_TRUE, 0, 64, found, 0, NULL, NULL));
	EXPECT_TRUE(found[4] == 3 && found[5] == 9);
	clReleaseMemObject(b);
	api_end();
}

#define MIGRATE(q, n, list, flags, nw, waits)                                                      \
	clEnqueueMigrateMemObjects(q, n, list, flags, nw, waits, NULL)

static void migrate_errors(void **state)
{
	cl_mem good[] = {api.buffer}, wrong[] = {api.buffer, (cl_mem)Q};
	cl_mem foreign[] = {api.buffer, api.foreign};
	cl_event bad = (cl_event)Q, foreign_event = api.foreign_event;

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE, MIGRATE((cl_command_queue)good[0], 1, good, 0, 0, NULL));
	EXPECT(CL_INVALID_CONTEXT, MIGRATE(Q, 2, foreign, 0, 0, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, MIGRATE(Q, 2, wrong, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 0, good, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 1, NULL, 0, 0, NULL));
	EXPECT(CL_INVALID_VALUE, MIGRATE(Q, 1, good, 1 << 10, 0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MIGRATE(Q, 1, good, 0, 1, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MIGRATE(Q, 1, good, 0, 0, &foreign_event));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, MIGRATE(Q, 1, good, 0, 1, &bad));
	EXPECT(CL_INVALID_CONTEXT, MIGRATE(Q, 1, good, 0, 1, &foreign_event));
	EXPECT(CL_SUCCESS, MIGRATE(Q, 1, good, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL));
	EXPECT(CL_SUCCESS, MIGRATE(Q, 1, good, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL));
	EXPECT(CL_SUCCESS,
	       MIGRATE(Q, 1, good,
		       CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0,
		       NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	api_end();
}

/*
 * The mapping at the time of the enqueue counts, even if it is unmapped before the migration
 * starts.
 */
static void migrate_before_unmap(void **state)
{
	cl_mem b = api_buffer(0, 64, NULL), out = api_buffer(0, 64, NULL);
	cl_event gate = clCreateUserEvent(api.context, NULL);
	char *pointer, zero = 0, seen[64];
	cl_int error;

	(void)state;
	if (!api_computes())
		skip();
	pointer = MAP(Q, b, CL_MAP_WRITE, 0, 64, 0, NULL);
	EXPECT_TRUE(pointer != NULL);
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, b, &zero, 1, 0, 64, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	memset(pointer, 'b', 64);
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(Q, 1, &b, 0, 1, &gate, NULL));
	EXPECT(CL_SUCCESS, clEnqueueCopyBuffer(Q, b, out, 0, 0, 64, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, UNMAP(Q, b, pointer, 0, NULL));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, out, CL_TRUE, 0, 64, seen, 0, NULL, NULL));
	for (int i = 0; i < 64; i++)
		EXPECT_TRUE(seen[i] == 'b');
	clReleaseEvent(gate);
	clReleaseMemObject(b);
	clReleaseMemObject(out);
	api_end();
}

/* More objects than a command's inline storage, one of them listed twice. */
static void migrate_many(void **state)
{
	cl_mem objects[65];
	cl_event event = NULL;

	(void)state;
	for (int i = 0; i < 64; i++)
		objects[i] = api_buffer(CL_MEM_ALLOC_HOST_PTR, 4096, NULL);
	objects[64] = objects[0];
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(Q, 65, objects, 0, 0, NULL, &event));
	for (int i = 0; i < 64; i++)
		EXPECT(CL_SUCCESS, clReleaseMemObject(objects[i]));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	clReleaseEvent(event);
	api_end();
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* Limits the bytes that the process may allocate from now on; -1: no limit. */
static void limit_memory(long more)
{
	struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
	long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &pages), 1);
	fclose(file);
	assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
	limit.rlim_cur = more < 0 ? limit.rlim_max : (rlim_t)(pages * sysconf(_SC_PAGESIZE) + more);
	assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/* There is no memory for the edges to a million events, so the region stays mapped. */
static void failed_unmap_is_undone(void **state)
{
	enum { MANY = 1 << 20 };
	cl_event gate = clCreateUserEvent(api.context, NULL);
	cl_event *gates = malloc(MANY * sizeof(cl_event));
	cl_mem b = api_buffer(0, 64, NULL);
	cl_int error;
	char *p = MAP(Q, b, CL_MAP_WRITE, 0, 64, 0, NULL);

	(void)state;
	assert_non_null(gates);
	for (int i = 0; i < MANY; i++)
		gates[i] = gate;
	limit_memory(1 << 20);
	error = UNMAP(Q, b, p, MANY, gates);
	limit_memory(-1);
	EXPECT(CL_OUT_OF_HOST_MEMORY, error);
	EXPECT_TRUE(map_count(b) == 1);
	memset(p, 'x', 64);
	EXPECT(CL_SUCCESS, UNMAP(Q, b, p, 0, NULL));
	EXPECT_TRUE(map_count(b) == 0);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(Q));
	free(gates);
	clReleaseEvent(gate);
	clReleaseMemObject(b);
	api_end();
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(map_errors),
		cmocka_unit_test(unmap_errors),
		cmocka_unit_test(overlapping_maps),
		cmocka_unit_test(pointers_into_host_memory),
		cmocka_unit_test(failed_map_is_undone),
		cmocka_unit_test(failed_map_changes_nothing),
		cmocka_unit_test(map_moves_bytes),
		cmocka_unit_test(migrate_errors),
		cmocka_unit_test(migrate_many),
		cmocka_unit_test(migrate_before_unmap),
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
		cmocka_unit_test(failed_unmap_is_undone), /* a sanitizer would abort the process */
#endif
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
