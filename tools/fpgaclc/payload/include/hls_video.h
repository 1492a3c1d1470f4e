/* SPDX-License-Identifier: Apache-2.0 */
/* There is no model of this vendor header: includes the next one on the include path, if any. */
#if __has_include_next(<hls_video.h>)
#include_next <hls_video.h>
#else
#error "fpgaclc has no model of the video library that Vitis HLS dropped (hls_video.h), and found no other header of that name: give its folder with --hls-include"
#endif
