/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_AXI_SDATA_H
#define FPGACL_AP_AXI_SDATA_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * AXI4-Stream packets with side channels (interface: UG1399 "AXI4-Stream Interfaces with
 * Side-Channels"). A side channel of 0 bits is stored as one bit, so that all members exist.
 */

#include <ap_int.h>

/*
 * Which side channels a packet has. Packets have members for all of them; disabled ones are unused.
 */
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

/* TKEEP and TSTRB have one bit for each byte. */
template <typename T_> struct bytes_of {
	static const int count = sizeof(T_);
};
template <int W_> struct bytes_of<ap_int<W_>> {
	static const int count = (W_ + 7) / 8;
};
template <int W_> struct bytes_of<ap_uint<W_>> {
	static const int count = (W_ + 7) / 8;
};
template <> struct bytes_of<void> {
	static const int count = 1;
};

template <typename T_> struct payload {
	T_ data = T_();
};

template <int BYTES_, int WUser, int WId, int WDest> struct side_channels {
	typedef ap_uint<BYTES_> Bytes;
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
	template <typename V_> void set_keep(const V_ &v)
	{
		keep = v;
	}
	template <typename V_> void set_strb(const V_ &v)
	{
		strb = v;
	}
	template <typename V_> void set_user(const V_ &v)
	{
		user = v;
	}
	template <typename V_> void set_last(const V_ &v)
	{
		last = v;
	}
	template <typename V_> void set_id(const V_ &v)
	{
		id = v;
	}
	template <typename V_> void set_dest(const V_ &v)
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

template <typename T_, int WUser = 0, int WId = 0, int WDest = 0, int ENABLED_ = AXIS_ENABLE_ALL,
	  bool STRICT_ = false>
struct axis;

template <typename T_, int WUser, int WId, int WDest, int ENABLED_, bool STRICT_>
struct axis : fpgacl_axis::payload<T_>,
	      fpgacl_axis::side_channels<fpgacl_axis::bytes_of<T_>::count, WUser, WId, WDest> {
	axis() = default;
	axis(T_ d)
	{
		this->data = d;
	}
	T_ get_data() const
	{
		return this->data;
	}
	void set_data(const T_ &d)
	{
		this->data = d;
	}
};

/* Packets without data, which only have side channels. */
template <int WUser, int WId, int WDest, int ENABLED_, bool STRICT_>
struct axis<void, WUser, WId, WDest, ENABLED_, STRICT_>
    : fpgacl_axis::side_channels<1, WUser, WId, WDest> {
};

template <typename T_, int ENABLED_ = AXIS_ENABLE_DATA | AXIS_ENABLE_KEEP | AXIS_ENABLE_LAST,
	  bool STRICT_ = false>
using axis_data = axis<T_, 0, 0, 0, ENABLED_, STRICT_>;
template <int WUser, int ENABLED_ = AXIS_ENABLE_USER | AXIS_ENABLE_KEEP | AXIS_ENABLE_LAST,
	  bool STRICT_ = false>
using axis_user = axis<void, WUser, 0, 0, ENABLED_, STRICT_>;

} // namespace hls

template <int D_, int U_ = 0, int TI_ = 0, int TD_ = 0, int E_ = AXIS_ENABLE_ALL,
	  bool STRICT_ = false>
using ap_axis = hls::axis<ap_int<D_>, U_, TI_, TD_, E_, STRICT_>;
template <int D_, int U_ = 0, int TI_ = 0, int TD_ = 0, int E_ = AXIS_ENABLE_ALL,
	  bool STRICT_ = false>
using ap_axiu = hls::axis<ap_uint<D_>, U_, TI_, TD_, E_, STRICT_>;
template <int D_, int U_ = 0, int TI_ = 0, int TD_ = 0, int E_ = AXIS_ENABLE_ALL,
	  bool STRICT_ = false>
using qdma_axis = hls::axis<ap_uint<D_>, U_, TI_, TD_, E_, STRICT_>;

#endif
