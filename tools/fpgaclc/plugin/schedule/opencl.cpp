/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/opencl.h"

#include <set>

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/opencl/attributes.h"
#include "tools/fpgaclc/plugin/opencl/library.h"
#include "tools/fpgaclc/plugin/schedule/library.h"
#include "tools/fpgaclc/plugin/schedule/limits.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/workgroups/items/calls.h"
#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/items/operations.h"

using namespace llvm;

namespace fclc
{

static constexpr StringLiteral reason = "fclc.not-modelled";

enum { LOCAL_SPACE = 3 }; /* as fpgaclc has clang number address spaces */

/* --- built-in functions ------------------------------------------------------------------------ */

/* Longer code of the library is made for processors, and says nothing of a circuit. */
static constexpr unsigned most_instructions = 64;

/* "sqrt" for native_sqrt(), which is sqrt() for an operator, and for a function of fpgacl/math.h. */
static StringRef plain_name(const Function &function)
{
	StringRef name = source_name(function.getName());
	bool ours = name.consume_front("fclc_");

	if (!ours && !function.isDeclaration())
		return "";
	if (!name.consume_front("native_"))
		name.consume_front("half_");
	return name;
}

static void name_operators(Module &module)
{
	for (Function &function : make_early_inc_range(module)) {
		StringRef name = plain_name(function);
		Type *type = function.getReturnType();

		if (name.empty() || !is_operator(name) ||
		    !(type->isFloatTy() || type->isDoubleTy()))
			continue;
		if (!function.isDeclaration()) {
			function.deleteBody();
			function.setComdat(nullptr);
		}
		std::string own = name.str() + (type->isFloatTy() ? "f" : "");

		if (Function *same = module.getFunction(own))
			function.replaceAllUsesWith(same);
		else
			function.setName(own);
	}
}

static bool is_simple(const Function &function)
{
	if (function.size() != 1 || function.getInstructionCount() > most_instructions)
		return false;
	for (const Instruction &instruction : instructions(function)) {
		const auto *call = dyn_cast<CallBase>(&instruction);
		const Function *callee = call ? call->getCalledFunction() : nullptr;

		if (call && (!callee || callee->getName().take_front(8) == "llvm.x86" ||
			     (!callee->isIntrinsic() && !is_operation(*callee))))
			return false;
	}
	return true;
}

/* What stays without code is an operator without data, which the schedule names. */
static void link_simple(Module &module)
{
	std::set<std::string> own;

	for (const Function &function : module)
		if (!function.isDeclaration())
			own.insert(function.getName().str());
	link_builtins(module);
	match_calls(module);
	lower_operations(module);
	for (Function &function : module)
		if (!function.isDeclaration() && !own.count(function.getName().str()) &&
		    !is_simple(function)) {
			function.deleteBody();
			function.setComdat(nullptr);
		}
}

static bool inline_one(Function &kernel)
{
	for (Instruction &instruction : instructions(kernel)) {
		auto *call = dyn_cast<CallBase>(&instruction);
		Function *callee = call ? call->getCalledFunction() : nullptr;
		InlineFunctionInfo info;

		if (callee && !callee->isDeclaration() && callee != &kernel &&
		    InlineFunction(*call, info).isSuccess())
			return true;
	}
	return false;
}

/* --- pragmas ----------------------------------------------------------------------------------- */

static MDNode *mark(LLVMContext &context, StringRef name, StringRef key, Metadata *value)
{
	return MDNode::get(context, {MDString::get(context, ("fpgacl." + name).str()),
				     MDString::get(context, key), value});
}

static Metadata *number(LLVMContext &context, uint64_t value)
{
	return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), value));
}

static void attach(Loop &loop, MDNode *node)
{
	LLVMContext &context = node->getContext();
	SmallVector<Metadata *, 8> all = {nullptr};

	if (const MDNode *id = loop.getLoopID())
		all.append(id->op_begin() + 1, id->op_end());
	all.push_back(node);
	MDNode *whole = MDNode::getDistinct(context, all);

	whole->replaceOperandWith(0, whole);
	loop.setLoopID(whole);
}

static uint64_t number_in(const MDNode &hint)
{
	const auto *value = hint.getNumOperands() > 1
				    ? mdconst::dyn_extract<ConstantInt>(hint.getOperand(1))
				    : nullptr;

	return value ? value->getZExtValue() : 0;
}

/* What clang makes of `#pragma unroll`, `ii` and the like: opencl/pragmas.cpp. */
static void read_hint(Loop &loop, const MDNode &hint, std::vector<unmodelled> &missing)
{
	LLVMContext &context = hint.getContext();
	const auto *text = hint.getNumOperands() ? dyn_cast<MDString>(hint.getOperand(0)) : nullptr;
	StringRef name = text ? text->getString() : "";

	if (name == "llvm.loop.unroll.enable" || name == "llvm.loop.unroll.full")
		attach(loop, mark(context, "UNROLL", "factor", number(context, 0)));
	else if (name == "llvm.loop.unroll.count" && number_in(hint) > 1)
		attach(loop, mark(context, "UNROLL", "factor", number(context, number_in(hint))));
	else if (name == "llvm.loop.pipeline.initiationinterval")
		attach(loop, mark(context, "PIPELINE", "II", number(context, number_in(hint))));
	else if (name == "llvm.loop.pipeline.disable")
		attach(loop, mark(context, "PIPELINE", "off", MDString::get(context, "true")));
	else if (name == "llvm.loop.parallel_accesses") {
		missing.push_back({"ivdep of a loop, which the schedule does not follow",
				   place_of(*loop.getHeader()->getTerminator())});
		mark_doubtful(*loop.getHeader()->getParent());
	}
}

static void read_hints(Function &kernel, std::vector<unmodelled> &missing)
{
	DominatorTree tree(kernel);
	LoopInfo loops(tree);

	for (Loop *loop : loops.getLoopsInPreorder()) {
		const MDNode *id = loop->getLoopID();

		for (unsigned i = 1; id && i < id->getNumOperands(); i++)
			if (const auto *hint = dyn_cast<MDNode>(id->getOperand(i)))
				read_hint(*loop, *hint, missing);
	}
}

/* --- work-items -------------------------------------------------------------------------------- */

namespace
{

/* A kernel's work-items: what their ids are in its code. */
class item_maker
{
      public:
	item_maker(Function &kernel, std::vector<unmodelled> &missing)
	    : kernel(kernel), module(*kernel.getParent()), builder(kernel.getContext()),
	      missing(missing)
	{
	}
	void make();

      private:
	Function &kernel;
	Module &module;
	IRBuilder<> builder;
	std::vector<unmodelled> &missing;
	uint64_t sizes[3] = {0, 0, 0}; /* of a group; 0: the host's choice */
	Value *counters[3] = {};       /* where loops over work-items keep their ids; null: 0 */
	unsigned lanes = 1;

	void read_size();
	bool asks_ids() const;
	void refuse(const std::string &why);
	BasicBlock *split_body();
	DebugLoc place_items(BasicBlock &head);
	BasicBlock *add_loop(BasicBlock *body, unsigned dimension, BasicBlock *&exit);
	void add_loops();
	Value *told(const char *name);
	Value *local_id(unsigned dimension);
	Value *size(unsigned dimension, const char *name);
	Value *global_id(unsigned dimension);
	Value *value_of(StringRef name, unsigned dimension);
	void set_ids();
	void keep_local_inside();
	void separate_items();
};

} // namespace

static StringRef called_name(const Instruction &instruction)
{
	const auto *call = dyn_cast<CallBase>(&instruction);
	const Function *callee = call ? call->getCalledFunction() : nullptr;

	return callee ? source_name(callee->getName()) : "";
}

void item_maker::read_size()
{
	const MDNode *required = kernel.getMetadata("reqd_work_group_size");

	for (unsigned i = 0; required && i < 3; i++)
		sizes[i] = mdconst::extract<ConstantInt>(required->getOperand(i))->getZExtValue();
}

/* Intel's rule for kernels of one work-item. */
bool item_maker::asks_ids() const
{
	if (sizes[0] == 1 && sizes[1] == 1 && sizes[2] == 1)
		return false;
	for (const Instruction &instruction : instructions(kernel)) {
		StringRef name = called_name(instruction);

		if (name == "get_global_id" || name == "get_local_id" || name == "get_group_id" ||
		    name == "get_global_linear_id" || name == "get_local_linear_id")
			return true;
	}
	return false;
}

void item_maker::refuse(const std::string &why)
{
	if (!kernel.hasFnAttribute(reason))
		kernel.addFnAttr(reason, why);
}

/* The code behind the variables, whose ends become one. */
BasicBlock *item_maker::split_body()
{
	BasicBlock &entry = kernel.getEntryBlock();
	BasicBlock::iterator at = entry.begin();

	while (isa<AllocaInst>(*at))
		++at;
	return entry.splitBasicBlock(at, "item");
}

/* The kernel's line, where the loop's name is put. */
DebugLoc item_maker::place_items(BasicBlock &head)
{
	DISubprogram *program = kernel.getSubprogram();
	DIBuilder names(module, false);
	const DILocation *place;

	if (!program)
		return DebugLoc();
	place = DILocation::get(kernel.getContext(), program->getLine(), 0, program);
	names.insertLabel(
		names.createLabel(program, "WORK_ITEMS", program->getFile(), program->getLine()),
		place, &head);
	return place;
}

/* for (id = 0; id < size; id++) around the code from `body` to `exit`, which becomes the loop's exit. Returns its start. */
BasicBlock *item_maker::add_loop(BasicBlock *body, unsigned dimension, BasicBlock *&exit)
{
	LLVMContext &context = kernel.getContext();
	BasicBlock *before = body->getSinglePredecessor();
	BasicBlock *start = BasicBlock::Create(context, "start", &kernel, body);
	BasicBlock *head = BasicBlock::Create(context, "items", &kernel, body);
	BasicBlock *latch = exit;
	Type *word = builder.getInt64Ty();
	exit = BasicBlock::Create(context, "done", &kernel);
	builder.SetInsertPoint(&*kernel.getEntryBlock().begin());
	Value *counter = counters[dimension] = builder.CreateAlloca(word, nullptr, "work_item");

	before->getTerminator()->replaceSuccessorWith(body, start);
	builder.SetInsertPoint(start);
	builder.CreateStore(builder.getInt64(0), counter);
	builder.CreateBr(head);
	builder.SetInsertPoint(head);
	builder.SetCurrentDebugLocation(place_items(*head));
	builder.CreateCondBr(builder.CreateICmpULT(builder.CreateLoad(word, counter),
						   size(dimension, "work_items")),
			     body, exit);
	builder.SetInsertPoint(latch);
	builder.CreateStore(
		builder.CreateAdd(builder.CreateLoad(word, counter), builder.getInt64(1)), counter);
	BranchInst *back = builder.CreateBr(head);
	SmallVector<Metadata *, 4> all = {
		nullptr, mark(context, "WORK_ITEMS", "dimension", number(context, dimension))};

	if (!dimension && lanes > 1)
		all.push_back(mark(context, "UNROLL", "factor", number(context, lanes)));
	MDNode *id = MDNode::getDistinct(context, all);

	id->replaceOperandWith(0, id);
	back->setMetadata(LLVMContext::MD_loop, id);
	builder.SetCurrentDebugLocation(DebugLoc());
	return start;
}

void item_maker::add_loops()
{
	LLVMContext &context = kernel.getContext();
	BasicBlock *body = split_body(), *exit = BasicBlock::Create(context, "end", &kernel);
	SmallVector<ReturnInst *, 4> returns;

	for (Instruction &instruction : instructions(kernel))
		if (auto *end = dyn_cast<ReturnInst>(&instruction))
			returns.push_back(end);
	for (ReturnInst *end : returns) {
		BranchInst::Create(exit, end);
		end->eraseFromParent();
	}
	for (unsigned i = 0; i < 3; i++)
		if (sizes[i] != 1 && (!i || sizes[i]))
			body = add_loop(body, i, exit);
	builder.SetInsertPoint(exit);
	builder.CreateRetVoid();
}

/* A number that the host chooses. */
Value *item_maker::told(const char *name)
{
	return builder.CreateLoad(
		builder.getInt64Ty(),
		module.getOrInsertGlobal(std::string("fclc_") + name, builder.getInt64Ty()));
}

Value *item_maker::local_id(unsigned dimension)
{
	if (!counters[dimension])
		return builder.getInt64(0);
	return builder.CreateLoad(builder.getInt64Ty(), counters[dimension]);
}

Value *item_maker::size(unsigned dimension, const char *name)
{
	return sizes[dimension] ? (Value *)builder.getInt64(sizes[dimension]) : told(name);
}

/* A range of which no group's size is known is one row of work-items. */
Value *item_maker::global_id(unsigned dimension)
{
	if (!sizes[dimension])
		return dimension ? told("row") : local_id(0);
	return builder.CreateAdd(
		builder.CreateMul(told("group"), builder.getInt64(sizes[dimension])),
		local_id(dimension));
}

Value *item_maker::value_of(StringRef name, unsigned dimension)
{
	if (name == "get_global_id" || name == "get_global_linear_id")
		return global_id(dimension);
	if (name == "get_local_id")
		return local_id(dimension);
	if (name == "get_local_linear_id") {
		Value *row = builder.CreateAdd(
			builder.CreateMul(local_id(2), size(1, "local_size")), local_id(1));

		return builder.CreateAdd(builder.CreateMul(row, size(0, "local_size")),
					 local_id(0));
	}
	if (name == "get_local_size" || name == "get_enqueued_local_size")
		return size(dimension, "local_size");
	return told(name == "get_group_id" ? "group" : "size");
}

void item_maker::set_ids()
{
	for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
		auto *call = dyn_cast<CallBase>(&instruction);
		StringRef name = called_name(instruction);

		if (!call || !is_work_item_function(name))
			continue;
		const auto *given = call->arg_size() ? dyn_cast<ConstantInt>(call->getArgOperand(0))
						     : nullptr;

		if (call->arg_size() && (!given || given->getZExtValue() > 2)) {
			refuse("a work-item's id in a dimension that is not a constant from 0 to 2");
			continue;
		}
		builder.SetInsertPoint(call);
		call->replaceAllUsesWith(builder.CreateZExtOrTrunc(
			value_of(name, given ? static_cast<unsigned>(given->getZExtValue()) : 0),
			call->getType()));
		call->eraseFromParent();
	}
}

/* Pointers to local memory are no ports of the kernel. */
void item_maker::keep_local_inside()
{
	LLVMContext &context = kernel.getContext();
	SmallVector<Metadata *, 4> all;

	if (const MDNode *list = kernel.getMetadata("fpgacl"))
		all.append(list->op_begin(), list->op_end());
	for (const Argument &argument : kernel.args())
		if (argument.getType()->isPointerTy() &&
		    argument.getType()->getPointerAddressSpace() == LOCAL_SPACE)
			all.push_back(
				MDNode::get(context, {MDString::get(context, "fpgacl.INTERFACE"),
						      MDString::get(context, "port"),
						      MDString::get(context, argument.getName()),
						      MDString::get(context, "mode"),
						      MDString::get(context, "ap_memory")}));
	if (!all.empty())
		kernel.setMetadata("fpgacl", MDNode::get(context, all));
}

/* Each has variables of its own, and what they write no other reads unless there are barriers. */
void item_maker::separate_items()
{
	LLVMContext &context = kernel.getContext();
	SmallVector<Metadata *, 4> own;
	auto apart = [&](ArrayRef<Metadata *> more) {
		SmallVector<Metadata *, 8> parts;

		for (const char *word :
		     {"fpgacl.DEPENDENCE", "type", "inter", "dependent", "false"})
			parts.push_back(MDString::get(context, word));
		parts.append(more.begin(), more.end());
		return MDNode::get(context, parts);
	};

	for (Argument &argument : kernel.args())
		if (argument.getType()->isPointerTy())
			own.push_back(apart({MDString::get(context, "argument"),
					     number(context, argument.getArgNo())}));
	if (!own.empty())
		kernel.setMetadata("fpgacl", MDNode::get(context, own));
	for (Instruction &instruction : instructions(kernel))
		if (isa<AllocaInst>(instruction))
			instruction.setMetadata("fpgacl", MDNode::get(context, {apart({})}));
	for (GlobalVariable &variable : module.globals())
		if (!variable.isConstant() && !variable.isDeclaration())
			variable.setMetadata("fpgacl", MDNode::get(context, {apart({})}));
}

void item_maker::make()
{
	bool several;

	read_size();
	several = asks_ids();
	for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
		auto *call = dyn_cast<CallBase>(&instruction);
		const Function *callee = call ? call->getCalledFunction() : nullptr;
		bool prints = callee && callee->getName() == "fclc_printf";

		if (callee && callee->getName().take_front(10) == "fclc_pipe_")
			refuse("pipes and channels in OpenCL C are not modelled");
		if (several && called_name(instruction) == "barrier")
			refuse("barrier(): how long work-items wait for each other is not modelled");
		if (!prints && called_name(instruction) != "barrier")
			continue;
		if (!call->getType()->isVoidTy())
			call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
		call->eraseFromParent();
	}
	if (!several) {
		std::fill(std::begin(sizes), std::end(sizes), 1);
	} else {
		lanes = lanes_of(kernel.getName().str());
		separate_items();
		add_loops();
	}
	keep_local_inside();
	set_ids();
	read_hints(kernel, missing);
}

/* --- the kernel -------------------------------------------------------------------------------- */

void make_single_function(Module &module, Function &kernel, std::vector<unmodelled> &missing)
{
	name_operators(module);
	link_simple(module);
	while (inline_one(kernel))
		;
	item_maker(kernel, missing).make();
}

std::string not_modelled_of_items(const Function &function, const LoopInfo &loops)
{
	if (function.hasFnAttribute(reason))
		return function.getFnAttribute(reason).getValueAsString().str();
	for (const Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder())
		if (find_mark(marks_of(*loop), "WORK_ITEMS"))
			for (const Loop *inner : *loop)
				if (!find_mark(marks_of(*inner), "WORK_ITEMS"))
					return "how work-items take turns in a loop of an NDRange "
					       "kernel is not modelled";
	return "";
}

} // namespace fclc
