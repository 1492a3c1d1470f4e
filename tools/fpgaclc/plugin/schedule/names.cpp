/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/names.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/schedule/shape.h"

using namespace llvm;

namespace fclc
{

place place_of(const Loop &loop)
{
	DebugLoc location = loop.getStartLoc();
	place at;

	if (const DILocation *start = location.get()) {
		at.line = start->getLine();
		at.file = path_of(start->getDirectory(), start->getFilename());
	}
	return at;
}

void loop_names::read(Function &function)
{
	DominatorTree tree(function);
	LoopInfo loops(tree);
	std::map<line, const Loop *> sorted;
	std::map<unsigned, std::string> labels;
	unsigned number = 0;

	for (const Instruction &instruction : instructions(function))
		if (const auto *label = dyn_cast<DbgLabelInst>(&instruction))
			labels[label->getLabel()->getLine()] = label->getLabel()->getName().str();
	for (const Loop *loop : loops.getLoopsInPreorder()) {
		place at = place_of(*loop);

		sorted[{at.file, at.line}] = loop;
	}
	for (const auto &[at, loop] : sorted) {
		auto label = labels.find(at.second);

		/* A label may stand in the line before. */
		if (label == labels.end())
			label = labels.find(at.second - 1);
		names[at] = label != labels.end() ? label->second
						  : "VITIS_LOOP_" + std::to_string(at.second) +
							    "_" + std::to_string(++number);
	}
}

loop_names::loop_names(Module &module)
{
	for (Function &function : module)
		if (!function.isDeclaration())
			read(function);
}

std::string loop_names::of(const Loop &loop) const
{
	place at = place_of(loop);
	auto found = names.find({at.file, at.line});

	/* One that is no loop in the source: a copy, or something to be filled. */
	return found != names.end() ? found->second : "Loop 1";
}

} // namespace fclc
