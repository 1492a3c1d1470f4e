/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops with short vectors, which the compiler scalarizes so that work-items become the lanes. Each
 * kernel has a counterpart for a single work-item, which keeps its vectors; both must compute the
 * same bits.
 */

#define ARGUMENTS global const float4 *a, global const int4 *b, global float4 *out, int n
#define LANES(name)                                                                                \
	kernel void name(ARGUMENTS)                                                                \
	{                                                                                          \
		size_t i = get_global_id(0);                                                       \
                                                                                                   \
		out[i] = name##_of(i, a, b, n);                                                    \
	}                                                                                          \
	kernel void name##_alone(ARGUMENTS, int count)                                             \
	{                                                                                          \
		for (int i = 0; i < count; i++)                                                    \
			out[i] = name##_of(i, a, b, n);                                            \
	}
#define OF(name)                                                                                   \
	static float4 name##_of(size_t i, global const float4 *a, global const int4 *b, int n)

OF(pull)
{
	float4 here = a[i], force = 0;

	for (int k = 0; k < n; k++) {
		float4 away = a[k] - here;
		float square = away.x * away.x + away.y * away.y + away.z * away.z + 0.01f;

		force += away * (a[k].w * rsqrt(square));
	}
	return force;
}
LANES(pull)

/* Integers and floats, and a conversion. */
OF(blend)
{
	int4 number = b[i];
	float4 sum = 1;

	for (int k = 0; k < n; k++) {
		number = (number << (b[k] & 7)) ^ ((number >> 3) + b[k]);
		sum = sum * 0.5f + convert_float4(number & 0xffff) * a[k].wzyx;
	}
	return sum;
}
LANES(blend)

/* Lanes that are permuted in every iteration. */
OF(spiral)
{
	float2 z = a[i].xy, c = a[i].zw;

	for (int k = 0; k < n; k++)
		z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y).yx * a[k].x + c;
	return (float4)(z, c);
}
LANES(spiral)

OF(cross_product)
{
	float3 u = a[i].xyz, sum = 0;

	for (int k = 0; k < n; k++) {
		float3 v = a[k].yzw;

		sum += u.yzx * v.zxy - u.zxy * v.yzx;
		u = u * 0.5f + v;
	}
	return (float4)(sum, u.x);
}
LANES(cross_product)

/* Selection by lane, and by work-item. */
OF(choose)
{
	float4 here = a[i], sum = 0;

	for (int k = 0; k < n; k++) {
		float4 away = a[k] - here;

		sum = away > 0 ? sum + away : sum - away * 2;
		if (away.y > 0.25f)
			sum.x += away.y;
		sum.zw = away.xx < sum.yw ? sum.zw : sum.yx;
	}
	return sum;
}
LANES(choose)

OF(twice)
{
	double2 here = convert_double2(a[i].yw), sum = 0;

	for (int k = 0; k < n; k++)
		sum += convert_double2(a[k].xz) * here + b[k].s1;
	return (float4)(convert_float2(sum), 1, 2);
}
LANES(twice)

/* Library functions that take vectors. */
OF(library)
{
	float4 here = a[i], sum = 0;

	for (int k = 0; k < n; k++) {
		float4 away = a[k] - here;

		sum += mix(away, here, 0.25f) * dot(away, here) + fma(away, here, sum) * fabs(a[k]);
	}
	return sum;
}
LANES(library)

/* The processor has vector instructions for these, so they stay vectors. */
OF(processor)
{
	float4 here = a[i], sum = 0;

	for (int k = 0; k < n; k++)
		sum = max(sum * 0.5f, clamp(a[k], -0.5f, here));
	return sum;
}
LANES(processor)

/* A lane number known only at run time: these stay vectors. */
OF(one_lane)
{
	float4 sum = a[i];

	for (int k = 0; k < n; k++) {
		sum += a[k];
		sum.x += a[k][k & 3];
	}
	return sum;
}
LANES(one_lane)

/* Short vectors of local memory, between barriers. */
#define TILE 8
kernel void tiles(ARGUMENTS)
{
	local float4 tile[TILE];
	float4 here = a[get_global_id(0)], force = 0;

	for (int k = 0; k < n; k += TILE) {
		if (get_local_id(0) < TILE && k + (int)get_local_id(0) < n)
			tile[get_local_id(0)] = a[k + get_local_id(0)];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int i = 0; i < (k + TILE < n ? TILE : n - k); i++) {
			float4 away = tile[i] - here;

			force += away * (tile[i].w + away.x);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[get_global_id(0)] = force;
}

kernel void tiles_alone(ARGUMENTS, int count)
{
	for (int i = 0; i < count; i++) {
		float4 here = a[i], force = 0;

		for (int k = 0; k < n; k++) {
			float4 away = a[k] - here;

			force += away * (a[k].w + away.x);
		}
		out[i] = force;
	}
}

/* Lengths, also of very large and very small vectors, and selections between numbers. */
OF(lengths)
{
	float4 here = a[i], sum = 0;

	for (int k = 0; k < n; k++) {
		float3 way = a[k].xyz - here.xyz;

		sum.x += length(way) + distance(a[k], here);
		sum.yzw += fabs(normalize(way)) - floor(way) + ceil(way.zxy);
		sum = clamp(sum, -1e6f, (float4)(length(way.xy * 1e30f) + length(way.zx * 1e-30f)));
		sum = max(sum, min(way.xyzz, rint(here * 4) - trunc(here * 3)));
	}
	return sum;
}
LANES(lengths)

/* For each vector of three: its length, its distance to its neighbour, and its direction. */
kernel void measure(global const float *v, global float *out)
{
	size_t i = get_global_id(0);
	float3 here = vload3(i, v), there = vload3(i + 1, v);

	out[5 * i] = length(here);
	out[5 * i + 1] = distance(here, there);
	vstore3(normalize(here), 0, out + 5 * i + 2);
}

/* Signs that are copied conditionally. */
OF(signs)
{
	float4 sum = a[i];

	for (int k = 0; k < n; k++) {
		float4 next = trunc(sum * a[k]);

		sum = next == 0 ? copysign(next, a[k]) : next;
		sum = sum == 0 ? copysign(a[i], sum) : sum;
	}
	return sum;
}
LANES(signs)

/*
 * A function that returns a vector of 1,024 bits, which stays a call in one kernel and not in its
 * counterpart.
 */
#define TURNED(x) ((x).sfedcba9876543210 * 0.5 + 1)
__attribute__((noinline)) static double16 turned(double16 x)
{
	return TURNED(x);
}
#define WIDE(i, TURN)                                                                              \
	{                                                                                          \
		double16 d = (double16)(convert_double4(a[i]), convert_double4(b[i]), 1, 2, 3, 4,  \
					5, 6, 7, 8);                                               \
                                                                                                   \
		for (int k = 0; k < n; k++)                                                        \
			d = TURN(d);                                                               \
		out[i] = convert_float4(d.lo.lo + d.hi.hi);                                        \
	}

kernel void wide(ARGUMENTS)
{
	WIDE(get_global_id(0), turned)
}

kernel void wide_alone(ARGUMENTS, int count)
{
	for (int i = 0; i < count; i++)
		WIDE(i, TURNED)
}
