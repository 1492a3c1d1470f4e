/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_PREPARE_H
#define FCLC_PLUGIN_SCHEDULE_PREPARE_H

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/* LLVM's analyses, for a pipeline of our own inside of clang's. */
struct analyses {
	llvm::LoopAnalysisManager loops;
	llvm::FunctionAnalysisManager functions;
	llvm::CGSCCAnalysisManager graph;
	llvm::ModuleAnalysisManager modules;

	analyses();
};

/* To the form in which loops are chosen: what the top does not call is gone, and the rest is simple. */
void prepare(llvm::Module &module, llvm::Function &top, analyses &analyses,
	     std::vector<unmodelled> &missing);

/* Simplifies a function whose loops have been unrolled. */
void simplify(llvm::Function &function, analyses &analyses);

/* Drops what nothing needs any more. */
void clean(llvm::Function &function, analyses &analyses);

} // namespace fclc

#endif
