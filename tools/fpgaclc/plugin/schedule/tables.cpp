/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/tables.h"

#include <set>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include "tools/fpgaclc/plugin/schedule/library.h"

using namespace llvm;

namespace fclc
{

/* Iterations that a compiler runs. */
static constexpr unsigned most_filled = 1 << 16;
static constexpr StringLiteral marker = "fclc.table";

bool is_table(const Instruction &instruction)
{
	const auto *call = dyn_cast<CallInst>(&instruction);
	const Function *callee = call ? call->getCalledFunction() : nullptr;

	return callee && callee->getName() == marker;
}

/* --- what is known at compile time ------------------------------------------------------------- */

static bool is_harmless(const Instruction &instruction)
{
	return isa<DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd();
}

static bool are_known(const Instruction &instruction, const Loop &loop)
{
	for (const Use &operand : instruction.operands()) {
		const auto *made = dyn_cast<Instruction>(operand);

		if (isa<Argument>(operand) ||
		    (made && !loop.contains(made) && !isa<AllocaInst>(made)))
			return false;
	}
	return true;
}

/* Whether all that it does is to store what is known; adds the arrays that it stores to and loads from. */
static bool is_known(const Instruction &instruction, const Loop &loop,
		     std::set<const Value *> &filled, std::set<const Value *> &read)
{
	if (is_harmless(instruction))
		return true;
	if (!are_known(instruction, loop))
		return false;
	if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
		filled.insert(getUnderlyingObject(store->getPointerOperand(), 0));
		return store->isSimple() && !store->getValueOperand()->getType()->isPointerTy();
	}
	if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
		const Value *base = getUnderlyingObject(load->getPointerOperand(), 0);
		const auto *global = dyn_cast<GlobalVariable>(base);

		if (!global || !global->isConstant())
			read.insert(base);
		return load->isSimple();
	}
	if (const auto *call = dyn_cast<CallInst>(&instruction))
		return !operator_called(*call).empty() ||
		       (isa<IntrinsicInst>(call) && call->doesNotAccessMemory());
	return !instruction.mayHaveSideEffects();
}

/* The arrays that it fills; empty: it may do more, or depends on what is not known. */
static std::set<const Value *> filled_by(const Loop &loop)
{
	std::set<const Value *> filled, read;

	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &instruction : *block) {
			if (!is_known(instruction, loop, filled, read))
				return {};
			for (const User *user : instruction.users())
				if (!loop.contains(cast<Instruction>(user)))
					return {};
		}
	for (const Value *base : read)
		if (!filled.count(base))
			return {};
	return filled;
}

/* --- what is only read ------------------------------------------------------------------------- */

/* Whether all else that uses it, or a place in it, reads it behind the loop. */
static bool is_only_read(const Value &value, const Loop &loop, const DominatorTree &tree)
{
	for (const User *user : value.users()) {
		const auto *instruction = dyn_cast<Instruction>(user);
		bool is_place = isa<GEPOperator>(user) || isa<BitCastOperator>(user);

		if (instruction && instruction->getFunction() != tree.getRoot()->getParent())
			return false;
		if (instruction && (loop.contains(instruction) || is_harmless(*instruction)))
			continue;
		if (is_place) {
			if (!is_only_read(*user, loop, tree))
				return false;
			continue;
		}
		const auto *load = dyn_cast<LoadInst>(user);

		if (!load || !load->isSimple() ||
		    !tree.dominates(loop.getExitBlock(), load->getParent()))
			return false;
	}
	return true;
}

static bool is_private(const Value &base)
{
	const auto *global = dyn_cast<GlobalVariable>(&base);

	return isa<AllocaInst>(base) || (global && global->hasLocalLinkage());
}

/* --- all --------------------------------------------------------------------------------------- */

static bool is_fill(const Loop &loop, ScalarEvolution &evolution, const DominatorTree &tree,
		    std::set<const Value *> &filled)
{
	unsigned count = evolution.getSmallConstantTripCount(&loop);
	const BasicBlock *exit = loop.getExitBlock();

	if (!count || count > most_filled || !exit || !loop.getLoopPreheader() ||
	    !exit->phis().empty() || !loop.hasDedicatedExits())
		return false;
	filled = filled_by(loop);
	for (const Value *base : filled)
		if (!is_private(*base) || !is_only_read(*base, loop, tree))
			return false;
	return !filled.empty();
}

static void replace(const Loop &loop, const std::set<const Value *> &filled)
{
	Instruction *jump = loop.getLoopPreheader()->getTerminator();
	Module &module = *jump->getModule();
	IRBuilder<> builder(jump);

	for (const Value *base : filled) {
		FunctionType *type = FunctionType::get(builder.getVoidTy(), {base->getType()},
						       false);
		auto *callee = cast<Function>(module.getOrInsertFunction(marker, type).getCallee());

		callee->setOnlyAccessesArgMemory();
		callee->setDoesNotThrow();
		callee->addFnAttr(Attribute::WillReturn);
		builder.CreateCall(type, callee, {const_cast<Value *>(base)});
	}
	jump->replaceUsesOfWith(loop.getHeader(), loop.getExitBlock());
}

void drop_fills_of_tables(Function &function, LoopInfo &loops, ScalarEvolution &evolution,
			  DominatorTree &tree)
{
	std::vector<std::pair<const Loop *, std::set<const Value *>>> fills;

	for (const Loop *loop : loops) {
		std::set<const Value *> filled;

		if (is_fill(*loop, evolution, tree, filled))
			fills.emplace_back(loop, filled);
	}
	for (const auto &[loop, filled] : fills)
		replace(*loop, filled);
	if (!fills.empty())
		removeUnreachableBlocks(function);
}

} // namespace fclc
