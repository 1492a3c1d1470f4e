/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/machine/targets.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "tools/fpgaclc/plugin/machine/divide.h"

using namespace llvm;

namespace fclc
{

/*
 * What each level of x86-64 adds to the previous one. `mark` is a feature that only this and later
 * levels have. The last level is AVX-512 as of Ice Lake and Zen 4, as earlier processors gain
 * little from AVX-512.
 */
static const struct {
	const char *cpu, *suffix, *mark, *features;
} levels[] = {
	{"x86-64-v3", ".v3", "+avx2", ",+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe"},
	{"x86-64-v4", ".v4", "+avx512vbmi2",
	 ",+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+avx512vnni,"
	 "+avx512bitalg,+avx512vpopcntdq"},
};

/* Mathematical functions with more instructions are called instead of inlined. */
enum { MOST_INSTRUCTIONS = 600 };

/* Whether it accesses no memory except to pass long vectors. */
static bool is_pure(const Function &function)
{
	bool by_value = function.onlyReadsMemory() && function.onlyAccessesArgMemory();

	for (const Argument &argument : function.args())
		by_value &= argument.hasByValAttr() || !argument.getType()->isPointerTy();
	return by_value || function.doesNotAccessMemory();
}

static void unify_target(Function &function, const Function &item)
{
	for (const char *name : {"target-cpu", "target-features", "tune-cpu"}) {
		function.removeFnAttr(name);
		if (item.hasFnAttribute(name))
			function.addFnAttr(item.getFnAttribute(name));
	}
	if (is_pure(function) && !function.hasFnAttribute(Attribute::NoInline) &&
	    function.getInstructionCount() <= MOST_INSTRUCTIONS)
		function.addFnAttr(Attribute::AlwaysInline);
}

void unify_targets(Module &module, const Function &item)
{
	for (Function &function : module)
		if (!function.isDeclaration() && &function != &item)
			unify_target(function, item);
}

static bool is_x86(const Module &module)
{
	return module.getTargetTriple().rfind("x86_64", 0) == 0;
}

bool call_kernels_as_c(Module &module)
{
	bool changed = false;

	if (is_x86(module))
		return false;
	for (Function &function : module) {
		if (function.getCallingConv() == CallingConv::SPIR_KERNEL) {
			function.setCallingConv(CallingConv::C);
			changed = true;
		}
		for (Instruction &instruction : instructions(function)) {
			CallBase *call = dyn_cast<CallBase>(&instruction);

			if (!call || call->getCallingConv() != CallingConv::SPIR_KERNEL)
				continue;
			call->setCallingConv(CallingConv::C);
			changed = true;
		}
	}
	return changed;
}

static SetVector<Function *> called_by(Function &item,
				       const Substitutes &substitutes = Substitutes())
{
	SetVector<Function *> list;

	list.insert(&item);
	for (unsigned i = 0; i < list.size(); i++)
		for (Instruction &instruction : instructions(*list[i])) {
			CallBase *call = dyn_cast<CallBase>(&instruction);
			Function *callee = call ? call->getCalledFunction() : nullptr;

			if (callee && !callee->isDeclaration() && !substitutes.count(callee))
				list.insert(callee);
		}
	return list;
}

static bool has_level(const Function &function, unsigned level)
{
	return function.getFnAttribute("target-features")
		.getValueAsString()
		.contains(levels[level].mark);
}

/* Adds the features of this level and those below. */
static void raise(Function &function, unsigned level)
{
	for (unsigned i = 0; i <= level; i++) {
		std::string features =
			function.getFnAttribute("target-features").getValueAsString().str();

		if (has_level(function, i))
			continue;
		function.removeFnAttr("target-features");
		function.addFnAttr("target-features", features + levels[i].features);
		function.removeFnAttr("target-cpu");
		function.addFnAttr("target-cpu", levels[i].cpu);
	}
}

/* Copies the function and its callees for a level, except callees with substitutes. */
static Function *copy_for(Function &item, unsigned level, const Substitutes &substitutes)
{
	SetVector<Function *> list = called_by(item, substitutes);
	ValueToValueMapTy map;

	for (const auto &[function, substitute] : substitutes)
		map[function] = substitute;

	for (Function *function : list) {
		Function *copy = Function::Create(
			function->getFunctionType(), GlobalValue::InternalLinkage,
			function->getName() + levels[level].suffix, item.getParent());
		Argument *to = copy->arg_begin();

		map[function] = copy;
		for (Argument &from : function->args())
			map[&from] = to++;
	}
	for (Function *function : list) {
		Function *copy = cast<Function>(map[function]);
		SmallVector<ReturnInst *, 4> returns;

		CloneFunctionInto(copy, function, map, CloneFunctionChangeType::GlobalChanges,
				  returns);
		copy->setLinkage(GlobalValue::InternalLinkage);
		copy->setVisibility(GlobalValue::DefaultVisibility);
		copy->setComdat(nullptr);
		raise(*copy, level);
	}
	return cast<Function>(map[&item]);
}

void prepare_substitutes(const LevelSubstitutes &substitutes, const Function &item)
{
	for (unsigned level = 0; level < substitutes.size(); level++) {
		SetVector<Function *> list;

		for (const auto &[function, substitute] : substitutes[level]) {
			SetVector<Function *> called = called_by(*substitute);

			list.insert(called.begin(), called.end());
		}
		for (Function *function : list) {
			unify_target(*function, item);
			guard_divisions(*function);
			raise(*function, level);
		}
	}
}

static bool uses_substitutes(Function &item, const Substitutes &substitutes)
{
	for (Function *function : called_by(item))
		if (substitutes.count(function))
			return true;
	return false;
}

/* The code for a level, or that of the level below if it is the same. */
static Function *version_for(Function &below, unsigned level, const Substitutes &substitutes)
{
	return is_x86(*below.getParent()) && !has_level(below, level)
		       ? copy_for(below, level, substitutes)
		       : &below;
}

/* Maps the functions called by the AVX2 version to those for the AVX-512 version. */
static Substitutes second_step(const LevelSubstitutes &substitutes)
{
	Substitutes result;

	for (const auto &[function, substitute] : substitutes[1]) {
		auto first = substitutes[0].find(function);

		result[first == substitutes[0].end() ? function : first->second] = substitute;
	}
	return result;
}

Versions begin_versions(Function &item, const LevelSubstitutes &substitutes)
{
	Function *avx2 = uses_substitutes(item, substitutes[0])
				 ? version_for(item, 0, substitutes[0])
				 : &item;
	Function *avx512 = uses_substitutes(item, substitutes[1])
				   ? version_for(*avx2, 1, second_step(substitutes))
				   : avx2;

	return {&item, avx2, avx512};
}

bool complete_versions(Versions &versions)
{
	bool changed = false;

	static_assert(std::size(levels) + 1 == std::tuple_size<Versions>::value);
	for (unsigned level = 0; level < std::size(levels); level++)
		if (versions[level + 1] == versions[level]) {
			Function *version = version_for(*versions[level], level, Substitutes());

			changed |= version != versions[level];
			std::fill(versions.begin() + level + 1, versions.end(), version);
		}
	return changed;
}

} // namespace fclc
