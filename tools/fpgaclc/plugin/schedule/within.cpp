/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/within.h"

#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/marks/marks.h"

using namespace llvm;

namespace fclc
{

static constexpr StringLiteral within_attribute = "fclc.within";

/* With an II of its own, it stays a pipeline of its own. */
static bool may_be_within(const Function &function)
{
	std::vector<marked> marks = marks_of(function);
	marked pipeline = find_mark(marks, "PIPELINE"), inlined = find_mark(marks, "INLINE");

	return !function.isDeclaration() && !is_within_pipeline(function) &&
	       !find_mark(marks, "DATAFLOW") && !(inlined && inlined.flag("off")) &&
	       !(pipeline && (pipeline.flag("off") || pipeline.number("II", 1) > 1));
}

static void add_callee(const Instruction &instruction, std::vector<Function *> &found)
{
	const auto *call = dyn_cast<CallBase>(&instruction);
	Function *callee = call ? call->getCalledFunction() : nullptr;

	if (callee && may_be_within(*callee)) {
		callee->addFnAttr(within_attribute);
		found.push_back(callee);
	}
}

static bool is_pipeline(const std::vector<marked> &marks)
{
	marked mark = find_mark(marks, "PIPELINE");

	return mark && !mark.flag("off");
}

static void add_callees_of_pipelines(Function &function, std::vector<Function *> &found)
{
	if (is_pipeline(marks_of(function)))
		for (const Instruction &instruction : instructions(function))
			add_callee(instruction, found);
	DominatorTree tree(function);
	LoopInfo loops(tree);

	for (const Loop *loop : loops.getLoopsInPreorder()) {
		if (!is_pipeline(marks_of(*loop)))
			continue;
		for (const BasicBlock *block : loop->blocks())
			for (const Instruction &instruction : *block)
				add_callee(instruction, found);
	}
}

static void unroll_all(Function &function)
{
	DominatorTree tree(function);
	LoopInfo loops(tree);

	for (Loop *loop : loops.getLoopsInPreorder())
		mark_loop(*loop, "UNROLL");
}

bool is_within_pipeline(const Function &function)
{
	return function.hasFnAttribute(within_attribute);
}

void unroll_within_pipelines(Module &module)
{
	std::vector<Function *> found;

	for (Function &function : module)
		if (!function.isDeclaration())
			add_callees_of_pipelines(function, found);
	for (size_t i = 0; i < found.size(); i++) {
		unroll_all(*found[i]);
		for (const Instruction &instruction : instructions(*found[i]))
			add_callee(instruction, found);
	}
}

} // namespace fclc
