/* SPDX-License-Identifier: Apache-2.0 */

#include "tools/fpgaclc/plugin/workgroups/workgroups.h"

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "tools/fpgaclc/plugin/checks/accesses.h"
#include "tools/fpgaclc/plugin/machine/divide.h"
#include "tools/fpgaclc/plugin/machine/targets.h"
#include "tools/fpgaclc/plugin/workgroups/items/calls.h"
#include "tools/fpgaclc/plugin/workgroups/items/flatten.h"
#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/items/indices.h"
#include "tools/fpgaclc/plugin/workgroups/items/local.h"
#include "tools/fpgaclc/plugin/workgroups/items/operations.h"
#include "tools/fpgaclc/plugin/workgroups/loops/narrow.h"
#include "tools/fpgaclc/plugin/workgroups/loops/order.h"
#include "tools/fpgaclc/plugin/workgroups/loops/regions.h"
#include "tools/fpgaclc/plugin/workgroups/loops/slots.h"
#include "tools/fpgaclc/plugin/workgroups/loops/spaces.h"
#include "tools/fpgaclc/plugin/workgroups/loops/split.h"

using namespace llvm;

namespace fclc
{

static constexpr const char *item_prefix = "fclc_item_";
static constexpr const char *code_prefix = "fclc_code_";
static constexpr const char *begin_function = "fclc.begin";

/* --- preparation ------------------------------------------------------------------------------ */

/*
 * From version 18 on, a pass given by name aborts the compiler if it has not reached a fixed point
 * after one iteration.
 */
#if LLVM_VERSION_MAJOR >= 18
#define INSTCOMBINE "instcombine<no-verify-fixpoint>"
#else
#define INSTCOMBINE "instcombine"
#endif

/* Passes that keep loops and barriers in place, but simplify them as far as possible. */
static const char simplify[] =
	"function(sroa,early-cse,simplifycfg," INSTCOMBINE ",simplifycfg,"
	"loop-simplify,lcssa,loop(loop-rotate)," INSTCOMBINE ",loop(indvars),"
	"loop-simplify,lcssa,loop(loop-unroll-full),sroa,early-cse,simplifycfg," INSTCOMBINE ","
	"adce,simplifycfg,loop-simplify,lcssa)";

class Simplifier
{
	LoopAnalysisManager loops;
	FunctionAnalysisManager functions;
	CGSCCAnalysisManager graph;
	ModuleAnalysisManager modules;
	PassBuilder passes;

      public:
	Simplifier()
	{
		passes.registerModuleAnalyses(modules);
		passes.registerCGSCCAnalyses(graph);
		passes.registerFunctionAnalyses(functions);
		passes.registerLoopAnalyses(loops);
		passes.crossRegisterProxies(loops, functions, graph, modules);
	}
	void run(Module &module, StringRef pipeline)
	{
		ModulePassManager manager;

		cantFail(passes.parsePassPipeline(manager, pipeline));
		manager.run(module, modules);
		modules.clear();
		functions.clear();
		loops.clear();
		graph.clear();
	}
};

static void prepare_barrier(Module &module)
{
	Function *barrier = module.getFunction(barrier_function);

	if (!barrier)
		return;
	barrier->addFnAttr(Attribute::Convergent);
	barrier->addFnAttr(Attribute::NoDuplicate);
	barrier->addFnAttr(Attribute::NoUnwind);
}

/* A unit that calls nothing else in the library is not linked with it. */
static void define_barrier(Module &module)
{
	LLVMContext &context = module.getContext();

	for (Function &function : module) {
		if (!function.isDeclaration() || source_name(function.getName()) != "barrier")
			continue;
		IRBuilder<> builder(BasicBlock::Create(context, "", &function));
		builder.CreateCall(
			module.getOrInsertFunction(barrier_function, Type::getVoidTy(context)));
		builder.CreateRetVoid();
		function.setLinkage(GlobalValue::InternalLinkage);
		function.setVisibility(GlobalValue::DefaultVisibility);
		function.addFnAttr(Attribute::AlwaysInline);
		break;
	}
}

/*
 * In C, `inline` alone promises that another source defines the function externally. OpenCL C
 * programs do not keep this promise: each source uses its own definition.
 */
static void define_inline_functions(Module &module)
{
	for (Function &function : module)
		if (function.hasAvailableExternallyLinkage()) {
			function.setVisibility(GlobalValue::DefaultVisibility);
			function.setLinkage(GlobalValue::InternalLinkage);
		}
}

/* Lifetime markers and debug locations of variables are invalid after the loops are added. */
static void drop_markers(Function &item)
{
	for (Instruction &instruction : make_early_inc_range(instructions(item))) {
#if LLVM_VERSION_MAJOR >= 19
		instruction.dropDbgRecords();
#endif
		if (instruction.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(instruction))
			instruction.eraseFromParent();
	}
}

/* Inlines the kernel and marks its start; the code before it reads the arguments. */
static bool inline_kernel(Function &item)
{
	Module &module = *item.getParent();
	FunctionCallee begin = module.getOrInsertFunction(begin_function,
							  Type::getVoidTy(module.getContext()));
	CallInst *kernel = nullptr;

	cast<Function>(begin.getCallee())->addFnAttr(Attribute::NoDuplicate);
	cast<Function>(begin.getCallee())->addFnAttr(Attribute::NoUnwind);
	for (Instruction &instruction : instructions(item)) {
		CallInst *call = dyn_cast<CallInst>(&instruction);
		Function *callee = call ? call->getCalledFunction() : nullptr;

		if (callee && !callee->isDeclaration())
			kernel = call;
	}
	if (!kernel)
		return false;
	CallInst::Create(begin, "", kernel);
	return inline_call(*kernel) && flatten(item);
}

/* --- one kernel ------------------------------------------------------------------------------- */

static BasicBlock *split_body(Function &item)
{
	CallInst *begin = nullptr;
	BasicBlock *body;

	for (Instruction &instruction : instructions(item)) {
		CallInst *call = dyn_cast<CallInst>(&instruction);
		Function *callee = call ? call->getCalledFunction() : nullptr;

		if (callee && callee->getName() == begin_function)
			begin = call;
	}
	body = SplitBlock(begin->getParent(), begin);
	begin->eraseFromParent();
	return body;
}

static Value *load_field(IRBuilder<> &builder, Function &item, unsigned field, Type *type)
{
	LoadInst *load = builder.CreateLoad(
		type, builder.CreateConstGEP1_64(builder.getInt64Ty(), item.getArg(1), field));

	load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(item.getContext(), {}));
	if (field >= LOCAL_SIZE_X && field <= ENQUEUED_SIZE_Z)
		load->setMetadata(LLVMContext::MD_range,
				  MDBuilder(item.getContext())
					  .createRange(APInt(64, 1), APInt(64, MOST_ITEMS + 1)));
	return load;
}

/* A function that calls a kernel, and its properties. */
struct Item {
	Function *function;
	const MDNode *required; /* work-group size fixed by an attribute; NULL: any */
	bool uniform;           /* the last groups of a range are not smaller */
	Order order;            /* its innermost dimension has been swapped with x */

	uint64_t required_size(unsigned i) const
	{
		return mdconst::extract<ConstantInt>(required->getOperand(i))->getZExtValue();
	}
};

/* Reads all fields except work-item ids once, before the body. */
static void read_fields(const Item &item, IRBuilder<> &builder, Value *fields[FIELDS])
{
	for (unsigned i = LOCAL_SIZE_X; i < FIELDS; i++) {
		bool is_pointer = i == CONTEXT || i == LOCAL;

		fields[i] = load_field(builder, *item.function, exchanged(i, item.order.inner),
				       is_pointer ? (Type *)builder.getPtrTy()
						  : (Type *)builder.getInt64Ty());
	}
	for (Instruction &instruction : make_early_inc_range(instructions(*item.function))) {
		Field field = field_of(&instruction);

		if (field == FIELDS || field <= LOCAL_ID_Z)
			continue;
		instruction.replaceAllUsesWith(fields[field]);
		instruction.eraseFromParent();
	}
}

/*
 * Uses the sizes fixed by the kernel's attribute, and leaves out the loop of a dimension with one
 * work-item.
 */
static void fix_sizes(const Item &item, Value *fields[FIELDS])
{
	for (unsigned i = 0; item.required && i < 3; i++) {
		uint64_t size = item.required_size(exchanged(i, item.order.inner));
		Value *constant = ConstantInt::get(fields[CONTEXT - 1]->getType(), size);

		fields[ENQUEUED_SIZE_X + i]->replaceAllUsesWith(constant);
		if (!item.uniform && size != 1)
			continue;
		fields[LOCAL_SIZE_X + i]->replaceAllUsesWith(constant);
		fields[LOCAL_SIZE_X + i] = constant;
	}
}

static Value *capacity_of(IRBuilder<> &builder, Value *const fields[FIELDS])
{
	Value *items =
		builder.CreateMul(builder.CreateMul(fields[LOCAL_SIZE_X], fields[LOCAL_SIZE_Y]),
				  fields[LOCAL_SIZE_Z]);

	return builder.CreateAnd(builder.CreateAdd(items, builder.getInt64(CONTEXT_ITEMS - 1)),
				 builder.getInt64(~(uint64_t)(CONTEXT_ITEMS - 1)));
}

/* The memory that a group needs. */
struct Needs {
	uint64_t context; /* bytes for each work-item */
	uint64_t local;   /* bytes of __local variables */
};

static Constant *bytes(Module &module, uint64_t count)
{
	return ConstantAggregateZero::get(
		ArrayType::get(Type::getInt8Ty(module.getContext()), count));
}

static void define(Module &module, const Twine &name, Constant *value)
{
	(new GlobalVariable(module, value->getType(), true, GlobalValue::ExternalLinkage, value,
			    name))
		->setVisibility(GlobalValue::HiddenVisibility);
}

/*
 * Defines `struct fclc_code fclc_code_K` for the code that runs groups (fpgacl/items.h). For
 * fpgaclc (compile/objects.c) also defines fclc_inner_K and fclc_tiled_K, whose sizes in bytes are
 * their values, or nothing if the value is 0.
 */
static void describe(const Item &item, const Versions &versions, const Needs &needs)
{
	Module &module = *item.function->getParent();
	StringRef kernel = item.function->getName().drop_front(strlen(item_prefix));
	Type *word = Type::getInt64Ty(module.getContext());
	Constant *code = ConstantStruct::getAnon({versions[0], versions[1], versions[2],
						  ConstantInt::get(word, needs.context),
						  ConstantInt::get(word, needs.local)});

	define(module, code_prefix + kernel, code);
	if (item.order.inner)
		define(module, "fclc_inner_" + kernel, bytes(module, item.order.inner));
	if (item.order.tiled)
		define(module, "fclc_tiled_" + kernel, bytes(module, 1));
}

static Needs make_group(const Item &kernel)
{
	Function &item = *kernel.function;
	Value *fields[FIELDS];
	BasicBlock *body = split_body(item);
	IRBuilder<> builder(body->getSinglePredecessor()->getTerminator());
	Frame frame = {};
	Barriers barriers;
	Slots slots;
	Needs needs;

	/*
	 * With --check=memory, accesses must keep their lines, which they lose when moved out of a
	 * loop.
	 */
	if (!checks_memory())
		separate_spaces(item);
	read_fields(kernel, builder, fields);
	fix_sizes(kernel, fields);
	needs.local = move_local_variables(item, fields[LOCAL],
					   body->getSinglePredecessor()->getTerminator());
	builder.SetInsertPoint(body->getSinglePredecessor()->getTerminator());
	frame.context = fields[CONTEXT];
	frame.capacity = capacity_of(builder, fields);
	for (unsigned i = 0; i < 3; i++) {
		frame.range.first[i] = builder.getInt64(0);
		frame.range.end[i] = fields[LOCAL_SIZE_X + i];
	}
	narrow_body(item, body, fields, item.getArg(1), frame.range);
	frame.body = body;
	add_barriers(item);
	barriers = split_at_barriers(item);
	for (const Barrier &barrier : barriers)
		if (barrier.block == body->getSinglePredecessor())
			report_fatal_error("a barrier before the kernel begins");
	frame.early_returns = has_early_returns(item, body, barriers);
	slots = make_slots(item, body, barriers);
	needs.context = make_regions(item, frame, barriers, slots);
	return needs;
}

/* --- the module ------------------------------------------------------------------------------- */

static Item item_of(Function &function)
{
	for (Instruction &instruction : instructions(function)) {
		CallBase *call = dyn_cast<CallBase>(&instruction);
		Function *callee = call ? call->getCalledFunction() : nullptr;

		if (callee && callee->hasMetadata("reqd_work_group_size"))
			return {&function, callee->getMetadata("reqd_work_group_size"),
				callee->getFnAttribute("uniform-work-group-size")
						.getValueAsString() != "false",
				Order()};
	}
	return {&function, nullptr, false, Order()};
}

static void choose_order(Item &item)
{
	uint64_t required[3];

	for (unsigned i = 0; item.required && i < 3; i++)
		required[i] = item.required_size(i);
	item.order = best_order(*item.function, item.required ? required : nullptr);
	put_first(*item.function, item.order.inner);
}

static cl::opt<bool> alone("fclc-alone", cl::Hidden,
			   cl::desc("No other source calls functions of this one"));

/* Functions that have been inlined everywhere, or are not called, must not be compiled. */
static void hide(Module &module)
{
	for (Function &function : make_early_inc_range(module)) {
		bool uses = function.getCallingConv() == CallingConv::SPIR_KERNEL;

		if (function.isDeclaration() || function.getName().consume_front(item_prefix))
			continue;
		uses |= alone && !function.getName().consume_front("fclc_");
		for (Instruction &instruction : instructions(function))
			uses |= is_barrier(instruction) || field_of(&instruction) != FIELDS ||
				is_local_request(instruction);
		if (!uses)
			continue;
		function.setVisibility(GlobalValue::DefaultVisibility);
		function.setLinkage(GlobalValue::InternalLinkage);
	}
}

static SmallVector<Function *, 8> functions_of(ArrayRef<Item> items)
{
	SmallVector<Function *, 8> functions;

	for (const Item &item : items)
		functions.push_back(item.function);
	return functions;
}

bool make_work_groups(Module &module)
{
	SmallVector<Item, 8> items;
	Simplifier simplifier;

	for (Function &function : module)
		guard_divisions(function);
	define_inline_functions(module);
	request_local_variables(module);
	for (Function &function : module)
		if (!function.isDeclaration() &&
		    function.getName().substr(0, strlen(item_prefix)) == item_prefix)
			items.push_back(item_of(function));
	if (items.empty())
		return false;
	match_calls(module);
	lower_ids(module);
	lower_operations(module);
	define_barrier(module);
	prepare_barrier(module);
	for (Item &item : items) {
		item.function->removeFnAttr(Attribute::OptimizeNone);
		item.function->removeFnAttr(Attribute::NoInline);
		if (!inline_kernel(*item.function))
			return true;
		drop_markers(*item.function);
		make_local_variables(*item.function);
	}
	hide(module);
	simplifier.run(module, "globaldce");
	unify_targets(module, *items.front().function);
	simplifier.run(module, "function(sroa,early-cse)");
	for (Item &item : items) {
		choose_order(item);
		widen_indices(*item.function);
	}
	simplifier.run(module, simplify);
	LevelSubstitutes substitutes = link_faster_functions(module, functions_of(items));
	prepare_substitutes(substitutes, *items.front().function);
	for (const Item &item : items) {
		Needs needs = make_group(item);

		if (verifyFunction(*item.function, &errs()))
			report_fatal_error("work-group function is broken");
		item.function->setLinkage(GlobalValue::InternalLinkage);
		item.function->setVisibility(GlobalValue::DefaultVisibility);
		describe(item, begin_versions(*item.function, substitutes), needs);
	}
	return true;
}

static bool complete(GlobalVariable &code)
{
	ConstantStruct *fields = cast<ConstantStruct>(code.getInitializer());
	SmallVector<Constant *, 8> operands;
	Versions versions;

	for (Value *operand : fields->operands())
		operands.push_back(cast<Constant>(operand));
	for (unsigned i = 0; i < versions.size(); i++)
		versions[i] = cast<Function>(operands[i]);
	if (!complete_versions(versions))
		return false;
	std::copy(versions.begin(), versions.end(), operands.begin());
	code.setInitializer(ConstantStruct::get(fields->getType(), operands));
	return true;
}

bool complete_newer_versions(Module &module)
{
	bool changed = false;

	for (GlobalVariable &variable : module.globals())
		if (!variable.isDeclaration() && variable.getName().consume_front(code_prefix))
			changed |= complete(variable);
	return changed;
}

} // namespace fclc
