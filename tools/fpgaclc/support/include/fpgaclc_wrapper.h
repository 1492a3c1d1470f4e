/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WRAPPER_H
#define FPGACLC_WRAPPER_H

#pragma GCC system_header /* its warnings are not the user\'s */

/*
 * How a C++ kernel's arguments come out of the register file. The compiler takes each parameter's
 * type from the kernel itself, so a wrapper cannot disagree with it.
 */

#include "fpgaclc_rt.h"

namespace fclc
{

/* The type of parameter N of function type F. */
template <unsigned N, typename F> struct parameter;

template <unsigned N, typename R, typename P, typename... Q>
struct parameter<N, R(P, Q...)> : parameter<N - 1, R(Q...)> {
};

template <typename R, typename P, typename... Q> struct parameter<0, R(P, Q...)> {
	typedef P type;
};

#if __cplusplus >= 201703L
template <unsigned N, typename R, typename... P>
struct parameter<N, R(P...) noexcept> : parameter<N, R(P...)> {
};
#endif

/* By value: scalars, enums, structs, ap_uint<N>, vectors. */
template <typename T> struct argument {
	alignas(T) unsigned char bytes[sizeof(T)];

	argument(fcl_cu *cu, unsigned, unsigned offset)
	{
		fclc_rt_value(cu, offset, bytes, sizeof(T));
	}
	T &get()
	{
		return *reinterpret_cast<T *>(bytes);
	}
};

template <typename T> struct argument<const T &> : argument<T> {
	using argument<T>::argument;
};

template <typename T> struct argument<T *> {
	T *pointer;

	argument(fcl_cu *cu, unsigned port, unsigned offset)
	    : pointer(static_cast<T *>(fclc_rt_memory(cu, port, offset)))
	{
	}
	T *get()
	{
		return pointer;
	}
};

/* The register has the value that the kernel gave it when the kernel is done. */
template <typename T> struct argument<T &> : argument<T> {
	fcl_cu *cu;
	unsigned offset;

	argument(fcl_cu *cu_, unsigned port, unsigned offset_)
	    : argument<T>(cu_, port, offset_), cu(cu_), offset(offset_)
	{
	}
	/* fpgacl's hls_stream.h specialises this for its streams. */
	argument(fcl_cu *, unsigned, bool, const char *)
	{
		static_assert(sizeof(T) == 0, "an AXI4-Stream port needs the hls_stream.h of "
					      "fpgaclc: another one comes first on the include "
					      "path");
	}
	~argument()
	{
		fclc_rt_return(cu, offset, this->bytes, sizeof(T));
	}
};

} // namespace fclc

#endif
