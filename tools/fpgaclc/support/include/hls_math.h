/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_MATH_H
#define FPGACL_HLS_MATH_H

#pragma GCC system_header /* its warnings are not the user's */

/* hls::sqrt and its like (interface: UG1399 "HLS Math Library"): those of the C library. */

#include <cmath>
#include <cstdlib>

#include "hls_half.h"

namespace hls
{

using std::abs;
using std::acos;
using std::acosh;
using std::asin;
using std::asinh;
using std::atan;
using std::atan2;
using std::atanh;
using std::cbrt;
using std::ceil;
using std::copysign;
using std::cos;
using std::cosh;
using std::erf;
using std::erfc;
using std::exp;
using std::exp2;
using std::expm1;
using std::fabs;
using std::fdim;
using std::floor;
using std::fma;
using std::fmax;
using std::fmin;
using std::fmod;
using std::frexp;
using std::hypot;
using std::ilogb;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::isnormal;
using std::ldexp;
using std::lgamma;
using std::llrint;
using std::llround;
using std::log;
using std::log10;
using std::log1p;
using std::log2;
using std::logb;
using std::lrint;
using std::lround;
using std::modf;
using std::nearbyint;
using std::nextafter;
using std::pow;
using std::remainder;
using std::rint;
using std::round;
using std::scalbn;
using std::signbit;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;
using std::tgamma;
using std::trunc;

inline float rsqrt(float x)
{
	return 1.0f / std::sqrt(x);
}
inline double rsqrt(double x)
{
	return 1.0 / std::sqrt(x);
}
inline float recip(float x)
{
	return 1.0f / x;
}
inline double recip(double x)
{
	return 1.0 / x;
}
inline float exp10(float x)
{
	return std::pow(10.0f, x);
}
inline double exp10(double x)
{
	return std::pow(10.0, x);
}
inline void sincos(float x, float *s, float *c)
{
	*s = std::sin(x);
	*c = std::cos(x);
}
inline void sincos(double x, double *s, double *c)
{
	*s = std::sin(x);
	*c = std::cos(x);
}

/* The single-precision names. */
inline float sinf(float x)
{
	return std::sin(x);
}
inline float cosf(float x)
{
	return std::cos(x);
}
inline float tanf(float x)
{
	return std::tan(x);
}
inline float asinf(float x)
{
	return std::asin(x);
}
inline float acosf(float x)
{
	return std::acos(x);
}
inline float atanf(float x)
{
	return std::atan(x);
}
inline float sinhf(float x)
{
	return std::sinh(x);
}
inline float coshf(float x)
{
	return std::cosh(x);
}
inline float tanhf(float x)
{
	return std::tanh(x);
}
inline float expf(float x)
{
	return std::exp(x);
}
inline float exp2f(float x)
{
	return std::exp2(x);
}
inline float logf(float x)
{
	return std::log(x);
}
inline float log2f(float x)
{
	return std::log2(x);
}
inline float log10f(float x)
{
	return std::log10(x);
}
inline float sqrtf(float x)
{
	return std::sqrt(x);
}
inline float cbrtf(float x)
{
	return std::cbrt(x);
}
inline float ceilf(float x)
{
	return std::ceil(x);
}
inline float floorf(float x)
{
	return std::floor(x);
}
inline float roundf(float x)
{
	return std::round(x);
}
inline float truncf(float x)
{
	return std::trunc(x);
}
inline float fabsf(float x)
{
	return std::fabs(x);
}
inline float powf(float x, float y)
{
	return std::pow(x, y);
}
inline float fmodf(float x, float y)
{
	return std::fmod(x, y);
}
inline float fmaxf(float x, float y)
{
	return std::fmax(x, y);
}
inline float fminf(float x, float y)
{
	return std::fmin(x, y);
}
inline float atan2f(float x, float y)
{
	return std::atan2(x, y);
}
inline half sin(half x)
{
	return half(std::sin(float(x)));
}
inline half cos(half x)
{
	return half(std::cos(float(x)));
}
inline half exp(half x)
{
	return half(std::exp(float(x)));
}
inline half log(half x)
{
	return half(std::log(float(x)));
}
inline half sqrt(half x)
{
	return half(std::sqrt(float(x)));
}
inline half fabs(half x)
{
	return half(std::fabs(float(x)));
}
inline half floor(half x)
{
	return half(std::floor(float(x)));
}
inline half ceil(half x)
{
	return half(std::ceil(float(x)));
}

template <typename T> T max(const T &a, const T &b)
{
	return a < b ? b : a;
}
template <typename T> T min(const T &a, const T &b)
{
	return b < a ? b : a;
}

} // namespace hls

#endif
