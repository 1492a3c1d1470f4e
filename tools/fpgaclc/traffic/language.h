/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_TRAFFIC_LANGUAGE_H
#define FCLC_TRAFFIC_LANGUAGE_H

#include "tools/fpgaclc/common/language.h"

extern const struct fclc_language fclc_traffic;

#endif
