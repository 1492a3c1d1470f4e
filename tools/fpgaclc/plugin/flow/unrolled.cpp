/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/unrolled.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/flow/loops.h"
#include "tools/fpgaclc/plugin/flow/names.h"

using namespace llvm;

/*
 * Hardware starts the calls of an unrolled loop concurrently if they share nothing, for example
 * calls of one function for each of several streams. If they ran sequentially, a producer that
 * fills these streams in turn would wait for the second stream while the first call waits for the
 * first one. So such a loop becomes a region whose calls are processes; calls that share something
 * keep the source order.
 */
namespace fclc
{

namespace
{

/* The size of struct fclc_region, in words. */
enum { REGION_WORDS = 5 };

typedef SmallPtrSet<const Loop *, 4> Loops;

/* Hardware does not unroll loops with any other bound either. */
bool has_constant_bound(const Loop &loop)
{
	const BranchInst *branch = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
	const ICmpInst *compare = branch && branch->isConditional()
					  ? dyn_cast<ICmpInst>(branch->getCondition())
					  : nullptr;

	return compare && (isa<ConstantInt>(compare->getOperand(0)) ||
			   isa<ConstantInt>(compare->getOperand(1)));
}

/* The only block that follows the loop, ignoring unwind edges; nullptr if there are several. */
BasicBlock *exit_of(const Loop &loop)
{
	SmallVector<BasicBlock *, 4> exits;
	BasicBlock *found = nullptr;

	loop.getUniqueExitBlocks(exits);
	for (BasicBlock *exit : exits) {
		if (exit->isEHPad())
			continue;
		if (found)
			return nullptr;
		found = exit;
	}
	if (!found || !all_of(predecessors(found), [&](BasicBlock *b) { return loop.contains(b); }))
		return nullptr;
	return found;
}

/* The function's loops with an UNROLL pragma that can be unrolled. */
Loops unrolled_loops(Function &function, const LoopInfo &loops)
{
	Loops unrolled;

	for (Instruction &i : instructions(function)) {
		CallBase *call = dyn_cast<CallBase>(&i);
		const Loop *loop = call && is_unroll_marker(*call) ? loops.getLoopFor(i.getParent())
								   : nullptr;

		if (loop && has_constant_bound(*loop))
			unrolled.insert(loop);
	}
	return unrolled;
}

/* Whether the loop and all loops around it are unrolled, up to `outer`. */
bool is_unrolled_up_to(const Loop &outer, const Loop *loop, const Loops &unrolled)
{
	while (loop != &outer && unrolled.count(loop))
		loop = loop->getParentLoop();
	return loop == &outer;
}

/* The calls that hardware starts concurrently. None if the loop declares variables. */
SmallVector<CallBase *, 4> calls_in(const Loop &loop, const LoopInfo &loops, const Loops &unrolled,
				    function_ref<bool(const CallBase &)> is_wanted)
{
	SmallVector<CallBase *, 4> found;

	for (BasicBlock *block : loop.blocks())
		for (Instruction &i : *block) {
			CallBase *call = dyn_cast<CallBase>(&i);

			if (isa<AllocaInst>(i) ||
			    (call && (is_scope_begin(*call) || is_scope_end(*call))))
				return {};
			if (call && is_wanted(*call) &&
			    is_unrolled_up_to(loop, loops.getLoopFor(block), unrolled))
				found.push_back(call);
		}
	return found;
}

/* The region begins before one instruction, and ends before another. */
CallBase *enclose(Instruction &first, Instruction &after)
{
	Function &function = *first.getFunction();
	Module &module = *function.getParent();
	LLVMContext &context = module.getContext();
	Type *none = Type::getVoidTy(context), *pointer = PointerType::get(context, 0);
	FunctionCallee begin = module.getOrInsertFunction("fclc_flow_begin_apart", none, pointer);
	FunctionCallee end = module.getOrInsertFunction("fclc_flow_end", none, pointer);
	IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
	Type *words = ArrayType::get(Type::getInt64Ty(context), REGION_WORDS);
	Value *region = builder.CreateAlloca(words, nullptr, "apart");
	CallBase *call;

	for (FunctionCallee callee : {begin, end})
		cast<Function>(callee.getCallee())->setVisibility(GlobalValue::HiddenVisibility);
	builder.SetInsertPoint(&first);
	call = builder.CreateCall(begin, {region});
	builder.SetInsertPoint(&after);
	builder.CreateCall(end, {region});
	return call;
}

/* The block that always follows, but for the way of an exception; nullptr: there is none, or others lead to it. */
BasicBlock *next_of(BasicBlock &block)
{
	InvokeInst *invoke = dyn_cast<InvokeInst>(block.getTerminator());
	BasicBlock *next = invoke ? invoke->getNormalDest() : block.getSingleSuccessor();

	return next && next->getSinglePredecessor() ? next : nullptr;
}

bool follows_another(BasicBlock &block)
{
	BasicBlock *before = block.getSinglePredecessor();

	return before && next_of(*before) == &block;
}

/* Where the code after a call goes on. */
Instruction *after(CallBase &call)
{
	BasicBlock *next = call.isTerminator() ? next_of(*call.getParent()) : nullptr;

	return next ? &*next->getFirstInsertionPt() : call.getNextNode();
}

/* The wanted calls from a block on, up to a branch. */
SmallVector<CallBase *, 4> sequence_from(BasicBlock &first,
					 function_ref<bool(const CallBase &)> is_wanted)
{
	SmallVector<CallBase *, 4> found;

	for (BasicBlock *block = &first; block; block = next_of(*block))
		for (Instruction &i : *block) {
			CallBase *call = dyn_cast<CallBase>(&i);

			if (call && is_wanted(*call) && after(*call))
				found.push_back(call);
		}
	return found;
}

class UnrolledLoops
{
	const LoopInfo &loops;
	const Loops unrolled;
	function_ref<bool(const CallBase &)> is_wanted;
	SmallPtrSetImpl<const CallBase *> &calls;

      public:
	SmallVector<CallBase *, 2> begins;

	UnrolledLoops(Function &function, const LoopInfo &loops_,
		      function_ref<bool(const CallBase &)> is_wanted_,
		      SmallPtrSetImpl<const CallBase *> &calls_)
	    : loops(loops_), unrolled(unrolled_loops(function, loops_)), is_wanted(is_wanted_),
	      calls(calls_)
	{
	}
	void visit(const Loop &loop)
	{
		BasicBlock *exit = unrolled.count(&loop) ? exit_of(loop) : nullptr;
		SmallVector<CallBase *, 4> found;

		if (exit && loop.getLoopPreheader())
			found = calls_in(loop, loops, unrolled, is_wanted);
		if (!found.empty()) {
			begins.push_back(enclose(*loop.getLoopPreheader()->getTerminator(),
						 *exit->getFirstInsertionPt()));
			calls.insert(found.begin(), found.end());
			return;
		}
		for (const Loop *inner : loop)
			visit(*inner);
	}
};

} // namespace

SmallVector<CallBase *, 2> enclose_unrolled(Function &function,
					    function_ref<bool(const CallBase &)> is_wanted,
					    SmallPtrSetImpl<const CallBase *> &calls)
{
	DominatorTree tree(function);
	LoopInfo loops(tree);
	UnrolledLoops finder(function, loops, is_wanted, calls);

	for (const Loop *loop : loops)
		finder.visit(*loop);
	return finder.begins;
}

/*
 * The scheduler of HLS starts calls as early as it can (UG1399, "Loop Parallelism"), those of a kernel too: one
 * that fills an output does not hold up the next, which empties an input that depends on it.
 */
SmallVector<CallBase *, 2> enclose_sequences(Function &kernel,
					     function_ref<bool(const CallBase &)> is_wanted,
					     SmallPtrSetImpl<const CallBase *> &calls)
{
	DominatorTree tree(kernel);
	LoopInfo loops(tree);
	SmallVector<SmallVector<CallBase *, 4>, 2> sequences;
	SmallVector<CallBase *, 2> begins;

	if (!loops.empty())
		return begins;
	for (BasicBlock &block : kernel)
		if (!follows_another(block))
			sequences.push_back(sequence_from(block, is_wanted));
	for (const SmallVector<CallBase *, 4> &sequence : sequences) {
		if (sequence.size() < 2)
			continue;
		begins.push_back(enclose(*sequence.front(), *after(*sequence.back())));
		calls.insert(sequence.begin(), sequence.end());
	}
	return begins;
}

bool has_rolled_loop(Function &function)
{
	return any_of(reached_from(function), [](Function *one) {
		if (one->isDeclaration())
			return false;
		DominatorTree tree(*one);
		LoopInfo loops(tree);
		Loops unrolled = unrolled_loops(*one, loops);

		return any_of(loops.getLoopsInPreorder(),
			      [&](const Loop *loop) { return !unrolled.count(loop); });
	});
}

} // namespace fclc
