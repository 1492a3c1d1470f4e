/* SPDX-License-Identifier: Apache-2.0 */
#include "clients.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/board/client/backend.h"
#include "process.h"
#include "runtime/devices/registry.h"

struct suite suite;

void skip_test(void)
{
	skip();
}

void need(uint32_t caps)
{
	assert_int_equal(suite.info->caps & caps, caps);
}

void need_images(void)
{
}

void need_memory(void)
{
}

void need_results(void)
{
}

/* --- boards ----------------------------------------------------------------------------------- */

int clients_set_up(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	suite.hal = fcl_backend_of("board:t", &suite.board, &err);
	return suite.hal ? process_set_up() : -1;
}

int clients_take_down(void **state)
{
	(void)state;
	return process_take_down();
}

struct fcl_hal_device *open_on(const char *name)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_err err = {0};

	if (suite.hal->open(name, 0, &device, &err))
		fail_msg("open %s: %s", name, err.text);
	suite.device = device;
	suite.info = suite.hal->info(device);
	return device;
}

const struct fcl_bd_user *user_of(const char *name, pid_t pid, struct fcl_bd_state *ret_state)
{
	struct fcl_err err = {0};
	int error = fcl_bd_query(name, ret_state, &err);

	/* A busy machine may not answer in time. */
	for (int i = 0; i < 6 && error == -EPIPE; i++)
		error = fcl_bd_query(name, ret_state, &err);
	if (error)
		fail_msg("query %s: %s", name, err.text);
	for (uint32_t i = 0; i < ret_state->nusers; i++)
		if (pid < 0 || ret_state->users[i].pid == pid)
			return &ret_state->users[i];
	return NULL;
}

void wait_users(const char *name, uint32_t nusers, uint64_t bytes)
{
	struct fcl_bd_state state = {0};

	for (int i = 0; i < PROCESS_PATIENCE; i++) {
		user_of(name, -1, &state);
		if (state.nusers == nusers && state.bytes == bytes)
			return;
		fcl_pause_us(10000);
	}
	fail_msg("%u users with %llu bytes, expected %u with %llu", state.nusers,
		 (unsigned long long)state.bytes, nusers, (unsigned long long)bytes);
}

struct fcl_bd_turns *map_turns(pid_t process)
{
	void *map = MAP_FAILED;

	for (int fd = 0; fd < 64 && map == MAP_FAILED; fd++) {
		char path[64], link[64] = "";
		int file;

		snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)process, fd);
		if (readlink(path, link, sizeof(link) - 1) < 0 || !strstr(link, "fpgacl-turns"))
			continue;
		file = open(path, O_RDWR);
		map = mmap(NULL, sizeof(struct fcl_bd_turns), PROT_READ | PROT_WRITE, MAP_SHARED,
			   file, 0);
		close(file);
	}
	assert_true(map != MAP_FAILED);
	return map;
}

/* --- work ------------------------------------------------------------------------------------- */

int run_add(struct fcl_hal_program *program, uint32_t seed)
{
	struct fcl_hal_buffer *in = alloc_buffer(4096), *out = alloc_buffer(4096);
	uint32_t values[64], sums[64] = {0}, n = 64;
	struct work work;
	int status;

	for (uint32_t i = 0; i < n; i++)
		values[i] = seed * 7919 + i;
	put(in, 0, values, sizeof(values));
	work_launch(&work, program, K_ADD, 1);
	work_buffer(&work, 0, in, 0);
	work_buffer(&work, 1, in, 0);
	work_buffer(&work, 2, out, 0);
	work_bytes(&work, 3, &n, sizeof(n));
	status = work_run(&work);
	if (!status)
		get(out, 0, sums, sizeof(sums));
	for (uint32_t i = 0; !status && i < n; i++)
		assert_int_equal(sums[i], 2 * values[i]);
	free_buffer(in);
	free_buffer(out);
	return status;
}

struct fcl_hal_program *load_seed(uint8_t seed, int expected, struct fcl_err *err)
{
	struct fcl_image *image = make_image(seed, MODELS);
	struct fcl_hal_program *program = NULL;

	assert_int_equal(suite.hal->program(suite.device, 0, image, &program, err), expected);
	fcl_image_unref(image);
	return program;
}

void done_with(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	suite.hal->unprogram(device, program);
	suite.hal->close(device);
}

void start_meeting(struct work *work, struct fcl_hal_program *program, struct fcl_hal_buffer *flags,
		   uint32_t mine, uint32_t count, uint32_t cu)
{
	static const uint32_t numbers[] = {0, 1, 2, 3};

	work_launch(work, program, K_RENDEZVOUS, 1);
	work->request.u.launch.cus += cu;
	work_buffer(work, 0, flags, 0);
	work_bytes(work, 1, &numbers[mine], sizeof(numbers[mine]));
	work_bytes(work, 2, &numbers[count], sizeof(numbers[count]));
	assert_int_equal(work_submit(work), 0);
}

void wait_for_flag(struct fcl_hal_buffer *flags, uint32_t at)
{
	uint32_t flag = 0;

	for (int i = 0; i < PROCESS_PATIENCE && !flag; i++) {
		get(flags, at * sizeof(flag), &flag, sizeof(flag));
		fcl_pause_us(1000);
	}
	assert_int_equal(flag, 1);
}
