/* SPDX-License-Identifier: Apache-2.0 */
/* A header of the vendor's that is not modelled: another one on the include path is taken. */
#if __has_include_next(<hls_video.h>)
#include_next <hls_video.h>
#else
#error "fpgaclc has no model of the video library that Vitis HLS dropped (hls_video.h): name a folder with that header by --hls-include"
#endif
