/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_EMBEDDED_H
#define FCLC_EMBEDDED_H

#include <stddef.h>

/* The files of support/ and emulator/include/fpgacl_model.h, linked in by fcl_embed(). */
extern const unsigned char fclc_model_h[], fclc_rt_h[], fclc_wrapper_h[], fclc_hls_stream_h[];
extern const unsigned char fclc_payload_support_c[], fclc_payload_support_cpp[], fclc_payload_map[];
extern const size_t fclc_model_h_size, fclc_rt_h_size, fclc_wrapper_h_size, fclc_hls_stream_h_size;
extern const size_t fclc_payload_support_c_size, fclc_payload_support_cpp_size,
	fclc_payload_map_size;

#endif
