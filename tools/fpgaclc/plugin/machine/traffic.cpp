/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/machine/traffic.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

using namespace llvm;

namespace fclc
{

/* Defined by wrappers if traffic is to be counted (hls/wrapper.c). */
static const char marker[] = "fclc_counts_traffic";

/* What an instruction transfers. A pointer is NULL if it does not transfer in that direction. */
struct Access {
	Instruction *instruction;
	Value *read, *written; /* pointers, or vectors of them */
	Value *mask;           /* lanes accessed; NULL: all */
	Value *length;         /* in bytes; NULL: `size` */
	uint64_t size;         /* of each lane if there is a mask */
};

static uint64_t bytes_of(const DataLayout &layout, Type *type)
{
	return layout.getTypeStoreSize(type).getFixedValue();
}

/* Vector loads and stores, optionally masked. */
static bool masked_access(const DataLayout &layout, IntrinsicInst &call, Access &access)
{
	bool load = call.getIntrinsicID() == Intrinsic::masked_load ||
		    call.getIntrinsicID() == Intrinsic::masked_gather;
	bool store = call.getIntrinsicID() == Intrinsic::masked_store ||
		     call.getIntrinsicID() == Intrinsic::masked_scatter;
	auto *lanes = dyn_cast<FixedVectorType>(load ? call.getType()
						     : call.getArgOperand(0)->getType());

	if ((!load && !store) || !lanes)
		return false;
	(load ? access.read : access.written) = call.getArgOperand(load ? 0 : 1);
	access.mask = call.getArgOperand(load ? 2 : 3);
	access.size = bytes_of(layout, lanes->getElementType());
	return true;
}

static bool find_access(const DataLayout &layout, Instruction &instruction, Access &access)
{
	access = {&instruction, nullptr, nullptr, nullptr, nullptr, 0};
	if (auto *load = dyn_cast<LoadInst>(&instruction)) {
		access.read = load->getPointerOperand();
		access.size = bytes_of(layout, load->getType());
	} else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
		access.written = store->getPointerOperand();
		access.size = bytes_of(layout, store->getValueOperand()->getType());
	} else if (auto *modify = dyn_cast<AtomicRMWInst>(&instruction)) {
		access.read = access.written = modify->getPointerOperand();
		access.size = bytes_of(layout, modify->getValOperand()->getType());
	} else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
		access.read = access.written = exchange->getPointerOperand();
		access.size = bytes_of(layout, exchange->getNewValOperand()->getType());
	} else if (auto *transfer = dyn_cast<AnyMemTransferInst>(&instruction)) {
		access.read = transfer->getRawSource();
		access.written = transfer->getRawDest();
		access.length = transfer->getLength();
	} else if (auto *set = dyn_cast<AnyMemSetInst>(&instruction)) {
		access.written = set->getRawDest();
		access.length = set->getLength();
	} else if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
		return masked_access(layout, *call, access);
	} else {
		return false;
	}
	return true;
}

/* --- pointers that may refer to a buffer ------------------------------------------------------ */

/* One pointer of a gather or scatter; usually all are derived from one. */
static const Value *scalar_of(const Value *pointer)
{
	while (pointer && pointer->getType()->isVectorTy()) {
		auto *address = dyn_cast<GEPOperator>(pointer);

		pointer = address ? address->getPointerOperand() : getSplatValue(pointer);
	}
	return pointer;
}

/*
 * Pointers to FIFOs are loaded from stream objects, repeatedly in inner loops. Pointers to buffers
 * are not loaded, except from structures of pointers on the stack, as everything is without
 * optimisation; and a process of a DATAFLOW region loads its arguments once.
 */
static bool is_of_buffer(const LoadInst &load, const LoopInfo &loops)
{
	auto *local = dyn_cast<AllocaInst>(getUnderlyingObject(load.getPointerOperand(), 0));
	auto *type = local ? dyn_cast<StructType>(local->getAllocatedType()) : nullptr;

	if (!loops.getLoopFor(load.getParent()))
		return true;
	return local && !(type && type->hasName() && type->getName().contains("stream"));
}

/* Headers only access FIFOs through their own objects, but values may be in buffers. */
static bool is_of_header(const Function &function)
{
	StringRef name = function.getName();

	return name.consume_front("_ZN") &&
	       (name.consume_front("K"),
		name.consume_front("3hls6stream") || name.consume_front("4fclc"));
}

static bool may_be_buffer(const Value *object, const LoopInfo &loops)
{
	if (auto *load = dyn_cast<LoadInst>(object))
		return (!is_of_header(*load->getFunction()) || load->getFunction()->hasOptNone()) &&
		       is_of_buffer(*load, loops);
	if (auto *call = dyn_cast<CallBase>(object)) {
		const Function *callee = call->getCalledFunction();

		return !callee || callee->getName() != "fclc_rt_fifo";
	}
	if (auto *argument = dyn_cast<Argument>(object))
		return argument->getArgNo() || !is_of_header(*argument->getParent());
	return isa<Instruction>(object) && !isa<AllocaInst>(object);
}

/* The base pointer of an access; NULL: it does not access a buffer. */
static const Value *object_of(const Value *pointer, LoopInfo &loops)
{
	SmallVector<const Value *, 4> objects;
	const Value *scalar = scalar_of(pointer);

	if (!scalar)
		return nullptr;
	getUnderlyingObjects(scalar, objects, &loops, 0);
	if (objects.size() == 1 && !isa<PHINode>(objects[0]))
		return may_be_buffer(objects[0], loops) ? objects[0] : nullptr;
	for (const Value *object : objects)
		if (may_be_buffer(object, loops))
			return scalar;
	return nullptr;
}

/* --- counting --------------------------------------------------------------------------------- */

/* The count for a pointer, until the function returns. */
struct Counter {
	AllocaInst *object, *read, *written;
};

class Counting
{
	Function &function;
	FunctionCallee report;
	DominatorTree dominators;
	LoopInfo loops;
	MapVector<const Value *, Counter> counters;
	std::vector<AllocaInst *> variables;

	AllocaInst *variable(Type *type)
	{
		BasicBlock &entry = function.getEntryBlock();
		IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
		AllocaInst *made = builder.CreateAlloca(
			type, function.getParent()->getDataLayout().getAllocaAddrSpace());

		builder.SetInsertPoint(made->getNextNode());
		builder.CreateStore(Constant::getNullValue(type), made);
		variables.push_back(made);
		return made;
	}

	Value *length_of(IRBuilder<> &builder, const Access &access)
	{
		Type *word = builder.getInt64Ty();
		unsigned lanes;
		Value *bits;

		if (access.length)
			return builder.CreateZExtOrTrunc(access.length, word);
		if (!access.mask)
			return builder.getInt64(access.size);
		lanes = cast<FixedVectorType>(access.mask->getType())->getNumElements();
		bits = builder.CreateBitCast(access.mask, builder.getIntNTy(lanes));
		bits = builder.CreateZExtOrTrunc(bits, builder.getIntNTy(lanes < 64 ? 64 : lanes));
		bits = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits);
		return builder.CreateMul(builder.CreateZExtOrTrunc(bits, word),
					 builder.getInt64(access.size));
	}

	/* Whether the object is the same throughout a call of the function. */
	bool is_single(const Value *object)
	{
		auto *made = dyn_cast<Instruction>(object);

		return !made || !loops.getLoopFor(made->getParent());
	}

	void add(IRBuilder<> &builder, const Value *object, AllocaInst *Counter::*which,
		 Value *length)
	{
		Type *word = builder.getInt64Ty();
		Counter &counter = counters[object];

		if (!counter.object)
			counter = {variable(object->getType()), variable(word), variable(word)};
		builder.CreateStore(const_cast<Value *>(object), counter.object);
		builder.CreateStore(
			builder.CreateAdd(builder.CreateLoad(word, counter.*which), length),
			counter.*which);
	}

	void call(IRBuilder<> &builder, Value *object, Value *read, Value *written)
	{
		object = builder.CreatePointerBitCastOrAddrSpaceCast(
			object, report.getFunctionType()->getParamType(0));
		builder.CreateCall(report, {object, read, written});
	}

	void count(const Access &access, Value *pointer, AllocaInst *Counter::*which)
	{
		const Value *object = pointer ? object_of(pointer, loops) : nullptr;
		IRBuilder<> builder(access.instruction);
		Value *length, *none = builder.getInt64(0);

		if (!object)
			return;
		length = length_of(builder, access);
		if (is_single(object))
			add(builder, object, which, length);
		else if (which == &Counter::read)
			call(builder, const_cast<Value *>(object), length, none);
		else
			call(builder, const_cast<Value *>(object), none, length);
	}

	void report_all(Instruction &end)
	{
		BasicBlock &block = *end.getParent();
		Instruction *tail = block.getTerminatingMustTailCall();
		IRBuilder<> builder(tail ? tail : &end);

		for (auto &[object, counter] : counters)
			call(builder, builder.CreateLoad(object->getType(), counter.object),
			     builder.CreateLoad(builder.getInt64Ty(), counter.read),
			     builder.CreateLoad(builder.getInt64Ty(), counter.written));
	}

      public:
	Counting(Function &in, FunctionCallee call)
	    : function(in), report(call), dominators(in), loops(dominators)
	{
	}

	bool run(const std::vector<Access> &accesses)
	{
		for (const Access &access : accesses) {
			if (!dominators.isReachableFromEntry(access.instruction->getParent()))
				continue;
			count(access, access.read, &Counter::read);
			count(access, access.written, &Counter::written);
		}
		for (BasicBlock &block : function)
			if (isa<ReturnInst>(block.getTerminator()) ||
			    isa<ResumeInst>(block.getTerminator()))
				report_all(*block.getTerminator());
		PromoteMemToReg(variables, dominators);
		return !accesses.empty();
	}
};

static bool count_in(Function &function, FunctionCallee report)
{
	const DataLayout &layout = function.getParent()->getDataLayout();
	std::vector<Access> accesses;
	Access access;

	for (Instruction &instruction : instructions(function))
		if (find_access(layout, instruction, access))
			accesses.push_back(access);
	return Counting(function, report).run(accesses);
}

/* From version 16 on, LLVM has a function for this. */
static void drop_from_used(Module &module, GlobalValue &value, bool by_compiler)
{
	SmallVector<GlobalValue *, 16> list;
	GlobalVariable *used = collectUsedGlobalVariables(module, list, by_compiler);

	if (!is_contained(list, &value))
		return;
	used->eraseFromParent();
	list.erase(find(list, &value));
	(by_compiler ? appendToCompilerUsed : appendToUsed)(module, list);
}

bool count_traffic(Module &module)
{
	LLVMContext &context = module.getContext();
	GlobalVariable *wanted = module.getNamedGlobal(marker);
	Type *word = Type::getInt64Ty(context);
	FunctionCallee report;

	if (!wanted)
		return false;
	drop_from_used(module, *wanted, false);
	drop_from_used(module, *wanted, true);
	wanted->eraseFromParent();
	report = module.getOrInsertFunction("fclc_moved", Type::getVoidTy(context),
					    PointerType::getUnqual(Type::getInt8Ty(context)), word,
					    word);
	cast<Function>(report.getCallee())->setVisibility(GlobalValue::HiddenVisibility);
	cast<Function>(report.getCallee())->setDSOLocal(true);
	for (Function &function : module)
		if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage())
			count_in(function, report);
	return true;
}

} // namespace fclc
