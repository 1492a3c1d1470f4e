/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_GAMMA_H
#define FPGACLC_GAMMA_H

/*
 * The gamma functions of floats, computed in double and without branches, so that work-items can be
 * vectorised. Stirling's formula needs s >= 8: gamma(x) = gamma(x + 8) / p, where p = x (x + 1) ...
 * (x + 7). For negative numbers, gamma(-a) = -pi / (a sin(pi a) gamma(a)). Integers are extracted
 * from the bits of sums and converted back to floating point, which also holds if options allow the
 * compiler to reassociate sums.
 */

/*
 * The coefficients come from Chebyshev interpolation, with errors below 3e-16 (log, sin) and 2e-12
 * (exp).
 */
#define FCLC_GAMMA_CONTRACT _Pragma("OPENCL FP_CONTRACT ON")
#define FCLC_GAMMA_EACH(MACRO) MACRO() MACRO(2) MACRO(3) MACRO(4) MACRO(8) MACRO(16)
/* If options exclude infinities, using one is undefined. */
#if __FINITE_MATH_ONLY__
#define FCLC_GAMMA_POLE DBL_MAX
#else
#define FCLC_GAMMA_POLE INFINITY
#endif

/* For positive normal numbers. */
#define FCLC_GAMMA_LOG(N)                                                                          \
	FCLC_MATH_FUNCTION double##N fclc_gamma_log(double##N v)                                   \
	{                                                                                          \
		FCLC_GAMMA_CONTRACT;                                                               \
		ulong##N bits = as_ulong##N(v) + 0x00095f619980c433ul;                             \
		double##N power = convert_double##N(convert_int##N(bits >> 52) - 1023);            \
		double##N f = as_double##N((bits & 0x000ffffffffffffful) + 0x3fe6a09e667f3bcdul) - \
			      1;                                                                   \
		double##N s = f / (f + 2), z = s * s, z2 = z * z;                                  \
		double##N even = 0x1.999999a435066p-2 + z * 0x1.249240b87155dp-2;                  \
                                                                                                   \
		even += z2 * (0x1.c722cceee92f4p-3 + z * 0x1.732320a9c93b0p-3 +                    \
			      z2 * 0x1.58d5d4a93822dp-3);                                          \
		return power * M_LN2 + (s * 2 + s * z * (0x1.5555555552d50p-1 + z * even));        \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_LOG)

/* For numbers between -300 and 300. */
#define FCLC_GAMMA_EXP(N)                                                                          \
	FCLC_MATH_FUNCTION double##N fclc_gamma_exp(double##N v)                                   \
	{                                                                                          \
		FCLC_GAMMA_CONTRACT;                                                               \
		ulong##N bits = as_ulong##N(v * M_LOG2E + (0x1p52 + 2048)) & 0xfff;                \
		double##N r = v - convert_double##N(convert_int##N(bits) - 2048) * M_LN2;          \
		double##N r2 = r * r, r4 = r2 * r2;                                                \
                                                                                                   \
		r = 1 + r + r2 * (0x1.fffffffff71cfp-2 + r * 0x1.555555a26dedbp-3) +               \
		    r4 * (0x1.5555557428d91p-5 + r * 0x1.111080ae06089p-7 +                        \
			  r2 * (0x1.6c164df443c8cp-10 + r * 0x1.a1aa7f143c60ap-13) +               \
			  r4 * 0x1.a15a4f98eb4a5p-16);                                             \
		return r * as_double##N((bits - (2048 - 1023)) << 52);                             \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_EXP)

/* sin(pi a) for 0 <= a <= 2^24. */
#define FCLC_GAMMA_SINE(N)                                                                         \
	FCLC_MATH_FUNCTION double##N fclc_gamma_sine(double##N a)                                  \
	{                                                                                          \
		FCLC_GAMMA_CONTRACT;                                                               \
		ulong##N nearest = as_ulong##N(a + 0x1p52) & 0xfffffffful;                         \
		double##N r = a - convert_double##N(convert_int##N(nearest)), z = r * r;           \
		double##N sum = 0x1.e89f6fe44fe7bp-12 + z * -0x1.62903d02bb153p-16;                \
                                                                                                   \
		sum = 0x1.5078327046959p-4 + z * (-0x1.e30631bdf732dp-8 + z * sum);                \
		sum = 0x1.466bc677522bdp+1 + z * (-0x1.32d2cce1ea145p-1 + z * sum);                \
		r *= 0x1.921fb54442d17p+1 + z * (-0x1.4abbce625bd83p+2 + z * sum);                 \
		return as_double##N(as_ulong##N(r) ^ (nearest << 63));                             \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_SINE)

/* log(gamma(s)) for s >= 8. */
#define FCLC_GAMMA_STIRLING(N)                                                                     \
	FCLC_MATH_FUNCTION double##N fclc_gamma_stirling(double##N s)                              \
	{                                                                                          \
		FCLC_GAMMA_CONTRACT;                                                               \
		double##N r = 1 / s, z = r * r, sum;                                               \
                                                                                                   \
		sum = 0x1.b951e2b18ff23p-11 +                                                      \
		      z * (-0x1.f6ab0d9993c7dp-10 + z * 0x1.a41a41a41a41ap-8);                     \
		sum = 0x1.a01a01a01a01ap-11 + z * (-0x1.3813813813814p-11 + z * sum);              \
		sum = 0x1.5555555555555p-4 + z * (-0x1.6c16c16c16c17p-9 + z * sum);                \
		return (s - 0.5) * (fclc_gamma_log(s) - 1) + (0.41893853320467274178 + r * sum);   \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_STIRLING)

/* a (a + 1) ... (a + 7), if needed. */
#define FCLC_GAMMA_PRODUCT(N)                                                                      \
	FCLC_MATH_FUNCTION double##N fclc_gamma_product(double##N a)                               \
	{                                                                                          \
		double##N u = a * (a + 7);                                                         \
                                                                                                   \
		u = u * (u + 6) * ((u + 10) * (u + 12));                                           \
		return a < 8 ? u : 1;                                                              \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_PRODUCT)

#define FCLC_GAMMA_TGAMMA(N)                                                                       \
	FCLC_MATH_FUNCTION float##N fclc_tgamma(float##N x)                                        \
	{                                                                                          \
		float##N size = fabs(x);                                                           \
		double##N y = convert_double##N(x);                                                \
		double##N a = convert_double##N(size > 0x1p24f ? 0x1p24f : size);                  \
		double##N product = fclc_gamma_product(a);                                         \
		double##N power = fclc_gamma_stirling(a < 8 ? a + 8 : a);                          \
		double##N above, below;                                                            \
		float##N gamma;                                                                    \
                                                                                                   \
		power = power > 200 ? 200 : power;                                                 \
		power = y < 0 ? -power : power;                                                    \
		above = y < 0 ? -M_PI * product : 1;                                               \
		below = y < 0 ? a * fclc_gamma_sine(a) : copysign(product, y);                     \
		gamma = convert_float##N(fclc_gamma_exp(power) * above / below);                   \
		return x < 0 ? FCLC_MATH_POLE(float##N, x, gamma) : gamma;                         \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_TGAMMA)

#define FCLC_GAMMA_LGAMMA(N)                                                                       \
	FCLC_MATH_FUNCTION float##N fclc_lgamma(float##N x)                                        \
	{                                                                                          \
		double##N y = convert_double##N(x), a = convert_double##N(fabs(x));                \
		double##N product = fclc_gamma_product(a);                                         \
		double##N power = fclc_gamma_stirling(a < 8 ? a + 8 : a);                          \
		double##N b = a < 0x1p24 ? a : 0x1p24, above, below;                               \
		float##N result;                                                                   \
                                                                                                   \
		above = y < 0 ? M_PI * product : 1;                                                \
		below = y < 0 ? b * fabs(fclc_gamma_sine(b)) : product;                            \
		power = (y < 0 ? -power : power) + fclc_gamma_log(above / below);                  \
		result = convert_float##N(below == 0 ? FCLC_GAMMA_POLE : power);                   \
		return x == 1 || x == 2 ? 0 : result;                                              \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_LGAMMA)

/* Sign of gamma(x): negative between -1 and 0, -3 and -2, and so on; -0 keeps its own sign */
#define FCLC_GAMMA_SIGN(N)                                                                         \
	FCLC_MATH_FUNCTION int##N fclc_gamma_sign(float##N x)                                      \
	{                                                                                          \
		float##N whole = trunc(x), half_of_it = whole * 0.5f;                              \
                                                                                                   \
		return (x < 0 && x != whole && half_of_it == trunc(half_of_it)) ||                 \
				       (x == 0 && as_int##N(x) != 0)                               \
			       ? (int##N) - 1                                                      \
			       : (int##N)1;                                                        \
	}
FCLC_GAMMA_EACH(FCLC_GAMMA_SIGN)

#define FCLC_GAMMA_SIGNED_TO(SPACE, N)                                                             \
	FCLC_MATH_LINKAGE __attribute__((unused, always_inline, overloadable)) float##N            \
	fclc_lgamma_r(float##N x, SPACE int##N *sign)                                              \
	{                                                                                          \
		*sign = fclc_gamma_sign(x);                                                        \
		return fclc_lgamma(x);                                                             \
	}                                                                                          \
	FCLC_MATH_LINKAGE __attribute__((unused, always_inline, overloadable)) double##N           \
	fclc_lgamma_r(double##N x, SPACE int##N *sign)                                             \
	{                                                                                          \
		return _cl_lgamma_r(x, sign);                                                      \
	}
#if __OPENCL_C_VERSION__ >= 200
#define FCLC_GAMMA_SIGNED(N) FCLC_GAMMA_SIGNED_TO(, N)
#else
#define FCLC_GAMMA_SIGNED(N)                                                                       \
	FCLC_GAMMA_SIGNED_TO(__private, N)                                                         \
	FCLC_GAMMA_SIGNED_TO(__local, N)                                                           \
	FCLC_GAMMA_SIGNED_TO(__global, N)
#endif
FCLC_GAMMA_EACH(FCLC_GAMMA_SIGNED)

#endif
