/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/count.h"
#include "tools/fpgaclc/plugin/schedule/counter.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"

#include <set>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;

namespace fclc
{

/* Where a block's code starts; the entry's, when the clock has been read. */
Instruction *counter::first_of(BasicBlock &block) const
{
	return block.isEntryBlock() ? begun->getNextNode() : &*block.getFirstInsertionPt();
}

AllocaInst *counter::variable(const char *name)
{
	BasicBlock &entry = function.getEntryBlock();
	IRBuilder<> builder(&entry, entry.begin());
	AllocaInst *made = builder.CreateAlloca(word, nullptr, name);

	variables.push_back(made);
	return made;
}

Value *counter::load(IRBuilder<> &builder, AllocaInst *from)
{
	return builder.CreateLoad(word, from);
}

void counter::add(IRBuilder<> &builder, AllocaInst *to, Value *what)
{
	builder.CreateStore(builder.CreateAdd(load(builder, to), what), to);
}

std::vector<BasicBlock *> counter::exits_of(const BasicBlock *header) const
{
	SmallVector<BasicBlock *, 4> exits;

	loops.getLoopFor(header)->getUniqueExitBlocks(exits);
	return {exits.begin(), exits.end()};
}

/* --- segments ---------------------------------------------------------------------------------- */

/* When a state begins, with what the parts in states before it took. */
Value *counter::time_in(IRBuilder<> &builder, const segment &segment, int state)
{
	Value *time = builder.CreateAdd(load(builder, segment.start),
					ConstantInt::get(word, static_cast<uint64_t>(state)));

	for (const auto &[at, wait] : segment.waits)
		if (at < state)
			time = builder.CreateAdd(time, load(builder, wait));
	return time;
}

void counter::begin_segment(segment &segment)
{
	IRBuilder<> builder(first_of(*segment.plan->first));

	segment.start = variable("clock.start");
	builder.CreateStore(load(builder, now), segment.start);
	for (const planned_part &part : segment.plan->parts) {
		AllocaInst *&wait = segment.waits[part.state];

		wait = wait ? wait : variable("clock.wait");
	}
	reset_waits(builder, segment);
}

/* A loop that is skipped takes its two states, too. */
void counter::reset_waits(IRBuilder<> &builder, const segment &segment)
{
	for (const auto &[state, wait] : segment.waits) {
		uint64_t least = 0;

		for (const planned_part &part : segment.plan->parts)
			if (part.state == state && part.loop)
				least = 2;
		builder.CreateStore(ConstantInt::get(word, least), wait);
	}
}

void counter::end_segment(const segment &segment)
{
	std::vector<Instruction *> places;

	if (segment.plan->last)
		places.push_back(segment.plan->last->getTerminator());
	else
		for (BasicBlock *exit : exits_of(segment.plan->loop))
			places.push_back(first_of(*exit));
	for (Instruction *place : places) {
		IRBuilder<> builder(place);
		Value *time = time_in(builder, segment, static_cast<int>(segment.plan->states) - 1);

		builder.CreateStore(time, now);
	}
}

/* Parts that begin in one state run at once: the longest counts. */
void counter::raise(IRBuilder<> &builder, AllocaInst *wait, Value *start, Value *end)
{
	Value *took = builder.CreateSub(end, start);

	builder.CreateStore(
		builder.CreateBinaryIntrinsic(Intrinsic::umax, load(builder, wait), took), wait);
}

void counter::count_call(const segment &segment, const planned_part &part)
{
	IRBuilder<> before(part.call), after(part.call->getNextNode());
	Value *start = time_in(before, segment, part.state + 1);

	/* Those in the same state have begun, but take no time of this one's. */
	start = before.CreateSub(start, load(before, segment.waits.at(part.state)));
	Value *own = clock_of(part.call->getParent());

	before.CreateStore(start, own);
	raise(after, segment.waits.at(part.state), start, after.CreateLoad(word, own));
}

void counter::begin_loop_part(const segment &segment, const planned_part &part)
{
	IRBuilder<> builder(loops.getLoopFor(part.loop)->getLoopPreheader()->getTerminator());
	Value *own = load(builder, segment.waits.at(part.state));

	builder.CreateStore(builder.CreateSub(time_in(builder, segment, part.state + 1), own), now);
}

void counter::end_loop_part(const segment &segment, const planned_part &part)
{
	AllocaInst *wait = segment.waits.at(part.state);

	for (BasicBlock *exit : exits_of(part.loop)) {
		IRBuilder<> after(first_of(*exit));

		raise(after, wait, load(after, starts.at(part.loop)), load(after, now));
	}
}

counter::segment *counter::segment_with(const BasicBlock *block)
{
	for (segment &segment : segments)
		for (const BasicBlock *each : segment.plan->blocks)
			if (each == block)
				return &segment;
	return nullptr;
}

/* Where the branch goes on behind its loop, a segment may have begun in the loop's exit: it begins here. */
void counter::skip_loop(const planned_guard &guard)
{
	auto *branch = cast<BranchInst>(guard.block->getTerminator());
	BasicBlock *preheader = loops.getLoopFor(guard.loop)->getLoopPreheader();
	bool second = branch->getSuccessor(0) == preheader;
	segment *from = segment_with(guard.block);
	segment *to = segment_with(branch->getSuccessor(second));
	IRBuilder<> builder(branch);

	if (!from)
		return;
	if (guard.block != from->plan->last)
		builder.CreateStore(
			time_in(builder, *from, static_cast<int>(from->plan->states) - 1), now);
	if (guard.states) {
		Value *skips = branch->getCondition();

		skips = second ? builder.CreateNot(skips) : skips;
		add(builder, now,
		    builder.CreateSelect(skips, ConstantInt::get(word, guard.states),
					 ConstantInt::get(word, 0)));
	}
	if (!to || to == from || branch->getSuccessor(second) == to->plan->first)
		return;
	builder.CreateStore(load(builder, now), to->start);
	reset_waits(builder, *to);
}

/* --- loops ------------------------------------------------------------------------------------- */

void counter::begin_loop(const planned_loop &loop)
{
	IRBuilder<> builder(loops.getLoopFor(loop.header)->getLoopPreheader()->getTerminator());

	if (!loop.pipelined)
		return;
	starts[loop.header] = variable("clock.loop");
	counts[loop.header] = variable("clock.count");
	builder.CreateStore(load(builder, now), starts[loop.header]);
	builder.CreateStore(ConstantInt::get(word, 0), counts[loop.header]);
	begin_flow(loop);
}

/* One state to get there, and its header once more; iterations overlap. */
void counter::end_pipeline(const planned_loop &loop)
{
	uint64_t rest = std::max(loop.depth ? loop.depth - 1 : 0, loop.ii);

	for (BasicBlock *exit : exits_of(loop.header)) {
		IRBuilder<> builder(first_of(*exit));
		Value *all = load(builder, counts.at(loop.header));
		Value *none = builder.CreateICmpEQ(all, ConstantInt::get(word, 0));
		Value *took = builder.CreateAdd(
			builder.CreateMul(builder.CreateSub(all, ConstantInt::get(word, 1)),
					  ConstantInt::get(word, loop.ii)),
			ConstantInt::get(word, rest));

		took = builder.CreateSelect(none, ConstantInt::get(word, 0), took);
		took = builder.CreateAdd(took, ConstantInt::get(word, 2));
		builder.CreateStore(builder.CreateAdd(load(builder, starts.at(loop.header)), took),
				    now);
	}
}

void counter::end_loop(const planned_loop &loop)
{
	if (loop.pipelined) {
		end_pipeline(loop);
		return;
	}
	/* Its header once more. */
	for (BasicBlock *exit : exits_of(loop.header)) {
		IRBuilder<> builder(first_of(*exit));

		add(builder, now, ConstantInt::get(word, 1));
	}
}

/* --- all --------------------------------------------------------------------------------------- */

void counter::begin_function()
{
	Module &module = *function.getParent();
	Type *pointer = PointerType::getUnqual(Type::getInt8Ty(function.getContext()));
	FunctionCallee ask = module.getOrInsertFunction("fclc_clock", pointer);
	auto *callee = cast<Function>(ask.getCallee());
	IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());

	callee->setVisibility(GlobalValue::HiddenVisibility);
	callee->setDoesNotThrow();
	callee->addFnAttr(Attribute::WillReturn);
	now = variable("clock.now");
	clock = builder.CreateCall(ask);
	begun = builder.CreateStore(builder.CreateLoad(word, clock), now);
}

void counter::end_function()
{
	for (BasicBlock &block : function) {
		auto *end = dyn_cast<ReturnInst>(block.getTerminator());

		if (!end)
			continue;
		IRBuilder<> builder(end);

		if (!plan.processes.empty())
			call(builder, "fclc_clock_join_all", {clock});
		if (plan.kind == "pipeline")
			add(builder, now, ConstantInt::get(word, plan.depth - 1));
		/* Its processes are started in one cycle, and waited for in the next. */
		if (plan.kind == "dataflow")
			add(builder, now, ConstantInt::get(word, 1));
		builder.CreateStore(load(builder, now), clock);
	}
}

/* The one that a loop is a part of; nullptr: it stands alone. */
const counter::segment *counter::segment_with(const std::vector<segment *> &list,
					      const BasicBlock *loop)
{
	for (const segment *segment : list)
		for (const planned_part &part : segment->plan->parts)
			if (part.loop == loop)
				return segment;
	return nullptr;
}

/* All that begins or ends between the loops of one depth. */
void counter::count_level(unsigned depth)
{
	std::vector<segment *> here;

	for (segment &segment : segments)
		if (depth_of(segment.plan->first) == depth)
			here.push_back(&segment);
	for (segment *segment : here)
		begin_segment(*segment);
	for (segment *segment : here)
		end_segment(*segment);
	for (const planned_guard &guard : plan.guards)
		if (depth_of(guard.block) == depth)
			skip_loop(guard);
	for (segment *segment : here)
		for (const planned_part &part : segment->plan->parts)
			if (part.loop)
				begin_loop_part(*segment, part);
	for (const planned_loop &loop : plan.loops)
		if (depth_of(loop.header) == depth + 1)
			begin_loop(loop);
	/* What is put in here runs in the reverse order. */
	for (const planned_loop &loop : plan.loops)
		if (depth_of(loop.header) == depth + 1 && loop.pipelined) {
			add_bursts(segment_with(here, loop.header), loop);
			end_flow(loop);
		}
	for (segment *segment : here)
		for (const planned_part &part : segment->plan->parts)
			if (part.loop)
				end_loop_part(*segment, part);
	for (const planned_loop &loop : plan.loops)
		if (depth_of(loop.header) == depth + 1)
			end_loop(loop);
}

void counter::run()
{
	unsigned deepest = 0;

	find_totals();
	begin_function();
	for (const planned_segment &each : plan.segments) {
		segments.push_back({&each, nullptr, {}});
		deepest = std::max(deepest, depth_of(each.first));
	}
	begin_processes();
	for (unsigned depth = 0; depth <= deepest; depth++)
		count_level(depth);
	for (const segment &segment : segments)
		for (const planned_part &part : segment.plan->parts)
			if (part.call)
				count_call(segment, part);
	/* Each iteration; a loop's own code was put in earlier, and so is behind this. */
	for (const planned_loop &loop : plan.loops) {
		IRBuilder<> builder(first_of(*loop.inner));

		add(builder, loop.pipelined ? counts.at(loop.header) : now,
		    ConstantInt::get(word, 1));
		begin_flow_iteration(builder, loop);
	}
	for (const segment &segment : segments)
		add_segment_events(segment);
	for (const planned_loop &loop : plan.loops)
		if (loop.pipelined)
			add_loop_events(loop);
	for (const planned_event &event : plan.events)
		if (event.kind == planned_event::stream) {
			IRBuilder<> builder(event.at);
			Value *start = load(builder, now);

			add_stream(event, clock_of(event.at->getParent()),
				   builder.CreateAdd(start,
						     number(static_cast<uint64_t>(event.state))),
				   start);
		} else if (event.at && event.kind == planned_event::beat) {
			IRBuilder<> builder(event.at);
			Value *start = load(builder, now);

			add_access(
				plan.events, event,
				[&](int state) {
					return builder.CreateAdd(
						start, number(static_cast<uint64_t>(state)));
				},
				start);
		}
	begin_streams();
	end_function();
	tree.recalculate(function);
	PromoteMemToReg(variables, tree);
}

/* --- what cannot be counted -------------------------------------------------------------------- */

static bool asks(const std::vector<planned_event> &events)
{
	return any_of(events, [](const planned_event &event) {
		return event.kind == planned_event::stream &&
		       stream_accessed(*event.at) == stream_access::ask;
	});
}

static bool asks(const function_plan &plan)
{
	return asks(plan.events) ||
	       any_of(plan.segments,
		      [](const planned_segment &segment) { return asks(segment.events); }) ||
	       any_of(plan.loops, [](const planned_loop &loop) { return asks(loop.events); });
}

/* Code that two states share: the schedule has a copy of it in each. */
static bool is_shared(const function_plan &plan)
{
	std::set<const Instruction *> seen;
	auto again = [&seen](const planned_event &event) {
		return event.at && event.kind == planned_event::stream &&
		       !seen.insert(event.at).second;
	};
	bool shared = any_of(plan.events, again);

	for (const planned_segment &segment : plan.segments)
		shared = any_of(segment.events, again) || shared;
	for (const planned_loop &loop : plan.loops)
		shared = (loop.pipelined && any_of(loop.events, again)) || shared;
	return shared;
}

static std::string why_not(const function_plan &plan)
{
	DominatorTree tree(*plan.function);
	LoopInfo loops(tree);

	if (!plan.unknown.empty())
		return plan.unknown;
	/* It would ask on and on, with the processor, while nothing else happens on the board. */
	if (options_of_schedule().free_running && asks(plan))
		return "a free-running kernel asks how full a stream is";
	for (const planned_loop &loop : plan.loops) {
		const Loop *found = loops.getLoopFor(loop.header);

		if (!found || found->getHeader() != loop.header || !found->isLoopSimplifyForm())
			return "a loop is entered or left in more than one way";
		/* What it moves is told behind it, and so too late for what is asked in it. */
		if (asks(loop.events) && !bursts_of(loop).empty())
			return "a loop asks how full a stream is, and moves data in bursts";
	}
	if (is_shared(plan))
		return "an access of a stream is in two states";
	for (const planned_segment &segment : plan.segments)
		for (const planned_part &part : segment.parts)
			if (part.call && !isa<CallInst>(part.call))
				return "a call may throw an exception";
	return "";
}

std::string count_states(const std::vector<function_plan> &plans)
{
	for (const function_plan &plan : plans) {
		std::string why = why_not(plan);

		if (!why.empty())
			return why;
	}
	for (const function_plan &plan : plans)
		counter(plan).run();
	return "";
}

} // namespace fclc
