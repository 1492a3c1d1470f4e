/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/inline.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "tools/fpgaclc/plugin/flow/names.h"
#include "tools/fpgaclc/plugin/flow/uses.h"

using namespace llvm;

/*
 * Hardware dissolves a function with INLINE into the region that calls it: its calls become
 * processes beside those of the region. Here, a copy of the function becomes a region of its own
 * inside the outer one, so that its calls run concurrently with everything else, over streams of
 * their declared depth. The function ends when its calls have ended, so its variables live long
 * enough. Other callers use the original function.
 */
namespace fclc
{

namespace
{

bool is_marked(Function &function)
{
	return any_of(instructions(function), [](Instruction &i) {
		CallBase *call = dyn_cast<CallBase>(&i);

		return call && is_inline_begin(*call);
	});
}

bool has_own_loop(Function &function)
{
	SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> edges;

	if (!function.isDeclaration())
		FindFunctionBackedges(function, edges);
	return !edges.empty();
}

/* A member function of a class around a stream, for example one that only reads it. */
bool is_access(Function &callee)
{
	unsigned self = callee.hasStructRetAttr();

	return callee.arg_size() > self && callee.getArg(self)->getName() == "this" &&
	       !has_own_loop(callee);
}

/* The global with the source file's name, which is an argument of a marker. */
GlobalVariable *file_of(const CallBase &marker)
{
	return marker.arg_size() == 3
		       ? dyn_cast<GlobalVariable>(marker.getArgOperand(1)->stripPointerCasts())
		       : nullptr;
}

/* The source location of the pragma, which the front end has passed to the marker. */
std::string place_of(Function &function)
{
	for (Instruction &i : instructions(function)) {
		CallBase *call = dyn_cast<CallBase>(&i);

		if (!call || !is_inline_begin(*call) || call->arg_size() != 3)
			continue;
		GlobalVariable *file = file_of(*call);
		ConstantInt *line = dyn_cast<ConstantInt>(call->getArgOperand(2));
		ConstantDataArray *text =
			file && file->hasInitializer()
				? dyn_cast<ConstantDataArray>(file->getInitializer())
				: nullptr;

		if (text && text->isCString() && line)
			return text->getAsCString().str() + ":" +
			       std::to_string(line->getZExtValue()) + ": ";
	}
	return "";
}

/* The function that replaces the marker in the copy. */
Function *scope_function(Module &module, bool begin)
{
	for (Function &function : module)
		for (User *user : function.users()) {
			CallBase *call = dyn_cast<CallBase>(user);

			if (call && call->getCalledFunction() == &function &&
			    (begin ? is_scope_begin(*call) : is_scope_end(*call)))
				return &function;
		}
	return nullptr;
}

/* Turns an invoke into a plain call. */
CallInst *plain(CallBase *call)
{
	InvokeInst *invoke = dyn_cast<InvokeInst>(call);

	return invoke ? changeToCall(invoke) : cast<CallInst>(call);
}

SmallVector<CallBase *, 4> markers_of(Function &function)
{
	SmallVector<CallBase *, 4> found;

	for (Instruction &i : instructions(function)) {
		CallBase *call = dyn_cast<CallBase>(&i);

		if (call && (is_inline_begin(*call) || is_inline_end(*call)))
			found.push_back(call);
	}
	return found;
}

bool is_in_loop(CallBase &call)
{
	SmallVector<BasicBlock *, 4> next(successors(call.getParent()));

	return !next.empty() && isPotentiallyReachableFromMany(next, call.getParent(), nullptr);
}

} // namespace

Inlined::Shape Inlined::shape_of(Function &function)
{
	auto entry = known.find(&function);
	Shape shape;
	unsigned processes = 0;
	bool nested = false;

	if (entry != known.end())
		return entry->second;
	known[&function] = shape; /* for a call in a cycle */
	if (function.isDeclaration() || !is_marked(function))
		return shape;
	for (Instruction &i : instructions(function)) {
		CallBase *call = dyn_cast<CallBase>(&i);
		Function *callee = call ? call->getCalledFunction() : nullptr;

		if (!callee || callee->isIntrinsic() || is_constructor(*call) ||
		    is_destructor(*call) || !uses.uses_stream(*call))
			continue;
		if (!can_be_process(*call) || is_access(*callee)) {
			shape.accesses = true;
			continue;
		}
		nested |= shape_of(*callee).parts;
		processes++;
		if (!is_in_loop(*call))
			continue;
		processes++;
		/* Hardware turns the whole loop into a process because of such a call. */
		shape.accesses |= !has_own_loop(*callee) && !is_marked(*callee);
	}
	shape.parts = processes > 1 || nested;
	known[&function] = shape;
	return shape;
}

void Inlined::warn(Function &function) const
{
	errs() << "fpgaclc: warning: " << place_of(function) << "'" << short_name(function)
	       << "' is one process of the DATAFLOW region that calls it, so its calls run one after "
		  "the other: it reads or writes streams between them; on a board, INLINE makes each "
		  "call a process\n";
}

Function *Inlined::copy_of(Function &function)
{
	ValueToValueMapTy map;
	Function *copy = CloneFunction(&function, map);

	copy->setName(function.getName() + ".region");
	copy->setComdat(nullptr);
	copy->setLinkage(GlobalValue::InternalLinkage);
	copy->setVisibility(GlobalValue::DefaultVisibility);
	for (CallBase *marker : markers_of(*copy)) {
		Function *with = scope_function(module, is_inline_begin(*marker));
		CallInst *old = plain(marker);

		CallInst::Create(with->getFunctionType(), with, {old->getArgOperand(0)}, "", old)
			->setDebugLoc(old->getDebugLoc());
		old->eraseFromParent();
	}
	return copy;
}

Function *Inlined::replace(CallBase &call)
{
	Function *function = call.getCalledFunction();
	Shape shape = shape_of(*function);
	bool is_new;

	if (!shape.parts || !scope_function(module, true) || !scope_function(module, false))
		return nullptr;
	if (shape.accesses) {
		if (warned.insert(function).second)
			warn(*function);
		return nullptr;
	}
	Function *&copy = copies[function];

	is_new = !copy;
	if (is_new)
		copy = copy_of(*function);
	call.setCalledFunction(copy);
	return is_new ? copy : nullptr;
}

bool drop_inline_markers(Module &module)
{
	bool found = false;

	for (Function &function : module)
		for (CallBase *marker : markers_of(function)) {
			GlobalVariable *file = file_of(*marker);

			plain(marker)->eraseFromParent();
			/* The file name may be a path, which must not get into an image. */
			if (file && file->use_empty() && file->hasPrivateLinkage())
				file->eraseFromParent();
			found = true;
		}
	return found;
}

} // namespace fclc
