/* SPDX-License-Identifier: Apache-2.0 */

/* Refuses kernels that call, directly or not, a function that calls itself, or one of an extension that no board has. */
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "tools/fpgaclc/plugin/checks/graph.h"
#include "tools/fpgaclc/plugin/opencl/report.h"
#include "tools/fpgaclc/plugin/pragmas/plugin.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static std::vector<std::string> chosen; /* as -k names them; empty: all kernels */

/* --- extensions ------------------------------------------------------------------------------- */

#define GROUPS "use work_group_ functions (-cl-std=CL2.0), or __local memory and barrier()"
#define HOST "let the host enqueue the kernel"
#define ELEMENTS "multiply and add the elements"

/* Functions of extensions that devices do not have: their names begin with `prefix`. */
static const struct absent {
	const char *prefix, *feature, *instead;
} absents[] = {
	{"amd_bitalign", "cl_amd_media_ops",
	 "use (uint)(upsample(a, b) >> (c & 31)), or rotate() where a and b are the same"},
	{"amd_bytealign", "cl_amd_media_ops", "use (uint)(upsample(a, b) >> 8 * (c & 3))"},
	{"amd_", "cl_amd_media_ops and cl_amd_media_ops2",
	 "use shifts, masks, min(), max() and abs_diff()"},
	{"arm_dot", "cl_arm_integer_dot_product_int8", ELEMENTS},
	{"dot_4x8packed_", "cl_khr_integer_dot_product", ELEMENTS},
	{"dot_acc_sat", "cl_khr_integer_dot_product", ELEMENTS},
	{"intel_sub_group_", "cl_intel_subgroups", GROUPS},
	{"sub_group_", "cl_khr_subgroups", GROUPS},
	{"get_sub_group_", "cl_khr_subgroups", GROUPS},
	{"get_num_sub_groups", "cl_khr_subgroups", GROUPS},
	{"get_max_sub_group_size", "cl_khr_subgroups", GROUPS},
	{"get_enqueued_num_sub_groups", "cl_khr_subgroups", GROUPS},
	{"get_default_queue", "__opencl_c_device_enqueue", HOST},
	{"enqueue_", "__opencl_c_device_enqueue", HOST},
	{"ndrange_", "__opencl_c_device_enqueue", HOST},
};

/* Built-in functions are overloaded; others of such a name are the source's. */
static const absent *find_absent(const FunctionDecl &function)
{
	std::string name = name_of(function);

	if (function.hasBody() || !function.hasAttr<OverloadableAttr>())
		return nullptr;
	for (const absent &absent : absents)
		if (StringRef(name).substr(0, strlen(absent.prefix)) == absent.prefix)
			return &absent;
	return nullptr;
}

/* --- the calls of a kernel -------------------------------------------------------------------- */

static void check_kernel(Sema &sema, const FunctionDecl &kernel,
			 llvm::SmallPtrSetImpl<const FunctionDecl *> &reported)
{
	call_graph graph = make_graph(sema.getASTContext(), {&kernel});

	for (const call_cycle &cycle : find_cycles(graph)) {
		const FunctionDecl &first = *cycle.edge.callee;

		if (!reported.insert(&first).second)
			continue;
		report_error(
			sema, first.getLocation(),
			"'" + name_of(first) +
				"' calls itself, directly or through others: OpenCL C has no recursion");
		report_note(sema, cycle.edge.location, "by this call");
	}
	for (const auto &[function, node] : graph)
		for (const call_edge &edge : node.edges) {
			const absent *absent = find_absent(*edge.callee);

			if (!absent || !reported.insert(edge.callee).second)
				continue;
			report_error(sema, edge.location,
				     "kernel '" + name_of(kernel) + "' calls " +
					     name_of(*edge.callee) + "(), which is part of " +
					     absent->feature +
					     ", which no board has: " + absent->instead);
		}
}

static void check_calls(Sema &sema, const std::vector<record> &)
{
	llvm::SmallPtrSet<const FunctionDecl *, 8> reported;

	if (!sema.getLangOpts().OpenCL)
		return;
	for (const Decl *declaration :
	     sema.getASTContext().getTranslationUnitDecl()->noload_decls()) {
		const auto *kernel = dyn_cast<FunctionDecl>(declaration);

		if (kernel && kernel->doesThisDeclarationHaveABody() &&
		    kernel->hasAttr<OpenCLKernelAttr>() &&
		    (chosen.empty() || llvm::is_contained(chosen, name_of(*kernel))))
			check_kernel(sema, *kernel, reported);
	}
}

static bool take_kernel(StringRef argument)
{
	if (!argument.consume_front("kernel="))
		return false;
	chosen.push_back(argument.str());
	return true;
}

[[maybe_unused]] static const bool calls_added = add_source_check({take_kernel, check_calls});

} // namespace fclc
