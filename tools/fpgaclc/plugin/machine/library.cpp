/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/machine/library.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/CommandLine.h>

#include "tools/fpgaclc/plugin/opencl/library.h"
#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/items/operations.h"
#include "tools/fpgaclc/plugin/workgroups/loops/lanes.h"

using namespace llvm;

namespace fclc
{

static cl::opt<std::string> avx2_library("fclc-library", cl::Hidden,
					 cl::desc("Built-in functions for processors with FMA"));
static cl::opt<std::string> avx512_library("fclc-library-avx512", cl::Hidden,
					   cl::desc("Built-in functions for AVX-512"));

/*
 * The type of the value passed: vectors longer than the processor's registers are passed by
 * pointer.
 */
static Type *type_of(const Argument &argument)
{
	return argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
}

static bool is_number(const Type *type)
{
	return type->getScalarType()->isFloatingPointTy() || type->getScalarType()->isIntegerTy();
}

/* Whether it fills one or more AVX-512 registers. */
static bool is_long(const Type *type)
{
	return type->isVectorTy() && type->getPrimitiveSizeInBits() >= 512;
}

static bool is_conversion(const Function &function)
{
	StringRef name = source_name(function.getName());

	return name.consume_front("convert_");
}

/*
 * In PoCL 3.1's library for AVX-512, functions of doubles (fmod(), pow() and others) are wrong for
 * some numbers; conversions are right.
 */
static bool has_long_vectors(const Function &function)
{
	bool found = is_long(function.getReturnType()),
	     doubles = function.getReturnType()->getScalarType()->isDoubleTy();

	for (const Argument &argument : function.args()) {
		found |= is_long(type_of(argument));
		doubles |= type_of(argument)->getScalarType()->isDoubleTy();
	}
	return found && (!doubles || is_conversion(function));
}

/*
 * A library function that computes floating-point numbers from such numbers, and possibly integers;
 * or any numbers from vectors, such as a conversion. It may store a result through its last
 * parameter, as sincos() and vstore_half4() do.
 */
static bool computes_numbers(const Function &function)
{
	unsigned numbers = function.arg_size();
	Type *result = function.getReturnType()->getScalarType();
	/* Vectors of small numbers are passed as one integer. */
	bool floats = false,
	     vectors = function.getReturnType()->isVectorTy() || function.getName().contains("Dv");

	if (numbers > 1 && !is_number(type_of(*function.getArg(numbers - 1))))
		numbers--;
	for (unsigned i = 0; i < numbers; i++) {
		const Type *type = type_of(*function.getArg(i));

		if (!is_number(type))
			return false;
		floats |= type->getScalarType()->isFloatingPointTy();
	}
	/* Exclude functions of the source; the library's are linked as internal. */
	return (vectors || (floats && result->isFloatingPointTy())) && !function.isDeclaration() &&
	       function.hasLocalLinkage() && function.getName().contains("_cl_") &&
	       !source_name(function.getName()).empty() && !is_operation(function);
}

/* The library functions that kernels call, directly or through functions of the source. */
static SetVector<Function *> computing_functions(ArrayRef<Function *> items)
{
	SetVector<Function *> callers, found;

	callers.insert(items.begin(), items.end());
	for (unsigned i = 0; i < callers.size(); i++)
		for (Instruction &instruction : instructions(callers[i])) {
			CallBase *call = dyn_cast<CallBase>(&instruction);
			Function *callee = call ? call->getCalledFunction() : nullptr;

			if (!callee || callee->isDeclaration())
				continue;
			(computes_numbers(*callee) ? found : callers).insert(callee);
		}
	return found;
}

static std::unique_ptr<Module> read_library(Module &module, StringRef path)
{
	std::unique_ptr<Module> library = open_library(module, path);

	if (!library)
		return nullptr;
	/* The module already has them from the other library. */
	if (NamedMDNode *flags = library->getModuleFlagsMetadata())
		library->eraseNamedMetadata(flags);
	for (const char *name : {"opencl.ocl.version", "llvm.ident", "opencl.spir.version"})
		if (NamedMDNode *node = library->getNamedMetadata(name))
			library->eraseNamedMetadata(node);
	return library;
}

/*
 * The function of this name in the library with the same parameters, except that long vectors may
 * be passed differently, as that depends on the processor's registers.
 */
static const Function *counterpart_of(const Module &library, const Function &function,
				      StringRef name)
{
	const Function *twin = library.getFunction(name);

	if (!twin || twin->isDeclaration() || twin->arg_size() != function.arg_size() ||
	    twin->getReturnType() != function.getReturnType() ||
	    twin->getCallingConv() != function.getCallingConv())
		return nullptr;
	for (unsigned i = 0; i < twin->arg_size(); i++)
		if (type_of(*twin->getArg(i)) != type_of(*function.getArg(i)) ||
		    (twin->getArg(i)->hasByValAttr() && !function.getArg(i)->hasByValAttr()))
			return nullptr;
	return twin;
}

/* Creates a function with this one's parameters that calls its counterpart. */
static Function *adapter_of(const Function &function, Function &twin)
{
	Function *adapter = Function::Create(function.getFunctionType(),
					     GlobalValue::InternalLinkage,
					     twin.getName() + ".adapter", twin.getParent());
	IRBuilder<> builder(BasicBlock::Create(twin.getContext(), "", adapter));
	SmallVector<Value *, 4> values;

	adapter->copyAttributesFrom(&function);
	adapter->setVisibility(GlobalValue::DefaultVisibility);
	adapter->removeFnAttr(Attribute::NoInline);
	adapter->removeFnAttr(Attribute::OptimizeNone);
	adapter->addFnAttr(Attribute::AlwaysInline);
	for (unsigned i = 0; i < twin.arg_size(); i++) {
		Argument *argument = adapter->getArg(i);
		MaybeAlign align = argument->getParamAlign();

		values.push_back(argument->hasByValAttr() && !twin.getArg(i)->hasByValAttr()
					 ? (Value *)builder.CreateAlignedLoad(type_of(*argument),
									      argument, align)
					 : argument);
	}
	CallInst *call = builder.CreateCall(&twin, values);
	call->setCallingConv(twin.getCallingConv());
	for (unsigned i = 0; i < twin.arg_size(); i++)
		if (twin.getArg(i)->hasByValAttr())
			call->setAttributes(call->getAttributes().addParamAttributes(
				twin.getContext(), i,
				AttrBuilder(twin.getContext(),
					    twin.getAttributes().getParamAttrs(i))));
	if (call->getType()->isVoidTy())
		builder.CreateRetVoid();
	else
		builder.CreateRet(call);
	return adapter;
}

/*
 * Links a library's versions of these functions, which are listed with their names in the library.
 */
static Substitutes link_library(Module &module, StringRef path,
				ArrayRef<std::pair<Function *, std::string>> functions)
{
	SmallVector<std::pair<const Function *, std::string>, 16> linked;
	std::unique_ptr<Module> library;
	Substitutes substitutes;

	if (!path.empty() && !functions.empty())
		library = read_library(module, path);
	if (!library)
		return substitutes;
	for (const auto &[function, name] : functions) {
		const Function *twin = counterpart_of(*library, *function, name);

		if (!twin)
			continue;
		if (Function *same = module.getFunction(name))
			same->setName(name + ".base");
		linked.push_back({function, name});
		Function::Create(twin->getFunctionType(), GlobalValue::ExternalLinkage, name,
				 module)
			->setCallingConv(twin->getCallingConv());
	}
	link_needed(module, std::move(library));
	/* Linking replaces declarations. */
	for (const auto &[function, name] : linked) {
		Function *twin = module.getFunction(name);
		bool same = twin->getFunctionType() == function->getFunctionType();

		substitutes[function] = same ? twin : adapter_of(*function, *twin);
	}
	return substitutes;
}

static bool is_scalar(const Function &function)
{
	return !function.getReturnType()->isVectorTy() &&
	       all_of(function.args(), [](const Argument &a) { return !type_of(a)->isVectorTy(); });
}

/*
 * The library's scalar functions were vectorised where they do something twice, which prevents
 * vectorising them across work-items. Scalarises them.
 */
static void take_apart(Function &function)
{
	SetVector<Function *> list;

	list.insert(&function);
	for (unsigned i = 0; i < list.size(); i++)
		for (Instruction &instruction : instructions(list[i])) {
			CallBase *call = dyn_cast<CallBase>(&instruction);
			Function *callee = call ? call->getCalledFunction() : nullptr;

			if (callee && !callee->isDeclaration() && callee->doesNotAccessMemory())
				list.insert(callee);
		}
	for (Function *each : list)
		lanes_apart(*each);
}

LevelSubstitutes link_faster_functions(Module &module, ArrayRef<Function *> items)
{
	SmallVector<std::pair<Function *, std::string>, 16> all, longest;
	LevelSubstitutes result;

	for (Function *function : computing_functions(items)) {
		all.push_back({function, function->getName().str()});
		if (has_long_vectors(*function))
			longest.push_back(all.back());
	}
	if (!avx2_library.empty())
		result[0] = link_library(module, avx2_library, all);
	if (!avx512_library.empty())
		result[1] = link_library(module, avx512_library, longest);
	for (const auto &[function, name] : all)
		if (is_scalar(*function)) {
			take_apart(*function);
			if (Function *substitute = result[0].lookup(function))
				take_apart(*substitute);
		}
	return result;
}

} // namespace fclc
