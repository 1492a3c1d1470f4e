/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_UTILS_H
#define FPGACL_AP_UTILS_H

/*
 * Functions that wait for clock cycles (interface: UG1399 "HLS Utility") have no effect, as there
 * is no clock.
 */

#include <ap_int.h>

inline void ap_wait()
{
}

inline void ap_wait_n(int)
{
}

inline void ap_wait_until(bool)
{
}

#endif
