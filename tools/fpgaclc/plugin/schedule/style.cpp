/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/style.h"

#include <llvm/Analysis/ValueTracking.h>

#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"

using namespace llvm;

namespace fclc
{

std::string style_asked(const std::vector<marked> &marks)
{
	marked mark = find_mark(marks, "PIPELINE");

	if (mark && mark.has("style"))
		return mark.word("style").str();
	if (mark && mark.flag("enable_flush"))
		return "flp";
	return options_of_schedule().pipeline_style;
}

static bool uses_bus(const planned_loop &loop)
{
	for (const planned_event &event : loop.events)
		if (event.kind != planned_event::stream)
			return true;
	return false;
}

std::string style_of(const std::vector<marked> &marks, const planned_loop &loop)
{
	std::string style = style_asked(marks);

	return style == "frp" && uses_bus(loop) ? "stp" : style;
}

static const Value *stream_of(const planned_event &event)
{
	return getUnderlyingObject(cast<CallInst>(event.at)->getArgOperand(0), 0);
}

/* Whether one of the accesses is of the stream. */
static bool use(const std::vector<planned_event> &events, const Value *stream)
{
	for (const planned_event &event : events)
		if (event.kind == planned_event::stream && stream_of(event) == stream)
			return true;
	return false;
}

/* Each state has a clock of its own, and a stream's end is at one of them. */
static bool is_elsewhere(const planned_event &event, const planned_loop &loop,
			 const function_plan &plan)
{
	const Value *stream = stream_of(event);

	for (const planned_event &other : loop.events)
		if (other.state != event.state && stream_of(other) == stream)
			return true;
	for (const planned_loop &other : plan.loops)
		if (&other != &loop && use(other.events, stream))
			return true;
	for (const planned_segment &segment : plan.segments)
		if (use(segment.events, stream))
			return true;
	return false;
}

std::string why_it_stops(const planned_loop &loop, const function_plan &plan)
{
	if (!loop.calls.empty())
		return "it calls a function";
	if (uses_bus(loop))
		return "it accesses memory over a bus";
	for (const planned_event &event : loop.events) {
		if (stream_accessed(*event.at) == stream_access::ask)
			return "it asks how full a stream is";
		if (is_elsewhere(event, loop, plan))
			return "one of its streams is accessed in two states";
	}
	return "";
}

} // namespace fclc
