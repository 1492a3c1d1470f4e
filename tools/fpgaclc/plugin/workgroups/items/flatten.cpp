/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/items/flatten.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/items/local.h"

using namespace llvm;

namespace fclc
{

static Function *callee_of(Instruction &instruction)
{
	CallBase *call = dyn_cast<CallBase>(&instruction);

	return call ? call->getCalledFunction() : nullptr;
}

bool inline_call(CallBase &call)
{
	Function &caller = *call.getFunction(), *callee = call.getCalledFunction();
	InlineFunctionInfo info;

	if (!InlineFunction(call, info).isSuccess())
		return false;
	AttributeFuncs::mergeAttributesForInlining(caller, *callee);
	return true;
}

bool is_barrier(const Instruction &instruction)
{
	const Function *callee = callee_of(const_cast<Instruction &>(instruction));

	return callee && callee->getName() == barrier_function;
}

namespace
{

/*
 * Size limits, in instructions, for inlining a function that need not be inlined, including
 * everything inlined into it: for a function of the source with loops, one without, and a library
 * function on vectors; and the total in a kernel.
 */
enum {
	MOST_INSTRUCTIONS = 1000,
	MOST_WITHOUT_LOOPS = 100,
	MOST_OF_LIBRARY = 50,
	MOST_IN_KERNEL = 4000,
};

static bool uses_vectors(const Function &function)
{
	for (const Argument &argument : function.args())
		if (argument.getType()->isVectorTy())
			return true;
	return function.getReturnType()->isVectorTy();
}

/* Newer processors have instructions for half vectors, which the library emulates on their bits. */
static bool loads_halves(const Function &function)
{
	StringRef name = source_name(function.getName());

	return (name.consume_front("vload_half") || name.consume_front("vloada_half")) &&
	       !name.empty();
}

static bool has_loop(const Function &function)
{
	SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> edges;

	FindFunctionBackedges(function, edges);
	return !edges.empty();
}

/* Walks the call graph below a kernel. */
class Calls
{
	SmallPtrSet<const Function *, 16> open, done, grouped, inlined, looped;
	DenseMap<const Function *, unsigned> sizes; /* in instructions, including inlined code */
	Function *repeated = nullptr;
	unsigned spent = 0; /* instructions inlined without need */

	/* Processor-specific instructions and calls prevent taking vectors apart. */
	bool needs_whole_vectors(Function &function) const
	{
		for (Instruction &instruction : instructions(function)) {
			Function *callee = callee_of(instruction);

			if (callee && (callee->isTargetIntrinsic() ||
				       (!callee->isDeclaration() && !inlined.contains(callee))))
				return true;
		}
		return false;
	}

	/*
	 * The pass only sees the kernel itself: only there can it vectorise loops over work-items,
	 * and take short vectors apart (loops/lanes.h). The library's functions all have mangled
	 * names.
	 */
	bool may_gain(Function &function) const
	{
		unsigned size = sizes.lookup(&function);
		/*
		 * Vectors of small numbers are passed as one integer, so look at the mangled name.
		 */
		bool whole = function.getName().substr(0, 2) == "_Z" &&
			     function.getName().contains("Dv") && needs_whole_vectors(function);

		whole |= loads_halves(function);

		if (function.hasFnAttribute(Attribute::NoInline))
			return false;
		/*
		 * Functions with versions for newer processors are only inlined once a version has
		 * been chosen (machine/library.h).
		 */
		if (function.hasFnAttribute(Attribute::AlwaysInline))
			return !whole;
		if (function.getName().substr(0, 2) == "_Z")
			return size <= MOST_OF_LIBRARY && uses_vectors(function) && !whole;
		return size <=
		       (looped.contains(&function) ? MOST_INSTRUCTIONS : MOST_WITHOUT_LOOPS);
	}

	/* Returns whether the function uses ids, barriers or local memory, directly or not. */
	bool visit(Function &function)
	{
		bool uses = false;

		if (open.contains(&function)) {
			repeated = &function;
			return false;
		}
		if (!done.insert(&function).second)
			return grouped.contains(&function);
		open.insert(&function);
		if (has_loop(function))
			looped.insert(&function);
		for (Instruction &instruction : instructions(function)) {
			Function *callee = callee_of(instruction);

			uses |= is_barrier(instruction) || field_of(&instruction) != FIELDS ||
				is_local_request(instruction);
			sizes[&function]++;
			if (!callee || callee->isDeclaration())
				continue;
			uses |= visit(*callee);
			if (!inlined.contains(callee))
				continue;
			sizes[&function] += sizes.lookup(callee);
			if (looped.contains(callee))
				looped.insert(&function);
		}
		open.erase(&function);
		if (uses)
			grouped.insert(&function);
		if (uses || may_gain(function))
			inlined.insert(&function);
		return uses;
	}

      public:
	explicit Calls(Function &item)
	{
		visit(item);
	}
	/* A recursive function, direct or indirect. */
	Function *recursive() const
	{
		return repeated;
	}
	/*
	 * Whether to inline calls of the function. Those that need not be are inlined until the
	 * kernel is large.
	 */
	bool are_inlined(const Function *function)
	{
		if (grouped.contains(function))
			return true;
		if (!inlined.contains(function) || spent > MOST_IN_KERNEL)
			return false;
		spent += function->getInstructionCount();
		return true;
	}
};

} // namespace

/* "f(int)" for "_Z1fi"; the symbol itself if it is not mangled. */
static std::string readable(const Function &function)
{
	std::string name = demangle(function.getName().str());

	return name.substr(0, name.find('('));
}

bool flatten(Function &item)
{
	Calls calls(item);
	bool more = true;

	if (calls.recursive()) {
		item.getContext().emitError(
			"'" + readable(*calls.recursive()) +
			"' calls itself, directly or through others: OpenCL C has no recursion");
		return false;
	}
	while (more) {
		SmallVector<CallBase *, 16> list;

		for (Instruction &instruction : instructions(item))
			if (calls.are_inlined(callee_of(instruction)))
				list.push_back(cast<CallBase>(&instruction));
		more = !list.empty();
		for (CallBase *call : list)
			if (!inline_call(*call)) {
				item.getContext().emitError(call, "this call cannot be inlined");
				return false;
			}
	}
	return true;
}

} // namespace fclc
