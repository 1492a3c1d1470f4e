/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/fork.h"
#include "base/number.h"
#include "hal/layers/kinds.h"
#include "hal/layers/number.h"

#define DEFAULT_TIMEOUT_NS 10000000000u

enum { RULES = 32, READINGS = 8 };
enum board { BOARD_GOOD, BOARD_BROKEN, BOARD_GONE };

struct rule {
	enum fcl_layer_op op;
	enum fcl_layer_fate fate;
	int error;            /* negative errno */
	uint64_t first, last; /* calls of this op, counted from 1 */
	uint64_t percent;     /* of these calls fail */
};

/* A sensor's injected value. */
struct reading {
	char name[32];
	double value;
};

/* State of a board, by name, that outlives each opening of it. */
struct gone {
	struct gone *next;
	char text[sizeof(((struct fcl_hal_device *)NULL)->text)];
	unsigned instance;
	_Atomic uint64_t since; /* CLOCK_MONOTONIC ns; 0: the board is present */
};

static pthread_mutex_t gone_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static struct gone *all_gone;                                 /* its elements are never freed */

struct fault {
	struct rule rules[RULES];
	uint32_t nrules;
	struct reading readings[READINGS];
	uint32_t nreadings;
	uint64_t seed, timeout_ns;   /* timeout_ns 0: the default */
	uint64_t broken_at, gone_at; /* the request that breaks the board; 0: none */
	uint64_t back_ns;            /* how long the board is gone; 0: forever */
	struct gone *gone;           /* set when the device is opened */
	_Atomic uint64_t calls[FCL_LAYER_OPS];
	_Atomic uint64_t requests;
	_Atomic int board; /* enum board */
};

static const struct {
	const char *name;
	int code;
} errors[] = {{"EIO", EIO},     {"ENOMEM", ENOMEM},       {"ENOSPC", ENOSPC},
	      {"EBUSY", EBUSY}, {"ENODEV", ENODEV},       {"EINVAL", EINVAL},
	      {"EPERM", EPERM}, {"ETIMEDOUT", ETIMEDOUT}, {"EAGAIN", EAGAIN}};

/* Returns the negative errno value; 0: there is no error of that name. */
static int error_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (strlen(errors[i].name) == length && !memcmp(errors[i].name, name, length))
			return -errors[i].code;
	return 0;
}

static const char *error_name(int error)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].code == -error)
			return errors[i].name;
	return "an error";
}

/* Reads the text before '@' and '%': what happens to the op. */
static int read_action(struct rule *rule, const char *key, const char *value, size_t length,
		       struct fcl_err *err)
{
	bool request = rule->op >= FCL_LAYER_WRITE;

	rule->fate = FCL_LAYER_FAILS;
	rule->error = error_find(value, length);
	if (request && length == 4 && !memcmp(value, "hang", 4)) {
		rule->fate = FCL_LAYER_HANGS;
		rule->error = -ETIMEDOUT;
	}
	if (rule->op == FCL_LAYER_VERIFY && length == 5 && !memcmp(value, "wrong", 5))
		rule->error = -EILSEQ;
	if (!rule->error || (rule->error == -EAGAIN && rule->op != FCL_LAYER_SUBMIT))
		return fcl_err_set(err, -EINVAL,
				   "%s: expected the name of an error (EIO, ENOMEM, ENOSPC, EBUSY, "
				   "ENODEV, EINVAL, EPERM, ETIMEDOUT; EAGAIN for submit)%s%s, "
				   "found '%.*s'",
				   key, request ? " or hang" : "",
				   rule->op == FCL_LAYER_VERIFY ? " or wrong" : "", (int)length,
				   value);
	return 0;
}

/* "3", "3-5" or "3-" */
static int read_calls(struct rule *rule, const char *key, const char *text, size_t length,
		      struct fcl_err *err)
{
	char first[32], *last;
	int error;

	snprintf(first, sizeof(first), "%.*s", (int)length, text);
	last = strchr(first, '-');
	if (last)
		*last++ = '\0';
	error = fcl_layer_number(key, first, UINT64_MAX - 1, &rule->first, err);
	rule->last = last ? UINT64_MAX : rule->first;
	if (!error && last && *last)
		error = fcl_layer_number(key, last, UINT64_MAX - 1, &rule->last, err);
	if (!error && (!rule->first || rule->last < rule->first))
		error = fcl_err_set(
			err, -EINVAL,
			"%s: calls are counted from 1, and a range must not end before it begins; found '%.*s'",
			key, (int)length, text);
	return error;
}

static int read_rule(struct fault *fault, enum fcl_layer_op op, const char *key, const char *value,
		     struct fcl_err *err)
{
	struct rule rule = {.op = op, .first = 1, .last = UINT64_MAX, .percent = 100};
	size_t length = strcspn(value, "@%");
	const char *rest = value + length;
	int error = read_action(&rule, key, value, length, err);

	if (!error && *rest == '@') {
		length = strcspn(++rest, "%");
		error = read_calls(&rule, key, rest, length, err);
		rest += length;
	}
	if (!error && *rest == '%')
		error = fcl_layer_number(key, rest + 1, 100, &rule.percent, err);
	if (!error && fault->nrules == RULES)
		error = fcl_err_set(err, -EINVAL, "at most %d faults can be given", RULES);
	if (!error)
		fault->rules[fault->nrules++] = rule;
	return error;
}

static int fault_read_request(const char *key, const char *text, uint64_t *ret_number,
			      struct fcl_err *err)
{
	uint64_t number;
	int error = fcl_layer_number(key, text, UINT64_MAX, &number, err);

	if (!error && !number)
		error = fcl_err_set(err, -EINVAL, "%s: requests are counted from 1, found '%s'",
				    key, text);
	if (!error)
		*ret_number = number;
	return error;
}

static int read_board(struct fault *fault, const char *value, struct fcl_err *err)
{
	if (!strncmp(value, "gone@", 5))
		return fault_read_request("board=gone", value + 5, &fault->gone_at, err);
	if (!strncmp(value, "broken@", 7))
		return fault_read_request("board=broken", value + 7, &fault->broken_at, err);
	return fcl_err_set(err, -EINVAL,
			   "board: expected gone@ or broken@ and the number of a request, found "
			   "'%s'",
			   value);
}

/* sensor.temperature=95.5 */
static int read_reading(struct fault *fault, const char *key, const char *value,
			struct fcl_err *err)
{
	struct reading *reading = &fault->readings[fault->nreadings];
	const char *name = key + strlen("sensor.");
	char *end;

	if (fault->nreadings == READINGS)
		return fcl_err_set(err, -EINVAL, "at most %d sensor readings can be given",
				   READINGS);
	if (!*name || strlen(name) >= sizeof(reading->name))
		return fcl_err_set(err, -EINVAL,
				   "expected a sensor's name after 'sensor.', found '%s'", key);
	reading->value = fcl_strtod(value, &end);
	if (end == value || *end || !isfinite(reading->value))
		return fcl_err_set(err, -EINVAL, "%s: expected a number, found '%s'", key, value);
	snprintf(reading->name, sizeof(reading->name), "%s", name);
	fault->nreadings++;
	return 0;
}

static int fault_configure(void *state, const char *key, const char *value, struct fcl_err *err)
{
	struct fault *fault = state;
	enum fcl_layer_op op = fcl_layer_op_find(key, strlen(key));

	if (op != FCL_LAYER_OPS)
		return read_rule(fault, op, key, value, err);
	if (!strncmp(key, "sensor.", 7))
		return read_reading(fault, key, value, err);
	if (!strcmp(key, "board"))
		return read_board(fault, value, err);
	if (!strcmp(key, "back"))
		return fcl_layer_time(key, value, &fault->back_ns, err);
	if (!strcmp(key, "timeout"))
		return fcl_layer_time(key, value, &fault->timeout_ns, err);
	if (!strcmp(key, "seed"))
		return fcl_layer_number(key, value, UINT64_MAX, &fault->seed, err);
	return fcl_err_set(err, -EINVAL,
			   "fault has no option '%s'; expected an op (launch, read, write, copy, "
			   "fill, program, …), board, back, sensor.<name>, timeout or seed",
			   key);
}

static int board_error(const struct fault *fault, struct fcl_err *err)
{
	switch ((enum board)fault->board) {
	case BOARD_GONE:
		return fcl_err_set(err, -ENODEV, "injected: the board is gone");
	case BOARD_BROKEN:
		return fcl_err_set(err, -EIO, "injected: the board is broken until it is reset");
	default:
		return 0;
	}
}

/* Counts a call, and returns the rule that applies to it, or NULL. */
static const struct rule *strike(struct fault *fault, enum fcl_layer_op op, uint64_t *ret_count)
{
	uint64_t count = atomic_fetch_add(&fault->calls[op], 1) + 1;

	*ret_count = count;
	for (uint32_t i = 0; i < fault->nrules; i++) {
		const struct rule *rule = &fault->rules[i];

		if (rule->op == op && count >= rule->first && count <= rule->last &&
		    fcl_layer_random(fault->seed + i, op, count, 100) < rule->percent)
			return rule;
	}
	return NULL;
}

/* Finds or adds the entry for this board. gone_lock is held. NULL: out of memory. */
static struct gone *find_gone(const struct fcl_hal_device *device)
{
	struct gone *gone = all_gone;

	while (gone &&
	       (gone->instance != device->instance || strcmp(gone->text, device->text) != 0))
		gone = gone->next;
	if (gone)
		return gone;
	gone = calloc(1, sizeof(*gone));
	if (!gone)
		return NULL;
	snprintf(gone->text, sizeof(gone->text), "%s", device->text);
	gone->instance = device->instance;
	gone->next = all_gone;
	all_gone = gone;
	return gone;
}

/* Opening fails as long as the board is gone. */
static int look_for(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fault *fault = device->state;
	uint64_t since;

	fcl_fork_protect(&gone_lock);
	pthread_mutex_lock(&gone_lock);
	fault->gone = find_gone(device);
	pthread_mutex_unlock(&gone_lock);
	if (!fault->gone)
		return fcl_err_set(err, -ENOMEM, "no memory for a layer");
	since = atomic_load(&fault->gone->since);
	if (since && (!fault->back_ns || fcl_now_ns() < since + fault->back_ns)) {
		fault->board = BOARD_GONE;
		return board_error(fault, err);
	}
	atomic_store(&fault->gone->since, 0);
	return 0;
}

static int fault_before(struct fcl_hal_device *device, enum fcl_layer_op op, struct fcl_err *err)
{
	struct fault *fault = device->state;
	const struct rule *rule;
	uint64_t count;
	int error = op == FCL_LAYER_OPEN && fault->gone_at ? look_for(device, err) : 0;

	if (error)
		return error;
	/* Requests in flight on a board that is gone might never end; the reset ends them. */
	if (op == FCL_LAYER_RESET && fault->board == BOARD_GONE) {
		device->lower->reset(device->board, NULL);
		fcl_layer_timer_flush(&device->timer);
	}
	/*
	 * A broken board accepts a reset, which repairs it. Requests are checked one by one in
	 * submitted().
	 */
	if (op != FCL_LAYER_SUBMIT && !(op == FCL_LAYER_RESET && fault->board == BOARD_BROKEN)) {
		error = board_error(fault, err);
		if (error)
			return error;
	}
	rule = strike(fault, op, &count);
	if (!rule)
		return 0;
	return fcl_err_set(err, rule->error, "injected: %s %" PRIu64 " fails with %s",
			   fcl_layer_op_name(op), count, error_name(rule->error));
}

static void fault_after(struct fcl_hal_device *device, enum fcl_layer_op op, uint64_t start_ns,
			int error, const struct fcl_err *err)
{
	struct fault *fault = device->state;
	int broken = BOARD_BROKEN;

	(void)start_ns, (void)err;
	if (op == FCL_LAYER_RESET && !error)
		atomic_compare_exchange_strong(&fault->board, &broken, BOARD_GOOD);
}

/*
 * Counts a request, with which the board may break. Devices that are open when a board goes never
 * recover.
 */
static void fault_age(struct fault *fault)
{
	uint64_t count = atomic_fetch_add(&fault->requests, 1) + 1;

	if (fault->gone_at && count == fault->gone_at) {
		fault->board = BOARD_GONE;
		atomic_store(&fault->gone->since, fcl_now_ns());
	} else if (fault->broken_at && count == fault->broken_at && fault->board == BOARD_GOOD) {
		fault->board = BOARD_BROKEN;
	}
}

/* How long a request hangs: no launch longer than a real board would let it. */
static uint64_t hang_ns(const struct fault *fault, enum fcl_layer_op op)
{
	uint64_t ns = fault->timeout_ns ? fault->timeout_ns : DEFAULT_TIMEOUT_NS;
	uint64_t limit_ns = op == FCL_LAYER_LAUNCH ? fcl_config_timeout_ns() : 0;

	return limit_ns && limit_ns < ns ? limit_ns : ns;
}

static void submitted(struct fcl_hal_device *device, struct fcl_layer_request *request)
{
	struct fault *fault = device->state;
	const struct rule *rule;
	struct fcl_err err = {0};
	uint64_t count;

	fault_age(fault);
	rule = strike(fault, request->op, &count);
	if (board_error(fault, &err)) {
		request->fate = FCL_LAYER_FAILS;
		request->status = err.code;
		snprintf(request->text, sizeof(request->text), "%s", err.text);
	} else if (rule) {
		request->fate = rule->fate;
		request->status = rule->error;
		snprintf(request->text, sizeof(request->text), "injected: %s %" PRIu64 " %s%s",
			 fcl_layer_op_name(request->op), count,
			 rule->fate == FCL_LAYER_HANGS ? "hung until the watchdog ended it with "
						       : "fails with ",
			 error_name(rule->error));
		if (rule->fate == FCL_LAYER_HANGS)
			request->hang_ns = hang_ns(fault, request->op);
	}
}

/* Requests in flight when the board breaks end with the board's error. */
static uint64_t fault_ended(struct fcl_hal_device *device, struct fcl_layer_request *request,
			    int *status, const char **text)
{
	struct fcl_err err = {0};

	if (board_error(device->state, &err)) {
		*status = err.code;
		snprintf(request->text, sizeof(request->text), "%s", err.text);
		*text = request->text;
	}
	return 0;
}

static void sensed(struct fcl_hal_device *device, struct fcl_hal_sensor *sensor)
{
	const struct fault *fault = device->state;

	for (uint32_t i = 0; i < fault->nreadings; i++)
		if (!strcmp(fault->readings[i].name, sensor->name)) {
			sensor->value = fault->readings[i].value;
			sensor->reading = FCL_HAL_INJECTED;
		}
}

const struct fcl_layer_kind fcl_layer_fault = {
	.name = "fault",
	.state_bytes = sizeof(struct fault),
	.timer = true,
	.configure = fault_configure,
	.before = fault_before,
	.after = fault_after,
	.sensed = sensed,
	.submitted = submitted,
	.ended = fault_ended,
};
