/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/limits.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/names.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"

using namespace llvm;

namespace fclc
{

static const char *const unused[] = {"ALLOCATION", "BIND_OP",     "LATENCY",   "LOOP_MERGE",
				     "OCCURRENCE", "PERFORMANCE", "ARRAY_MAP", "RESOURCE",
				     "CACHE",      "PROTOCOL"};

static void name_unused(const std::vector<marked> &marks, const std::string &of, const place &at,
			std::vector<unmodelled> &missing)
{
	for (const marked &mark : marks)
		for (const char *name : unused)
			if (mark.name() == name)
				missing.push_back({std::string(name) + " of " + of +
							   ", which the schedule does not follow",
						   at});
}

void name_unused(Function &function, LoopInfo &loops, std::vector<unmodelled> &missing)
{
	std::string in = " in '" + function.getName().str() + "'";

	name_unused(marks_of(function), "'" + function.getName().str() + "'", place_of(function),
		    missing);
	for (const Loop *loop : loops.getLoopsInPreorder())
		name_unused(marks_of(*loop), "a loop" + in, place_of(*loop), missing);
	for (const Argument &argument : function.args())
		name_unused(marks_of(argument), "'" + argument.getName().str() + "'" + in,
			    place_of(function), missing);
	for (const Instruction &instruction : instructions(function))
		if (isa<AllocaInst>(instruction))
			name_unused(marks_of(instruction),
				    "'" + instruction.getName().str() + "'" + in,
				    place_of(function), missing);
}

std::string not_modelled(const LoopInfo &loops)
{
	for (const Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder())
		if (find_mark(marks_of(*loop), "DATAFLOW"))
			return "DATAFLOW in a loop is not modelled";
	return "";
}

} // namespace fclc
