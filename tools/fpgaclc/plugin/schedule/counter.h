/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_COUNTER_H
#define FCLC_PLUGIN_SCHEDULE_COUNTER_H

#include <map>
#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "tools/fpgaclc/plugin/schedule/plan.h"

namespace fclc
{

/*
 * Counts in one function. Its variables are allocas while it works, and registers in the end. Code at
 * the start of a block is put in front of what is there already, so what runs later is put in earlier:
 * a loop's own code before that of the loops in it.
 */
class counter
{
      public:
	explicit counter(const function_plan &plan)
	    : plan(plan), function(*plan.function), tree(function), loops(tree),
	      word(llvm::Type::getInt64Ty(function.getContext()))
	{
	}
	void run();

      private:
	struct segment {
		const planned_segment *plan;
		llvm::AllocaInst *start;
		std::map<int, llvm::AllocaInst *> waits; /* by the state in which parts begin */
	};

	const function_plan &plan;
	llvm::Function &function;
	llvm::DominatorTree tree;
	llvm::LoopInfo loops;
	llvm::Type *word;
	llvm::Value *clock = nullptr;
	llvm::Instruction *begun = nullptr; /* the clock has been read */
	llvm::AllocaInst *now = nullptr;
	std::vector<llvm::AllocaInst *> variables;
	std::vector<segment> segments;
	std::map<const llvm::BasicBlock *, llvm::AllocaInst *> starts,
		counts; /* of loops, by their headers */
	std::map<const llvm::BasicBlock *, llvm::Value *>
		totals; /* how often loops run, if known before */
	std::map<const llvm::Value *, llvm::Value *> buses;
	std::map<const llvm::BasicBlock *, llvm::Value *> clocks; /* of loops that are processes */
	std::map<const llvm::BasicBlock *, llvm::Value *> flows;  /* of loops that flush */
	llvm::AllocaInst *entered =
		nullptr; /* of a region: when it was, while processes have `now` */

	/* Calls of payload/include/fpgacl/clock.h. */
	llvm::Value *call(llvm::IRBuilder<> &builder, const char *name, llvm::Type *result,
			  llvm::ArrayRef<llvm::Value *> values);
	void call(llvm::IRBuilder<> &builder, const char *name,
		  llvm::ArrayRef<llvm::Value *> values)
	{
		call(builder, name, builder.getVoidTy(), values);
	}
	llvm::Value *number(uint64_t value) const
	{
		return llvm::ConstantInt::get(word, value);
	}
	llvm::Value *bus_of(const planned_event &event);
	llvm::Value *clock_of(const llvm::BasicBlock *block) const;
	void begin_streams();
	void begin_processes();
	void begin_process(const planned_process &process, unsigned index);
	struct moment;
	llvm::Value *move_element(llvm::CallInst *access, const char *name, const moment &moment,
				  bool timed);
	void add_stream(const planned_event &event, llvm::Value *own, llvm::Value *at,
			llvm::Value *since);
	void add_access(const std::vector<planned_event> &events, const planned_event &beat,
			llvm::function_ref<llvm::Value *(int)> in, llvm::Value *since);
	static std::vector<int> flow_states(const planned_loop &loop);
	void begin_flow(const planned_loop &loop);
	void begin_flow_iteration(llvm::IRBuilder<> &builder, const planned_loop &loop);
	llvm::Value *clock_of_state(llvm::IRBuilder<> &builder, const planned_loop &loop,
				    const planned_event &event);
	void end_flow(const planned_loop &loop);
	void find_totals();
	const llvm::SCEV *total_of(llvm::ScalarEvolution &evolution,
				   const planned_loop &loop) const;
	void add_burst_beats(llvm::IRBuilder<> &builder, const segment *segment,
			     const planned_loop &loop, llvm::Value *count);
	void add_bursts(const segment *segment, const planned_loop &loop);
	void add_segment_events(const segment &segment);
	void add_loop_events(const planned_loop &loop);
	llvm::Value *iteration(llvm::IRBuilder<> &builder, const planned_loop &loop);

	llvm::Instruction *first_of(llvm::BasicBlock &block) const;
	llvm::AllocaInst *variable(const char *name);
	llvm::Value *load(llvm::IRBuilder<> &builder, llvm::AllocaInst *from);
	void add(llvm::IRBuilder<> &builder, llvm::AllocaInst *to, llvm::Value *what);
	llvm::Value *time_in(llvm::IRBuilder<> &builder, const segment &segment, int state);
	void raise(llvm::IRBuilder<> &builder, llvm::AllocaInst *wait, llvm::Value *start,
		   llvm::Value *end);
	void begin_function();
	void end_function();
	void begin_segment(segment &segment);
	void reset_waits(llvm::IRBuilder<> &builder, const segment &segment);
	segment *segment_with(const llvm::BasicBlock *block);
	void skip_loop(const planned_guard &guard);
	void end_segment(const segment &segment);
	void count_call(const segment &segment, const planned_part &part);
	void begin_loop_part(const segment &segment, const planned_part &part);
	void end_loop_part(const segment &segment, const planned_part &part);
	void begin_loop(const planned_loop &loop);
	void end_pipeline(const planned_loop &loop);
	void end_loop(const planned_loop &loop);
	void count_level(unsigned depth);
	static const segment *segment_with(const std::vector<segment *> &list,
					   const llvm::BasicBlock *loop);
	unsigned depth_of(const llvm::BasicBlock *block) const
	{
		return loops.getLoopDepth(block);
	}
	std::vector<llvm::BasicBlock *> exits_of(const llvm::BasicBlock *header) const;
};

/* Whether an access of a bus has a request of its own. */
bool has_request(const std::vector<planned_event> &events, const llvm::Instruction *at);

/* Accesses of a loop that share a request in front of it. */
struct burst_group {
	const planned_event *first;
	std::vector<const planned_event *> beats;
};
std::vector<burst_group> bursts_of(const planned_loop &loop);

} // namespace fclc

#endif
