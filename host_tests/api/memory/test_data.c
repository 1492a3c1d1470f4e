/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

/*
 * Random commands of every kind that moves data, compared with a model in plain memory: what the
 * host reads back must equal the model.
 */

#define Q api.queue

enum { SIZE = 8192, ROUNDS = 400 };

static unsigned char model[SIZE], host[SIZE], expected[SIZE];
static uint32_t seed = 12345;

/* A number in 0 … below - 1. */
static size_t pick(size_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

static void fill_random(unsigned char *bytes)
{
	for (size_t i = 0; i < SIZE; i++)
		bytes[i] = (unsigned char)pick(256);
}

/* A box that fits in SIZE bytes on both sides. */
struct box {
	size_t region[3];
	size_t origin[3], row, slice;
	size_t other[3], other_row, other_slice;
};

static void pick_side(const size_t *region, size_t *origin, size_t *row, size_t *slice)
{
	*row = region[0] + pick(8);
	*slice = *row * (region[1] + pick(3));
	for (int i = 0; i < 3; i++)
		origin[i] = pick(4);
}

static struct box pick_box(void)
{
	struct box box;

	box.region[0] = 1 + pick(40);
	box.region[1] = 1 + pick(8);
	box.region[2] = 1 + pick(4);
	pick_side(box.region, box.origin, &box.row, &box.slice);
	pick_side(box.region, box.other, &box.other_row, &box.other_slice);
	return box;
}

static size_t at(const size_t *origin, size_t row, size_t slice, size_t y, size_t z)
{
	return (origin[2] + z) * slice + (origin[1] + y) * row + origin[0];
}

/* Copies the box between two memories, forwards or backwards. */
static void model_box(const struct box *box, unsigned char *side, unsigned char *other, bool back)
{
	for (size_t z = 0; z < box->region[2]; z++)
		for (size_t y = 0; y < box->region[1]; y++) {
			unsigned char *a = side + at(box->origin, box->row, box->slice, y, z);
			unsigned char *b = other +
					   at(box->other, box->other_row, box->other_slice, y, z);

			memcpy(back ? a : b, back ? b : a, box->region[0]);
		}
}

static void check_whole(cl_mem buffer)
{
	unsigned char found[SIZE];

	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, buffer, CL_TRUE, 0, SIZE, found, 0, NULL, NULL));
	EXPECT_TRUE(!memcmp(found, model, SIZE));
}

static void read_and_write(cl_mem buffer)
{
	size_t offset = pick(SIZE), size = 1 + pick(SIZE - offset);

	fill_random(host);
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, buffer, CL_TRUE, offset, size, host, 0, NULL, NULL));
	memcpy(model + offset, host, size);
	offset = pick(SIZE);
	size = 1 + pick(SIZE - offset);
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, buffer, CL_TRUE, offset, size, host, 0, NULL, NULL));
	EXPECT_TRUE(!memcmp(host, model + offset, size));
}

static void write_box(cl_mem buffer)
{
	struct box box = pick_box();

	fill_random(host);
	EXPECT(CL_SUCCESS, clEnqueueWriteBufferRect(Q, buffer, CL_TRUE, box.origin, box.other,
						    box.region, box.row, box.slice, box.other_row,
						    box.other_slice, host, 0, NULL, NULL));
	model_box(&box, model, host, true);
}

static void read_box(cl_mem buffer)
{
	struct box box = pick_box();

	fill_random(host);
	memcpy(expected, host, SIZE);
	EXPECT(CL_SUCCESS, clEnqueueReadBufferRect(Q, buffer, CL_TRUE, box.origin, box.other,
						   box.region, box.row, box.slice, box.other_row,
						   box.other_slice, host, 0, NULL, NULL));
	model_box(&box, model, expected, false);
	EXPECT_TRUE(!memcmp(host, expected, SIZE));
}

static void fill(cl_mem buffer)
{
	size_t pattern_size = (size_t)1 << pick(8);
	size_t offset = pick(SIZE / pattern_size / 2) * pattern_size;
	size_t size = (1 + pick(SIZE / pattern_size / 2)) * pattern_size;

	fill_random(host);
	EXPECT(CL_SUCCESS,
	       clEnqueueFillBuffer(Q, buffer, host, pattern_size, offset, size, 0, NULL, NULL));
	for (size_t i = 0; i < size; i++)
		model[offset + i] = host[i % pattern_size];
}

static void map(cl_mem buffer)
{
	size_t offset = pick(SIZE), size = 1 + pick(SIZE - offset);
	bool discard = pick(2);
	cl_map_flags flags = discard ? CL_MAP_WRITE_INVALIDATE_REGION
				     : (cl_map_flags)(CL_MAP_READ | CL_MAP_WRITE);
	unsigned char *pointer = clEnqueueMapBuffer(Q, buffer, CL_TRUE, flags, offset, size, 0,
						    NULL, NULL, NULL);

	assert_non_null(pointer);
	if (!discard)
		EXPECT_TRUE(!memcmp(pointer, model + offset, size));
	fill_random(host);
	memcpy(pointer, host, size);
	memcpy(model + offset, host, size);
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(Q, buffer, pointer, 0, NULL, NULL));
}

static void migrate(cl_mem buffer)
{
	cl_mem_migration_flags flags = pick(2) ? CL_MIGRATE_MEM_OBJECT_HOST : 0;

	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(Q, 1, &buffer, flags, 0, NULL, NULL));
}

/* Copies one box to another buffer, and another box back to a different place. */
static void copy(cl_mem buffer, cl_mem other)
{
	unsigned char between[SIZE];
	struct box out = pick_box(), back = pick_box();

	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, other, CL_TRUE, 0, SIZE, between, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueCopyBufferRect(Q, buffer, other, out.origin, out.other, out.region, out.row,
				       out.slice, out.other_row, out.other_slice, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueCopyBufferRect(
				   Q, other, buffer, back.origin, back.other, back.region, back.row,
				   back.slice, back.other_row, back.other_slice, 0, NULL, NULL));
	model_box(&out, model, between, false);
	model_box(&back, between, model, false);
	EXPECT(CL_SUCCESS, clEnqueueCopyBuffer(Q, other, buffer, 100, 7000, 1000, 0, NULL, NULL));
	memcpy(model + 7000, between + 100, 1000);
}

/* A sub-buffer refers to the same bytes. */
static void use_sub_buffer(cl_mem buffer)
{
	cl_buffer_region region = {128 * (1 + pick(16)), 1 + pick(1024)};
	cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);

	fill_random(host);
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, part, CL_FALSE, 0, region.size, host, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseMemObject(part));
	EXPECT(CL_SUCCESS, clFinish(Q));
	memcpy(model + region.origin, host, region.size);
}

static void run(cl_mem_flags flags)
{
	bool pointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
	static unsigned char storage[SIZE];
	cl_mem buffer, other;

	fill_random(model);
	memcpy(storage, model, SIZE);
	buffer = api_buffer(flags, SIZE, pointer ? storage : NULL);
	other = api_buffer(CL_MEM_COPY_HOST_PTR, SIZE, model);
	if (!pointer)
		EXPECT(CL_SUCCESS,
		       clEnqueueWriteBuffer(Q, buffer, CL_TRUE, 0, SIZE, model, 0, NULL, NULL));
	for (int i = 0; i < ROUNDS; i++) {
		void (*const steps[])(cl_mem) = {read_and_write, write_box,     read_box, fill, map,
						 migrate,        use_sub_buffer};
		size_t step = pick(8);

		if (step == 7)
			copy(buffer, other);
		else
			steps[step](buffer);
		if (i % 16 == 0)
			check_whole(buffer);
	}
	check_whole(buffer);
	clReleaseMemObject(buffer);
	clReleaseMemObject(other);
	api_end();
}

static void in_device_memory(void **state)
{
	(void)state;
	run(0);
}

static void in_the_hosts_own_memory(void **state)
{
	(void)state;
	run(CL_MEM_USE_HOST_PTR);
}

static void in_memory_allocated_for_the_host(void **state)
{
	(void)state;
	run(CL_MEM_ALLOC_HOST_PTR);
}

static void from_a_copy(void **state)
{
	(void)state;
	run(CL_MEM_COPY_HOST_PTR);
}

static void migrate_with(cl_mem buffer, cl_mem_migration_flags flags)
{
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(Q, 1, &buffer, flags, 0, NULL, NULL));
}

static void expect_on_device(cl_mem buffer)
{
	cl_mem other = api_buffer(0, SIZE, NULL);

	EXPECT(CL_SUCCESS, clEnqueueCopyBuffer(Q, buffer, other, 0, 0, SIZE, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, other, CL_TRUE, 0, SIZE, host, 0, NULL, NULL));
	EXPECT_TRUE(!memcmp(host, model, SIZE));
	EXPECT(CL_SUCCESS, clReleaseMemObject(other));
}

/*
 * Hosts make buffers resident with undefined contents, write to their own memory, and then migrate
 * the whole buffer or parts of it.
 */
static void undefined_contents(void **state)
{
	static unsigned char storage[SIZE];
	cl_mem buffer = api_buffer(CL_MEM_USE_HOST_PTR, SIZE, storage);

	(void)state;
	for (int parts = 1; parts <= 4; parts *= 2) {
		cl_buffer_region region = {0, (size_t)(SIZE / parts)};

		migrate_with(buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
		EXPECT(CL_SUCCESS, clFinish(Q));
		fill_random(model);
		memcpy(storage, model, SIZE);
		for (; region.origin < SIZE; region.origin += region.size) {
			cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
							&region, NULL);

			migrate_with(parts == 1 ? buffer : part, 0);
			EXPECT(CL_SUCCESS, clReleaseMemObject(part));
		}
		expect_on_device(buffer);
		migrate_with(buffer, CL_MIGRATE_MEM_OBJECT_HOST);
		EXPECT(CL_SUCCESS, clFinish(Q));
		EXPECT_TRUE(!memcmp(storage, model, SIZE));
	}
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_device_memory),
		cmocka_unit_test(in_the_hosts_own_memory),
		cmocka_unit_test(in_memory_allocated_for_the_host),
		cmocka_unit_test(from_a_copy),
		cmocka_unit_test(undefined_contents),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
