/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_EMULATOR_MODELS_H
#define FCL_TEST_EMULATOR_MODELS_H

#include "emulator/include/fpgacl_model.h"

/* The register file of kernel "hop". */
#define HOP_ROUNDS 0x10u
#define HOP_FIRST 0x18u
#define HOP_LAST 0x20u
#define HOP_REGS 0x30u

#endif
