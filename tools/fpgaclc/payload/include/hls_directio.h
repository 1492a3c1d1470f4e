/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_DIRECTIO_H
#define FPGACL_HLS_DIRECTIO_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * Wires that a kernel reads or writes at any time (interface: UG1399 "Using Direct I/O"). Here a
 * wire is a register, read at the start of an execution and written at its end; it is always valid.
 */

namespace hls
{

namespace fpgacl_directio
{

template <typename T_> class wire
{
	T_ value_ = T_();

      public:
	typedef T_ value_type;

	T_ read()
	{
		return value_;
	}
	void read(T_ &value)
	{
		value = value_;
	}
	bool read_nb(T_ &value)
	{
		value = value_;
		return true;
	}
	void write(const T_ &value)
	{
		value_ = value;
	}
	bool write_nb(const T_ &value)
	{
		value_ = value;
		return true;
	}
	bool valid() const
	{
		return true;
	}
	bool ready() const
	{
		return true;
	}
	operator T_() const
	{
		return value_;
	}
	wire &operator=(const T_ &value)
	{
		value_ = value;
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
