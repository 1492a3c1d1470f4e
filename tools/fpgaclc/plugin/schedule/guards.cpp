/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/guards.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace fclc
{

void drop_guards(Module &module)
{
	for (const char *name : {"__cxa_guard_acquire", "__cxa_guard_release", "__cxa_atexit"}) {
		Function *function = module.getFunction(name);

		if (!function)
			continue;
		for (User *user : llvm::make_early_inc_range(function->users())) {
			auto *call = dyn_cast<CallInst>(user);

			if (!call)
				continue;
			if (!call->getType()->isVoidTy())
				call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
			call->eraseFromParent();
		}
	}
}

} // namespace fclc
