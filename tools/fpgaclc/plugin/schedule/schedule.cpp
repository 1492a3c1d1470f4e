/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/schedule.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>

#include "tools/fpgaclc/plugin/hardware/hardware.h"
#include "tools/fpgaclc/plugin/schedule/choose.h"
#include "tools/fpgaclc/plugin/schedule/compose.h"
#include "tools/fpgaclc/plugin/schedule/counted.h"
#include "tools/fpgaclc/plugin/schedule/json.h"
#include "tools/fpgaclc/plugin/schedule/library.h"
#include "tools/fpgaclc/plugin/schedule/limits.h"
#include "tools/fpgaclc/plugin/schedule/names.h"
#include "tools/fpgaclc/plugin/schedule/opencl.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/prepare.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/schedule/share.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"
#include "tools/fpgaclc/plugin/schedule/within.h"

using namespace llvm;

namespace fclc
{

/* By its name in IR or in the source. */
static Function *find_top(Module &module, const std::string &name)
{
	if (Function *exact = module.getFunction(name))
		if (!exact->isDeclaration())
			return exact;
	for (Function &function : module) {
		std::string shown = demangle(function.getName().str());

		if (!function.isDeclaration() && shown.substr(0, shown.find('(')) == name)
			return &function;
	}
	return nullptr;
}

/* The top and what it calls, those that are called first. */
static std::vector<Function *> callees_first(Module &module, Function &top)
{
	CallGraph graph(module);
	CallGraphNode *root = graph[&top];
	std::vector<Function *> functions;

	for (CallGraphNode *node : post_order(root))
		if (node->getFunction() && !node->getFunction()->isDeclaration())
			functions.push_back(node->getFunction());
	return functions;
}

static bool is_opencl(const Module &module)
{
	return module.getNamedMetadata("opencl.ocl.version");
}

static schedule make(Module &module, Function &top, std::vector<function_plan> &ret_plans)
{
	const schedule_options &options = options_of_schedule();
	std::map<std::string, scheduled_function> done;
	schedule schedule;
	analyses analyses;

	keep_debug_instructions(module);
	keep_declared(module);
	if (is_opencl(module))
		make_single_function(module, top, schedule.missing);
	loop_names names(module);

	drop_guards(module);
	keep_operators(module);
	keep_streams(module);
	for (Function *function : callees_first(module, top))
		name_unfollowed(*function, schedule.missing);
	unroll_within_pipelines(module);
	share_with_values(module);
	prepare(module, top, analyses, schedule.missing);
	schedule.top = function_named(top);
	schedule.source = module.getSourceFileName();
	schedule.part = options.part;
	schedule.clock = options.clock;
	for (Function *function : callees_first(module, top)) {
		choose_loops(*function, analyses);
		function_plan plan;
		scheduled_function made = schedule_function(*function, function == &top, analyses,
							    names, done, schedule.missing, plan);

		done[made.name] = made;
		schedule.functions.push_back(made);
		ret_plans.push_back(plan);
	}
	return schedule;
}

static void write_code(const Module &module, const std::string &path)
{
	std::error_code error;
	raw_fd_ostream stream(path, error, sys::fs::OF_Text);

	if (error)
		module.getContext().emitError(path + ": " + error.message());
	else
		module.print(stream, nullptr);
}

static void clear(Module &module)
{
	for (Function &function : module)
		if (!function.isDeclaration()) {
			function.deleteBody();
			function.setComdat(nullptr);
		}
}

static void write(const schedule &schedule, LLVMContext &context)
{
	const std::string &path = options_of_schedule().output;
	std::error_code error;
	raw_fd_ostream stream(path, error, sys::fs::OF_Text);

	if (error)
		context.emitError(path + ": " + error.message());
	else
		write_schedule(schedule, stream);
}

static void make_counted(Module &module, Function &top)
{
	counted_code code(module, callees_first(module, top));
	std::vector<function_plan> plans;

	write(make(module, top, plans), module.getContext());
	code.finish(top, plans, options_of_schedule().output);
}

bool make_schedule(Module &module)
{
	const schedule_options &options = options_of_schedule();

	if (options.output.empty())
		return false;
	Function *top = find_top(module, options.top);

	if (!top) {
		module.getContext().emitError("no function '" + options.top + "' to schedule");
		return true;
	}
	if (!timing_knows(options.part)) {
		module.getContext().emitError("no figures are known for the part '" + options.part +
					      "'");
		return true;
	}
	/* What optimisation would take for code that never runs. It takes no time on hardware. */
	if (!is_opencl(module))
		for (Function &function : module)
			define_poison(function);
	/* Sources that others are compiled for as well have the checks of shifts in any case. */
	if (options.counted || module.getFunction("__ubsan_handle_shift_out_of_bounds"))
		define_shifts(module);
	if (options.counted) {
		for (Function &function : module)
			define_bools(function);
		make_counted(module, *top);
		return true;
	}
	std::vector<function_plan> plans;

	write(make(module, *top, plans), module.getContext());
	if (!options.code.empty())
		write_code(module, options.code);
	clear(module);
	return true;
}

} // namespace fclc
