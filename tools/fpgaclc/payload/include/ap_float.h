/* SPDX-License-Identifier: Apache-2.0 */
/* A header of the vendor's that is not modelled: another one on the include path is taken. */
#if __has_include_next(<ap_float.h>)
#include_next <ap_float.h>
#else
#error "fpgaclc has no model of floating-point numbers of any width (ap_float.h): name a folder with that header by --hls-include"
#endif
