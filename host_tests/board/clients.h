/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_CLIENTS_H
#define FCL_TEST_BOARD_CLIENTS_H

#include "hal/board/wire/shared.h"
#include "hal/board/wire/socket.h"
#include "host_tests/hal/suite.h"

/* Clients of board processes, through the HAL. They use suite.device. */

/* Fixture for a group of tests on the board process "t" (process.h). */
int clients_set_up(void **state);
int clients_take_down(void **state);

/* Opens a device of that board process. */
struct fcl_hal_device *open_on(const char *name);

/*
 * The board's user with that process id, or the first one for -1. *ret_state receives the board's
 * state.
 */
const struct fcl_bd_user *user_of(const char *name, pid_t pid, struct fcl_bd_state *ret_state);

/* Waits until there are that many users, and until all other memory has been released. */
void wait_users(const char *name, uint32_t nusers, uint64_t bytes);

/* The memory that controls turns, as a kernel in an executor could find it. */
struct fcl_bd_turns *map_turns(pid_t process);

/* out = a + a. Returns the launch's status. */
int run_add(struct fcl_hal_program *program, uint32_t seed);

/*
 * An image of the models, with a different UUID for each seed; `expected` is the expected result of
 * program().
 */
struct fcl_hal_program *load_seed(uint8_t seed, int expected, struct fcl_err *err);

/* Starts one of `count` kernels that wait for each other, on a CU of its kind. */
void start_meeting(struct work *work, struct fcl_hal_program *program, struct fcl_hal_buffer *flags,
		   uint32_t mine, uint32_t count, uint32_t cu);
/* Waits until such a kernel runs, that is, has set its flag. */
void wait_for_flag(struct fcl_hal_buffer *flags, uint32_t at);

void done_with(struct fcl_hal_device *device, struct fcl_hal_program *program);

#endif
