/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each mathematical function of builtins.h, for scalars and for vectors, which use different code.
 */

enum {
#define BUILTIN(NAME, ...) BUILTIN_##NAME,
#include "builtins.h"
#undef BUILTIN
};

#define BUILTIN(NAME, CALL, ...)                                                                   \
	case BUILTIN_##NAME:                                                                       \
		result = CALL;                                                                     \
		break;

__kernel void float_builtins(uint which, __global const float *a, __global const float *b,
			     __global const float *c, __global const int *d, __global float *out)
{
	size_t i = get_global_id(0);
	float x = a[i], y = b[i], z = c[i], result = 0;
	int n = d[i];

	switch (which) {
#include "builtins.h"
	}
	out[i] = result;
}

__kernel void float4_builtins(uint which, __global const float4 *a, __global const float4 *b,
			      __global const float4 *c, __global const int4 *d,
			      __global float4 *out)
{
	size_t i = get_global_id(0);
	float4 x = a[i], y = b[i], z = c[i], result = 0;
	int4 n = d[i];

	switch (which) {
#include "builtins.h"
	}
	out[i] = result;
}

__kernel void double_builtins(uint which, __global const double *a, __global const double *b,
			      __global const double *c, __global const int *d, __global double *out)
{
	size_t i = get_global_id(0);
	double x = a[i], y = b[i], z = c[i], result = 0;
	int n = d[i];

	switch (which) {
#include "builtins.h"
	}
	out[i] = result;
}

__kernel void double4_builtins(uint which, __global const double4 *a, __global const double4 *b,
			       __global const double4 *c, __global const int4 *d,
			       __global double4 *out)
{
	size_t i = get_global_id(0);
	double4 x = a[i], y = b[i], z = c[i], result = 0;
	int4 n = d[i];

	switch (which) {
#include "builtins.h"
	}
	out[i] = result;
}

__kernel void float16_builtins(uint which, __global const float16 *a, __global const float16 *b,
			       __global const float16 *c, __global const int16 *d,
			       __global float16 *out)
{
	size_t i = get_global_id(0);
	float16 x = a[i], y = b[i], z = c[i], result = 0;
	int16 n = d[i];

	switch (which) {
#include "builtins.h"
	}
	out[i] = result;
}

__kernel void double8_builtins(uint which, __global const double8 *a, __global const double8 *b,
			       __global const double8 *c, __global const int8 *d,
			       __global double8 *out)
{
	size_t i = get_global_id(0);
	double8 x = a[i], y = b[i], z = c[i], result = 0;
	int8 n = d[i];

	switch (which) {
#include "builtins.h"
	}
	out[i] = result;
}
