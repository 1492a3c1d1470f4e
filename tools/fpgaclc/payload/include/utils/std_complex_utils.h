/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_STD_COMPLEX_UTILS_H
#define FPGACL_STD_COMPLEX_UTILS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * The functions of hls_x_complex.h for std::complex and for real numbers, for code that handles
 * both.
 */

#include "../hls_x_complex.h"

namespace hls
{

template <typename T_> T_ x_real(const T_ &a)
{
	return a;
}
template <typename T_> T_ x_imag(const T_ &)
{
	return T_(0);
}
template <typename T_> T_ x_conj(const T_ &a)
{
	return a;
}
/* A number times its conjugate. */
template <typename T_> typename x_traits<T_, T_>::MULT_T x_conj_sq(const T_ &a)
{
	return a * a;
}
template <typename T_> typename x_traits<T_, T_>::MADD_T x_conj_sq(const std::complex<T_> &a)
{
	return a.real() * a.real() + a.imag() * a.imag();
}
template <typename T_> typename x_traits<T_, T_>::MADD_T x_conj_sq(const x_complex<T_> &a)
{
	return a.real() * a.real() + a.imag() * a.imag();
}

template <typename T_> T_ x_real(const std::complex<T_> &a)
{
	return a.real();
}
template <typename T_> T_ x_imag(const std::complex<T_> &a)
{
	return a.imag();
}
template <typename T_> std::complex<T_> x_conj(const std::complex<T_> &a)
{
	return std::complex<T_>(a.real(), T_(-a.imag()));
}

} // namespace hls

#endif
