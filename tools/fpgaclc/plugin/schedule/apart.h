/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_APART_H
#define FCLC_PLUGIN_SCHEDULE_APART_H

#include <string>

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * Makes a function of what each process of a DATAFLOW region does, from fclc_clock_process() to
 * fclc_clock_leave(), so that it runs on a stack of its own (payload/include/fpgacl/clock.h). Returns
 * why that cannot be; empty: it is done.
 */
std::string run_apart(llvm::Module &module);

} // namespace fclc

#endif
