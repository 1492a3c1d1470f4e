/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_CHOOSE_H
#define FCLC_PLUGIN_SCHEDULE_CHOOSE_H

#include <string>

#include <llvm/Analysis/LoopInfo.h>

#include "tools/fpgaclc/plugin/schedule/prepare.h"

namespace fclc
{

/*
 * Decides what becomes of each loop: unrolls those that UNROLL or a pipeline around them unrolls,
 * and marks those that are pipelines with loop_choice's metadata.
 */
void choose_loops(llvm::Function &function, analyses &analyses);

struct loop_choice {
	bool pipelined = false;
	std::string asked;      /* "pragma", "auto" or "off" */
	unsigned flattened = 1; /* with so many loops, of which this one is the outermost */
	unsigned ii = 1;        /* asked for */
	std::string refused;    /* why it is no pipeline, although it was to be one */
};

loop_choice choice_of(const llvm::Loop &loop);

/* Of a function with PIPELINE, whose loops are all unrolled. */
loop_choice choice_of(const llvm::Function &function);

} // namespace fclc

#endif
