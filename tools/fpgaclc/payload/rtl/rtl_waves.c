/* SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "rtl_cycle.h"
#include "rtl_snap.h"

/*
 * Waveforms of one compute unit: Verilator's model writes the file; the decision when to is made
 * here. If the HDL calls $dumpvars, the file starts there and has the name set by $dumpfile.
 */

/*
 * At exit, the files of units that have not been closed are completed. Units run concurrently; the
 * lock protects the list.
 */
static struct fclc_rtl *fclc_waving;
static bool fclc_waving_locked;

static void add_waving(struct fclc_rtl *rtl)
{
	while (__atomic_test_and_set(&fclc_waving_locked, __ATOMIC_ACQUIRE))
		sched_yield();
	rtl->next_waving = fclc_waving;
	fclc_waving = rtl;
	__atomic_clear(&fclc_waving_locked, __ATOMIC_RELEASE);
}

static void remove_waving(struct fclc_rtl *rtl)
{
	struct fclc_rtl **link = &fclc_waving;

	while (__atomic_test_and_set(&fclc_waving_locked, __ATOMIC_ACQUIRE))
		sched_yield();
	while (*link && *link != rtl)
		link = &(*link)->next_waving;
	if (*link)
		*link = rtl->next_waving;
	__atomic_clear(&fclc_waving_locked, __ATOMIC_RELEASE);
}

static const struct fcl_model_watch *watch_of(const struct fclc_rtl *rtl)
{
	const struct fcl_model_host *host = rtl->cu->host;

	return FCLC_HOST_HAS(host, watch) ? host->watch(rtl->cu) : NULL;
}

/*
 * "<folder>/<unit>.fst", or "<folder>/<unit>.<name in $dumpfile>". A cancelled execution keeps its
 * file; the next file is "<folder>/<unit>.2.fst".
 */
static void name_file(const struct fclc_rtl *rtl, char *path, size_t size)
{
	const char *folder = rtl->snaps ? rtl->watch->last_waves : rtl->watch->waves;
	const char *unit = strchr(rtl->cu->name, ':'),
		   *dump = rtl->design->waves->dumpfile(rtl->model);
	const char *slash = strrchr(dump, '/');
	char number[16] = "";

	unit = unit ? unit + 1 : rtl->cu->name;
	dump = slash ? slash + 1 : dump;
	if (rtl->wave_files)
		snprintf(number, sizeof(number), ".%u", rtl->wave_files + 1);
	snprintf(path, size, "%s/%s%s.%s", folder, unit, number,
		 *dump ? dump : rtl->design->waves->suffix);
}

static void open_file(struct fclc_rtl *rtl)
{
	char path[4096], text[4200];

	/* The engine has made the folder that the user named. */
	if (rtl->snaps)
		mkdir(rtl->watch->last_waves, 0777);
	name_file(rtl, path, sizeof(path));
	if (!rtl->design->waves->open(rtl->model, path)) {
		snprintf(text, sizeof(text), "cannot write the waveform '%s'", path);
		rtl->cu->host->log(rtl->cu, FCL_MODEL_LOG_ERROR, text);
		rtl->waves = false;
		return;
	}
	if (rtl->snaps)
		snprintf(rtl->snaps->text, sizeof(rtl->snaps->text), "%s", path);
	rtl->wave_open = true;
	rtl->wave_files++;
	add_waving(rtl);
}

/* Whether the user asks the unit for something that it cannot do. */
static bool lacks_waves(const struct fclc_rtl *rtl)
{
	const struct fcl_model_watch *watch = rtl->watch;

	return (watch->waves && !rtl->design->waves) ||
	       (FCLC_WATCH_HAS(watch, last_asked) && watch->last_asked && !rtl->design->whole);
}

void fclc_waves_begin(struct fclc_rtl *rtl)
{
	const struct fcl_model_watch *watch = watch_of(rtl);

	rtl->watch = watch;
	rtl->waves = watch && watch->waves && rtl->design->waves;
	if (!watch || !lacks_waves(rtl))
		return;
	if (FCLC_HOST_HAS(rtl->cu->host, no_waves))
		rtl->cu->host->no_waves(rtl->cu);
	else
		rtl->cu->host->log(
			rtl->cu, FCL_MODEL_LOG_WARN,
			"FPGACL_WAVES: the model has no waveforms in it; link the image with fpgaclc --waves");
}

void fclc_waves_close(struct fclc_rtl *rtl)
{
	if (!rtl->wave_open)
		return;
	remove_waving(rtl);
	rtl->design->waves->close(rtl->model);
	rtl->wave_open = false;
}

__attribute__((destructor)) static void complete(void)
{
	fclc_snap_exit();
	while (fclc_waving)
		fclc_waves_close(fclc_waving);
}

unsigned fclc_waves_begin_in(const struct fclc_rtl *rtl)
{
	const struct fcl_model_watch *watch = rtl->watch;
	uint64_t run = rtl->run ? rtl->run : 1, cycle = rtl->cycles + 1;

	if (fclc_snap_replays(rtl))
		return fclc_snap_waves_in(rtl);
	if (!rtl->waves || run < watch->first_run || run > watch->last_run ||
	    cycle > watch->last_cycle)
		return UINT32_MAX;
	if (cycle >= watch->first_cycle)
		return 0;
	cycle = watch->first_cycle - cycle;
	return cycle < UINT32_MAX ? (unsigned)cycle : UINT32_MAX;
}

void fclc_waves_dump(struct fclc_rtl *rtl, uint64_t after)
{
	uint64_t period = rtl->design->nclocks ? rtl->design->clocks[0].period_ps : 1;

	if (fclc_waves_begin_in(rtl) || !rtl->design->waves->asked(rtl->model))
		return;
	if (!rtl->wave_open)
		open_file(rtl);
	if (rtl->wave_open)
		rtl->design->waves->dump(rtl->model, rtl->now * period + after);
}
