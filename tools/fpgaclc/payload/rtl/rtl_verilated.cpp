/* SPDX-License-Identifier: Apache-2.0 */

/* Verilator's own runtime, changed to end the execution instead of the program. */
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL

/* The HDL opens files of the image (rtl_files.c). */
#include <cstdarg>
#include <cstdio>
#include <fstream>

#include "rtl.h"
#include "rtl_snap.h"

/* What the HDL prints; not again when its last cycles run again (rtl_snap.c). */
static void fclc_rtl_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF fclc_rtl_printf

namespace std
{
using ::fclc_rtl_fopen;
}
#define fopen fclc_rtl_fopen
#include "verilated.cpp"
#undef fopen
#if defined(VERILATOR_VERSION_INTEGER) && VERILATOR_VERSION_INTEGER >= 5000000
#include "verilated_threads.cpp"
#endif

#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#ifndef VERILATOR_VERSION_INTEGER
/* Before 4.200, the program provides the time. It stays at 0, like a context's. */
double sc_time_stamp()
{
	return 0;
}
#endif

/* The unit that runs on this thread; NULL: none does. */
static fclc_rtl *here()
{
	struct fcl_cu *cu = fclc_rt_current();

	return cu ? *(fclc_rtl **)cu->state : nullptr;
}

static void fclc_rtl_printf(const char *format, ...)
{
	const fclc_rtl *rtl = here();
	va_list args;

	if (rtl && fclc_snap_replays(rtl))
		return;
	va_start(args, format);
	std::vprintf(format, args);
	va_end(args);
}

/* Outside of an execution there is nothing to fail; the model continues. */
static void end(const char *what, const char *file, int line)
{
	const char *slash = std::strrchr(file, '/');
	char text[256];

	std::snprintf(text, sizeof(text), "%s:%d: the HDL ended its simulation: %s",
		      slash ? slash + 1 : file, line, what);
	if (here())
		fclc_rtl_fail(here(), "%s", text);
	if (fclc_rt_executing())
		fclc_rt_fail(text);
}

void vl_finish(const char *file, int line, const char *)
{
	end("$finish", file, line);
}

void vl_stop(const char *file, int line, const char *)
{
	end("$stop or an assertion", file, line);
}

void vl_fatal(const char *file, int line, const char *, const char *message)
{
	end(message, file, line);
}
