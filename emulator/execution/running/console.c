/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/console.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/config.h"
#include "base/log.h"

/* 0 until the environment is read, then 1 (the log) or 2 (standard output). */
static atomic_int console;

static bool is_stdout(void)
{
	int where = atomic_load_explicit(&console, memory_order_relaxed);

	if (!where) {
		where = fcl_config_is_emulation() ? 2 : 1;
		atomic_store_explicit(&console, where, memory_order_relaxed);
	}
	return where == 2;
}

/*
 * Uses the host's stdout stream, so that the host's and the kernels' lines keep their order. It is
 * flushed, because the last output before a crash is the most important.
 */
static void write_out(const char *text, size_t length, bool line_end)
{
	flockfile(stdout);
	fwrite_unlocked(text, 1, length, stdout);
	if (line_end)
		putc_unlocked('\n', stdout);
	fflush_unlocked(stdout);
	funlockfile(stdout);
}

void fcl_emu_console(const char *cu, const char *text, size_t length, bool line_end)
{
	if (is_stdout())
		write_out(text, length, line_end);
	else if (length)
		fcl_log(FCL_LOG_INFO, cu, "%.*s", (int)length, text);
}
