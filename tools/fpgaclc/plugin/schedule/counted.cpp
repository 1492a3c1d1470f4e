/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/counted.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "tools/fpgaclc/plugin/hardware/hardware.h"
#include "tools/fpgaclc/plugin/schedule/apart.h"
#include "tools/fpgaclc/plugin/schedule/count.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/prepare.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"
#include "tools/fpgaclc/plugin/schedule/tables.h"

using namespace llvm;

namespace fclc
{

/* It is set when the function is first called, which has no place in a schedule. */
static bool has_guard(const Function &function)
{
	for (const Instruction &instruction : instructions(function))
		if (const auto *call = dyn_cast<CallBase>(&instruction))
			if (call->getCalledFunction() &&
			    call->getCalledFunction()->getName() == "__cxa_guard_acquire")
				return true;
	return false;
}

counted_code::counted_code(Module &module, const std::vector<Function *> &called)
    : module(module), bodies(CloneModule(module))
{
	for (const Function *function : called)
		if (has_guard(*function))
			unknown = "a static variable in a function is not set to a constant";
}

counted_code::~counted_code() = default;

/* --- code that runs ---------------------------------------------------------------------------- */

/* What only a schedule can have in place of code. */
static std::string stand_in(Module &module)
{
	for (Function &function : module)
		for (const Instruction &instruction : instructions(function)) {
			if (is_table(instruction))
				return "a table is filled by a loop";
		}
	return "";
}

/* A stream that no state is known for: code between the processes of a region. */
static std::string left_over(Module &module)
{
	for (const Function &function : module)
		if (function.getName().contains("fclc.stream.") && !function.use_empty())
			return "a stream is used between the processes of a region";
	return "";
}

/* Bodies of operators and of what they call. */
void counted_code::put_back()
{
	StripDebugInfo(*bodies);
	if (Linker::linkModules(module, std::move(bodies), Linker::LinkOnlyNeeded))
		unknown = "its code cannot be put together again";
}

/* What is not set reads as zero, like memory of a configured board. */
static void set_to_zero(Function &function)
{
	const DataLayout &layout = function.getParent()->getDataLayout();
	std::vector<AllocaInst *> variables;

	for (Instruction &instruction : instructions(function)) {
		if (auto *variable = dyn_cast<AllocaInst>(&instruction))
			variables.push_back(variable);
		for (Use &use : instruction.operands())
			if (isa<UndefValue>(use.get()) && !use->getType()->isTokenTy())
				use.set(Constant::getNullValue(use->getType()));
	}
	for (AllocaInst *variable : variables) {
		IRBuilder<> builder(variable->getNextNode());
		auto bits = variable->getAllocationSizeInBits(layout);

		if (bits && variable->isStaticAlloca())
			builder.CreateMemSet(variable, builder.getInt8(0),
					     bits->getFixedValue() / 8, variable->getAlign());
	}
}

static void hide_all(Module &module)
{
	for (Function &function : module)
		if (!function.isDeclaration()) {
			function.setLinkage(GlobalValue::InternalLinkage);
			function.setVisibility(GlobalValue::DefaultVisibility);
			function.setComdat(nullptr);
		}
	for (GlobalVariable &variable : module.globals())
		if (!variable.isDeclaration() && !variable.hasAppendingLinkage()) {
			variable.setLinkage(GlobalValue::InternalLinkage);
			variable.setVisibility(GlobalValue::DefaultVisibility);
			variable.setComdat(nullptr);
		}
}

static void define(Module &module)
{
	for (Function &function : module)
		if (!function.isDeclaration()) {
			set_to_zero(function);
			define_bools(function);
		}
	define_shifts(module);
	define_divisions(module);
	define_conversions(module);
}

/* --- all --------------------------------------------------------------------------------------- */

static void drop_all(Module &module)
{
	for (const char *name :
	     {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
		if (GlobalVariable *list = module.getNamedGlobal(name))
			list->eraseFromParent();
	for (Function &function : module)
		if (!function.isDeclaration()) {
			function.deleteBody();
			function.setComdat(nullptr);
		}
	hide_all(module);
	analyses analyses;
	GlobalDCEPass().run(module, analyses.modules);
}

static const char *word_of(sureness sure)
{
	return sure == sureness::exact   ? "exact"
	       : sure == sureness::bound ? "bound"
					 : "interpolated";
}

void counted_code::describe(Function *run, const std::string &name, sureness sure,
			    unsigned interval)
{
	LLVMContext &context = module.getContext();
	auto *pointer = PointerType::getUnqual(Type::getInt8Ty(context));
	Constant *none = ConstantPointerNull::get(pointer);
	auto text = [&](const std::string &of) -> Constant * {
		Constant *bytes = ConstantDataArray::getString(context, of);

		return new GlobalVariable(module, bytes->getType(), true,
					  GlobalValue::PrivateLinkage, bytes);
	};
	Constant *parts[] = {run ? ConstantExpr::getBitCast(run, pointer) : none,
			     run ? none : text(unknown), text(word_of(sure)),
			     ConstantInt::get(Type::getInt64Ty(context), interval)};
	Constant *whole = ConstantStruct::getAnon(context, parts);
	auto *made = new GlobalVariable(module, whole->getType(), true,
					GlobalValue::ExternalLinkage, whole, "fclc_timing_" + name);

	made->setVisibility(GlobalValue::HiddenVisibility);
	made->setDSOLocal(true);
}

void counted_code::finish(Function &top, const std::vector<function_plan> &plans,
			  const std::string &schedule)
{
	Function *run = &top;
	sureness sure = sureness::exact;
	unsigned interval = 0;

	for (const function_plan &plan : plans) {
		sure = std::max(sure, plan.sure);
		if (plan.function == &top && plan.kind == "pipeline")
			interval = plan.ii;
	}
	if (unknown.empty())
		unknown = stand_in(module);
	if (unknown.empty())
		unknown = count_states(plans);
	if (unknown.empty())
		unknown = left_over(module);
	StripDebugInfo(module);
	if (unknown.empty())
		put_back();
	if (unknown.empty())
		unknown = run_apart(module);
	if (unknown.empty()) {
		for (Argument &argument : top.args())
			argument.removeAttr(Attribute::NoAlias);
		define(module);
		hide_all(module);
	} else {
		run = nullptr;
		drop_all(module);
	}
	describe(run, options_of_schedule().kernel, sure, interval);
	module.appendModuleInlineAsm(".section .fclc.schedule,\"\",@progbits\n.incbin \"" +
				     schedule + "\"\n.byte 0\n.text\n");
}

} // namespace fclc
