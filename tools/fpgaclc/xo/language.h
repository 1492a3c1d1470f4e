/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_XO_LANGUAGE_H
#define FCLC_XO_LANGUAGE_H

#include "tools/fpgaclc/common/language.h"

/* Kernels that this compiler has compiled before. */
extern const struct fclc_language fclc_xo;

#endif
