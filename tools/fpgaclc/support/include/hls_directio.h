/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_DIRECTIO_H
#define FPGACL_HLS_DIRECTIO_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * Wires that a kernel reads or writes at any time (interface: UG1399 "Using Direct I/O"). Here a
 * wire is a register, which the kernel sees as it was at the start of an execution and leaves at
 * its end; it is always valid.
 */

namespace hls
{

namespace fpgacl_directio
{

template <typename T> class wire
{
	T value_ = T();

      public:
	typedef T value_type;

	T read()
	{
		return value_;
	}
	void read(T &value)
	{
		value = value_;
	}
	bool read_nb(T &value)
	{
		value = value_;
		return true;
	}
	void write(const T &value)
	{
		value_ = value;
	}
	bool write_nb(const T &value)
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
	operator T() const
	{
		return value_;
	}
	wire &operator=(const T &value)
	{
		value_ = value;
		return *this;
	}
};

} // namespace fpgacl_directio

#define FPGACL_DIRECTIO(NAME)                                                                      \
	template <typename T> class NAME : public fpgacl_directio::wire<T>                         \
	{                                                                                          \
	      public:                                                                              \
		using fpgacl_directio::wire<T>::operator=;                                         \
	};
FPGACL_DIRECTIO(ap_none)
FPGACL_DIRECTIO(ap_vld)
FPGACL_DIRECTIO(ap_ovld)
FPGACL_DIRECTIO(ap_ack)
FPGACL_DIRECTIO(ap_hs)
#undef FPGACL_DIRECTIO

} // namespace hls

#endif
