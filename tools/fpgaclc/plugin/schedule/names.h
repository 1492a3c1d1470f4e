/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_NAMES_H
#define FCLC_PLUGIN_SCHEDULE_NAMES_H

#include <map>
#include <string>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/* What loops are called: their labels, or VITIS_LOOP_LINE_NUMBER. */
class loop_names
{
      public:
	/* Before optimisation, while all loops and labels are there. */
	explicit loop_names(llvm::Module &module);
	std::string of(const llvm::Loop &loop) const;

      private:
	typedef std::pair<std::string, unsigned> line;
	std::map<line, std::string> names;

	void read(llvm::Function &function);
};

place place_of(const llvm::Loop &loop);

} // namespace fclc

#endif
