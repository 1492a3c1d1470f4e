/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/runtime/model.h"

static struct model_device {
	cl_command_queue queue;
	cl_kernel kernels[MODEL_KERNELS];
	model_function *functions[MODEL_KERNELS];
	unsigned nkernels;
} devices[2];

/* A kernel whose arguments stay the same from launch to launch, as most do. */
struct kept {
	cl_kernel kernel;
	cl_int number;
};
static struct kept kept[2][MODEL_KERNELS][MODEL_BUFFERS], blends[2][MODEL_BUFFERS];
static cl_mem views[MODEL_BUFFERS]; /* sub-buffers that some kernels work on: see part_of() */

static struct host *host;
static cl_mem buffers[MODEL_BUFFERS];
static unsigned char *model[MODEL_BUFFERS];
static unsigned char *own[MODEL_BUFFERS]; /* USE_HOST_PTR memory */
static unsigned random_state;
static cl_event last;                     /* the last command; the next one waits for it */
static bool may_fail;                     /* a failed command has no effect */
static bool survives;                     /* it leaves its buffer undefined */
static bool dead;                         /* no board accepts commands */
static bool failed;                       /* the current step has failed */
static unsigned char before[MODEL_BYTES]; /* the contents of the step's buffer */

enum { TRIES = 40 }; /* after so many, a board on which most commands succeed has served one */

/* A region that stays mapped over many steps, while the host keeps writing to it. */
static struct {
	unsigned b; /* MODEL_BUFFERS: no buffer is mapped */
	unsigned char *pointer;
	size_t offset, size;
} held = {.b = MODEL_BUFFERS};

void model_seed(unsigned seed)
{
	random_state = seed;
}

unsigned model_pick(unsigned below)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (random_state >> 8) % below;
}

/* The wait list of the next call: the previous command. */
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

/* The OpenCL calls of a step. */
static bool good(cl_int error)
{
	if (!may_fail)
		OK(error);
	failed |= error != CL_SUCCESS;
	return !failed;
}

static void range(size_t *offset, size_t *size)
{
	*offset = model_pick(MODEL_BYTES);
	*size = 1 + model_pick((unsigned)(MODEL_BYTES - *offset));
}

static void step_write(cl_command_queue queue, unsigned b)
{
	unsigned char bytes[MODEL_BYTES];
	size_t offset, size;

	range(&offset, &size);
	for (size_t i = 0; i < size; i++)
		bytes[i] = model[b][offset + i] = (unsigned char)model_pick(256);
	good(clEnqueueWriteBuffer(queue, buffers[b], CL_TRUE, offset, size, bytes, nwaits, waits,
				  &last));
}

static void step_read(cl_command_queue queue, unsigned b)
{
	unsigned char bytes[MODEL_BYTES];
	size_t offset, size;

	range(&offset, &size);
	if (good(clEnqueueReadBuffer(queue, buffers[b], CL_TRUE, offset, size, bytes, nwaits, waits,
				     &last)))
		assert_memory_equal(bytes, model[b] + offset, size);
}

static void step_copy(cl_command_queue queue, unsigned b)
{
	unsigned from = (b + 1 + model_pick(MODEL_BUFFERS - 1)) % MODEL_BUFFERS;
	size_t offset, size, source;

	if (from == held.b)
		return;
	range(&offset, &size);
	source = model_pick((unsigned)(MODEL_BYTES - size + 1));
	memcpy(model[b] + offset, model[from] + source, size);
	good(clEnqueueCopyBuffer(queue, buffers[from], buffers[b], source, offset, size, nwaits,
				 waits, &last));
}

static void step_fill(cl_command_queue queue, unsigned b)
{
	size_t offset, size;
	cl_uint pattern = model_pick(1u << 24);

	range(&offset, &size);
	offset &= ~(size_t)3;
	size &= ~(size_t)3;
	for (size_t i = 0; i < size; i += 4)
		memcpy(model[b] + offset + i, &pattern, 4);
	good(clEnqueueFillBuffer(queue, buffers[b], &pattern, 4, offset, size, nwaits, waits,
				 &last));
}

static void step_rectangle(cl_command_queue queue, unsigned b)
{
	size_t buffer_origin[3] = {model_pick(40), model_pick(10), 0}, host_origin[3] = {0};
	size_t region[3] = {1 + model_pick(20), 1 + model_pick(10), 1 + model_pick(2)};
	unsigned char bytes[20 * 10 * 2];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)model_pick(256);
	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			memcpy(model[b] + z * 1280 + (buffer_origin[1] + y) * 64 + buffer_origin[0],
			       bytes + z * 200 + y * 20, region[0]);
	good(clEnqueueWriteBufferRect(queue, buffers[b], CL_TRUE, buffer_origin, host_origin,
				      region, 64, 1280, 20, 200, bytes, nwaits, waits, &last));
}

static void step_map(cl_command_queue queue, unsigned b)
{
	static const cl_map_flags ways[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
					    CL_MAP_WRITE_INVALIDATE_REGION};
	cl_map_flags flags = ways[model_pick(4)];
	unsigned char *mapped;
	size_t offset, size;
	cl_int error;

	range(&offset, &size);
	mapped = clEnqueueMapBuffer(queue, buffers[b], CL_TRUE, flags, offset, size, nwaits, waits,
				    &last, &error);
	if (!good(error))
		return;
	chained();
	chain();
	if (own[b])
		assert_ptr_equal(mapped, own[b] + offset);
	if (flags != CL_MAP_WRITE_INVALIDATE_REGION)
		assert_memory_equal(mapped, model[b] + offset, size);
	for (size_t i = 0; flags != CL_MAP_READ && i < size; i++)
		mapped[i] = model[b][offset + i] = (unsigned char)model_pick(256);
	OK(clEnqueueUnmapMemObject(queue, buffers[b], mapped, nwaits, waits, &last));
}

/* Works on the whole buffer, or on a sub-buffer of its upper half. */
static void step_kernel(unsigned d, unsigned b)
{
	struct model_device *device = &devices[d];
	unsigned which = model_pick(device->nkernels), half = model_pick(2);
	cl_buffer_region region = {half * MODEL_BYTES / 2, MODEL_BYTES - half * MODEL_BYTES / 2};
	cl_int number = (cl_int)model_pick(1000), words[MODEL_BYTES / 4], error;
	cl_int count = (cl_int)region.size / 4;
	cl_uint nargs;
	cl_mem view = clCreateSubBuffer(buffers[b], 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
					&error);

	OK(error);
	OK(clGetKernelInfo(device->kernels[which], CL_KERNEL_NUM_ARGS, sizeof(nargs), &nargs,
			   NULL));
	host_args(device->kernels[which], half ? view : buffers[b], nargs - 1, count, number);
	memcpy(words, model[b] + region.origin, region.size);
	for (int i = 0; i < count; i++)
		words[i] = (cl_int)device->functions[which]((unsigned)words[i], (unsigned)number);
	memcpy(model[b] + region.origin, words, region.size);
	good(clEnqueueTask(device->queue, device->kernels[which], nwaits, waits, &last));
	OK(clReleaseMemObject(view));
}

/* --- kernels that are launched again and again ------------------------------------------------ */

/* The object that a kept kernel works on: a whole buffer, or its upper half. */
static cl_mem part_of(unsigned b, size_t *ret_start)
{
	*ret_start = b & 1 ? MODEL_BYTES / 2 : 0;
	return b & 1 ? views[b] : buffers[b];
}

/* Occasionally sets another number. */
static void change(struct kept *what, cl_uint arg)
{
	if (model_pick(8))
		return;
	what->number = (cl_int)model_pick(1000);
	OK(clSetKernelArg(what->kernel, arg, sizeof(cl_int), &what->number));
}

static void launch_kept(unsigned d, const struct kept *what)
{
	if (last) { /* not the step's first command */
		chained();
		chain();
	}
	good(clEnqueueTask(devices[d].queue, what->kernel, nwaits, waits, &last));
}

/* Often enough to reuse the arguments; once if it may fail, since a failure must be undone. */
static unsigned how_often(void)
{
	return may_fail ? 1 : 1 + model_pick(10);
}

static void step_again(unsigned d, unsigned b)
{
	unsigned which = model_pick(devices[d].nkernels);
	struct kept *what = &kept[d][which][b];
	cl_int words[MODEL_BYTES / 4];
	cl_uint nargs;
	size_t start;

	OK(clGetKernelInfo(what->kernel, CL_KERNEL_NUM_ARGS, sizeof(nargs), &nargs, NULL));
	if (nargs > 2)
		change(what, 2);
	part_of(b, &start);
	for (unsigned times = how_often(); times; times--) {
		memcpy(words, model[b] + start, MODEL_BYTES - start);
		for (size_t i = 0; i < (MODEL_BYTES - start) / 4; i++)
			words[i] = (cl_int)devices[d].functions[which]((unsigned)words[i],
								       (unsigned)what->number);
		memcpy(model[b] + start, words, MODEL_BYTES - start);
		launch_kept(d, what);
	}
}

/* With two buffers, the second of which other steps write. */
static void step_blend(unsigned d, unsigned b)
{
	unsigned other = (b + 1) % MODEL_BUFFERS;
	cl_uint to[MODEL_BYTES / 8], from[MODEL_BYTES / 8];
	struct kept *what = &blends[d][b];
	size_t start, other_start;

	if (other == held.b)
		return;
	change(what, 3);
	part_of(b, &start);
	part_of(other, &other_start);
	for (unsigned times = how_often(); times; times--) {
		memcpy(to, model[b] + start, sizeof(to));
		memcpy(from, model[other] + other_start, sizeof(from));
		for (size_t i = 0; i < MODEL_BYTES / 8; i++)
			to[i] = to[i] * 3 + from[i] + (cl_uint)what->number;
		memcpy(model[b] + start, to, sizeof(to));
		launch_kept(d, what);
	}
}

static cl_kernel make_kept(cl_kernel like, const char *name)
{
	char own_name[64];
	cl_program program;

	OK(clGetKernelInfo(like, CL_KERNEL_PROGRAM, sizeof(program), &program, NULL));
	OK(clGetKernelInfo(like, CL_KERNEL_FUNCTION_NAME, sizeof(own_name), own_name, NULL));
	return host_kernel(program, name ? name : own_name);
}

static void open_blend(unsigned d, unsigned b)
{
	const cl_int count = MODEL_BYTES / 8;
	struct kept *what = &blends[d][b];
	size_t start;
	cl_mem to = part_of(b, &start), from = part_of((b + 1) % MODEL_BUFFERS, &start);

	what->number = 5;
	what->kernel = make_kept(devices[d].kernels[0], "blend");
	OK(clSetKernelArg(what->kernel, 0, sizeof(to), &to));
	OK(clSetKernelArg(what->kernel, 1, sizeof(from), &from));
	OK(clSetKernelArg(what->kernel, 2, sizeof(count), &count));
	OK(clSetKernelArg(what->kernel, 3, sizeof(cl_int), &what->number));
}

static void open_kept(unsigned d, unsigned b)
{
	size_t start;
	cl_mem part = part_of(b, &start);

	for (unsigned i = 0; i < devices[d].nkernels; i++) {
		struct kept *what = &kept[d][i][b];
		cl_uint nargs;

		what->number = 3;
		what->kernel = make_kept(devices[d].kernels[i], NULL);
		OK(clGetKernelInfo(what->kernel, CL_KERNEL_NUM_ARGS, sizeof(nargs), &nargs, NULL));
		host_args(what->kernel, part, nargs - 1, (cl_int)((MODEL_BYTES - start) / 4),
			  what->number);
	}
	if (devices[d].nkernels)
		open_blend(d, b);
}

static void open_all_kept(void)
{
	const cl_buffer_region half = {MODEL_BYTES / 2, MODEL_BYTES / 2};
	cl_int error;

	for (unsigned b = 0; b < MODEL_BUFFERS; b++) {
		views[b] = clCreateSubBuffer(buffers[b], 0, CL_BUFFER_CREATE_TYPE_REGION, &half,
					     &error);
		OK(error);
	}
	for (unsigned d = 0; d < host->ndevices; d++)
		for (unsigned b = 0; b < MODEL_BUFFERS; b++)
			open_kept(d, b);
}

static void close_all_kept(void)
{
	for (unsigned b = 0; b < MODEL_BUFFERS; b++)
		OK(clReleaseMemObject(views[b]));
	for (unsigned d = 0; d < host->ndevices; d++)
		for (unsigned b = 0; b < MODEL_BUFFERS; b++) {
			for (unsigned i = 0; i < devices[d].nkernels; i++)
				OK(clReleaseKernel(kept[d][i][b].kernel));
			if (devices[d].nkernels)
				OK(clReleaseKernel(blends[d][b].kernel));
		}
}

/* --- the other steps -------------------------------------------------------------------------- */

static void step_migrate(cl_command_queue queue, unsigned b)
{
	unsigned other = (b + 1) % MODEL_BUFFERS;
	cl_mem both[2] = {buffers[b], buffers[other == held.b ? b : other]};

	good(clEnqueueMigrateMemObjects(queue, 2, both,
					model_pick(2) ? CL_MIGRATE_MEM_OBJECT_HOST : 0, nwaits,
					waits, &last));
}

/* Uses a sub-buffer of the upper half once. */
static void step_view(cl_command_queue queue, unsigned b)
{
	cl_buffer_region region = {MODEL_BYTES / 2, MODEL_BYTES / 2};
	unsigned char bytes[MODEL_BYTES / 2];
	cl_int error;
	cl_mem view = clCreateSubBuffer(buffers[b], 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
					&error);

	OK(error);
	if (model_pick(2)) {
		for (size_t i = 0; i < sizeof(bytes); i++)
			bytes[i] = model[b][MODEL_BYTES / 2 + i] = (unsigned char)model_pick(256);
		good(clEnqueueWriteBuffer(queue, view, CL_TRUE, 0, sizeof(bytes), bytes, nwaits,
					  waits, &last));
	} else if (good(clEnqueueReadBuffer(queue, view, CL_TRUE, 0, sizeof(bytes), bytes, nwaits,
					    waits, &last))) {
		assert_memory_equal(bytes, model[b] + MODEL_BYTES / 2, sizeof(bytes));
	}
	OK(clReleaseMemObject(view));
}

/* Maps a region and keeps it mapped, writes through an existing mapping, or unmaps it. */
static void step_hold(cl_command_queue queue, unsigned b)
{
	cl_int error;

	if (held.b == MODEL_BUFFERS) {
		range(&held.offset, &held.size);
		held.pointer = clEnqueueMapBuffer(queue, buffers[b], CL_TRUE,
						  CL_MAP_READ | CL_MAP_WRITE, held.offset,
						  held.size, nwaits, waits, &last, &error);
		if (good(error))
			held.b = b;
		return;
	}
	assert_memory_equal(held.pointer, model[held.b] + held.offset, held.size);
	for (size_t i = 0; i < held.size; i += 1 + model_pick(64))
		held.pointer[i] = model[held.b][held.offset + i] = (unsigned char)model_pick(256);
	if (model_pick(4))
		return;
	OK(clEnqueueUnmapMemObject(queue, buffers[held.b], held.pointer, nwaits, waits, &last));
	held.b = MODEL_BUFFERS;
}

static void do_step(unsigned device, unsigned b, unsigned what)
{
	static void (*const steps[])(cl_command_queue, unsigned) = {
		step_write, step_read, step_copy,    step_fill, step_rectangle,
		step_map,   step_hold, step_migrate, step_view};
	enum { STEPS = sizeof(steps) / sizeof(steps[0]) };

	if (what < STEPS)
		steps[what](devices[device].queue, b);
	else if (what < STEPS + 2)
		step_kernel(device, b);
	else if (what < STEPS + 5)
		step_again(device, b);
	else
		step_blend(device, b);
}

/* Writes a buffer whose contents a failed command has left undefined. */
static void write_anew(unsigned b)
{
	for (unsigned i = 0; i < TRIES; i++)
		if (!clEnqueueWriteBuffer(devices[i % host->ndevices].queue, buffers[b], CL_TRUE, 0,
					  MODEL_BYTES, model[b], 0, NULL, NULL))
			return;
	dead = true;
}

/* Waits for a step that may fail; a failed step is undone in the model. */
static bool settle(unsigned b)
{
	if (last && clWaitForEvents(1, &last))
		failed = true;
	if (!failed)
		return true;
	memcpy(model[b], before, MODEL_BYTES);
	if (last)
		OK(clReleaseEvent(last));
	last = NULL;
	if (survives)
		write_anew(b);
	return false;
}

bool model_step(void)
{
	unsigned device = model_pick(host->ndevices), b = model_pick(MODEL_BUFFERS);
	unsigned what = model_pick(16);

	if (b == held.b)
		b = (b + 1) % MODEL_BUFFERS;
	failed = false;
	memcpy(before, model[b], MODEL_BYTES);
	chain();
	do_step(device, b, what);
	if (!last && previous && !failed) { /* nothing was enqueued */
		last = previous;
		previous = NULL;
	}
	chained();
	return may_fail ? settle(b) : true;
}

void model_open(struct host *the_host, unsigned seed)
{
	static const cl_mem_flags flags[MODEL_BUFFERS] = {
		CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR,
		CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, CL_MEM_COPY_HOST_PTR};

	host = the_host;
	random_state = seed;
	for (unsigned b = 0; b < MODEL_BUFFERS; b++) {
		model[b] = malloc(MODEL_BYTES);
		own[b] = flags[b] & CL_MEM_USE_HOST_PTR ? aligned_alloc(4096, MODEL_BYTES) : NULL;
		for (size_t i = 0; i < MODEL_BYTES; i++)
			model[b][i] = (unsigned char)model_pick(256);
		if (own[b])
			memcpy(own[b], model[b], MODEL_BYTES);
		buffers[b] = host_buffer(host, flags[b], MODEL_BYTES, own[b] ? own[b] : model[b]);
	}
	open_all_kept();
}

void model_add(unsigned device, cl_command_queue queue, cl_kernel kernel, model_function *function)
{
	struct model_device *to = &devices[device];

	assert_true(to->nkernels < MODEL_KERNELS);
	to->queue = queue;
	to->kernels[to->nkernels] = kernel;
	to->functions[to->nkernels++] = function;
}

void model_may_fail(bool may)
{
	if (may && last)
		OK(clWaitForEvents(1, &last));
	may_fail = may;
}

void model_survives(void)
{
	model_may_fail(true);
	survives = true;
	dead = false;
}

bool model_dead(void)
{
	return dead;
}

static bool read_whole(unsigned b, unsigned device, unsigned char *bytes)
{
	return !clEnqueueReadBuffer(devices[device].queue, buffers[b], CL_TRUE, 0, MODEL_BYTES,
				    bytes, last ? 1 : 0, last ? &last : NULL, NULL);
}

void model_check(void)
{
	unsigned char bytes[MODEL_BYTES];

	for (unsigned b = 0; b < MODEL_BUFFERS; b++) {
		bool read = false;

		if (b == held.b)
			continue;
		for (unsigned i = 0; !read && i < (survives ? TRIES : 1); i++)
			read = read_whole(b, i % host->ndevices, bytes);
		assert_true(read || survives);
		if (read)
			assert_memory_equal(bytes, model[b], MODEL_BYTES);
	}
}

void model_close(void)
{
	if (held.b < MODEL_BUFFERS)
		OK(clEnqueueUnmapMemObject(devices[0].queue, buffers[held.b], held.pointer, 0, NULL,
					   NULL));
	held.b = MODEL_BUFFERS;
	model_check();
	for (unsigned i = 0; i < 2; i++)
		OK(devices[i].queue ? clFinish(devices[i].queue) : CL_SUCCESS);
	if (last)
		OK(clReleaseEvent(last));
	last = NULL;
	close_all_kept();
	for (unsigned b = 0; b < MODEL_BUFFERS; b++) {
		OK(clReleaseMemObject(buffers[b]));
		free(model[b]);
		free(own[b]);
	}
}

void model_forget(void)
{
	memset(devices, 0, sizeof(devices));
}
