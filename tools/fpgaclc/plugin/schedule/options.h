/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_OPTIONS_H
#define FCLC_PLUGIN_SCHEDULE_OPTIONS_H

#include <string>
#include <vector>

#include "tools/fpgaclc/plugin/schedule/operators/timing.h"

namespace fclc
{

/* What a schedule is asked for, and for what hardware. */
struct schedule_options {
	std::string output;        /* the file; empty: no schedule is asked for */
	std::string code;          /* a file for the code that is scheduled; empty: none */
	bool counted = false;      /* the code that was scheduled is kept, and counts its cycles */
	bool free_running = false; /* nobody starts the kernel: it runs again and again */
	std::string top, part;
	std::string kernel;              /* that is counted: its name, where `top` is a symbol */
	std::vector<std::string> others; /* IR of the kernel's other sources */
	clock_target clock;
	unsigned pipeline_loops =
		64; /* loops of more iterations are pipelined unasked; 0: none is */
	std::string pipeline_style = "stp";
	bool kernel_flow = false; /* pointers of the top are masters of a memory bus */
	unsigned m_axi_latency = 0;
};

const schedule_options &options_of_schedule();

} // namespace fclc

#endif
