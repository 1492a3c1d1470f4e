/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "host_tests/hal/models/model.h"
#include "host_tests/hal/suite.h"

static void *alloc_svm(uint64_t bytes, struct fcl_hal_buffer **ret_buffer)
{
	struct fcl_err err = {0};
	void *pointer = NULL;

	if (suite.hal->svm_alloc(suite.device, bytes, &pointer, ret_buffer, &err))
		fail_msg("svm_alloc: %s", err.text);
	return pointer;
}

static void svm_needs_capability(void **state)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	void *pointer = NULL;
	char byte;

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_SVM)) {
		assert_int_equal(suite.hal->svm_alloc(suite.device, 1, &pointer, &buffer, &err),
				 -EOPNOTSUPP);
		assert_int_equal(suite.hal->svm_attach(suite.device, &byte, 1, &buffer, &err),
				 -EOPNOTSUPP);
	}
	assert_null(pointer);
	assert_null(buffer);
}

static void svm_is_at_its_host_address(void **state)
{
	struct fcl_hal_buffer *buffers[16];
	char *pointers[16];

	(void)state;
	need(FCL_HAL_CAP_SVM | FCL_HAL_CAP_ADDRESS);
	for (unsigned i = 0; i < 16; i++) {
		pointers[i] = alloc_svm(1 + i * 500, &buffers[i]);
		assert_int_equal((uintptr_t)pointers[i] % FCL_HAL_SVM_ALIGN, 0);
		if (i > 8)
			assert_int_equal((uintptr_t)pointers[i] % FCL_HAL_SVM_PAGE, 0);
		assert_true(suite.hal->buffer_address(suite.device, buffers[i]) ==
			    (uintptr_t)pointers[i]);
		assert_int_equal(suite.hal->buffer_bank(suite.device, buffers[i]),
				 FCL_HAL_BANK_DEFAULT);
		memset(pointers[i], (int)i, 1 + i * 500);
	}
	for (unsigned i = 0; i < 16; i++) {
		assert_int_equal(pointers[i][0], i);
		assert_int_equal(pointers[i][i * 500], i);
		free_buffer(buffers[i]);
	}
}

static void svm_alloc_refuses(void **state)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	void *pointer = NULL;

	(void)state;
	need(FCL_HAL_CAP_SVM);
	assert_int_equal(suite.hal->svm_alloc(suite.device, 0, &pointer, &buffer, &err), -EINVAL);
	assert_int_equal(
		suite.hal->svm_alloc(suite.device, UINT64_MAX - 7, &pointer, &buffer, &err),
		-ENOMEM);
	assert_true(err.text[0] != '\0');
	assert_null(pointer);
	assert_null(buffer);
}

/* Every kind of transfer accepts it, like a buffer that needs no migration. */
static void svm_in_transfers(void **state)
{
	struct fcl_hal_buffer *svm, *buffer;
	char text[] = "to and fro", back[sizeof(text)] = "";
	struct work work;
	char *pointer;

	(void)state;
	need(FCL_HAL_CAP_SVM | FCL_HAL_CAP_COPY | FCL_HAL_CAP_FILL);
	pointer = alloc_svm(4096, &svm);
	buffer = alloc_buffer(4096);
	put(svm, 100, text, sizeof(text));
	assert_string_equal(pointer + 100, text);
	pointer[100] = 'T';
	get(svm, 100, back, sizeof(text));
	assert_string_equal(back, "To and fro");
	work_transfer(&work, FCL_HAL_COPY, NULL, 0, NULL, sizeof(text));
	work.request.u.copy.source = svm;
	work.request.u.copy.target = buffer;
	work.request.u.copy.source_offset = 100;
	work.request.u.copy.target_offset = 7;
	work.request.u.copy.box = (struct fcl_hal_box){
		{sizeof(text), 1, 1}, sizeof(text), sizeof(text), sizeof(text), sizeof(text)};
	assert_int_equal(work_run(&work), 0);
	memset(back, 0, sizeof(back));
	get(buffer, 7, back, sizeof(back));
	assert_string_equal(back, "To and fro");
	work_transfer(&work, FCL_HAL_FILL, NULL, 0, NULL, 1);
	work.request.u.fill.buffer = svm;
	work.request.u.fill.offset = 4;
	work.request.u.fill.bytes = 8;
	work.request.u.fill.pattern_size = 4;
	memcpy(work.request.u.fill.pattern, "abcd", 4);
	assert_int_equal(work_run(&work), 0);
	assert_memory_equal(pointer + 4, "abcdabcd", 8);
	free_buffer(buffer);
	free_buffer(svm);
}

enum { NODES = 100 };

static void make_list(struct svm_node **nodes, struct fcl_hal_buffer **buffers)
{
	for (unsigned i = 0; i < NODES; i++)
		nodes[i] = alloc_svm(sizeof(struct svm_node), &buffers[i]);
	for (unsigned i = 0; i < NODES; i++) {
		nodes[i]->next = i + 1 < NODES ? (uintptr_t)nodes[i + 1] : 0;
		nodes[i]->value = i;
	}
}

/* A kernel follows pointers through memory that is not one of its arguments. */
static void svm_pointers_are_followed(void **state)
{
	struct fcl_hal_buffer *buffers[NODES], *sum_buffer;
	struct svm_node *nodes[NODES];
	struct fcl_hal_program *program;
	struct work work;
	uint64_t *sum;

	(void)state;
	need(FCL_HAL_CAP_SVM);
	need_results();
	program = load_program();
	make_list(nodes, buffers);
	sum = alloc_svm(sizeof(*sum), &sum_buffer);
	work_launch(&work, program, K_FOLLOW, 1);
	work_buffer(&work, 0, buffers[0], 0);
	work_buffer(&work, 1, sum_buffer, 0);
	work.request.u.launch.svm = buffers;
	work.request.u.launch.nsvm = NODES;
	assert_int_equal(work_run(&work), 0);
	assert_int_equal(*sum, NODES * (NODES - 1) / 2);
	assert_int_equal(nodes[NODES - 1]->value, 2 * (NODES - 1));
	/* Loading another image does not affect host memory. */
	suite.hal->unprogram(suite.device, program);
	program = load_program_with_banks_reversed();
	assert_int_equal(nodes[NODES - 1]->value, 2 * (NODES - 1));
	suite.hal->unprogram(suite.device, program);
	for (unsigned i = 0; i < NODES; i++)
		free_buffer(buffers[i]);
	free_buffer(sum_buffer);
}

/* The same memory, at the same address, for a second board. */
static void svm_attached(void **state)
{
	struct fcl_hal_buffer *buffer, *other = NULL;
	struct fcl_hal_device *second = NULL;
	struct fcl_err err = {0};
	char *pointer, local[64];
	int error;

	(void)state;
	need(FCL_HAL_CAP_SVM | FCL_HAL_CAP_ADDRESS);
	error = suite.hal->open(suite.board, 1, &second, &err);
	if (error == -ENOENT)
		skip_test();
	if (error)
		fail_msg("a second board: %s", err.text);
	pointer = alloc_svm(4096, &buffer);
	assert_int_equal(suite.hal->svm_attach(second, pointer, 4096, &other, &err), 0);
	assert_true(suite.hal->buffer_address(second, other) == (uintptr_t)pointer);
	suite.hal->buffer_free(second, other);
	assert_int_equal(suite.hal->svm_attach(second, local, 64, &other, &err), -EINVAL);
	assert_true(err.text[0] != '\0');
	pointer[4095] = 5;
	suite.hal->close(second);
	assert_int_equal(pointer[4095], 5);
	free_buffer(buffer);
}

const struct CMUnitTest svm_tests[] = {
	cmocka_unit_test(svm_needs_capability),      cmocka_unit_test(svm_is_at_its_host_address),
	cmocka_unit_test(svm_alloc_refuses),         cmocka_unit_test(svm_in_transfers),
	cmocka_unit_test(svm_pointers_are_followed), cmocka_unit_test(svm_attached),
};
const size_t nsvm_tests = sizeof(svm_tests) / sizeof(svm_tests[0]);
