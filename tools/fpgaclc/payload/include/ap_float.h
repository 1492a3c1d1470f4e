/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FLOAT_H
#define FPGACL_AP_FLOAT_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * ap_float<W, E>: a sign, E exponent bits, and the fraction in the rest of W bits, as in IEEE 754.
 * Results are rounded to nearest even. Like the vendor's operators, it has no subnormal numbers:
 * results below the smallest normal number become 0.
 */

#include <cstring>
#include <limits>
#include <ostream>
#include <type_traits>

#include "ap_fixed.h"
#include "ap_int.h"
#include "hls_half.h"

template <int W_, int E_> struct ap_float;

namespace fpgacl_float
{

__extension__ typedef unsigned __int128 wide;

/* sign * sig * 2^exp. `more`: the exact value has further nonzero bits below sig. */
struct number {
	enum { ZERO_, FINITE_, INFINITE_, NAN_ } kind;
	bool sign, more;
	int exp;
	wide sig;
};

inline int width(wide value)
{
	unsigned long long high = (unsigned long long)(value >> 64),
			   low = (unsigned long long)value;

	return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

inline number special(decltype(number::ZERO_) kind, bool sign)
{
	number n = {kind, sign, false, 0, 0};

	return n;
}

inline number finite(bool sign, wide sig, int exp, bool more)
{
	number n = {number::FINITE_, sign, more, exp, sig};

	return sig || more ? n : special(number::ZERO_, sign);
}

inline number negated(number n)
{
	n.sign = !n.sign;
	return n;
}

/* Unpacks a number of W bits, at most 80. */
template <int W_, int E_> number unpack(wide bits)
{
	const int fraction = W_ - E_ - 1, bias = (1 << (E_ - 1)) - 1, top = (1 << E_) - 1;
	const wide low = bits & (((wide)1 << fraction) - 1);
	const int exp = int(bits >> fraction) & top;
	const bool sign = bits >> (W_ - 1) & 1;

	if (exp == top)
		return special(low ? number::NAN_ : number::INFINITE_, sign);
	if (!exp)
		return special(number::ZERO_, sign);
	return finite(sign, low | (wide)1 << fraction, exp - bias - fraction, false);
}

/* Rounds to W bits. */
template <int W_, int E_> wide pack(number n)
{
	const int fraction = W_ - E_ - 1, bias = (1 << (E_ - 1)) - 1, top = (1 << E_) - 1;
	const wide sign = (wide)n.sign << (W_ - 1);
	int excess = width(n.sig) - (fraction + 1);
	wide rest = 0;

	if (n.kind == number::NAN_)
		return (wide)top << fraction | (wide)1 << (fraction - 1);
	if (n.kind == number::INFINITE_)
		return sign | (wide)top << fraction;
	if (n.kind == number::ZERO_ || !n.sig)
		return sign;
	if (excess > 0) {
		rest = n.sig & (((wide)1 << excess) - 1);
		n.sig >>= excess;
		const wide half = (wide)1 << (excess - 1);

		if (rest > half || (rest == half && (n.more || n.sig & 1)))
			n.sig++;
		if (n.sig >> (fraction + 1)) {
			n.sig >>= 1;
			excess++;
		}
	} else {
		n.sig <<= -excess;
	}
	const int exp = n.exp + excess + fraction + bias;

	if (exp >= top)
		return sign | (wide)top << fraction;
	if (exp <= 0)
		return sign;
	return sign | (wide)exp << fraction | (n.sig & (((wide)1 << fraction) - 1));
}

/* Normalises sig so that its highest bit, of 64, is set. */
inline number normal(number n)
{
	int shift = 64 - width(n.sig);

	n.sig <<= shift;
	n.exp -= shift;
	return n;
}

inline number add(number a, number b)
{
	if (a.kind == number::NAN_ || b.kind == number::NAN_ ||
	    (a.kind == number::INFINITE_ && b.kind == number::INFINITE_ && a.sign != b.sign))
		return special(number::NAN_, false);
	if (a.kind == number::INFINITE_ || b.kind == number::ZERO_)
		return a.kind == number::ZERO_ ? special(number::ZERO_, a.sign && b.sign) : a;
	if (b.kind == number::INFINITE_ || a.kind == number::ZERO_)
		return b;
	a = normal(a);
	b = normal(b);
	if (a.exp < b.exp || (a.exp == b.exp && a.sig < b.sig)) {
		number c = a;

		a = b;
		b = c;
	}
	/* 63 bits below those of a. */
	const int distance = a.exp - b.exp;
	const wide high = a.sig << 63, exact = b.sig << 63;
	const wide low = distance < 127 ? exact >> distance : 0;
	const bool more = distance >= 127 || low << distance != exact;

	if (a.sign == b.sign)
		return finite(a.sign, high + low, a.exp - 63, more);
	if (high == low && !more)
		return special(number::ZERO_, false);
	return finite(a.sign, high - low - more, a.exp - 63, more);
}

inline number multiply(number a, number b)
{
	const bool sign = a.sign != b.sign;
	const bool infinite = a.kind == number::INFINITE_ || b.kind == number::INFINITE_;
	const bool zero = a.kind == number::ZERO_ || b.kind == number::ZERO_;

	if (a.kind == number::NAN_ || b.kind == number::NAN_ || (infinite && zero))
		return special(number::NAN_, false);
	if (infinite || zero)
		return special(infinite ? number::INFINITE_ : number::ZERO_, sign);
	return finite(sign, a.sig * b.sig, a.exp + b.exp, false);
}

inline number divide(number a, number b)
{
	const bool sign = a.sign != b.sign;

	if (a.kind == number::NAN_ || b.kind == number::NAN_ ||
	    (a.kind == b.kind && a.kind != number::FINITE_))
		return special(number::NAN_, false);
	if (a.kind == number::INFINITE_ || b.kind == number::ZERO_)
		return special(number::INFINITE_, sign);
	if (a.kind == number::ZERO_ || b.kind == number::INFINITE_)
		return special(number::ZERO_, sign);
	a = normal(a);
	b = normal(b);
	const wide first = (a.sig << 63) / b.sig, rest = ((a.sig << 63) % b.sig) << 3;

	return finite(sign, first << 3 | rest / b.sig, a.exp - b.exp - 66, rest % b.sig != 0);
}

/* Less than, of two numbers that are not NaN. */
inline bool less(const number &a, const number &b)
{
	const number difference = add(a, negated(b));

	if (a.kind == number::INFINITE_ && b.kind == number::INFINITE_)
		return a.sign && !b.sign;
	return difference.kind != number::ZERO_ && difference.sign;
}

inline bool equal(const number &a, const number &b)
{
	if (a.kind == number::INFINITE_ && b.kind == number::INFINITE_)
		return a.sign == b.sign;
	return add(a, negated(b)).kind == number::ZERO_;
}

/* Converts a C number, including subnormal ones. */
inline number of_double(double value)
{
	unsigned long long bits;

	std::memcpy(&bits, &value, sizeof(bits));
	const unsigned long long fraction = bits & ((1ull << 52) - 1);
	const int exp = int(bits >> 52) & 0x7ff;
	const bool sign = bits >> 63;

	if (exp == 0x7ff)
		return special(fraction ? number::NAN_ : number::INFINITE_, sign);
	return finite(sign, exp ? fraction | 1ull << 52 : fraction, (exp ? exp : 1) - 1075, false);
}

template <typename T_> number of_integer(T_ value)
{
	const bool sign = value < 0;
	const wide all = sign ? -(wide)value : (wide)value;

	return finite(sign, all, 0, false);
}

} // namespace fpgacl_float

template <int W_, int E_> struct ap_float {
	static_assert(E_ >= 4 && E_ <= 16, "ap_float: an exponent has 4 to 16 bits");
	static_assert(W_ - E_ >= 5 && W_ - E_ <= 64, "ap_float: a fraction has 4 to 63 bits");

	static const int width = W_;
	static const int exponent_width = E_;
	static const int fraction_width = W_ - E_ - 1;

	ap_uint<W_> bits_;

	ap_float() : bits_(0)
	{
	}
	ap_float(float value)
	{
		set(fpgacl_float::of_double(value));
	}
	ap_float(double value)
	{
		set(fpgacl_float::of_double(value));
	}
	ap_float(half value)
	{
		set(fpgacl_float::of_double(float(value)));
	}
	template <typename T_, typename std::enable_if<std::is_integral<T_>::value, int>::type = 0>
	ap_float(T_ value)
	{
		set(fpgacl_float::of_integer(value));
	}
	template <int W2_, int E2_> explicit ap_float(const ap_float<W2_, E2_> &other)
	{
		set(other.get());
	}
	template <int W2_, bool S_> explicit ap_float(const ap_int_base<W2_, S_> &value)
	{
		*this = ap_float(ap_fixed<W2_ + 1, W2_ + 1>(value));
	}
	template <int W2_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
	explicit ap_float(const ap_fixed_base<W2_, I_, S_, Q_, O_, N_> &value)
	{
		static_assert(W2_ <= 126, "ap_float: a fixed-point number has 126 bits at most");
		const bool sign = value < 0;
		ap_fixed<W2_ + 1, I_ + 1> positive = value;
		fpgacl_float::wide sig;

		if (sign)
			positive = -positive;
		const ap_uint<W2_ + 1> raw = positive(W2_, 0);

		sig = raw.to_uint64();
		if (W2_ >= 64)
			sig |= (fpgacl_float::wide)ap_uint<64>(raw >> 64).to_uint64() << 64;
		set(fpgacl_float::finite(sign, sig, I_ - W2_, false));
	}

	/* Named as in ap_fixed. */
	double to_double() const
	{
		const unsigned long long bits =
			(unsigned long long)fpgacl_float::pack<64, 11>(get());
		double value;

		std::memcpy(&value, &bits, sizeof(value));
		return value;
	}
	float to_float() const
	{
		const unsigned bits = (unsigned)fpgacl_float::pack<32, 8>(get());
		float value;

		std::memcpy(&value, &bits, sizeof(value));
		return value;
	}
	explicit operator float() const
	{
		return to_float();
	}
	explicit operator double() const
	{
		return to_double();
	}
	explicit operator half() const
	{
		const unsigned short bits = (unsigned short)fpgacl_float::pack<16, 5>(get());
		half value;

		std::memcpy(&value, &bits, sizeof(bits));
		return value;
	}
	/* Truncates towards 0, like C's conversions. */
	template <typename T_, typename std::enable_if<std::is_integral<T_>::value, int>::type = 0>
	explicit operator T_() const
	{
		const fpgacl_float::number n = get();
		fpgacl_float::wide all = 0;

		if (n.kind == fpgacl_float::number::FINITE_ && n.exp > -128 && n.exp < 64)
			all = n.exp < 0 ? n.sig >> -n.exp : n.sig << n.exp;
		return std::is_same<T_, bool>::value ? T_(n.kind != fpgacl_float::number::ZERO_)
						     : T_(n.sign ? -all : all);
	}
	template <int W2_> explicit operator ap_int<W2_>() const
	{
		return to_integer<W2_>();
	}
	template <int W2_> explicit operator ap_uint<W2_>() const
	{
		return to_integer<W2_>();
	}
	template <int W2_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
	explicit operator ap_fixed<W2_, I_, Q_, O_, N_>() const
	{
		return to_fixed<ap_fixed<W2_, I_, Q_, O_, N_>>();
	}
	template <int W2_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
	explicit operator ap_ufixed<W2_, I_, Q_, O_, N_>() const
	{
		return to_fixed<ap_ufixed<W2_, I_, Q_, O_, N_>>();
	}

	ap_float operator-() const
	{
		ap_float result = *this;

		result.bits_[W_ - 1] = !result.bits_[W_ - 1];
		return result;
	}
	ap_float operator+() const
	{
		return *this;
	}
	friend ap_float operator+(const ap_float &a, const ap_float &b)
	{
		return made(fpgacl_float::add(a.get(), b.get()));
	}
	friend ap_float operator-(const ap_float &a, const ap_float &b)
	{
		return made(fpgacl_float::add(a.get(), fpgacl_float::negated(b.get())));
	}
	friend ap_float operator*(const ap_float &a, const ap_float &b)
	{
		return made(fpgacl_float::multiply(a.get(), b.get()));
	}
	friend ap_float operator/(const ap_float &a, const ap_float &b)
	{
		return made(fpgacl_float::divide(a.get(), b.get()));
	}
	ap_float &operator+=(const ap_float &other)
	{
		return *this = *this + other;
	}
	ap_float &operator-=(const ap_float &other)
	{
		return *this = *this - other;
	}
	ap_float &operator*=(const ap_float &other)
	{
		return *this = *this * other;
	}
	ap_float &operator/=(const ap_float &other)
	{
		return *this = *this / other;
	}
	friend bool operator==(const ap_float &a, const ap_float &b)
	{
		return ordered(a, b) && fpgacl_float::equal(a.get(), b.get());
	}
	friend bool operator!=(const ap_float &a, const ap_float &b)
	{
		return !(a == b);
	}
	friend bool operator<(const ap_float &a, const ap_float &b)
	{
		return ordered(a, b) && fpgacl_float::less(a.get(), b.get());
	}
	friend bool operator>(const ap_float &a, const ap_float &b)
	{
		return b < a;
	}
	friend bool operator<=(const ap_float &a, const ap_float &b)
	{
		return ordered(a, b) && !fpgacl_float::less(b.get(), a.get());
	}
	friend bool operator>=(const ap_float &a, const ap_float &b)
	{
		return b <= a;
	}
	friend std::ostream &operator<<(std::ostream &out, const ap_float &value)
	{
		return out << value.to_double();
	}

	fpgacl_float::number get() const
	{
		fpgacl_float::wide all = ap_uint < W_ < 64 ? W_ : 64 > (bits_).to_uint64();

		if (W_ > 64)
			all |= (fpgacl_float::wide)ap_uint<64>(bits_ >> (W_ > 64 ? 64 : 0))
				       .to_uint64()
			       << 64;
		return fpgacl_float::unpack<W_, E_>(all);
	}
	void set(const fpgacl_float::number &n)
	{
		const fpgacl_float::wide all = fpgacl_float::pack<W_, E_>(n);

		bits_ = (unsigned long long)all;
		if (W_ > 64)
			bits_ |= ap_uint<W_>((unsigned long long)(all >> 64)) << (W_ > 64 ? 64 : 0);
	}

      private:
	static ap_float made(const fpgacl_float::number &n)
	{
		ap_float result;

		result.set(n);
		return result;
	}
	static bool ordered(const ap_float &a, const ap_float &b)
	{
		return a.get().kind != fpgacl_float::number::NAN_ &&
		       b.get().kind != fpgacl_float::number::NAN_;
	}
	/* The lowest bits of the integer part; 0 for infinity and NaN. */
	template <int W2_> ap_uint<W2_> to_integer() const
	{
		const fpgacl_float::number n = get();
		ap_uint<W2_ + 128> all = 0;

		if (n.kind != fpgacl_float::number::FINITE_ || n.exp <= -128 || n.exp >= W2_)
			return 0;
		all = (unsigned long long)(n.sig >> 64);
		all = all << 64 | ap_uint<64>((unsigned long long)n.sig);
		all = n.exp < 0 ? all >> -n.exp : all << n.exp;
		return n.sign ? ap_uint<W2_>(-all) : ap_uint<W2_>(all);
	}
	/* A double can hold fractions of up to 53 bits. */
	template <typename fixed_> fixed_ to_fixed() const
	{
		static_assert(W_ - E_ <= 53 && E_ <= 11,
			      "ap_float: convert to a type that a double holds first");
		return fixed_(to_double());
	}
};

/*
 * Accumulates in fixed point, so that the sum does not depend on the order. accumulate() adds a
 * number and returns the sum so far; after the last number the sum is reset to 0.
 */
template <typename float_, typename fixed_> class ap_float_acc
{
	fixed_ sum_ = 0;

      public:
	float_ accumulate(const float_ &value, bool last)
	{
		sum_ += fixed_(value);
		const float_ result(sum_);

		if (last)
			sum_ = 0;
		return result;
	}
};

#endif
