/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_DSP_BUILTINS_H
#define FPGACL_HLS_DSP_BUILTINS_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * DSP blocks: hls::dsp48e1 (7 series), dsp48e2 (UltraScale), dsp58 and dspcplx (Versal); interface:
 * UG1399, "DSP Intrinsics".
 *
 * Operands are cut to the block's ports and results to its P register, as in hardware (UG479, UG579, AM004). The
 * registers that `flags` names add latency, which a model without a clock does not have. One of them has an effect:
 * with both registers of an input of a cascade, that operand is the one of the call before, while the sum from PCIN
 * is this call's. This is what makes a chain of cascades a systolic filter.
 *
 * Subtracting pre-adders (sub_mul_add() and the like) are not modelled: the guide does not say clearly which operand
 * is subtracted from which.
 */

#include <complex>
#include <stdint.h>

#include "ap_int.h"

namespace hls
{
namespace fpgacl_dsp
{

enum : int64_t {
	REG_A1 = 1,
	REG_A2 = 2,
	REG_B1 = 4,
	REG_B2 = 8,
	REG_C = 16,
	REG_D = 32,
	REG_AD = 64,
	REG_M = 128,
	REG_P = 256,
	NO_PIPELINE = 0,
	BALANCED_PIPELINE = REG_A1 | REG_B1,
	FULL_PIPELINE = REG_A1 | REG_A2 | REG_B1 | REG_B2 | REG_AD,
};

template <typename A_, typename B_, typename C_> struct outputs {
	A_ acout;
	B_ bcout;
	C_ pcout;
};

template <typename P_, typename A_, typename B_> P_ multiply(const A_ &a, const B_ &b)
{
	return P_(a * b);
}
template <typename P_, int A_, int B_>
P_ multiply(const std::complex<ap_int<A_>> &a, const std::complex<ap_int<B_>> &b)
{
	typedef typename P_::value_type part;

	return P_(part(a.real() * b.real() - a.imag() * b.imag()),
		  part(a.real() * b.imag() + a.imag() * b.real()));
}

template <typename P_> P_ sum(const P_ &x, const P_ &y)
{
	return P_(x + y);
}
template <int WIDTH_>
std::complex<ap_int<WIDTH_>> sum(const std::complex<ap_int<WIDTH_>> &x,
				 const std::complex<ap_int<WIDTH_>> &y)
{
	return std::complex<ap_int<WIDTH_>>(ap_int<WIDTH_>(x.real() + y.real()),
					    ap_int<WIDTH_>(x.imag() + y.imag()));
}

/* The P register: adds up the products since the last call with `init`, whose product is the first. */
template <typename A_, typename B_, typename C_> class accumulator
{
	C_ sum_;

      public:
	accumulator() : sum_(0)
	{
	}
	C_ mul_acc(const A_ &a, const B_ &b, bool init)
	{
		C_ product = multiply<C_>(a, b);

		sum_ = init ? product : sum(sum_, product);
		return sum_;
	}
};

/* The second of two input registers: an operand that arrives a call later. */
template <typename T_, bool BOTH_> class delay
{
	T_ held_;

      public:
	delay() : held_(0)
	{
	}
	T_ pass(const T_ &now)
	{
		T_ before = held_;

		held_ = now;
		return before;
	}
};
template <typename T_> class delay<T_, false>
{
      public:
	T_ pass(const T_ &now)
	{
		return now;
	}
};

template <typename A_, typename B_, typename C_, int64_t FLAGS_> class cascade
{
	delay<A_, (FLAGS_ & REG_A1) && (FLAGS_ & REG_A2)> a_;
	delay<B_, (FLAGS_ & REG_B1) && (FLAGS_ & REG_B2)> b_;

      public:
	/* P = A * B + C. acout and bcout are the operands of this product, for the next block. */
	outputs<A_, B_, C_> mul_add(const A_ &a, const B_ &b, const C_ &c)
	{
		outputs<A_, B_, C_> out;

		out.acout = a_.pass(a);
		out.bcout = b_.pass(b);
		out.pcout = sum(multiply<C_>(out.acout, out.bcout), c);
		return out;
	}
};

} // namespace fpgacl_dsp

/* What all blocks have. */
#define FPGACL_DSP_BLOCK                                                                           \
	using fpgacl_dsp::REG_A1;                                                                  \
	using fpgacl_dsp::REG_A2;                                                                  \
	using fpgacl_dsp::REG_B1;                                                                  \
	using fpgacl_dsp::REG_B2;                                                                  \
	using fpgacl_dsp::REG_C;                                                                   \
	using fpgacl_dsp::REG_D;                                                                   \
	using fpgacl_dsp::REG_AD;                                                                  \
	using fpgacl_dsp::REG_M;                                                                   \
	using fpgacl_dsp::REG_P;                                                                   \
	typedef fpgacl_dsp::outputs<A_t, B_t, C_t> R_t;                                            \
	template <int64_t flags> C_t mul_add(A_t a, B_t b, C_t c)                                  \
	{                                                                                          \
		return fpgacl_dsp::sum(fpgacl_dsp::multiply<C_t>(a, b), c);                        \
	}                                                                                          \
	template <int64_t flags> class cascade : public fpgacl_dsp::cascade<A_t, B_t, C_t, flags>  \
	{                                                                                          \
	      public:                                                                              \
		typedef fpgacl_dsp::outputs<A_t, B_t, C_t> R_t;                                    \
	};

/* The blocks of integers. The pre-adder's sum is as wide as A. */
#define FPGACL_DSP_INTEGERS(name, a_bits, b_bits, c_bits)                                          \
	namespace name                                                                             \
	{                                                                                          \
	typedef ap_int<a_bits> A_t;                                                                \
	typedef ap_int<b_bits> B_t;                                                                \
	typedef ap_int<c_bits> C_t;                                                                \
	typedef ap_int<a_bits> D_t;                                                                \
	typedef ap_int<c_bits> P_t;                                                                \
	FPGACL_DSP_BLOCK                                                                           \
	template <int64_t flags> C_t mul_sub(A_t a, B_t b, C_t c)                                  \
	{                                                                                          \
		return C_t(a * b - c);                                                             \
	}                                                                                          \
	template <int64_t flags> C_t mul_rev_sub(A_t a, B_t b, C_t c)                              \
	{                                                                                          \
		return C_t(c - a * b);                                                             \
	}                                                                                          \
	template <int64_t flags> C_t add_mul_add(D_t d, A_t a, B_t b, C_t c)                       \
	{                                                                                          \
		return mul_add<flags>(A_t(a + d), b, c);                                           \
	}                                                                                          \
	template <int64_t flags> C_t add_mul_sub(D_t d, A_t a, B_t b, C_t c)                       \
	{                                                                                          \
		return mul_sub<flags>(A_t(a + d), b, c);                                           \
	}                                                                                          \
	template <int64_t flags> C_t add_mul_rev_sub(D_t d, A_t a, B_t b, C_t c)                   \
	{                                                                                          \
		return mul_rev_sub<flags>(A_t(a + d), b, c);                                       \
	}                                                                                          \
	template <int64_t flags> class acc : public fpgacl_dsp::accumulator<A_t, B_t, C_t>         \
	{                                                                                          \
	      public:                                                                              \
		C_t add_mul_acc(D_t d, A_t a, B_t b, bool init)                                    \
		{                                                                                  \
			return this->mul_acc(A_t(a + d), b, init);                                 \
		}                                                                                  \
	};                                                                                         \
	}

FPGACL_DSP_INTEGERS(dsp48e1, 25, 18, 48)
FPGACL_DSP_INTEGERS(dsp48e2, 27, 18, 48)
FPGACL_DSP_INTEGERS(dsp58, 27, 24, 58)

namespace dspcplx
{
typedef std::complex<ap_int<18>> A_t;
typedef std::complex<ap_int<18>> B_t;
typedef std::complex<ap_int<58>> C_t;
typedef C_t P_t;
using fpgacl_dsp::BALANCED_PIPELINE;
using fpgacl_dsp::FULL_PIPELINE;
using fpgacl_dsp::NO_PIPELINE;
FPGACL_DSP_BLOCK
template <int64_t flags> C_t mul(A_t a, B_t b)
{
	return fpgacl_dsp::multiply<C_t>(a, b);
}
template <int64_t flags> class acc : public fpgacl_dsp::accumulator<A_t, B_t, C_t>
{
};
} // namespace dspcplx

#undef FPGACL_DSP_BLOCK
#undef FPGACL_DSP_INTEGERS

} // namespace hls

#endif
