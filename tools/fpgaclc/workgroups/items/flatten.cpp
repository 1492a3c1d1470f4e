/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/workgroups/items/flatten.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "tools/fpgaclc/workgroups/items/ids.h"
#include "tools/fpgaclc/workgroups/items/local.h"

using namespace llvm;

namespace fclc
{

static Function *callee_of(Instruction &instruction)
{
	CallBase *call = dyn_cast<CallBase>(&instruction);

	return call ? call->getCalledFunction() : nullptr;
}

bool is_barrier(const Instruction &instruction)
{
	const Function *callee = callee_of(const_cast<Instruction &>(instruction));

	return callee && callee->getName() == barrier_function;
}

namespace
{

/* Walks the call graph below a kernel. */
class Calls
{
	SmallPtrSet<const Function *, 16> open, done, grouped;
	Function *repeated = nullptr;

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
		for (Instruction &instruction : instructions(function)) {
			Function *callee = callee_of(instruction);

			uses |= is_barrier(instruction) || field_of(&instruction) != FIELDS ||
				is_local_request(instruction);
			if (callee && !callee->isDeclaration())
				uses |= visit(*callee);
		}
		open.erase(&function);
		if (uses)
			grouped.insert(&function);
		return uses;
	}

      public:
	explicit Calls(Function &item)
	{
		visit(item);
	}
	/* A function that calls itself, directly or through others. */
	Function *recursive() const
	{
		return repeated;
	}
	bool uses_groups(const Function *function) const
	{
		return grouped.contains(function);
	}
};

} // namespace

/* "f(int)" of "_Z1fi"; the symbol itself if it is no such name. */
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
			if (calls.uses_groups(callee_of(instruction)))
				list.push_back(cast<CallBase>(&instruction));
		more = !list.empty();
		for (CallBase *call : list) {
			InlineFunctionInfo info;

			if (!InlineFunction(*call, info).isSuccess()) {
				item.getContext().emitError(call, "this call cannot be inlined");
				return false;
			}
		}
	}
	return true;
}

} // namespace fclc
