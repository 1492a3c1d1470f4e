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

template <typename T, size_t N> class alignas(fpgacl_vector::alignment(N * sizeof(T))) vector
{
	static_assert(N > 0, "a vector has at least one element");

	T data_[N];

      public:
	typedef T value_type;
	typedef T *iterator;
	typedef const T *const_iterator;
	static const size_t width = N;

	vector() : data_()
	{
	}
	vector(const T &value)
	{
		for (size_t i = 0; i < N; i++)
			data_[i] = value;
	}
	vector(std::initializer_list<T> values) : data_()
	{
		size_t i = 0;

		for (const T &value : values)
			if (i < N)
				data_[i++] = value;
	}
	vector(const std::array<T, N> &values)
	{
		for (size_t i = 0; i < N; i++)
			data_[i] = values[i];
	}
	/* Elements from an address on. */
	explicit vector(const T *from)
	{
		for (size_t i = 0; i < N; i++)
			data_[i] = from[i];
	}

	static constexpr size_t size()
	{
		return N;
	}
	T &operator[](size_t i)
	{
		return data_[i];
	}
	const T &operator[](size_t i) const
	{
		return data_[i];
	}
	T *begin()
	{
		return data_;
	}
	T *end()
	{
		return data_ + N;
	}
	const T *begin() const
	{
		return data_;
	}
	const T *end() const
	{
		return data_ + N;
	}
	T *data()
	{
		return data_;
	}
	const T *data() const
	{
		return data_;
	}

#define FPGACL_VECTOR_UNARY(OP)                                                                    \
	vector operator OP() const                                                                 \
	{                                                                                          \
		vector r;                                                                          \
		for (size_t i = 0; i < N; i++)                                                     \
			r.data_[i] = T(OP data_[i]);                                               \
		return r;                                                                          \
	}
	FPGACL_VECTOR_UNARY(+)
	FPGACL_VECTOR_UNARY(-)
	FPGACL_VECTOR_UNARY(~)
	FPGACL_VECTOR_UNARY(!)
#undef FPGACL_VECTOR_UNARY
#define FPGACL_VECTOR_STEP(OP)                                                                     \
	vector &operator OP()                                                                      \
	{                                                                                          \
		for (size_t i = 0; i < N; i++)                                                     \
			OP data_[i];                                                               \
		return *this;                                                                      \
	}                                                                                          \
	vector operator OP(int)                                                                    \
	{                                                                                          \
		vector old = *this;                                                                \
		OP *this;                                                                          \
		return old;                                                                        \
	}
	FPGACL_VECTOR_STEP(++)
	FPGACL_VECTOR_STEP(--)
#undef FPGACL_VECTOR_STEP

	/* A number on either side stands for a vector of it. */
#define FPGACL_VECTOR_OP(OP)                                                                       \
	vector &operator OP##=(const vector &o)                                                    \
	{                                                                                          \
		for (size_t i = 0; i < N; i++)                                                     \
			data_[i] = T(data_[i] OP o.data_[i]);                                      \
		return *this;                                                                      \
	}                                                                                          \
	friend vector operator OP(vector a, const vector &b)                                       \
	{                                                                                          \
		return a OP## = b;                                                                 \
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

#define FPGACL_VECTOR_REDUCE(NAME, OP)                                                             \
	T NAME() const                                                                             \
	{                                                                                          \
		T all = data_[0];                                                                  \
		for (size_t i = 1; i < N; i++)                                                     \
			all = T(all OP data_[i]);                                                  \
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
		for (size_t i = 0; i < N; i++) {
			if (a.data_[i] < b.data_[i])
				return -1;
			if (b.data_[i] < a.data_[i])
				return 1;
		}
		return 0;
	}
	friend bool operator==(const vector &a, const vector &b)
	{
		for (size_t i = 0; i < N; i++)
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
