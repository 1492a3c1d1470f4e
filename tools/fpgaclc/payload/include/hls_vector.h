/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_VECTOR_H
#define FPGACL_HLS_VECTOR_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::vector<T, N> (interface: UG1399 "HLS Vector Library"): N elements with element-wise
 * operators; comparisons are lexicographic, as in std::array.
 */

#include <array>
#include <cstddef>
#include <initializer_list>
#include <type_traits>

namespace hls
{

namespace fpgacl_vector
{

/* The greatest power of two that divides the size, so that no vector has padding. */
constexpr size_t alignment(size_t bytes, size_t power = 1)
{
	return bytes % 2 || power >= 4096 ? power : alignment(bytes / 2, power * 2);
}

/* C++14 has no << for negative numbers. */
template <typename T_> T_ shift_up(const T_ &a, const T_ &b, std::true_type /* a signed integer */)
{
	typedef typename std::make_unsigned<T_>::type unsigned_type;

	return T_(typename std::common_type<unsigned_type, unsigned>::type(a) << b);
}
template <typename T_> T_ shift_up(const T_ &a, const T_ &b, std::false_type)
{
	return T_(a << b);
}

/* A vector's storage. */
template <typename T_, size_t N_> class elements
{
	T_ data_[N_];

      public:
	typedef T_ value_type;
	typedef T_ *iterator;
	typedef const T_ *const_iterator;
	static const size_t width = N_;

	static constexpr size_t size()
	{
		return N_;
	}
	T_ &operator[](size_t i)
	{
		return data_[i];
	}
	const T_ &operator[](size_t i) const
	{
		return data_[i];
	}
	T_ *begin()
	{
		return data_;
	}
	T_ *end()
	{
		return data_ + N_;
	}
	const T_ *begin() const
	{
		return data_;
	}
	const T_ *end() const
	{
		return data_ + N_;
	}
	T_ *data()
	{
		return data_;
	}
	const T_ *data() const
	{
		return data_;
	}
};

/*
 * The operators of vector V, which work on all elements at once. A number on either side is
 * broadcast.
 */
template <typename V_, typename T_, size_t N_> struct arithmetic {
#define FPGACL_VECTOR_UNARY(OP_)                                                                   \
	friend V_ operator OP_(const V_ &a)                                                        \
	{                                                                                          \
		V_ r;                                                                              \
		for (size_t i = 0; i < N_; i++) {                                                  \
			_Pragma("HLS UNROLL") r[i] = T_(OP_ a[i]);                                 \
		}                                                                                  \
		return r;                                                                          \
	}
	FPGACL_VECTOR_UNARY(+)
	FPGACL_VECTOR_UNARY(-)
	FPGACL_VECTOR_UNARY(~)
	FPGACL_VECTOR_UNARY(!)
#undef FPGACL_VECTOR_UNARY
#define FPGACL_VECTOR_STEP(OP_)                                                                    \
	friend V_ &operator OP_(V_ &a)                                                             \
	{                                                                                          \
		for (size_t i = 0; i < N_; i++) {                                                  \
			_Pragma("HLS UNROLL") OP_ a[i];                                            \
		}                                                                                  \
		return a;                                                                          \
	}                                                                                          \
	friend V_ operator OP_(V_ &a, int)                                                         \
	{                                                                                          \
		V_ old = a;                                                                        \
		OP_ a;                                                                             \
		return old;                                                                        \
	}
	FPGACL_VECTOR_STEP(++)
	FPGACL_VECTOR_STEP(--)
#undef FPGACL_VECTOR_STEP
#define FPGACL_VECTOR_OP(OP_, VALUE_)                                                              \
	V_ &operator OP_##=(const V_ &b)                                                           \
	{                                                                                          \
		V_ &a = static_cast<V_ &>(*this);                                                  \
		for (size_t i = 0; i < N_; i++) {                                                  \
			_Pragma("HLS UNROLL") a[i] = VALUE_;                                       \
		}                                                                                  \
		return a;                                                                          \
	}                                                                                          \
	friend V_ operator OP_(V_ a, const V_ &b)                                                  \
	{                                                                                          \
		return a OP_## = b;                                                                \
	}
	FPGACL_VECTOR_OP(+, T_(a[i] + b[i]))
	FPGACL_VECTOR_OP(-, T_(a[i] - b[i]))
	FPGACL_VECTOR_OP(*, T_(a[i] * b[i]))
	FPGACL_VECTOR_OP(/, T_(a[i] / b[i]))
	FPGACL_VECTOR_OP(%, T_(a[i] % b[i]))
	FPGACL_VECTOR_OP(&, T_(a[i] & b[i]))
	FPGACL_VECTOR_OP(|, T_(a[i] | b[i]))
	FPGACL_VECTOR_OP(^, T_(a[i] ^ b[i]))
	FPGACL_VECTOR_OP(
		<<, (shift_up(a[i], b[i],
			      std::integral_constant<bool, std::is_integral<T_>::value &&
								   std::is_signed<T_>::value>())))
	FPGACL_VECTOR_OP(>>, T_(a[i] >> b[i]))
#undef FPGACL_VECTOR_OP
};

/* Reductions over a vector's elements. */
template <typename V_, typename T_, size_t N_> struct reductions {
#define FPGACL_VECTOR_REDUCE(NAME_, OP_)                                                           \
	T_ NAME_() const                                                                           \
	{                                                                                          \
		const V_ &a = static_cast<const V_ &>(*this);                                      \
		T_ all = a[0];                                                                     \
		for (size_t i = 1; i < N_; i++) {                                                  \
			_Pragma("HLS UNROLL") all = T_(all OP_ a[i]);                              \
		}                                                                                  \
		return all;                                                                        \
	}
	FPGACL_VECTOR_REDUCE(reduce_add, +)
	FPGACL_VECTOR_REDUCE(reduce_mult, *)
	FPGACL_VECTOR_REDUCE(reduce_and, &)
	FPGACL_VECTOR_REDUCE(reduce_or, |)
	FPGACL_VECTOR_REDUCE(reduce_xor, ^)
#undef FPGACL_VECTOR_REDUCE
};

template <typename V_, size_t N_> struct comparisons {
	/* Returns -1, 0 or 1. */
	static int compare(const V_ &a, const V_ &b)
	{
		for (size_t i = 0; i < N_; i++) {
#pragma HLS UNROLL
			if (a[i] < b[i])
				return -1;
			if (b[i] < a[i])
				return 1;
		}
		return 0;
	}
	friend bool operator==(const V_ &a, const V_ &b)
	{
		for (size_t i = 0; i < N_; i++) {
#pragma HLS UNROLL
			if (!(a[i] == b[i]))
				return false;
		}
		return true;
	}
	friend bool operator!=(const V_ &a, const V_ &b)
	{
		return !(a == b);
	}
	friend bool operator<(const V_ &a, const V_ &b)
	{
		return compare(a, b) < 0;
	}
	friend bool operator<=(const V_ &a, const V_ &b)
	{
		return compare(a, b) <= 0;
	}
	friend bool operator>(const V_ &a, const V_ &b)
	{
		return compare(a, b) > 0;
	}
	friend bool operator>=(const V_ &a, const V_ &b)
	{
		return compare(a, b) >= 0;
	}
};

} // namespace fpgacl_vector

template <typename T_, size_t N_>
class alignas(fpgacl_vector::alignment(N_ * sizeof(T_))) vector
    : public fpgacl_vector::elements<T_, N_>,
      public fpgacl_vector::arithmetic<vector<T_, N_>, T_, N_>,
      public fpgacl_vector::reductions<vector<T_, N_>, T_, N_>,
      public fpgacl_vector::comparisons<vector<T_, N_>, N_>
{
	static_assert(N_ > 0, "a vector has at least one element");

      public:
	vector() = default;
	vector(const T_ &value)
	{
		for (size_t i = 0; i < N_; i++) {
#pragma HLS UNROLL
			(*this)[i] = value;
		}
	}
	vector(std::initializer_list<T_> values)
	{
		size_t i = 0;

		for (const T_ &value : values)
			if (i < N_)
				(*this)[i++] = value;
	}
	vector(const std::array<T_, N_> &values) : vector(values.data())
	{
	}
	/* Elements from an address on. A template, because 0 would also convert to an address. */
	template <typename pointer_,
		  typename = typename std::enable_if<
			  std::is_pointer<pointer_>::value &&
			  std::is_convertible<pointer_, const T_ *>::value>::type>
	explicit vector(pointer_ from)
	{
		const T_ *values = from;

		for (size_t i = 0; i < N_; i++) {
#pragma HLS UNROLL
			(*this)[i] = values[i];
		}
	}
};

} // namespace hls

#endif
