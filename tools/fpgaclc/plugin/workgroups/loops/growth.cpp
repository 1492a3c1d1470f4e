/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/growth.h"

#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

using namespace llvm;

namespace fclc
{

/* Addresses do not depend on longer chains of instructions. */
enum { MOST_DEPTH = 64 };

static Growth sum(Growth a, Growth b)
{
	if (a == Growth::NONE)
		return b;
	return b == Growth::NONE ? a : Growth::MORE;
}

Growth Growing::product(const Value *a, const Value *b)
{
	return of(a) == Growth::NONE && of(b) == Growth::NONE ? Growth::NONE : Growth::MORE;
}

/* The growth of a value that is one of several. */
Growth Growing::any(ArrayRef<const Value *> values)
{
	Growth most = Growth::NONE;

	for (const Value *value : values)
		most = std::max(most, of(value));
	return most;
}

Growth Growing::of_call(const CallBase &call)
{
	const Function *callee = call.getCalledFunction();
	StringRef name = callee ? source_name(callee->getName()) : "";
	SmallVector<const Value *, 4> arguments(call.args());

	if (isa<MinMaxIntrinsic>(call) || name == "min" || name == "max" || name == "clamp")
		return any(arguments);
	if (name == "mul24")
		return product(call.getArgOperand(0), call.getArgOperand(1));
	if (name == "mad24")
		return sum(product(call.getArgOperand(0), call.getArgOperand(1)),
			   of(call.getArgOperand(2)));
	return any(arguments) == Growth::NONE ? Growth::NONE : Growth::MORE;
}

Growth Growing::of_address(const GetElementPtrInst &address)
{
	unsigned last = address.getNumOperands() - 1;

	for (unsigned i = 1; i < last; i++)
		if (of(address.getOperand(i)) != Growth::NONE)
			return Growth::MORE;
	return sum(of(address.getPointerOperand()), of(address.getOperand(last)));
}

Growth Growing::of_instruction(const Instruction &instruction)
{
	SmallVector<const Value *, 4> operands(instruction.operand_values());

	switch (instruction.getOpcode()) {
	case Instruction::Trunc:
	case Instruction::SExt:
	case Instruction::ZExt:
	case Instruction::Freeze:
	case Instruction::PHI:
		return any(operands);
	case Instruction::Add:
	case Instruction::Or:
		return sum(of(operands[0]), of(operands[1]));
	case Instruction::Sub:
		return of(operands[1]) == Growth::NONE ? of(operands[0]) : Growth::MORE;
	case Instruction::Select:
		return any({operands[1], operands[2]});
	case Instruction::GetElementPtr:
		return of_address(cast<GetElementPtrInst>(instruction));
	default:
		return any(operands) == Growth::NONE ? Growth::NONE : Growth::MORE;
	}
}

Growth Growing::of(const Value *value)
{
	const Instruction *instruction = dyn_cast<Instruction>(value);
	Growth growth;

	if (!instruction)
		return Growth::NONE;
	if (field_of(value) != FIELDS)
		return field_of(value) == LOCAL_ID_X + dimension ? Growth::ONE : Growth::NONE;
	if (depth == MOST_DEPTH)
		return Growth::MORE;
	auto [found, is_new] = known.insert({value, Growth::NONE});
	if (!is_new)
		return found->second;
	depth++;
	growth = isa<CallBase>(instruction) ? of_call(cast<CallBase>(*instruction))
					    : of_instruction(*instruction);
	depth--;
	known[value] = growth;
	return growth;
}

} // namespace fclc
