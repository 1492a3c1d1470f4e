/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/usage.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/folder.h"
#include "base/log.h"

enum { USAGE_LAST = 1000 /* cycles before a failure */ };

/* --- what the user requests --- */

/* Parses "3", "3-5" or "3-"; false: anything else. */
static bool usage_read_window(const char *text, uint64_t *ret_first, uint64_t *ret_last)
{
	char *end;
	uint64_t first, last;

	if (!isdigit((unsigned char)*text))
		return false;
	first = last = strtoull(text, &end, 10);
	if (*end == '-' && !end[1]) {
		last = UINT64_MAX;
		end++;
	} else if (*end == '-' && isdigit((unsigned char)end[1])) {
		last = strtoull(end + 1, &end, 10);
	}
	if (*end || !first || first > last)
		return false;
	*ret_first = first;
	*ret_last = last;
	return true;
}

static void open_window(enum fcl_config_key key, uint64_t *ret_first, uint64_t *ret_last)
{
	const char *text = fcl_config_string(key);

	*ret_first = 1;
	*ret_last = UINT64_MAX;
	if (*text && !usage_read_window(text, ret_first, ret_last))
		fcl_config_complain(
			"%s=%s: expected FIRST-LAST, FIRST- or a single number, counted from 1",
			fcl_config_table[key].name, text);
}

/* If the last cycles are asked for, the folder is for these. */
static void open_last(struct fcl_emu_board *board)
{
	struct fcl_model_watch *watch = &board->wanted;
	bool is_set = *fcl_config_string(FCL_CONFIG_WAVES_LAST);

	watch->last_cycles = is_set ? fcl_config_number(FCL_CONFIG_WAVES_LAST) : USAGE_LAST;
	watch->last_asked = is_set && watch->last_cycles;
	watch->last_waves = watch->waves ? watch->waves : "waves";
	if (watch->last_asked)
		watch->waves = NULL;
}

void fcl_emu_usage_open(struct fcl_emu_board *board)
{
	const char *folder = fcl_config_string(FCL_CONFIG_WAVES);
	struct fcl_model_watch *watch = &board->wanted;

	watch->size = sizeof(*watch);
	watch->protocol = board->check != FCL_EMU_CHECK_OFF;
	/* Copied, as the environment may change. */
	if (*folder && strlen(folder) >= sizeof(board->waves))
		fcl_config_complain("FPGACL_WAVES: expected a path of at most %zu bytes",
				    sizeof(board->waves) - 1);
	else if (*folder && fcl_folder_make(folder))
		fcl_config_complain("FPGACL_WAVES: cannot create the folder '%s'", folder);
	else if (*folder)
		watch->waves = strcpy(board->waves, folder);
	open_window(FCL_CONFIG_WAVES_RUNS, &watch->first_run, &watch->last_run);
	open_window(FCL_CONFIG_WAVES_CYCLES, &watch->first_cycle, &watch->last_cycle);
	open_last(board);
	board->device_clock = fcl_config_choice(FCL_CONFIG_EMU_CLOCK) == 1;
}

const struct fcl_model_watch *fcl_emu_usage_watch(struct fcl_cu *cu)
{
	return &((const struct fcl_emu_cu *)cu)->program->board->wanted;
}

/* True once per process: a mistake in one image is usually in all of them. */
static bool first_without_waves(void)
{
	static atomic_flag said = ATOMIC_FLAG_INIT;

	return !atomic_flag_test_and_set(&said);
}

void fcl_emu_usage_loaded(const struct fcl_emu_program *program)
{
	const struct fcl_model_watch *wanted = &program->board->wanted;

	if ((!wanted->waves && !wanted->last_asked) || !program->ncus)
		return;
	for (uint32_t i = 0; i < program->ncus; i++)
		if (program->cus[i].model->kind == FCL_MODEL_STEP)
			return;
	if (first_without_waves())
		fcl_config_complain(
			"%s: the image with %s has no Verilog kernel, so there are no waveforms",
			wanted->last_asked ? "FPGACL_WAVES_LAST" : "FPGACL_WAVES",
			program->cus[0].name);
}

void fcl_emu_usage_no_waves(struct fcl_cu *cu)
{
	bool last = fcl_emu_usage_watch(cu)->last_asked;

	if (first_without_waves())
		fcl_config_complain("%s: %s has no %s; link its image again with fpgaclc -l --%s",
				    last ? "FPGACL_WAVES_LAST" : "FPGACL_WAVES", cu->name,
				    last ? "snapshots" : "waveforms", last ? "snapshots" : "waves");
}

/* For a port that reaches all banks, it is the default bank. */
const struct fcl_board_bank *fcl_emu_usage_bank(const struct fcl_emu_cu *cu, uint32_t port)
{
	const struct fcl_board *desc = cu->program->board->desc;
	const bool *reached = port < cu->model->nports ? cu->reach[port] : NULL;

	for (uint32_t i = 0; reached && i < desc->nbanks; i++)
		if (reached[i])
			return &desc->banks[i];
	return &desc->banks[desc->default_bank];
}

void fcl_emu_usage_speed(struct fcl_cu *cu, uint32_t port, uint64_t *ret_latency_ns,
			 uint64_t *ret_peak_mb)
{
	const struct fcl_board_bank *bank = fcl_emu_usage_bank((const struct fcl_emu_cu *)cu, port);

	*ret_latency_ns = bank->latency_ns;
	*ret_peak_mb = bank->peak_mb;
}

uint32_t fcl_emu_usage_mhz(const struct fcl_emu_cu *cu)
{
	const struct fcl_image *image = cu->program->image;

	for (uint32_t i = 0; i < image->nclocks; i++)
		if (image->clocks[i].type == CT_DATA && image->clocks[i].frequency_mhz)
			return image->clocks[i].frequency_mhz;
	return cu->program->board->info.clock_mhz;
}

/* --- what is reported --- */

/* The rate in 10^6 bytes/s. */
static double rate(uint64_t bytes, uint64_t ns)
{
	return ns ? (double)bytes * 1e3 / (double)ns : 0;
}

static void log_memory(const struct fcl_emu_cu *cu, uint32_t port,
		       const struct fcl_model_port_use *use)
{
	const struct fcl_board_bank *bank = fcl_emu_usage_bank(cu, port);
	double reached = rate(use->read + use->written, cu->device_ns);
	char peak[64] = "";

	if (bank->peak_mb)
		snprintf(peak, sizeof(peak), ", %.0f %% of the %" PRIu32 " MB/s of %s",
			 100 * reached / bank->peak_mb, bank->peak_mb, bank->tag);
	fcl_log(FCL_LOG_INFO, cu->name,
		"port %s: read %" PRIu64 " bytes, wrote %" PRIu64 " in %" PRIu64
		" bursts, at most %" PRIu64 " outstanding; waited for memory in %" PRIu64
		" cycles; %.0f MB/s%s",
		cu->model->ports[port].name, use->read, use->written, use->bursts, use->outstanding,
		use->waited, reached, peak);
}

static void log_stream(const struct fcl_emu_cu *cu, uint32_t port,
		       const struct fcl_model_port_use *use)
{
	bool input = cu->model->ports[port].kind == FCL_MODEL_PORT_STREAM_IN;

	fcl_log(FCL_LOG_INFO, cu->name,
		"port %s: %s %" PRIu64 " bytes in %" PRIu64 " packets; waited for %s in %" PRIu64
		" cycles; %.0f MB/s",
		cu->model->ports[port].name, input ? "read" : "wrote",
		input ? use->read : use->written, use->bursts,
		input ? "an empty FIFO" : "a full FIFO", use->waited,
		rate(use->read + use->written, cu->device_ns));
}

void fcl_emu_usage_report(struct fcl_cu *pub, const struct fcl_model_use *use)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;

	cu->cycles = use->cycles;
	cu->device_ns = use->cycles * use->period_ps / 1000;
	if (!fcl_log_enabled(FCL_LOG_INFO))
		return;
	fcl_log(FCL_LOG_INFO, cu->name, "took %" PRIu64 " cycles, %.3f us at %.1f MHz", use->cycles,
		(double)cu->device_ns / 1e3, 1e6 / (double)use->period_ps);
	for (uint32_t i = 0; i < use->nports && i < cu->model->nports; i++)
		if (cu->model->ports[i].kind == FCL_MODEL_PORT_MEMORY)
			log_memory(cu, i, &use->ports[i]);
		else
			log_stream(cu, i, &use->ports[i]);
}

void fcl_emu_usage_counted(struct fcl_emu_cu *cu, uint64_t cycles, const char *sure,
			   const char *unknown)
{
	uint32_t mhz = fcl_emu_usage_mhz(cu);

	if (unknown || !mhz) {
		fcl_log(FCL_LOG_INFO, cu->name, "cycles are not known: %s",
			unknown ? unknown : "the image has no clock");
		return;
	}
	cu->cycles = cycles;
	cu->device_ns = (uint64_t)((double)cycles * 1e3 / mhz);
	fcl_log(FCL_LOG_INFO, cu->name,
		"took %" PRIu64 " cycles, %.3f us at %" PRIu32 " MHz (estimate: %s)", cycles,
		(double)cycles / mhz, mhz, sure);
}

uint64_t fcl_emu_usage_end(const struct fcl_emu_cu *cu, uint64_t now)
{
	if (!cu->program->board->device_clock || !cu->cycles)
		return now;
	return cu->request->start_ns + cu->device_ns;
}
