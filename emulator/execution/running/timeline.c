/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/timeline.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/text.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/running/usage.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"
#include "emulator/time/recorded.h"

/* What an HLS tool gives a port unless told otherwise (UG1399, "AXI4 Master Interface"). */
enum { BURST = 16, OUTSTANDING = 16 };

struct fcl_emu_timeline {
	struct fcl_time *time;
	uint32_t clock, nprocesses, nchannels, nports;
	struct fcl_err err; /* why it knows no more; an empty text: it does */
	uint32_t buses[];   /* by model port; FCL_TIME_NONE: not reached yet */
};

_Static_assert(sizeof(struct fcl_model_event) == sizeof(struct fcl_time_event) &&
		       (int)FCL_MODEL_TIME_RESPONSE == (int)FCL_TIME_RESPONSE &&
		       (int)FCL_MODEL_TIME_WRITE == (int)FCL_TIME_WRITE &&
		       (int)FCL_MODEL_TIME_READ_BEAT == (int)FCL_TIME_READ_BEAT &&
		       (int)FCL_MODEL_TIME_FREE == (int)FCL_TIME_FREE,
	       "events are those of the time line");

static struct fcl_emu_cu *own(struct fcl_cu *cu)
{
	return (struct fcl_emu_cu *)cu;
}

static void timeline_destroy(struct fcl_emu_timeline *line)
{
	if (line && line->time)
		fcl_time_destroy(line->time);
	free(line);
}

static int line_start(struct fcl_emu_timeline *line, uint32_t mhz)
{
	const struct fcl_time_options options = {
		.record = *fcl_config_string(FCL_CONFIG_CYCLES_RECORD) != 0};
	const struct fcl_time_clock clock = {.name = "kernel", .period_ps = 1000000 / mhz};
	int error = fcl_time_create(&options, &line->time, &line->err);

	return error ? error : fcl_time_add_clock(line->time, &clock, &line->clock, &line->err);
}

/* NULL: there is none. */
static struct fcl_emu_timeline *timeline_of(struct fcl_emu_cu *cu)
{
	uint32_t mhz = fcl_emu_usage_mhz(cu), nports = cu->model->nports;
	struct fcl_emu_timeline *line;

	if (cu->timeline || !mhz)
		return cu->timeline;
	line = calloc(1, sizeof(*line) + nports * sizeof(line->buses[0]));
	if (!line || line_start(line, mhz)) {
		timeline_destroy(line);
		return NULL;
	}
	for (uint32_t i = 0; i < nports; i++)
		line->buses[i] = FCL_TIME_NONE;
	cu->timeline = line;
	return line;
}

uint32_t fcl_emu_timeline_process(struct fcl_cu *cu, const char *name)
{
	struct fcl_emu_timeline *line = timeline_of(own(cu));
	uint32_t number = FCL_TIME_NONE;

	if (!line)
		return number;
	const struct fcl_time_process process = {.name = name, .clock = line->clock};

	if (!fcl_time_add_process(line->time, &process, &number, &line->err))
		line->nprocesses++;
	return number;
}

uint32_t fcl_emu_timeline_channel(struct fcl_cu *cu, const struct fcl_model_channel *channel)
{
	struct fcl_emu_timeline *line = timeline_of(own(cu));
	const struct fcl_time_channel made = {.name = channel->name,
					      .depth = channel->depth,
					      .bits = channel->bits,
					      .read_latency = channel->read_latency,
					      .write_latency = channel->write_latency,
					      .writer = FCL_TIME_NONE,
					      .reader = FCL_TIME_NONE,
					      .fixed = !channel->bits};
	uint32_t number = FCL_TIME_NONE;

	if (line && !fcl_time_add_channel(line->time, &made, &number, &line->err))
		line->nchannels++;
	return number;
}

/* The memory of the board that the port reaches, by what board.xml says of it. */
static int line_add_bus(struct fcl_emu_timeline *line, const struct fcl_emu_cu *cu, uint32_t port,
			uint32_t bytes)
{
	const struct fcl_board_bank *bank = fcl_emu_usage_bank(cu, port);
	const struct fcl_time_bank memory = {.name = bank->tag,
					     .latency_ps = (uint64_t)bank->latency_ns * 1000,
					     .megabytes = bank->peak_mb};
	struct fcl_time_port made = {.name = cu->model->ports[port].name,
				     .clock = line->clock,
				     .bytes = bytes,
				     .read_burst = BURST,
				     .write_burst = BURST,
				     .reads = OUTSTANDING,
				     .writes = OUTSTANDING,
				     .shares = FCL_TIME_NONE};
	int error = fcl_time_add_bank(line->time, &memory, &made.bank, &line->err);

	if (!error)
		error = fcl_time_add_port(line->time, &made, &line->buses[port], &line->err);
	line->nports += !error;
	return error;
}

uint32_t fcl_emu_timeline_bus(struct fcl_cu *cu, uint32_t port, uint32_t bytes)
{
	struct fcl_emu_timeline *line = timeline_of(own(cu));

	if (!line || port >= own(cu)->model->nports)
		return FCL_TIME_NONE;
	if (line->buses[port] == FCL_TIME_NONE)
		line_add_bus(line, own(cu), port, bytes);
	return line->buses[port];
}

void fcl_emu_timeline_events(struct fcl_cu *cu, uint32_t process,
			     const struct fcl_model_event *events, uint64_t count,
			     uint64_t frontier)
{
	struct fcl_emu_timeline *line = own(cu)->timeline;

	if (line && !*line->err.text)
		fcl_time_push(line->time, process, (const struct fcl_time_event *)events, count,
			      frontier, &line->err);
}

/* Code that asks cannot go on without an answer, as a board could not. */
static int answered(struct fcl_emu_cu *cu, int result)
{
	if (result < 0)
		fcl_emu_cu_fail(cu, cu->timeline->err.code, "%s", cu->timeline->err.text);
	return result;
}

int fcl_emu_timeline_ask(struct fcl_cu *pub, uint32_t process,
			 const struct fcl_model_event *question, uint64_t *ret_answer)
{
	struct fcl_emu_timeline *line = own(pub)->timeline;

	return answered(own(pub),
			fcl_time_ask(line->time, process, (const struct fcl_time_event *)question,
				     ret_answer, &line->err));
}

int fcl_emu_timeline_answer(struct fcl_cu *pub, uint32_t process, uint64_t *ret_answer)
{
	struct fcl_emu_timeline *line = own(pub)->timeline;

	return answered(own(pub), fcl_time_answer(line->time, process, ret_answer, &line->err));
}

void fcl_emu_timeline_wait(struct fcl_cu *cu, uint32_t process, uint32_t channel, uint64_t element)
{
	struct fcl_emu_timeline *line = own(cu)->timeline;

	if (!*line->err.text)
		fcl_time_wait(line->time, process, channel, element, &line->err);
}

void fcl_emu_timeline_rest(struct fcl_cu *cu, uint32_t process)
{
	fcl_time_idle(own(cu)->timeline->time, process);
}

/* --- what is reported -------------------------------------------------------------------------- */

static void log_channels(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line)
{
	for (uint32_t i = 0; i < line->nchannels; i++) {
		struct fcl_time_channel_use use;

		if (!fcl_time_channel_use(line->time, i, &use) || !use.bits)
			continue;
		fcl_log(FCL_LOG_INFO, cu->name,
			"stream %s: %" PRIu64 " elements, at most %" PRIu64 " of %" PRIu64
			" in it; its writer waited %" PRIu64 " cycles, its reader %" PRIu64
			" (estimate)",
			use.name, use.written, use.most, use.depth, use.writer_waited,
			use.reader_waited);
	}
}

static void log_ports(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line)
{
	for (uint32_t i = 0; i < line->nports; i++) {
		struct fcl_time_port_use use;

		if (!fcl_time_port_use(line->time, i, &use))
			continue;
		fcl_log(FCL_LOG_INFO, cu->name,
			"port %s: read %" PRIu64 " elements in %" PRIu64 " bursts, wrote %" PRIu64
			" in %" PRIu64 "; waited for memory in %" PRIu64 " cycles (estimate)",
			use.name, use.read_beats, use.read_bursts, use.write_beats,
			use.write_bursts, use.waited);
	}
}

/* Cycles with the waiting; false: there is a reason why they are not known, in the line's error. */
static bool line_finish(struct fcl_emu_timeline *line, uint64_t *cycles)
{
	struct fcl_time_process_use use;

	for (uint32_t i = 0; i < line->nprocesses; i++)
		fcl_time_end(line->time, i, false);
	if (!*line->err.text)
		fcl_time_failure(line->time, &line->err);
	if (*line->err.text)
		return false;
	if (!fcl_time_is_done(line->time) || !fcl_time_process_use(line->time, 0, &use)) {
		fcl_err_set(&line->err, -EIO, "its time line has not come to its end");
		return false;
	}
	*cycles += use.waited;
	return true;
}

/* For `fpgacl fifos`; also of a run that ended in a deadlock. */
static void line_save(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line)
{
	static atomic_uint saved;
	const char *folder = fcl_config_string(FCL_CONFIG_CYCLES_RECORD);
	const char *name = strrchr(cu->name, ':');
	struct fcl_err err = {0};
	struct fcl_text file = {0}, path = {0};

	if (!*folder)
		return;
	fcl_text_format(&path, "%s/%s-%u.fifos", folder, name ? name + 1 : cu->name,
			atomic_fetch_add(&saved, 1) + 1);
	if (fcl_folder_make(folder))
		fcl_err_set(&err, -EIO, "cannot create the folder '%s'", folder);
	else if (!path.failed && !fcl_time_save(line->time, &file, &err))
		fcl_file_write(path.bytes, file.bytes, file.size, &err);
	if (*err.text)
		fcl_log(FCL_LOG_WARN, cu->name, "FPGACL_CYCLES_RECORD: %s", err.text);
	fcl_text_free(&file);
	fcl_text_free(&path);
}

void fcl_emu_timeline_counted(struct fcl_cu *pub, uint64_t cycles, const char *sure,
			      const char *unknown)
{
	struct fcl_emu_cu *cu = own(pub);
	struct fcl_emu_timeline *line = cu->timeline;

	if (!unknown && line && !line_finish(line, &cycles))
		unknown = line->err.text;
	if (line)
		line_save(cu, line);
	/* The time of memory is that of a model. */
	if (!unknown && line && line->nports && !strcmp(sure, "exact"))
		sure = "interpolated";
	fcl_emu_usage_counted(cu, cycles, sure, unknown);
	if (!unknown && line && fcl_log_enabled(FCL_LOG_INFO)) {
		log_channels(cu, line);
		log_ports(cu, line);
	}
}

void fcl_emu_timeline_free(struct fcl_emu_cu *cu)
{
	timeline_destroy(cu->timeline);
	cu->timeline = NULL;
}
