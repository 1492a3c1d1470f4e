/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/prepare.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/GlobalOpt.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopLoadElimination.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "tools/fpgaclc/plugin/schedule/bus.h"
#include "tools/fpgaclc/plugin/schedule/copies.h"
#include "tools/fpgaclc/plugin/schedule/inline.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/share.h"
#include "tools/fpgaclc/plugin/schedule/tables.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

using namespace llvm;

namespace fclc
{

analyses::analyses()
{
	PassBuilder builder;

	builder.registerModuleAnalyses(modules);
	builder.registerCGSCCAnalyses(graph);
	builder.registerFunctionAnalyses(functions);
	builder.registerLoopAnalyses(loops);
	builder.crossRegisterProxies(loops, functions, graph, modules);
}

static SROAPass sroa()
{
#if LLVM_VERSION_MAJOR >= 16
	return SROAPass(SROAOptions::ModifyCFG);
#else
	return SROAPass();
#endif
}

static SimplifyCFGPass branches(bool merge)
{
	SimplifyCFGOptions options;

	options.needCanonicalLoops(true).convertSwitchToLookupTable(false);
	options.hoistCommonInsts(merge).sinkCommonInsts(merge);
	return SimplifyCFGPass(options);
}

static FunctionPassManager scalars()
{
	FunctionPassManager passes;

	passes.addPass(sroa());
	passes.addPass(EarlyCSEPass(true));
	passes.addPass(branches(false));
	passes.addPass(InstCombinePass());
	passes.addPass(SCCPPass());
	passes.addPass(ADCEPass());
	return passes;
}

/* Loads whose values are known are not loaded; no load moves to where it was not. */
static GVNPass values()
{
	return GVNPass(GVNOptions().setPRE(false).setLoadPRE(false));
}

namespace
{

struct hold_buses : PassInfoMixin<hold_buses> {
	bool hold;

	explicit hold_buses(bool hold) : hold(hold)
	{
	}
	PreservedAnalyses run(Function &function, FunctionAnalysisManager &)
	{
		hold_bus_accesses(function, options_of_schedule(), hold);
		return PreservedAnalyses::none();
	}
};

} // namespace

/* Moves what is the same in all iterations out of loops, but no access of a bus. */
static void add_motion(FunctionPassManager &passes, LoopPassManager loops)
{
	loops.addPass(LICMPass(LICMOptions()));
	passes.addPass(hold_buses(true));
	passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), true));
	passes.addPass(hold_buses(false));
}

static FunctionPassManager around_loops()
{
	FunctionPassManager passes;
	LoopPassManager loops, inner;

	passes.addPass(LoopSimplifyPass());
	passes.addPass(LCSSAPass());
	loops.addPass(LoopRotatePass());
	add_motion(passes, std::move(loops));
	passes.addPass(branches(false));
	passes.addPass(InstCombinePass());
	passes.addPass(LoopSimplifyPass());
	passes.addPass(LCSSAPass());
	inner.addPass(IndVarSimplifyPass());
	inner.addPass(LoopDeletionPass());
	passes.addPass(createFunctionToLoopPassAdaptor(std::move(inner), false));
	return passes;
}

static FunctionPassManager memory()
{
	FunctionPassManager passes;

	passes.addPass(sroa());
	passes.addPass(EarlyCSEPass(true));
	passes.addPass(values());
	passes.addPass(LoopLoadEliminationPass());
	passes.addPass(DSEPass());
	passes.addPass(InstCombinePass());
	passes.addPass(branches(true));
	passes.addPass(ADCEPass());
	passes.addPass(LoopSimplifyPass());
	passes.addPass(LCSSAPass());
	add_motion(passes, LoopPassManager());
	passes.addPass(LoopSimplifyPass());
	passes.addPass(LCSSAPass());
	return passes;
}

/* Only the top can be called; arrays that it is given are different arrays. */
static void isolate(Module &module, Function &top)
{
	for (Function &function : module)
		if (!function.isDeclaration() && &function != &top) {
			function.setLinkage(GlobalValue::InternalLinkage);
			function.setComdat(nullptr);
		}
	for (GlobalVariable &variable : module.globals())
		if (!variable.isDeclaration() && !begins_with(variable.getName(), "llvm.")) {
			variable.setLinkage(GlobalValue::InternalLinkage);
			variable.setComdat(nullptr);
		}
	for (Argument &argument : top.args())
		if (argument.getType()->isPointerTy())
			argument.addAttr(Attribute::NoAlias);
	top.setLinkage(GlobalValue::ExternalLinkage);
	top.setComdat(nullptr);
}

static void run(Function &function, analyses &analyses, FunctionPassManager passes)
{
	analyses.functions.invalidate(function, passes.run(function, analyses.functions));
}

/*
 * Unrolled code keeps in memory what a loop around it changes there: an HLS tool unrolls after it has
 * moved variables of loops to registers.
 */
static void set_promotion(bool on)
{
	auto &options = cl::getRegisteredOptions();
	auto found = options.find("disable-licm-promotion");

	if (found != options.end())
		static_cast<cl::opt<bool> *>(found->second)->setValue(!on);
}

void simplify(Function &function, analyses &analyses)
{
	set_promotion(false);
	analyses.functions.clear(function, function.getName());
	run(function, analyses, scalars());
	run(function, analyses, memory());
	run(function, analyses, scalars());
	run(function, analyses, memory());
	analyses.functions.clear(function, function.getName());
}

void clean(Function &function, analyses &analyses)
{
	FunctionPassManager passes;

	passes.addPass(EarlyCSEPass(false));
	passes.addPass(DCEPass());
	run(function, analyses, std::move(passes));
	analyses.functions.clear(function, function.getName());
}

/* --- arguments that are different arrays ------------------------------------------------------- */

static bool is_own(const Value &object)
{
	const auto *argument = dyn_cast<Argument>(&object);

	return isa<AllocaInst>(object) || (argument && argument->hasNoAliasAttr());
}

/* Whether no other argument of the call is a place in the same array. */
static bool is_different(const CallBase &call, unsigned number)
{
	const Value *object = getUnderlyingObject(call.getArgOperand(number), 0);

	for (unsigned i = 0; i < call.arg_size(); i++)
		if (i != number && call.getArgOperand(i)->getType()->isPointerTy() &&
		    getUnderlyingObject(call.getArgOperand(i), 0) == object)
			return false;
	return is_own(*object);
}

static bool separate(Argument &argument)
{
	for (const User *user : argument.getParent()->users()) {
		const auto *call = dyn_cast<CallBase>(user);

		if (!call || call->getCalledFunction() != argument.getParent() ||
		    !is_different(*call, argument.getArgNo()))
			return false;
	}
	argument.addAttr(Attribute::NoAlias);
	return true;
}

/* Arrays of a caller are different ones in what it calls, too. */
static void separate_arguments(Module &module)
{
	for (bool again = true; again;) {
		again = false;
		for (Function &function : module)
			for (Argument &argument : function.args())
				if (function.hasInternalLinkage() &&
				    argument.getType()->isPointerTy() && !argument.hasNoAliasAttr())
					again |= separate(argument);
	}
}

static void drop_fills(Function &function, analyses &analyses)
{
	FunctionAnalysisManager &manager = analyses.functions;
	FunctionPassManager passes;

	drop_fills_of_tables(function, manager.getResult<LoopAnalysis>(function),
			     manager.getResult<ScalarEvolutionAnalysis>(function),
			     manager.getResult<DominatorTreeAnalysis>(function));
	manager.clear(function, function.getName());
	passes.addPass(branches(false));
	passes.addPass(LoopSimplifyPass());
	passes.addPass(LCSSAPass());
	run(function, analyses, std::move(passes));
}

void prepare(Module &module, Function &top, analyses &analyses, std::vector<unmodelled> &missing)
{
	ModulePassManager promotion, first, inlining, second;

	isolate(module, top);
	for (Function &function : module)
		expand_words(function);
	promotion.addPass(createModuleToFunctionPassAdaptor(PromotePass()));
	promotion.run(module, analyses.modules);
	analyses.modules.clear();
	for (Function &function : module)
		expand_short_copies(function);
	first.addPass(GlobalDCEPass());
	first.addPass(createModuleToFunctionPassAdaptor(scalars()));
	first.run(module, analyses.modules);
	analyses.modules.clear();
	share_shapes(module);
	choose_inlined(module, top, missing);
	inlining.addPass(AlwaysInlinerPass());
	inlining.addPass(GlobalOptPass());
	inlining.addPass(GlobalDCEPass());
	inlining.addPass(createModuleToFunctionPassAdaptor(scalars()));
	inlining.run(module, analyses.modules);
	analyses.modules.clear();
	separate_arguments(module);
	for (Function &function : module)
		expand_copies(function);
	second.addPass(createModuleToFunctionPassAdaptor(scalars()));
	second.addPass(createModuleToFunctionPassAdaptor(around_loops()));
	second.addPass(createModuleToFunctionPassAdaptor(memory()));
	second.addPass(GlobalDCEPass());
	set_promotion(true);
	second.run(module, analyses.modules);
	analyses.modules.clear();
	for (Function &function : module)
		if (!function.isDeclaration())
			drop_fills(function, analyses);
}

} // namespace fclc
