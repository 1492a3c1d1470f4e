/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_OPENCL_H
#define FCLC_PLUGIN_SCHEDULE_OPENCL_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/*
 * Makes a kernel in OpenCL C a function for the schedule. A kernel that asks for no id is one work-item:
 * its loops are loops. Any other becomes a loop over work-items, those of one group if the source says
 * its size, which is a pipeline: work-items are independent of each other. What it calls becomes part of
 * it, with the library's functions except mathematical ones, which are operators.
 */
void make_single_function(llvm::Module &module, llvm::Function &kernel,
			  std::vector<unmodelled> &missing);

/* Why no figure says how long a function takes that was such a kernel; empty: one does. */
std::string not_modelled_of_items(const llvm::Function &function, const llvm::LoopInfo &loops);

} // namespace fclc

#endif
