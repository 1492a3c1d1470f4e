/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_WITHIN_H
#define FCLC_PLUGIN_SCHEDULE_WITHIN_H

namespace llvm
{
class Function;
class Module;
} // namespace llvm

namespace fclc
{

/*
 * What a pipeline calls is part of it, and so has no loops left (UG1399, "pragma HLS pipeline": all loops
 * below are unrolled). The tool does so to the function, wherever else it is called: its loops get
 * UNROLL, and it is marked.
 */
void unroll_within_pipelines(llvm::Module &module);

/* Whether it has been marked. */
bool is_within_pipeline(const llvm::Function &function);

} // namespace fclc

#endif
