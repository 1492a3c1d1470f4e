/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/split.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "tools/fpgaclc/plugin/workgroups/items/flatten.h"
#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/loops/lanes.h"
#include "tools/fpgaclc/plugin/workgroups/loops/uniform.h"

using namespace llvm;

namespace fclc
{

/* With more loop-carried variables, the memory traffic outweighs the gain from vectors. */
enum { MOST_VARIABLES = 8 };

/*
 * Threshold in instructions above which it pays not to call a library function for inactive
 * work-items: exp() has more, rsqrt() fewer.
 */
enum { LONG_FUNCTION = 40 };

static bool has_barrier(const Loop &loop)
{
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &instruction : *block)
			if (is_barrier(instruction))
				return true;
	return false;
}

/* The library has no recursive functions. */
static bool is_long(const Function *function, unsigned size = 0)
{
	if (!function || function->isDeclaration())
		return false;
	size += function->getInstructionCount();
	for (const Instruction &instruction : instructions(function)) {
		const CallBase *call = dyn_cast<CallBase>(&instruction);

		if (size > LONG_FUNCTION || (call && is_long(call->getCalledFunction(), size)))
			return true;
	}
	return size > LONG_FUNCTION;
}

/*
 * Whether the instruction can be vectorised across work-items, after scalarising its lanes if it
 * has any.
 */
static bool suits_vectors(const Instruction &instruction, const Uniform &uniform, bool &gains)
{
	const Value *address = getLoadStorePointerOperand(&instruction);
	const CallBase *call = dyn_cast<CallBase>(&instruction);

	if (!has_separable_lanes(instruction) || instruction.isAtomic() || instruction.isVolatile())
		return false;
	if (address) {
		Stride stride = stride_of(address,
					  getLoadStoreType(const_cast<Instruction *>(&instruction)),
					  uniform);

		gains |= stride == Stride::ONE;
		return (stride == Stride::ONE && !instruction.getType()->isVectorTy()) ||
		       (stride == Stride::UNIFORM && isa<LoadInst>(instruction));
	}
	if (call && field_of(call) == FIELDS && !call->doesNotAccessMemory())
		return false;
	/* A vector would compute it for all work-items although only some need it, perhaps none. */
	if (call && is_long(call->getCalledFunction()) && !uniform.is_run_by_all(call->getParent()))
		return false;
	gains |= !uniform.is_uniform(&instruction) &&
		 instruction.getType()->getScalarType()->isFloatingPointTy() &&
		 !isa<PHINode>(instruction);
	return true;
}

static bool is_uniform_loop(const Loop &loop, const Uniform &uniform)
{
	const BasicBlock *latch = loop.getLoopLatch(), *exit = loop.getUniqueExitBlock();
	const BranchInst *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;

	return branch && branch->isConditional() && loop.getExitingBlock() == latch && exit &&
	       exit->getSinglePredecessor() && loop.getLoopPreheader() &&
	       uniform.is_uniform(branch->getCondition()) && uniform.is_run_by_all(latch) &&
	       uniform.is_run_by_all(loop.getHeader());
}

/*
 * Divergent variables of the header must be dead once the last iteration has computed new values.
 */
static bool has_simple_variables(const Loop &loop, const Uniform &uniform)
{
	unsigned variables = 0;

	for (PHINode &phi : loop.getHeader()->phis()) {
		const Value *next = phi.getIncomingValueForBlock(loop.getLoopLatch());

		if (uniform.is_uniform(&phi))
			continue;
		variables += lanes_of(phi);
		if (isa<PHINode>(next) && cast<PHINode>(next)->getParent() == loop.getHeader())
			return false;
		for (const User *user : phi.users())
			if (!loop.contains(cast<Instruction>(user)))
				return false;
	}
	return variables <= MOST_VARIABLES;
}

/* Returns the first instruction that does not vectorise well across work-items, or NULL. */
static const Instruction *find_unsuited(const Loop &loop, const Uniform &uniform, bool &gains)
{
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &instruction : *block)
			if (!suits_vectors(instruction, uniform, gains))
				return &instruction;
	return nullptr;
}

/* Whether vectorising an innermost loop across work-items is likely to be faster. */
static bool gains_from_vectors(const Loop &loop, const Uniform &uniform)
{
	bool gains = false;

	return loop.isInnermost() && !find_unsuited(loop, uniform, gains) && gains;
}

/* For -Rpass-missed=work-items. */
static void explain(const Loop &loop, const Uniform &uniform)
{
	bool gains = false;
	const Instruction *unsuited = find_unsuited(loop, uniform, gains);
	const CallBase *call = dyn_cast_or_null<CallBase>(unsuited);
	const Function *callee = call ? call->getCalledFunction() : nullptr;
	OptimizationRemarkMissed remark("work-items", "LoopOfOneItem", loop.getStartLoc(),
					loop.getHeader());

	if (!loop.isInnermost() || !unsuited)
		return;
	remark << "each work-item runs this loop by itself: vectors of work-items do not suit '"
	       << (callee ? callee->getName() : unsuited->getOpcodeName()) << "'";
	loop.getHeader()->getContext().diagnose(remark);
}

static bool wants_barriers(const Loop &loop, const Uniform &uniform)
{
	return is_uniform_loop(loop, uniform) && has_simple_variables(loop, uniform) &&
	       (has_barrier(loop) || gains_from_vectors(loop, uniform));
}

/* Keeps a divergent loop variable in memory, where the new value replaces the old one. */
static void demote(PHINode &phi, const Loop &loop, Instruction *exit_barrier)
{
	Function &function = *phi.getFunction();
	IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
	AllocaInst *variable = builder.CreateAlloca(phi.getType(), nullptr, phi.getName());
	Value *next = phi.getIncomingValueForBlock(loop.getLoopLatch());
	LoadInst *value;

	builder.SetInsertPoint(loop.getLoopPreheader()->getTerminator());
	builder.CreateStore(phi.getIncomingValueForBlock(loop.getLoopPreheader()), variable);
	builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
	builder.CreateStore(next, variable);
	builder.SetInsertPoint(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
	value = builder.CreateLoad(phi.getType(), variable);
	phi.replaceAllUsesWith(value);
	phi.eraseFromParent();
	if (!isa<Instruction>(next))
		return;
	for (PHINode &out : loop.getUniqueExitBlock()->phis())
		if (out.getIncomingValue(0) == next) {
			builder.SetInsertPoint(exit_barrier->getNextNode());
			out.replaceAllUsesWith(builder.CreateLoad(out.getType(), variable));
		}
}

static Instruction *add_barrier(Instruction *before)
{
	Module &module = *before->getModule();
	FunctionCallee barrier = module.getOrInsertFunction(barrier_function,
							    Type::getVoidTy(module.getContext()));

	return CallInst::Create(barrier, "", before);
}

static Instruction *add_barrier(BasicBlock *block)
{
	return add_barrier(&*block->getFirstInsertionPt());
}

/* With one predecessor, a loop's result needs no phi. */
static void fold_exit(BasicBlock *exit)
{
	for (PHINode &phi : make_early_inc_range(exit->phis()))
		if (phi.getNumIncomingValues() == 1) {
			phi.replaceAllUsesWith(phi.getIncomingValue(0));
			phi.eraseFromParent();
		}
}

/*
 * Adds a barrier at the start of each iteration, one before the branch that ends it, and one after
 * the loop. The branch is then between two barriers, and runs once for the group.
 */
static void add_barriers(Loop &loop, const Uniform &uniform)
{
	SmallVector<PHINode *, 8> variables;
	Instruction *exit_barrier;

	for (PHINode &phi : loop.getHeader()->phis())
		if (!uniform.is_uniform(&phi))
			variables.push_back(&phi);
	add_barrier(loop.getLoopLatch()->getTerminator());
	exit_barrier = add_barrier(loop.getUniqueExitBlock());
	for (PHINode *phi : variables)
		demote(*phi, loop, exit_barrier);
	fold_exit(loop.getUniqueExitBlock());
	add_barrier(loop.getHeader());
}

static bool uses_local_id(const Function &item)
{
	for (const Instruction &instruction : instructions(item))
		if (is_local_id(&instruction))
			return true;
	return false;
}

static bool has_vectors(const BasicBlock &block)
{
	for (const Instruction &instruction : block) {
		if (instruction.getType()->isVectorTy())
			return true;
		for (const Value *operand : instruction.operands())
			if (operand->getType()->isVectorTy())
				return true;
	}
	return false;
}

/*
 * Whether the kernel has loops with short vectors, such as float4, that would gain from vectorising
 * across work-items instead, and none whose vectors cannot be taken apart.
 */
static bool gains_from_lanes(Function &item)
{
	DominatorTree dominators(item);
	LoopInfo loops(dominators);
	PostDominatorTree ends(item);
	Uniform uniform(item, ends);
	bool gains = false;

	for (const BasicBlock &block : item) {
		const Loop *loop = loops.getLoopFor(&block);

		if (!loop || !has_vectors(block))
			continue;
		if (!wants_barriers(*loop, uniform))
			return false;
		gains |= !has_barrier(*loop);
	}
	return gains;
}

static void add_loop_barriers(Function &item)
{
	DominatorTree dominators(item);
	LoopInfo loops(dominators);
	PostDominatorTree ends(item);
	Uniform uniform(item, ends);

	for (Loop *loop : loops.getLoopsInPreorder())
		if (wants_barriers(*loop, uniform))
			add_barriers(*loop, uniform);
		else
			explain(*loop, uniform);
}

/* Whether there is a barrier between the branch and the block where its paths rejoin. */
static bool decides_on_barrier(const BranchInst &branch, const PostDominatorTree &ends)
{
	const DomTreeNodeBase<BasicBlock> *node = ends.getNode(branch.getParent());
	const BasicBlock *end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
	SmallSetVector<const BasicBlock *, 16> blocks;

	blocks.insert(succ_begin(&branch), succ_end(&branch));
	for (unsigned i = 0; i < blocks.size(); i++) {
		if (blocks[i] == end)
			continue;
		for (const Instruction &instruction : *blocks[i])
			if (is_barrier(instruction))
				return true;
		blocks.insert(succ_begin(blocks[i]), succ_end(blocks[i]));
	}
	return false;
}

static bool has_barrier_before(const Instruction &instruction)
{
	const Instruction *previous = instruction.getPrevNode();

	return previous && is_barrier(*previous);
}

/* A uniform branch that decides on barriers runs once for the group. */
static void add_branch_barriers(Function &item)
{
	PostDominatorTree ends(item);
	Uniform uniform(item, ends);
	SmallVector<BranchInst *, 8> branches;

	for (BasicBlock &block : item) {
		BranchInst *branch = dyn_cast<BranchInst>(block.getTerminator());

		/* The entry block runs once for the group anyway. */
		if (branch && branch->isConditional() && !block.isEntryBlock() &&
		    uniform.is_uniform(branch) && uniform.is_run_by_all(&block) &&
		    !has_barrier_before(*branch) && decides_on_barrier(*branch, ends))
			branches.push_back(branch);
	}
	for (BranchInst *branch : branches) {
		add_barrier(branch);
		for (unsigned i = 0; i < branch->getNumSuccessors(); i++)
			add_barrier(SplitEdge(branch->getParent(), branch->getSuccessor(i))
					    ->getTerminator());
	}
}

void add_barriers(Function &item)
{
	if (!uses_local_id(item))
		return;
	if (gains_from_lanes(item))
		lanes_apart(item);
	add_loop_barriers(item);
	add_branch_barriers(item);
}

Barriers split_at_barriers(Function &item)
{
	SmallVector<Instruction *, 8> calls;
	Barriers barriers;

	for (Instruction &instruction : instructions(item))
		if (is_barrier(instruction))
			calls.push_back(&instruction);
	for (Instruction *call : calls) {
		BasicBlock *block = call->getParent();
		BasicBlock *after = SplitBlock(block, call);

		call->eraseFromParent();
		barriers.push_back({block, after});
	}
	/* Splitting a block again moves its end, so look up each barrier by what follows it. */
	for (Barrier &barrier : barriers)
		barrier.block = barrier.after->getSinglePredecessor();
	return barriers;
}

} // namespace fclc
