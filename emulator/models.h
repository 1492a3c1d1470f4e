/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MODELS_H
#define FCL_EMU_MODELS_H

#include "base/err.h"
#include "emulator/state/program.h"

/*
 * Checks the table of models in a payload that has just been loaded: every pointer that is used
 * must point to the payload's own data or code. 0 or -EINVAL.
 */
int fcl_emu_models_check(const struct fcl_image *image, const struct fcl_emu_payload *payload,
			 struct fcl_err *err);

#endif
