/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XCLBINUTIL_SIGNATURE_H
#define FCL_XCLBINUTIL_SIGNATURE_H

#include "base/err.h"

/* Writes `input` with a signature behind it to `output`; prints a signature; removes it. */
int fcl_vitis_signature_add(const char *input, const char *output, const char *text,
			    struct fcl_err *err);
int fcl_vitis_signature_print(const char *input, struct fcl_err *err);
int fcl_vitis_signature_remove(const char *input, const char *output, struct fcl_err *err);

#endif
