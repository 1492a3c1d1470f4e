/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/json.h"

#include <cmath>

#include <llvm/Support/JSON.h>

using namespace llvm;

namespace fclc
{

static json::Value of(sureness sure)
{
	static const char *const words[] = {"exact", "interpolated", "bound", "unknown"};

	return words[static_cast<size_t>(sure)];
}

/* Readers of JSON have only this many whole numbers; larger sums are saturated, too. */
static constexpr uint64_t MOST = uint64_t(1) << 53;

static json::Value of(const figure &figure)
{
	if (!figure.is_known())
		return json::Object{{"unknown", figure.unknown}};
	if (figure.max > MOST)
		return json::Object{{"unknown", "it is more than 2^53"}};
	return json::Object{{"min", static_cast<int64_t>(figure.min)},
			    {"max", static_cast<int64_t>(figure.max)},
			    {"sure", of(figure.sure)}};
}

static json::Value number_or_null(int number)
{
	return number < 0 ? json::Value(nullptr) : json::Value(number);
}

/* Picoseconds are enough. */
static double rounded(double ns)
{
	return std::round(ns * 1000) / 1000;
}

static void add(json::Object &object, const place &at)
{
	if (!at.line)
		return;
	object["file"] = at.file;
	object["line"] = at.line;
}

static json::Value of(const scheduled_operation &operation, unsigned id)
{
	json::Object object{{"id", id},
			    {"op", operation.op},
			    {"type", operation.type},
			    {"bits", operation.bits},
			    {"loop", number_or_null(operation.loop)},
			    {"state", operation.state},
			    {"states", operation.stages},
			    {"start_ns", rounded(operation.start_ns)},
			    {"delay_ns", rounded(operation.delay_ns)},
			    {"sure", of(operation.sure)}};

	if (operation.memory >= 0)
		object["memory"] = operation.memory;
	if (operation.stream >= 0)
		object["stream"] = operation.stream;
	if (!operation.port.empty())
		object["port"] = operation.port;
	if (!operation.operands.empty())
		object["operands"] = json::Array(operation.operands);
	add(object, operation.at);
	return object;
}

static json::Value of(const limit &limit)
{
	if (limit.kind.empty())
		return nullptr;
	json::Object object{{"kind", limit.kind}, {"text", limit.text}};

	add(object, limit.at);
	return object;
}

static json::Value of(const scheduled_loop &loop, unsigned id)
{
	json::Object object{{"id", id},
			    {"parent", number_or_null(loop.parent)},
			    {"name", loop.name},
			    {"outlined", loop.outlined},
			    {"pipelined", loop.pipelined},
			    {"asked", loop.asked},
			    {"flattened", loop.flattened},
			    {"trip_count", of(loop.trip_count)},
			    {"iteration_latency", of(loop.iteration_latency)},
			    {"latency", of(loop.latency)},
			    {"why", of(loop.why)}};

	if (loop.pipelined) {
		object["ii"] = loop.ii ? json::Value(loop.ii) : json::Value(nullptr);
		object["ii_asked"] = loop.ii_asked;
		object["ii_sure"] = of(loop.ii_sure);
		object["style"] = loop.style;
	}
	add(object, loop.at);
	return object;
}

static json::Value of(const scheduled_memory &memory, unsigned id)
{
	json::Object object{{"id", id},
			    {"name", memory.name},
			    {"kind", memory.kind},
			    {"argument", number_or_null(memory.argument)},
			    {"bits", memory.bits},
			    {"banks", memory.banks},
			    {"ports", memory.ports}};

	if (memory.words)
		object["words"] = static_cast<int64_t>(std::min<uint64_t>(memory.words, INT64_MAX));
	if (!memory.partition.empty()) {
		object["partition"] = memory.partition;
		object["factor"] = memory.factor;
		object["dim"] = memory.dim;
	}
	add(object, memory.at);
	return object;
}

static json::Value of(const scheduled_burst &access)
{
	json::Object object{{"argument", number_or_null(access.argument)},
			    {"loop", number_or_null(access.loop)},
			    {"direction", access.write ? "write" : "read"},
			    {"bits", access.bits}};

	if (access.burst)
		object["length"] = of(access.length);
	else
		object["why"] = access.why;
	add(object, access.at);
	return object;
}

static json::Value of(const scheduled_port &port)
{
	json::Array bursts, singles;

	for (const scheduled_burst &access : port.accesses)
		(access.burst ? bursts : singles).push_back(of(access));
	return json::Object{{"name", port.name},
			    {"mode", port.mode},
			    {"bits", port.bits},
			    {"latency", port.latency},
			    {"arguments", json::Array(port.arguments)},
			    {"bursts", std::move(bursts)},
			    {"no_bursts", std::move(singles)}};
}

static json::Value of(const scheduled_stream &stream, unsigned id)
{
	json::Object object{{"id", id},
			    {"name", stream.name},
			    {"bits", stream.bits},
			    {"depth", stream.depth},
			    {"writer", stream.writer},
			    {"reader", stream.reader},
			    {"argument", number_or_null(stream.argument)}};

	add(object, stream.at);
	return object;
}

static json::Value of(const scheduled_call &call)
{
	json::Object object{{"callee", call.callee},
			    {"loop", number_or_null(call.loop)},
			    {"state", call.state},
			    {"latency", of(call.latency)}};

	add(object, call.at);
	return object;
}

template <typename T> static json::Array numbered(const std::vector<T> &list)
{
	json::Array array;

	for (unsigned i = 0; i < list.size(); i++)
		array.push_back(of(list[i], i));
	return array;
}

template <typename T> static json::Array listed(const std::vector<T> &list)
{
	json::Array array;

	for (const T &each : list)
		array.push_back(of(each));
	return array;
}

static json::Value of(const scheduled_function &function)
{
	json::Object object{{"name", function.name},
			    {"shown", function.shown},
			    {"top", function.top},
			    {"kind", function.kind},
			    {"latency", of(function.latency)},
			    {"interval", of(function.interval)},
			    {"estimated_clock_ns", rounded(function.clock_ns)},
			    {"dsp", function.dsp},
			    {"lut", function.lut},
			    {"ff", function.ff},
			    {"loops", numbered(function.loops)},
			    {"operations", numbered(function.operations)},
			    {"memories", numbered(function.memories)},
			    {"ports", listed(function.ports)},
			    {"streams", numbered(function.streams)},
			    {"calls", listed(function.calls)},
			    {"processes", json::Array(function.processes)}};

	if (function.kind == "pipeline")
		object["ii"] = function.ii;
	add(object, function.at);
	return object;
}

static json::Value of(const unmodelled &missing)
{
	json::Object object{{"what", missing.what}};

	add(object, missing.at);
	return object;
}

void write_schedule(const schedule &schedule, raw_ostream &stream)
{
	json::Object object{
		{"format", "fpgacl-schedule"},
		{"version", 1},
		{"top", schedule.top},
		{"source", schedule.source},
		{"part", schedule.part},
		{"clock", json::Object{{"period_ns", rounded(schedule.clock.period_ns)},
				       {"uncertainty_ns", rounded(schedule.clock.uncertainty_ns)}}},
		{"functions", listed(schedule.functions)},
		{"unmodelled", listed(schedule.missing)}};

	stream << json::Value(std::move(object)) << "\n";
}

} // namespace fclc
