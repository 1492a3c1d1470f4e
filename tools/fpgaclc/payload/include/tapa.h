/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_H
#define FPGACL_TAPA_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * TAPA (https://tapa.readthedocs.io): tasks that run concurrently and communicate over streams. Kernels are compiled by
 * fpgaclc; in a host, tapa::invoke() runs an image through OpenCL, or the tasks themselves.
 */

#include <ap_utils.h>

#include "fpgacl/tapa_memory.h"
#include "fpgacl/tapa_stream.h"
#include "fpgacl/tapa_task.h"
#include "fpgacl/tapa_vec.h"
#ifndef __FPGACLC__
#include "fpgacl/tapa_host.h"
#endif

/* [[tapa::pipeline(1)]], [[tapa::unroll]] and the like have a meaning for synthesis only. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-attributes"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wattributes"
#endif

/* The type of a stream's elements. */
#define TAPA_ELEM_TYPE(STREAM) typename ::fclc_tapa::element_type<decltype(STREAM)>::type

/* Loops whose body runs when all of these streams have an element, until one of them has an EoT. */
#define FCLC_TAPA_GOES_ON(STREAM) (!(STREAM).eot(fclc_has_##STREAM) || !fclc_has_##STREAM)
#define TAPA_WHILE_NOT_EOT(STREAM)                                                                 \
	for (bool fclc_has_##STREAM = false; FCLC_TAPA_GOES_ON(STREAM);)                           \
		if (fclc_has_##STREAM)
#define TAPA_WHILE_NEITHER_EOT(STREAM1, STREAM2)                                                   \
	for (bool fclc_has_##STREAM1 = false, fclc_has_##STREAM2 = false;                          \
	     FCLC_TAPA_GOES_ON(STREAM1) && FCLC_TAPA_GOES_ON(STREAM2);)                            \
		if (fclc_has_##STREAM1 && fclc_has_##STREAM2)
#define TAPA_WHILE_NONE_EOT(STREAM1, STREAM2, STREAM3)                                             \
	for (bool fclc_has_##STREAM1 = false, fclc_has_##STREAM2 = false,                          \
		  fclc_has_##STREAM3 = false;                                                      \
	     FCLC_TAPA_GOES_ON(STREAM1) && FCLC_TAPA_GOES_ON(STREAM2) &&                           \
	     FCLC_TAPA_GOES_ON(STREAM3);)                                                          \
		if (fclc_has_##STREAM1 && fclc_has_##STREAM2 && fclc_has_##STREAM3)

#endif
