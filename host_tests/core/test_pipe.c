/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The remains of pipes whose FIFOs may still contain packets, until their image has left the
 * device; and mappings of packets that the board does not provide.
 */
#include "host_tests/core/core_test.h"

#include <errno.h>

#include "bitstreams/image/fcl_image.h"
#include "runtime/core/images/held.h"
#include "runtime/core/objects/device.h"
#include "runtime/core/objects/host_pipe.h"
#include "runtime/core/objects/pipe.h"

static struct fcl_device device;
static struct fcl_slot slot;
static struct fcl_image *image;

static void close_pipe(struct fcl_hal_device *board, struct fcl_hal_pipe *pipe)
{
	(void)board;
	(void)pipe;
}

enum { LEVEL = 3 };

static int pop_error;
static uint32_t pops; /* number of packets that a pop returns */

static int level_of(struct fcl_hal_device *board, struct fcl_hal_pipe *pipe, uint32_t *ret_packets)
{
	(void)board;
	(void)pipe;
	*ret_packets = LEVEL;
	return 0;
}

static int pop(struct fcl_hal_device *board, struct fcl_hal_pipe *pipe, void *data,
	       uint32_t packets, uint32_t *ret_packets)
{
	(void)board;
	(void)pipe;
	if (pop_error)
		return pop_error;
	*ret_packets = pops < packets ? pops : packets;
	memset(data, 7, *ret_packets * sizeof(uint32_t));
	return 0;
}

static int set_up(void **state)
{
	static const struct fcl_hal_ops ops = {
		.pipe_close = close_pipe, .pipe_level = level_of, .pipe_pop = pop};
	static const struct fcl_hal_info info = {.nslots = 1};
	struct fcl_held *held = aligned_alloc(64, sizeof(*held));

	(void)state;
	assert_non_null(held);
	assert_int_equal(fcl_image_new(&image, NULL), 0);
	*held = (struct fcl_held){.image = fcl_image_ref(image), .users = 1};
	device.hal = &ops;
	device.info = &info;
	device.held = held;
	device.slots = &slot;
	slot.loaded = NULL;
	pthread_mutex_init(&device.lock, NULL);
	return 0;
}

static int take_down(void **state)
{
	(void)state;
	fcl_image_unref(image);
	pthread_mutex_destroy(&device.lock);
	return 0;
}

static struct fcl_pipe *leaving;

void __real_fcl_host_maps_free(struct fcl_host_map *maps);
void __wrap_fcl_host_maps_free(struct fcl_host_map *maps);

/* Once a pipe counts as gone, another thread may free it: fcl_pipes_forget(). */
void __wrap_fcl_host_maps_free(struct fcl_host_map *maps)
{
	assert_false(leaving->gone);
	__real_fcl_host_maps_free(maps);
}

static struct fcl_pipe *use_pipe(void)
{
	struct fcl_pipe *pipe = calloc(1, sizeof(*pipe));

	assert_non_null(pipe);
	pipe->device = &device;
	pipe->image = fcl_image_ref(image);
	pipe->used = true;
	pipe->next = device.pipes;
	device.pipes = pipe;
	return pipe;
}

/* If the image was never loaded, or has been replaced, the pipe goes with the last program. */
static void until_the_last_program(void **state)
{
	struct fcl_pipe *pipe = use_pipe();

	(void)state;
	leaving = use_pipe();
	fcl_pipe_destroy(leaving);
	leaving = pipe;
	fcl_pipe_destroy(pipe);
	assert_ptr_equal(device.pipes->next, pipe);
	fcl_held_unload(&device, image);
	assert_null(device.pipes);
}

/* If the image is on the board, the pipe stays without a program until another image is loaded. */
static void until_another_image(void **state)
{
	(void)state;
	slot.loaded = image;
	leaving = use_pipe();
	fcl_pipe_destroy(leaving);
	fcl_held_unload(&device, image);
	assert_non_null(device.pipes);
	slot.loaded = NULL;
	fcl_pipes_forget(&device, image);
	assert_null(device.pipes);
}

/* A pipe may outlive all programs. */
static void after_the_image(void **state)
{
	struct fcl_pipe *pipe = use_pipe();

	(void)state;
	fcl_held_unload(&device, image);
	assert_ptr_equal(device.pipes, pipe);
	leaving = pipe;
	fcl_pipe_destroy(pipe);
	assert_null(device.pipes);
}

/*
 * A mapping contains the packets that the board provided; without any there is no mapping, and
 * nothing to unmap.
 */
static void map_what_there_is(void **state)
{
	struct fcl_pipe pipe = {.packet_size = sizeof(uint32_t),
				.max_packets = LEVEL,
				.device = &device,
				.made = (struct fcl_hal_pipe *)&pops};
	static struct fcl_mem mem;
	void *pointer = NULL;
	size_t size = 0;

	(void)state;
	mem.pipe = &pipe;
	mem.flags = CL_MEM_HOST_READ_ONLY;
	pthread_mutex_init(&mem.lock, NULL);
	pop_error = -EIO;
	assert_int_equal(fcl_host_pipe_map(&mem, 0, &pointer, &size), -EIO);
	assert_null(pipe.maps);
	pop_error = 0;
	pops = 0;
	assert_int_equal(fcl_host_pipe_map(&mem, 0, &pointer, &size), -EAGAIN);
	assert_null(pipe.maps);
	pops = 2;
	assert_int_equal(fcl_host_pipe_map(&mem, 0, &pointer, &size), 0);
	assert_int_equal(size, 2 * sizeof(uint32_t));
	assert_int_equal(fcl_host_pipe_unmap(&mem, pointer, size), 0);
	assert_null(pipe.maps);
	pthread_mutex_destroy(&mem.lock);
	fcl_held_unload(&device, image);
}

int main(int argc, char **argv)
{
#define fcl_case(name) cmocka_unit_test_setup_teardown(name, set_up, take_down)
	const struct CMUnitTest tests[] = {
		fcl_case(until_the_last_program),
		fcl_case(until_another_image),
		fcl_case(after_the_image),
		fcl_case(map_what_there_is),
	};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
