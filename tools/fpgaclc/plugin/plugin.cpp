/* SPDX-License-Identifier: Apache-2.0 */

/* The plugin's passes: what fpgaclc does to the code that clang generates, and in which order. */

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "tools/fpgaclc/plugin/checks/accesses.h"
#include "tools/fpgaclc/plugin/flow/flow.h"
#include "tools/fpgaclc/plugin/flow/loops.h"
#include "tools/fpgaclc/plugin/hardware/hardware.h"
#include "tools/fpgaclc/plugin/join.h"
#include "tools/fpgaclc/plugin/machine/constants.h"
#include "tools/fpgaclc/plugin/machine/targets.h"
#include "tools/fpgaclc/plugin/machine/traffic.h"
#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/opencl/library.h"
#include "tools/fpgaclc/plugin/opencl/pipes_code.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/schedule.h"
#include "tools/fpgaclc/plugin/tasks/tasks.h"
#include "tools/fpgaclc/plugin/workgroups/workgroups.h"

using namespace llvm;

namespace fclc
{

namespace
{

void define_hardware(Module &module)
{
	for (Function &function : module) {
		keep_storage(function);
		define_poison(function);
		define_bools(function);
	}
	define_shifts(module);
	define_divisions(module);
	define_conversions(module);
}

/* What the function that is scheduled calls may be in other sources. */
void join_scheduled(Module &module)
{
	for (const std::string &path : options_of_schedule().others)
		if (!join_file(module, path))
			return;
}

/* Before any other pass. */
bool begin(Module &module)
{
	if (leave_as_ir(module))
		return true;
	join_sources(module);
	join_scheduled(module);
	if (module.getNamedMetadata("opencl.ocl.version")) {
		load_pipes(module);
		if (make_schedule(module))
			return true;
		link_builtins(module);
		make_work_groups(module);
	} else {
		read_marks(module);
		if (make_schedule(module))
			return true;
		keep_task_values(module);
		name_tasks(module);
		define_hardware(module);
		make_processes(module);
		drop_lines(module);
	}
	call_kernels_as_c(module);
	return true;
}

/* After all passes that could undo it. */
bool end(Module &module)
{
	check_accesses(module);
	count_traffic(module);
#if LLVM_VERSION_MAJOR == 16 || LLVM_VERSION_MAJOR == 17
	keep_variable_lanes(module);
#endif
	keep_merges_apart(module);
	return true;
}

/* Runs at every level of optimisation. */
template <bool (*CHANGE)(Module &)> struct Step : PassInfoMixin<Step<CHANGE>> {
	static bool isRequired()
	{
		return true;
	}
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		return CHANGE(module) ? PreservedAnalyses::none() : PreservedAnalyses::all();
	}
};

} // namespace

} // namespace fclc

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "fpgaclc", "1", [](PassBuilder &builder) {
			builder.registerPipelineStartEPCallback(
				[](ModulePassManager &manager, OptimizationLevel) {
					manager.addPass(fclc::Step<fclc::begin>());
				});
			builder.registerOptimizerEarlyEPCallback([](ModulePassManager &manager,
								    OptimizationLevel) {
				manager.addPass(fclc::Step<fclc::complete_newer_versions>());
			});
			builder.registerOptimizerLastEPCallback(
				[](ModulePassManager &manager, OptimizationLevel) {
					manager.addPass(fclc::Step<fclc::end>());
				});
		}};
}
