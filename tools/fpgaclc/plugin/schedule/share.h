/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_SHARE_H
#define FCLC_PLUGIN_SCHEDULE_SHARE_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * An array is one memory in all functions that it is passed to: what shapes it in one of them does so
 * in all (UG1399, "pragma HLS array_partition": the array is cut in all functions that use it). Pragmas of
 * parameters are given to what is passed for them, and to the parameters of what these are passed to.
 */
void share_shapes(llvm::Module &module);

/*
 * An array that is never written becomes the constant that it is copied from, which takes its pragmas.
 * To be called before anything is optimised.
 */
void share_with_values(llvm::Module &module);

} // namespace fclc

#endif
