/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/operation.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "tools/fpgaclc/plugin/schedule/library.h"
#include "tools/fpgaclc/plugin/schedule/tables.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

using namespace llvm;

namespace fclc
{

/* Of the largest float, with a bit for what is past its range. */
static constexpr unsigned exponent_bits = 12;

static operation wires()
{
	operation result;

	result.op = "wire";
	result.is_free = true;
	return result;
}

static operation named(const char *op, unsigned bits)
{
	operation result;

	result.op = op;
	result.bits = bits;
	return result;
}

static operation floating(const char *op, const Type *type)
{
	operation result = named(op, type->getScalarSizeInBits());

	result.type = type->isDoubleTy() ? "double" : type->isHalfTy() ? "half" : "float";
	return result;
}

/* --- integers ---------------------------------------------------------------------------------- */

/* Additions that a product with a constant takes: the digits of its signed form that are not 0, less 1. */
static unsigned sums_of(APInt factor)
{
	unsigned digits = 0;

	factor = factor.abs();
	for (; !factor.isZero(); factor.lshrInPlace(1))
		if (factor[0]) {
			bool minus = factor.getActiveBits() > 1 && factor[1];

			digits++;
			if (minus)
				factor += 1;
			else
				factor -= 1;
		}
	return digits ? digits - 1 : 0;
}

static operation product(const BinaryOperator &instruction, unsigned bits, const widths &widths)
{
	const auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
	unsigned a = widths.of(*instruction.getOperand(0));
	operation result = named("mul", std::min(bits, a));

	if (constant) {
		unsigned sums = sums_of(constant->getValue());

		if (!sums)
			return wires();
		if (sums == 1)
			return named("add", bits);
		result.other_bits = signed_bits(constant->getValue());
	} else {
		result.other_bits = std::min(bits, widths.of(*instruction.getOperand(1)));
	}
	if (result.other_bits > result.bits)
		std::swap(result.bits, result.other_bits);
	result.impl = bits > result.bits ? "wide" : "";
	return result;
}

static operation quotient(const BinaryOperator &instruction, const widths &widths)
{
	const auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
	unsigned opcode = instruction.getOpcode();
	unsigned bits = std::max(widths.of(*instruction.getOperand(0)),
				 widths.of(*instruction.getOperand(1)));

	if (constant && constant->getValue().isPowerOf2())
		return opcode == Instruction::UDiv || opcode == Instruction::URem
			       ? wires()
			       : named("add", bits);
	return named(instruction.getOpcodeName(), bits);
}

static operation bitwise(const BinaryOperator &instruction, unsigned bits)
{
	if (isa<ConstantInt>(instruction.getOperand(1)) &&
	    (instruction.getOpcode() != Instruction::Xor || bits == 1))
		return wires();
	return named(instruction.getOpcodeName(), bits);
}

static operation integer(const BinaryOperator &instruction, const widths &widths)
{
	unsigned bits = widths.of(instruction);

	switch (instruction.getOpcode()) {
	case Instruction::Mul:
		return product(instruction, bits, widths);
	case Instruction::UDiv:
	case Instruction::SDiv:
	case Instruction::URem:
	case Instruction::SRem:
		return quotient(instruction, widths);
	case Instruction::Shl:
	case Instruction::LShr:
	case Instruction::AShr:
		if (isa<Constant>(instruction.getOperand(1)))
			return wires();
		return named(instruction.getOpcodeName(), bits);
	case Instruction::And:
	case Instruction::Or:
	case Instruction::Xor:
		return bitwise(instruction, bits);
	default:
		return named(instruction.getOpcodeName(), bits);
	}
}

static operation comparison(const CmpInst &instruction, const widths &widths)
{
	if (instruction.isFPPredicate())
		return floating("fcmp", instruction.getOperand(0)->getType()->getScalarType());
	operation result = named("icmp", std::max(widths.of(*instruction.getOperand(0)),
						  widths.of(*instruction.getOperand(1))));

	result.impl = instruction.isEquality() ? "eq" : "";
	return result;
}

/* --- shifts by the width or more --------------------------------------------------------------- */

static const Value *without_casts(const Value *value)
{
	while (const auto *cast = dyn_cast<CastInst>(value))
		value = cast->getOperand(0);
	return value;
}

static bool is_distance_of(const Value *value, const Value *shifted)
{
	const auto *shift = dyn_cast<BinaryOperator>(without_casts(shifted));

	return shift && shift->isShift() &&
	       without_casts(shift->getOperand(1)) == without_casts(value);
}

/* What define_shifts() has put behind a shift: zero, if no bit is left. A shifter needs no code for it. */
static bool is_far_shift(const SelectInst &select)
{
	const auto *compare = dyn_cast<ICmpInst>(select.getCondition());
	const auto *first = dyn_cast<Constant>(select.getTrueValue());
	const auto *second = dyn_cast<Constant>(select.getFalseValue());

	if (!compare || !isa<ConstantInt>(compare->getOperand(1)))
		return false;
	return (first && first->isNullValue() &&
		is_distance_of(compare->getOperand(0), select.getFalseValue())) ||
	       (second && second->isNullValue() &&
		is_distance_of(compare->getOperand(0), select.getTrueValue()));
}

static bool is_for_far_shifts(const ICmpInst &compare)
{
	for (const User *user : compare.users())
		if (!isa<SelectInst>(user) || !is_far_shift(*cast<SelectInst>(user)))
			return false;
	return !compare.use_empty();
}

/* The distance of an arithmetic shift, which is the width less one at most. */
static bool is_far_distance(const CallInst &call)
{
	for (const User *user : call.users()) {
		const auto *shift = dyn_cast<BinaryOperator>(user);

		if (!shift || shift->getOpcode() != Instruction::AShr ||
		    shift->getOperand(1) != &call)
			return false;
	}
	return call.getIntrinsicID() == Intrinsic::umin && !call.use_empty();
}

/* --- the rest ---------------------------------------------------------------------------------- */

/* Index arithmetic that is only in a pointer: one sum less than there are parts. */
static operation address(const GetElementPtrInst &instruction, const widths &widths)
{
	operation result = named("add", 8);
	unsigned parts = 0;
	gep_type_iterator type = gep_type_begin(instruction);

	for (const Use &index : instruction.indices()) {
		if (!isa<Constant>(index) && !type.getStructTypeOrNull()) {
			uint64_t bytes = instruction.getModule()
						 ->getDataLayout()
						 .getTypeAllocSize(type.getIndexedType())
						 .getFixedValue();
			bool shifts = !(bytes & (bytes - 1)) || !type.getIndexedType()->isArrayTy();

			parts += shifts ? 1 : 2;
			result.bits = std::max(result.bits, std::min(32u, widths.of(*index)));
		}
		++type;
	}
	if (parts < 2)
		return wires();
	result.times = parts > 3 ? 2 : 1;
	return result;
}

const Value *multiplied_index(const GetElementPtrInst &address)
{
	const DataLayout &layout = address.getModule()->getDataLayout();
	uint64_t element = layout.getTypeAllocSize(address.getResultElementType()).getFixedValue();
	gep_type_iterator type = gep_type_begin(address);

	for (const Use &index : address.indices()) {
		if (!isa<Constant>(index) && !type.getStructTypeOrNull() && element) {
			uint64_t bytes =
				layout.getTypeAllocSize(type.getIndexedType()).getFixedValue();

			if (bytes > element && sums_of(APInt(64, bytes / element)) > 1)
				return index;
		}
		++type;
	}
	return nullptr;
}

static operation conversion(const CastInst &instruction)
{
	switch (instruction.getOpcode()) {
	case Instruction::SIToFP:
	case Instruction::UIToFP:
	case Instruction::FPExt:
	case Instruction::FPTrunc:
		return floating(instruction.getOpcodeName(),
				instruction.getDestTy()->getScalarType());
	case Instruction::FPToSI:
	case Instruction::FPToUI:
		return floating(instruction.getOpcodeName(),
				instruction.getSrcTy()->getScalarType());
	default:
		return wires();
	}
}

static operation merge(const PHINode &phi, const widths &widths)
{
	operation result = named(phi.getNumIncomingValues() > 2 ? "mux" : "select", widths.of(phi));

	if (phi.getNumIncomingValues() > 2)
		result.bits = phi.getNumIncomingValues();
	return result;
}

/* What an HLS tool leaves out: UG1399, "System Calls". */
static bool is_system_call(StringRef name)
{
	return StringSwitch<bool>(name)
		.Cases("printf", "puts", "putchar", "fprintf", "fputs", "fputc", "fflush", true)
		.Cases("fclose", "perror", "abort", "exit", "__assert_fail", true)
		.Default(false);
}

bool is_nothing(const Instruction &instruction)
{
	const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
	const auto *call = dyn_cast<CallInst>(&instruction);

	if (call && call->getCalledFunction() &&
	    (call->getCalledFunction()->getName() == "fclc_mark" ||
	     is_system_call(call->getCalledFunction()->getName())))
		return true;
	if (isa<DbgInfoIntrinsic>(instruction) || isa<AllocaInst>(instruction) ||
	    is_table(instruction))
		return true;
	if (!intrinsic)
		return false;
	switch (intrinsic->getIntrinsicID()) {
	case Intrinsic::assume:
	case Intrinsic::lifetime_start:
	case Intrinsic::lifetime_end:
	case Intrinsic::experimental_noalias_scope_decl:
	case Intrinsic::stacksave:
	case Intrinsic::stackrestore:
	case Intrinsic::donothing:
	case Intrinsic::sideeffect:
		return true;
	default:
		return false;
	}
}

static operation intrinsic(const CallInst &call, const widths &widths)
{
	switch (call.getIntrinsicID()) {
	case Intrinsic::smax:
	case Intrinsic::smin:
	case Intrinsic::umax:
	case Intrinsic::umin:
	case Intrinsic::abs: {
		operation result = named("icmp", widths.of(*call.getArgOperand(0)));

		result.selects = true;
		return result;
	}
	case Intrinsic::fabs:
	case Intrinsic::copysign:
	case Intrinsic::bswap:
	case Intrinsic::bitreverse:
	case Intrinsic::fshl:
	case Intrinsic::fshr:
	case Intrinsic::expect:
		return wires();
	case Intrinsic::maxnum:
	case Intrinsic::minnum:
	case Intrinsic::maximum:
	case Intrinsic::minimum:
		return floating("fcmp", call.getType()->getScalarType());
	default:
		break;
	}
	std::string op = operator_called(call);

	/* A sum of exponents. */
	if (op == "fldexp")
		return named("add", exponent_bits);
	return op.empty() ? named("", 0) : floating(op.c_str(), call.getType()->getScalarType());
}

operation operation_of(const Instruction &instruction, const widths &widths)
{
	if (const auto *binary = dyn_cast<BinaryOperator>(&instruction))
		return binary->getType()->isFPOrFPVectorTy()
			       ? floating(binary->getOpcodeName(),
					  binary->getType()->getScalarType())
			       : integer(*binary, widths);
	if (isa<ICmpInst>(instruction) && is_for_far_shifts(cast<ICmpInst>(instruction)))
		return wires();
	if (const auto *compare = dyn_cast<CmpInst>(&instruction))
		return comparison(*compare, widths);
	if (const auto *cast = dyn_cast<CastInst>(&instruction))
		return conversion(*cast);
	if (const auto *pointer = dyn_cast<GetElementPtrInst>(&instruction))
		return address(*pointer, widths);
	if (const auto *phi = dyn_cast<PHINode>(&instruction))
		return merge(*phi, widths);
	if (const auto *select = dyn_cast<SelectInst>(&instruction))
		return is_far_shift(*select) ? wires() : named("select", widths.of(instruction));
	if (const auto *call = dyn_cast<CallInst>(&instruction))
		return is_far_distance(*call) ? wires() : intrinsic(*call, widths);
	return wires();
}

} // namespace fclc
