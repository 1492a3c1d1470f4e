/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/items/local.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace fclc
{

/* Clang's number of the address space, with -ffake-address-space-map. */
enum { ALIGNMENT = 128 };

static constexpr const char *request_function = "fclc_function_local";

static bool refers_to(const Value *value, const GlobalVariable *variable)
{
	const ConstantExpr *expression = dyn_cast<ConstantExpr>(value);

	if (value == variable)
		return true;
	if (expression)
		for (const Value *operand : expression->operands())
			if (refers_to(operand, variable))
				return true;
	return false;
}

/* The operand with the variable replaced by `address`. Constant expressions become instructions. */
static Value *replace(Value *value, const GlobalVariable *variable, Value *address,
		      Instruction *before)
{
	Instruction *copy;

	if (value == variable)
		return address;
	if (!refers_to(value, variable))
		return value;
	copy = cast<ConstantExpr>(value)->getAsInstruction();
	copy->insertBefore(before);
	for (Use &operand : copy->operands())
		operand.set(replace(operand, variable, address, copy));
	return copy;
}

static void replace_uses(Function &item, const GlobalVariable *variable, Value *address)
{
	SmallVector<Use *, 16> uses;

	for (Instruction &instruction : instructions(item))
		for (Use &operand : instruction.operands())
			if (refers_to(operand, variable))
				uses.push_back(&operand);
	for (Use *use : uses) {
		Instruction *user = cast<Instruction>(use->getUser());
		PHINode *phi = dyn_cast<PHINode>(user);
		Instruction *before = phi ? phi->getIncomingBlock(*use)->getTerminator() : user;

		use->set(replace(*use, variable, address, before));
	}
}

static bool is_used(const Function &item, const GlobalVariable *variable)
{
	for (const Instruction &instruction : instructions(item))
		for (const Value *operand : instruction.operands())
			if (refers_to(operand, variable))
				return true;
	return false;
}

bool is_local_request(const Instruction &instruction)
{
	const CallBase *call = dyn_cast<CallBase>(&instruction);
	const Function *callee = call ? call->getCalledFunction() : nullptr;

	return callee && callee->getName() == request_function;
}

static void request(Function &function, GlobalVariable &variable)
{
	Module &module = *function.getParent();
	IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
	FunctionCallee callee = module.getOrInsertFunction(
		request_function, PointerType::get(builder.getInt8Ty(), LOCAL_SPACE),
		builder.getInt64Ty());
	uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
	Instruction *call = builder.CreateCall(callee, builder.getInt64(bytes));

	call->setName(variable.getName());
	replace_uses(function, &variable, call);
}

void request_local_variables(Module &module)
{
	for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
		if (variable.getAddressSpace() != LOCAL_SPACE)
			continue;
		for (Function &function : module)
			if (function.getCallingConv() != CallingConv::SPIR_KERNEL &&
			    is_used(function, &variable))
				request(function, variable);
		variable.removeDeadConstantUsers();
		if (variable.use_empty())
			variable.eraseFromParent();
	}
}

/*
 * Each call in the kernel's text has separate memory, as the functions have been inlined. So two
 * calls without a barrier between them do not interfere.
 */
void make_local_variables(Function &item)
{
	for (Instruction &instruction : make_early_inc_range(instructions(item))) {
		ConstantInt *bytes;
		Type *type;

		if (!is_local_request(instruction))
			continue;
		bytes = dyn_cast<ConstantInt>(instruction.getOperand(0));
		if (!bytes) {
			item.getContext().emitError(
				&instruction,
				"the size of a function's __local array is not a constant");
			return;
		}
		type = ArrayType::get(Type::getInt8Ty(item.getContext()), bytes->getZExtValue());
		instruction.replaceAllUsesWith(new GlobalVariable(
			*item.getParent(), type, false, GlobalValue::InternalLinkage,
			UndefValue::get(type), "local", nullptr, GlobalValue::NotThreadLocal,
			LOCAL_SPACE));
		instruction.eraseFromParent();
	}
}

uint64_t move_local_variables(Function &item, Value *memory, Instruction *before)
{
	Module &module = *item.getParent();
	IRBuilder<> builder(before);
	uint64_t bytes = 0;

	for (GlobalVariable &variable : module.globals()) {
		Value *address;

		if (variable.getAddressSpace() != LOCAL_SPACE || !is_used(item, &variable))
			continue;
		bytes = alignTo(bytes, ALIGNMENT);
		address = builder.CreateConstGEP1_64(builder.getInt8Ty(), memory, bytes,
						     variable.getName());
		address = builder.CreatePointerBitCastOrAddrSpaceCast(address, variable.getType());
		replace_uses(item, &variable, address);
		bytes += module.getDataLayout().getTypeAllocSize(variable.getValueType());
	}
	return bytes;
}

} // namespace fclc
