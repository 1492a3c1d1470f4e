/* SPDX-License-Identifier: Apache-2.0 */
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "tools/fpgaclc/plugin/hardware/hardware.h"

using namespace llvm;

namespace fclc
{

namespace
{

const char *const handler_name = "__ubsan_handle_shift_out_of_bounds";

cl::opt<bool> keep_checks("fclc-keep-shift-checks", cl::Hidden,
			  cl::desc("The user has asked for the checks of shifts"));

/*
 * A check, as clang makes it:
 *	  br i1 %ok, label %cont, label %handler
 *	handler:
 *	  %6 = zext i32 %3 to i64
 *	  call void @__ubsan_handle_shift_out_of_bounds(ptr @3, i64 %6, i64 %4)
 *	  br label %cont
 *	cont:
 *	  %shl = shl i32 %3, %sh_prom
 */
struct Check {
	CallInst *call;
	BasicBlock *handler, *next;
	Value *distance; /* all of it */
	GlobalVariable *data;
};

/* A distance of more than 64 bits is stored, and the handler gets its address. */
Value *stored_at(Value *address)
{
	for (User *user : address->users())
		if (auto *store = dyn_cast<StoreInst>(user))
			if (store->getPointerOperand() == address)
				return store->getValueOperand();
	return nullptr;
}

/* What clang has widened to the handler's argument. */
Value *whole(Value *argument)
{
	if (auto *address = dyn_cast<PtrToIntInst>(argument))
		return stored_at(address->getPointerOperand());
	if (auto *wide = dyn_cast<ZExtInst>(argument))
		return wide->getOperand(0);
	return argument;
}

bool find(CallInst &call, Check &check)
{
	check.call = &call;
	check.handler = call.getParent();
	check.next = check.handler->getSingleSuccessor();
	check.distance = whole(call.getArgOperand(2));
	check.data = dyn_cast<GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
	return check.distance && check.next && check.handler->getSinglePredecessor();
}

/*
 * Whether clang has shifted a constant by another one modulo 2^32. The result is then lost in what
 * follows. If the rest of the distance is too large as well, the result is poison.
 */
bool is_lost(const Check &check)
{
	auto *number = dyn_cast<ConstantInt>(check.distance);

	return number && (number->getValue().getActiveBits() > 64 ||
			  (number->getValue().getActiveBits() > 32 &&
			   (uint32_t)number->getValue().getRawData()[0] < 64));
}

/* "vadd.cpp:7:10", of { { file, line, column }, ... } */
std::string place_of(const GlobalVariable *data)
{
	const Constant *place = data ? data->getInitializer()->getAggregateElement(0u) : nullptr;
	const GlobalVariable *name =
		place ? dyn_cast<GlobalVariable>(
				place->getAggregateElement(0u)->stripPointerCasts())
		      : nullptr;
	std::string text;

	if (!name)
		return text;
	text = cast<ConstantDataArray>(name->getInitializer())->getAsCString().str();
	for (unsigned i = 1; i <= 2; i++)
		text += ":" +
			std::to_string(
				cast<ConstantInt>(place->getAggregateElement(i))->getZExtValue());
	return text + ": ";
}

void report_lost(const Check &check)
{
	check.call->getContext().emitError(
		place_of(check.data) +
		"a constant is shifted by a constant of a wider type and of 2^32 or more, which the "
		"compiler takes modulo 2^32: expected the result, 0 or the sign");
}

void find_variables(Constant *value, SetVector<GlobalVariable *> &variables)
{
	if (auto *variable = dyn_cast<GlobalVariable>(value))
		variables.insert(variable);
	else
		for (Value *operand : value->operands())
			find_variables(cast<Constant>(operand), variables);
}

/* What only the check needed must not count as a kernel's own data. */
void erase_unused(GlobalVariable &data)
{
	SetVector<GlobalVariable *> variables;

	variables.insert(&data);
	find_variables(data.getInitializer(), variables);
	for (GlobalVariable *variable : variables) {
		variable->removeDeadConstantUsers();
		if (variable->use_empty() && variable->hasLocalLinkage())
			variable->eraseFromParent();
	}
}

/* Whether the distance is known to be less than the width. */
bool is_inside(const Value *distance, unsigned bits)
{
	auto *number = dyn_cast<ConstantInt>(distance);

	return number ? number->getValue().ult(bits)
		      : !isUIntN(distance->getType()->getIntegerBitWidth(), bits);
}

void define(BinaryOperator &shift, Value *distance)
{
	IRBuilder<> builder(&shift);
	unsigned bits = shift.getType()->getIntegerBitWidth();
	Value *inside, *result;

	shift.dropPoisonGeneratingFlags();
	if (is_inside(distance, bits))
		return;
	inside = builder.CreateICmpULT(distance, ConstantInt::get(distance->getType(), bits));
	if (shift.getOpcode() == Instruction::AShr) {
		shift.setOperand(1, builder.CreateSelect(inside, shift.getOperand(1),
							 builder.getIntN(bits, bits - 1)));
		return;
	}
	builder.SetInsertPoint(shift.getNextNode());
	result = builder.CreateSelect(inside, &shift, ConstantInt::get(shift.getType(), 0));
	shift.replaceUsesWithIf(result, [&](Use &use) { return use.getUser() != result; });
}

BinaryOperator *shift_at(Instruction *instruction)
{
	auto *shift = dyn_cast<BinaryOperator>(instruction);

	return shift && shift->isShift() && shift->getType()->isIntegerTy() ? shift : nullptr;
}

/* Returns the shift that was checked: the first instruction behind, if not all of it is constant. */
BinaryOperator *take(const Check &check)
{
	BinaryOperator *shift = shift_at(check.next->getFirstNonPHIOrDbg());
	BasicBlock *before = check.handler->getSinglePredecessor();

	if (!shift && is_lost(check))
		report_lost(check);
	ReplaceInstWithInst(before->getTerminator(), BranchInst::Create(check.next));
	DeleteDeadBlock(check.handler);
	MergeBlockIntoPredecessor(check.next);
	if (check.data)
		erase_unused(*check.data);
	return shift;
}

} // namespace

void define_shifts(Module &module)
{
	Function *handler = keep_checks ? nullptr : module.getFunction(handler_name);
	SmallVector<CallInst *, 32> calls;
	SmallVector<std::pair<BinaryOperator *, Value *>, 32> shifts;
	SmallPtrSet<const BinaryOperator *, 32> checked;
	Check check;

	if (handler)
		for (User *user : handler->users())
			calls.push_back(cast<CallInst>(user));
	for (CallInst *call : calls)
		if (find(*call, check))
			if (BinaryOperator *shift = take(check)) {
				shifts.push_back({shift, check.distance});
				checked.insert(shift);
			}
	for (Function &function : module)
		for (Instruction &instruction : instructions(function)) {
			BinaryOperator *shift = shift_at(&instruction);

			if (shift && !checked.count(shift))
				shifts.push_back({shift, shift->getOperand(1)});
		}
	for (auto [shift, distance] : shifts)
		define(*shift, distance);
}

} // namespace fclc
