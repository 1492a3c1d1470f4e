/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_VERSIONS_H
#define FCLC_PLUGIN_SCHEDULE_VERSIONS_H

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#if LLVM_VERSION_MAJOR >= 17
#include <llvm/TargetParser/Triple.h>
#else
#include <llvm/ADT/Triple.h>
#endif

namespace fclc
{

/* What LLVM 15 to 19 have under different names. */

inline bool begins_with(llvm::StringRef text, llvm::StringRef start)
{
	return text.substr(0, start.size()) == start;
}

inline bool ends_with(llvm::StringRef text, llvm::StringRef end)
{
	return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/* Bits of a signed number. */
inline unsigned signed_bits(const llvm::APInt &number)
{
	return number.getBitWidth() - number.getNumSignBits() + 1;
}

inline llvm::TinyPtrVector<llvm::DbgDeclareInst *> declares_of(llvm::Value &variable)
{
#if LLVM_VERSION_MAJOR >= 18
	return llvm::findDbgDeclares(&variable);
#else
	return llvm::FindDbgDeclareUses(&variable);
#endif
}

#if LLVM_VERSION_MAJOR >= 17
/* From 17 on, clang says of a variable when it is assigned to, and no more where it is declared. */
inline void declare_again(llvm::Function &function)
{
	llvm::DIBuilder builder(*function.getParent(), false);

	for (llvm::Instruction &instruction : llvm::instructions(function)) {
		if (!llvm::isa<llvm::AllocaInst>(instruction))
			continue;
		for (llvm::DbgAssignIntrinsic *marker :
		     llvm::at::getAssignmentMarkers(&instruction))
			builder.insertDeclare(
				&instruction, marker->getVariable(), marker->getAddressExpression(),
				marker->getDebugLoc().get(), instruction.getNextNode());
	}
	llvm::at::deleteAll(&function);
}
#endif

/* Debug information as instructions, with a declaration for each variable. */
inline void keep_debug_instructions([[maybe_unused]] llvm::Module &module)
{
#if LLVM_VERSION_MAJOR >= 19
	module.setIsNewDbgInfoFormat(false);
#endif
#if LLVM_VERSION_MAJOR >= 17
	for (llvm::Function &function : module)
		declare_again(function);
#endif
}

} // namespace fclc

#endif
