/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/widths.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/KnownBits.h>

using namespace llvm;

namespace fclc
{

static unsigned least_bits(const ConstantRange &range)
{
	return std::max(signed_bits(range.getSignedMin()), signed_bits(range.getSignedMax()));
}

/* Bits that the value can need, signed or not. */
unsigned widths::possible(const Value &value) const
{
	unsigned bits = value.getType()->getIntegerBitWidth();
	KnownBits known = computeKnownBits(&value, layout);
	unsigned as_unsigned = bits - known.countMinLeadingZeros();
	unsigned as_signed = bits - ComputeNumSignBits(&value, layout) + 1;
	unsigned least = std::min({bits, as_unsigned, as_signed});

	if (bits <= 64 && evolution.isSCEVable(value.getType())) {
		const SCEV *shape = evolution.getSCEV(const_cast<Value *>(&value));

		least = std::min(least, evolution.getUnsignedRange(shape).getActiveBits());
		least = std::min(least, least_bits(evolution.getSignedRange(shape)));
	}
	return std::max(1u, least);
}

unsigned widths::of(const Value &value) const
{
	Type *type = value.getType();

	if (!type->isIntegerTy())
		return type->isPointerTy()
			       ? 64
			       : static_cast<unsigned>(
					 layout.getTypeSizeInBits(type).getFixedValue());
	unsigned bits = possible(value);
	const auto *instruction = dyn_cast<Instruction>(&value);

	if (instruction && !isa<ConstantInt>(value))
		bits = std::min(bits,
				std::max(1u, demanded.getDemandedBits(
							     const_cast<Instruction *>(instruction))
						     .getActiveBits()));
	return bits;
}

} // namespace fclc
