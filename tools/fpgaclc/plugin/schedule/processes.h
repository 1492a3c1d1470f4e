/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_PROCESSES_H
#define FCLC_PLUGIN_SCHEDULE_PROCESSES_H

#include <map>
#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/schedule/figure.h"

namespace fclc
{

/* What a process does to a variable. */
struct channel_use {
	bool reads = false, writes = false, streams = false;
};

/* One process of a DATAFLOW region. */
struct process {
	std::string name;
	figure latency;
	std::map<const llvm::Value *, channel_use> uses;
};

/* How one feeds another. */
enum class feeds { nothing, stream, array };

feeds how(const process &from, const process &to);

process process_of(const llvm::CallInst &call, const std::string &name, const figure &latency);
process process_of(const llvm::Loop &loop, const std::string &name, const figure &latency);

/* Whether one feeds another by a stream. */
bool run_over_streams(const std::vector<process> &processes);

/*
 * From the region's start to its end. A process starts when those that fill its arrays have ended; with
 * one that feeds it by a stream it starts, but does not end before it, which is a bound.
 */
figure latency_of(const std::vector<process> &processes);

/* To the region's next start: its slowest process decides. */
figure interval_of(const std::vector<process> &processes);

} // namespace fclc

#endif
