/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/balance.h"

#include <map>
#include <queue>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/marks/marks.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* An operand of a tree, and how deep what computes it is. */
struct leaf {
	Value *value;
	unsigned depth;
};

} // namespace

static bool is_inside(const BinaryOperator &root, const Value *value)
{
	const auto *part = dyn_cast<BinaryOperator>(value);

	return part && part->getOpcode() == root.getOpcode() && part->hasOneUse() &&
	       part->getParent() == root.getParent();
}

static bool is_root(const BinaryOperator &instruction)
{
	if (!instruction.isAssociative() || !instruction.isCommutative() ||
	    !instruction.getType()->isIntegerTy())
		return false;
	return !(instruction.hasOneUse() && isa<BinaryOperator>(*instruction.user_begin()) &&
		 is_inside(*cast<BinaryOperator>(*instruction.user_begin()), &instruction));
}

static void collect(const BinaryOperator &root, Value *value, std::vector<Value *> &leaves)
{
	if (!is_inside(root, value)) {
		leaves.push_back(value);
		return;
	}
	for (Use &operand : cast<BinaryOperator>(value)->operands())
		collect(root, operand.get(), leaves);
}

/* The two that are there first are combined first. */
static void rebuild(BinaryOperator &root, const std::vector<Value *> &values,
		    const std::map<const Value *, unsigned> &depths)
{
	auto deeper = [](const leaf &a, const leaf &b) { return a.depth > b.depth; };
	std::priority_queue<leaf, std::vector<leaf>, decltype(deeper)> queue(deeper);

	for (Value *value : values) {
		auto depth = depths.find(value);

		queue.push({value, isa<PHINode>(value)     ? UINT32_MAX
				   : depth != depths.end() ? depth->second
							   : 0});
	}
	while (queue.size() > 1) {
		leaf a = queue.top();

		queue.pop();
		leaf b = queue.top();

		queue.pop();
		auto *made = BinaryOperator::Create(root.getOpcode(), a.value, b.value, "", &root);

		made->setDebugLoc(root.getDebugLoc());
		queue.push({made, std::max(a.depth, b.depth) == UINT32_MAX
					  ? UINT32_MAX
					  : std::max(a.depth, b.depth) + 1});
	}
	root.replaceAllUsesWith(queue.top().value);
}

static void balance_block(BasicBlock &block)
{
	std::map<const Value *, unsigned> depths;
	std::vector<BinaryOperator *> roots;

	for (Instruction &instruction : block) {
		unsigned depth = 0;
		auto *binary = dyn_cast<BinaryOperator>(&instruction);

		if (isa<PHINode>(instruction))
			continue;
		for (const Use &operand : instruction.operands()) {
			auto found = depths.find(operand.get());

			depth = std::max(depth, found != depths.end() ? found->second : 0);
		}
		/* Conversions are wires. */
		depths[&instruction] = depth + !isa<CastInst>(instruction);
		if (binary && is_root(*binary))
			roots.push_back(binary);
	}
	for (BinaryOperator *root : roots) {
		std::vector<Value *> leaves;

		for (Use &operand : root->operands())
			collect(*root, operand.get(), leaves);
		if (leaves.size() > 2)
			rebuild(*root, leaves, depths);
	}
}

void balance(Function &function)
{
	marked mark = find_mark(marks_of(function), "EXPRESSION_BALANCE");

	if (mark && mark.flag("off"))
		return;
	for (BasicBlock &block : function)
		balance_block(block);
}

} // namespace fclc
