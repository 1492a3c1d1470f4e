/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_GROUPS_H
#define FPGACLC_GROUPS_H

/*
 * Included before each OpenCL C source. Work-group functions of OpenCL C 2.0, which the library
 * lacks. Between two barriers, the work-items of a group run one after the other, in the order of
 * their linear ids, so that each one can add its value to a shared one.
 */
#if __OPENCL_C_VERSION__ >= 200

/*
 * Memory of the work-group, large enough for any of the values. The compiler plugin knows it by
 * name.
 */
void *__attribute__((overloadable)) fclc_group_shared(void);

#define FCLC_GROUP_FUNCTION static __attribute__((unused, always_inline, overloadable))
#define FCLC_GROUP_MEET() barrier(CLK_LOCAL_MEM_FENCE)
/* Prevents vectorisation, which would change the order of work-items. */
#define FCLC_GROUP_IN_TURN() __asm__ volatile("" ::: "memory")

#define FCLC_GROUP_BROADCAST(T)                                                                    \
	FCLC_GROUP_FUNCTION T fclc_group_share(T value, bool mine)                                 \
	{                                                                                          \
		FCLC_GROUP_MEET();                                                                 \
		if (mine)                                                                          \
			*(T *)fclc_group_shared() = value;                                         \
		FCLC_GROUP_MEET();                                                                 \
		return *(T *)fclc_group_shared();                                                  \
	}                                                                                          \
	FCLC_GROUP_FUNCTION T fclc_group_broadcast(T value, size_t x)                              \
	{                                                                                          \
		return fclc_group_share(value, get_local_id(0) == x);                              \
	}                                                                                          \
	FCLC_GROUP_FUNCTION T fclc_group_broadcast(T value, size_t x, size_t y)                    \
	{                                                                                          \
		return fclc_group_share(value, get_local_id(0) == x && get_local_id(1) == y);      \
	}                                                                                          \
	FCLC_GROUP_FUNCTION T fclc_group_broadcast(T value, size_t x, size_t y, size_t z)          \
	{                                                                                          \
		return fclc_group_share(value, get_local_id(0) == x && get_local_id(1) == y &&     \
						       get_local_id(2) == z);                      \
	}

/* EXPRESSION combines a, the combined value of all previous work-items, with b. */
#define FCLC_GROUP_COMBINE(T, NAME, IDENTITY, EXPRESSION)                                          \
	FCLC_GROUP_FUNCTION T fclc_group_step_##NAME(T b, bool with_own)                           \
	{                                                                                          \
		bool first = get_local_linear_id() == 0;                                           \
		T *shared, a, sum;                                                                 \
                                                                                                   \
		FCLC_GROUP_MEET();                                                                 \
		shared = (T *)fclc_group_shared();                                                 \
		FCLC_GROUP_IN_TURN();                                                              \
		a = first ? (T)(IDENTITY) : *shared;                                               \
		sum = first ? b : (EXPRESSION);                                                    \
		*shared = sum;                                                                     \
		FCLC_GROUP_IN_TURN();                                                              \
		return with_own ? sum : a;                                                         \
	}                                                                                          \
	FCLC_GROUP_FUNCTION T fclc_group_reduce_##NAME(T value)                                    \
	{                                                                                          \
		fclc_group_step_##NAME(value, true);                                               \
		FCLC_GROUP_MEET();                                                                 \
		return *(T *)fclc_group_shared();                                                  \
	}                                                                                          \
	FCLC_GROUP_FUNCTION T fclc_group_scan_inclusive_##NAME(T value)                            \
	{                                                                                          \
		return fclc_group_step_##NAME(value, true);                                        \
	}                                                                                          \
	FCLC_GROUP_FUNCTION T fclc_group_scan_exclusive_##NAME(T value)                            \
	{                                                                                          \
		return fclc_group_step_##NAME(value, false);                                       \
	}

#define FCLC_GROUP_TYPE(T, LEAST, MOST)                                                            \
	FCLC_GROUP_BROADCAST(T)                                                                    \
	FCLC_GROUP_COMBINE(T, add, 0, a + b)                                                       \
	FCLC_GROUP_COMBINE(T, min, MOST, b < a ? b : a)                                            \
	FCLC_GROUP_COMBINE(T, max, LEAST, b > a ? b : a)

FCLC_GROUP_TYPE(int, INT_MIN, INT_MAX)
FCLC_GROUP_TYPE(uint, 0, UINT_MAX)
FCLC_GROUP_TYPE(long, LONG_MIN, LONG_MAX)
FCLC_GROUP_TYPE(ulong, 0, ULONG_MAX)
/* If options exclude infinities, using one is undefined. */
#if __FINITE_MATH_ONLY__
FCLC_GROUP_TYPE(float, -FLT_MAX, FLT_MAX)
FCLC_GROUP_TYPE(double, -DBL_MAX, DBL_MAX)
#else
FCLC_GROUP_TYPE(float, -INFINITY, INFINITY)
FCLC_GROUP_TYPE(double, -(double)INFINITY, (double)INFINITY)
#endif

#define work_group_all(PREDICATE) fclc_group_reduce_min((int)((PREDICATE) != 0))
#define work_group_any(PREDICATE) fclc_group_reduce_max((int)((PREDICATE) != 0))
#define work_group_broadcast(VALUE, ...) fclc_group_broadcast(VALUE, __VA_ARGS__)
#define work_group_reduce_add(VALUE) fclc_group_reduce_add(VALUE)
#define work_group_reduce_min(VALUE) fclc_group_reduce_min(VALUE)
#define work_group_reduce_max(VALUE) fclc_group_reduce_max(VALUE)
#define work_group_scan_inclusive_add(VALUE) fclc_group_scan_inclusive_add(VALUE)
#define work_group_scan_inclusive_min(VALUE) fclc_group_scan_inclusive_min(VALUE)
#define work_group_scan_inclusive_max(VALUE) fclc_group_scan_inclusive_max(VALUE)
#define work_group_scan_exclusive_add(VALUE) fclc_group_scan_exclusive_add(VALUE)
#define work_group_scan_exclusive_min(VALUE) fclc_group_scan_exclusive_min(VALUE)
#define work_group_scan_exclusive_max(VALUE) fclc_group_scan_exclusive_max(VALUE)

#endif

#endif
