/* SPDX-License-Identifier: Apache-2.0 */
/* This vendor header has no model. Includes the next one on the include path, if any. */
#if __has_include_next(<hls_fft.h>)
#include_next <hls_fft.h>
#else
#error "fpgaclc has no model of the FFT core (hls_fft.h), and found no other header of that name: give its folder with --hls-include"
#endif
