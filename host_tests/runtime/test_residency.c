/* SPDX-License-Identifier: Apache-2.0 */
/* Random commands on two devices against a model of bytes on the host: every byte read must be the
 * model's. */
#include "host_tests/runtime/host.h"

enum { BUFFERS = 4, BYTES = 4096, STEPS = 6000, SEEDS = 3 };

static struct host host;
static cl_command_queue queues[2];
static cl_kernel bumps[2];
static cl_mem buffers[BUFFERS];
static unsigned char *model[BUFFERS];
static unsigned char *own[BUFFERS]; /* USE_HOST_PTR memory */
static unsigned random_state;
static cl_event last; /* the last command, which the next one waits for */

static unsigned pick(unsigned below)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (random_state >> 8) % below;
}

/* The wait list of the next call: the command before it. */
static cl_event previous;
static cl_uint nwaits;
static const cl_event *waits;

static void chain(void)
{
	previous = last;
	last = NULL;
	nwaits = previous ? 1 : 0;
	waits = previous ? &previous : NULL;
}

static void chained(void)
{
	if (previous)
		OK(clReleaseEvent(previous));
}

static void range(size_t *offset, size_t *size)
{
	*offset = pick(BYTES);
	*size = 1 + pick((unsigned)(BYTES - *offset));
}

static void step_write(cl_command_queue queue, unsigned b)
{
	unsigned char bytes[BYTES];
	size_t offset, size;

	range(&offset, &size);
	for (size_t i = 0; i < size; i++)
		bytes[i] = model[b][offset + i] = (unsigned char)pick(256);
	OK(clEnqueueWriteBuffer(queue, buffers[b], CL_TRUE, offset, size, bytes, nwaits, waits,
				&last));
}

static void step_read(cl_command_queue queue, unsigned b)
{
	unsigned char bytes[BYTES];
	size_t offset, size;

	range(&offset, &size);
	OK(clEnqueueReadBuffer(queue, buffers[b], CL_TRUE, offset, size, bytes, nwaits, waits,
			       &last));
	assert_memory_equal(bytes, model[b] + offset, size);
}

static void step_copy(cl_command_queue queue, unsigned b)
{
	unsigned from = (b + 1 + pick(BUFFERS - 1)) % BUFFERS;
	size_t offset, size, source;

	range(&offset, &size);
	source = pick((unsigned)(BYTES - size + 1));
	memcpy(model[b] + offset, model[from] + source, size);
	OK(clEnqueueCopyBuffer(queue, buffers[from], buffers[b], source, offset, size, nwaits,
			       waits, &last));
}

static void step_fill(cl_command_queue queue, unsigned b)
{
	size_t offset, size;
	cl_uint pattern = pick(1u << 24);

	range(&offset, &size);
	offset &= ~(size_t)3;
	size &= ~(size_t)3;
	for (size_t i = 0; i < size; i += 4)
		memcpy(model[b] + offset + i, &pattern, 4);
	OK(clEnqueueFillBuffer(queue, buffers[b], &pattern, 4, offset, size, nwaits, waits, &last));
}

static void step_rectangle(cl_command_queue queue, unsigned b)
{
	size_t buffer_origin[3] = {pick(40), pick(10), 0}, host_origin[3] = {0};
	size_t region[3] = {1 + pick(20), 1 + pick(10), 1 + pick(2)};
	unsigned char bytes[20 * 10 * 2];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)pick(256);
	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			memcpy(model[b] + z * 1280 + (buffer_origin[1] + y) * 64 + buffer_origin[0],
			       bytes + z * 200 + y * 20, region[0]);
	OK(clEnqueueWriteBufferRect(queue, buffers[b], CL_TRUE, buffer_origin, host_origin, region,
				    64, 1280, 20, 200, bytes, nwaits, waits, &last));
}

static void step_map(cl_command_queue queue, unsigned b)
{
	static const cl_map_flags ways[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
					    CL_MAP_WRITE_INVALIDATE_REGION};
	cl_map_flags flags = ways[pick(4)];
	unsigned char *mapped;
	size_t offset, size;
	cl_int error;

	range(&offset, &size);
	mapped = clEnqueueMapBuffer(queue, buffers[b], CL_TRUE, flags, offset, size, nwaits, waits,
				    &last, &error);
	OK(error);
	chained();
	chain();
	if (own[b])
		assert_ptr_equal(mapped, own[b] + offset);
	if (flags != CL_MAP_WRITE_INVALIDATE_REGION)
		assert_memory_equal(mapped, model[b] + offset, size);
	for (size_t i = 0; flags != CL_MAP_READ && i < size; i++)
		mapped[i] = model[b][offset + i] = (unsigned char)pick(256);
	OK(clEnqueueUnmapMemObject(queue, buffers[b], mapped, nwaits, waits, &last));
}

static void step_kernel(unsigned device, unsigned b)
{
	cl_int words[BYTES / 4], step = (cl_int)pick(1000);

	host_args(bumps[device], buffers[b], 2, BYTES / 4, step);
	memcpy(words, model[b], BYTES);
	for (int i = 0; i < BYTES / 4; i++)
		words[i] = (cl_int)((unsigned)words[i] + (unsigned)step);
	memcpy(model[b], words, BYTES);
	OK(clEnqueueTask(queues[device], bumps[device], nwaits, waits, &last));
}

static void step_migrate(cl_command_queue queue, unsigned b)
{
	cl_mem both[2] = {buffers[b], buffers[(b + 1) % BUFFERS]};

	OK(clEnqueueMigrateMemObjects(queue, 2, both, pick(2) ? CL_MIGRATE_MEM_OBJECT_HOST : 0,
				      nwaits, waits, &last));
}

/* A view on the upper half, used once. */
static void step_view(cl_command_queue queue, unsigned b)
{
	cl_buffer_region region = {BYTES / 2, BYTES / 2};
	unsigned char bytes[BYTES / 2];
	cl_int error;
	cl_mem view = clCreateSubBuffer(buffers[b], 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
					&error);

	OK(error);
	if (pick(2)) {
		for (size_t i = 0; i < sizeof(bytes); i++)
			bytes[i] = model[b][BYTES / 2 + i] = (unsigned char)pick(256);
		OK(clEnqueueWriteBuffer(queue, view, CL_TRUE, 0, sizeof(bytes), bytes, nwaits,
					waits, &last));
	} else {
		OK(clEnqueueReadBuffer(queue, view, CL_TRUE, 0, sizeof(bytes), bytes, nwaits, waits,
				       &last));
		assert_memory_equal(bytes, model[b] + BYTES / 2, sizeof(bytes));
	}
	OK(clReleaseMemObject(view));
}

static void step(void)
{
	unsigned device = pick(2), b = pick(BUFFERS), what = pick(9);
	cl_command_queue queue = queues[device];

	chain();
	switch (what) {
	case 0:
		step_write(queue, b);
		break;
	case 1:
		step_read(queue, b);
		break;
	case 2:
		step_copy(queue, b);
		break;
	case 3:
		step_fill(queue, b);
		break;
	case 4:
		step_rectangle(queue, b);
		break;
	case 5:
		step_map(queue, b);
		break;
	case 6:
		step_kernel(device, b);
		break;
	case 7:
		step_migrate(queue, b);
		break;
	default:
		step_view(queue, b);
		break;
	}
	chained();
}

static void open_buffers(void)
{
	static const cl_mem_flags flags[BUFFERS] = {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR,
						    CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR,
						    CL_MEM_COPY_HOST_PTR};

	for (unsigned b = 0; b < BUFFERS; b++) {
		model[b] = malloc(BYTES);
		own[b] = flags[b] & CL_MEM_USE_HOST_PTR ? aligned_alloc(4096, BYTES) : NULL;
		for (size_t i = 0; i < BYTES; i++)
			model[b][i] = (unsigned char)pick(256);
		if (own[b])
			memcpy(own[b], model[b], BYTES);
		buffers[b] = host_buffer(&host, flags[b], BYTES, own[b] ? own[b] : model[b]);
	}
}

static void close_buffers(void)
{
	OK(clWaitForEvents(1, &last));
	OK(clReleaseEvent(last));
	last = NULL;
	for (unsigned b = 0; b < BUFFERS; b++) {
		OK(clReleaseMemObject(buffers[b]));
		free(model[b]);
		free(own[b]);
	}
}

static void random_commands(void **state)
{
	cl_program programs[2];

	(void)state;
	host_open(&host);
	assert_int_equal(host.ndevices, 2);
	for (unsigned i = 0; i < 2; i++) {
		programs[i] = host_program(&host, i, i ? "basic_u50.xclbin" : "basic.xclbin");
		bumps[i] = host_kernel(programs[i], "bump");
		queues[i] = host_queue(&host, i, i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
	}
	for (unsigned seed = 1; seed <= SEEDS; seed++) {
		random_state = seed;
		print_message("seed %u\n", seed);
		open_buffers();
		for (int i = 0; i < STEPS; i++)
			step();
		close_buffers();
	}
	for (unsigned i = 0; i < 2; i++) {
		OK(clReleaseKernel(bumps[i]));
		OK(clReleaseProgram(programs[i]));
		OK(clReleaseCommandQueue(queues[i]));
	}
	host_close(&host);
}

/*
 * What hosts for FPGAs do all day: map once, then write, migrate, run, migrate back and read
 * through the pointer, without ever unmapping in between.
 */
static void mapped_for_ever(void **state)
{
	cl_program program;
	cl_command_queue queue;
	cl_kernel bump;
	cl_int *mapped, error;
	cl_mem buffer;

	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	queue = host_queue(&host, 0, 0);
	bump = host_kernel(program, "bump");
	buffer = host_buffer(&host, CL_MEM_ALLOC_HOST_PTR, BYTES, NULL);
	mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, BYTES, 0,
				    NULL, NULL, &error);
	OK(error);
	host_args(bump, buffer, 2, BYTES / 4, 5);
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < BYTES / 4; i++)
			mapped[i] = i * round;
		OK(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL));
		OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
		OK(clEnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0,
					      NULL, NULL));
		OK(clFinish(queue));
		for (int i = 0; i < BYTES / 4; i++)
			assert_int_equal(mapped[i], i * round + 5);
	}
	OK(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL));
	OK(clFinish(queue));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(bump));
	OK(clReleaseProgram(program));
	OK(clReleaseCommandQueue(queue));
	host_close(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_commands),
		cmocka_unit_test(mapped_for_ever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
