/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "host_tests/apps/app.h"

#include <pthread.h>

/*
 * A program of random calls, for capture.sh: capture_random <seed> [calls]. Without an accelerator,
 * it uses a processor, with images. Two threads share the
 * context and the queues. Each has memory objects of its own, and an event for each of them that the
 * next command on it waits for, so all results are certain although commands may overtake others.
 */

enum {
	BUFFERS = 6,
	BYTES = 200000,
	WIDTH = 64,
	HEIGHT = 32,
	PIXELS = WIDTH * HEIGHT * 4,
	GATES = 4,
	KEPT = 4096
};

static struct app app;
static cl_command_queue queues[2]; /* the second one is out of order */
static bool has_images;
static int calls = 60;

struct world {
	uint64_t random;
	cl_mem buffers[BUFFERS]; /* the first one is on `host` */
	cl_event last[BUFFERS];
	cl_mem image;
	char *host, *svm;
	cl_kernel kernel;
	cl_event gates[GATES]; /* user events that are to be set */
	int ngates;
	char *kept[KEPT]; /* what commands may still read or write */
	int nkept;
};

static unsigned pick(struct world *w, unsigned below)
{
	w->random = w->random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(w->random >> 33) % below;
}

static char *noise(struct world *w, size_t size)
{
	char *bytes = malloc(size);
	bool repeated = pick(w, 2);

	assert_non_null(bytes);
	assert_true(w->nkept < KEPT);
	for (size_t i = 0; i < size; i++)
		bytes[i] = (char)(repeated ? i / 7 : pick(w, 256));
	return w->kept[w->nkept++] = bytes;
}

static cl_command_queue queue_of(struct world *w)
{
	return queues[pick(w, 2)];
}

static void open_gates(struct world *w)
{
	while (w->ngates) {
		OK(clSetUserEventStatus(w->gates[--w->ngates], CL_COMPLETE));
		OK(clReleaseEvent(w->gates[w->ngates]));
	}
}

/* The events that a command on two of the buffers waits for. */
struct list {
	cl_event events[4];
	cl_uint count;
};

static struct list list_of(struct world *w, unsigned a, unsigned b, unsigned c)
{
	struct list list = {{w->last[a], w->last[b], w->last[c]}, 3};

	return list;
}

/* Sometimes a command also waits for an event that the host sets later. */
static void gate(struct world *w, struct list *list)
{
	if (w->ngates == GATES || pick(w, 8))
		return;
	w->gates[w->ngates] = clCreateUserEvent(app.context, NULL);
	list->events[list->count++] = w->gates[w->ngates++];
}

static void done(struct world *w, unsigned buffer, cl_event event)
{
	OK(clReleaseEvent(w->last[buffer]));
	w->last[buffer] = event;
}

static void done_all(struct world *w, const unsigned *buffers, unsigned count, cl_event event)
{
	for (unsigned i = 0; i < count; i++) {
		if (i)
			OK(clRetainEvent(event));
		done(w, buffers[i], event);
	}
}

static bool blocks(struct world *w)
{
	bool blocking = pick(w, 3) == 0;

	if (blocking)
		open_gates(w);
	return blocking;
}

struct part {
	size_t at, size;
};

static struct part part_of(struct world *w)
{
	struct part part = {pick(w, BYTES - 1), 0};

	part.size = 1 + pick(w, pick(w, 2) ? 300 : (unsigned)(BYTES - part.at));
	if (part.size > BYTES - part.at)
		part.size = BYTES - part.at;
	return part;
}

static void write_part(struct world *w)
{
	unsigned to = pick(w, BUFFERS);
	struct part part = part_of(w);
	struct list list = list_of(w, to, to, to);
	bool blocking = blocks(w);
	cl_event event;

	if (!blocking)
		gate(w, &list);
	OK(clEnqueueWriteBuffer(queue_of(w), w->buffers[to], blocking, part.at, part.size,
				noise(w, part.size), list.count, list.events, &event));
	done(w, to, event);
}

static void read_part(struct world *w)
{
	unsigned from = pick(w, BUFFERS);
	struct part part = part_of(w);
	struct list list = list_of(w, from, from, from);
	bool blocking = blocks(w);
	cl_event event;

	if (!blocking)
		gate(w, &list);
	OK(clEnqueueReadBuffer(queue_of(w), w->buffers[from], blocking, part.at, part.size,
			       noise(w, part.size), list.count, list.events, &event));
	done(w, from, event);
}

static void rect(struct world *w, bool write)
{
	unsigned at = pick(w, BUFFERS);
	const size_t region[3] = {1 + pick(w, 50), 1 + pick(w, 20), 1 + pick(w, 4)};
	const size_t there[3] = {pick(w, 50), pick(w, 20), pick(w, 3)};
	const size_t here[3] = {pick(w, 20), pick(w, 5), pick(w, 2)};
	struct list list = list_of(w, at, at, at);
	bool blocking = blocks(w);
	cl_event event;

	if (write)
		OK(clEnqueueWriteBufferRect(queue_of(w), w->buffers[at], blocking, there, here,
					    region, 100, 4000, 70, 1750, noise(w, 12000),
					    list.count, list.events, &event));
	else
		OK(clEnqueueReadBufferRect(queue_of(w), w->buffers[at], blocking, there, here,
					   region, 100, 4000, 70, 1750, noise(w, 12000), list.count,
					   list.events, &event));
	done(w, at, event);
}

static void copy(struct world *w)
{
	unsigned from = pick(w, BUFFERS), to = (from + 1 + pick(w, BUFFERS - 1)) % BUFFERS;
	struct part part = part_of(w);
	struct list list = list_of(w, from, to, to);
	const size_t a[3] = {pick(w, 50), pick(w, 20), 1}, b[3] = {pick(w, 50), 2, pick(w, 3)};
	const size_t region[3] = {40, 20, 3};
	cl_event event;

	gate(w, &list);
	if (pick(w, 2))
		OK(clEnqueueCopyBuffer(queue_of(w), w->buffers[from], w->buffers[to], part.at,
				       BYTES - part.at - part.size, part.size, list.count,
				       list.events, &event));
	else
		OK(clEnqueueCopyBufferRect(queue_of(w), w->buffers[from], w->buffers[to], a, b,
					   region, 100, 4000, 110, 4400, list.count, list.events,
					   &event));
	done_all(w, (unsigned[]){from, to}, 2, event);
}

static void fill(struct world *w)
{
	unsigned to = pick(w, BUFFERS);
	struct list list = list_of(w, to, to, to);
	size_t size = (size_t)1 << pick(w, 6);
	cl_event event;

	OK(clEnqueueFillBuffer(queue_of(w), w->buffers[to], noise(w, size), size, size * pick(w, 9),
			       size * (1 + pick(w, 999)), list.count, list.events, &event));
	done(w, to, event);
}

/* Reads some of the mapping and changes some, if it may. */
static void use_mapping(struct world *w, char *at, size_t size, bool writes)
{
	for (unsigned i = 0; writes && i < 5; i++)
		memset(at + pick(w, (unsigned)size), (int)pick(w, 256), 1);
}

static void map(struct world *w)
{
	static const cl_map_flags kinds[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
					     CL_MAP_WRITE_INVALIDATE_REGION};
	unsigned at = pick(w, BUFFERS), kind = pick(w, 4);
	struct part part = part_of(w);
	struct list list = list_of(w, at, at, at);
	bool blocking = blocks(w);
	cl_event mapped, unmapped;
	char *bytes;

	open_gates(w);
	bytes = clEnqueueMapBuffer(queue_of(w), w->buffers[at], blocking, kinds[kind], part.at,
				   part.size, list.count, list.events, &mapped, NULL);
	assert_non_null(bytes);
	OK(clWaitForEvents(1, &mapped));
	if (kind == 3)
		memcpy(bytes, noise(w, part.size), part.size);
	use_mapping(w, bytes, part.size, kind);
	OK(clEnqueueUnmapMemObject(queue_of(w), w->buffers[at], bytes, 1, &mapped, &unmapped));
	OK(clReleaseEvent(mapped));
	done(w, at, unmapped);
}

static void launch(struct world *w)
{
	unsigned a = pick(w, BUFFERS - 2), b = a + 1, c = a + 2;
	struct list list = list_of(w, a, b, c);
	cl_event event;

	gate(w, &list);
	app_set_buffers(w->kernel, 0, 3, &w->buffers[a]);
	app_set_int(w->kernel, 3, (cl_int)pick(w, BYTES / 4));
	OK(clEnqueueTask(queue_of(w), w->kernel, list.count, list.events, &event));
	done_all(w, (unsigned[]){a, b, c}, 3, event);
}

/* A part of a buffer is written to and released, while the command may not have ended. */
static void sub_buffer(struct world *w)
{
	const cl_buffer_region region = {4096 * (1 + pick(w, 20)), 4096 * (1 + pick(w, 20))};
	unsigned at = pick(w, BUFFERS);
	struct list list = list_of(w, at, at, at);
	cl_event event;
	cl_mem part = clCreateSubBuffer(w->buffers[at], 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
					NULL);

	assert_non_null(part);
	OK(clEnqueueWriteBuffer(queue_of(w), part, CL_FALSE, 5, region.size - 9,
				noise(w, region.size), list.count, list.events, &event));
	OK(clReleaseMemObject(part));
	done(w, at, event);
}

/* The host writes to its memory, and moves it; or moves it back. */
static void migrate(struct world *w)
{
	unsigned to_host = pick(w, 2);
	cl_event event;

	open_gates(w);
	OK(clEnqueueMigrateMemObjects(queue_of(w), 1, w->buffers, CL_MIGRATE_MEM_OBJECT_HOST, 1,
				      &w->last[0], &event));
	OK(clWaitForEvents(1, &event));
	done(w, 0, event);
	if (to_host)
		return;
	memcpy(w->host + pick(w, BYTES / 2), noise(w, BYTES / 2), BYTES / 2);
	OK(clEnqueueMigrateMemObjects(queue_of(w), 1, w->buffers, 0, 0, NULL, &event));
	done(w, 0, event);
}

static void renew(struct world *w)
{
	unsigned at = 1 + pick(w, BUFFERS - 1);

	OK(clReleaseMemObject(w->buffers[at]));
	w->buffers[at] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, BYTES, noise(w, BYTES));
}

/* Through an image, from one buffer to another. */
static void through_image(struct world *w)
{
	unsigned from = pick(w, BUFFERS), to = (from + 1) % BUFFERS;
	const size_t origin[3] = {0}, region[3] = {WIDTH, HEIGHT, 1}, small[3] = {20, 10, 1};
	const size_t inside[3] = {pick(w, 40), pick(w, 20), 0};
	struct list list = list_of(w, from, to, to);
	cl_command_queue queue = queues[0];
	cl_event event;
	size_t row;
	char *bytes;

	OK(clEnqueueCopyBufferToImage(queue, w->buffers[from], w->image, pick(w, 1000), origin,
				      region, list.count, list.events, NULL));
	OK(clEnqueueWriteImage(queue, w->image, CL_FALSE, inside, small, 100, 0, noise(w, 1000), 0,
			       NULL, NULL));
	open_gates(w);
	bytes = clEnqueueMapImage(queue, w->image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, inside,
				  small, &row, NULL, 0, NULL, NULL, NULL);
	assert_non_null(bytes);
	bytes[row * pick(w, 10)] ^= 5;
	OK(clEnqueueUnmapMemObject(queue, w->image, bytes, 0, NULL, NULL));
	OK(clEnqueueReadImage(queue, w->image, CL_FALSE, inside, small, 90, 0, noise(w, 1000), 0,
			      NULL, NULL));
	OK(clEnqueueCopyImageToBuffer(queue, w->image, w->buffers[to], origin, region,
				      pick(w, 1000), 0, NULL, &event));
	done_all(w, (unsigned[]){from, to}, 2, event);
}

static void shared_memory(struct world *w)
{
	struct part part = part_of(w);

	open_gates(w);
	OK(clEnqueueSVMMemcpy(queues[0], CL_TRUE, w->svm + part.at, noise(w, part.size), part.size,
			      0, NULL, NULL));
	OK(clEnqueueSVMMap(queues[0], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, w->svm, BYTES, 0, NULL,
			   NULL));
	use_mapping(w, w->svm, BYTES, true);
	OK(clEnqueueSVMUnmap(queues[0], w->svm, 0, NULL, NULL));
	OK(clEnqueueSVMMemcpy(queues[0], CL_TRUE, noise(w, part.size), w->svm + part.at, part.size,
			      0, NULL, NULL));
}

/* Calls that are refused, and those that only order. */
static void other(struct world *w)
{
	struct list list = list_of(w, 0, 1, 2);
	char byte = 0;
	cl_event event;

	assert_int_not_equal(clEnqueueWriteBuffer(queue_of(w), w->buffers[0], CL_TRUE, BYTES, 1,
						  &byte, 0, NULL, NULL),
			     0);
	assert_null(clCreateBuffer(app.context, 0, 0, NULL, NULL));
	OK(clEnqueueMarkerWithWaitList(queue_of(w), list.count, list.events, &event));
	OK(clEnqueueBarrierWithWaitList(queue_of(w), 1, &event, NULL));
	OK(clReleaseEvent(event));
	OK(clFlush(queues[0]));
	if (pick(w, 4))
		return;
	open_gates(w);
	OK(clWaitForEvents(list.count, list.events));
}

/* Now and then, all commands end. */
static void tidy(struct world *w)
{
	if (w->nkept < KEPT - 16)
		return;
	open_gates(w);
	OK(clWaitForEvents(BUFFERS, w->last));
	OK(clFinish(queues[0]));
	while (w->nkept)
		free(w->kept[--w->nkept]);
}

static void call(struct world *w)
{
	tidy(w);
	switch (pick(w, 16)) {
	case 0:
	case 1:
		write_part(w);
		break;
	case 2:
	case 3:
		read_part(w);
		break;
	case 4:
	case 5:
		rect(w, pick(w, 2));
		break;
	case 6:
		copy(w);
		break;
	case 7:
		fill(w);
		break;
	case 8:
		map(w);
		break;
	case 9:
	case 10:
		launch(w);
		break;
	case 11:
		sub_buffer(w);
		break;
	case 12:
		migrate(w);
		break;
	case 13:
		shared_memory(w);
		break;
	case 14:
		has_images ? through_image(w) : renew(w);
		break;
	default:
		other(w);
	}
}

static void begin(struct world *w)
{
	const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
	const cl_image_desc desc = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};

	OK(posix_memalign((void **)&w->host, 4096, BYTES));
	memset(w->host, 1, BYTES);
	for (unsigned i = 0; i < BUFFERS; i++) {
		w->buffers[i] = app_buffer(&app, i ? CL_MEM_COPY_HOST_PTR : CL_MEM_USE_HOST_PTR,
					   BYTES, i ? noise(w, BYTES) : w->host);
		OK(clEnqueueMarkerWithWaitList(queues[0], 0, NULL, &w->last[i]));
	}
	if (has_images)
		w->image = clCreateImage(app.context, 0, &format, &desc, NULL, NULL);
	assert_int_equal(!!w->image, has_images);
	w->svm = clSVMAlloc(app.context, 0, BYTES, 0);
	w->kernel = app_kernel(&app, "vadd");
	assert_non_null(w->svm);
	OK(clEnqueueSVMMemFill(queues[0], w->svm, "x", 1, BYTES, 0, NULL, NULL));
}

/* All that there is at the end is read. */
static void end(struct world *w)
{
	open_gates(w);
	for (unsigned i = 0; i < BUFFERS; i++) {
		OK(clEnqueueReadBuffer(queues[1], w->buffers[i], CL_TRUE, 0, BYTES, noise(w, BYTES),
				       1, &w->last[i], NULL));
		OK(clReleaseMemObject(w->buffers[i]));
		OK(clReleaseEvent(w->last[i]));
	}
	if (w->image)
		OK(clReleaseMemObject(w->image));
	clSVMFree(app.context, w->svm);
	OK(clReleaseKernel(w->kernel));
	while (w->nkept)
		free(w->kept[--w->nkept]);
	free(w->host);
}

static void *run(void *data)
{
	struct world *w = data;

	begin(w);
	for (int i = 0; i < calls; i++)
		call(w);
	end(w);
	return NULL;
}

/* A driver that compiles. */
static void open_processor(void)
{
	const char *source =
		"kernel void vadd(global const int *a, global const int *b, global int *c, "
		"int n) { for (int i = 0; i < n; i++) c[i] = a[i] + b[i]; }";

	OK(clGetPlatformIDs(1, &app.platform, NULL));
	OK(clGetDeviceIDs(app.platform, CL_DEVICE_TYPE_CPU, 1, app.devices, &app.device_count));
	app.context = clCreateContext(NULL, 1, app.devices, NULL, NULL, NULL);
	app.program = clCreateProgramWithSource(app.context, 1, &source, NULL, NULL);
	OK(clBuildProgram(app.program, 1, app.devices, "", NULL, NULL));
	app.queue = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	assert_non_null(app.queue);
}

static void open_device(void)
{
	cl_bool images = CL_FALSE;
	cl_uint count;
	cl_platform_id platform;

	OK(clGetPlatformIDs(1, &platform, NULL));
	if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 0, NULL, &count))
		open_processor();
	else
		app = app_open("vadd.xclbin", 0);
	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_IMAGE_SUPPORT, sizeof(images), &images, NULL));
	has_images = images;
	queues[0] = app.queue;
	queues[1] = clCreateCommandQueue(app.context, app.devices[0],
					 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	assert_non_null(queues[1]);
}

int main(int argc, char **argv)
{
	static struct world worlds[2];
	unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	pthread_t thread;

	if (argc > 2)
		calls = atoi(argv[2]);
	open_device();
	for (unsigned i = 0; i < 2; i++)
		worlds[i].random = seed * 2 + i;
	assert_int_equal(pthread_create(&thread, NULL, run, &worlds[1]), 0);
	run(&worlds[0]);
	pthread_join(thread, NULL);
	OK(clReleaseCommandQueue(queues[1]));
	app_close(&app);
	return 0;
}
