/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/diff.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/capture/stored.h"
#include "runtime/capture/table.h"
#include "tools/replay/names.h"

enum { SAID = 20 };

#define NO_CALL UINT64_MAX

struct diff {
	struct fcl_replay *a, *b;
	uint64_t *partners; /* for each call of a, that of b, or NO_CALL */
	uint64_t differences;
};

static int32_t diff_id_of(const struct fcl_replay *replay, uint64_t number)
{
	unsigned call = replay->capture->calls[number].call;

	return call < replay->nids ? replay->ids[call] : -1;
}

static void say(struct diff *diff, uint64_t a, uint64_t b, const char *what, const char *name)
{
	if (diff->differences++ < SAID)
		printf("call %" PRIu64 ", %s (call %" PRIu64 " of the second): %s%s\n", a,
		       fcl_replay_name(diff->a, a), b, what, name);
}

/* --- objects ---------------------------------------------------------------------------------- */

static void note_one(struct fcl_replay *replay, uint64_t captured, uint64_t number)
{
	struct fcl_object *object;

	/* Any type, since handles of all types are addresses. */
	object = captured ? fcl_objects_add(&replay->objects, FCL_OBJECT_EVENT, captured, replay)
			  : NULL;
	if (object)
		object->made_by = number;
}

static bool makes(const char *kind)
{
	return !strcmp(kind, "EVENT") || !strcmp(kind, "MADE");
}

/* Notes what the call has made. */
static void diff_note(struct fcl_replay *replay, uint64_t number)
{
	const struct fcl_captured_call *call = &replay->capture->calls[number];
	int32_t id = diff_id_of(replay, number);
	struct fcl_values values;
	struct fcl_value value;

	if (!call->result || id < 0)
		return;
	values = fcl_capture_values(replay->capture, call->result);
	while (fcl_values_next(&values, &value)) {
		const uint8_t *at = value.bytes;

		if (value.index != FCL_CAPTURE_RETURNED &&
		    (value.index >= 16 || !fcl_call_table[id].parameters[value.index].kind ||
		     !makes(fcl_call_table[id].parameters[value.index].kind)))
			continue;
		if (value.type == FCL_VALUE_NUMBER)
			note_one(replay, value.number, number);
		for (uint64_t i = 0; value.type == FCL_VALUE_LIST && i < value.number; i++)
			note_one(replay, fcl_value_item(&value, &at), number);
	}
}

static uint64_t maker_of(const struct fcl_replay *replay, uint64_t captured)
{
	const struct fcl_object *object = fcl_objects_find(&replay->objects, FCL_OBJECT_EVENT,
							   captured);

	return object ? object->made_by : NO_CALL;
}

/* Addresses that no call has made, such as those of devices and of memory, are taken for the same. */
static bool diff_is_same_object(const struct diff *diff, uint64_t a, uint64_t b)
{
	uint64_t made_a = maker_of(diff->a, a), made_b = maker_of(diff->b, b);

	if (!a || !b)
		return !a == !b;
	if (made_a == NO_CALL || made_b == NO_CALL)
		return made_a == made_b;
	return diff->partners[made_a] == made_b;
}

/* --- values ----------------------------------------------------------------------------------- */

static bool diff_is_address(const char *kind)
{
	static const char *const kinds[] = {"HANDLE",   "HANDLES",  "POINTER", "SET",
					    "POINTERS", "FREED",    "READ",    "HOST",
					    "UNMAP",    "MOVED",    "SVM_MAP", "SVM_UNMAP",
					    "SVM_TO",   "SVM_FROM", "EVENT",   "MADE"};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strcmp(kind, kinds[i]))
			return true;
	return false;
}

static bool is_same_list(const struct diff *diff, const struct fcl_value *a,
			 const struct fcl_value *b, bool addresses)
{
	const uint8_t *at_a = a->bytes, *at_b = b->bytes;
	bool same = a->number == b->number;

	for (uint64_t i = 0; same && i < a->number; i++) {
		uint64_t item_a = fcl_value_item(a, &at_a), item_b = fcl_value_item(b, &at_b);

		same = addresses ? diff_is_same_object(diff, item_a, item_b) : item_a == item_b;
	}
	return same;
}

/* Kernel arguments may be handles. */
static bool is_same_argument(const struct diff *diff, const struct fcl_value *a,
			     const struct fcl_value *b)
{
	uint64_t handle_a, handle_b;

	if (a->size != b->size)
		return false;
	if (!a->size || !memcmp(a->bytes, b->bytes, a->size))
		return true;
	if (a->size != sizeof(handle_a))
		return false;
	memcpy(&handle_a, a->bytes, sizeof(handle_a));
	memcpy(&handle_b, b->bytes, sizeof(handle_b));
	return maker_of(diff->a, handle_a) != NO_CALL &&
	       diff_is_same_object(diff, handle_a, handle_b);
}

static bool is_same_contents(const struct diff *diff, const struct fcl_value *a,
			     const struct fcl_value *b)
{
	uint64_t hash_a[2], hash_b[2];

	if (a->number != b->number)
		return false;
	if (a->type == FCL_VALUE_BYTES || b->type == FCL_VALUE_BYTES)
		return a->type == b->type && !memcmp(a->bytes, b->bytes, a->size);
	for (uint64_t at = 0; at < a->number; at += FCL_CAPTURE_CHUNK)
		if (fcl_capture_hash(diff->a->capture, a, at, hash_a) ||
		    fcl_capture_hash(diff->b->capture, b, at, hash_b) ||
		    memcmp(hash_a, hash_b, sizeof(hash_a)) != 0)
			return false;
	return true;
}

static bool diff_is_same(const struct diff *diff, const struct fcl_value *a,
			 const struct fcl_value *b, const char *kind)
{
	if (fcl_value_has_contents(a) && fcl_value_has_contents(b))
		return !strcmp(kind, "ARGUMENT") ? is_same_argument(diff, a, b)
						 : is_same_contents(diff, a, b);
	if (a->type != b->type)
		return false;
	if (a->type == FCL_VALUE_LIST && makes(kind))
		return a->number == b->number;
	if (a->type == FCL_VALUE_LIST)
		return is_same_list(diff, a, b, diff_is_address(kind));
	if (a->type == FCL_VALUE_TEXT)
		return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
	if (makes(kind))
		return true; /* it corresponds from now on */
	if (diff_is_address(kind))
		return diff_is_same_object(diff, a->number, b->number);
	return a->number == b->number;
}

/* The kind and the name of a value that is not a parameter. */
static struct fcl_parameter other_value(unsigned index)
{
	if (index == FCL_CAPTURE_RETURNED)
		return (struct fcl_parameter){"MADE", "", "what it returned"};
	if (index == FCL_CAPTURE_EXT_KERNEL)
		return (struct fcl_parameter){"HANDLE", "", "the kernel of cl_mem_ext_ptr_t"};
	return (struct fcl_parameter){"MOVED", "", "what the host had written"};
}

/* Compares two records, value by value, until one differs. */
static void compare_records(struct diff *diff, uint64_t a, uint64_t b, uint64_t at_a, uint64_t at_b)
{
	struct fcl_values values_a = fcl_capture_values(diff->a->capture, at_a);
	struct fcl_values values_b = fcl_capture_values(diff->b->capture, at_b);
	const struct fcl_call_row *row = &fcl_call_table[diff_id_of(diff->a, a)];
	struct fcl_value value_a, value_b;

	for (;;) {
		bool more_a = fcl_values_next(&values_a, &value_a);
		bool more_b = fcl_values_next(&values_b, &value_b);
		struct fcl_parameter parameter;

		if (!more_a && !more_b)
			return;
		if (!more_a || !more_b || value_a.index != value_b.index) {
			say(diff, a, b, "one has more parameters that are not 0", "");
			return;
		}
		parameter = value_a.index < 16 && row->parameters[value_a.index].kind
				    ? row->parameters[value_a.index]
				    : other_value(value_a.index);
		if (!diff_is_same(diff, &value_a, &value_b, parameter.kind)) {
			say(diff, a, b, "another value: ", parameter.name);
			return;
		}
	}
}

/* --- calls ------------------------------------------------------------------------------------ */

static void compare_calls(struct diff *diff, uint64_t a, uint64_t b)
{
	const struct fcl_captured_call *call_a = &diff->a->capture->calls[a];
	const struct fcl_captured_call *call_b = &diff->b->capture->calls[b];

	if (diff_id_of(diff->a, a) < 0)
		return;
	compare_records(diff, a, b, call_a->at, call_b->at);
	if (call_a->result && call_b->result && call_a->status == call_b->status)
		compare_records(diff, a, b, call_a->result, call_b->result);
	else if (!call_a->result != !call_b->result)
		say(diff, a, b, "only one of them has returned", "");
	else if (call_a->result)
		say(diff, a, b, "they returned something else", "");
}

/* The thread's next call from that number on. */
static uint64_t next_of(const struct fcl_capture *capture, uint64_t number, uint32_t thread)
{
	while (number < capture->ncalls && capture->calls[number].thread != thread)
		number++;
	return number < capture->ncalls ? number : NO_CALL;
}

/* The n-th calls of a thread correspond. Returns where the first does not. */
static void pair_thread(struct diff *diff, uint32_t thread)
{
	uint64_t a = next_of(diff->a->capture, 0, thread), b = next_of(diff->b->capture, 0, thread);

	while (a != NO_CALL && b != NO_CALL && diff_id_of(diff->a, a) == diff_id_of(diff->b, b)) {
		diff->partners[a] = b;
		a = next_of(diff->a->capture, a + 1, thread);
		b = next_of(diff->b->capture, b + 1, thread);
	}
	if (a == b && a == NO_CALL)
		return;
	diff->differences++;
	printf("thread %" PRIu32 " goes on differently: ", thread);
	printf("%s", a == NO_CALL ? "no more calls" : fcl_replay_name(diff->a, a));
	printf(" (call %" PRIu64 "), and in the second %s (call %" PRIu64 ")\n",
	       a == NO_CALL ? diff->a->capture->ncalls : a,
	       b == NO_CALL ? "no more calls" : fcl_replay_name(diff->b, b),
	       b == NO_CALL ? diff->b->capture->ncalls : b);
}

static uint32_t threads_of(const struct fcl_capture *capture)
{
	uint32_t most = 0;

	for (uint64_t i = 0; i < capture->ncalls; i++)
		if (capture->calls[i].thread >= most && capture->calls[i].thread < 65536)
			most = capture->calls[i].thread + 1;
	return most;
}

/* The next READBACK of that call from the event on. */
static uint64_t next_readback(const struct fcl_capture *capture, uint64_t *event, uint64_t call)
{
	for (; *event < capture->nevents; (*event)++)
		if (capture->events[*event].kind == FCL_CAPTURE_READBACK &&
		    capture->events[*event].call == call)
			return capture->events[(*event)++].at;
	return FCL_NO_RECORD;
}

/* Follows the first capture; the partners of its calls come in much the same order. */
static void compare_all(struct diff *diff)
{
	const struct fcl_capture *capture = diff->a->capture;
	uint64_t from = 0, last = NO_CALL;

	for (uint64_t i = 0; i < capture->nevents; i++) {
		const struct fcl_captured_event *event = &capture->events[i];
		uint64_t b = diff->partners[event->call], there;

		if (b == NO_CALL)
			continue;
		if (event->kind == FCL_CAPTURE_CALL)
			compare_calls(diff, event->call, b);
		if (event->kind == FCL_CAPTURE_RESULT) {
			diff_note(diff->a, event->call);
			diff_note(diff->b, b);
		}
		if (event->kind != FCL_CAPTURE_READBACK || diff_id_of(diff->a, event->call) < 0)
			continue;
		if (last != event->call)
			from = b; /* no call has an earlier event */
		last = event->call;
		there = next_readback(diff->b->capture, &from, b);
		if (there)
			compare_records(diff, event->call, b, event->at, there);
	}
}

int fcl_replay_diff(struct fcl_replay *a, struct fcl_replay *b, bool *ret_equal,
		    struct fcl_err *err)
{
	struct diff diff = {.a = a, .b = b};
	uint32_t threads_a = threads_of(a->capture), threads_b = threads_of(b->capture);

	diff.partners = malloc((a->capture->ncalls + 1) * sizeof(*diff.partners));
	if (!diff.partners)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint64_t i = 0; i < a->capture->ncalls; i++)
		diff.partners[i] = NO_CALL;
	for (uint32_t i = 0; i < threads_a || i < threads_b; i++)
		pair_thread(&diff, i);
	compare_all(&diff);
	printf("%" PRIu64 " difference%s in %" PRIu64 " calls\n", diff.differences,
	       diff.differences == 1 ? "" : "s", a->capture->ncalls);
	free(diff.partners);
	*ret_equal = !diff.differences;
	return 0;
}
