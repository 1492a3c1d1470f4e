/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/share.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

using namespace llvm;

namespace fclc
{

/* Times that pragmas go from a function to the next: deeper calls than that share none. */
static constexpr unsigned most_rounds = 16;

static bool shapes_memory(StringRef pragma)
{
	return pragma == "ARRAY_PARTITION" || pragma == "ARRAY_RESHAPE" ||
	       pragma == "BIND_STORAGE" || pragma == "RESOURCE";
}

static std::vector<uint64_t> counts_of(const Value &variable, const DataLayout &layout)
{
	return declared_of(variable, layout).counts;
}

/* Of another array with `more` dimensions around it. */
static bool has_same(const Value &variable, const marked &mark, long dim)
{
	for (const marked &own : marks_of(variable))
		if (own.name() == mark.name() && own.number("dim", 1) == dim)
			return true;
	return false;
}

/* Returns whether the variable had no such pragma. `more`: dimensions that it has around those of the other. */
static bool share(const Value &from, Value &to, long more)
{
	bool any = false;

	for (const marked &mark : marks_of(from)) {
		bool cuts = begins_with(mark.name(), "ARRAY_");
		long dim = mark.number("dim", 1);
		long other = cuts && dim ? dim + more : 0;

		if (!shapes_memory(mark.name()) || mark.flag("off") || mark.has("offset") ||
		    (cuts && ((dim && other < 1) || (!dim && more))))
			continue;
		if (has_same(to, mark, cuts ? other : 1))
			continue;
		mark.copy_to(to, other);
		any = true;
	}
	return any;
}

static bool share(CallInst &call, Function &callee)
{
	const DataLayout &layout = callee.getParent()->getDataLayout();
	bool any = false;

	for (unsigned i = 0; i < call.arg_size() && i < callee.arg_size(); i++) {
		Argument &inside = *callee.getArg(i);

		if (!inside.getType()->isPointerTy())
			continue;
		auto *base = const_cast<Value *>(getUnderlyingObject(call.getArgOperand(i), 0));

		if (!isa<AllocaInst>(base) && !isa<GlobalVariable>(base) && !isa<Argument>(base))
			continue;
		long more = static_cast<long>(counts_of(*base, layout).size()) -
			    static_cast<long>(counts_of(inside, layout).size());

		if (more < 0)
			continue;
		any |= share(inside, *base, more);
		any |= share(*base, inside, -more);
	}
	return any;
}

void share_shapes(Module &module)
{
	bool any = true;

	for (unsigned round = 0; any && round < most_rounds; round++) {
		any = false;
		for (Function &function : module)
			for (Instruction &instruction : instructions(function)) {
				auto *call = dyn_cast<CallInst>(&instruction);
				Function *callee = call ? call->getCalledFunction() : nullptr;

				if (callee && !callee->isDeclaration())
					any |= share(*call, *callee);
			}
	}
}

void share_with_values(Module &module)
{
	for (Function &function : module)
		for (Instruction &instruction : instructions(function)) {
			auto *copy = dyn_cast<MemCpyInst>(&instruction);
			auto *to = copy ? dyn_cast<AllocaInst>(copy->getDest()) : nullptr;
			auto *from = copy ? dyn_cast<GlobalVariable>(copy->getSource()) : nullptr;

			if (to && from && from->isConstant() && from->hasLocalLinkage())
				share(*to, *from, 0);
		}
}

} // namespace fclc
