/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CONFINE_H
#define FCL_BD_CONFINE_H

#include "hal/include/fcl_hal.h"

/* Drops the privileges that an executor does not need. */
int fcl_bd_confine(const struct fcl_hal_info *info, struct fcl_err *err);

#endif
