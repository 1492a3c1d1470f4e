/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SPACES_H
#define FCLC_PLUGIN_SPACES_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * Adds alias information that OpenCL C guarantees: a work-item's own variables, __local and
 * __global memory never overlap. LLVM cannot infer this later, when variables have become parts of
 * a group's memory.
 */
void separate_spaces(llvm::Function &item);

} // namespace fclc

#endif
