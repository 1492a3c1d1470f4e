/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_WIDE_H
#define FPGACL_AP_WIDE_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Part of ap_int.h: two's complement numbers with any number of 64-bit words, for compilers without
 * _BitInt and for widths whose _BitInt code would be too large. wide<K, S> behaves like (un)signed
 * _BitInt(64 * K).
 */

namespace fpgacl_ap
{

typedef unsigned long long word;

/* Sign-extends the given words. */
constexpr word sign_word(bool negative)
{
	return negative ? ~word(0) : word(0);
}

template <int K_, bool S_> struct wide {
	word w[K_];

	wide() = default;

	template <int K2_, bool S2_> wide(const wide<K2_, S2_> &o)
	{
		for (int i = 0; i < K_; i++)
			w[i] = i < K2_ ? o.w[i < K2_ ? i : 0] : sign_word(o.negative());
	}
	wide(int v)
	{
		extend(word(v), v < 0);
	}
	wide(unsigned v)
	{
		extend(v, false);
	}
	wide(long v)
	{
		extend(word(v), v < 0);
	}
	wide(unsigned long v)
	{
		extend(v, false);
	}
	wide(long long v)
	{
		extend(word(v), v < 0);
	}
	wide(word v)
	{
		extend(v, false);
	}
	wide(__int128 v)
	{
		extend(word(v), v < 0);
		w[K_ > 1] = word(K_ > 1 ? v >> 64 : v);
	}
	wide(unsigned __int128 v)
	{
		extend(word(v), false);
		w[K_ > 1] = word(K_ > 1 ? v >> 64 : v);
	}
	void extend(word low, bool negative)
	{
		w[0] = low;
		for (int i = 1; i < K_; i++)
			w[i] = sign_word(negative);
	}

	bool negative() const
	{
		return S_ && w[K_ - 1] >> 63;
	}
	explicit operator bool() const
	{
		word any = 0;

		for (int i = 0; i < K_; i++)
			any |= w[i];
		return any != 0;
	}
	explicit operator word() const
	{
		return w[0];
	}
	explicit operator unsigned __int128() const
	{
		return (unsigned __int128)(K_ > 1 ? w[K_ > 1] : sign_word(negative())) << 64 | w[0];
	}
	explicit operator __int128() const
	{
		return (__int128)(unsigned __int128)*this;
	}
	explicit operator long long() const
	{
		return (long long)w[0];
	}
	explicit operator int() const
	{
		return int(w[0]);
	}
	explicit operator unsigned() const
	{
		return unsigned(w[0]);
	}

	wide operator~() const
	{
		wide r;

		for (int i = 0; i < K_; i++)
			r.w[i] = ~w[i];
		return r;
	}
	wide operator-() const
	{
		return wide(0) - *this;
	}

	friend wide operator+(const wide &a, const wide &b)
	{
		wide r;
		unsigned carry = 0;

		for (int i = 0; i < K_; i++) {
			word sum = a.w[i] + carry;

			carry = sum < carry;
			r.w[i] = sum + b.w[i];
			carry += r.w[i] < sum;
		}
		return r;
	}
	friend wide operator-(const wide &a, const wide &b)
	{
		wide r;
		unsigned borrow = 0;

		for (int i = 0; i < K_; i++) {
			word rest = a.w[i] - borrow;

			borrow = rest > a.w[i];
			borrow += rest < b.w[i];
			r.w[i] = rest - b.w[i];
		}
		return r;
	}
	friend wide operator*(const wide &a, const wide &b)
	{
		wide r(0);

		for (int i = 0; i < K_; i++) {
			word carry = 0;

			for (int j = 0; i + j < K_; j++) {
				unsigned __int128 sum = (unsigned __int128)a.w[i] * b.w[j] +
							r.w[i + j] + carry;

				r.w[i + j] = word(sum);
				carry = word(sum >> 64);
			}
		}
		return r;
	}
	friend wide operator&(const wide &a, const wide &b)
	{
		wide r;

		for (int i = 0; i < K_; i++)
			r.w[i] = a.w[i] & b.w[i];
		return r;
	}
	friend wide operator|(const wide &a, const wide &b)
	{
		wide r;

		for (int i = 0; i < K_; i++)
			r.w[i] = a.w[i] | b.w[i];
		return r;
	}
	friend wide operator^(const wide &a, const wide &b)
	{
		wide r;

		for (int i = 0; i < K_; i++)
			r.w[i] = a.w[i] ^ b.w[i];
		return r;
	}
	/* n must be less than 64 * K. */
	friend wide operator<<(const wide &a, int n)
	{
		int words = n / 64, bits = n % 64;
		wide r;

		for (int i = K_ - 1; i >= 0; i--) {
			word high = i >= words ? a.w[i - words] : 0;
			word low = i > words ? a.w[i - words - 1] : 0;

			r.w[i] = bits ? high << bits | low >> (64 - bits) : high;
		}
		return r;
	}
	friend wide operator>>(const wide &a, int n)
	{
		int words = n / 64, bits = n % 64;
		word sign = sign_word(a.negative());
		wide r;

		for (int i = 0; i < K_; i++) {
			word low = i + words < K_ ? a.w[i + words] : sign;
			word high = i + words + 1 < K_ ? a.w[i + words + 1] : sign;

			r.w[i] = bits ? low >> bits | high << (64 - bits) : low;
		}
		return r;
	}

	/* Returns -1, 0 or 1. */
	static int compare(const wide &a, const wide &b)
	{
		if (a.negative() != b.negative())
			return a.negative() ? -1 : 1;
		for (int i = K_ - 1; i >= 0; i--)
			if (a.w[i] != b.w[i])
				return a.w[i] < b.w[i] ? -1 : 1;
		return 0;
	}
	friend bool operator==(const wide &a, const wide &b)
	{
		return !compare(a, b);
	}
	friend bool operator!=(const wide &a, const wide &b)
	{
		return compare(a, b) != 0;
	}
	friend bool operator<(const wide &a, const wide &b)
	{
		return compare(a, b) < 0;
	}
	friend bool operator<=(const wide &a, const wide &b)
	{
		return compare(a, b) <= 0;
	}
	friend bool operator>(const wide &a, const wide &b)
	{
		return compare(a, b) > 0;
	}
	friend bool operator>=(const wide &a, const wide &b)
	{
		return compare(a, b) >= 0;
	}
};

/*
 * a / b and a % b of unsigned numbers, in place: long division with 32-bit digits (Knuth, The Art
 * of Computer Programming 4.3.1, algorithm D). A zero divisor behaves as in C.
 */
template <int K_> struct long_division {
	unsigned u[2 * K_ + 1], v[2 * K_], q[2 * K_];
	int m, n; /* number of digits in the dividend and in the divisor */

	static int digits(const unsigned *d)
	{
		int count = 2 * K_;

		while (count && !d[count - 1])
			count--;
		return count;
	}
	static void split(const wide<K_, false> &from, unsigned *to)
	{
		for (int i = 0; i < 2 * K_; i++)
			to[i] = unsigned(from.w[i / 2] >> (i % 2 * 32));
	}
	static wide<K_, false> join(const unsigned *from)
	{
		wide<K_, false> to;

		for (int i = 0; i < K_; i++)
			to.w[i] = word(from[2 * i + 1]) << 32 | from[2 * i];
		return to;
	}

	/* Shifts digits left or right by less than 32 bits. */
	static void shift_up(unsigned *d, int count, int bits)
	{
		for (int i = count - 1; bits && i >= 0; i--)
			d[i] = d[i] << bits | (i ? d[i - 1] >> (32 - bits) : 0);
	}
	static void shift_down(unsigned *d, int count, int bits)
	{
		for (int i = 0; bits && i < count; i++)
			d[i] = d[i] >> bits | (i + 1 < count ? d[i + 1] << (32 - bits) : 0);
	}

	void by_digit()
	{
		word rest = 0;

		for (int i = m - 1; i >= 0; i--) {
			rest = rest << 32 | u[i];
			q[i] = unsigned(rest / v[0]);
			u[i] = 0;
			rest %= v[0];
		}
		u[0] = unsigned(rest);
	}

	/* Estimates a quotient digit from the divisor's two highest digits; at most 1 too large. */
	word guess(int j) const
	{
		word top = word(u[j + n]) << 32 | u[j + n - 1];
		word digit = top / v[n - 1], rest = top % v[n - 1];

		while (digit >> 32 || digit * v[n - 2] > (rest << 32 | u[j + n - 2])) {
			digit--;
			rest += v[n - 1];
			if (rest >> 32)
				break;
		}
		return digit;
	}

	/* Subtracts digit * v from u at j. Returns true if the result is negative. */
	bool take(int j, word digit)
	{
		long long rest;
		word carry = 0;

		for (int i = 0; i < n; i++) {
			word product = digit * v[i];

			rest = (long long)(word(u[i + j]) - carry - (product & 0xffffffffu));
			u[i + j] = unsigned(rest);
			carry = (product >> 32) - word(rest >> 32);
		}
		rest = (long long)(word(u[j + n]) - carry);
		u[j + n] = unsigned(rest);
		return rest < 0;
	}
	void give_back(int j)
	{
		word carry = 0;

		for (int i = 0; i < n; i++) {
			carry += word(u[i + j]) + v[i];
			u[i + j] = unsigned(carry);
			carry >>= 32;
		}
		u[j + n] += unsigned(carry);
	}

	void by_digits()
	{
		int bits = __builtin_clz(v[n - 1]);

		shift_up(v, n, bits);
		shift_up(u, m + 1, bits);
		for (int j = m - n; j >= 0; j--) {
			word digit = guess(j);

			if (take(j, digit)) {
				digit--;
				give_back(j);
			}
			q[j] = unsigned(digit);
		}
		shift_down(u, m + 1, bits);
	}

	long_division(const wide<K_, false> &a, const wide<K_, false> &b) : u(), v(), q()
	{
		split(a, u);
		split(b, v);
		m = digits(u);
		n = digits(v);
		if (!n) {
			volatile int zero = 0;

			q[0] = unsigned(1 / zero);
		} else if (n == 1) {
			by_digit();
		} else if (m >= n) {
			by_digits();
		}
	}
};

template <int K_, bool S_> wide<K_, false> magnitude(const wide<K_, S_> &v)
{
	return v.negative() ? -v : v;
}

template <int K_, bool S_> wide<K_, S_> operator/(const wide<K_, S_> &a, const wide<K_, S_> &b)
{
	long_division<K_> done(magnitude(a), magnitude(b));
	wide<K_, S_> quotient(long_division<K_>::join(done.q));

	return a.negative() != b.negative() ? -quotient : quotient;
}

template <int K_, bool S_> wide<K_, S_> operator%(const wide<K_, S_> &a, const wide<K_, S_> &b)
{
	long_division<K_> done(magnitude(a), magnitude(b));
	wide<K_, S_> rest(long_division<K_>::join(done.u));

	return a.negative() ? -rest : rest;
}

} // namespace fpgacl_ap

#endif
