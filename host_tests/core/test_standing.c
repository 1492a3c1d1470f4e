/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block's standing claim on threads: launches that enter and leave it, that establish it for all
 * arguments or all but one, and commands that need one of its buffers.
 */
#include "host_tests/core/core_test.h"

#include <pthread.h>

#include "bitstreams/image/fcl_image.h"
#include "runtime/core/kernels/kernel.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/standing.h"

enum { BUFFERS = 12, LAUNCHERS = 3, BLOCKS = 200, ROUNDS = 400, SIDE = FCL_SIDE_DEVICE(0) };

static struct fcl_context context = {.ndevices = 1};
static struct fcl_mem roots[BUFFERS];
static struct fcl_device_side sides[BUFFERS];
static struct fcl_image_arg facts[BUFFERS];
static struct fcl_image_kernel kernel = {.args = facts, .nargs = BUFFERS};
static struct fcl_image image = {.kernels = &kernel, .nkernels = 1};
static uint32_t cu;
static const struct fcl_kernel_instance instance = {.image = &image, .cus = &cu, .ncus = 1};
static struct fcl_arg_value values[BUFFERS];
static struct fcl_standing *standing;
static _Atomic uint32_t entered, wrong;

static void set_up(void)
{
	standing = calloc(1, sizeof(*standing));
	assert_non_null(standing);
	for (int i = 0; i < BUFFERS; i++) {
		roots[i] = (struct fcl_mem){
			.root = &roots[i], .context = &context, .size = 1, .sides = &sides[i]};
		pthread_mutex_init(&roots[i].lock, NULL);
		assert_int_equal(fcl_span_init(&roots[i], UINT64_C(1) << SIDE), 0);
		fcl_span_publish(&roots[i]);
		facts[i].qualifier = FCL_ARG_GLOBAL;
		values[i] = (struct fcl_arg_value){
			.set = true, .kind = FCL_HAL_ARG_BUFFER, .mem = &roots[i]};
	}
}

static void take_down(void)
{
	for (int i = 0; i < BUFFERS; i++) {
		free(roots[i].spans);
		pthread_mutex_destroy(&roots[i].lock);
	}
	free(standing);
}

/* Checks that the launch's buffers are claimed, so that no other thread could move them. */
static void check_users(uint64_t except)
{
	for (uint32_t i = 0; i < BUFFERS; i++)
		if (!fcl_arg_in(except | standing->apart, i) && !atomic_load(&sides[i].users))
			atomic_fetch_add(&wrong, 1);
}

/*
 * A launch that has been planned: it holds all buffers except `except` when it makes the claim
 * stand.
 */
static void launch(uint64_t except)
{
	if (fcl_standing_enter(standing, &instance, except)) {
		check_users(except);
		fcl_standing_leave(standing);
		atomic_fetch_add(&entered, 1);
		return;
	}
	for (int i = 0; i < BUFFERS; i++)
		atomic_fetch_add(&sides[i].users, 1);
	fcl_standing_establish(standing, &(struct fcl_claimed){.values = values,
							       .nvalues = BUFFERS,
							       .side = SIDE,
							       .instance = &instance,
							       .cus = &cu,
							       .ncus = 1,
							       .except = except});
	for (int i = 0; i < BUFFERS; i++)
		fcl_residency_release(&roots[i], SIDE);
}

static void *launch_all(void *data)
{
	(void)data;
	for (uint32_t i = 0; i < ROUNDS; i++)
		launch(i % 4 == 3 ? UINT64_C(1) << i / 4 % BUFFERS : 0);
	return NULL;
}

static void *want_all(void *data)
{
	(void)data;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct fcl_mem *root = &roots[i % BUFFERS];

		pthread_mutex_lock(&root->lock);
		fcl_standing_revoke(root);
		pthread_mutex_unlock(&root->lock);
	}
	return NULL;
}

static void run(void)
{
	pthread_t threads[LAUNCHERS + 1];

	for (int i = 0; i <= LAUNCHERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL,
						i < LAUNCHERS ? launch_all : want_all, NULL),
				 0);
	for (int i = 0; i <= LAUNCHERS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(atomic_load(&wrong), 0);
	fcl_standing_end(standing);
	for (int i = 0; i < BUFFERS; i++) {
		assert_null(roots[i].claims);
		assert_int_equal(atomic_load(&sides[i].users), 0);
	}
}

/* A block's claim can leave out an argument only once, so use many blocks. */
static void threads_enter_and_revoke(void **state)
{
	(void)state;
	for (int block = 0; block < BLOCKS; block++) {
		set_up();
		run();
		take_down();
	}
	assert_true(atomic_load(&entered) > 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_enter_and_revoke),
	};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
