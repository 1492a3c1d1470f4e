/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_VEC_H
#define FPGACL_TAPA_VEC_H

#pragma GCC system_header /* its warnings are not the user's */

/* The vectors and small helpers of tapa.h. Operators apply to each element, in the vector's element type. */

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <ostream>
#include <type_traits>

namespace fclc_tapa
{

/* Types with a member `width`, such as ap_uint<W>, have that many bits. */
template <typename T_> constexpr auto width_of(int) -> decltype(T_::width + 0)
{
	return T_::width;
}
template <typename T_> constexpr int width_of(long)
{
	return static_cast<int>(sizeof(T_) * CHAR_BIT);
}

} // namespace fclc_tapa

namespace tapa
{

template <typename T> constexpr int widthof()
{
	return fclc_tapa::width_of<T>(0);
}
template <typename T> constexpr int widthof(T)
{
	return fclc_tapa::width_of<T>(0);
}

template <uint64_t N> constexpr uint64_t round_up_div(uint64_t i)
{
	return i / N + (i % N != 0);
}
template <uint64_t N> constexpr uint64_t round_up(uint64_t i)
{
	return round_up_div<N>(i) * N;
}

template <typename To, typename From>
typename std::enable_if<sizeof(To) == sizeof(From), To>::type bit_cast(From from) noexcept
{
	To to;

	std::memcpy(static_cast<void *>(&to), static_cast<const void *>(&from), sizeof(to));
	return to;
}

/* A register on a board. */
template <typename T, size_t Depth = 1> T reg(T x)
{
	return x;
}

template <typename Addr, typename Payload> struct packet {
	Addr addr;
	Payload payload;
};
template <typename Addr, typename Payload>
std::ostream &operator<<(std::ostream &out, const packet<Addr, Payload> &packet)
{
	return out << "{addr: " << packet.addr << ", payload: " << packet.payload << "}";
}

template <typename T, int N> struct vec_t {
	static constexpr int length = N;
	static constexpr int width = widthof<T>() * N;
	typedef T value_type;
	typedef int size_type;
	typedef T *iterator;
	typedef const T *const_iterator;

	T fclc_elements[N];

	vec_t() = default;
	vec_t(const std::initializer_list<T> &values) : fclc_elements()
	{
		int i = 0;

		for (const T &value : values)
			if (i < N)
				fclc_elements[i++] = value;
	}
	vec_t &operator=(T value)
	{
		set(value);
		return *this;
	}
	template <typename U> explicit operator vec_t<U, N>() const
	{
		vec_t<U, N> to;

		for (int i = 0; i < N; i++)
			to[i] = static_cast<U>(fclc_elements[i]);
		return to;
	}
	constexpr const T &operator[](int index) const
	{
		return fclc_elements[index];
	}
	T &operator[](int index)
	{
		return fclc_elements[index];
	}
	constexpr const T &get(int index) const
	{
		return fclc_elements[index];
	}
	void set(int index, const T &value)
	{
		fclc_elements[index] = value;
	}
	void set(T value)
	{
		for (T &element : fclc_elements)
			element = value;
	}
	T *begin()
	{
		return fclc_elements;
	}
	const T *begin() const
	{
		return fclc_elements;
	}
	T *end()
	{
		return fclc_elements + N;
	}
	const T *end() const
	{
		return fclc_elements + N;
	}
	/* Drops the first element, and appends this one. */
	void shift(const T &value)
	{
		for (int i = 1; i < N; i++)
			fclc_elements[i - 1] = fclc_elements[i];
		fclc_elements[N - 1] = value;
	}
	bool has(const T &value) const
	{
		return std::find(begin(), end(), value) != end();
	}
	vec_t operator+() const
	{
		return *this;
	}
	vec_t operator-() const
	{
		vec_t to;

		for (int i = 0; i < N; i++)
			to[i] = -fclc_elements[i];
		return to;
	}
	vec_t operator~() const
	{
		vec_t to;

		for (int i = 0; i < N; i++)
			to[i] = ~fclc_elements[i];
		return to;
	}
};

#define FCLC_TAPA_OPERATOR(OP)                                                                     \
	template <typename T, int N, typename T2>                                                  \
	vec_t<T, N> &operator OP##=(vec_t<T, N> &a, const vec_t<T2, N> &b)                         \
	{                                                                                          \
		for (int i = 0; i < N; i++)                                                        \
			a[i] OP## = b[i];                                                          \
		return a;                                                                          \
	}                                                                                          \
	template <typename T, int N, typename T2>                                                  \
	vec_t<T, N> &operator OP##=(vec_t<T, N> &a, const T2 &b)                                   \
	{                                                                                          \
		for (int i = 0; i < N; i++)                                                        \
			a[i] OP## = b;                                                             \
		return a;                                                                          \
	}                                                                                          \
	template <typename T, int N, typename T2>                                                  \
	vec_t<T, N> operator OP(const vec_t<T, N> &a, const vec_t<T2, N> &b)                       \
	{                                                                                          \
		vec_t<T, N> to;                                                                    \
		for (int i = 0; i < N; i++)                                                        \
			to[i] = a[i] OP b[i];                                                      \
		return to;                                                                         \
	}                                                                                          \
	template <typename T, int N, typename T2>                                                  \
	vec_t<T, N> operator OP(const vec_t<T, N> &a, const T2 &b)                                 \
	{                                                                                          \
		vec_t<T, N> to;                                                                    \
		for (int i = 0; i < N; i++)                                                        \
			to[i] = a[i] OP b;                                                         \
		return to;                                                                         \
	}                                                                                          \
	template <typename T, int N, typename T2>                                                  \
	vec_t<T, N> operator OP(const T2 &a, const vec_t<T, N> &b)                                 \
	{                                                                                          \
		vec_t<T, N> to;                                                                    \
		for (int i = 0; i < N; i++)                                                        \
			to[i] = a OP b[i];                                                         \
		return to;                                                                         \
	}
FCLC_TAPA_OPERATOR(+)
FCLC_TAPA_OPERATOR(-)
FCLC_TAPA_OPERATOR(*)
FCLC_TAPA_OPERATOR(/)
FCLC_TAPA_OPERATOR(%)
FCLC_TAPA_OPERATOR(&)
FCLC_TAPA_OPERATOR(|)
FCLC_TAPA_OPERATOR(^)
FCLC_TAPA_OPERATOR(<<)
FCLC_TAPA_OPERATOR(>>)
#undef FCLC_TAPA_OPERATOR

template <int BEGIN_, int END_, typename T, int N>
vec_t<T, END_ - BEGIN_> truncated(const vec_t<T, N> &from)
{
	static_assert(0 <= BEGIN_ && BEGIN_ < END_ && END_ <= N, "a part of the vector");
	vec_t<T, END_ - BEGIN_> to;

	for (int i = BEGIN_; i < END_; i++)
		to[i - BEGIN_] = from[i];
	return to;
}
template <int LENGTH_, typename T, int N> vec_t<T, LENGTH_> truncated(const vec_t<T, N> &from)
{
	return truncated<0, LENGTH_>(from);
}
template <int LENGTH_, typename T, int N>
vec_t<T, LENGTH_> truncated(const vec_t<T, N> &from, int begin)
{
	static_assert(LENGTH_ <= N, "a part of the vector");
	vec_t<T, LENGTH_> to;

	for (int i = 0; i < LENGTH_; i++)
		to[i] = from[begin + i];
	return to;
}

template <typename T, int N1, int N2>
vec_t<T, N1 + N2> cat(const vec_t<T, N1> &a, const vec_t<T, N2> &b)
{
	vec_t<T, N1 + N2> to;

	for (int i = 0; i < N1 + N2; i++)
		to[i] = i < N1 ? a[i] : b[i - N1];
	return to;
}
template <typename T, int N> vec_t<T, N + 1> cat(const vec_t<T, N> &a, const T &b)
{
	vec_t<T, 1> last;

	last[0] = b;
	return cat(a, last);
}
template <typename T, int N> vec_t<T, N + 1> cat(const T &a, const vec_t<T, N> &b)
{
	vec_t<T, 1> first;

	first[0] = a;
	return cat(first, b);
}
template <typename T, typename U, typename... MORE_>
auto cat(const T &first, const U &second, const MORE_ &...more)
{
	return cat(first, cat(second, more...));
}

template <int N, typename T> vec_t<T, N> make_vec(T value)
{
	vec_t<T, N> to;

	to.set(value);
	return to;
}

#define FCLC_TAPA_FUNCTION(NAME)                                                                   \
	template <typename T, int N> vec_t<T, N> NAME(vec_t<T, N> of)                              \
	{                                                                                          \
		using std::NAME;                                                                   \
		for (T & element : of)                                                             \
			element = NAME(element);                                                   \
		return of;                                                                         \
	}
FCLC_TAPA_FUNCTION(exp)
FCLC_TAPA_FUNCTION(exp2)
FCLC_TAPA_FUNCTION(expm1)
FCLC_TAPA_FUNCTION(log)
FCLC_TAPA_FUNCTION(log10)
FCLC_TAPA_FUNCTION(log1p)
FCLC_TAPA_FUNCTION(log2)
#undef FCLC_TAPA_FUNCTION

#define FCLC_TAPA_FUNCTION(NAME, OP)                                                               \
	template <typename T, int N> vec_t<T, N> NAME(const vec_t<T, N> &a, const vec_t<T, N> &b)  \
	{                                                                                          \
		vec_t<T, N> to;                                                                    \
		for (int i = 0; i < N; i++)                                                        \
			to[i] = b[i] OP a[i] ? b[i] : a[i];                                        \
		return to;                                                                         \
	}                                                                                          \
	template <typename T, int N> vec_t<T, N> NAME(const T &a, const vec_t<T, N> &b)            \
	{                                                                                          \
		return NAME(make_vec<N>(a), b);                                                    \
	}                                                                                          \
	template <typename T, int N> vec_t<T, N> NAME(const vec_t<T, N> &a, const T &b)            \
	{                                                                                          \
		return NAME(a, make_vec<N>(b));                                                    \
	}
FCLC_TAPA_FUNCTION(max, >)
FCLC_TAPA_FUNCTION(min, <)
#undef FCLC_TAPA_FUNCTION

/* By halves, as the adders of a board do: the order counts for floats. */
template <typename T> T sum(const vec_t<T, 1> &of)
{
	return of[0];
}
template <typename T, int N> T sum(const vec_t<T, N> &of)
{
	return sum(truncated<0, N / 2>(of)) + sum(truncated<N / 2, N>(of));
}
template <typename T> T product(const vec_t<T, 1> &of)
{
	return of[0];
}
template <typename T, int N> T product(const vec_t<T, N> &of)
{
	return product(truncated<0, N / 2>(of)) * product(truncated<N / 2, N>(of));
}

template <typename T, int N> std::ostream &operator<<(std::ostream &out, const vec_t<T, N> &vector)
{
	out << "{";
	for (int i = 0; i < N; i++)
		out << (i ? ", " : "") << "[" << i << "]: " << vector[i];
	return out << "}";
}

} // namespace tapa

namespace fclc_tapa
{

/* N elements of T, which may be const. */
template <typename T_, uint64_t N_> struct vectors {
	typedef tapa::vec_t<T_, static_cast<int>(N_)> type;
};
template <typename T_, uint64_t N_> struct vectors<const T_, N_> {
	typedef const tapa::vec_t<T_, static_cast<int>(N_)> type;
};
template <typename T_, uint64_t N_> using vectors_of = typename vectors<T_, N_>::type;

/* How many elements of U so many elements of T are. */
template <typename T_, typename U_> inline uint64_t count_as(uint64_t count)
{
	return count * sizeof(T_) / sizeof(U_);
}

} // namespace fclc_tapa

#endif
