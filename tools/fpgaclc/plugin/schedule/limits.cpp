/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/limits.h"

#include "tools/fpgaclc/plugin/marks/marks.h"

using namespace llvm;

namespace fclc
{

std::string not_modelled(const LoopInfo &loops)
{
	for (const Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder())
		if (find_mark(marks_of(*loop), "DATAFLOW"))
			return "DATAFLOW in a loop is not modelled";
	return "";
}

} // namespace fclc
