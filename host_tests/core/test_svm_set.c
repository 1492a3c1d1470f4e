/* SPDX-License-Identifier: Apache-2.0 */
/* The set of all shared memory that a kernel may access, while other threads allocate. */
#include "host_tests/core/core_test.h"

#include "runtime/core/objects/context.h"
#include "runtime/core/objects/mem.h"
#include "runtime/core/objects/svm.h"
#include "runtime/core/objects/svm_index.h"

enum { OLD = 4, LATER = 40, BYTES = 16 };

static struct fcl_context context;
static struct fcl_mem old[OLD], later[LATER];
static uint32_t nlater, rounds; /* rounds that still allocate one more allocation each */

static void add(struct fcl_mem *mem, uintptr_t start)
{
	mem->usm = CL_MEM_TYPE_HOST_INTEL;
	atomic_store(&mem->object.refs, 1);
	assert_int_equal(fcl_svm_index_add(&context.svm, start, BYTES, mem), 0);
}

void __real_fcl_svm_index_visit(struct fcl_svm_index *index,
				void (*visit)(struct fcl_mem *mem, void *data), void *data);
void __wrap_fcl_svm_index_visit(struct fcl_svm_index *index,
				void (*visit)(struct fcl_mem *mem, void *data), void *data);

/* Simulates other threads that allocate at lower addresses after each visit. */
void __wrap_fcl_svm_index_visit(struct fcl_svm_index *index,
				void (*visit)(struct fcl_mem *mem, void *data), void *data)
{
	__real_fcl_svm_index_visit(index, visit, data);
	if (!rounds)
		return;
	for (uint32_t i = 0; i <= rounds; i++, nlater++)
		add(&later[nlater], (uintptr_t)(LATER - nlater) * BYTES);
	rounds--;
}

static void has_all_older_ones(void **state)
{
	struct fcl_svm_set *set;

	(void)state;
	fcl_svm_index_init(&context.svm);
	for (uint32_t i = 0; i < OLD; i++)
		add(&old[i], (uintptr_t)(LATER + 1 + i) * BYTES);
	rounds = 5;
	assert_int_equal(fcl_svm_set_create_all(&context, fcl_svm_type_bit(CL_MEM_TYPE_HOST_INTEL),
						NULL, &set),
			 0);
	assert_true(nlater > 0);
	for (uint32_t i = 0; i < OLD; i++)
		assert_int_equal(atomic_load(&old[i].object.refs), 2);
	fcl_svm_set_unref(set);
	for (uint32_t i = 0; i < OLD; i++)
		assert_int_equal(atomic_load(&old[i].object.refs), 1);
	for (uint32_t i = 0; i < nlater; i++)
		assert_int_equal(atomic_load(&later[i].object.refs), 1);
	for (uint32_t i = 1; i <= LATER + OLD; i++)
		fcl_svm_index_take(&context.svm, (uintptr_t)i * BYTES);
	fcl_svm_index_fini(&context.svm);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(has_all_older_ones)};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
