/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_VERSIONS_H
#define FCLC_PLUGIN_SCHEDULE_VERSIONS_H

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DebugInfo.h>
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

/* Debug information as instructions. */
inline void keep_debug_instructions([[maybe_unused]] llvm::Module &module)
{
#if LLVM_VERSION_MAJOR >= 19
	module.setIsNewDbgInfoFormat(false);
#endif
}

} // namespace fclc

#endif
