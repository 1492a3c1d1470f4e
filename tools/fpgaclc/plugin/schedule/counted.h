/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_COUNTED_H
#define FCLC_PLUGIN_SCHEDULE_COUNTED_H

#include <memory>

#include "tools/fpgaclc/plugin/schedule/plan.h"

namespace llvm
{
class Module;
}

namespace fclc
{

/*
 * The code of a schedule as code that runs. Scheduling takes the bodies of what is an operator away;
 * this keeps them, and puts them back.
 */
class counted_code
{
      public:
	/* Before the module is scheduled; `called`: the top and what it calls. */
	counted_code(llvm::Module &module, const std::vector<llvm::Function *> &called);
	~counted_code();
	/*
	 * Has the scheduled code count, and makes of it struct fcl_model_timing of fpgacl_model.h,
	 * fclc_timing_<kernel>; `schedule`, the file, becomes a part of the section .fclc.schedule. What cannot
	 * be counted becomes one that says why.
	 */
	void finish(llvm::Function &top, const std::vector<function_plan> &plans,
		    const std::string &schedule);

      private:
	llvm::Module &module;
	std::unique_ptr<llvm::Module> bodies;
	std::string unknown;

	void put_back();
	void describe(llvm::Function *run, const std::string &name, sureness sure,
		      unsigned interval);
};

} // namespace fclc

#endif
