/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_INLINE_H
#define FCLC_PLUGIN_FLOW_INLINE_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace llvm
{
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace fclc
{

class Uses;

/* Functions with INLINE whose calls become processes of the calling region. */
class Inlined
{
	llvm::Module &module;
	Uses &uses;
	llvm::function_ref<bool(const llvm::CallBase &)> can_be_process;

	/* What a function with INLINE contains. */
	struct Shape {
		bool parts = false;    /* several processes */
		bool accesses = false; /* reads and writes of streams beside them */
	};
	llvm::DenseMap<const llvm::Function *, Shape> known;
	llvm::DenseMap<const llvm::Function *, llvm::Function *> copies;
	llvm::SmallPtrSet<const llvm::Function *, 4> warned;

	Shape shape_of(llvm::Function &function);
	void warn(llvm::Function &function) const;
	llvm::Function *copy_of(llvm::Function &function);

      public:
	Inlined(llvm::Module &module_, Uses &uses_,
		llvm::function_ref<bool(const llvm::CallBase &)> can_be_process_)
	    : module(module_), uses(uses_), can_be_process(can_be_process_)
	{
	}
	/*
	 * Redirects a call in a region to a copy of the function that is itself a region. Returns
	 * the copy if it is a new one, else nullptr. Warns if the function cannot become a region.
	 */
	llvm::Function *replace(llvm::CallBase &call);
};

/* Removes the markers of functions that were left unchanged. Returns whether there were any. */
bool drop_inline_markers(llvm::Module &module);

} // namespace fclc

#endif
