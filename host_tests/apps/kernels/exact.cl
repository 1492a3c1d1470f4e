/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions whose results are exact: integer functions, relations, conversions, halves,
 * permutations.
 */

enum {
#define INTEGER(NAME, ...) INTEGER_##NAME,
#define RELATION(NAME, ...) RELATION_##NAME,
#include "exact.h"
#undef INTEGER
#undef RELATION
};

/* The bits of the result are stored as the type of the arguments. */
#define INTEGER(NAME, CALL, ...)                                                                   \
	case INTEGER_##NAME:                                                                       \
		result = AS(CALL);                                                                 \
		break;
#define INTEGERS(TYPE)                                                                             \
	__kernel void TYPE##_integers(uint which, __global const TYPE *a, __global const TYPE *b,  \
				      __global const TYPE *c, __global TYPE *out)
#define BODY(TYPE)                                                                                 \
	size_t i = get_global_id(0);                                                               \
	TYPE x = a[i], y = b[i], z = c[i], result = 0;

#define AS as_char
INTEGERS(char)
{
	BODY(char)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef AS
#define AS as_uchar4
INTEGERS(uchar4)
{
	BODY(uchar4)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef AS
#define AS as_short4
INTEGERS(short4)
{
	BODY(short4)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef AS
#define AS as_ushort
INTEGERS(ushort)
{
	BODY(ushort)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef AS
#define AS as_int4
INTEGERS(int4)
{
	BODY(int4)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef AS
#define AS as_uint
INTEGERS(uint)
{
	BODY(uint)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef AS
#define AS as_long
INTEGERS(long)
{
	BODY(long)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef AS
#define AS as_ulong4
INTEGERS(ulong4)
{
	BODY(ulong4)
	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}
#undef INTEGER

#define RELATION(NAME, CALL, ...)                                                                  \
	case RELATION_##NAME:                                                                      \
		result = CALL;                                                                     \
		break;

__kernel void float_relations(uint which, __global const float *a, __global const float *b,
			      __global int *out)
{
	size_t i = get_global_id(0);
	float x = a[i], y = b[i];
	int result = 9;

	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}

__kernel void float4_relations(uint which, __global const float4 *a, __global const float4 *b,
			       __global int4 *out)
{
	size_t i = get_global_id(0);
	float4 x = a[i], y = b[i];
	int4 result = 9;

	switch (which) {
#include "exact.h"
	}
	out[i] = result;
}

/*
 * Three lanes at any address; the last work-item uses only the first lane, with NaNs in the others.
 */
__kernel void float3_relations(uint which, __global const float *a, __global const float *b,
			       __global int *out)
{
	size_t i = get_global_id(0);
	bool whole = i + 1 < get_global_size(0);
	float3 x = whole ? vload3(i, a) : (float3)(a[3 * i], NAN, NAN);
	float3 y = whole ? vload3(i, b) : (float3)(b[3 * i], NAN, NAN);
	int3 result = 9;

	switch (which) {
#include "exact.h"
	}
	if (whole)
		vstore3(result, i, out);
	else
		out[3 * i] = result.x;
}

/*
 * A variable in each lane of 3, with constants (NaNs) in the others, so that the compiler may merge
 * the three tests.
 */
__kernel void float_beside_nans(__global const float *in, __global int *out)
{
	size_t i = get_global_id(0);

	vstore3(isnan((float3)(in[i], NAN, NAN)), 3 * i, out);
	vstore3(isnan((float3)(NAN, in[i], NAN)), 3 * i + 1, out);
	vstore3(isnan((float3)(NAN, NAN, in[i])), 3 * i + 2, out);
}

/* The same with integers, doubled. No result may come from a lane that does not exist. */
#define BESIDE_CONSTANTS(TYPE)                                                                     \
	__kernel void TYPE##_beside_constants(__global const TYPE *in, __global TYPE *out)         \
	{                                                                                          \
		size_t i = get_global_id(0);                                                       \
                                                                                                   \
		vstore3((TYPE##3)(in[i], 5, 7) << (TYPE##3)1, 3 * i, out);                         \
		vstore3((TYPE##3)(5, in[i], 7) << (TYPE##3)1, 3 * i + 1, out);                     \
		vstore3((TYPE##3)(5, 7, in[i]) << (TYPE##3)1, 3 * i + 2, out);                     \
	}
BESIDE_CONSTANTS(int)
BESIDE_CONSTANTS(long)

/*
 * Each rounding mode, in the order of the host's, and the default; to integers also saturated. For
 * scalars, and for vectors of 16.
 */
#define TO_INTEGER_OF(FROM, TO, N)                                                                 \
	__kernel void FROM##_to_##TO##N(__global const FROM##N *in, __global TO##N *out,           \
					uint count)                                                \
	{                                                                                          \
		size_t i = get_global_id(0);                                                       \
                                                                                                   \
		out[i] = convert_##TO##N##_sat_rte(in[i]);                                         \
		out[count + i] = convert_##TO##N##_sat_rtz(in[i]);                                 \
		out[2 * count + i] = convert_##TO##N##_sat_rtp(in[i]);                             \
		out[3 * count + i] = convert_##TO##N##_sat_rtn(in[i]);                             \
		out[4 * count + i] = convert_##TO##N##_sat(in[i]);                                 \
	}
#define TO_INTEGER(FROM, TO)                                                                       \
	TO_INTEGER_OF(FROM, TO, )                                                                  \
	TO_INTEGER_OF(FROM, TO, 16)
#define TO_REAL_OF(FROM, TO, N)                                                                    \
	__kernel void FROM##_to_##TO##N(__global const FROM##N *in, __global TO##N *out,           \
					uint count)                                                \
	{                                                                                          \
		size_t i = get_global_id(0);                                                       \
                                                                                                   \
		out[i] = convert_##TO##N##_rte(in[i]);                                             \
		out[count + i] = convert_##TO##N##_rtz(in[i]);                                     \
		out[2 * count + i] = convert_##TO##N##_rtp(in[i]);                                 \
		out[3 * count + i] = convert_##TO##N##_rtn(in[i]);                                 \
		out[4 * count + i] = convert_##TO##N(in[i]);                                       \
	}
#define TO_REAL(FROM, TO)                                                                          \
	TO_REAL_OF(FROM, TO, )                                                                     \
	TO_REAL_OF(FROM, TO, 16)

TO_INTEGER(float, char)
TO_INTEGER(float, uchar)
TO_INTEGER(float, short)
TO_INTEGER(float, uint)
TO_INTEGER(float, long)
TO_INTEGER(float, ulong)
TO_INTEGER(double, ushort)
TO_INTEGER(double, int)
TO_INTEGER(double, long)
TO_INTEGER(double, ulong)
TO_INTEGER(long, char)
TO_INTEGER(long, uint)
TO_INTEGER(long, ulong)
TO_INTEGER(ulong, short)
TO_INTEGER(ulong, long)
TO_REAL(int, float)
TO_REAL(uint, float)
TO_REAL(long, float)
TO_REAL(ulong, float)
TO_REAL(long, double)
TO_REAL(ulong, double)
TO_REAL(double, float)

__kernel void to_half(__global const float *in, __global half *out, uint count)
{
	size_t i = get_global_id(0);

	vstore_half_rte(in[i], i, out);
	vstore_half_rtz(in[i], i, out + count);
	vstore_half_rtp(in[i], i, out + 2 * count);
	vstore_half_rtn(in[i], i, out + 3 * count);
	vstore_half(in[i], i, out + 4 * count);
}

#define TO_HALVES(FROM)                                                                            \
	__kernel void FROM##_to_halves(__global const FROM *in, __global half *out, uint count)    \
	{                                                                                          \
		size_t i = get_global_id(0);                                                       \
                                                                                                   \
		vstore_half4_rte(in[i], i, out);                                                   \
		vstore_half4_rtz(in[i], i, out + 4 * count);                                       \
		vstore_half4_rtp(in[i], i, out + 8 * count);                                       \
		vstore_half4_rtn(in[i], i, out + 12 * count);                                      \
		vstore_half4(in[i], i, out + 16 * count);                                          \
	}
TO_HALVES(float4)
TO_HALVES(double4)

__kernel void from_half(__global const half *in, __global float *out, uint count)
{
	size_t i = get_global_id(0);

	out[i] = vload_half(i, in);
	if (i % 8 == 0)
		vstore8(vload_half8(i / 8, in), i / 8, out + count);
}

__kernel void permutations(__global const int *in, __global const uint *masks, __global int *out)
{
	size_t i = get_global_id(0);
	uint8 mask = vload8(i, masks);

	vstore8(shuffle(vload4(i, in), mask), 2 * i, out);
	vstore8(shuffle2(vload8(i, in), vload8(i + 1, in), mask), 2 * i + 1, out);
}
