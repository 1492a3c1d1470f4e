/* SPDX-License-Identifier: Apache-2.0 */
/* Shared virtual memory between a client and its executors: test_svm FPGACL. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

#include "clients.h"
#include "host_tests/hal/models/model.h"
#include "process.h"

enum { NODES = 50 };

/* A list in one device's memory, and the address for the kernel's sum. */
struct list {
	struct svm_node *nodes[NODES];
	struct fcl_hal_buffer *buffers[NODES], *sum_buffer;
	uint64_t *sum;
};

static void *alloc_svm(uint64_t bytes, struct fcl_hal_buffer **ret_buffer)
{
	struct fcl_err err = {0};
	void *pointer = NULL;

	if (suite.hal->svm_alloc(suite.device, bytes, &pointer, ret_buffer, &err))
		fail_msg("svm_alloc: %s", err.text);
	return pointer;
}

static void make_list(struct list *list)
{
	for (uint64_t i = 0; i < NODES; i++)
		list->nodes[i] = alloc_svm(sizeof(struct svm_node), &list->buffers[i]);
	for (uint64_t i = 0; i < NODES; i++)
		*list->nodes[i] =
			(struct svm_node){i + 1 < NODES ? (uintptr_t)list->nodes[i + 1] : 0, i + 1};
	list->sum = alloc_svm(sizeof(*list->sum), &list->sum_buffer);
}

static void free_list(struct list *list)
{
	for (unsigned i = 0; i < NODES; i++)
		free_buffer(list->buffers[i]);
	free_buffer(list->sum_buffer);
}

/* The kernel adds up the values and doubles each. */
static void follow(struct fcl_hal_program *program, struct list *list,
		   struct fcl_hal_buffer *const *buffers, struct fcl_hal_buffer *sum_buffer)
{
	uint64_t expected = 0;
	struct work work;

	for (unsigned i = 0; i < NODES; i++)
		expected += list->nodes[i]->value;
	work_launch(&work, program, K_FOLLOW, 1);
	work_buffer(&work, 0, buffers[0], 0);
	work_buffer(&work, 1, sum_buffer, 0);
	work.request.u.launch.svm = buffers;
	work.request.u.launch.nsvm = NODES;
	assert_int_equal(work_run(&work), 0);
	assert_int_equal(*list->sum, expected);
	assert_int_equal(list->nodes[NODES - 1]->value % 2, 0);
}

/*
 * A kernel in one device's executor follows pointers to memory that another device's executor
 * allocated.
 */
static void two_devices(void **state)
{
	struct fcl_hal_buffer *attached[NODES], *sum = NULL;
	struct fcl_hal_device *a = open_on("t"), *b;
	struct fcl_hal_program *program;
	struct fcl_err err = {0};
	struct list list;

	(void)state;
	make_list(&list);
	b = open_on("t");
	program = load_seed(1, 0, &err);
	for (unsigned i = 0; i < NODES; i++)
		assert_int_equal(suite.hal->svm_attach(b, list.nodes[i], sizeof(struct svm_node),
						       &attached[i], &err),
				 0);
	assert_int_equal(suite.hal->svm_attach(b, list.sum, sizeof(*list.sum), &sum, &err), 0);
	follow(program, &list, attached, sum);
	for (unsigned i = 0; i < NODES; i++)
		free_buffer(attached[i]);
	free_buffer(sum);
	done_with(b, program);
	assert_int_equal(list.nodes[NODES - 1]->value, 2 * NODES);
	suite.device = a;
	free_list(&list);
	suite.hal->close(a);
	wait_users("t", 0, 0);
}

/* The new executor has the memory at the same addresses, with its contents. */
static void executor_is_killed(void **state)
{
	struct fcl_hal_device *device = open_on("t");
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_hal_program *program;
	struct fcl_bd_state seen;
	struct fcl_err err = {0};
	struct list list;
	void *pointer = NULL;

	(void)state;
	program = load_seed(1, 0, &err);
	make_list(&list);
	follow(program, &list, list.buffers, list.sum_buffer);
	kill(user_of("t", -1, &seen)->executor, SIGKILL);
	while (!suite.hal->health(device, &err))
		;
	assert_int_equal(suite.hal->svm_alloc(device, 64, &pointer, &buffer, &err), -EIO);
	assert_int_equal(list.nodes[0]->value, 2);
	assert_int_equal(suite.hal->reset(device, &err), 0);
	assert_int_equal(list.nodes[0]->value, 2);
	follow(program, &list, list.buffers, list.sum_buffer);
	assert_int_equal(list.nodes[0]->value, 4);
	/* New memory must not overlap the old. */
	pointer = alloc_svm(1 << 20, &buffer);
	memset(pointer, 0xff, 1 << 20);
	follow(program, &list, list.buffers, list.sum_buffer);
	free_buffer(buffer);
	free_list(&list);
	done_with(device, program);
	wait_users("t", 0, 0);
}

/* More than fits in a region; both sides see the same bytes, including the last one. */
static void more_than_a_region(void **state)
{
	const uint64_t size = 700u << 20;
	struct fcl_hal_device *device = open_on("t");
	struct fcl_hal_buffer *buffers[3];
	char *pointers[3], byte;

	(void)state;
	for (int i = 0; i < 3; i++) {
		pointers[i] = alloc_svm(size * (i + 1), &buffers[i]);
		pointers[i][size * (i + 1) - 1] = (char)(i + 1);
	}
	for (int i = 0; i < 3; i++) {
		get(buffers[i], size * (i + 1) - 1, &byte, 1);
		assert_int_equal(byte, i + 1);
		put(buffers[i], size / 2, &byte, 1);
		assert_int_equal(pointers[i][size / 2], byte);
	}
	for (int i = 0; i < 3; i++)
		free_buffer(buffers[i]);
	suite.hal->close(device);
	wait_users("t", 0, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_devices),
		cmocka_unit_test(executor_is_killed),
		cmocka_unit_test(more_than_a_region),
	};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
