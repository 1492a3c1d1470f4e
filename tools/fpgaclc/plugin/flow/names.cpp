/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/names.h"

#include <cstdlib>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace fclc
{

namespace
{

bool starts_with(const std::string &text, const char *prefix)
{
	return text.compare(0, strlen(prefix), prefix) == 0;
}

std::string name_called(const CallBase &call)
{
	const Function *callee = call.getCalledFunction();

	return callee ? callee->getName().str() : std::string();
}

std::string taken(char *text)
{
	std::string copy = text ? text : "";

	std::free(text);
	return copy;
}

/* The parts of a C++ name; any other name is its own only part. */
struct Name {
	std::string base, scope;
	bool special = false; /* a constructor or destructor */
	explicit Name(const std::string &symbol)
	{
		ItaniumPartialDemangler demangler;
		/* Copies have a suffix. */
		std::string mangled = symbol.substr(0, symbol.find('.'));

		if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) {
			base = mangled;
			return;
		}
		base = taken(demangler.getFunctionBaseName(nullptr, nullptr));
		scope = taken(demangler.getFunctionDeclContextName(nullptr, nullptr));
		special = demangler.isCtorOrDtor();
	}
};

bool is_library_scope(const std::string &scope)
{
	for (const char *prefix : {"std::", "hls::", "fclc::", "__gnu_cxx::", "ap_", "fpgacl"})
		if (starts_with(scope + "::", prefix))
			return true;
	return false;
}

} // namespace

bool is_scope_begin(const CallBase &call)
{
	return starts_with(name_called(call), "_ZN4fclc10flow_scopeC") || is_apart_begin(call);
}

bool is_scope_end(const CallBase &call)
{
	return starts_with(name_called(call), "_ZN4fclc10flow_scopeD") ||
	       name_called(call) == "fclc_flow_end";
}

bool is_apart_begin(const CallBase &call)
{
	return name_called(call) == "fclc_flow_begin_apart";
}

bool is_unroll_marker(const CallBase &call)
{
	return name_called(call) == "_ZN4fclc11flow_unrollEv";
}

bool is_inline_begin(const CallBase &call)
{
	return starts_with(name_called(call), "_ZN4fclc11flow_inlineC");
}

bool is_inline_end(const CallBase &call)
{
	return starts_with(name_called(call), "_ZN4fclc11flow_inlineD");
}

bool is_constructor(const CallBase &call)
{
	Name name(name_called(call));

	return name.special && name.base[0] != '~';
}

bool is_destructor(const CallBase &call)
{
	Name name(name_called(call));

	return name.special && name.base[0] == '~';
}

bool is_users(const CallBase &call)
{
	const Function *callee = call.getCalledFunction();
	std::string mangled = name_called(call);

	if (!callee || callee->isIntrinsic() || starts_with(mangled, "fclc_") ||
	    starts_with(mangled, "__") || (callee->isDeclaration() && !starts_with(mangled, "_Z")))
		return false;
	Name name(mangled);
	return !name.special && !is_library_scope(name.scope) &&
	       (!starts_with(name.base, "operator") || name.base == "operator()");
}

/* Whether it is a member of a local class in a library function. */
static bool is_local_in_library(const std::string &mangled)
{
	for (const char *prefix : {"_ZZNSt", "_ZZNKSt", "_ZZSt", "_ZZN3hls", "_ZZNK3hls"})
		if (starts_with(mangled, prefix))
			return true;
	return false;
}

bool is_library(const Function *function)
{
	return function && (is_library_scope(Name(function->getName().str()).scope) ||
			    is_local_in_library(function->getName().str()));
}

bool is_runtime(const Function &function)
{
	std::string mangled = function.getName().str();

	return starts_with(mangled, "fclc_") || starts_with(mangled, "__");
}

bool is_library_object(const GlobalVariable &variable)
{
	std::string mangled = variable.getName().str();

	/* In namespace std, such as cout: _ZSt is std, _ZNSt a nested name in it. */
	return starts_with(mangled, "_ZSt") || starts_with(mangled, "_ZNSt") ||
	       starts_with(mangled, "_ZNKSt") || starts_with(mangled, "__");
}

bool is_task_constructor(const CallBase &call)
{
	return starts_with(name_called(call), "_ZN3hls4taskC");
}

bool is_task_start(const Function &function)
{
	return starts_with(function.getName().str(), "fclc_rt_task_start");
}

bool is_stream_member(const Function &function)
{
	return starts_with(function.getName().str(), "_ZN3hls6streamI") ||
	       starts_with(function.getName().str(), "_ZNK3hls6streamI");
}

bool is_check(const CallBase &call)
{
	return starts_with(name_called(call), "__ubsan_");
}

bool is_cxx(const Function &function)
{
	std::string mangled = function.getName().str();
	/* Destructors, constructors and operator new do not count: they use their arguments. */
	return starts_with(mangled, "_Z") && !is_library(&function) && !Name(mangled).special &&
	       !starts_with(mangled, "_Zn") && !starts_with(mangled, "_Zd");
}

bool is_temporary(const Value *value)
{
	if (!isa<AllocaInst>(value))
		return false;
	for (const char *prefix : {"agg.tmp", "ref.tmp", "byval-temp", "indirect-arg-temp"})
		if (starts_with(value->getName().str(), prefix))
			return true;
	return false;
}

std::string variable_name(const std::string &mangled)
{
	std::string name = demangle(mangled);
	size_t scope = name.rfind("::");

	return scope == std::string::npos ? name : name.substr(scope + 2);
}

const char *const loop_name_attribute = "fclc-loop";

bool is_loop(const Function &function)
{
	return function.hasFnAttribute(loop_name_attribute);
}

std::string short_name(const Function &function)
{
	if (is_loop(function))
		return function.getFnAttribute(loop_name_attribute).getValueAsString().str();
	return Name(function.getName().str()).base;
}

} // namespace fclc
