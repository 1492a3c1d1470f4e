/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_AXI_SDATA_H
#define FPGACL_AP_AXI_SDATA_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * AXI4-Stream packets with side channels (interface: UG1399 "AXI4-Stream Interfaces with
 * Side-Channels"). A side channel of no bits keeps one, so that every member can be named.
 */

#include <ap_int.h>

/* Which side channels a packet has. Here all of them are there; those that are not are not used. */
#define AXIS_ENABLE_DATA 0x01
#define AXIS_ENABLE_DEST 0x02
#define AXIS_ENABLE_ID 0x04
#define AXIS_ENABLE_KEEP 0x08
#define AXIS_ENABLE_LAST 0x10
#define AXIS_ENABLE_STRB 0x20
#define AXIS_ENABLE_USER 0x40
#define AXIS_ENABLE_ALL 0x7f
#define AXIS_DISABLE_DATA (AXIS_ENABLE_ALL & ~AXIS_ENABLE_DATA)
#define AXIS_DISABLE_DEST (AXIS_ENABLE_ALL & ~AXIS_ENABLE_DEST)
#define AXIS_DISABLE_ID (AXIS_ENABLE_ALL & ~AXIS_ENABLE_ID)
#define AXIS_DISABLE_KEEP (AXIS_ENABLE_ALL & ~AXIS_ENABLE_KEEP)
#define AXIS_DISABLE_LAST (AXIS_ENABLE_ALL & ~AXIS_ENABLE_LAST)
#define AXIS_DISABLE_STRB (AXIS_ENABLE_ALL & ~AXIS_ENABLE_STRB)
#define AXIS_DISABLE_USER (AXIS_ENABLE_ALL & ~AXIS_ENABLE_USER)
#define AXIS_DISABLE_ALL 0

namespace fpgacl_axis
{

/* TKEEP and TSTRB have a bit for each byte. */
template <typename T> struct bytes_of {
	static const int count = sizeof(T);
};
template <int W> struct bytes_of<ap_int<W>> {
	static const int count = (W + 7) / 8;
};
template <int W> struct bytes_of<ap_uint<W>> {
	static const int count = (W + 7) / 8;
};
template <> struct bytes_of<void> {
	static const int count = 1;
};

template <typename T> struct payload {
	T data = T();
};

template <int BYTES, int WUser, int WId, int WDest> struct side_channels {
	typedef ap_uint<BYTES> Bytes;
	typedef ap_uint<(WUser > 1 ? WUser : 1)> User;
	typedef ap_uint<(WId > 1 ? WId : 1)> Id;
	typedef ap_uint<(WDest > 1 ? WDest : 1)> Dest;

	Bytes keep;
	Bytes strb;
	User user;
	ap_uint<1> last;
	Id id;
	Dest dest;

	Bytes get_keep() const
	{
		return keep;
	}
	Bytes get_strb() const
	{
		return strb;
	}
	User get_user() const
	{
		return user;
	}
	ap_uint<1> get_last() const
	{
		return last;
	}
	Id get_id() const
	{
		return id;
	}
	Dest get_dest() const
	{
		return dest;
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

} // namespace fpgacl_axis

namespace hls
{

template <typename T, int WUser = 0, int WId = 0, int WDest = 0, int ENABLED = AXIS_ENABLE_ALL,
	  bool STRICT = false>
struct axis;

template <typename T, int WUser, int WId, int WDest, int ENABLED, bool STRICT>
struct axis : fpgacl_axis::payload<T>,
	      fpgacl_axis::side_channels<fpgacl_axis::bytes_of<T>::count, WUser, WId, WDest> {
	axis() = default;
	axis(T d)
	{
		this->data = d;
	}
	T get_data() const
	{
		return this->data;
	}
	void set_data(const T &d)
	{
		this->data = d;
	}
};

/* No data, as for packets that are their side channels. */
template <int WUser, int WId, int WDest, int ENABLED, bool STRICT>
struct axis<void, WUser, WId, WDest, ENABLED, STRICT>
    : fpgacl_axis::side_channels<1, WUser, WId, WDest> {
};

template <typename T, int ENABLED = AXIS_ENABLE_DATA | AXIS_ENABLE_KEEP | AXIS_ENABLE_LAST,
	  bool STRICT = false>
using axis_data = axis<T, 0, 0, 0, ENABLED, STRICT>;
template <int WUser, int ENABLED = AXIS_ENABLE_USER | AXIS_ENABLE_KEEP | AXIS_ENABLE_LAST,
	  bool STRICT = false>
using axis_user = axis<void, WUser, 0, 0, ENABLED, STRICT>;

} // namespace hls

template <int D, int U = 0, int TI = 0, int TD = 0, int E = AXIS_ENABLE_ALL, bool STRICT = false>
using ap_axis = hls::axis<ap_int<D>, U, TI, TD, E, STRICT>;
template <int D, int U = 0, int TI = 0, int TD = 0, int E = AXIS_ENABLE_ALL, bool STRICT = false>
using ap_axiu = hls::axis<ap_uint<D>, U, TI, TD, E, STRICT>;
template <int D, int U = 0, int TI = 0, int TD = 0, int E = AXIS_ENABLE_ALL, bool STRICT = false>
using qdma_axis = hls::axis<ap_uint<D>, U, TI, TD, E, STRICT>;

#endif
