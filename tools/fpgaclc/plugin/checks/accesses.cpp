/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/accesses.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CommandLine.h>

using namespace llvm;

namespace fclc
{

namespace
{

cl::opt<bool> asked("fclc-check-memory", cl::Hidden, cl::desc("Check each access to memory"));

struct Access {
	Instruction *instruction;
	Value *pointer, *bytes;
	bool store;
};

class Checker
{
	Module &module;
	const DataLayout &layout;
	Type *word;
	StringMap<Constant *> places;
	SmallVector<Access, 64> accesses;

	bool is_inside(Value *pointer, uint64_t bytes) const
	{
		APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
		const Value *object = pointer->stripAndAccumulateConstantOffsets(layout, offset,
										 true);
		uint64_t size = 0;

		if (auto *variable = dyn_cast<AllocaInst>(object))
			size = variable->isArrayAllocation()
				       ? 0
				       : layout.getTypeAllocSize(variable->getAllocatedType());
		else if (auto *variable = dyn_cast<GlobalVariable>(object))
			size = layout.getTypeAllocSize(variable->getValueType());
		return bytes <= size && offset.ule(size - bytes);
	}

	void add(Instruction &at, Value *pointer, Value *bytes, bool store)
	{
		auto *count = dyn_cast<ConstantInt>(bytes);

		if (!count || !is_inside(pointer, count->getZExtValue()))
			accesses.push_back({&at, pointer, bytes, store});
	}

	void add(Instruction &at, Value *pointer, Type *type, bool store)
	{
		add(at, pointer, ConstantInt::get(word, layout.getTypeStoreSize(type)), store);
	}

	/* memcpy() and the like, as intrinsics or by name. */
	void add_call(CallBase &call)
	{
		const Function *callee = call.getCalledFunction();
		StringRef name = callee ? callee->getName() : "";
		bool set = isa<MemSetInst>(call) || name == "memset";

		if (!isa<MemIntrinsic>(call) && !set && name != "memcpy" && name != "memmove")
			return;
		if (!set)
			add(call, call.getArgOperand(1), call.getArgOperand(2), false);
		add(call, call.getArgOperand(0), call.getArgOperand(2), true);
	}

	void find(Instruction &at)
	{
		if (at.hasMetadata(LLVMContext::MD_nosanitize))
			return;
		if (auto *load = dyn_cast<LoadInst>(&at))
			add(at, load->getPointerOperand(), load->getType(), false);
		else if (auto *store = dyn_cast<StoreInst>(&at))
			add(at, store->getPointerOperand(), store->getValueOperand()->getType(),
			    true);
		else if (auto *update = dyn_cast<AtomicRMWInst>(&at))
			add(at, update->getPointerOperand(), update->getType(), true);
		else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
			add(at, exchange->getPointerOperand(),
			    exchange->getNewValOperand()->getType(), true);
		else if (auto *call = dyn_cast<CallBase>(&at))
			add_call(*call);
	}

	/* The address of the text, as an integer. */
	Constant *place_of(const Instruction &at)
	{
		const DILocation *location = at.getDebugLoc().get();
		std::string text = location ? (location->getFilename() + ":" +
					       Twine(location->getLine()) + ":" +
					       Twine(location->getColumn()))
						      .str()
					    : "a built-in function";
		Constant *&place = places[text], *bytes;

		if (!place) {
			bytes = ConstantDataArray::getString(module.getContext(), text);
			place = new GlobalVariable(module, bytes->getType(), true,
						   GlobalValue::PrivateLinkage, bytes,
						   "fclc.place");
			place = ConstantExpr::getPtrToInt(place, word);
		}
		return place;
	}

	void check(const Access &access)
	{
		IRBuilder<> builder(access.instruction);
		FunctionCallee function = module.getOrInsertFunction(
			access.store ? "fclc_check_store" : "fclc_check_load", builder.getVoidTy(),
			word, word, word);

		cast<Function>(function.getCallee())->setVisibility(GlobalValue::HiddenVisibility);
		builder.CreateCall(function, {builder.CreatePtrToInt(access.pointer, word),
					      builder.CreateZExtOrTrunc(access.bytes, word),
					      place_of(*access.instruction)});
	}

      public:
	explicit Checker(Module &module_)
	    : module(module_), layout(module.getDataLayout()),
	      word(Type::getInt64Ty(module.getContext()))
	{
	}
	void run()
	{
		for (Function &function : module)
			for (Instruction &instruction : instructions(function))
				find(instruction);
		for (const Access &access : accesses)
			check(access);
	}
};

} // namespace

bool checks_memory()
{
	return asked;
}

void check_accesses(Module &module)
{
	if (asked)
		Checker(module).run();
}

} // namespace fclc
