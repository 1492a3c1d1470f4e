/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_EMBEDDED_H
#define FCLC_EMBEDDED_H

#include <stddef.h>

/*
 * The files that travel inside fpgaclc, linked in by fcl_embed(): X(symbol, path in the temporary
 * directory). Those under include/ are what kernels can include.
 */
#define FCLC_EMBEDDED_FILES(X)                                                                     \
	X(fclc_model_h, "include/fpgacl_model.h")                                                  \
	X(fclc_rt_h, "include/fpgaclc_rt.h")                                                       \
	X(fclc_wrapper_h, "include/fpgaclc_wrapper.h")                                             \
	X(fclc_hls_stream_h, "include/hls_stream.h")                                               \
	X(fclc_hls_math_h, "include/hls_math.h")                                                   \
	X(fclc_hls_half_h, "include/hls_half.h")                                                   \
	X(fclc_hls_vector_h, "include/hls_vector.h")                                               \
	X(fclc_ap_int_h, "include/ap_int.h")                                                       \
	X(fclc_ap_traits_h, "include/fpgacl_ap_traits.h")                                          \
	X(fclc_ap_ops_h, "include/fpgacl_ap_ops.h")                                                \
	X(fclc_ap_fixed_h, "include/ap_fixed.h")                                                   \
	X(fclc_ap_utils_h, "include/ap_utils.h")                                                   \
	X(fclc_ap_axi_sdata_h, "include/ap_axi_sdata.h")                                           \
	X(fclc_payload_support_c, "payload_support.c")                                             \
	X(fclc_payload_memory_c, "payload_memory.c")                                               \
	X(fclc_payload_support_cpp, "payload_support.cpp")                                         \
	X(fclc_payload_map, "payload.map")

#define FCLC_DECLARE(symbol, path)                                                                 \
	extern const unsigned char symbol[];                                                       \
	extern const size_t symbol##_size;
FCLC_EMBEDDED_FILES(FCLC_DECLARE)
#undef FCLC_DECLARE

#endif
