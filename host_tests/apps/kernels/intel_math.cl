/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scalars of any types as arguments of mathematical functions, which Intel's compiler takes. A call
 * has the type of the call that it stands for, and the same value, which is checked for some.
 */
#define SAME(CALL, MEANT)                                                                          \
	_Static_assert(__builtin_types_compatible_p(__typeof__(CALL), __typeof__(MEANT)), #CALL)
#define EQUAL(CALL, MEANT)                                                                         \
	do {                                                                                       \
		SAME(CALL, MEANT);                                                                 \
		counts[(CALL) == (MEANT)]++;                                                       \
	} while (0)

#define ONE(NAME)                                                                                  \
	SAME(NAME(i), NAME((float)i));                                                             \
	SAME(NAME(u), NAME((float)u));                                                             \
	SAME(NAME(l), NAME((float)l));                                                             \
	SAME(NAME(ul), NAME((float)ul));                                                           \
	SAME(NAME(s), NAME((float)s));                                                             \
	SAME(NAME(uc), NAME((float)uc));                                                           \
	SAME(NAME(f), NAME((float)f));                                                             \
	SAME(NAME(d), NAME((double)d))

#define TWO(NAME)                                                                                  \
	SAME(NAME(f, i), NAME(f, (float)i));                                                       \
	SAME(NAME(l, f), NAME((float)l, f));                                                       \
	SAME(NAME(d, ul), NAME(d, (double)ul));                                                    \
	SAME(NAME(uc, d), NAME((double)uc, d));                                                    \
	SAME(NAME(f, d), NAME((double)f, d));                                                      \
	SAME(NAME(d, f), NAME(d, (double)f))
#define TWO_INTEGERS(NAME)                                                                         \
	SAME(NAME(i, i), NAME((float)i, (float)i));                                                \
	SAME(NAME(u, l), NAME((float)u, (float)l));                                                \
	SAME(NAME(ul, s), NAME((float)ul, (float)s));                                              \
	SAME(NAME(uc, u), NAME((float)uc, (float)u))

#define THREE(NAME)                                                                                \
	SAME(NAME(f, i, i), NAME(f, (float)i, (float)i));                                          \
	SAME(NAME(f, f, u), NAME(f, f, (float)u));                                                 \
	SAME(NAME(i, u, f), NAME((float)i, (float)u, f));                                          \
	SAME(NAME(i, f, l), NAME((float)i, f, (float)l));                                          \
	SAME(NAME(f, i, d), NAME((double)f, (double)i, d));                                        \
	SAME(NAME(d, f, f), NAME(d, (double)f, (double)f));                                        \
	SAME(NAME(d, d, ul), NAME(d, d, (double)ul));                                              \
	SAME(NAME(i, d, u), NAME((double)i, d, (double)u))
#define THREE_INTEGERS(NAME)                                                                       \
	SAME(NAME(i, i, i), NAME((float)i, (float)i, (float)i));                                   \
	SAME(NAME(u, ul, s), NAME((float)u, (float)ul, (float)s))

__kernel void intel_math(__global uint *counts, int i, uint u, long l, float f, double d)
{
	short s = (short)i;
	uchar uc = (uchar)u;
	ulong ul = (ulong)l;
	float4 v = (float4)(f);

	ONE(sqrt);
	ONE(exp2);
	ONE(sin);
	ONE(cbrt);
	ONE(round);
	ONE(fabs);
	ONE(sign);
	ONE(degrees);
	ONE(lgamma);
	TWO(pow);
	TWO(fmod);
	TWO(atan2);
	TWO(step);
	TWO(max);
	TWO(min);
	TWO_INTEGERS(pow);
	TWO_INTEGERS(hypot);
	TWO_INTEGERS(copysign);
	THREE(fma);
	THREE(mad);
	THREE(mix);
	THREE(smoothstep);
	THREE(clamp);
	SAME(clamp(s, f, f), clamp((float)s, f, f));
	SAME(clamp(f, uc, i), clamp(f, (float)uc, (float)i));
	SAME(clamp(s, uc, d), clamp((double)s, (double)uc, d));
	SAME(clamp(d, s, 1), clamp(d, (double)s, 1.0));
	THREE_INTEGERS(fma);
	THREE_INTEGERS(mix);
	SAME(pown(i, 3), pown((float)i, 3));
	SAME(ldexp(ul, i), ldexp((float)ul, i));
	SAME(pow(f, 2.0), pow((double)f, 2.0));
	/* What is not ambiguous stays. */
	SAME(max(i, 3), 3);
	SAME(clamp(i, 1, 2), 2);
	SAME(clamp(s, s, s), s);
	SAME(max(s, s), s);
	SAME(pow(v, v), v);
	SAME(fmax(v, 1.0f), v);
	SAME(max(v, f), v);
	SAME(mix(v, v, f), v);

	EQUAL(sqrt(u), sqrt((float)u));
	EQUAL(pow(i, l), pow((float)i, (float)l));
	EQUAL(fdim(f, i), fdim(f, (float)i));
	EQUAL(fmod(u, d), fmod((double)u, d));
	EQUAL(max(i, f), 5.0f);
	EQUAL(fma(i, f, l), fma((float)i, f, (float)l));
	EQUAL(mad(f, d, u), mad((double)f, d, (double)u));
	EQUAL(clamp(f, 0, 2), 2.0f);
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* The bits of a number that is rounded once; 0 for all NaNs. */
static ushort rounded(double x)
{
	ushort bits;

	vstore_half(x, 0, (half *)&bits);
	return isnan(x) ? 0 : bits;
}

static ushort bits_of(half x)
{
	return isnan((float)x) ? 0 : as_ushort(x);
}

/*
 * Sums, differences and products of halves are rounded one by one, and not kept as float. Functions
 * are computed in float.
 */
__kernel void halves(__global uint *counts)
{
	uint different = 0, checks = 0;

	for (uint i = 0; i < 65536; i++) {
		half x = as_half((ushort)i), y = as_half((ushort)(i * 40503 + 12345));
		half product = x * y, sum = x + y, chain = x * y - x;
		half2 pair = (half2)(x, y) * y + x;

		different += bits_of(product) != rounded((double)x * y);
		different += bits_of(sum) != rounded((double)x + y);
		different += bits_of(chain) != rounded((double)product - x);
		different += bits_of(pair.x) != rounded((double)product + x);
		different += bits_of(x * 3) != rounded((double)x * 3);
		different += bits_of(sqrt(x)) != rounded(sqrt((float)x));
		different += bits_of(sin(x)) != rounded(sin((float)x));
		different += bits_of(fmax(x, y)) != rounded(fmax((float)x, (float)y));
		different += bits_of(ldexp(x, 2)) != rounded(ldexp((float)x, 2));
		different += isnan(x) != isnan((float)x);
		checks += bits_of(chain) != rounded((double)x * y - x);
	}
	counts[0] = different;
	counts[1] = checks;
}
