/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WRAPPER_H
#define FPGACLC_WRAPPER_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Reads a C++ kernel's arguments from the register file. Each parameter's type is deduced from the
 * kernel itself, so a wrapper always agrees with it. Macros from the command line (-DN=3) also
 * apply here, so no name is a single letter.
 */

#include "fpgacl/flow.h"
#include "fpgacl/rt.h"

namespace fclc
{

/*
 * The parameters of a function type, 16 at a time. A list of all of them for each one would take
 * memory for each pair of parameters.
 */
template <typename... few_> struct chunk {
	template <unsigned number_> using type = __type_pack_element<number_, few_...>;
};

template <typename a_, typename b_, typename c_, typename d_, typename e_, typename f_, typename g_,
	  typename h_, typename i_, typename j_, typename k_, typename l_, typename m_, typename n_,
	  typename o_, typename p_, typename... rest_>
struct chunk<a_, b_, c_, d_, e_, f_, g_, h_, i_, j_, k_, l_, m_, n_, o_, p_, rest_...> {
	template <unsigned number_>
	using type = __type_pack_element<number_, a_, b_, c_, d_, e_, f_, g_, h_, i_, j_, k_, l_,
					 m_, n_, o_, p_>;
	typedef chunk<rest_...> next;
};

template <unsigned number_, typename chunk_>
struct chunk_at : chunk_at<number_ - 1, typename chunk_::next> {
};

template <typename chunk_> struct chunk_at<0, chunk_> : chunk_ {
};

template <typename function_> struct parameters;

template <typename result_, typename... parameters_> struct parameters<result_(parameters_...)> {
	typedef chunk<parameters_...> first;
};

#if __cplusplus >= 201703L
template <typename result_, typename... parameters_>
struct parameters<result_(parameters_...) noexcept> : parameters<result_(parameters_...)> {
};
#endif

/* The type of one parameter of a function type. */
template <unsigned number_, typename function_> struct parameter {
	typedef chunk_at<number_ / 16, typename parameters<function_>::first> of;
	typedef typename of::template type<number_ % 16> type;
};

/* A value: scalars, enums, structs, ap_uint<W>, vectors. */
template <typename type_> struct argument {
	alignas(type_) unsigned char bytes[sizeof(type_)];

	argument(fcl_cu *cu, unsigned, unsigned offset)
	{
		fclc_rt_value(cu, offset, bytes, sizeof(type_));
	}
	type_ &get()
	{
		return *reinterpret_cast<type_ *>(bytes);
	}
};

template <typename type_> struct argument<const type_ &> : argument<type_> {
	using argument<type_>::argument;
};

template <typename type_> struct argument<type_ *> {
	type_ *pointer;

	argument(fcl_cu *cu, unsigned port, unsigned offset)
	    : pointer(static_cast<type_ *>(fclc_rt_memory(cu, port, offset)))
	{
	}
	type_ *get()
	{
		return pointer;
	}
};

/* A reference to memory behind an AXI4 master. */
template <typename type_> struct referred;

template <typename type_> struct referred<type_ &> {
	type_ *pointer;

	referred(fcl_cu *cu, unsigned port, unsigned offset)
	    : pointer(static_cast<type_ *>(fclc_rt_memory(cu, port, offset)))
	{
	}
	type_ &get()
	{
		return *pointer;
	}
};

/* A reference: after the execution, the register has the kernel's final value. */
template <typename type_> struct argument<type_ &> : argument<type_> {
	fcl_cu *cu;
	unsigned offset;

	argument(fcl_cu *cu_, unsigned port, unsigned offset_)
	    : argument<type_>(cu_, port, offset_), cu(cu_), offset(offset_)
	{
	}
	/* fpgaclc's hls_stream.h specialises this for streams. */
	argument(fcl_cu *, unsigned, bool, const char *)
	{
		static_assert(
			sizeof(type_) == 0,
			"an AXI4-Stream port needs the hls_stream.h of fpgaclc, but another one is first on the include path");
	}
	~argument()
	{
		fclc_rt_return(cu, offset, this->bytes, sizeof(type_));
	}
};

/* How a parameter refers to its array or value. */
template <typename parameter_> struct sequence_of {
	typedef parameter_ &type;
	static type at(void *memory)
	{
		return *static_cast<parameter_ *>(memory);
	}
};
template <typename value_> struct sequence_of<value_ &> : sequence_of<value_> {
};
template <typename element_> struct sequence_of<element_ *> {
	typedef element_ *type;
	static type at(void *memory)
	{
		return static_cast<element_ *>(memory);
	}
};

/* An array or a value that passes through an AXI4-Stream port, element by element. */
template <typename parameter_, unsigned count_, unsigned long size_> struct sequence {
	alignas(64) unsigned char bytes[count_ * size_];
	fclc_rt_sequence packets;

	sequence(unsigned port, bool output)
	    : bytes(), packets{port, output, count_, size_, 0, bytes}
	{
	}
	typename sequence_of<parameter_>::type get()
	{
		return sequence_of<parameter_>::at(bytes);
	}
};

/* Stores the kernel function's result in its register. */
template <typename type_> void returned(fcl_cu *cu, unsigned offset, const type_ &value)
{
	fclc_rt_return(cu, offset, __builtin_addressof(value), sizeof(value));
}

} // namespace fclc

#endif
