/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/workgroups/items/operations.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include "tools/fpgaclc/workgroups/items/ids.h"

using namespace llvm;

namespace fclc
{

static Intrinsic::ID intrinsic_of(StringRef name)
{
	return StringSwitch<Intrinsic::ID>(name)
		.Case("fabs", Intrinsic::fabs)
		.Case("floor", Intrinsic::floor)
		.Case("ceil", Intrinsic::ceil)
		.Case("trunc", Intrinsic::trunc)
		.Case("rint", Intrinsic::rint)
		.Default(Intrinsic::not_intrinsic);
}

/* How many floats the parameters have, each in one vector or, but for the first, a float for all lanes; 0: others. */
static unsigned count_lanes(StringRef symbol)
{
	unsigned lanes = 0;

	symbol = symbol.drop_front(symbol.find("Dv") == StringRef::npos ? symbol.size()
									: symbol.find("Dv"));
	if (!symbol.consume_front("Dv") || symbol.consumeInteger(10, lanes) ||
	    !symbol.consume_front("_f"))
		return 0;
	while (symbol.consume_front("S_") || symbol.consume_front("f"))
		;
	return symbol.empty() && lanes <= MOST_LANES ? lanes : 0;
}

/* Two floats are passed as a double. */
static Value *as_lanes(IRBuilder<> &builder, Value *value, FixedVectorType *type)
{
	if (value->getType()->isFloatTy())
		return builder.CreateVectorSplat(type->getNumElements(), value);
	return builder.CreateBitCast(value, type);
}

/* OpenCL C 3.0, 6.15.4: min() is y if y < x, max() is y if x < y, both otherwise x. */
static Value *smaller(IRBuilder<> &builder, Value *x, Value *y)
{
	return builder.CreateSelect(builder.CreateFCmpOLT(y, x), y, x);
}

static Value *larger(IRBuilder<> &builder, Value *x, Value *y)
{
	return builder.CreateSelect(builder.CreateFCmpOLT(x, y), y, x);
}

static Value *body_of(IRBuilder<> &builder, StringRef name, ArrayRef<Value *> values)
{
	if (name == "min" && values.size() == 2)
		return smaller(builder, values[0], values[1]);
	if (name == "max" && values.size() == 2)
		return larger(builder, values[0], values[1]);
	if (name == "clamp" && values.size() == 3)
		return smaller(builder, larger(builder, values[0], values[1]), values[2]);
	return builder.CreateUnaryIntrinsic(intrinsic_of(name), values[0]);
}

static void lower(Function &function, StringRef name, unsigned lanes)
{
	FixedVectorType *type = FixedVectorType::get(Type::getFloatTy(function.getContext()),
						     lanes);
	SmallVector<Value *, 3> values;

	function.deleteBody();
	IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
	for (Argument &argument : function.args())
		values.push_back(as_lanes(builder, &argument, type));
	builder.CreateRet(
		builder.CreateBitCast(body_of(builder, name, values), function.getReturnType()));
	function.setVisibility(GlobalValue::DefaultVisibility);
	function.setLinkage(GlobalValue::InternalLinkage);
	function.removeFnAttr(Attribute::NoInline);
	function.removeFnAttr(Attribute::OptimizeNone);
	function.addFnAttr(Attribute::AlwaysInline);
}

void lower_operations(Module &module)
{
	for (Function &function : module) {
		StringRef name = source_name(function.getName());
		unsigned lanes = function.isDeclaration() ? 0 : count_lanes(function.getName());

		if (lanes && (intrinsic_of(name) != Intrinsic::not_intrinsic || name == "min" ||
			      name == "max" || name == "clamp"))
			lower(function, name, lanes);
	}
}

} // namespace fclc
