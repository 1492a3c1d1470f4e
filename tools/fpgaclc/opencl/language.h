/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_LANGUAGE_H
#define FCLC_OPENCL_LANGUAGE_H

#include "tools/fpgaclc/common/language.h"

extern const struct fclc_language fclc_opencl;

#endif
