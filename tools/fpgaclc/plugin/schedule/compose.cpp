/* SPDX-License-Identifier: Apache-2.0 */

/* From the schedules of pieces of straight code and of pipelines to those of loops and functions. */

#include "tools/fpgaclc/plugin/schedule/compose.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/blocks.h"
#include "tools/fpgaclc/plugin/schedule/choose.h"
#include "tools/fpgaclc/plugin/schedule/composer.h"
#include "tools/fpgaclc/plugin/schedule/limits.h"
#include "tools/fpgaclc/plugin/schedule/modulo.h"
#include "tools/fpgaclc/plugin/schedule/opencl.h"
#include "tools/fpgaclc/plugin/schedule/processes.h"
#include "tools/fpgaclc/plugin/schedule/reasons.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/schedule/straight.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"
#include "tools/fpgaclc/plugin/schedule/style.h"
#include "tools/fpgaclc/plugin/schedule/trips.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

using namespace llvm;

namespace fclc
{

static sureness surest(const graph &graph)
{
	sureness sure = sureness::exact;

	for (const node &node : graph.nodes)
		if (node.sure != sureness::unknown)
			sure = least_sure(sure, node.sure);
	return sure;
}

/* The operator that there is no data for. */
static std::string without_data(const graph &graph)
{
	for (const node &node : graph.nodes)
		if (node.sure == sureness::unknown)
			return "no data for the operator '" + node.what.op + "'";
	return "";
}

/* --- where it is in the code ------------------------------------------------------------------- */

/* How often loops run is counted, and so known; all else that is unknown stays so. */
void composer::doubt_plan(const graph &graph, const std::string &unknown)
{
	plan.sure = least_sure(plan.sure, surest(graph));
	if (plan.unknown.empty())
		plan.unknown = unknown;
	for (const node &node : graph.nodes)
		if (plan.unknown.empty() && node.what.op == "call" &&
		    !context.callees.count(cast<CallBase>(node.instruction)->getCalledFunction()
						   ? cast<CallBase>(node.instruction)
							     ->getCalledFunction()
							     ->getName()
							     .str()
						   : ""))
			plan.unknown = node.inside.unknown;
}

std::vector<planned_event> composer::events_of(const graph &graph) const
{
	static const std::map<std::string, planned_event::event_kind> kinds = {
		{"m_axi_readreq", planned_event::request},
		{"m_axi_writereq", planned_event::request},
		{"m_axi_read", planned_event::beat},
		{"m_axi_write", planned_event::beat},
		{"m_axi_writeresp", planned_event::response}};
	std::vector<planned_event> events;

	for (const node &node : graph.nodes) {
		auto found = kinds.find(node.what.op);
		/* Which stream it is may be known only when it runs. */
		bool is_stream = node.instruction &&
				 stream_accessed(*node.instruction) != stream_access::none;
		planned_event made;

		if (!is_stream && found == kinds.end())
			continue;
		made.at = const_cast<Instruction *>(node.instruction);
		made.loop = made.at ? nullptr : const_cast<BasicBlock *>(node.block);
		made.state = node.state;
		if (!is_stream) {
			const array &array =
				context.memories.all()[static_cast<size_t>(node.memory)];

			made.kind = found->second;
			made.bus = array.base;
			made.bytes = static_cast<unsigned>(array.element);
			made.store = begins_with(node.what.op, "m_axi_write");
			made.state = made.kind == planned_event::response ? node.end() : made.state;
		}
		events.push_back(made);
	}
	return events;
}

void composer::plan_guards(const std::vector<item> &items, const std::set<const Loop *> &alone)
{
	for (const auto &[branch, loop] : guards_of(items, context.evolution)) {
		planned_guard made;

		made.block = const_cast<BasicBlock *>(branch->getParent());
		made.loop = loop->getHeader();
		if (alone.count(loop))
			made.states = result.loops[static_cast<size_t>(numbers.at(loop))].pipelined
					      ? 2
					      : 1;
		plan.guards.push_back(made);
	}
}

void composer::plan_segment(const segment &segment, const graph &graph, unsigned states)
{
	const item &first = segment.items.front(), &last = segment.items.back();
	planned_segment made;

	made.first = first.block ? first.block : first.loop->getLoopPreheader();
	made.last = last.block;
	made.loop = last.loop ? last.loop->getHeader() : nullptr;
	made.states = states;
	for (const item &item : segment.items)
		if (item.block)
			made.blocks.push_back(item.block);
	for (const node &node : graph.nodes) {
		planned_part part;

		if (!node.whole)
			continue;
		part.state = node.state;
		if (node.what.op == "loop")
			part.loop = const_cast<BasicBlock *>(node.block);
		else
			part.call = const_cast<Instruction *>(node.instruction);
		made.parts.push_back(part);
	}
	made.events = events_of(graph);
	plan.segments.push_back(made);
}

/* --- straight code ----------------------------------------------------------------------------- */

/* Calls that begin in one state run at once. */
static figure waiting(const graph &graph)
{
	std::map<int, figure> starts;
	figure sum(0);

	for (const node &node : graph.nodes) {
		if (!node.whole)
			continue;
		auto [found, is_new] = starts.emplace(node.state, node.inside);

		if (!is_new)
			found->second = longest(found->second, node.inside);
	}
	for (const auto &[state, each] : starts)
		sum = sum + each;
	return sum;
}

figure composer::steps_of(const segment &segment, int number)
{
	region region;

	region.items = segment.items;
	graph graph = graph_builder(context, region).make();
	std::string missing = without_data(graph);
	unsigned states = schedule_straight(graph, usable());

	keep(graph, number, 1);
	plan_segment(segment, graph, states);
	doubt_plan(graph, missing);
	keep_bus_accesses(graph, {}, figure(1), number);
	if (!missing.empty())
		return figure::not_known(missing);
	return figure(states - 1, surest(graph)) + waiting(graph);
}

/*
 * What is around a loop that is all of a function or process. With `rewind`, the next execution's first
 * iteration follows this one's last, and reports show none or one state.
 */
static figure around_alone(const scheduled_loop &loop)
{
	if (loop.rewinds)
		return {0, 1, sureness::exact};
	return figure(loop.pipelined ? 2 : 1);
}

/* A loop whose states are among those around it: one to get there, and its header once more. */
figure composer::steps_alone(const item &item)
{
	const scheduled_loop &made = result.loops[static_cast<size_t>(numbers.at(item.loop))];

	return made.latency + around_alone(made);
}

/* Steps from the first state of the code to its last. */
figure composer::run_through(const Loop *loop, int number)
{
	std::vector<item> items = items_of(context.function, context.loops, loop);
	std::set<const Loop *> alone;
	bool lone = !loop && !context.memories.has_bus() && is_lone(items);

	for (item &item : items) {
		if (!item.loop)
			continue;
		add_loop(*item.loop, number, lone, lone);
		const scheduled_loop &made =
			result.loops[static_cast<size_t>(numbers.at(item.loop))];

		if (made.outlined) {
			item.latency = made.latency + figure(2);
			item.bursts = bursts[item.loop];
		} else {
			alone.insert(item.loop);
		}
	}
	plan_guards(items, alone);
	std::vector<segment> segments = segments_of(items, alone, context.evolution);
	std::vector<figure> ends(segments.size());
	std::vector<bool> reached(segments.size());
	figure last(0);
	bool any = false;

	for (unsigned i = 0; i < segments.size(); i++) {
		const item &first = segments[i].items.front();
		figure own = alone.count(first.loop) ? steps_alone(first)
						     : steps_of(segments[i], number);
		figure end = reached[i] ? ends[i] + own : own;

		for (unsigned next : segments[i].next) {
			ends[next] = reached[next] ? either(ends[next], end) : end;
			reached[next] = true;
		}
		if (segments[i].next.empty()) {
			last = any ? either(last, end) : end;
			any = true;
		}
	}
	return last;
}

/* --- loops ------------------------------------------------------------------------------------- */

/* Whether there is one pipeline, and nothing else that takes time. */
bool composer::is_lone(const std::vector<item> &items) const
{
	unsigned loops = 0;

	for (const item &item : items) {
		loops += item.loop != nullptr;
		if (!item.block)
			continue;
		for (const Instruction &instruction : *item.block)
			if (instruction.mayReadOrWriteMemory() && !is_nothing(instruction))
				return false;
	}
	return loops == 1;
}

static figure product(const figure &a, const figure &b)
{
	if (!a.is_known() || !b.is_known())
		return a.is_known() ? b : a;
	return {saturating_mul(a.min, b.min), saturating_mul(a.max, b.max),
		least_sure(a.sure, b.sure)};
}

/* Iterations of a pipeline of `ii` and `depth`; with none, it takes no time. */
static figure pipeline_latency(const scheduled_loop &loop, unsigned depth, sureness sure)
{
	const figure &trips = loop.trip_count;
	uint64_t ii = loop.ii;
	uint64_t rest = std::max<uint64_t>(depth ? depth - 1 : 0, loop.rewinds ? 0 : ii);
	auto of = [&](uint64_t count) {
		return count ? saturating_add(saturating_mul(count - 1, ii), rest) : 0;
	};

	if (!trips.is_known())
		return trips;
	return {of(trips.min), of(trips.max), least_sure(trips.sure, sure)};
}

static limit unscheduled(const pipeline &pipeline)
{
	limit limit;

	if (!pipeline.ii)
		limit = {
			"engine", "no schedule was found up to an II of many times the lowest", {}};
	return limit;
}

/* PIPELINE may be of any loop that became one with it. */
static bool has_rewind(const Loop &loop)
{
	marked mark = find_mark(marks_of(loop), "PIPELINE");

	return (mark && mark.flag("rewind")) ||
	       (!loop.isInnermost() && has_rewind(*loop.getSubLoops().front()));
}

/* Its states are in no place of the code. */
static const char *const not_counted = "LATENCY of what is no pipeline";

/* LATENCY: states are added until there are at least so many (UG1399); more than its `max` is only reported. */
static uint64_t least_latency(const std::vector<marked> &marks)
{
	marked mark = find_mark(marks, "LATENCY");

	return mark ? static_cast<uint64_t>(std::max(0L, mark.number("min", 0))) : 0;
}

static figure at_least(figure latency, uint64_t least)
{
	latency.min = std::max(latency.min, least);
	latency.max = std::max(latency.max, least);
	return latency;
}

/* It is flushed in the circuit, and not in the schedule. */
void composer::miss_style(const std::string &of, const std::string &why, const place &at)
{
	context.missing.push_back(
		{"PIPELINE of " + of +
			 " with its style, which the schedule does not follow: " + why,
		 at});
	mark_doubtful(context.function);
}

void composer::choose_style(planned_loop &loop)
{
	const scheduled_loop &of = result.loops[static_cast<size_t>(loop.number)];

	if (!loop.pipelined || of.style == "stp")
		return;
	std::string why = why_it_stops(loop, plan);

	loop.flushes = why.empty();
	if (!loop.flushes)
		miss_style("loop '" + of.name + "'", why, of.at);
}

void composer::add_pipeline(const Loop &loop, const loop_choice &choice, scheduled_loop &made,
			    int number)
{
	region region;
	const Loop *inner = &loop;

	made.trip_count = iterations_of(loop, context.evolution);
	for (unsigned i = 1; i < choice.flattened && !inner->isInnermost(); i++) {
		inner = inner->getSubLoops().front();
		made.trip_count = product(made.trip_count,
					  iterations_of(*inner, context.evolution));
		made.name += "_" + names.of(*inner);
	}
	region.items = blocks_of(context.loops, loop);
	region.outer = &loop;
	region.inner = inner;
	graph_builder builder(context, region);
	graph graph = builder.make();
	std::string missing = without_data(graph);
	pipeline pipeline = schedule_pipeline(graph, usable(), choice.ii);
	sureness sure = surest(graph);

	if (pipeline.ii)
		pipeline.depth = static_cast<unsigned>(
			std::max<uint64_t>(pipeline.depth, least_latency(marks_of(loop))));
	bursts[&loop] = builder.bursts();
	keep_bus_accesses(graph, builder.bursts(), made.trip_count, number);

	made.pipelined = true;
	made.flattened = choice.flattened;
	made.ii = pipeline.ii;
	made.ii_asked = choice.ii;
	made.ii_sure = sure;
	made.why = pipeline.ii ? reason_of(graph, pipeline, context.memories)
			       : unscheduled(pipeline);
	if (!missing.empty() || !pipeline.ii) {
		made.iteration_latency = figure::not_known(missing.empty() ? made.why.text
									   : missing);
		made.latency = made.iteration_latency;
		made.ii = 0;
	} else {
		made.iteration_latency = figure(pipeline.depth, sure);
		made.latency = pipeline_latency(made, pipeline.depth, sure);
	}
	keep(graph, number, std::max(1u, pipeline.ii));
	doubt_plan(graph, made.iteration_latency.unknown);
	planned_loop planned;

	planned.header = loop.getHeader();
	planned.inner = inner->getHeader();
	planned.pipelined = true;
	planned.ii = pipeline.ii;
	planned.depth = pipeline.depth;
	planned.events = events_of(graph);
	for (const node &node : graph.nodes)
		if (node.what.op == "call") {
			planned_part part;

			part.call = const_cast<Instruction *>(node.instruction);
			part.state = node.state;
			planned.calls.push_back(part);
		}
	planned.number = number;
	made.style = style_of(marks_of(loop), planned);
	plan.loops.push_back(planned);
}

void composer::add_sequence(const Loop &loop, scheduled_loop &made, int number)
{
	uint64_t least = least_latency(marks_of(loop));
	figure steps = at_least(run_through(&loop, number), least);

	if (least && plan.unknown.empty())
		plan.unknown = not_counted;
	made.trip_count = iterations_of(loop, context.evolution);
	made.iteration_latency = steps + figure(1);
	made.latency = product(made.trip_count, made.iteration_latency);
	planned_loop planned;

	planned.header = planned.inner = loop.getHeader();
	plan.loops.push_back(planned);
}

void composer::add_loop(const Loop &loop, int parent, bool lone, bool may_rewind)
{
	loop_choice choice = choice_of(loop);
	int number = static_cast<int>(result.loops.size());
	scheduled_loop made;

	numbers[&loop] = number;
	result.loops.emplace_back();
	made.parent = parent;
	made.name = names.of(loop);
	made.at = place_of(loop);
	made.asked = choice.asked;
	made.rewinds = may_rewind && choice.pipelined && has_rewind(loop);
	if (choice.pipelined)
		add_pipeline(loop, choice, made, number);
	else
		add_sequence(loop, made, number);
	if (!choice.refused.empty())
		made.why = {"refused", "no pipeline: " + choice.refused, made.at};
	if (find_mark(marks_of(loop), "too_large"))
		made.latency =
			figure::not_known(plan.unknown = "UNROLL of '" + made.name +
							 "' makes more code than is scheduled");
	made.outlined = made.pipelined && !lone;
	plan.loops.back().outlined = made.outlined;
	result.loops[static_cast<size_t>(number)] = made;
}

/* --- functions --------------------------------------------------------------------------------- */

/* All of the function is one pipeline; its loops have been unrolled. */
void composer::compose_pipeline()
{
	region region;
	loop_choice choice = choice_of(context.function);

	region.items = items_of(context.function, context.loops, nullptr);
	graph graph = graph_builder(context, region).make();
	std::string missing = without_data(graph);
	pipeline pipeline = schedule_pipeline(graph, usable(), choice.ii);

	keep(graph, -1, std::max(1u, pipeline.ii));
	doubt_plan(graph, !missing.empty() || pipeline.ii ? missing : unscheduled(pipeline).text);
	plan.depth = pipeline.depth;
	plan.ii = pipeline.ii;
	plan.events = events_of(graph);
	if (result.top && style_asked(marks_of(context.function)) != "stp")
		miss_style("'" + result.shown + "'", "it is a function", result.at);
	result.kind = "pipeline";
	result.ii = pipeline.ii;
	if (!missing.empty() || !pipeline.ii) {
		result.latency = figure::not_known(missing.empty() ? unscheduled(pipeline).text
								   : missing);
		result.interval = result.latency;
		return;
	}
	result.latency = at_least(figure(pipeline.depth - 1, surest(graph)),
				  least_latency(marks_of(context.function)));
	result.interval = figure(pipeline.ii, surest(graph));
}

/* What runs in a DATAFLOW region: its calls and loops, in their order. */
std::vector<process> composer::processes()
{
	std::vector<process> list;

	for (const item &item : items_of(context.function, context.loops, nullptr)) {
		if (item.loop) {
			add_loop(*item.loop, -1, false, true);
			const scheduled_loop &made =
				result.loops[static_cast<size_t>(numbers.at(item.loop))];

			list.push_back(process_of(*item.loop, made.name,
						  made.latency + around_alone(made)));
			plan.processes.emplace_back();
			plan.processes.back().loop = item.loop->getHeader();
			continue;
		}
		for (const Instruction &instruction : *item.block) {
			const auto *call = dyn_cast<CallInst>(&instruction);
			const Function *callee = call ? call->getCalledFunction() : nullptr;
			auto found = callee ? context.callees.find(callee->getName().str())
					    : context.callees.end();

			if (found == context.callees.end())
				continue;
			list.push_back(
				process_of(*call, found->second.shown, found->second.latency));
			plan.processes.emplace_back();
			plan.processes.back().call = const_cast<CallInst *>(call);
		}
	}
	return list;
}

void composer::plan_processes(const std::vector<process> &list)
{
	for (size_t i = 0; i < list.size(); i++) {
		plan.processes[i].name = list[i].name;
		for (size_t j = 0; j < i; j++)
			if (how(list[j], list[i]) == feeds::array)
				plan.processes[i].after.push_back(static_cast<unsigned>(j));
	}
}

void composer::compose_dataflow()
{
	std::vector<process> list = processes();

	result.kind = "dataflow";
	plan_processes(list);
	for (const process &process : list)
		result.processes.push_back(process.name);
	result.latency = latency_of(list);
	result.interval = interval_of(list);
	if (!run_over_streams(list))
		return;
	result.interval = weakened(result.interval, sureness::bound);
	context.missing.push_back({"waiting for streams between the processes of '" + result.shown +
					   "': its latency and interval may be too low",
				   result.at});
}

/* No figure is surer than that. */
static void doubt(scheduled_function &result, sureness sure)
{
	for (scheduled_loop &loop : result.loops) {
		loop.ii_sure = least_sure(loop.ii_sure, sure);
		loop.iteration_latency = weakened(loop.iteration_latency, sure);
		loop.latency = weakened(loop.latency, sure);
	}
	result.latency = weakened(result.latency, sure);
	result.interval = weakened(result.interval, sure);
}

/*
 * Whether more than operators decides: how an interval that is longer than asked came about, or how
 * several loops follow each other. Of such figures, few are a report's to the cycle.
 */
static bool is_involved(const scheduled_function &result)
{
	for (const scheduled_loop &loop : result.loops)
		if (loop.pipelined && loop.ii != loop.ii_asked)
			return true;
	return result.loops.size() > 1;
}

void composer::compose()
{
	result.name = context.function.getName().str();
	result.shown = demangle(result.name);
	result.at = place_of(context.function);
	keep_memories();
	keep_ports();
	if (choice_of(context.function).pipelined && context.loops.empty()) {
		compose_pipeline();
		return;
	}
	compose_loops();
	for (planned_loop &loop : plan.loops)
		choose_style(loop);
}

/* What is no pipeline in all. */
void composer::compose_loops()
{
	std::string missing = not_modelled(context.loops);

	if (missing.empty())
		missing = not_modelled_of_items(context.function, context.loops);
	if (!missing.empty())
		plan.unknown = missing;
	if (find_mark(marks_of(context.function), "DATAFLOW")) {
		compose_dataflow();
		if (!missing.empty())
			result.latency = result.interval = figure::not_known(missing);
		return;
	}
	uint64_t least = least_latency(marks_of(context.function));

	result.latency = at_least(run_through(nullptr, -1), least);
	if (least && plan.unknown.empty())
		plan.unknown = not_counted;
	if (!missing.empty())
		result.latency = figure::not_known(missing);
	result.interval = result.latency + figure(1);
	if (result.loops.size() == 1 && result.loops[0].rewinds)
		result.interval = product(result.loops[0].trip_count, figure(result.loops[0].ii));
	if (missing.empty() || not_modelled_of_items(context.function, context.loops).empty())
		return;
	for (scheduled_loop &loop : result.loops) {
		loop.ii = 0;
		loop.iteration_latency = loop.latency = figure::not_known(missing);
	}
}

scheduled_function schedule_function(Function &function, bool top, analyses &analyses,
				     const loop_names &names,
				     std::map<std::string, scheduled_function> &callees,
				     std::vector<unmodelled> &missing, function_plan &ret_plan)
{
	FunctionAnalysisManager &manager = analyses.functions;
	ScalarEvolution &evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
	arrays memories(function, manager.getResult<LoopAnalysis>(function), evolution);
	widths sizes(function, manager.getResult<DemandedBitsAnalysis>(function), evolution);
	scheduled_function result;

	result.top = top;
	context context = {function,
			   top,
			   manager.getResult<LoopAnalysis>(function),
			   evolution,
			   manager.getResult<DominatorTreeAnalysis>(function),
			   manager.getResult<PostDominatorTreeAnalysis>(function),
			   memories,
			   sizes,
			   options_of_schedule(),
			   callees,
			   missing};

	composer(context, names, result, ret_plan).compose();
	ret_plan.function = &function;
	ret_plan.kind = result.kind;
	if (is_involved(result))
		doubt(result, sureness::interpolated);
	if (is_doubtful(function)) {
		doubt(result, sureness::bound);
		ret_plan.sure = least_sure(ret_plan.sure, sureness::bound);
	}
	return result;
}

} // namespace fclc
