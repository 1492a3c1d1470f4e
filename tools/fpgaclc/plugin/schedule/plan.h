/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_PLAN_H
#define FCLC_PLUGIN_SCHEDULE_PLAN_H

#include <string>
#include <vector>

#include <llvm/IR/Function.h>

#include "tools/fpgaclc/plugin/schedule/figure.h"

namespace fclc
{

/* An access whose time also depends on others: of a stream, or over a memory bus. */
struct planned_event {
	enum event_kind { stream, request, beat, response } kind = stream;
	llvm::Instruction *at = nullptr; /* nullptr: of a burst of `loop` */
	llvm::BasicBlock *loop = nullptr;
	const llvm::Value *bus = nullptr; /* the argument */
	unsigned bytes = 0;               /* of a beat */
	bool store = false;
	int state = 0;
};

/* A stream that is a variable of the function. */
struct planned_stream {
	const llvm::Value *base = nullptr;
	std::string name;
	unsigned long depth = 2;
};

/* A process of a DATAFLOW region: a call, or a loop. */
struct planned_process {
	llvm::Instruction *call = nullptr;
	llvm::BasicBlock *loop = nullptr;
	std::string name;
	std::vector<unsigned> after; /* those that have to end before it starts */
};

/*
 * Where the states of a schedule are in the code that was scheduled, so that the code can count them
 * when it runs. Blocks are those of the scheduled code, which must not change in between.
 */

/* A call, or a loop that is a circuit of its own, in a segment. It begins one state behind `state`. */
struct planned_part {
	llvm::Instruction *call = nullptr;
	llvm::BasicBlock *loop = nullptr; /* its header */
	int state = 0;
};

/* Blocks that always run one behind the other. */
struct planned_segment {
	llvm::BasicBlock *first = nullptr;
	llvm::BasicBlock *last = nullptr; /* the last block; nullptr: it ends with the loop */
	llvm::BasicBlock *loop = nullptr; /* that loop's header */
	std::vector<llvm::BasicBlock *> blocks;
	unsigned states = 1;
	std::vector<planned_part> parts;
	std::vector<planned_event> events;
};

struct planned_loop {
	llvm::BasicBlock *header = nullptr, *inner = nullptr; /* the same if it is not flattened */
	bool pipelined = false, outlined = false;
	int number = 0;       /* in scheduled_function.loops */
	bool flushes = false; /* while a state waits, those behind it go on */
	unsigned ii = 1, depth = 1;
	std::vector<planned_part> calls;
	std::vector<planned_event> events;
};

/* A branch that skips a loop without iterations: its states are counted all the same. */
struct planned_guard {
	llvm::BasicBlock *block = nullptr;
	llvm::BasicBlock *loop = nullptr; /* its header */
	unsigned states = 0;              /* of a loop that is in no segment */
};

struct function_plan {
	llvm::Function *function = nullptr;
	std::string kind;           /* as in scheduled_function */
	unsigned depth = 1, ii = 1; /* of a pipeline */
	std::vector<planned_segment> segments;
	std::vector<planned_loop> loops;
	std::vector<planned_event> events; /* of a pipeline */
	std::vector<planned_stream> streams;
	std::vector<planned_process> processes;
	std::vector<planned_guard> guards;
	sureness sure = sureness::exact;
	std::string unknown; /* why it cannot be counted; empty: it can */
};

} // namespace fclc

#endif
