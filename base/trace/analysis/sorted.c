/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/sorted.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

/* Events in memory: of a piece, and of each piece while they are merged. */
enum { PIECE = 1 << 15, AHEAD = 16 };

#define EVENT (sizeof(struct fcl_trace_event))

/* A sorted piece that is being read. */
struct fcl_trace_run {
	uint64_t order;    /* of pieces */
	uint64_t at, left; /* the position in the file, and the events from there on */
	uint32_t next, nahead;
	const struct fcl_trace_event *ahead; /* `events`, or all of a piece in memory */
	struct fcl_trace_event events[AHEAD];
};

static int write_piece(struct fcl_trace_sorted *sorted)
{
	uint64_t size = sorted->npiece * EVENT, at = sorted->written * EVENT;

	if (sorted->fd < 0)
		sorted->fd = fcl_file_unnamed();
	if (sorted->fd < 0)
		return sorted->fd;
	if (!fcl_file_size_allowed(at + size))
		return -EFBIG;
	return fcl_file_write_at(sorted->fd, sorted->piece, size, at);
}

static bool sorted_take(void *data, const struct fcl_trace_event *event)
{
	struct fcl_trace_sorted *sorted = data;
	int error;

	sorted->piece[sorted->npiece++] = *event;
	if (sorted->npiece < PIECE)
		return true;
	qsort(sorted->piece, sorted->npiece, EVENT, fcl_trace_by_start);
	error = write_piece(sorted);
	if (error) {
		sorted->error = error;
		sorted->left_out += sorted->npiece;
	} else {
		sorted->written += sorted->npiece;
	}
	sorted->npiece = 0;
	return true;
}

int fcl_trace_sorted_read(struct fcl_trace_sorted *sorted, const char *path, uint32_t pid,
			  struct fcl_err *err)
{
	int error;

	*sorted = (struct fcl_trace_sorted){.fd = -1, .piece = malloc(PIECE * EVENT)};
	if (!sorted->piece)
		return fcl_err_set(err, -ENOMEM, "no memory for the events of %s", path);
	error = fcl_trace_events_each(&sorted->names, path, pid, sorted_take, sorted, err);
	qsort(sorted->piece, sorted->npiece, EVENT, fcl_trace_by_start);
	sorted->left_out += sorted->names.left_out;
	sorted->count = sorted->written + sorted->npiece;
	if (!error && sorted->error)
		error = fcl_err_set(err, sorted->error, "cannot sort the events of %s: %s", path,
				    strerror(-sorted->error));
	sorted->error = 0;
	return error;
}

/* --- merging ---------------------------------------------------------------------------------- */

/* Makes the run's next event available. False: there is none. */
static bool sorted_fill(struct fcl_trace_sorted *sorted, struct fcl_trace_run *run)
{
	uint64_t count = run->left < AHEAD ? run->left : AHEAD;
	ssize_t got;

	if (run->next < run->nahead)
		return true;
	if (!count)
		return false;
	got = pread(sorted->fd, run->events, count * EVENT, (off_t)(run->at * EVENT));
	if (got != (ssize_t)(count * EVENT)) {
		sorted->error = got < 0 ? -errno : -EIO;
		return false;
	}
	run->ahead = run->events;
	run->at += count;
	run->left -= count;
	run->next = 0;
	run->nahead = (uint32_t)count;
	return true;
}

static bool sorted_is_before(const struct fcl_trace_run *one, const struct fcl_trace_run *other)
{
	double start = one->ahead[one->next].start, other_start = other->ahead[other->next].start;

	return start < other_start || (start == other_start && one->order < other->order);
}

static void sink(struct fcl_trace_sorted *sorted, uint64_t at)
{
	struct fcl_trace_run **heap = sorted->heap, *moved = heap[at];

	for (uint64_t child; (child = 2 * at + 1) < sorted->nheap; at = child) {
		if (child + 1 < sorted->nheap && sorted_is_before(heap[child + 1], heap[child]))
			child++;
		if (!sorted_is_before(heap[child], moved))
			break;
		heap[at] = heap[child];
	}
	heap[at] = moved;
}

static void free_heap(struct fcl_trace_sorted *sorted)
{
	for (uint64_t i = 0; i < sorted->nheap; i++)
		free(sorted->heap[i]);
	free(sorted->heap);
	sorted->heap = NULL;
	sorted->nheap = 0;
}

static void add_run(struct fcl_trace_sorted *sorted, struct fcl_trace_run *run)
{
	if (sorted_fill(sorted, run))
		sorted->heap[sorted->nheap++] = run;
	else
		free(run);
}

bool fcl_trace_sorted_rewind(struct fcl_trace_sorted *sorted)
{
	uint64_t nruns = sorted->written / PIECE + 1;

	free_heap(sorted);
	sorted->error = 0;
	sorted->taken = false;
	sorted->heap = calloc(nruns, sizeof(struct fcl_trace_run *));
	for (uint64_t i = 0; sorted->heap && i < nruns; i++) {
		struct fcl_trace_run *run = calloc(1, sizeof(*run));

		if (!run) {
			free_heap(sorted);
			return false;
		}
		run->order = i;
		run->at = i * PIECE;
		run->left = i + 1 < nruns ? PIECE : 0;
		run->ahead = sorted->piece;
		run->nahead = i + 1 < nruns ? 0 : (uint32_t)sorted->npiece;
		add_run(sorted, run);
	}
	for (uint64_t i = sorted->nheap; i--;)
		sink(sorted, i);
	return sorted->heap;
}

const struct fcl_trace_event *fcl_trace_sorted_next(struct fcl_trace_sorted *sorted)
{
	struct fcl_trace_run *run;

	/* The last event was the caller's until now. */
	if (sorted->taken && sorted->nheap) {
		run = sorted->heap[0];
		run->next++;
		if (!sorted_fill(sorted, run)) {
			free(run);
			sorted->heap[0] = sorted->heap[--sorted->nheap];
		}
		if (sorted->nheap)
			sink(sorted, 0);
	}
	sorted->taken = true;
	if (!sorted->nheap || sorted->error)
		return NULL;
	run = sorted->heap[0];
	return &run->ahead[run->next];
}

void fcl_trace_sorted_free(struct fcl_trace_sorted *sorted)
{
	free_heap(sorted);
	free(sorted->piece);
	if (sorted->fd >= 0)
		close(sorted->fd);
	fcl_trace_events_free(&sorted->names);
}
