/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/analyse.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/trace/analysis/advice.h"
#include "base/trace/analysis/path.h"

/* The time that is in at least one of some intervals, which come in the order of their starts. */
struct cover {
	double end; /* the last end so far */
	double length;
};

/* A row that is being accumulated. */
struct sum {
	struct fcl_report_row row;
	struct cover busy;
	struct sum *next; /* in its bucket */
};

enum { BUCKETS = 1024 };

struct fcl_report_sums {
	struct sum *buckets[BUCKETS];
	uint32_t count;
	uint64_t nevents;
	struct cover transfers, executions;
	struct cover launches;                 /* for boards that do not report executions */
	double executions_both, launches_both; /* in common with transfers */
	bool failed;
};

static double larger(double one, double other)
{
	return one > other ? one : other;
}

static void analyse_extend(struct cover *cover, const struct fcl_trace_event *event)
{
	double from = larger(event->start, cover->end);

	if (event->end <= from)
		return;
	cover->length += event->end - from;
	cover->end = event->end;
}

/* How much of the time that the event will add to `cover` is in `other`, too. */
static double common(const struct cover *cover, const struct cover *other,
		     const struct fcl_trace_event *event)
{
	double end = event->end < other->end ? event->end : other->end;

	/* `other` has no gap after the event's start: what it lacks so far begins later. */
	return larger(0, end - larger(event->start, cover->end));
}

static void extend_all(struct fcl_report_sums *sums, const struct fcl_trace_event *event)
{
	if (event->kind == FCL_EVENT_TRANSFER) {
		sums->launches_both += common(&sums->transfers, &sums->launches, event);
		sums->executions_both += common(&sums->transfers, &sums->executions, event);
		analyse_extend(&sums->transfers, event);
	}
	if (event->kind == FCL_EVENT_COMMAND && fcl_path_is_kernel(event)) {
		sums->launches_both += common(&sums->launches, &sums->transfers, event);
		analyse_extend(&sums->launches, event);
	}
	if (event->kind == FCL_EVENT_EXECUTION) {
		sums->executions_both += common(&sums->executions, &sums->transfers, event);
		analyse_extend(&sums->executions, event);
	}
}

/* The fields that distinguish rows. */
static struct fcl_report_row analyse_key_of(const struct fcl_trace_event *event)
{
	struct fcl_report_row key = {
		.kind = event->kind, .device = "", .where = "", .fifo = "", .bound = ""};

	key.name = event->name;
	switch (event->kind) {
	case FCL_EVENT_TRANSFER:
	case FCL_EVENT_EXECUTION:
	case FCL_EVENT_WAIT:
		key.device = event->device;
		key.where = event->where;
		break;
	case FCL_EVENT_STALL:
		key.device = event->device;
		key.where = event->where;
		key.fifo = event->fifo;
		break;
	case FCL_EVENT_COMMAND:
		key.device = event->device;
		break;
	default:
		break;
	}
	return key;
}

static bool same(const struct fcl_report_row *one, const struct fcl_report_row *other)
{
	return one->kind == other->kind && !strcmp(one->name, other->name) &&
	       !strcmp(one->device, other->device) && !strcmp(one->where, other->where) &&
	       !strcmp(one->fifo, other->fifo);
}

static uint32_t analyse_hash_of(const char *text, uint32_t hash)
{
	while (*text)
		hash = hash * 33 + (unsigned char)*text++;
	return hash;
}

static struct sum *analyse_find(struct fcl_report_sums *sums, const struct fcl_trace_event *event)
{
	struct fcl_report_row key = analyse_key_of(event);
	uint32_t hash =
		analyse_hash_of(key.fifo,
				analyse_hash_of(key.where, analyse_hash_of(key.name, key.kind))) %
		BUCKETS;
	struct sum *sum = sums->buckets[hash];

	while (sum && !same(&sum->row, &key))
		sum = sum->next;
	if (sum)
		return sum;
	sum = calloc(1, sizeof(*sum));
	if (!sum)
		return NULL;
	sum->row = key;
	sum->busy.end = -HUGE_VAL;
	sum->next = sums->buckets[hash];
	sums->buckets[hash] = sum;
	sums->count++;
	return sum;
}

/* Saturates instead of wrapping. */
static uint64_t plus(uint64_t sum, uint64_t more)
{
	return sum + more < sum ? UINT64_MAX : sum + more;
}

static void analyse_add(struct fcl_report_sums *sums, const struct fcl_trace_event *event)
{
	struct sum *sum = analyse_find(sums, event);
	double took = event->kind == FCL_EVENT_WAIT ? event->waited : event->end - event->start;

	if (!sum) {
		sums->failed = true;
		return;
	}
	sum->row.count++;
	sum->row.failed += event->status != 0;
	sum->row.bytes = plus(sum->row.bytes, event->bytes);
	sum->row.total += took;
	sum->row.counted += event->cycles != 0;
	sum->row.cycles = plus(sum->row.cycles, event->cycles);
	if (event->cycles > sum->row.most_cycles)
		sum->row.most_cycles = event->cycles;
	sum->row.least += event->least;
	if (event->least > sum->row.least_longest) {
		sum->row.least_longest = event->least;
		sum->row.bound = event->bound;
	}
	if (sum->row.count == 1 || took < sum->row.shortest)
		sum->row.shortest = took;
	sum->row.kernel = event->kind == FCL_EVENT_COMMAND && fcl_path_is_kernel(event);
	if (took > sum->row.longest)
		sum->row.longest = took;
	if (event->kind == FCL_EVENT_COMMAND && event->queued > 0 && event->start > event->queued)
		sum->row.waited += event->start - event->queued;
	analyse_extend(&sum->busy, event);
	extend_all(sums, event);
}

static int by_total(const void *a, const void *b)
{
	const struct fcl_report_row *one = a, *other = b;

	return (one->total < other->total) - (one->total > other->total);
}

/* Adds the time that each CU waited for its FIFOs. */
static void add_stalls(struct fcl_report *report)
{
	for (uint32_t i = 0; i < report->nrows; i++) {
		const struct fcl_report_row *stall = &report->rows[i];

		for (uint32_t k = 0; k < report->nrows && stall->kind == FCL_EVENT_STALL; k++) {
			struct fcl_report_row *cu = &report->rows[k];

			if (cu->kind == FCL_EVENT_EXECUTION && !strcmp(cu->where, stall->where) &&
			    !strcmp(cu->device, stall->device))
				cu->stalled += stall->total;
		}
	}
}

/* Moves the rows to the report. */
static bool analyse_collect(struct fcl_report_sums *sums, struct fcl_report *report)
{
	bool executed = sums->executions.length > 0;

	report->rows = calloc(sums->count + (size_t)1, sizeof(*report->rows));
	for (uint32_t i = 0; i < BUCKETS; i++) {
		while (sums->buckets[i]) {
			struct sum *sum = sums->buckets[i];

			sums->buckets[i] = sum->next;
			sum->row.busy = sum->busy.length;
			if (report->rows)
				report->rows[report->nrows++] = sum->row;
			free(sum);
		}
	}
	report->transfers = sums->transfers.length;
	report->executions = executed ? sums->executions.length : sums->launches.length;
	report->both = executed ? sums->executions_both : sums->launches_both;
	return !sums->failed && report->rows;
}

static void analyse_count(struct fcl_report *report, const struct fcl_trace_event *event)
{
	if (event->end > report->end)
		report->end = event->end;
	report->ncommands += event->kind == FCL_EVENT_COMMAND;
	report->nfaults += event->kind == FCL_EVENT_FAULT;
	if (event->kind != FCL_EVENT_SWAP)
		return;
	report->nswaps++;
	report->swaps += event->end - event->start;
}

struct fcl_report_sums *fcl_report_begin(struct fcl_report *report)
{
	struct fcl_report_sums *sums = calloc(1, sizeof(*sums));

	*report = (struct fcl_report){0};
	if (sums)
		sums->transfers.end = sums->executions.end = sums->launches.end = -HUGE_VAL;
	return sums;
}

void fcl_report_add(struct fcl_report *report, struct fcl_report_sums *sums,
		    const struct fcl_trace_event *event)
{
	if (!sums->nevents++)
		report->begin = report->end = event->start;
	analyse_add(sums, event);
	analyse_count(report, event);
}

int fcl_report_end(struct fcl_report *report, struct fcl_report_sums *sums)
{
	bool good = analyse_collect(sums, report);

	free(sums);
	if (!good) {
		fcl_report_free(report);
		return -ENOMEM;
	}
	qsort(report->rows, report->nrows, sizeof(*report->rows), by_total);
	add_stalls(report);
	return 0;
}

int fcl_report_make(struct fcl_report *report, const struct fcl_trace_events *events)
{
	struct fcl_report_sums *sums = fcl_report_begin(report);

	if (!sums)
		return -ENOMEM;
	for (uint64_t i = 0; i < events->count; i++)
		fcl_report_add(report, sums, &events->events[i]);
	if (fcl_report_end(report, sums))
		return -ENOMEM;
	if (fcl_path_find(report, events)) {
		fcl_report_free(report);
		return -ENOMEM;
	}
	fcl_advice_give(report, events);
	return 0;
}

void fcl_report_free(struct fcl_report *report)
{
	for (uint32_t i = 0; i < report->nadvice; i++)
		free(report->advice[i]);
	free(report->advice);
	free(report->rows);
	free(report->path);
	*report = (struct fcl_report){0};
}
