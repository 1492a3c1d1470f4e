/* SPDX-License-Identifier: Apache-2.0 */
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "tools/fpgaclc/plugin/hardware/hardware.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* Among constant divisors, only 0 and -1 have to be looked at. */
bool has_safe_divisor(const BinaryOperator &division)
{
	auto *divisor = dyn_cast<ConstantInt>(division.getOperand(1));

	return divisor && !divisor->isZero() && !divisor->isMinusOne();
}

/* The quotient or remainder of the function's arguments, if the divisor is not 0. */
Value *divide(IRBuilder<> &builder, Instruction::BinaryOps operation, Value *a, Value *b)
{
	bool quotient = operation == Instruction::SDiv;
	Value *minus, *result;

	if (!quotient && operation != Instruction::SRem)
		return builder.CreateBinOp(operation, a, b);
	minus = builder.CreateICmpEQ(b, Constant::getAllOnesValue(b->getType()));
	result = builder.CreateBinOp(
		operation, a, builder.CreateSelect(minus, ConstantInt::get(b->getType(), 1), b));
	return quotient ? builder.CreateSelect(minus, builder.CreateNeg(a), result) : result;
}

void define(Function &function, Instruction::BinaryOps operation)
{
	LLVMContext &context = function.getContext();
	BasicBlock *entry = BasicBlock::Create(context, "", &function);
	BasicBlock *bad = BasicBlock::Create(context, "bad", &function);
	BasicBlock *good = BasicBlock::Create(context, "good", &function);
	FunctionCallee end = function.getParent()->getOrInsertFunction("fclc_rt_division_by_zero",
								       Type::getVoidTy(context));
	IRBuilder<> builder(entry);

	cast<Function>(end.getCallee())->setVisibility(GlobalValue::HiddenVisibility);
	cast<Function>(end.getCallee())->addFnAttr(Attribute::NoReturn);
	cast<Function>(end.getCallee())->addFnAttr(Attribute::Cold);
	builder.CreateCondBr(builder.CreateIsNull(function.getArg(1)), bad, good);
	builder.SetInsertPoint(bad);
	builder.CreateCall(end);
	builder.CreateUnreachable();
	builder.SetInsertPoint(good);
	builder.CreateRet(divide(builder, operation, function.getArg(0), function.getArg(1)));
}

Function *divider(Module &module, const BinaryOperator &division)
{
	Type *type = division.getType();
	std::string name = (Twine("fclc.") + division.getOpcodeName() + "." +
			    Twine(type->getIntegerBitWidth()))
				   .str();
	Function *function = module.getFunction(name);

	if (function)
		return function;
	function = Function::Create(FunctionType::get(type, {type, type}, false),
				    GlobalValue::InternalLinkage, name, module);
	function->addFnAttr(Attribute::AlwaysInline);
	function->addFnAttr(Attribute::NoUnwind);
	define(*function, division.getOpcode());
	return function;
}

} // namespace

void define_divisions(Module &module)
{
	SmallVector<BinaryOperator *, 16> divisions;

	for (Function &function : module)
		for (Instruction &instruction : instructions(function)) {
			auto *division = dyn_cast<BinaryOperator>(&instruction);

			if (division && division->isIntDivRem() &&
			    division->getType()->isIntegerTy() && !has_safe_divisor(*division))
				divisions.push_back(division);
		}
	for (BinaryOperator *division : divisions) {
		IRBuilder<> builder(division);
		Value *result =
			builder.CreateCall(divider(module, *division),
					   {division->getOperand(0), division->getOperand(1)});

		result->takeName(division);
		division->replaceAllUsesWith(result);
		division->eraseFromParent();
	}
}

} // namespace fclc
