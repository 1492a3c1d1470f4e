/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_DIRECTIO_H
#define FPGACL_HLS_DIRECTIO_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Wires that a kernel can read or write at any time (interface: UG1399 "Using Direct I/O"). In a
 * kernel, a wire is a register, read at the start of an execution and written at its end, and
 * always valid. In a host, such as a test bench, it is a queue, as in the vendor's C simulation:
 * each read takes the next value written, and the last value stays.
 */
#ifndef __FPGACLC__
#include <deque>
#endif

namespace hls
{

namespace fpgacl_directio
{

template <typename T_> class wire
{
#ifdef __FPGACLC__
	T_ value_ = T_();

	const T_ &take() const
	{
		return value_;
	}
	void put(const T_ &value)
	{
		value_ = value;
	}
	bool any() const
	{
		return true;
	}
#else
	mutable T_ value_ = T_();
	mutable std::deque<T_> next_;

	const T_ &take() const
	{
		if (any()) {
			value_ = next_.front();
			next_.pop_front();
		}
		return value_;
	}
	void put(const T_ &value)
	{
		next_.push_back(value);
	}
	bool any() const
	{
		return !next_.empty();
	}
#endif

      public:
	typedef T_ value_type;

	T_ read()
	{
		return take();
	}
	void read(T_ &value)
	{
		value = take();
	}
	bool read_nb(T_ &value)
	{
		bool valid = any();

		value = take();
		return valid;
	}
	void write(const T_ &value)
	{
		put(value);
	}
	bool write_nb(const T_ &value)
	{
		put(value);
		return true;
	}
	bool valid() const
	{
		return any();
	}
	bool ready() const
	{
		return true;
	}
	operator T_() const
	{
		return take();
	}
	wire &operator=(const T_ &value)
	{
		put(value);
		return *this;
	}
};

} // namespace fpgacl_directio

#define FPGACL_DIRECTIO(NAME_)                                                                     \
	template <typename T_> class NAME_ : public fpgacl_directio::wire<T_>                      \
	{                                                                                          \
	      public:                                                                              \
		using fpgacl_directio::wire<T_>::operator=;                                        \
	};
FPGACL_DIRECTIO(ap_none)
FPGACL_DIRECTIO(ap_vld)
FPGACL_DIRECTIO(ap_ovld)
FPGACL_DIRECTIO(ap_ack)
FPGACL_DIRECTIO(ap_hs)
#undef FPGACL_DIRECTIO

} // namespace hls

#endif
