/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/half.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

using namespace llvm;

namespace fclc
{

static constexpr StringRef half = "Dh"; /* in mangled names, where float is "f" */

/*
 * The name of the function of float; empty: a pointer leads to half, or the neighbors of a number
 * are not those of a float.
 */
static std::string name_with_float(StringRef symbol)
{
	StringRef name = source_name(symbol);
	size_t arguments = name.empty() ? symbol.size() : symbol.find(name) + name.size();
	StringRef pointed = symbol.substr(arguments).split('P').second;
	std::string result = symbol.take_front(arguments).str();

	if (name == "nextafter" || pointed.contains(half) || pointed.contains('S'))
		return "";
	for (symbol = symbol.drop_front(arguments); !symbol.empty();) {
		auto [before, after] = symbol.split(half);

		result += before;
		if (before.size() != symbol.size())
			result += "f";
		symbol = after;
	}
	return result;
}

/* Numbers and vectors of the same length: half becomes float, and int what isnan() makes of it. */
static bool converts(Type *from, Type *to)
{
	bool same_kind = (from->isFPOrFPVectorTy() && to->isFPOrFPVectorTy()) ||
			 (from->isIntOrIntVectorTy() && to->isIntOrIntVectorTy());

	return from == to || (same_kind && from->getWithNewType(to->getScalarType()) == to);
}

static bool is_counterpart(const Function &function, const Function &twin)
{
	if (twin.isDeclaration() || twin.arg_size() != function.arg_size() ||
	    !converts(function.getReturnType(), twin.getReturnType()))
		return false;
	for (unsigned i = 0; i < twin.arg_size(); i++)
		if (!converts(function.getArg(i)->getType(), twin.getArg(i)->getType()))
			return false;
	return true;
}

static Value *convert(IRBuilder<> &builder, Value *value, Type *to)
{
	return value->getType()->isFPOrFPVectorTy() ? builder.CreateFPCast(value, to)
						    : builder.CreateSExtOrTrunc(value, to);
}

static void define_by_float(Function &function, const Function &twin)
{
	FunctionCallee callee = function.getParent()->getOrInsertFunction(twin.getName(),
									  twin.getFunctionType());
	IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
	SmallVector<Value *, 4> values;

	for (unsigned i = 0; i < twin.arg_size(); i++) {
		Argument *argument = function.getArg(i);

		values.push_back(argument->getType() == twin.getArg(i)->getType()
					 ? (Value *)argument
					 : convert(builder, argument, twin.getArg(i)->getType()));
	}
	CallInst *call = builder.CreateCall(callee, values);
	call->setCallingConv(twin.getCallingConv());
	builder.CreateRet(call->getType() == function.getReturnType()
				  ? (Value *)call
				  : convert(builder, call, function.getReturnType()));
	function.setVisibility(GlobalValue::DefaultVisibility);
	function.setLinkage(GlobalValue::InternalLinkage);
}

static bool is_of_half(const Function &function)
{
	StringRef name = source_name(function.getName());

	return function.isDeclaration() && !name.empty() &&
	       function.getName().split(name).second.contains(half);
}

void define_halves(Module &module, const Module &library)
{
	SmallVector<Function *, 8> found;

	for (Function &function : module)
		if (is_of_half(function) && !library.getFunction(function.getName()))
			found.push_back(&function);
	for (Function *function : found) {
		const Function *twin = library.getFunction(name_with_float(function->getName()));

		if (twin && is_counterpart(*function, *twin))
			define_by_float(*function, *twin);
		else
			module.getContext().emitError(
				"the library has no " + source_name(function->getName()) +
				" for these arguments of half: convert them to float");
	}
}

} // namespace fclc
