/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_AXI_SDATA_H
#define FPGACL_AP_AXI_SDATA_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * AXI4-Stream packets with side channels (interface: UG1399 "AXI4-Stream Interfaces with
 * Side-Channels"). A side channel of no bits keeps one, so that every member can be named.
 */

#include "ap_int.h"

namespace fpgacl_ap
{

/* TKEEP and TSTRB have a bit for each byte. */
template <typename T> struct axis_bytes {
	static const int count = sizeof(T);
};
template <int W> struct axis_bytes<ap_int<W>> {
	static const int count = (W + 7) / 8;
};
template <int W> struct axis_bytes<ap_uint<W>> {
	static const int count = (W + 7) / 8;
};

} // namespace fpgacl_ap

namespace hls
{

template <typename T, int WUser = 0, int WId = 0, int WDest = 0> struct axis {
	typedef ap_uint<fpgacl_ap::axis_bytes<T>::count> Bytes;

	T data;
	Bytes keep;
	Bytes strb;
	ap_uint<fpgacl_ap::max(WUser, 1)> user;
	ap_uint<1> last;
	ap_uint<fpgacl_ap::max(WId, 1)> id;
	ap_uint<fpgacl_ap::max(WDest, 1)> dest;

	axis() : data()
	{
	}
	axis(T d) : data(d)
	{
	}

	T get_data() const
	{
		return data;
	}
	Bytes get_keep() const
	{
		return keep;
	}
	Bytes get_strb() const
	{
		return strb;
	}
	ap_uint<fpgacl_ap::max(WUser, 1)> get_user() const
	{
		return user;
	}
	ap_uint<1> get_last() const
	{
		return last;
	}
	ap_uint<fpgacl_ap::max(WId, 1)> get_id() const
	{
		return id;
	}
	ap_uint<fpgacl_ap::max(WDest, 1)> get_dest() const
	{
		return dest;
	}
	void set_data(const T &v)
	{
		data = v;
	}
	template <typename V> void set_keep(const V &v)
	{
		keep = v;
	}
	template <typename V> void set_strb(const V &v)
	{
		strb = v;
	}
	template <typename V> void set_user(const V &v)
	{
		user = v;
	}
	template <typename V> void set_last(const V &v)
	{
		last = v;
	}
	template <typename V> void set_id(const V &v)
	{
		id = v;
	}
	template <typename V> void set_dest(const V &v)
	{
		dest = v;
	}
	void keep_all()
	{
		keep.set();
	}
	void strb_all()
	{
		strb.set();
	}
};

} // namespace hls

template <int D, int U = 0, int TI = 0, int TD = 0> using ap_axis = hls::axis<ap_int<D>, U, TI, TD>;
template <int D, int U = 0, int TI = 0, int TD = 0>
using ap_axiu = hls::axis<ap_uint<D>, U, TI, TD>;
template <int D, int U = 0, int TI = 0, int TD = 0>
using qdma_axis = hls::axis<ap_uint<D>, U, TI, TD>;

#endif
