/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_VECTOR_H
#define FPGACL_HLS_VECTOR_H

#pragma GCC system_header /* its warnings are not the user's */

/* hls::vector<T, N> (interface: UG1399 "HLS Vector Library"): N elements, operators on each. */

#include <initializer_list>
#include <stddef.h>

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
	T data_[N];

      public:
	typedef T value_type;

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

	vector operator-() const
	{
		vector r;

		for (size_t i = 0; i < N; i++)
			r.data_[i] = -data_[i];
		return r;
	}
	T reduce_add() const
	{
		T sum = data_[0];

		for (size_t i = 1; i < N; i++)
			sum = sum + data_[i];
		return sum;
	}
	T reduce_mult() const
	{
		T product = data_[0];

		for (size_t i = 1; i < N; i++)
			product = product * data_[i];
		return product;
	}

#define FPGACL_VECTOR_OP(OP)                                                                       \
	vector &operator OP##=(const vector &o)                                                    \
	{                                                                                          \
		for (size_t i = 0; i < N; i++)                                                     \
			data_[i] = data_[i] OP o.data_[i];                                         \
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
};

} // namespace hls

#endif
