/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_TASKS_H
#define FCLC_PLUGIN_TASKS_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * A static hls::task keeps what it is constructed with for longer than the call that constructs it:
 * values on that call's stack become variables of their own.
 */
void keep_task_values(llvm::Module &module);

/* Fills the table of tapa.h's tasks and their names (fpgacl/tapa_task.h), if the module reads it. */
void name_tasks(llvm::Module &module);

} // namespace fclc

#endif
