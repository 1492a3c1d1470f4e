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
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct bytes_of<ap_fixed<W_, I_, Q_, O_, N_>> {
	static const int count = (W_ + 7) / 8;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct bytes_of<ap_ufixed<W_, I_, Q_, O_, N_>> {
	static const int count = (W_ + 7) / 8;
};

} // namespace fpgacl_axis

/* A packet has all members in one class, so that its layout is that of a C struct. */
#define FPGACL_AXIS_SIDE(TYPE_, NAME_)                                                             \
	TYPE_ NAME_;                                                                               \
	TYPE_ get_##NAME_() const                                                                  \
	{                                                                                          \
		return NAME_;                                                                      \
	}                                                                                          \
	template <typename V_> void set_##NAME_(const V_ &v)                                       \
	{                                                                                          \
		NAME_ = v;                                                                         \
	}
#define FPGACL_AXIS_SIDES(BYTES_)                                                                  \
	FPGACL_AXIS_SIDE(ap_uint<BYTES_>, keep)                                                    \
	FPGACL_AXIS_SIDE(ap_uint<BYTES_>, strb)                                                    \
	FPGACL_AXIS_SIDE(ap_uint<(WUser > 1 ? WUser : 1)>, user)                                   \
	FPGACL_AXIS_SIDE(ap_uint<1>, last)                                                         \
	FPGACL_AXIS_SIDE(ap_uint<(WId > 1 ? WId : 1)>, id)                                         \
	FPGACL_AXIS_SIDE(ap_uint<(WDest > 1 ? WDest : 1)>, dest)                                   \
	void keep_all()                                                                            \
	{                                                                                          \
		keep.set();                                                                        \
	}                                                                                          \
	void strb_all()                                                                            \
	{                                                                                          \
		strb.set();                                                                        \
	}

namespace hls
{

template <typename T_, int WUser = 0, int WId = 0, int WDest = 0, int ENABLED_ = AXIS_ENABLE_ALL,
	  bool STRICT_ = false>
struct axis;

template <typename T_, int WUser, int WId, int WDest, int ENABLED_, bool STRICT_> struct axis {
	T_ data = T_();
	FPGACL_AXIS_SIDES(fpgacl_axis::bytes_of<T_>::count)

	T_ get_data() const
	{
		return data;
	}
	void set_data(const T_ &d)
	{
		data = d;
	}
};

/* Packets without data, which only have side channels. */
template <int WUser, int WId, int WDest, int ENABLED_, bool STRICT_>
struct axis<void, WUser, WId, WDest, ENABLED_, STRICT_> {
	FPGACL_AXIS_SIDES(1)
};

#undef FPGACL_AXIS_SIDES
#undef FPGACL_AXIS_SIDE

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
