/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "rtl_cycle.h"

/*
 * Waveforms of one compute unit: Verilator's model writes the file, here is decided when. If the HDL
 * calls $dumpvars, the file has the name that $dumpfile gave and begins there.
 */

/* At exit the files of units that were not closed are completed. */
static struct fclc_rtl *fclc_waving;

static const struct fcl_model_watch *watch_of(const struct fclc_rtl *rtl)
{
	const struct fcl_model_host *host = rtl->cu->host;

	return FCLC_HOST_HAS(host, watch) ? host->watch(rtl->cu) : NULL;
}

/* "<folder>/<unit>.fst", or "<folder>/<unit>.<name in $dumpfile>". */
static void name_file(const struct fclc_rtl *rtl, const char *folder, char *path, size_t size)
{
	const char *unit = strchr(rtl->cu->name, ':'),
		   *dump = rtl->design->waves->dumpfile(rtl->model);
	const char *slash = strrchr(dump, '/');

	unit = unit ? unit + 1 : rtl->cu->name;
	dump = slash ? slash + 1 : dump;
	if (*dump)
		snprintf(path, size, "%s/%s.%s", folder, unit, dump);
	else
		snprintf(path, size, "%s/%s.%s", folder, unit, rtl->design->waves->suffix);
}

static void open_file(struct fclc_rtl *rtl)
{
	char path[4096], text[4200];

	name_file(rtl, rtl->watch->waves, path, sizeof(path));
	if (!rtl->design->waves->open(rtl->model, path)) {
		snprintf(text, sizeof(text), "cannot write the waveform '%s'", path);
		rtl->cu->host->log(rtl->cu, FCL_MODEL_LOG_ERROR, text);
		rtl->waves = false;
		return;
	}
	rtl->wave_open = true;
	fclc_waving = rtl;
}

void fclc_waves_begin(struct fclc_rtl *rtl)
{
	const struct fcl_model_watch *watch = watch_of(rtl);

	rtl->watch = watch;
	rtl->waves = watch && watch->waves;
	if (rtl->waves && !rtl->design->waves) {
		rtl->cu->host->log(
			rtl->cu, FCL_MODEL_LOG_WARN,
			"FPGACL_WAVES: the model has no waveforms in it; link the image with fpgaclc --waves");
		rtl->waves = false;
	}
}

void fclc_waves_close(struct fclc_rtl *rtl)
{
	if (rtl->wave_open)
		rtl->design->waves->close(rtl->model);
	rtl->wave_open = false;
	fclc_waving = NULL;
}

__attribute__((destructor)) static void complete(void)
{
	if (fclc_waving)
		fclc_waves_close(fclc_waving);
}

void fclc_waves_dump(struct fclc_rtl *rtl, unsigned half)
{
	const struct fcl_model_watch *watch = rtl->watch;
	uint64_t period = rtl->design->nclocks ? rtl->design->clocks[0].period_ps : 1;
	uint64_t run = rtl->run ? rtl->run : 1, cycle = rtl->cycles + 1;

	if (run < watch->first_run || run > watch->last_run || cycle < watch->first_cycle ||
	    cycle > watch->last_cycle || !rtl->design->waves->asked(rtl->model))
		return;
	if (!rtl->wave_open)
		open_file(rtl);
	if (rtl->wave_open)
		rtl->design->waves->dump(rtl->model, rtl->now * period + (half ? period / 2 : 0));
}
