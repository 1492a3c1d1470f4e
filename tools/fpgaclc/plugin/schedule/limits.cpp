/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/limits.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/array.h"
#include "tools/fpgaclc/plugin/schedule/bus.h"
#include "tools/fpgaclc/plugin/schedule/names.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

using namespace llvm;

namespace fclc
{

static constexpr StringLiteral doubt_attribute = "fclc.doubt";

/* --- pragmas ----------------------------------------------------------------------------------- */

static const char *const unused[] = {"ALIAS",        "BIND_OP",       "LOOP_MERGE",  "OCCURRENCE",
				     "CACHE",        "ARRAY_STENCIL", "PERFORMANCE", "PROTOCOL",
				     "DISAGGREGATE", "ARRAY_MAP",     "SHARED",      "AGGREGATE",
				     "STABLE",       "DATA_PACK"};

/* Of a loop or a function it says nothing of a variable. */
static std::string dependence_left(const marked &mark, bool of_variable)
{
	if (!of_variable || mark.has("cross_variables"))
		return "without one variable";
	if (mark.word("dependent") != "false")
		return mark.has("distance") ? "with a distance" : "";
	return mark.has("direction") ? "in one direction, which is taken for all" : "";
}

static std::string stream_left(const marked &mark, const Value *variable, const DataLayout &layout)
{
	if (variable && !is_stream_type(declared_of(*variable, layout).type) && !is_fifo(*variable))
		return "not as an array outside of DATAFLOW regions";
	return mark.has("type") && mark.word("type") != "fifo" ? "as a FIFO" : "";
}

/* What of a pragma is not followed; empty: nothing. */
static std::string left_of(const marked &mark, const Value *variable, const DataLayout &layout)
{
	StringRef name = mark.name();

	for (const char *each : unused)
		if (name == each)
			return "which the schedule does not follow";
	if (name == "ALLOCATION" && mark.word("type") == "core")
		return "which the schedule does not follow";
	if (name == "RESOURCE" && !is_memory_core(mark.word("core")))
		return "which the schedule does not follow";
	std::string left;

	if (mark.flag("off"))
		return "";
	if (name == "DEPENDENCE")
		left = dependence_left(mark, variable != nullptr);
	else if (name == "ARRAY_RESHAPE")
		left = "as a partition";
	else if (name == "PIPELINE" && mark.flag("rewind"))
		left = "without its rewind";
	else if (name == "STREAM")
		left = stream_left(mark, variable, layout);
	return left.empty() ? "" : "which the schedule follows only in part: " + left;
}

static std::string shown(const Value &variable)
{
	return "'" + variable.getName().str() + "' in ";
}

void name_unfollowed(Function &function, std::vector<unmodelled> &missing)
{
	const DataLayout &layout = function.getParent()->getDataLayout();
	DominatorTree tree(function);
	LoopInfo loops(tree);
	std::string name = "'" + function.getName().str() + "'";
	place at = place_of(function);
	size_t before = missing.size();
	auto name_all = [&](const std::vector<marked> &marks, const std::string &of,
			    const place &at, const Value *variable) {
		for (const marked &mark : marks) {
			std::string left = left_of(mark, variable, layout);

			if (!left.empty())
				missing.push_back(
					{mark.name().str() + " of " + of + name + ", " + left, at});
		}
	};

	name_all(marks_of(function), "", at, nullptr);
	for (const Loop *loop : loops.getLoopsInPreorder())
		name_all(marks_of(*loop), "a loop in ", place_of(*loop), nullptr);
	for (const Argument &argument : function.args())
		name_all(marks_of(argument), shown(argument), at, &argument);
	for (const Instruction &instruction : instructions(function))
		if (isa<AllocaInst>(instruction))
			name_all(marks_of(instruction), shown(instruction), at, &instruction);
	if (missing.size() > before)
		mark_doubtful(function);
}

static bool shapes_variable(const marked &mark)
{
	StringRef name = mark.name();

	return !mark.flag("off") && (name == "DEPENDENCE" || name == "STREAM");
}

void name_lost(Function &function, std::vector<unmodelled> &missing)
{
	size_t before = missing.size();

	for (const Argument &argument : function.args())
		for (const marked &mark : marks_of(argument))
			if (shapes_variable(mark))
				missing.push_back(
					{mark.name().str() + " of " + shown(argument) + "'" +
						 function.getName().str() +
						 "', which is inlined: the schedule does not "
						 "follow it",
					 place_of(function)});
	if (missing.size() > before)
		mark_doubtful(function);
}

/* --- doubt ------------------------------------------------------------------------------------- */

bool is_doubtful(const Function &function)
{
	return function.hasFnAttribute(doubt_attribute);
}

void mark_doubtful(Function &function)
{
	function.addFnAttr(doubt_attribute);
}

std::string not_modelled(const LoopInfo &loops)
{
	for (const Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder())
		if (find_mark(marks_of(*loop), "DATAFLOW"))
			return "DATAFLOW in a loop is not modelled";
	return "";
}

} // namespace fclc
