/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_PRINT_H
#define FPGACL_HLS_PRINT_H

#pragma GCC system_header /* its warnings are not the user's */

/* hls::print (interface: UG1399 "HLS Print Function"): a format and one number at most. */

#include <cstdio>

namespace hls
{

template <int DUMMY_ = 0> void print(const char *text)
{
	std::printf("%s", text);
}

template <typename T_> void print(const char *format, T_ value)
{
	std::printf(format, value);
}

} // namespace hls

#endif
