/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/loops.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>
#include <llvm/Transforms/Utils/Local.h>

#include "tools/fpgaclc/plugin/checks/accesses.h"
#include "tools/fpgaclc/plugin/flow/names.h"
#include "tools/fpgaclc/plugin/flow/places.h"
#include "tools/fpgaclc/plugin/flow/region.h"
#include "tools/fpgaclc/plugin/flow/uses.h"

using namespace llvm;

/*
 * The front end's code is unoptimised: variables are in memory, and SSA values only live within one
 * expression. A variable that is dead after the loop becomes local to the process; one that the
 * loop only reads is passed by value, like an argument of a call. All others are passed by address,
 * so that the order of the processes follows from the uses.
 */
namespace fclc
{

SetVector<Function *> reached_from(Function &function)
{
	SetVector<Function *> reached;

	reached.insert(&function);
	for (unsigned k = 0; k < reached.size(); k++)
		for (Instruction &i : instructions(*reached[k])) {
			CallBase *call = dyn_cast<CallBase>(&i);
			Function *callee = call ? call->getCalledFunction() : nullptr;

			if (callee && !callee->isDeclaration() && !is_library(callee) &&
			    !is_runtime(*callee))
				reached.insert(callee);
		}
	return reached;
}

namespace
{

/* Maximum number of blocks between the loop and its common exit. */
enum { MOST_BLOCKS_BEHIND = 64 };

typedef function_ref<bool(const CallBase &)> Predicate;

/* The successors, without unwind edges: an exception ends the execution. */
SmallVector<BasicBlock *, 4> next_blocks(BasicBlock *block)
{
	Instruction *last = block->getTerminator();

	if (InvokeInst *invoke = dyn_cast<InvokeInst>(last))
		return {invoke->getNormalDest()};
	return SmallVector<BasicBlock *, 4>(successors(block));
}

/*
 * A scalar that is only loaded and stored, in the function and in loops that have become processes.
 */
bool is_plain(const Value &variable, const Type *type)
{
	if (!type->isSingleValueType())
		return false;
	for (const Use &use : variable.uses()) {
		const LoadInst *load = dyn_cast<LoadInst>(use.getUser());
		const StoreInst *store = dyn_cast<StoreInst>(use.getUser());
		const CallBase *call = dyn_cast<CallBase>(use.getUser());

		if (call) {
			const Function *callee = call->getCalledFunction();

			if (!callee || !is_loop(*callee) || !call->isArgOperand(&use) ||
			    !is_plain(*callee->getArg(call->getArgOperandNo(&use)), type))
				return false;
		} else if (load ? load->isVolatile() || load->getType() != type
				: !store || store->isVolatile() ||
					   store->getPointerOperand() != &variable ||
					   store->getValueOperand()->getType() != type) {
			return false;
		}
	}
	return true;
}

bool is_plain(const AllocaInst &variable)
{
	return is_plain(variable, variable.getAllocatedType());
}

/* Whether the variable is live at the start of a block. */
bool is_needed(const AllocaInst &variable, const BasicBlock *from)
{
	SmallPtrSet<const BasicBlock *, 16> seen;
	SmallVector<const BasicBlock *, 16> work{from};

	while (!work.empty()) {
		const BasicBlock *block = work.pop_back_val();
		bool set = false;

		if (!seen.insert(block).second)
			continue;
		for (const Instruction &i : *block) {
			const LoadInst *load = dyn_cast<LoadInst>(&i);
			const StoreInst *store = dyn_cast<StoreInst>(&i);
			const CallBase *call = dyn_cast<CallBase>(&i);

			if (load && load->getPointerOperand() == &variable)
				return true;
			/* A loop that has become a process may leave the variable unchanged. */
			if (call && is_contained(call->args(), &variable))
				return true;
			set = store && store->getPointerOperand() == &variable;
			if (set)
				break;
		}
		if (!set)
			work.append(succ_begin(block), succ_end(block));
	}
	return false;
}

bool has_handlers(const Function &function)
{
	for (const Instruction &i : instructions(function)) {
		const LandingPadInst *pad = dyn_cast<LandingPadInst>(&i);

		/* An exception thrown by a destructor ends the program. */
		if (pad && pad->getNumClauses() &&
		    !isa<UnreachableInst>(pad->getParent()->getTerminator()))
			return true;
	}
	return false;
}

bool has_call(Function &function, Predicate wanted)
{
	return any_of(instructions(function), [&](Instruction &i) {
		CallBase *call = dyn_cast<CallBase>(&i);

		return call && wanted(*call);
	});
}

/* Whether a function, or one that it calls, has a loop or a region. */
bool has_loop(Function &function)
{
	return any_of(reached_from(function), [](Function *one) {
		SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> edges;

		if (one->isDeclaration())
			return false;
		FindFunctionBackedges(*one, edges);
		return !edges.empty() || has_call(*one, is_scope_begin);
	});
}

/* Whether a function reads or writes streams, for example those captured by a lambda. */
bool reaches_stream(Function &function)
{
	return any_of(reached_from(function), [](Function *one) {
		return has_call(*one, [](const CallBase &call) {
			const Function *callee = call.getCalledFunction();

			return callee && is_stream_member(*callee);
		});
	});
}

/* A loop, with the blocks that belong to it: the part of the function that becomes a process. */
class Part
{
	Function &function;
	Loop &loop;
	const Region &region;
	Uses &uses;
	SetVector<BasicBlock *> blocks;
	BasicBlock *exit = nullptr;

	SetVector<BasicBlock *> exits() const
	{
		SetVector<BasicBlock *> found;

		for (BasicBlock *block : blocks)
			for (BasicBlock *next : next_blocks(block))
				if (!blocks.count(next))
					found.insert(next);
		return found;
	}
	bool is_only_left_to(BasicBlock *block) const
	{
		return all_of(predecessors(block),
			      [&](BasicBlock *from) { return blocks.count(from) != 0; });
	}
	/*
	 * Several loops may share an unreachable block, the default of a switch. Gives each its
	 * own.
	 */
	void end_apart()
	{
		SmallVector<BasicBlock *, 16> all(blocks.begin(), blocks.end());

		for (BasicBlock *block : all)
			for (BasicBlock *next : next_blocks(block)) {
				if (blocks.count(next) || !isa<UnreachableInst>(next->front()))
					continue;
				BasicBlock *own = BasicBlock::Create(
					function.getContext(), "unreachable", &function, next);

				new UnreachableInst(function.getContext(), own);
				block->getTerminator()->replaceSuccessorWith(next, own);
				blocks.insert(own);
			}
	}
	/*
	 * The front end stores how a block was left, for example by `return`, for a switch after
	 * it.
	 */
	bool decides_what_follows() const
	{
		for (Instruction &i : function.getEntryBlock()) {
			AllocaInst *variable = dyn_cast<AllocaInst>(&i);

			if (variable && variable->getName().substr(0, 12) == "cleanup.dest" &&
			    any_of(variable->users(),
				   [&](User *user) {
					   return isa<StoreInst>(user) && is_inside(user);
				   }) &&
			    is_needed(*variable, exit))
				return true;
		}
		return false;
	}
	bool has_instructions_that_fit(Predicate can_be_process, bool &ret_streams)
	{
		bool calls = false;

		ret_streams = false;
		for (BasicBlock *block : blocks)
			for (Instruction &i : *block) {
				CallBase *call = dyn_cast<CallBase>(&i);

				if (isa<AllocaInst>(i) || isa<LandingPadInst>(i) ||
				    isa<ReturnInst>(i) || isa<ResumeInst>(i) ||
				    isa<IndirectBrInst>(i) || isa<CallBrInst>(i))
					return false;
				for (User *user : i.users())
					if (!blocks.count(cast<Instruction>(user)->getParent()))
						return false;
				if (!call)
					continue;
				if (is_scope_begin(*call) || is_scope_end(*call))
					return false;
				bool process = can_be_process(*call);
				bool streams = uses.uses_stream(*call) ||
					       (process &&
						reaches_stream(*call->getCalledFunction()));

				/*
				 * Hardware unrolls loops over such calls; it turns other loops into
				 * one process.
				 */
				if (streams && process && has_loop(*call->getCalledFunction()))
					return false;
				calls |= process && !streams;
				ret_streams |= streams;
			}
		return ret_streams || !calls;
	}

      public:
	Part(Function &function_, Loop &loop_, const Region &region_, Uses &uses_)
	    : function(function_), loop(loop_), region(region_), uses(uses_)
	{
		blocks.insert(loop.getHeader());
		for (BasicBlock *block : loop.blocks())
			blocks.insert(block);
	}
	/* Finds the only exit. Returns false if there are several. */
	bool find_exit()
	{
		unsigned added = 0;

		end_apart();
		for (;;) {
			SetVector<BasicBlock *> found = exits();
			BasicBlock *more = nullptr;

			if (found.size() == 1) {
				exit = found[0];
				return !isa<PHINode>(exit->front()) &&
				       region.instructions().count(&exit->front());
			}
			for (BasicBlock *block : found)
				if (!more && is_only_left_to(block))
					more = block;
			if (!more || added++ >= MOST_BLOCKS_BEHIND)
				return false;
			blocks.insert(more);
		}
	}
	/*
	 * Whether the loop can become a process, and should: it uses streams, or may have to wait
	 * for a process that does.
	 */
	bool fits(Predicate can_be_process)
	{
		bool streams;

		/*
		 * Compiler-generated loops, for example in constructors, have their counters in
		 * phis.
		 */
		if (isa<PHINode>(loop.getHeader()->front()) || !find_exit() ||
		    !has_instructions_that_fit(can_be_process, streams))
			return false;
		return !decides_what_follows() && (streams || follows_process(can_be_process));
	}
	bool follows_process(Predicate can_be_process) const
	{
		for (Instruction &i : instructions(function)) {
			CallBase *call = dyn_cast<CallBase>(&i);
			SmallPtrSet<const Instruction *, 32> found;

			if (!call || !region.instructions().count(&i) || !can_be_process(*call))
				continue;
			region.collect(&i, found);
			if (found.count(&loop.getHeader()->front()))
				return true;
		}
		return false;
	}

      private:
	BasicBlock *before = nullptr, *first = nullptr; /* outside and inside the loop */
	SmallPtrSet<const BasicBlock *, 32> reachable;
	SmallVector<std::pair<Instruction *, GlobalVariable *>, 4> streams;
	SetVector<BasicBlock *> pads;

	bool is_inside(User *user) const
	{
		return blocks.count(cast<Instruction>(user)->getParent());
	}
	void make_borders()
	{
		LLVMContext &context = function.getContext();
		BasicBlock *header = loop.getHeader();
		BasicBlock *behind = BasicBlock::Create(context, "loop.exit", &function, exit);

		before = BasicBlock::Create(context, "loop.before", &function, header);
		first = BasicBlock::Create(context, "loop.first", &function, header);
		for (BasicBlock *from : SmallVector<BasicBlock *, 4>(predecessors(header)))
			if (!blocks.count(from))
				from->getTerminator()->replaceSuccessorWith(header, before);
		for (BasicBlock *block : blocks)
			block->getTerminator()->replaceSuccessorWith(exit, behind);
		BranchInst::Create(first, before);
		BranchInst::Create(header, first);
		BranchInst::Create(exit, behind);
	}
	void drop_unwinding()
	{
		for (BasicBlock *block : blocks)
			if (InvokeInst *invoke = dyn_cast<InvokeInst>(block->getTerminator())) {
				pads.insert(invoke->getUnwindDest());
				changeToCall(invoke);
			}
		for (BasicBlock *block : depth_first(&function))
			reachable.insert(block);
	}
	void replace_inside(AllocaInst &variable, AllocaInst &own)
	{
		variable.replaceUsesWithIf(&own,
					   [&](Use &use) { return is_inside(use.getUser()); });
		for (Instruction &i : make_early_inc_range(instructions(function))) {
			DbgDeclareInst *declared = dyn_cast<DbgDeclareInst>(&i);

			if (!declared || declared->getAddress() != &variable)
				continue;
			Instruction *copy = declared->clone();
			copy->setOperand(0, MetadataAsValue::get(function.getContext(),
								 ValueAsMetadata::get(&own)));
			copy->insertBefore(first->getTerminator());
			break;
		}
	}
	AllocaInst &make_own(AllocaInst &variable)
	{
		AllocaInst *own = cast<AllocaInst>(variable.clone());

		own->takeName(&variable);
		variable.setName(own->getName());
		own->insertBefore(&*first->getFirstInsertionPt());
		return *own;
	}
	void pass_value(AllocaInst &variable, bool set)
	{
		IRBuilder<> builder(before->getTerminator());
		Value *value = builder.CreateLoad(variable.getAllocatedType(), &variable,
						  variable.getName());
		AllocaInst &own = make_own(variable);

		replace_inside(variable, own);
		/* The argument then tells what the pointer refers to. */
		for (User *user : SmallVector<User *, 8>(own.users()))
			if (LoadInst *load = set ? nullptr : dyn_cast<LoadInst>(user)) {
				load->replaceAllUsesWith(value);
				load->eraseFromParent();
			}
		builder.SetInsertPoint(first->getTerminator());
		builder.CreateStore(value, &own);
	}
	void pass(AllocaInst &variable)
	{
		bool inside = false, outside = false, zeroed = true, set = false;

		for (User *user : variable.users()) {
			const Instruction *i = cast<Instruction>(user);

			if (is_inside(user)) {
				inside = true;
				set |= isa<StoreInst>(user);
			} else if (reachable.count(i->getParent())) {
				outside = true;
				zeroed &= is_zeroed_first(user);
			}
		}
		if (!inside || !variable.isStaticAlloca())
			return;
		if (!outside) {
			replace_inside(variable, make_own(variable));
		} else if (is_plain(variable)) {
			if (!set || !is_needed(variable, exit))
				pass_value(variable, set);
		} else if (zeroed && !loop.getParentLoop()) {
			AllocaInst &own = make_own(variable);

			replace_inside(variable, own);
			for (User *user : SmallVector<User *, 4>(variable.users()))
				if (is_zeroed_first(user)) {
					cast<Instruction>(user)->moveBefore(first->getTerminator());
					user->replaceUsesOfWith(&variable, &own);
				}
		}
	}
	/* Passes static streams as arguments, so that the process's uses of them are known. */
	void pass_streams();
	void pass_parts();

      public:
	void extract()
	{
		SmallVector<AllocaInst *, 32> variables;

		make_borders();
		drop_unwinding();
		for (Instruction &i : function.getEntryBlock())
			if (AllocaInst *variable = dyn_cast<AllocaInst>(&i))
				variables.push_back(variable);
		for (AllocaInst *variable : variables)
			pass(*variable);
		pass_streams();
		pass_parts();
		move();
	}

      private:
	std::string name() const
	{
		DebugLoc at = loop.getStartLoc();
		std::string file, line;

		for (Instruction &i : *loop.getHeader())
			if (!at)
				at = i.getDebugLoc();
		if (!at)
			return "a loop";
		file = cast<DIScope>(at.getScope())->getFilename().str();
		return "loop at " + file.substr(file.rfind('/') + 1) + ":" +
		       std::to_string(at.getLine());
	}
	void move()
	{
		SmallVector<BasicBlock *, 32> all{first};
		CodeExtractorAnalysisCache cache(function);
		std::string title = name();
		Function *moved;
		CallInst *call;

		all.append(blocks.begin(), blocks.end());
		CodeExtractor extractor(all, nullptr, false, nullptr, nullptr, nullptr, false,
					true);
		moved = extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
		for (auto &[place, stream] : streams) {
			place->replaceAllUsesWith(stream);
			place->eraseFromParent();
		}
		if (!moved)
			return;
		/* Do not name it after the function, which may be a constructor or an operator. */
		moved->setName("dataflow_loop");
		moved->addFnAttr(loop_name_attribute, title);
		for (Instruction &i : make_early_inc_range(*first))
			if (isa<AllocaInst>(i))
				i.moveBefore(&*moved->getEntryBlock().getFirstInsertionPt());
		call = cast<CallInst>(moved->user_back());
		if (pads.size() == 1 && !isa<PHINode>(pads[0]->front()))
			changeToInvokeAndSplitBasicBlock(call, pads[0]);
	}
};

/* The variable that a constant pointer refers to. */
GlobalVariable *stream_behind(Value *operand, Uses &uses)
{
	Constant *constant = dyn_cast<Constant>(operand);
	GlobalVariable *variable = constant ? dyn_cast_or_null<GlobalVariable>(object_of(constant))
					    : nullptr;
	Use_ use;

	return variable && uses.range(variable, use) && use.bits & USE_STREAM ? variable : nullptr;
}

void Part::pass_streams()
{
	SmallVector<Use *, 8> found;

	for (BasicBlock *block : blocks)
		for (Instruction &i : make_early_inc_range(*block)) {
			if (isa<PHINode>(i))
				continue;
			for (Use &operand : i.operands()) {
				GlobalVariable *variable = stream_behind(operand, uses);
				Instruction *at = &i;
				Use *place = &operand;

				/* The address of an element. */
				while (variable && isa<ConstantExpr>(place->get())) {
					Instruction *step = cast<ConstantExpr>(place->get())
								    ->getAsInstruction();

					step->insertBefore(at);
					place->set(step);
					at = step;
					place = &step->getOperandUse(0);
				}
				if (variable && place->get() == variable)
					found.push_back(place);
			}
		}
	for (Use *use : found) {
		GlobalVariable *variable = cast<GlobalVariable>(use->get());
		Instruction *value = nullptr;

		for (auto &[known, stream] : streams)
			if (stream == variable)
				value = known;
		if (!value) {
			value = new FreezeInst(variable, variable->getName(),
					       before->getTerminator());
			streams.push_back({value, variable});
		}
		use->set(value);
	}
}

/* Whether it is a member of a structure behind a pointer, or an element of an array of streams. */
static bool is_part(GetElementPtrInst &element, Uses &uses)
{
	Value *base = element.getPointerOperand();
	FreezeInst *stream = dyn_cast<FreezeInst>(base);
	Value *object = object_of(stream ? stream->getOperand(0) : base);
	Use_ use;

	if (!element.hasAllConstantIndices() || element.getName().substr(0, 10) == "arraydecay")
		return false;
	if (object && uses.range(object, use))
		return use.bits & USE_STREAM;
	return element.getNumIndices() > 1 && element.getSourceElementType()->isStructTy();
}

/* Passes the part instead of the whole object. */
void Part::pass_parts()
{
	for (BasicBlock *block : blocks)
		for (Instruction &i : make_early_inc_range(*block)) {
			GetElementPtrInst *element = dyn_cast<GetElementPtrInst>(&i);
			Instruction *base =
				element ? dyn_cast<Instruction>(element->getPointerOperand())
					: nullptr;
			bool is_known = base ? !blocks.count(base->getParent()) &&
							base->getParent() != first
					     : element &&
							isa<Argument>(element->getPointerOperand());

			if (is_known && is_part(*element, uses))
				element->moveBefore(before->getTerminator());
		}
}

class Finder
{
	Function &function;
	ArrayRef<CallBase *> begins;
	Uses &uses;
	Predicate can_be_process;
	SmallPtrSet<const BasicBlock *, 16> left; /* headers of loops that do not fit */

	/* The region that contains the loop, inside the loop `outer`; nullptr: none. */
	static const Region *region_of(const Loop &loop, const Loop *outer,
				       ArrayRef<std::pair<CallBase *, Region>> regions)
	{
		for (const auto &[begin, region] : regions) {
			const Region &at = region;

			if (!loop.contains(begin->getParent()) &&
			    (!outer || outer->contains(begin->getParent())) &&
			    all_of(loop.blocks(), [&](BasicBlock *block) {
				    return at.instructions().count(&block->front()) != 0;
			    }))
				return &region;
		}
		return nullptr;
	}
	bool extract_from(Loop &loop, const Loop *outer,
			  ArrayRef<std::pair<CallBase *, Region>> regions)
	{
		const Region *region = region_of(loop, outer, regions);
		bool has_region = any_of(
			begins, [&](CallBase *begin) { return loop.contains(begin->getParent()); });

		if (region && !has_region) {
			Part part(function, loop, *region, uses);

			if (left.count(loop.getHeader()))
				return false;
			left.insert(loop.getHeader());
			if (!part.fits(can_be_process))
				return false;
			part.extract();
			return true;
		}
		for (Loop *inner : reverse(loop.getSubLoops()))
			if (extract_from(*inner, has_region ? &loop : outer, regions))
				return true;
		return false;
	}

      public:
	Finder(Function &function_, ArrayRef<CallBase *> begins_, Uses &uses_,
	       Predicate can_be_process_)
	    : function(function_), begins(begins_), uses(uses_), can_be_process(can_be_process_)
	{
	}
	/* Extracts one loop. Returns false if none is left. */
	bool next()
	{
		DominatorTree tree(function);
		LoopInfo loops(tree);
		SmallVector<std::pair<CallBase *, Region>, 2> regions;

		for (CallBase *begin : begins)
			regions.push_back({begin, Region(begin)});
		/* In source order. */
		for (Loop *loop : reverse(loops.getTopLevelLoops()))
			if (extract_from(*loop, nullptr, regions))
				return true;
		return false;
	}
};

} // namespace

void extract_loops(Function &function, ArrayRef<CallBase *> begins, Uses &uses,
		   Predicate can_be_process)
{
	Finder finder(function, begins, uses, can_be_process);

	if (has_handlers(function))
		return;
	while (finder.next())
		;
	EliminateUnreachableBlocks(function);
}

bool drop_lines(Module &module)
{
	bool lines = !module.debug_compile_units().empty() && !checks_memory();

	for (const DICompileUnit *unit : module.debug_compile_units())
		lines &= unit->getEmissionKind() == DICompileUnit::LineTablesOnly;
	return lines && StripDebugInfo(module);
}

} // namespace fclc
