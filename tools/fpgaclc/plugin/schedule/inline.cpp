/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/inline.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/limits.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"
#include "tools/fpgaclc/plugin/schedule/within.h"

using namespace llvm;

namespace fclc
{

/* Of instructions that compute something; larger functions that are called often stay functions. */
static constexpr unsigned most_inlined = 60;

static bool computes(const Instruction &instruction)
{
	return !isa<DbgInfoIntrinsic>(instruction) && !isa<CastInst>(instruction) &&
	       !isa<PHINode>(instruction) && !instruction.isTerminator() &&
	       !isa<AllocaInst>(instruction) && !instruction.isLifetimeStartOrEnd();
}

static unsigned size_of(const Function &function)
{
	unsigned size = 0;

	for (const Instruction &instruction : instructions(function))
		size += computes(instruction);
	return size;
}

/* What is small enough for each of its callers is only logic. */
static bool has_loops(Function &function)
{
	DominatorTree tree(function);

	return !LoopInfo(tree).empty();
}

/* The pragma's own function; `off` forbids it. */
enum class told { nothing, yes, no };

static told told_by(const Function &function)
{
	marked mark = find_mark(marks_of(function), "INLINE");

	if (!mark)
		return told::nothing;
	return mark.flag("off") ? told::no : told::yes;
}

static bool has(const Function &function, StringRef pragma)
{
	return static_cast<bool>(find_mark(marks_of(function), pragma));
}

static bool is_called_in_flow(const Function &function)
{
	for (const User *user : function.users())
		if (const auto *call = dyn_cast<CallBase>(user))
			if (has(*call->getFunction(), "DATAFLOW"))
				return true;
	return false;
}

/* Functions of headers are not the kernel's: they are operators and types. */
static bool is_library(const Function &function)
{
	return begins_with(function.getName(), "_ZN3hls") ||
	       begins_with(function.getName(), "_ZNK3hls") || function.getName().contains("ap_");
}

static bool is_inlined(Function &function)
{
	told what = told_by(function);

	if (what != told::nothing)
		return what == told::yes;
	if (function.hasFnAttribute(Attribute::AlwaysInline) || is_library(function) ||
	    is_within_pipeline(function))
		return true;
	if (has(function, "PIPELINE") || has(function, "DATAFLOW") || is_called_in_flow(function))
		return false;
	return function.hasOneUse() || (size_of(function) <= most_inlined && !has_loops(function));
}

/* What a function is part of is no surer than it. */
static void inherit_doubt(Module &module)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (Function &function : module) {
			if (!is_doubtful(function) ||
			    !function.hasFnAttribute(Attribute::AlwaysInline))
				continue;
			for (User *user : function.users()) {
				auto *call = dyn_cast<CallBase>(user);

				if (!call || is_doubtful(*call->getFunction()))
					continue;
				mark_doubtful(*call->getFunction());
				changed = true;
			}
		}
	}
}

void choose_inlined(Module &module, Function &top, std::vector<unmodelled> &missing)
{
	for (Function &function : module) {
		if (function.isDeclaration() || &function == &top)
			continue;
		function.removeFnAttr(Attribute::AlwaysInline);
		function.removeFnAttr(Attribute::NoInline);
		function.removeFnAttr(Attribute::OptimizeNone);
		function.addFnAttr(is_inlined(function) ? Attribute::AlwaysInline
							: Attribute::NoInline);
		if (function.hasFnAttribute(Attribute::AlwaysInline))
			name_lost(function, missing);
	}
	inherit_doubt(module);
}

} // namespace fclc
