/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/library.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace fclc
{

/* Of a function of math.h without the type's letter. */
static std::string operator_named(StringRef name)
{
	return StringSwitch<std::string>(name)
		.Case("sqrt", "fsqrt")
		.Case("rsqrt", "frsqrt")
		.Case("recip", "frecip")
		.Case("exp", "fexp")
		.Case("log", "flog")
		.Case("sin", "fsin")
		.Case("cos", "fcos")
		.Case("tan", "ftan")
		.Case("atan", "fatan")
		.Case("atan2", "fatan2")
		.Case("pow", "fpow")
		.Case("fmod", "frem")
		.Case("fma", "fma")
		.Case("fmuladd", "fma")
		.Case("exp2", "fexp2")
		.Case("log2", "flog2")
		.Case("log10", "flog10")
		.Case("sinh", "fsinh")
		.Case("cosh", "fcosh")
		.Case("tanh", "ftanh")
		.Case("ldexp", "fldexp")
		.Case("scalbn", "fldexp")
		.Case("floor", "ffloor")
		.Case("ceil", "fceil")
		.Case("round", "fround")
		.Case("trunc", "ftrunc")
		.Default("");
}

bool is_operator(StringRef name)
{
	return !operator_named(name).empty();
}

static std::string operator_of(StringRef name)
{
	std::string text = demangle(name.str());
	StringRef shown = text;

	if (shown.consume_front("llvm."))
		return operator_named(shown.split('.').first);
	if (shown.contains(' ') && !shown.contains("hls::") && !shown.contains("std::"))
		return "";
	shown = shown.split('(').first.split('<').first;
	shown = shown.substr(shown.rfind(' ') == StringRef::npos ? 0 : shown.rfind(' ') + 1);
	if (!shown.consume_front("hls::"))
		shown.consume_front("std::");
	std::string op = operator_named(shown);

	if (op.empty() && (ends_with(shown, "f") || ends_with(shown, "l")))
		op = operator_named(shown.drop_back());
	return op;
}

std::string operator_called(const CallInst &call)
{
	const Function *callee = call.getCalledFunction();

	if (!callee || !call.getType()->isFPOrFPVectorTy())
		return "";
	return operator_of(callee->getName());
}

/* A function of the source that has a library function's name is what its code says. */
static bool is_own(const Function &function)
{
	return !function.isDeclaration() &&
	       !begins_with(StringRef(function.getName()), "_ZN3hls") &&
	       !begins_with(StringRef(function.getName()), "_ZSt");
}

static bool is_float(const Function &function)
{
	return function.getReturnType()->isFloatingPointTy() && function.arg_size() &&
	       function.getArg(0)->getType()->isFloatingPointTy();
}

void keep_operators(Module &module)
{
	for (Function &function : module) {
		if (function.isIntrinsic() || !is_float(function) || is_own(function) ||
		    operator_of(function.getName()).empty())
			continue;
		if (!function.isDeclaration()) {
			function.deleteBody();
			function.setComdat(nullptr);
		}
		function.setDoesNotAccessMemory();
		function.setDoesNotThrow();
		function.addFnAttr(Attribute::WillReturn);
	}
}

void drop_guards(Module &module)
{
	for (const char *name : {"__cxa_guard_acquire", "__cxa_guard_release", "__cxa_atexit"}) {
		Function *function = module.getFunction(name);

		if (!function)
			continue;
		for (User *user : llvm::make_early_inc_range(function->users())) {
			auto *call = dyn_cast<CallInst>(user);

			if (!call)
				continue;
			if (!call->getType()->isVoidTy())
				call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
			call->eraseFromParent();
		}
	}
}

} // namespace fclc
