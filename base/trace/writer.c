/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/writer.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/thread.h"
#include "base/trace/file.h"
#include "base/trace/format.h"
#include "base/trace/join.h"
#include "base/trace/records.h"
#include "base/trace/ring.h"
#include "base/trace/trace.h"
#include "base/trace/wanted.h"

enum { PERIOD_MS = 20, BATCH = 1 << 20 };

/* Guards the tails of the rings, the state in format.c, `batch` and `nbatch`. */
static pthread_mutex_t writer_lock = PTHREAD_MUTEX_INITIALIZER;
static struct fcl_text batch; /* events, each followed by ",\n" */
static uint64_t nbatch;       /* records in it */

static pthread_mutex_t sleep_lock = PTHREAD_MUTEX_INITIALIZER; /* guards `woken` */
static pthread_cond_t sleeper = PTHREAD_COND_INITIALIZER; /* writer_run() initializes it again */
static bool woken;
static atomic_flag started = ATOMIC_FLAG_INIT;

static void write_batch(void)
{
	if (batch.failed)
		fcl_trace_file_lost("no memory");
	if (batch.failed || (batch.size > 2 && !fcl_trace_file_append(batch.bytes, batch.size - 2)))
		atomic_fetch_add(&fcl_trace_lost, nbatch);
	/* The memory is reused for the next batch. */
	batch.size = nbatch = 0;
	if (batch.failed)
		fcl_text_free(&batch);
}

static void writer_take(struct fcl_trace_ring *ring, const struct fcl_trace_record *record)
{
	fcl_trace_format(&batch, ring, record);
	nbatch++;
	if (batch.size > BATCH)
		write_batch();
}

void fcl_trace_flush_rings(void)
{
	pthread_mutex_lock(&writer_lock);
	fcl_trace_rings_take(writer_take);
	fcl_trace_format_flows(&batch);
	write_batch();
	pthread_mutex_unlock(&writer_lock);
}

static void *writer_run(void *data)
{
	(void)data;
	/* Safe, as only this thread waits on it, and others signal it under the lock. */
	pthread_mutex_lock(&sleep_lock);
	fcl_cond_init(&sleeper);
	pthread_mutex_unlock(&sleep_lock);
	for (;;) {
		uint64_t until = fcl_now_ns() + PERIOD_MS * UINT64_C(1000000);

		pthread_mutex_lock(&sleep_lock);
		while (!woken && fcl_cond_wait_until(&sleeper, &sleep_lock, until))
			;
		woken = false;
		pthread_mutex_unlock(&sleep_lock);
		fcl_trace_flush_rings();
	}
	return NULL;
}

void fcl_trace_writer_start(void)
{
	if (!atomic_flag_test_and_set(&started) && fcl_thread_start(writer_run, NULL))
		atomic_flag_clear(&started); /* recording threads drain full rings themselves */
}

void fcl_trace_writer_wake(void)
{
	pthread_mutex_lock(&sleep_lock);
	woken = true;
	pthread_cond_signal(&sleeper);
	pthread_mutex_unlock(&sleep_lock);
}

void fcl_trace_flush(void)
{
	if (fcl_trace_on())
		fcl_trace_flush_rings();
}

/* --- fork and exit ---------------------------------------------------------------------------- */

static void writer_before_fork(void)
{
	pthread_mutex_lock(&writer_lock);
	pthread_mutex_lock(&sleep_lock);
}

static void writer_after_fork(void)
{
	pthread_mutex_unlock(&sleep_lock);
	pthread_mutex_unlock(&writer_lock);
}

/* What the parent recorded, the parent writes. */
static void writer_forget_in_child(void)
{
	pthread_mutex_init(&writer_lock, NULL);
	pthread_mutex_init(&sleep_lock, NULL);
	fcl_cond_init(&sleeper);
	woken = false;
	batch.size = nbatch = 0;
	atomic_store(&fcl_trace_lost, 0);
	atomic_flag_clear(&started);
	fcl_trace_guests_at_end(NULL);
	fcl_trace_format_forget();
	fcl_trace_rings_forget();
	fcl_trace_wanted_forget();
}

static void writer_begin(void)
{
	if (!fcl_trace_wanted())
		return;
	pthread_atfork(writer_before_fork, writer_after_fork, writer_forget_in_child);
	/*
	 * A layer flushes at exit: the driver prints the summary in its destructor, which runs
	 * later.
	 */
	if (fcl_trace_groups)
		atexit(fcl_trace_flush);
	atomic_store(&fcl_trace_running, true);
}

void fcl_trace_start(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, writer_begin);
}

/* Other threads may still run, and record, until the process ends, so nothing is freed. */
__attribute__((destructor)) static void finish(void)
{
	if (!fcl_trace_on())
		return;
	/*
	 * Twice: a command that the first pass writes may depend on one that only the second pass
	 * finds.
	 */
	fcl_trace_flush_rings();
	fcl_trace_flush_rings();
	fcl_trace_guests_flush();
	fcl_trace_at_exit();
}
