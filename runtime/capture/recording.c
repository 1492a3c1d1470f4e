/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/recording.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/capture/recorder.h"
#include "base/clock.h"
#include "base/config.h"
#include "base/file.h"
#include "base/note.h"
#include "base/trace/calls.h"
#include "runtime/capture/ids.h"
#include "runtime/capture/incidents.h"
#include "runtime/capture/past.h"
#include "runtime/capture/table.h"

const cl_icd_dispatch *fcl_capture_next;

enum { LEAST_RING = 1 << 20 };

enum state { UNDECIDED, RECORDS, OFF };

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(enum state) state; /* written under start_lock, or in a child after fork() */
static bool is_child;             /* guarded by start_lock */
static bool (*is_elsewhere)(void);
static bool whole;

static void recording_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void recording_message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_note("fpgacl", format, args);
	va_end(args);
}

void fcl_recording_elsewhere(bool (*elsewhere)(void))
{
	is_elsewhere = elsewhere;
}

bool fcl_recording_whole(void)
{
	return whole;
}

#define PUT_NAME(index, kind, type, name, ...) ", " #name
#define PUT_CALL(class, type, name, ...)                                                           \
	fcl_body_text(&body, FCL_CALL_##name, #name FCL_EACH(PUT_NAME, __VA_ARGS__));

static void put_names(void)
{
	struct fcl_body body;

	fcl_body_begin(&body);
	FCL_CALLS(PUT_CALL)
	FCL_EXTENSION_CALLS(PUT_CALL)
	fcl_recorder_append(FCL_CAPTURE_NAMES, 0, &body);
}

/* Of the variables that the project reads, those that are set: NAME=value. */
static void put_environment(struct fcl_body *body)
{
	char text[4096];

	for (unsigned key = 0; key < FCL_CONFIG_COUNT; key++) {
		const char *name = fcl_config_table[key].name, *value = getenv(name);

		if (!value || !strncmp(name, "FPGACL_CAPTURE", 14))
			continue;
		snprintf(text, sizeof(text), "%s=%s", name, value);
		fcl_body_text(body, FCL_ABOUT_ENVIRONMENT, text);
	}
}

static void put_about(void)
{
	struct fcl_body body;
	char *arguments = NULL;
	size_t size = 0;

	fcl_body_begin(&body);
	fcl_body_text(&body, FCL_ABOUT_PROGRAM, program_invocation_name);
	if (!fcl_file_read("/proc/self/cmdline", 1 << 20, &arguments, &size, NULL))
		fcl_body_bytes(&body, FCL_ABOUT_ARGUMENTS, arguments, size);
	free(arguments);
	fcl_body_text(&body, FCL_ABOUT_RECORDER, "fpgacl " FPGACL_VERSION);
	put_environment(&body);
	fcl_recorder_append(FCL_CAPTURE_ABOUT, 0, &body);
}

static void close_capture(void)
{
	fcl_incidents_end();
	fcl_recorder_close();
}

/* The child of a process that is captured, which has its own capture if the name says so. */
static void in_child(void)
{
	if (atomic_load(&state) != RECORDS)
		return;
	fcl_recorder_after_fork();
	fcl_incidents_after_fork();
	pthread_mutex_init(&start_lock, NULL);
	is_child = true;
	atomic_store(&state, UNDECIDED);
}

static bool recording_may_start(const char *name)
{
	if (!*name || (is_elsewhere && is_elsewhere()))
		return false;
	if (!is_child || strstr(name, "%p") ||
	    (!strncmp(name, "ring:", 5) && !strchr(name + 5, ':')))
		return true;
	recording_message(
		"FPGACL_CAPTURE: a child of the captured process uses OpenCL, which is not captured: with %%p "
		"in the name, each process has its own capture");
	return false;
}

/* "ring:" and a size; behind another colon, the name of the files. */
static bool recording_parse_ring(const char *text, uint64_t *ret_bound, const char **ret_name)
{
	static const char units[] = "KMGT";
	const char *unit;
	unsigned shift = 0;
	char *end;

	errno = 0;
	*ret_bound = strtoull(text, &end, 10);
	unit = *end ? strchr(units, *end) : NULL;
	if (unit) {
		shift = 10 * (unsigned)(unit - units + 1);
		end += !strncmp(end + 1, "iB", 2) ? 3 : 1;
	}
	if (*text < '0' || *text > '9' || errno || *ret_bound > UINT64_MAX >> shift ||
	    (*end && (*end != ':' || !end[1])))
		return false;
	*ret_bound <<= shift;
	*ret_name = *end ? end + 1 : "fpgacl-%p-%n.fclcap";
	return *ret_bound >= LEAST_RING;
}

static int recording_open(const char *name, struct fcl_err *err)
{
	uint64_t bound;
	int error;

	if (strncmp(name, "ring:", 5) != 0)
		return fcl_recorder_open(name, err);
	if (!recording_parse_ring(name + 5, &bound, &name))
		return fcl_err_set(err, -EINVAL,
				   "expected ring:<size>[:<file>], with a size of at least 1MiB, "
				   "and found \"%s\"",
				   name);
	error = fcl_recorder_open_ring(name, bound, fcl_past_begin(), err);
	if (!error)
		fcl_incidents_begin(strstr(name, "%n"));
	return error;
}

static enum state recording_start(void)
{
	const char *name = fcl_config_string(FCL_CONFIG_CAPTURE);
	struct fcl_err err;

	if (!recording_may_start(name))
		return OFF;
	if (recording_open(name, &err)) {
		recording_message("FPGACL_CAPTURE: nothing is captured: %s", err.text);
		return OFF;
	}
	whole = fcl_config_choice(FCL_CONFIG_CAPTURE_READS) == 1;
	if (!is_child) {
		pthread_atfork(NULL, NULL, in_child);
		atexit(close_capture);
	}
	put_about();
	put_names();
	return RECORDS;
}

bool fcl_recording(void)
{
	enum state now = atomic_load_explicit(&state, memory_order_acquire);

	if (__builtin_expect(now == RECORDS, 1))
		return true;
	if (now == OFF)
		return false;
	pthread_mutex_lock(&start_lock);
	if (atomic_load(&state) == UNDECIDED)
		atomic_store(&state, recording_start());
	pthread_mutex_unlock(&start_lock);
	return atomic_load(&state) == RECORDS;
}

static void recording_put_time(struct fcl_body *body)
{
	uint64_t now = fcl_now_ns();

	fcl_body_raw(body, &now, sizeof(now));
}

bool fcl_call_begin(struct fcl_call *call, unsigned id)
{
	if (!fcl_recording())
		return false;
	call->id = id;
	call->early = NULL;
	call->unmapped = NULL;
	fcl_body_begin(&call->body);
	recording_put_time(&call->body);
	return true;
}

void fcl_call_begun(struct fcl_call *call)
{
	call->number = fcl_recorder_append(FCL_CAPTURE_CALL, call->id, &call->body);
}

void fcl_call_returned(struct fcl_call *call, cl_int status)
{
	fcl_body_begin(&call->body);
	recording_put_time(&call->body);
	fcl_body_leb(&call->body, call->number);
	fcl_body_leb(&call->body, (uint32_t)status);
	if (status &&
	    strcmp(fcl_call_table[call->id].class, "LEND") != 0) /* it says that there are none */
		fcl_incident_status(fcl_call_table[call->id].name, status);
}

void fcl_call_end(struct fcl_call *call)
{
	fcl_recorder_append(FCL_CAPTURE_RESULT, call->id, &call->body);
}

void fcl_recording_note(const char *format, ...)
{
	struct fcl_body body;
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fcl_body_begin(&body);
	fcl_body_text(&body, FCL_NOTE_TEXT, text);
	fcl_recorder_append(FCL_CAPTURE_NOTE, 0, &body);
}
