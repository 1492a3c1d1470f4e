/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_USAGE_H
#define FCL_EMU_EXECUTION_USAGE_H

#include "emulator/state/board.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

/* The user's requests to stepped models, and the models' reports. */

/* Reads the user's settings, once per board. Reports invalid values. */
void fcl_emu_usage_open(struct fcl_emu_board *board);

/* Warns if waveforms are requested and the image, which was just loaded, has no Verilog kernel. */
void fcl_emu_usage_loaded(const struct fcl_emu_program *program);

/* Services of struct fcl_model_host. */
const struct fcl_model_watch *fcl_emu_usage_watch(struct fcl_cu *cu);
void fcl_emu_usage_speed(struct fcl_cu *cu, uint32_t port, uint64_t *ret_latency_ns,
			 uint64_t *ret_peak_mb);
void fcl_emu_usage_report(struct fcl_cu *cu, const struct fcl_model_use *use);
void fcl_emu_usage_no_waves(struct fcl_cu *cu);

/* A bank that the port reaches: the first if there are several. */
const struct fcl_board_bank *fcl_emu_usage_bank(const struct fcl_emu_cu *cu, uint32_t port);

/* Reports the cycles that an execution has counted (struct fcl_model_host), or why they are not known. */
void fcl_emu_usage_counted(struct fcl_emu_cu *cu, uint64_t cycles, const char *sure,
			   const char *unknown);

/* The frequency of the kernel's clock; 0: not known. */
uint32_t fcl_emu_usage_mhz(const struct fcl_emu_cu *cu);

/* The end time of an execution that is over, by the clock that FPGACL_EMU_CLOCK selects. */
uint64_t fcl_emu_usage_end(const struct fcl_emu_cu *cu, uint64_t now);

#endif
