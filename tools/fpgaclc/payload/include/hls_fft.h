/* SPDX-License-Identifier: Apache-2.0 */
/* A header of the vendor's that is not modelled: another one on the include path is taken. */
#if __has_include_next(<hls_fft.h>)
#include_next <hls_fft.h>
#else
#error "fpgaclc has no model of the FFT core (hls_fft.h): name a folder with that header by --hls-include"
#endif
