/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_PRINT_H
#define FPGACL_HLS_PRINT_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* hls::print (interface: UG1399 "HLS Print Function"): a format and at most one number. */

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
