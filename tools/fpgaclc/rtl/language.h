/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_LANGUAGE_H
#define FCLC_RTL_LANGUAGE_H

#include "tools/fpgaclc/common/language.h"

extern const struct fclc_language fclc_verilog;

#endif
