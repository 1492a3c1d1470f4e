/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/marks/marks.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace fclc
{

static constexpr StringLiteral prefix = "fpgacl.";
static constexpr StringLiteral list_name = "fpgacl";

/* The fixed arguments of fclc_mark(); pairs of a name and a value follow. */
enum { AT_PRAGMA, AT_PLACE, AT_LOOPS, AT_ADDRESS, AT_VARIABLE, AT_PAIRS };

/* --- reading the calls ------------------------------------------------------------------------ */

static StringRef text_of(const CallInst &call, unsigned argument)
{
	StringRef text;

	if (argument < call.arg_size())
		getConstantStringInfo(call.getArgOperand(argument), text);
	return text;
}

/* A constant, also one that is only loaded from where nothing else is ever stored. */
static Constant *constant_of(Value *value, const DataLayout &layout, unsigned depth = 0)
{
	StoreInst *only = nullptr;

	if (auto *constant = dyn_cast<Constant>(value))
		return constant;
	if (depth > 8)
		return nullptr;
	if (auto *cast = dyn_cast<CastInst>(value)) {
		Constant *of = constant_of(cast->getOperand(0), layout, depth + 1);

		return of ? ConstantFoldCastOperand(cast->getOpcode(), of, cast->getType(), layout)
			  : nullptr;
	}
	if (auto *binary = dyn_cast<BinaryOperator>(value)) {
		Constant *a = constant_of(binary->getOperand(0), layout, depth + 1);
		Constant *b = constant_of(binary->getOperand(1), layout, depth + 1);

		return a && b ? ConstantFoldBinaryOpOperands(binary->getOpcode(), a, b, layout)
			      : nullptr;
	}
	auto *load = dyn_cast<LoadInst>(value);

	if (!load)
		return nullptr;
	if (auto *global = dyn_cast<GlobalVariable>(load->getPointerOperand()))
		return global->isConstant() && global->hasDefinitiveInitializer() &&
				       global->getValueType() == load->getType()
			       ? global->getInitializer()
			       : nullptr;
	for (User *user : load->getPointerOperand()->users()) {
		auto *store = dyn_cast<StoreInst>(user);

		if (isa<LoadInst>(user))
			continue;
		if (!store || only || store->getValueOperand()->getType() != load->getType())
			return nullptr;
		only = store;
	}
	return only ? constant_of(only->getValueOperand(), layout, depth + 1) : nullptr;
}

/* The argument that a function keeps in this variable, as clang's code does before optimisation. */
static Argument *argument_in(const Value *variable)
{
	const Argument *found = nullptr;

	if (!isa<AllocaInst>(variable))
		return nullptr;
	for (const User *user : variable->users()) {
		const auto *store = dyn_cast<StoreInst>(user);

		if (!store || store->getPointerOperand() != variable)
			continue;
		if (found || !isa<Argument>(store->getValueOperand()))
			return nullptr;
		found = cast<Argument>(store->getValueOperand());
	}
	return const_cast<Argument *>(found);
}

/* What an address is in: an alloca, a global variable or an argument; otherwise nullptr. */
static Value *variable_at(Value *address, const DataLayout &layout, APInt &offset)
{
	for (unsigned depth = 0; depth < 16; depth++) {
		if (auto *part = dyn_cast<GEPOperator>(address)) {
			if (!part->accumulateConstantOffset(layout, offset))
				return nullptr;
			address = part->getPointerOperand();
		} else if (auto *load = dyn_cast<LoadInst>(address)) {
			address = load->getPointerOperand();
		} else if (Argument *argument = argument_in(address)) {
			return argument;
		} else if (auto *cast = dyn_cast<CastInst>(address)) {
			address = cast->getOperand(0);
		} else {
			return isa<AllocaInst>(address) || isa<GlobalVariable>(address) ||
					       isa<Argument>(address)
				       ? address
				       : nullptr;
		}
	}
	return nullptr;
}

namespace
{

/* The parts of one node. */
class builder
{
      public:
	explicit builder(LLVMContext &context) : context(context)
	{
	}
	void add(StringRef word)
	{
		parts.push_back(MDString::get(context, word));
	}
	void add(Constant *number)
	{
		parts.push_back(ConstantAsMetadata::get(number));
	}
	void add(StringRef name, long number)
	{
		add(name);
		add(ConstantInt::get(Type::getInt64Ty(context), static_cast<uint64_t>(number)));
	}
	MDNode *node() const
	{
		return MDNode::get(context, parts);
	}

      private:
	LLVMContext &context;
	SmallVector<Metadata *, 16> parts;
};

} // namespace

/* Adds the arguments. Returns false if the pragma has a condition that does not hold. */
static bool add_pairs(const CallInst &call, const DataLayout &layout, builder &builder)
{
	for (unsigned i = AT_PAIRS; i + 1 < call.arg_size(); i += 2) {
		StringRef name = text_of(call, i);
		Value *value = call.getArgOperand(i + 1);

		if (name != "if" && value->getType()->isPointerTy()) {
			builder.add(name);
			builder.add(text_of(call, i + 1));
			continue;
		}
		Constant *number = constant_of(value, layout);

		if (name == "if" && (!number || number->isNullValue()))
			return false;
		if (number && name != "if") {
			builder.add(name);
			builder.add(number);
		}
	}
	return true;
}

/* --- attaching -------------------------------------------------------------------------------- */

static void append(const MDNode *list, MDNode *node, SmallVectorImpl<Metadata *> &all)
{
	if (list)
		all.append(list->op_begin(), list->op_end());
	all.push_back(node);
}

static void attach(Instruction &variable, MDNode *node)
{
	SmallVector<Metadata *, 4> all;

	append(variable.getMetadata(list_name), node, all);
	variable.setMetadata(list_name, MDNode::get(variable.getContext(), all));
}

static void attach(GlobalObject &object, MDNode *node)
{
	SmallVector<Metadata *, 4> all;

	append(object.getMetadata(list_name), node, all);
	object.setMetadata(list_name, MDNode::get(object.getContext(), all));
}

static void attach(Loop &loop, MDNode *node)
{
	LLVMContext &context = node->getContext();
	SmallVector<Metadata *, 8> all;
	SmallVector<BasicBlock *, 2> latches;
	MDNode *whole;

	all.push_back(nullptr);
	if (const MDNode *id = loop.getLoopID())
		all.append(id->op_begin() + 1, id->op_end());
	all.push_back(node);
	whole = MDNode::getDistinct(context, all);
	whole->replaceOperandWith(0, whole);
	loop.getLoopLatches(latches);
	for (BasicBlock *latch : latches)
		latch->getTerminator()->setMetadata(LLVMContext::MD_loop, whole);
}

void mark_loop(Loop &loop, StringRef pragma)
{
	builder builder(loop.getHeader()->getContext());

	builder.add((prefix + pragma).str());
	attach(loop, builder.node());
}

static void attach(Value &variable, builder &builder)
{
	if (auto *argument = dyn_cast<Argument>(&variable)) {
		builder.add("argument", argument->getArgNo());
		attach(*argument->getParent(), builder.node());
	} else if (auto *global = dyn_cast<GlobalVariable>(&variable)) {
		attach(*global, builder.node());
	} else {
		attach(*cast<AllocaInst>(&variable), builder.node());
	}
}

static void attach_to_variable(const CallInst &call, builder &builder)
{
	const DataLayout &layout = call.getModule()->getDataLayout();
	APInt offset(64, 0);
	Value *variable = variable_at(call.getArgOperand(AT_ADDRESS), layout, offset);

	if (!variable || !add_pairs(call, layout, builder))
		return;
	builder.add("variable");
	builder.add(text_of(call, AT_VARIABLE));
	if (!offset.isZero())
		builder.add("offset", static_cast<long>(offset.getSExtValue()));
	attach(*variable, builder);
}

/*
 * A pragma in a loop is of the loop that its block is in. If the code has fewer loops around it than
 * the source, as one of them never repeats, it has no effect.
 */
static void attach_to_code(CallInst &call, LoopInfo &loops, builder &builder)
{
	Loop *loop = loops.getLoopFor(call.getParent());
	unsigned depth = 0;

	text_of(call, AT_LOOPS).getAsInteger(10, depth);
	if (!add_pairs(call, call.getModule()->getDataLayout(), builder))
		return;
	if (depth && loop && loop->getLoopDepth() == depth)
		attach(*loop, builder.node());
	else if (!depth)
		attach(*call.getFunction(), builder.node());
}

static void read_mark(CallInst &call, LoopInfo &loops)
{
	std::string name = (prefix + text_of(call, AT_PRAGMA)).str();
	builder builder(call.getContext());

	if (call.arg_size() < AT_PAIRS)
		return;
	builder.add(name);
	if (text_of(call, AT_VARIABLE).empty())
		attach_to_code(call, loops, builder);
	else
		attach_to_variable(call, builder);
}

bool read_marks(Module &module)
{
	Function *mark = module.getFunction("fclc_mark");
	std::vector<CallInst *> calls;
	Function *current = nullptr;
	DominatorTree tree;
	LoopInfo loops;

	if (!mark)
		return false;
	for (Function &function : module)
		for (BasicBlock &block : function)
			for (Instruction &instruction : block)
				if (auto *call = dyn_cast<CallInst>(&instruction))
					if (call->getCalledOperand()->stripPointerCasts() == mark)
						calls.push_back(call);
	for (CallInst *call : calls) {
		if (current != call->getFunction()) {
			current = call->getFunction();
			tree.recalculate(*current);
			loops.releaseMemory();
			loops.analyze(tree);
		}
		read_mark(*call, loops);
	}
	for (CallInst *call : calls)
		call->eraseFromParent();
	if (mark->use_empty())
		mark->eraseFromParent();
	return true;
}

/* --- asking ----------------------------------------------------------------------------------- */

StringRef marked::name() const
{
	const auto *text = node && node->getNumOperands()
				   ? dyn_cast_or_null<MDString>(node->getOperand(0).get())
				   : nullptr;
	StringRef name = text ? text->getString() : "";

	return name.consume_front(prefix) ? name : "";
}

const Metadata *marked::find(StringRef argument) const
{
	for (unsigned i = 1; node && i + 1 < node->getNumOperands(); i += 2)
		if (const auto *name = dyn_cast_or_null<MDString>(node->getOperand(i).get()))
			if (name->getString() == argument)
				return node->getOperand(i + 1).get();
	return nullptr;
}

bool marked::has(StringRef argument) const
{
	return find(argument) != nullptr;
}

long marked::number(StringRef argument, long fallback) const
{
	const auto *value = dyn_cast_or_null<ConstantAsMetadata>(find(argument));
	const auto *number = value ? dyn_cast<ConstantInt>(value->getValue()) : nullptr;

	return number ? static_cast<long>(number->getSExtValue()) : fallback;
}

StringRef marked::word(StringRef argument) const
{
	const auto *text = dyn_cast_or_null<MDString>(find(argument));

	return text ? text->getString() : "";
}

bool marked::flag(StringRef argument) const
{
	StringRef text = word(argument);

	return !text.empty() && text != "false" && text != "off" && text != "0";
}

void marked::copy_to(Value &variable, long dim) const
{
	builder builder(node->getContext());

	builder.add((prefix + name()).str());
	for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
		StringRef argument = cast<MDString>(node->getOperand(i).get())->getString();
		const Metadata *value = node->getOperand(i + 1).get();

		if (argument == "argument" || argument == "offset" || argument == "dim")
			continue;
		builder.add(argument);
		if (const auto *word = dyn_cast<MDString>(value))
			builder.add(word->getString());
		else
			builder.add(cast<Constant>(cast<ConstantAsMetadata>(value)->getValue()));
	}
	if (dim)
		builder.add("dim", dim);
	attach(variable, builder);
}

static void collect(const MDNode *list, std::vector<marked> &marks)
{
	for (unsigned i = 0; list && i < list->getNumOperands(); i++)
		if (const auto *node = dyn_cast_or_null<MDNode>(list->getOperand(i).get()))
			if (node != list && !marked(node).name().empty())
				marks.emplace_back(node);
}

std::vector<marked> marks_of(const Loop &loop)
{
	std::vector<marked> marks;

	collect(loop.getLoopID(), marks);
	return marks;
}

std::vector<marked> marks_of(const Function &function)
{
	std::vector<marked> all, marks;

	collect(function.getMetadata(list_name), all);
	for (const marked &mark : all)
		if (!mark.has("argument"))
			marks.push_back(mark);
	return marks;
}

std::vector<marked> marks_of(const Value &variable)
{
	std::vector<marked> all, marks;

	if (const auto *argument = dyn_cast<Argument>(&variable)) {
		collect(argument->getParent()->getMetadata(list_name), all);
		for (const marked &mark : all)
			if (mark.number("argument", -1) == argument->getArgNo())
				marks.push_back(mark);
	} else if (const auto *global = dyn_cast<GlobalVariable>(&variable)) {
		collect(global->getMetadata(list_name), marks);
	} else if (const auto *local = dyn_cast<Instruction>(&variable)) {
		collect(local->getMetadata(list_name), marks);
	}
	return marks;
}

marked find_mark(const std::vector<marked> &marks, StringRef name)
{
	for (size_t i = marks.size(); i-- > 0;)
		if (marks[i].name() == name)
			return marks[i];
	return marked(nullptr);
}

} // namespace fclc
