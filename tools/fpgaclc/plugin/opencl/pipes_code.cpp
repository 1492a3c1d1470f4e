/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/pipes_code.h"

#include <vector>

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace fclc
{

namespace
{

struct numbered_pipes {
	std::string variable;
	unsigned first, elements;
};

} // namespace

/* Written by the front end, whose AST is gone when passes run. */
static std::vector<numbered_pipes> numbered;

void add_numbered_pipes(const std::string &variable, unsigned first, unsigned elements)
{
	numbered.push_back({variable, first, elements});
}

/* fclc_pipe_of(first, count, index) of fpgacl/pipes.h */
static FunctionCallee pipe_function(Module &module, Type *pipe)
{
	LLVMContext &context = module.getContext();
	Type *number = Type::getInt32Ty(context);
	FunctionCallee callee = module.getOrInsertFunction(
		"fclc_pipe_of",
		FunctionType::get(pipe, {number, number, Type::getInt64Ty(context)}, false));
	auto *function = cast<Function>(callee.getCallee());

	function->setDoesNotAccessMemory();
	function->setDoesNotThrow();
	function->setConvergent();
	function->addFnAttr(Attribute::WillReturn);
	return callee;
}

/* The index of the element that is loaded, computed before the load. */
static Value *index_of(LoadInst &load, const DataLayout &layout)
{
	IRBuilder<> builder(&load);
	uint64_t size = layout.getTypeStoreSize(load.getType());
	Value *bytes = builder.getInt64(0), *pointer = load.getPointerOperand();

	while (auto *element = dyn_cast<GEPOperator>(pointer)) {
#if LLVM_VERSION_MAJOR >= 16
		Value *offset = emitGEPOffset(&builder, layout, element, true);
#else
		Value *offset = EmitGEPOffset(&builder, layout, element, true);
#endif
		bytes = builder.CreateAdd(bytes,
					  builder.CreateSExtOrTrunc(offset, builder.getInt64Ty()));
		pointer = element->getPointerOperand();
	}
	return builder.CreateExactSDiv(bytes, builder.getInt64(size));
}

static void find_loads(Value &pointer, std::vector<LoadInst *> &loads)
{
	for (User *user : pointer.users())
		if (auto *load = dyn_cast<LoadInst>(user))
			loads.push_back(load);
		else if (isa<GEPOperator>(user))
			find_loads(*user, loads);
}

static void load_pipe(LoadInst &load, const numbered_pipes &pipes)
{
	Module &module = *load.getModule();
	Value *index = index_of(load, module.getDataLayout());
	Value *pointer = load.getPointerOperand();
	IRBuilder<> builder(&load);
	FunctionCallee function = pipe_function(module, load.getType());
	CallInst *pipe = builder.CreateCall(
		function, {builder.getInt32(pipes.first), builder.getInt32(pipes.elements), index});

	pipe->setConvergent();
	load.replaceAllUsesWith(pipe);
	load.eraseFromParent();
	RecursivelyDeleteTriviallyDeadInstructions(pointer);
}

void load_pipes(Module &module)
{
	for (const numbered_pipes &pipes : numbered) {
		GlobalVariable *variable = module.getGlobalVariable(pipes.variable, true);
		std::vector<LoadInst *> loads;

		if (!variable)
			continue;
		find_loads(*variable, loads);
		for (LoadInst *load : loads)
			load_pipe(*load, pipes);
		variable->removeDeadConstantUsers();
		if (variable->use_empty())
			variable->eraseFromParent();
	}
}

} // namespace fclc
