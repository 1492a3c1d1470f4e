/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_X_COMPLEX_H
#define FPGACL_HLS_X_COMPLEX_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* hls::x_complex<T>: complex numbers of any number type; std::complex supports only few. */

#include <complex>
#include <type_traits>

#include "hls_math.h"
#include "utils/x_hls_traits.h"

namespace hls
{

template <typename T_> class x_complex
{
	T_ real_, imag_;

      public:
	typedef T_ value_type;

	x_complex() = default;
	x_complex(const T_ &real, const T_ &imag = T_(0)) : real_(real), imag_(imag)
	{
	}
	template <typename U_,
		  typename = typename std::enable_if<std::is_arithmetic<U_>::value>::type>
	x_complex(U_ real) : real_(T_(real)), imag_(T_(0))
	{
	}
	template <typename U_>
	x_complex(const x_complex<U_> &o) : real_(T_(o.real())), imag_(T_(o.imag()))
	{
	}
	x_complex(const std::complex<T_> &o) : real_(o.real()), imag_(o.imag())
	{
	}
	/* A template, so that no other assignment can be meant where a number is assigned. */
	template <typename U_, typename = typename std::enable_if<
				       std::is_convertible<const U_ &, T_>::value>::type>
	x_complex &operator=(const U_ &real)
	{
		real_ = T_(real);
		imag_ = T_(0);
		return *this;
	}
	operator std::complex<T_>() const
	{
		return std::complex<T_>(real_, imag_);
	}
	const T_ &real() const
	{
		return real_;
	}
	const T_ &imag() const
	{
		return imag_;
	}
	T_ &real()
	{
		return real_;
	}
	T_ &imag()
	{
		return imag_;
	}
	void real(const T_ &value)
	{
		real_ = value;
	}
	void imag(const T_ &value)
	{
		imag_ = value;
	}
	x_complex conj() const
	{
		return x_complex(real_, T_(-imag_));
	}

	x_complex operator+() const
	{
		return *this;
	}
	x_complex operator-() const
	{
		return x_complex(T_(-real_), T_(-imag_));
	}
	x_complex &operator+=(const x_complex &o)
	{
		real_ = T_(real_ + o.real_);
		imag_ = T_(imag_ + o.imag_);
		return *this;
	}
	x_complex &operator-=(const x_complex &o)
	{
		real_ = T_(real_ - o.real_);
		imag_ = T_(imag_ - o.imag_);
		return *this;
	}
	x_complex &operator*=(const x_complex &o)
	{
		T_ real = T_(real_ * o.real_ - imag_ * o.imag_);

		imag_ = T_(real_ * o.imag_ + imag_ * o.real_);
		real_ = real;
		return *this;
	}
	x_complex &operator/=(const x_complex &o)
	{
		auto norm = o.real_ * o.real_ + o.imag_ * o.imag_;
		T_ real = T_((real_ * o.real_ + imag_ * o.imag_) / norm);

		imag_ = T_((imag_ * o.real_ - real_ * o.imag_) / norm);
		real_ = real;
		return *this;
	}
#define FPGACL_COMPLEX_OP(OP_)                                                                     \
	friend x_complex operator OP_(x_complex a, const x_complex &b)                             \
	{                                                                                          \
		return a OP_## = b;                                                                \
	}
	FPGACL_COMPLEX_OP(+)
	FPGACL_COMPLEX_OP(-)
	FPGACL_COMPLEX_OP(*)
	FPGACL_COMPLEX_OP(/)
#undef FPGACL_COMPLEX_OP
	friend bool operator==(const x_complex &a, const x_complex &b)
	{
		return a.real_ == b.real_ && a.imag_ == b.imag_;
	}
	friend bool operator!=(const x_complex &a, const x_complex &b)
	{
		return !(a == b);
	}
};

template <typename T_> T_ x_real(const x_complex<T_> &a)
{
	return a.real();
}
template <typename T_> T_ x_imag(const x_complex<T_> &a)
{
	return a.imag();
}
template <typename T_> x_complex<T_> x_conj(const x_complex<T_> &a)
{
	return a.conj();
}
template <typename T_> T_ x_norm(const x_complex<T_> &a)
{
	return T_(a.real() * a.real() + a.imag() * a.imag());
}
template <typename T_> T_ x_abs(const x_complex<T_> &a)
{
	return T_(hls::hypot(a.real(), a.imag()));
}
template <typename T_> T_ x_arg(const x_complex<T_> &a)
{
	return T_(hls::atan2(a.imag(), a.real()));
}

/* Each part of a complex product is a sum of two products. */
#define FPGACL_COMPLEX_TRAITS(COMPLEX_)                                                            \
	template <typename T1_, typename T2_> struct x_traits<COMPLEX_<T1_>, COMPLEX_<T2_>> {      \
		typedef x_traits<T1_, T2_> parts;                                                  \
		typedef COMPLEX_<typename parts::ADD_T> ADD_T;                                     \
		typedef COMPLEX_<typename parts::SUB_T> SUB_T;                                     \
		typedef COMPLEX_<typename parts::SAT_T> SAT_T;                                     \
		typedef COMPLEX_<typename fpgacl_traits::wider<typename parts::MULT_T, 1>::type>   \
			MULT_T;                                                                    \
		typedef COMPLEX_<typename fpgacl_traits::wider<typename parts::MULT_T, 2>::type>   \
			MADD_T;                                                                    \
		typedef COMPLEX_<int> INT_T;                                                       \
	};                                                                                         \
	template <typename T_, int N_> struct x_traits_d<COMPLEX_<T_>, N_> {                       \
		typedef COMPLEX_<typename x_traits_d<T_, N_>::ACCUM_T> ACCUM_T;                    \
		typedef COMPLEX_<typename x_traits_d<T_, N_>::ACCUM2_T> ACCUM2_T;                  \
		typedef COMPLEX_<typename x_traits_d<T_, N_>::ADD_TREE_T> ADD_TREE_T;              \
	}
FPGACL_COMPLEX_TRAITS(x_complex);
FPGACL_COMPLEX_TRAITS(std::complex);
#undef FPGACL_COMPLEX_TRAITS

} // namespace hls

#endif
