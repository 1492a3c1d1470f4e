/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/count.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <map>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;

namespace fclc
{

namespace
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
	      word(Type::getInt64Ty(function.getContext()))
	{
	}
	void run();

      private:
	struct segment {
		const planned_segment *plan;
		AllocaInst *start;
		std::map<int, AllocaInst *> waits; /* by the state in which parts begin */
	};

	const function_plan &plan;
	Function &function;
	DominatorTree tree;
	LoopInfo loops;
	Type *word;
	Value *clock = nullptr;
	Instruction *begun = nullptr; /* the clock has been read */
	AllocaInst *now = nullptr;
	std::vector<AllocaInst *> variables;
	std::vector<segment> segments;
	std::map<const BasicBlock *, AllocaInst *> starts, counts; /* of loops, by their headers */
	std::map<const BasicBlock *, Value *> totals; /* how often loops run, if known before */
	std::map<const Value *, Value *> buses;
	std::map<const BasicBlock *, Value *> clocks; /* of loops that are processes */
	AllocaInst *entered = nullptr; /* of a region: when it was, while processes have `now` */

	/* Calls of payload/include/fpgacl/clock.h. */
	Value *call(IRBuilder<> &builder, const char *name, Type *result, ArrayRef<Value *> values);
	void call(IRBuilder<> &builder, const char *name, ArrayRef<Value *> values)
	{
		call(builder, name, builder.getVoidTy(), values);
	}
	Value *number(uint64_t value) const
	{
		return ConstantInt::get(word, value);
	}
	Value *bus_of(const planned_event &event);
	Value *clock_of(const BasicBlock *block) const;
	void begin_streams();
	void begin_processes();
	void begin_process(const planned_process &process, unsigned index);
	struct moment;
	Value *move_element(CallInst *access, const char *name, const moment &moment, bool timed);
	void add_stream(const planned_event &event, Value *at, Value *since);
	void add_access(const std::vector<planned_event> &events, const planned_event &beat,
			Value *start, Value *since);
	void find_totals();
	const SCEV *total_of(ScalarEvolution &evolution, const planned_loop &loop) const;
	void add_burst_beats(IRBuilder<> &builder, const segment *segment, const planned_loop &loop,
			     Value *count);
	void add_bursts(const segment *segment, const planned_loop &loop);
	void add_segment_events(const segment &segment);
	void add_loop_events(const planned_loop &loop);
	Value *iteration(IRBuilder<> &builder, const planned_loop &loop);

	Instruction *first_of(BasicBlock &block) const;
	AllocaInst *variable(const char *name);
	Value *load(IRBuilder<> &builder, AllocaInst *from);
	void add(IRBuilder<> &builder, AllocaInst *to, Value *what);
	Value *time_in(IRBuilder<> &builder, const segment &segment, int state);
	void raise(IRBuilder<> &builder, AllocaInst *wait, Value *start, Value *end);
	void begin_function();
	void end_function();
	void begin_segment(segment &segment);
	void reset_waits(IRBuilder<> &builder, const segment &segment);
	segment *segment_with(const BasicBlock *block);
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
					   const BasicBlock *loop);
	unsigned depth_of(const BasicBlock *block) const
	{
		return loops.getLoopDepth(block);
	}
	std::vector<BasicBlock *> exits_of(const BasicBlock *header) const;
};

} // namespace

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

/* --- events ------------------------------------------------------------------------------------ */

Value *counter::call(IRBuilder<> &builder, const char *name, Type *result, ArrayRef<Value *> values)
{
	SmallVector<Type *, 8> types;

	for (const Value *value : values)
		types.push_back(value->getType());
	FunctionCallee callee = function.getParent()->getOrInsertFunction(
		name, FunctionType::get(result, types, false));

	cast<Function>(callee.getCallee())->setVisibility(GlobalValue::HiddenVisibility);
	return builder.CreateCall(callee, values);
}

/* The clock of the process that the block is in. */
Value *counter::clock_of(const BasicBlock *block) const
{
	const Loop *loop = loops.getLoopFor(block);

	while (loop && loop->getParentLoop())
		loop = loop->getParentLoop();
	auto found = clocks.find(loop ? loop->getHeader() : nullptr);

	return found != clocks.end() ? found->second : clock;
}

/* The bus behind an argument, as a number of the clock. */
Value *counter::bus_of(const planned_event &event)
{
	Value *&bus = buses[event.bus];

	if (bus)
		return bus;
	IRBuilder<> builder(begun->getNextNode());

	bus = call(builder, "fclc_clock_bus", word,
		   {clock, const_cast<Value *>(event.bus), number(event.bytes)});
	return bus;
}

/* When the present iteration began. */
Value *counter::iteration(IRBuilder<> &builder, const planned_loop &loop)
{
	Value *before = builder.CreateSub(load(builder, counts.at(loop.header)), number(1));
	Value *start = builder.CreateAdd(load(builder, starts.at(loop.header)), number(1));

	return builder.CreateAdd(start, builder.CreateMul(before, number(loop.ii)));
}

/* The moment of an access of a stream: its arguments in calls of the runtime. */
struct counter::moment {
	Value *clock, *stream, *bytes, *at, *since;
};

/* An element goes through memory, which is zero where nothing is read. */
Value *counter::move_element(CallInst *access, const char *name, const moment &moment, bool timed)
{
	bool writes = access->arg_size() > 1;
	Type *type = writes ? access->getArgOperand(1)->getType() : access->getType();
	IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
	Value *slot = entry.CreateAlloca(type);
	IRBuilder<> builder(access);

	if (writes)
		builder.CreateStore(access->getArgOperand(1), slot);
	else if (!timed)
		builder.CreateStore(Constant::getNullValue(type), slot);
	if (timed)
		call(builder, name,
		     {moment.clock, moment.stream, slot, moment.bytes, moment.at, moment.since});
	else
		call(builder, name, {moment.clock, moment.stream, slot});
	return writes ? nullptr : builder.CreateLoad(type, slot);
}

/* An operator that stands for an access of a stream becomes the access, at a time. */
void counter::add_stream(const planned_event &event, Value *at, Value *since)
{
	auto *access = cast<CallInst>(event.at);
	IRBuilder<> builder(access);
	const stream_call what = stream_called(*access);
	const moment moment = {clock_of(access->getParent()), access->getArgOperand(0),
			       number(what.bytes), at, since};
	Value *result;

	if (what.kind == stream_call::moves) {
		result = move_element(access, what.writes ? "fclc_clock_write" : "fclc_clock_read",
				      moment, true);
	} else if (what.kind == stream_call::moves_tried) {
		result = move_element(
			access, what.writes ? "fclc_clock_tried_write" : "fclc_clock_tried_read",
			moment, false);
	} else {
		result = call(builder,
			      what.kind == stream_call::tries ? "fclc_clock_try"
							      : "fclc_clock_level",
			      word,
			      {moment.clock, moment.stream, moment.bytes, number(what.writes), at,
			       since});
		result = what.kind == stream_call::counts
				 ? builder.CreateZExtOrTrunc(result, access->getType())
				 : builder.CreateICmpEQ(result, number(0));
	}
	if (result)
		access->replaceAllUsesWith(result);
	access->eraseFromParent();
}

/* One behind the other, each with a request of its own. */
void counter::add_access(const std::vector<planned_event> &events, const planned_event &beat,
			 Value *start, Value *since)
{
	IRBuilder<> builder(beat.at);
	Value *times[3] = {
		start, builder.CreateAdd(start, number(static_cast<uint64_t>(beat.state))), start};

	for (const planned_event &event : events)
		if (event.at == beat.at && event.kind != planned_event::beat)
			times[event.kind == planned_event::request ? 0 : 2] = builder.CreateAdd(
				start, number(static_cast<uint64_t>(event.state)));
	call(builder, "fclc_clock_access",
	     {clock_of(beat.at->getParent()), bus_of(beat), number(beat.store),
	      getLoadStorePointerOperand(beat.at), times[0], times[1], times[2], since});
}

static bool has_request(const std::vector<planned_event> &events, const Instruction *at)
{
	for (const planned_event &event : events)
		if (event.at == at && event.kind == planned_event::request)
			return true;
	return false;
}

namespace
{

/* Accesses of a loop that share a request in front of it. */
struct burst_group {
	const planned_event *first;
	std::vector<const planned_event *> beats;
};

} // namespace

static std::vector<burst_group> bursts_of(const planned_loop &loop)
{
	std::vector<burst_group> groups;

	for (const planned_event &event : loop.events) {
		burst_group *found = nullptr;

		if (event.kind != planned_event::beat || has_request(loop.events, event.at))
			continue;
		for (burst_group &group : groups)
			if (group.first->bus == event.bus && group.first->store == event.store)
				found = &group;
		if (!found) {
			groups.push_back({&event, {}});
			found = &groups.back();
		}
		found->beats.push_back(&event);
	}
	return groups;
}

/* Of a burst, in the states around its loop; nullptr: the loop stands alone. */
static const planned_event *around(const planned_segment *segment, const planned_loop &loop,
				   const planned_event &beat, planned_event::event_kind kind)
{
	if (segment)
		for (const planned_event &event : segment->events)
			if (!event.at && event.loop == loop.header && event.bus == beat.bus &&
			    event.store == beat.store && event.kind == kind)
				return &event;
	return nullptr;
}

/* How often a loop runs, or a nest that is one; nullptr: that is not known before it ends. */
const SCEV *counter::total_of(ScalarEvolution &evolution, const planned_loop &loop) const
{
	const Loop *each = loops.getLoopFor(loop.inner);
	const SCEV *total = evolution.getOne(word);

	for (; each; each = each->getParentLoop()) {
		const SCEV *back = evolution.getBackedgeTakenCount(each);

		if (isa<SCEVCouldNotCompute>(back) || !each->isRotatedForm() ||
		    !evolution.isLoopInvariant(back, loops.getLoopFor(loop.header)))
			return nullptr;
		back = evolution.getNoopOrZeroExtend(back, word);
		total = evolution.getMulExpr(total,
					     evolution.getAddExpr(back, evolution.getOne(word)));
		if (each->getHeader() == loop.header)
			return total;
	}
	return nullptr;
}

/* Before anything is added to the code. */
void counter::find_totals()
{
	TargetLibraryInfoImpl known(Triple(function.getParent()->getTargetTriple()));
	TargetLibraryInfo library(known);
	AssumptionCache assumptions(function);
	ScalarEvolution evolution(function, library, assumptions, tree, loops);
	SCEVExpander expander(evolution, function.getParent()->getDataLayout(), "clock.total");

	for (const planned_loop &loop : plan.loops) {
		if (!loop.pipelined || bursts_of(loop).empty())
			continue;
		Instruction *at =
			loops.getLoopFor(loop.header)->getLoopPreheader()->getTerminator();
		const SCEV *total = total_of(evolution, loop);

		if (total && can_expand(total, at, expander, evolution))
			totals[loop.header] = expander.expandCodeFor(total, word, at);
	}
}

/* Its requests, and the elements that move in its iterations. */
void counter::add_burst_beats(IRBuilder<> &builder, const segment *segment,
			      const planned_loop &loop, Value *count)
{
	Value *own = clock_of(loop.header), *start = load(builder, starts.at(loop.header));
	Value *since = segment ? load(builder, segment->start) : start;

	for (const burst_group &group : bursts_of(loop)) {
		const planned_event &first = *group.first;
		const planned_event *request = around(segment ? segment->plan : nullptr, loop,
						      first, planned_event::request);
		Value *bus = bus_of(first), *store = number(first.store);

		call(builder, "fclc_clock_request",
		     {own, bus, store, const_cast<Value *>(first.bus),
		      builder.CreateMul(count, number(group.beats.size())),
		      request ? time_in(builder, *segment, request->state) : start, since});
		for (const planned_event *beat : group.beats)
			call(builder, "fclc_clock_beats",
			     {own, bus, store,
			      builder.CreateAdd(start,
						number(static_cast<uint64_t>(beat->state) + 1)),
			      count, number(loop.ii), since});
	}
}

/* In front of the loop, or behind it, when it is known how much it moved; responses are behind it. */
void counter::add_bursts(const segment *segment, const planned_loop &loop)
{
	auto total = totals.find(loop.header);

	if (total != totals.end()) {
		IRBuilder<> builder(
			loops.getLoopFor(loop.header)->getLoopPreheader()->getTerminator());

		add_burst_beats(builder, segment, loop, total->second);
	}
	for (BasicBlock *exit : exits_of(loop.header)) {
		IRBuilder<> builder(first_of(*exit));
		Value *count = load(builder, counts.at(loop.header));

		if (total == totals.end())
			add_burst_beats(builder, segment, loop, count);
		for (const burst_group &group : bursts_of(loop)) {
			const planned_event &first = *group.first;
			const planned_event *response = around(segment ? segment->plan : nullptr,
							       loop, first,
							       planned_event::response);
			Value *end = response ? time_in(builder, *segment, response->state)
					      : load(builder, now);

			if (first.store)
				call(builder, "fclc_clock_response",
				     {clock_of(loop.header), bus_of(first), count, end,
				      segment ? load(builder, segment->start)
					      : load(builder, starts.at(loop.header))});
		}
	}
}

void counter::add_segment_events(const segment &segment)
{
	for (const planned_event &event : segment.plan->events) {
		if (!event.at ||
		    (event.kind != planned_event::stream && event.kind != planned_event::beat))
			continue;
		IRBuilder<> builder(event.at);
		Value *since = load(builder, segment.start);

		if (event.kind == planned_event::stream)
			add_stream(event, time_in(builder, segment, event.state), since);
		else
			add_access(segment.plan->events, event, time_in(builder, segment, 0),
				   since);
	}
}

void counter::add_loop_events(const planned_loop &loop)
{
	for (const planned_event &event : loop.events) {
		bool burst = event.kind == planned_event::beat &&
			     !has_request(loop.events, event.at);

		if (burst ||
		    (event.kind != planned_event::stream && event.kind != planned_event::beat))
			continue;
		IRBuilder<> builder(event.at);
		Value *start = iteration(builder, loop);

		if (event.kind == planned_event::stream)
			add_stream(event,
				   builder.CreateAdd(start,
						     number(static_cast<uint64_t>(event.state))),
				   start);
		else
			add_access(loop.events, event, start, start);
	}
	for (const planned_part &part : loop.calls) {
		IRBuilder<> builder(part.call);

		builder.CreateStore(
			builder.CreateAdd(iteration(builder, loop),
					  number(static_cast<uint64_t>(part.state) + 1)),
			clock_of(part.call->getParent()));
	}
}

/* --- processes --------------------------------------------------------------------------------- */

void counter::begin_streams()
{
	for (const planned_stream &stream : plan.streams) {
		auto *variable = dyn_cast<AllocaInst>(const_cast<Value *>(stream.base));
		const DataLayout &layout = function.getParent()->getDataLayout();

		if (!variable)
			continue;
		IRBuilder<> builder(variable->getNextNode());
		Type *type = variable->getAllocatedType();
		uint64_t count = 1;

		while (auto *array = dyn_cast<ArrayType>(type)) {
			count *= array->getNumElements();
			type = array->getElementType();
		}
		call(builder, "fclc_clock_stream",
		     {clock, variable, number(count), number(layout.getTypeAllocSize(type)),
		      number(stream.depth), builder.CreateGlobalStringPtr(stream.name)});
	}
}

/* A process has a clock of its own; run_apart() takes it out of the function. */
void counter::begin_process(const planned_process &process, unsigned index)
{
	Loop *loop = process.loop ? loops.getLoopFor(process.loop) : nullptr;
	IRBuilder<> before(loop ? loop->getLoopPreheader()->getTerminator() : process.call);
	uint64_t after = 0;

	for (unsigned other : process.after)
		after |= other < 64 ? 1ull << other : 0;
	before.CreateStore(load(before, now), clock);
	Value *own = call(
		before, "fclc_clock_process", clock->getType(),
		{clock, before.CreateGlobalStringPtr(process.name), number(index), number(after)});

	if (!loop) {
		IRBuilder<> behind(process.call->getNextNode());

		call(behind, "fclc_clock_leave", {own});
		return;
	}
	clocks[process.loop] = own;
	before.CreateStore(before.CreateLoad(word, own), now);
	for (BasicBlock *exit : exits_of(process.loop)) {
		IRBuilder<> behind(first_of(*exit));

		behind.CreateStore(load(behind, now), own);
		call(behind, "fclc_clock_leave", {own});
		behind.CreateStore(load(behind, entered), now);
	}
}

void counter::begin_processes()
{
	if (plan.processes.empty())
		return;
	IRBuilder<> builder(begun->getNextNode());

	entered = variable("clock.entered");
	builder.CreateStore(load(builder, now), entered);
	for (unsigned i = 0; i < plan.processes.size(); i++)
		begin_process(plan.processes[i], i);
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
		if (depth_of(loop.header) == depth + 1 && loop.pipelined)
			add_bursts(segment_with(here, loop.header), loop);
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

			add_stream(event,
				   builder.CreateAdd(start,
						     number(static_cast<uint64_t>(event.state))),
				   start);
		} else if (event.at && event.kind == planned_event::beat) {
			IRBuilder<> builder(event.at);
			Value *start = load(builder, now);

			add_access(plan.events, event, start, start);
		}
	begin_streams();
	end_function();
	tree.recalculate(function);
	PromoteMemToReg(variables, tree);
}

/* --- what cannot be counted -------------------------------------------------------------------- */

/* What it moves is told behind it, and so too late for what is asked in it. */
static bool asks(const planned_loop &loop)
{
	for (const planned_event &event : loop.events)
		if (event.kind == planned_event::stream &&
		    stream_accessed(*event.at) == stream_access::ask)
			return true;
	return false;
}

static std::string why_not(const function_plan &plan)
{
	DominatorTree tree(*plan.function);
	LoopInfo loops(tree);

	if (!plan.unknown.empty())
		return plan.unknown;
	for (const planned_loop &loop : plan.loops) {
		const Loop *found = loops.getLoopFor(loop.header);

		if (!found || found->getHeader() != loop.header || !found->isLoopSimplifyForm())
			return "a loop is entered or left in more than one way";
		if (asks(loop) && !bursts_of(loop).empty())
			return "a loop asks how full a stream is, and moves data in bursts";
	}
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
