/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_VECTOR_H
#define FPGACL_HLS_VECTOR_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * hls::vector<T, N> (interface: UG1399 "HLS Vector Library"): N elements and operators on each;
 * comparisons look at the elements from the first one on, as those of arrays do.
 */

#include <array>
#include <cstddef>
#include <initializer_list>

namespace hls
{

namespace fpgacl_vector
{

/* Aligned to the power of two that holds it, as a port's words are. */
constexpr size_t alignment(size_t bytes, size_t power = 1)
{
	return power >= bytes || power >= 4096 ? power : alignment(bytes, power * 2);
}

} // namespace fpgacl_vector

template <typename T_, size_t N_> class alignas(fpgacl_vector::alignment(N_ * sizeof(T_))) vector
{
	static_assert(N_ > 0, "a vector has at least one element");

	T_ data_[N_];

      public:
	typedef T_ value_type;
	typedef T_ *iterator;
	typedef const T_ *const_iterator;
	static const size_t width = N_;

	vector() : data_()
	{
	}
	vector(const T_ &value)
	{
		for (size_t i = 0; i < N_; i++)
			data_[i] = value;
	}
	vector(std::initializer_list<T_> values) : data_()
	{
		size_t i = 0;

		for (const T_ &value : values)
			if (i < N_)
				data_[i++] = value;
	}
	vector(const std::array<T_, N_> &values)
	{
		for (size_t i = 0; i < N_; i++)
			data_[i] = values[i];
	}
	/* Elements from an address on. */
	explicit vector(const T_ *from)
	{
		for (size_t i = 0; i < N_; i++)
			data_[i] = from[i];
	}

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

#define FPGACL_VECTOR_UNARY(OP_)                                                                   \
	vector operator OP_() const                                                                \
	{                                                                                          \
		vector r;                                                                          \
		for (size_t i = 0; i < N_; i++)                                                    \
			r.data_[i] = T_(OP_ data_[i]);                                             \
		return r;                                                                          \
	}
	FPGACL_VECTOR_UNARY(+)
	FPGACL_VECTOR_UNARY(-)
	FPGACL_VECTOR_UNARY(~)
	FPGACL_VECTOR_UNARY(!)
#undef FPGACL_VECTOR_UNARY
#define FPGACL_VECTOR_STEP(OP_)                                                                    \
	vector &operator OP_()                                                                     \
	{                                                                                          \
		for (size_t i = 0; i < N_; i++)                                                    \
			OP_ data_[i];                                                              \
		return *this;                                                                      \
	}                                                                                          \
	vector operator OP_(int)                                                                   \
	{                                                                                          \
		vector old = *this;                                                                \
		OP_ *this;                                                                         \
		return old;                                                                        \
	}
	FPGACL_VECTOR_STEP(++)
	FPGACL_VECTOR_STEP(--)
#undef FPGACL_VECTOR_STEP

	/* A number on either side stands for a vector of it. */
#define FPGACL_VECTOR_OP(OP_)                                                                      \
	vector &operator OP_##=(const vector &o)                                                   \
	{                                                                                          \
		for (size_t i = 0; i < N_; i++)                                                    \
			data_[i] = T_(data_[i] OP_ o.data_[i]);                                    \
		return *this;                                                                      \
	}                                                                                          \
	friend vector operator OP_(vector a, const vector &b)                                      \
	{                                                                                          \
		return a OP_## = b;                                                                \
	}
	FPGACL_VECTOR_OP(+)
	FPGACL_VECTOR_OP(-)
	FPGACL_VECTOR_OP(*)
	FPGACL_VECTOR_OP(/)
	FPGACL_VECTOR_OP(%)
	FPGACL_VECTOR_OP(&)
	FPGACL_VECTOR_OP(|)
	FPGACL_VECTOR_OP(^)
	FPGACL_VECTOR_OP(<<)
	FPGACL_VECTOR_OP(>>)
#undef FPGACL_VECTOR_OP

#define FPGACL_VECTOR_REDUCE(NAME_, OP_)                                                           \
	T_ NAME_() const                                                                           \
	{                                                                                          \
		T_ all = data_[0];                                                                 \
		for (size_t i = 1; i < N_; i++)                                                    \
			all = T_(all OP_ data_[i]);                                                \
		return all;                                                                        \
	}
	FPGACL_VECTOR_REDUCE(reduce_add, +)
	FPGACL_VECTOR_REDUCE(reduce_mult, *)
	FPGACL_VECTOR_REDUCE(reduce_and, &)
	FPGACL_VECTOR_REDUCE(reduce_or, |)
	FPGACL_VECTOR_REDUCE(reduce_xor, ^)
#undef FPGACL_VECTOR_REDUCE

	/* -1, 0, 1 */
	static int compare(const vector &a, const vector &b)
	{
		for (size_t i = 0; i < N_; i++) {
			if (a.data_[i] < b.data_[i])
				return -1;
			if (b.data_[i] < a.data_[i])
				return 1;
		}
		return 0;
	}
	friend bool operator==(const vector &a, const vector &b)
	{
		for (size_t i = 0; i < N_; i++)
			if (!(a.data_[i] == b.data_[i]))
				return false;
		return true;
	}
	friend bool operator!=(const vector &a, const vector &b)
	{
		return !(a == b);
	}
	friend bool operator<(const vector &a, const vector &b)
	{
		return compare(a, b) < 0;
	}
	friend bool operator<=(const vector &a, const vector &b)
	{
		return compare(a, b) <= 0;
	}
	friend bool operator>(const vector &a, const vector &b)
	{
		return compare(a, b) > 0;
	}
	friend bool operator>=(const vector &a, const vector &b)
	{
		return compare(a, b) >= 0;
	}
};

} // namespace hls

#endif
