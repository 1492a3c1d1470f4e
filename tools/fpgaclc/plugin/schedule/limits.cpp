/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/limits.h"

#include "tools/fpgaclc/plugin/marks/marks.h"

using namespace llvm;

namespace fclc
{

std::string mode_of(const Function &function, StringRef argument)
{
	std::string mode;

	for (const marked &mark : marks_of(function))
		if (mark.name() == "INTERFACE" && mark.word("port") == argument)
			mode = mark.word("mode").str();
	return mode;
}

static bool is_on_bus(const Argument &argument, const schedule_options &options)
{
	std::string mode = mode_of(*argument.getParent(), argument.getName());

	if (!argument.getType()->isPointerTy())
		return false;
	return mode == "m_axi" || (mode.empty() && options.kernel_flow);
}

std::string not_modelled(const Function &function, const LoopInfo &loops, bool top,
			 const schedule_options &options)
{
	for (const Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder())
		if (find_mark(marks_of(*loop), "DATAFLOW"))
			return "DATAFLOW in a loop is not modelled";
	for (const Argument &argument : function.args())
		if (top && is_on_bus(argument, options))
			return "accesses over m_axi are not modelled ('" +
			       argument.getName().str() + "')";
	return "";
}

} // namespace fclc
