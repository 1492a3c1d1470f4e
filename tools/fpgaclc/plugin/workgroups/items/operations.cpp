/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/items/operations.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

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

/* The number of parameters of the library's function; 0 if it is not one of these. */
static unsigned count_parameters(StringRef name)
{
	if (name == "sign")
		return 1;
	if (name == "min" || name == "max" || name == "fdim")
		return 2;
	if (name == "clamp" || name == "fma")
		return 3;
	return intrinsic_of(name) == Intrinsic::not_intrinsic ? 0 : 1;
}

/*
 * Whether such vectors are passed by value or as copies behind pointers; only x86-64 has an
 * attribute for the latter.
 */
static bool is_passed(const Function &function, const FixedVectorType *type)
{
	return function.getReturnType()->getPrimitiveSizeInBits() ==
		       type->getPrimitiveSizeInBits() &&
	       all_of(function.args(), [](const Argument &argument) {
		       return argument.hasByValAttr() || !argument.getType()->isPointerTy();
	       });
}

/*
 * The first parameter's type, a vector of floats or doubles, if all others are the same vectors, or
 * all are such scalars. NULL: another function of that name.
 */
static FixedVectorType *type_of(const Function &function)
{
	StringRef name = source_name(function.getName()), types = function.getName();
	unsigned lanes = 0, others = count_parameters(name) - 1;
	LLVMContext &context = function.getContext();
	FixedVectorType *type;
	char kind;

	/* Exclude functions of the source; the library's are linked as internal. */
	if (!count_parameters(name) || function.isDeclaration() || !function.hasLocalLinkage())
		return nullptr;
	types = types.drop_front(types.find(name) + name.size());
	if (!types.consume_front("Dv") || types.consumeInteger(10, lanes) ||
	    !types.consume_front("_") || types.empty())
		return nullptr;
	kind = types.front();
	types = types.drop_front();
	if ((kind != 'f' && kind != 'd') || (types != StringRef("S_S_").take_front(2 * others) &&
					     types != std::string(others, kind)))
		return nullptr;
	type = FixedVectorType::get(
		kind == 'f' ? Type::getFloatTy(context) : Type::getDoubleTy(context), lanes);
	return is_passed(function, type) ? type : nullptr;
}

/* Two floats are passed as a double, long vectors in memory. */
static Value *as_lanes(IRBuilder<> &builder, Argument *argument, FixedVectorType *type)
{
	if (argument->hasByValAttr())
		return builder.CreateAlignedLoad(type, argument, argument->getParamAlign());
	if (argument->getType() == type->getElementType())
		return builder.CreateVectorSplat(type->getNumElements(), argument);
	return builder.CreateBitCast(argument, type);
}

/* OpenCL C 3.0, 6.15.4: min() is y if y < x, max() is y if x < y; both otherwise return x. */
static Value *smaller(IRBuilder<> &builder, Value *x, Value *y)
{
	return builder.CreateSelect(builder.CreateFCmpOLT(y, x), y, x);
}

static Value *larger(IRBuilder<> &builder, Value *x, Value *y)
{
	return builder.CreateSelect(builder.CreateFCmpOLT(x, y), y, x);
}

/* 6.15.2: x - y or 0, and NaN where one of them is. */
static Value *difference(IRBuilder<> &builder, Value *x, Value *y)
{
	return builder.CreateSelect(builder.CreateFCmpOLE(x, y),
				    Constant::getNullValue(x->getType()), builder.CreateFSub(x, y));
}

/* 6.15.4: zeros stay, and that of NaN is 0. */
static Value *sign_of(IRBuilder<> &builder, Value *x)
{
	Value *zero = Constant::getNullValue(x->getType()), *one = ConstantFP::get(x->getType(), 1),
	      *rest = builder.CreateSelect(builder.CreateFCmpOEQ(x, zero), x, zero);

	rest = builder.CreateSelect(builder.CreateFCmpOLT(x, zero), builder.CreateFNeg(one), rest);
	return builder.CreateSelect(builder.CreateFCmpOGT(x, zero), one, rest);
}

static Value *body_of(IRBuilder<> &builder, StringRef name, ArrayRef<Value *> values)
{
	if (name == "sign")
		return sign_of(builder, values[0]);
	if (name == "fdim")
		return difference(builder, values[0], values[1]);
	/* The library for processors without FMA computes it by halves. */
	if (name == "fma")
		return builder.CreateIntrinsic(Intrinsic::fma, {values[0]->getType()}, values);
	if (name == "min")
		return smaller(builder, values[0], values[1]);
	if (name == "max")
		return larger(builder, values[0], values[1]);
	if (name == "clamp")
		return smaller(builder, larger(builder, values[0], values[1]), values[2]);
	return builder.CreateUnaryIntrinsic(intrinsic_of(name), values[0]);
}

static void lower(Function &function, StringRef name, FixedVectorType *type)
{
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
	return type_of(function) != nullptr;
}

void lower_operations(Module &module)
{
	for (Function &function : module)
		if (FixedVectorType *type = type_of(function))
			lower(function, source_name(function.getName()), type);
}

} // namespace fclc
