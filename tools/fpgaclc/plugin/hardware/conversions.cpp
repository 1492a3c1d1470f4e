/* SPDX-License-Identifier: Apache-2.0 */
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include "tools/fpgaclc/plugin/hardware/hardware.h"

using namespace llvm;

namespace fclc
{

namespace
{

/*
 * Outside of loops, out-of-range values take a separate branch. In vectorised loops both paths are
 * computed and one is selected, so neither path may call a function, divide or access memory.
 */
#define UNLIKELY ", !prof !{!\"branch_weights\", i32 2000, i32 1}\n"

/*
 * 0x41E... is 2^31. Below 2^55 (0x436...), splits a number without rounding into a multiple of 2^24
 * (0x417...) and a remainder. From 2^55 on, the lowest 32 bits are 0.
 */
const char float_to_32[] = "\ndefine internal i32 @fclc.float32(float %x) alwaysinline nounwind {\n"
			   "  %bits = bitcast float %x to i32\n"
			   "  %size = and i32 %bits, 2147483647\n"
			   "  %positive = bitcast i32 %size to float\n"
			   "  %in = fcmp olt float %positive, 0x41E0000000000000\n"
			   "  br i1 %in, label %near, label %far" UNLIKELY "near:\n"
			   "  %n = fptosi float %x to i32\n"
			   "  ret i32 %n\n"
			   "far:\n"
			   "  %few = fcmp olt float %positive, 0x4360000000000000\n"
			   "  %scaled = fmul float %x, 0x3E70000000000000\n"
			   "  %high = fptosi float %scaled to i32\n"
			   "  %whole = sitofp i32 %high to float\n"
			   "  %upper = fmul float %whole, 0x4170000000000000\n"
			   "  %lower = fsub float %x, %upper\n"
			   "  %low = fptosi float %lower to i32\n"
			   "  %raised = shl i32 %high, 24\n"
			   "  %sum = add i32 %raised, %low\n"
			   "  %r = select i1 %few, i32 %sum, i32 0\n"
			   "  ret i32 %r\n}\n";

/* From 2^31 on, a fraction may have to be shifted out; from 2^53 on, zeros are shifted in. */
const char double_to_32[] =
	"\ndefine internal i32 @fclc.double32(double %x) alwaysinline nounwind {\n"
	"  %bits = bitcast double %x to i64\n"
	"  %size = and i64 %bits, 9223372036854775807\n"
	"  %positive = bitcast i64 %size to double\n"
	"  %in = fcmp olt double %positive, 0x41E0000000000000\n"
	"  br i1 %in, label %near, label %far" UNLIKELY "near:\n"
	"  %n = fptosi double %x to i32\n"
	"  ret i32 %n\n"
	"far:\n"
	"  %low = and i64 %bits, 4503599627370495\n"
	"  %mantissa = or i64 %low, 4503599627370496\n"
	"  %biased = lshr i64 %size, 52\n"
	"  %up = sub i64 %biased, 1075\n"
	"  %down = sub i64 1075, %biased\n"
	"  %left = and i64 %up, 63\n"
	"  %right = and i64 %down, 63\n"
	"  %raised = shl i64 %mantissa, %left\n"
	"  %lowered = lshr i64 %mantissa, %right\n"
	"  %broken = icmp slt i64 %up, 0\n"
	"  %either = select i1 %broken, i64 %lowered, i64 %raised\n"
	"  %fits = icmp slt i64 %up, 64\n"
	"  %value = select i1 %fits, i64 %either, i64 0\n"
	"  %part = trunc i64 %value to i32\n"
	"  %sign = lshr i64 %bits, 63\n"
	"  %one = trunc i64 %sign to i32\n"
	"  %minus = sub i32 0, %one\n"
	"  %turned = xor i32 %part, %minus\n"
	"  %r = sub i32 %turned, %minus\n"
	"  ret i32 %r\n}\n";

/* 0x43E... is 2^63. */
const char double_to_64[] =
	"\ndefine internal i64 @fclc.double64(double %x) alwaysinline nounwind {\n"
	"  %bits = bitcast double %x to i64\n"
	"  %size = and i64 %bits, 9223372036854775807\n"
	"  %positive = bitcast i64 %size to double\n"
	"  %in = fcmp olt double %positive, 0x43E0000000000000\n"
	"  br i1 %in, label %near, label %far" UNLIKELY "near:\n"
	"  %n = fptosi double %x to i64\n"
	"  ret i64 %n\n"
	"far:\n"
	"  %low = and i64 %bits, 4503599627370495\n"
	"  %mantissa = or i64 %low, 4503599627370496\n"
	"  %biased = lshr i64 %size, 52\n"
	"  %up = sub i64 %biased, 1075\n"
	"  %fits = icmp ult i64 %up, 64\n"
	"  %by = and i64 %up, 63\n"
	"  %shifted = shl i64 %mantissa, %by\n"
	"  %value = select i1 %fits, i64 %shifted, i64 0\n"
	"  %negative = icmp slt i64 %bits, 0\n"
	"  %turned = sub i64 0, %value\n"
	"  %r = select i1 %negative, i64 %turned, i64 %value\n"
	"  ret i64 %r\n}\n";

/* One of the three functions above, which is added to the module if it is not there. */
Function *base(Module &module, StringRef name, const char *text)
{
	SMDiagnostic problem;

	if (!module.getFunction(name) &&
	    parseAssemblyInto(MemoryBufferRef(text, name), &module, nullptr, problem))
		report_fatal_error(problem.getMessage());
	return module.getFunction(name);
}

/* Through 32 bits if they suffice, else through 64, which are then cut. */
Function *base_for(Module &module, const Type *from, unsigned bits)
{
	if (bits > 32)
		return base(module, "fclc.double64", double_to_64);
	return from->isDoubleTy() ? base(module, "fclc.double32", double_to_32)
				  : base(module, "fclc.float32", float_to_32);
}

void define(CastInst &conversion)
{
	Type *to = conversion.getDestTy();
	Function *function = base_for(*conversion.getModule(), conversion.getSrcTy(),
				      to->getIntegerBitWidth());
	IRBuilder<> builder(&conversion);
	Value *wide = builder.CreateFPExt(conversion.getOperand(0), function->getArg(0)->getType());
	Value *result = builder.CreateTrunc(builder.CreateCall(function, wide), to);

	result->takeName(&conversion);
	conversion.replaceAllUsesWith(result);
	conversion.eraseFromParent();
}

bool is_conversion(const Instruction &instruction)
{
	auto *conversion = dyn_cast<CastInst>(&instruction);
	const Type *from = conversion ? conversion->getSrcTy() : nullptr;

	return (isa<FPToSIInst>(instruction) || isa<FPToUIInst>(instruction)) &&
	       (from->isHalfTy() || from->isFloatTy() || from->isDoubleTy()) &&
	       conversion->getDestTy()->getIntegerBitWidth() <= 64;
}

} // namespace

void define_conversions(Module &module)
{
	SmallVector<CastInst *, 16> conversions;

	for (Function &function : module)
		for (Instruction &instruction : instructions(function))
			if (is_conversion(instruction))
				conversions.push_back(cast<CastInst>(&instruction));
	for (CastInst *conversion : conversions)
		define(*conversion);
}

} // namespace fclc
