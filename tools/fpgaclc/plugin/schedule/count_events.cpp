/* SPDX-License-Identifier: Apache-2.0 */
/* What a function does that also depends on others: streams, memory, and processes. */
#include "tools/fpgaclc/plugin/schedule/counter.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <set>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

using namespace llvm;

namespace fclc
{

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
void counter::add_stream(const planned_event &event, Value *own, Value *at, Value *since)
{
	auto *access = cast<CallInst>(event.at);
	IRBuilder<> builder(access);
	const stream_call what = stream_called(*access);
	const moment moment = {own, access->getArgOperand(0), number(what.bytes), at, since};
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

/* One behind the other, each with a request of its own. `in`: when a state begins. */
void counter::add_access(const std::vector<planned_event> &events, const planned_event &beat,
			 function_ref<Value *(int)> in, Value *since)
{
	IRBuilder<> builder(beat.at);
	Value *times[3] = {in(0), in(beat.state), in(0)};

	for (const planned_event &event : events)
		if (event.at == beat.at && event.kind != planned_event::beat)
			times[event.kind == planned_event::request ? 0 : 2] = in(event.state);
	call(builder, "fclc_clock_access",
	     {clock_of(beat.at->getParent()), bus_of(beat), number(beat.store),
	      getLoadStorePointerOperand(beat.at), times[0], times[1], times[2], since});
}

bool has_request(const std::vector<planned_event> &events, const Instruction *at)
{
	for (const planned_event &event : events)
		if (event.at == at && event.kind == planned_event::request)
			return true;
	return false;
}

std::vector<burst_group> bursts_of(const planned_loop &loop)
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

		if (total && expander.isSafeToExpandAt(total, at))
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
		      request && !first.store ? time_in(builder, *segment, request->state) : start,
		      since});
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
			add_stream(event, clock_of(event.at->getParent()),
				   time_in(builder, segment, event.state), since);
		else
			add_access(
				segment.plan->events, event,
				[&](int state) { return time_in(builder, segment, state); }, since);
	}
}

/* --- pipelines that flush ---------------------------------------------------------------------- */

/* The states that may wait. */
std::vector<int> counter::flow_states(const planned_loop &loop)
{
	std::set<int> states;

	for (const planned_event &event : loop.events)
		states.insert(event.state);
	return {states.begin(), states.end()};
}

/* With one such state, there is nothing behind it. */
void counter::begin_flow(const planned_loop &loop)
{
	std::vector<int> numbers = flow_states(loop);
	std::vector<uint64_t> states(numbers.begin(), numbers.end());

	if (!loop.flushes || states.size() < 2)
		return;
	IRBuilder<> builder(loops.getLoopFor(loop.header)->getLoopPreheader()->getTerminator());
	Constant *list = ConstantDataArray::get(function.getContext(), ArrayRef<uint64_t>(states));
	auto *kept = new GlobalVariable(*function.getParent(), list->getType(), true,
					GlobalValue::PrivateLinkage, list, "clock.states");

	flows[loop.header] = call(builder, "fclc_clock_flow", clock->getType(),
				  {clock_of(loop.header),
				   builder.CreateConstGEP2_32(list->getType(), kept, 0, 0),
				   number(states.size()), number(loop.ii)});
}

void counter::begin_flow_iteration(IRBuilder<> &builder, const planned_loop &loop)
{
	auto flow = flows.find(loop.header);

	if (flow != flows.end())
		call(builder, "fclc_clock_iterate", {flow->second, iteration(builder, loop)});
}

void counter::end_flow(const planned_loop &loop)
{
	auto flow = flows.find(loop.header);

	if (flow == flows.end())
		return;
	for (BasicBlock *exit : exits_of(loop.header)) {
		IRBuilder<> builder(first_of(*exit));

		call(builder, "fclc_clock_flow_end", {flow->second});
	}
}

/* Of the process, or of a state of its pipeline. */
Value *counter::clock_of_state(IRBuilder<> &builder, const planned_loop &loop,
			       const planned_event &event)
{
	auto flow = flows.find(loop.header);
	uint64_t index = 0;

	if (flow == flows.end())
		return clock_of(event.at->getParent());
	for (int state : flow_states(loop))
		index += state < event.state;
	return call(builder, "fclc_clock_stage", clock->getType(), {flow->second, number(index)});
}

/* --- events of all ----------------------------------------------------------------------------- */

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
			add_stream(event, clock_of_state(builder, loop, event),
				   builder.CreateAdd(start,
						     number(static_cast<uint64_t>(event.state))),
				   start);
		else
			add_access(
				loop.events, event,
				[&](int state) {
					return builder.CreateAdd(
						start, number(static_cast<uint64_t>(state)));
				},
				start);
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

} // namespace fclc
