/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/apart.h"

#include <set>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

using namespace llvm;

namespace fclc
{

static std::vector<CallInst *> calls_of(Module &module, StringRef name)
{
	std::vector<CallInst *> calls;

	if (const Function *callee = module.getFunction(name))
		for (const User *user : callee->users())
			calls.push_back(cast<CallInst>(const_cast<User *>(user)));
	return calls;
}

/* The end of the process; nullptr: it has several. */
static CallInst *end_of(CallInst *process)
{
	CallInst *end = nullptr;

	for (User *user : process->users()) {
		auto *call = dyn_cast<CallInst>(user);

		if (!call || !call->getCalledFunction() ||
		    call->getCalledFunction()->getName() != "fclc_clock_leave")
			continue;
		if (end)
			return nullptr;
		end = call;
	}
	return end;
}

/* All blocks from the first on, up to one that ends them. */
static std::vector<BasicBlock *> blocks_between(BasicBlock *first, const BasicBlock *behind)
{
	std::vector<BasicBlock *> found = {first};
	std::set<const BasicBlock *> seen = {first, behind};

	for (size_t i = 0; i < found.size(); i++)
		for (BasicBlock *next : successors(found[i]))
			if (seen.insert(next).second)
				found.push_back(next);
	return found;
}

static FunctionCallee runtime(Module &module, const char *name, ArrayRef<Type *> types)
{
	Type *none = Type::getVoidTy(module.getContext());
	FunctionCallee callee = module.getOrInsertFunction(name,
							   FunctionType::get(none, types, false));

	cast<Function>(callee.getCallee())->setVisibility(GlobalValue::HiddenVisibility);
	return callee;
}

/* The call of what was taken out: it is started instead, and waited for if its values are needed. */
static void start(CallInst *call, Value *process, bool awaited)
{
	Module &module = *call->getModule();
	Type *pointer = PointerType::getUnqual(Type::getInt8Ty(module.getContext()));
	IRBuilder<> builder(call);
	Value *argument = call->arg_empty() ? ConstantPointerNull::get(cast<PointerType>(pointer))
					    : call->getArgOperand(0);

	builder.CreateCall(
		runtime(module, "fclc_clock_run", {process->getType(), pointer, pointer}),
		{process, builder.CreatePointerCast(call->getCalledFunction(), pointer),
		 builder.CreatePointerCast(argument, pointer)});
	if (awaited)
		builder.CreateCall(runtime(module, "fclc_clock_join", {process->getType()}),
				   {process});
	call->eraseFromParent();
}

static bool take_out(CallInst *process, CallInst *end)
{
	BasicBlock *first = SplitBlock(process->getParent(), process->getNextNode());
	BasicBlock *behind = SplitBlock(end->getParent(), end->getNextNode());
	std::vector<BasicBlock *> blocks = blocks_between(first, behind);
	CodeExtractor extractor(blocks, nullptr, true);
	CodeExtractorAnalysisCache cache(*process->getFunction());
	SetVector<Value *> inputs, outputs, sunk;

	if (!extractor.isEligible())
		return false;
	extractor.findInputsOutputs(inputs, outputs, sunk);
	Function *made = extractor.extractCodeRegion(cache);

	if (!made || !made->getReturnType()->isVoidTy() || !made->hasOneUse())
		return false;
	made->addFnAttr(Attribute::NoInline);
	start(cast<CallInst>(made->user_back()), process, !outputs.empty());
	return true;
}

std::string run_apart(Module &module)
{
	for (CallInst *process : calls_of(module, "fclc_clock_process")) {
		CallInst *end = end_of(process);

		if (!end || !take_out(process, end))
			return "a process is a loop that is left in several ways";
	}
	return "";
}

} // namespace fclc
