/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_OPENCL_H
#define FPGACLC_OPENCL_H

/*
 * Included before each OpenCL C source. Replaces the library's printf(), which takes its buffer
 * from global variables, with the one in payload_printf.c.
 */

#include "fpgacl/features.h"
#include "fpgacl/math.h"

#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable

/*
 * These extensions are fpgaclc's own. Undeclared, clang would warn about enabling them, and fail
 * with -Werror.
 */
#pragma OPENCL EXTENSION cl_intel_channels : begin
#pragma OPENCL EXTENSION cl_intel_channels : end
#pragma OPENCL EXTENSION cl_altera_channels : begin
#pragma OPENCL EXTENSION cl_altera_channels : end

/* The vendor's attribute takes NAME=VALUE, which clang cannot parse as an argument. */
#define xcl_dependence(...)

/* In a copy of an autorun kernel, a number or the second function is in the place of the first one. */
FCLC_MATH_LINKAGE __attribute__((unused, always_inline)) int get_compute_id(int dimension)
{
	(void)dimension;
	return 0;
}

FCLC_MATH_LINKAGE __attribute__((unused, always_inline)) int fclc_compute_id(int x, int y, int z,
									     int dimension)
{
	return dimension == 0 ? x : dimension == 1 ? y : dimension == 2 ? z : 0;
}

int fclc_printf(__constant const char *format, ...);

#undef printf
#define printf(...) fclc_printf(__VA_ARGS__)

/*
 * PoCL's library for newer compilers (6.0) lacks the variant for private lists. Copies are complete
 * in the calling work-item when the call returns.
 */
#if __clang_major__ >= 17
#undef wait_group_events
#define wait_group_events(count, list)                                                             \
	((void)(count), (void)(list), barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE))
#endif

/*
 * Atomics and fences of OpenCL C 2.0, which the library lacks, implemented with the compiler's own.
 * The strongest order and all-devices scope include all weaker ones.
 */
#if __OPENCL_C_VERSION__ >= 200
#undef atomic_init
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_load
#undef atomic_load_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit
#undef atomic_fetch_and
#undef atomic_fetch_and_explicit
#undef atomic_fetch_min
#undef atomic_fetch_min_explicit
#undef atomic_fetch_max
#undef atomic_fetch_max_explicit
#undef atomic_flag_test_and_set
#undef atomic_flag_test_and_set_explicit
#undef atomic_flag_clear
#undef atomic_flag_clear_explicit
#undef atomic_work_item_fence
#undef get_fence

#define FCLC_STRONGEST __ATOMIC_SEQ_CST, __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES
#define atomic_init(P, V) __opencl_atomic_init(P, V)
#define atomic_store(P, V) __opencl_atomic_store(P, V, FCLC_STRONGEST)
#define atomic_store_explicit(P, V, ...) atomic_store(P, V)
#define atomic_load(P) __opencl_atomic_load(P, FCLC_STRONGEST)
#define atomic_load_explicit(P, ...) atomic_load(P)
#define atomic_exchange(P, V) __opencl_atomic_exchange(P, V, FCLC_STRONGEST)
#define atomic_exchange_explicit(P, V, ...) atomic_exchange(P, V)
#define atomic_compare_exchange_strong(P, E, V)                                                    \
	__opencl_atomic_compare_exchange_strong(P, E, V, __ATOMIC_SEQ_CST, FCLC_STRONGEST)
#define atomic_compare_exchange_strong_explicit(P, E, V, ...)                                      \
	atomic_compare_exchange_strong(P, E, V)
#define atomic_compare_exchange_weak(P, E, V) atomic_compare_exchange_strong(P, E, V)
#define atomic_compare_exchange_weak_explicit(P, E, V, ...) atomic_compare_exchange_strong(P, E, V)
#define atomic_fetch_add(P, V) __opencl_atomic_fetch_add(P, V, FCLC_STRONGEST)
#define atomic_fetch_add_explicit(P, V, ...) atomic_fetch_add(P, V)
#define atomic_fetch_sub(P, V) __opencl_atomic_fetch_sub(P, V, FCLC_STRONGEST)
#define atomic_fetch_sub_explicit(P, V, ...) atomic_fetch_sub(P, V)
#define atomic_fetch_or(P, V) __opencl_atomic_fetch_or(P, V, FCLC_STRONGEST)
#define atomic_fetch_or_explicit(P, V, ...) atomic_fetch_or(P, V)
#define atomic_fetch_xor(P, V) __opencl_atomic_fetch_xor(P, V, FCLC_STRONGEST)
#define atomic_fetch_xor_explicit(P, V, ...) atomic_fetch_xor(P, V)
#define atomic_fetch_and(P, V) __opencl_atomic_fetch_and(P, V, FCLC_STRONGEST)
#define atomic_fetch_and_explicit(P, V, ...) atomic_fetch_and(P, V)
#define atomic_fetch_min(P, V) __opencl_atomic_fetch_min(P, V, FCLC_STRONGEST)
#define atomic_fetch_min_explicit(P, V, ...) atomic_fetch_min(P, V)
#define atomic_fetch_max(P, V) __opencl_atomic_fetch_max(P, V, FCLC_STRONGEST)
#define atomic_fetch_max_explicit(P, V, ...) atomic_fetch_max(P, V)
#define atomic_flag_test_and_set(P) (atomic_exchange(P, 1) != 0)
#define atomic_flag_test_and_set_explicit(P, ...) atomic_flag_test_and_set(P)
#define atomic_flag_clear(P) atomic_store(P, 0)
#define atomic_flag_clear_explicit(P, ...) atomic_flag_clear(P)
#define atomic_work_item_fence(FLAGS, ORDER, SCOPE) __sync_synchronize()
/* Both flags are valid for every pointer. */
#define get_fence(P) (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

#include "fpgacl/groups.h"
#include "fpgacl/intel.h"
#include "fpgacl/pipes.h"
#ifdef FCLC_MATH_CALLS
#include "fpgacl/intel_math.h"
#endif

#endif
