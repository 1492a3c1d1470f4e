/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_FENCE_H
#define FPGACL_HLS_FENCE_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::fence (interface: UG1399 "Fence") orders accesses before it before those after it. Here all
 * accesses are in program order anyway.
 */

#include <initializer_list>

namespace hls
{

template <typename... T_> void fence(T_ &&...)
{
}

/* A port of any type, for a braced list. */
struct fence_port {
	template <typename T_> fence_port(T_ &)
	{
	}
};

inline void fence(std::initializer_list<fence_port>, std::initializer_list<fence_port>)
{
}

} // namespace hls

#endif
