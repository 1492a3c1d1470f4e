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

/* How many parameters the library's function has; 0: it is none of these. */
static unsigned count_parameters(StringRef name)
{
	if (name == "min" || name == "max")
		return 2;
	if (name == "clamp")
		return 3;
	return intrinsic_of(name) == Intrinsic::not_intrinsic ? 0 : 1;
}

/*
 * How many floats the parameters of the library's function have, the first of which is a short vector, and the others are all
 * such vectors or all floats; 0: this is another function of that name.
 */
static unsigned count_lanes(const Function &function)
{
	StringRef name = source_name(function.getName()), types = function.getName();
	unsigned lanes = 0, others = count_parameters(name) - 1;

	/* What a source defines is not the library's, which is linked as if it were static. */
	if (!count_parameters(name) || function.isDeclaration() || !function.hasLocalLinkage())
		return 0;
	types = types.drop_front(types.find(name) + name.size());
	if (!types.consume_front("Dv") || types.consumeInteger(10, lanes) ||
	    !types.consume_front("_f") || lanes > MOST_LANES)
		return 0;
	if (types == (others == 2 ? "S_S_"
		      : others    ? "S_"
				  : "") ||
	    (others && types == (others == 2 ? "ff" : "f")))
		return lanes;
	return 0;
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
	if (name == "min")
		return smaller(builder, values[0], values[1]);
	if (name == "max")
		return larger(builder, values[0], values[1]);
	if (name == "clamp")
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

bool is_operation(const Function &function)
{
	return count_lanes(function) != 0;
}

void lower_operations(Module &module)
{
	for (Function &function : module)
		if (unsigned lanes = count_lanes(function))
			lower(function, source_name(function.getName()), lanes);
}

} // namespace fclc
