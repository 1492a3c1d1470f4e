/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/flow.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "tools/fpgaclc/plugin/flow/inline.h"
#include "tools/fpgaclc/plugin/flow/loops.h"
#include "tools/fpgaclc/plugin/flow/names.h"
#include "tools/fpgaclc/plugin/flow/places.h"
#include "tools/fpgaclc/plugin/flow/region.h"
#include "tools/fpgaclc/plugin/flow/shared.h"
#include "tools/fpgaclc/plugin/flow/unrolled.h"
#include "tools/fpgaclc/plugin/flow/uses.h"

using namespace llvm;

/*
 * A call in a region becomes "if processes can run: save its arguments and start a process; else
 * make the call". Arguments are evaluated at the call. The runtime orders processes by the memory
 * that they use; other code in the region waits for them before it uses such memory.
 */
namespace fclc
{

namespace
{

/* The runtime functions that the generated code calls. */
struct Runtime {
	FunctionCallee on, make, use, start, settle;
	explicit Runtime(Module &module)
	{
		LLVMContext &context = module.getContext();
		Type *none = Type::getVoidTy(context), *number = Type::getInt32Ty(context);
		Type *size = Type::getInt64Ty(context), *pointer = PointerType::get(context, 0);

		on = module.getOrInsertFunction("fclc_flow_on", number);
		make = module.getOrInsertFunction("fclc_flow_new", pointer, pointer, size, pointer,
						  number);
		use = module.getOrInsertFunction("fclc_flow_use", none, pointer, pointer, size,
						 number, pointer, pointer, size, size);
		start = module.getOrInsertFunction("fclc_flow_start", none, pointer);
		settle = module.getOrInsertFunction("fclc_flow_settle", none, pointer, size, number,
						    number, pointer);
		for (FunctionCallee callee : {on, make, use, start, settle})
			cast<Function>(callee.getCallee())
				->setVisibility(GlobalValue::HiddenVisibility);
	}
};

/* A temporary with a destructor would be destroyed before the process runs. */
bool is_destroyed(const Value *temporary, const CallBase &call)
{
	for (const User *user : temporary->users()) {
		const CallBase *other = dyn_cast<CallBase>(user);

		if (other && other != &call && is_destructor(*other))
			return true;
	}
	return false;
}

bool can_be_process(const CallBase &call)
{
	if (!is_users(call) || !call.use_empty() || call.hasStructRetAttr() ||
	    call.isMustTailCall() || call.getFunctionType()->isVarArg())
		return false;
	for (const Value *argument : call.args())
		if (!is_loop(*call.getCalledFunction()) && is_temporary(argument) &&
		    is_destroyed(argument, call))
			return false;
	return true;
}

/*
 * Whether the call is worth a process: it may run long, and may have to wait for another process.
 */
bool is_long(const CallBase &call, Uses &uses)
{
	return can_be_process(call) && uses.uses_stream(call) &&
	       has_rolled_loop(*call.getCalledFunction());
}

/* The pointers in an array of which a process loads any; of a longer one, nothing is known. */
enum { MOST_LOADED = 32 };

class Outliner
{
	Function &function;
	Module &module;
	const DataLayout &layout;
	Runtime &runtime;
	Uses &uses;
	const SmallPtrSetImpl<const CallBase *> &unrolled;
	IRBuilder<> builder;
	SmallVector<CallBase *, 16> calls;
	SmallPtrSet<const Value *, 16> kept; /* variables whose address escapes */

	Constant *text(StringRef name)
	{
		return builder.CreateGlobalStringPtr(name, "", 0, &module);
	}

	/* A place that holds a null pointer. */
	Constant *nothing()
	{
		Constant *null = ConstantPointerNull::get(builder.getPtrTy());

		return new GlobalVariable(module, builder.getPtrTy(), true,
					  GlobalValue::PrivateLinkage, null);
	}

	/* --- processes ---------------------------------------------------------------------- */

	/* The type of the memory to copy for an argument; nullptr: copy the argument itself. */
	static Type *copied_type(const CallBase &call, unsigned i)
	{
		if (call.isByValArgument(i))
			return call.getParamByValType(i);
		if (is_temporary(call.getArgOperand(i)) && !is_loop(*call.getCalledFunction()))
			return cast<AllocaInst>(call.getArgOperand(i))->getAllocatedType();
		return nullptr;
	}
	StructType *arguments_type(const CallBase &call) const
	{
		SmallVector<Type *, 8> types;

		for (unsigned i = 0; i < call.arg_size(); i++) {
			Type *copied = copied_type(call, i);

			types.push_back(copied ? copied : call.getArgOperand(i)->getType());
		}
		return StructType::get(module.getContext(), types);
	}
	Function *make_body(const CallBase &call, StructType *type)
	{
		LLVMContext &context = module.getContext();
		Function *body =
			Function::Create(FunctionType::get(Type::getVoidTy(context),
							   {PointerType::get(context, 0)}, false),
					 GlobalValue::InternalLinkage, "fclc_process", module);
		IRBuilder<> inner(BasicBlock::Create(context, "", body));
		SmallVector<Value *, 8> values;
		CallInst *copy;

		body->addFnAttr(Attribute::NoInline);
		body->addFnAttr("stack-clash-protection", "inline-asm");
		if (function.hasFnAttribute("target-cpu"))
			body->addFnAttr(function.getFnAttribute("target-cpu"));
		if (function.hasFnAttribute("target-features"))
			body->addFnAttr(function.getFnAttribute("target-features"));
		body->addFnAttr(Attribute::getWithUWTableKind(context, UWTableKind::Async));
		for (unsigned i = 0; i < call.arg_size(); i++) {
			Value *at = inner.CreateStructGEP(type, body->getArg(0), i);

			values.push_back(copied_type(call, i)
						 ? at
						 : inner.CreateLoad(type->getElementType(i), at));
		}
		copy = inner.CreateCall(call.getFunctionType(), call.getCalledOperand(), values);
		copy->setAttributes(call.getAttributes());
		copy->setCallingConv(call.getCallingConv());
		inner.CreateRetVoid();
		return body;
	}
	void store_arguments(const CallBase &call, StructType *type, Value *arguments)
	{
		for (unsigned i = 0; i < call.arg_size(); i++) {
			Value *at = builder.CreateStructGEP(type, arguments, i);
			Type *copied = copied_type(call, i);

			if (copied)
				builder.CreateMemCpy(at, Align(1), call.getArgOperand(i), Align(1),
						     layout.getTypeAllocSize(copied));
			else
				builder.CreateStore(call.getArgOperand(i), at);
		}
	}
	/*
	 * The address of an array's first stream may stand for the whole array. Narrows the use to
	 * one element for loops, which use that element, and for references to a single stream.
	 */
	void narrow(const CallBase &call, unsigned i, Use_ &use) const
	{
		GetElementPtrInst *element = dyn_cast<GetElementPtrInst>(call.getArgOperand(i));
		Type *type = element ? element->getResultElementType() : nullptr;
		bool is_loop_s = is_loop(*call.getCalledFunction());

		if (!element || element->getNumIndices() < 2 || !(use.bits & USE_STREAM))
			return;
		if (!is_loop_s && (!Uses::is_stream(type) || call.getParamDereferenceableBytes(i) !=
								     layout.getTypeAllocSize(type)))
			return;
		use.object = element;
		use.size = layout.getTypeAllocSize(type);
		use.each = Uses::is_stream(type) ? use.size : 0;
		if (!Uses::contains_stream(type))
			use.bits &= ~unsigned(USE_STREAM);
	}
	void use_whole(Value *object, Use_ &use) const
	{
		Type *type = nullptr;

		if (AllocaInst *variable = dyn_cast<AllocaInst>(object))
			type = variable->getAllocatedType();
		else if (GlobalVariable *variable = dyn_cast<GlobalVariable>(object))
			type = variable->getValueType();
		if (!type)
			return;
		use.object = object;
		use.size = layout.getTypeAllocSize(type);
	}
	/* In unrolled loops, the extent of each passed object has to be known. */
	void widen(const CallBase &call, unsigned i, Use_ &use) const
	{
		Value *pointer = call.getArgOperand(i), *object = object_of(pointer);
		GetElementPtrInst *element = dyn_cast<GetElementPtrInst>(pointer);
		Type *array = element && element->hasAllZeroIndices()
				      ? element->getSourceElementType()
				      : nullptr;
		uint64_t bytes = array && array->isArrayTy()
					 ? layout.getTypeAllocSize(array).getFixedValue()
					 : call.getParamDereferenceableBytes(i);

		if (object && !isa<Argument>(object)) {
			/* From a pointer to an element, the callee may access all others. */
			if (!bytes && use.object != use.base && !(use.bits & USE_STREAM) &&
			    !(element && element->getResultElementType()->isArrayTy()))
				use_whole(object, use);
			return;
		}
		if (bytes) {
			use.size = bytes;
			use.bits &= ~unsigned(USE_SOFT);
		} else {
			use.bits |= USE_SOFT | (use.bits & USE_STREAM ? USE_WILD : 0);
		}
	}
	SmallVector<Use_, 8> uses_of(const CallBase &call)
	{
		SmallVector<Use_, 8> found;

		for (unsigned i = 0; i < call.arg_size(); i++) {
			Use_ use;

			if (!call.getArgOperand(i)->getType()->isPointerTy() ||
			    copied_type(call, i))
				continue;
			if (!uses.find(call, i, use))
				continue;
			narrow(call, i, use);
			if (unrolled.count(&call))
				widen(call, i, use);
			found.push_back(use);
			if (is_loop(*call.getCalledFunction()) && use.bits & USE_STREAM &&
			    !use.each &&
			    !uses.is_only_stream(*call.getCalledFunction()->getArg(i))) {
				use.bits = (use.bits & ~unsigned(USE_STREAM)) | USE_SOFT;
				found.push_back(use);
			}
		}
		uses.find_hidden(call.getCalledFunction(), found);
		for (unsigned k = found.size(); k--;)
			if (found[k].loaded) {
				Use_ use = found[k];

				found.erase(&found[k]);
				load(call, use, found);
			}
		for (Use_ &use : found)
			use.bits |= is_loop(*call.getCalledFunction()) ? USE_LOOP : 0;
		return found;
	}
	/* Whether what is at a place behind an argument is known when the process starts, and stays. */
	bool is_settled(const CallBase &call, const Use_ &use)
	{
		Value *pointer = call.getArgOperand(use.argument), *object = object_of(pointer);

		if (copied_type(call, use.argument))
			return true;
		if (!object || kept.count(object) || isa<GlobalVariable>(object))
			return false;
		for (CallBase *other : calls)
			for (unsigned i = 0; i < other->arg_size(); i++) {
				Value *at = other->getArgOperand(i);

				if (at->getType()->isPointerTy() && object_of(at) == object &&
				    !copied_type(*other, i) &&
				    uses.writes(*other, i, at == pointer ? use.offset : ANYWHERE))
					return false;
			}
		return true;
	}
	/* The type of the variable, or its part, to which an argument points; nullptr: unknown. */
	Type *type_behind(const CallBase &call, unsigned i)
	{
		Value *pointer = call.getArgOperand(i);
		GEPOperator *gep;

		if (copied_type(call, i))
			return copied_type(call, i);
		/* An array decays to a pointer to its first element. */
		while ((gep = dyn_cast<GEPOperator>(pointer)) && gep->hasAllZeroIndices())
			pointer = gep->getPointerOperand();
		if (AllocaInst *variable = dyn_cast<AllocaInst>(pointer))
			return variable->getAllocatedType();
		return gep && gep->getResultElementType()->isAggregateType()
			       ? gep->getResultElementType()
			       : nullptr;
	}
	/* The offsets of the pointers in a type. */
	void find_pointers(Type *type, int64_t at, SmallVectorImpl<int64_t> &found)
	{
		if (type->isPointerTy())
			found.push_back(at);
		if (StructType *structure = dyn_cast<StructType>(type))
			for (unsigned i = 0; i < structure->getNumElements(); i++)
				find_pointers(
					structure->getElementType(i),
					at + layout.getStructLayout(structure)->getElementOffset(i),
					found);
		if (ArrayType *array = dyn_cast<ArrayType>(type))
			for (uint64_t i = 0;
			     i < array->getNumElements() && found.size() <= MOST_LOADED; i++)
				find_pointers(
					array->getElementType(),
					at + i * layout.getTypeAllocSize(array->getElementType()),
					found);
	}
	/* The places at which a process loads the pointer of a use; none if they are not known. */
	SmallVector<int64_t, 8> places_of(const CallBase &call, const Use_ &use)
	{
		Type *type = type_behind(call, use.argument);
		uint64_t size = std::max(call.getParamDereferenceableBytes(use.argument),
					 call.getParamDereferenceableOrNullBytes(use.argument));
		SmallVector<int64_t, 8> places;

		if (type)
			size = std::max<uint64_t>(size, layout.getTypeAllocSize(type));
		if (use.offset != ANYWHERE) {
			if (use.offset >= 0 &&
			    uint64_t(use.offset) + layout.getPointerSize() <= size)
				places.push_back(use.offset);
		} else if (type) {
			find_pointers(type, 0, places);
		}
		if (places.size() > MOST_LOADED || !is_settled(call, use))
			places.clear();
		return places;
	}
	/* Loads the pointers that the process will load, as far as they are known now. */
	void load(const CallBase &call, Use_ &use, SmallVectorImpl<Use_> &found)
	{
		SmallVector<int64_t, 8> places = places_of(call, use);
		Value *at = call.getArgOperand(use.argument);

		for (int64_t place : places) {
			Value *pointer = builder.CreateConstGEP1_64(builder.getInt8Ty(), at, place);

			/* Only an address in a variable is certain not to be null. */
			if (!isa_and_nonnull<AllocaInst>(object_of(at)))
				pointer = builder.CreateSelect(builder.CreateIsNull(at), nothing(),
							       pointer);
			use.object = use.base = builder.CreateLoad(builder.getPtrTy(), pointer);
			found.push_back(use);
		}
		if (!places.empty())
			return;
		use.object = use.base = ConstantPointerNull::get(builder.getPtrTy());
		found.push_back(use);
	}
	/* Generates the block that starts the process. */
	void make_start(CallBase &call)
	{
		StructType *type = arguments_type(call);
		SmallVector<Use_, 8> used = uses_of(call);
		Value *arguments = builder.CreateCall(
			runtime.make,
			{make_body(call, type), builder.getInt64(layout.getTypeAllocSize(type)),
			 text(short_name(*call.getCalledFunction())),
			 builder.getInt32(used.size())});

		store_arguments(call, type, arguments);
		for (const Use_ &use : used)
			builder.CreateCall(runtime.use,
					   {arguments, use.object, builder.getInt64(use.size),
					    builder.getInt32(use.bits), text(use.name), use.base,
					    builder.getInt64(use.each),
					    builder.getInt64(uses.fifo())});
		builder.CreateCall(runtime.start, {arguments});
	}
	void replace(CallBase &call)
	{
		BasicBlock *before = call.getParent(), *direct = before->splitBasicBlock(&call);
		BasicBlock *start = BasicBlock::Create(module.getContext(), "", &function);
		InvokeInst *invoke = dyn_cast<InvokeInst>(&call);
		BasicBlock *next = invoke ? invoke->getNormalDest()
					  : direct->splitBasicBlock(call.getNextNode());

		before->getTerminator()->eraseFromParent();
		builder.SetInsertPoint(before);
		builder.SetCurrentDebugLocation(call.getDebugLoc());
		builder.CreateCondBr(builder.CreateIsNotNull(builder.CreateCall(runtime.on)), start,
				     direct);
		builder.SetInsertPoint(start);
		make_start(call);
		builder.CreateBr(next);
		for (PHINode &phi : next->phis())
			phi.addIncoming(phi.getIncomingValueForBlock(direct), start);
	}

	/* --- the code between the calls ----------------------------------------------------- */

	void settle(Instruction &before, const Use_ &use, bool more)
	{
		builder.SetInsertPoint(&before);
		builder.SetCurrentDebugLocation(before.getDebugLoc());
		builder.CreateCall(runtime.settle,
				   {use.object, builder.getInt64(use.size),
				    builder.getInt32(use.bits), builder.getInt32(more), use.base});
	}
	bool more_after(Instruction &from, const Region &region)
	{
		SmallPtrSet<const Instruction *, 32> found;

		region.collect(&from, found);
		return any_of(calls, [&](CallBase *call) { return found.count(call); });
	}
	/* The objects that processes use, or may use through a stored pointer. */
	SmallPtrSet<const Value *, 16> shared()
	{
		SmallPtrSet<const Value *, 16> objects = kept;

		for (CallBase *call : calls)
			for (unsigned i = 0; i < call->arg_size(); i++)
				if (const Value *object = object_of(call->getArgOperand(i)))
					objects.insert(object);
		return objects;
	}
	struct Access {
		Instruction *instruction;
		Use_ use;
		bool more;
	};
	void add_access(Instruction &instruction, Value *pointer, unsigned bits,
			const Region &region, const SmallPtrSetImpl<const Value *> &objects,
			SmallVectorImpl<Access> &accesses)
	{
		Value *object = object_of(pointer);
		const GlobalVariable *global = dyn_cast_or_null<GlobalVariable>(object);
		Use_ use;

		if (!bits || (isa<Constant>(pointer) && !object) ||
		    (global && global->isConstant()) ||
		    (object && isa<AllocaInst>(object) && !objects.count(object)))
			return;
		if (!uses.range(pointer, use)) {
			use.object = pointer;
			use.base = object ? object : pointer;
			use.size = 1;
			use.bits = USE_SOFT | (object ? 0 : USE_WILD);
		}
		/*
		 * The elements of an array are destroyed in a loop. Afterwards nothing may use
		 * them.
		 */
		CallBase *call = dyn_cast<CallBase>(&instruction);
		if (!object && call && is_destructor(*call)) {
			use.object = use.base = ConstantPointerNull::get(builder.getPtrTy());
			use.size = ~uint64_t(0);
			use.bits = 0;
		}
		use.bits |= bits;
		accesses.push_back({&instruction, use, more_after(instruction, region)});
	}
	void find_accesses(Instruction &i, const Region &region,
			   const SmallPtrSetImpl<const Value *> &objects,
			   SmallVectorImpl<Access> &accesses)
	{
		CallBase *call = dyn_cast<CallBase>(&i);

		if (LoadInst *load = dyn_cast<LoadInst>(&i))
			add_access(i, load->getPointerOperand(), USE_READ, region, objects,
				   accesses);
		else if (StoreInst *store = dyn_cast<StoreInst>(&i))
			add_access(i, store->getPointerOperand(), USE_WRITE, region, objects,
				   accesses);
		if (!call || is_scope_begin(*call) || is_scope_end(*call))
			return;
		/* No process can use an object before it is constructed. */
		for (unsigned a = is_constructor(*call); a < call->arg_size(); a++) {
			Use_ turn;

			if (uses.turn(*call, a, turn))
				accesses.push_back({&i, turn, more_after(i, region)});
			if (call->getArgOperand(a)->getType()->isPointerTy())
				add_access(i, call->getArgOperand(a), uses.in_place(*call, a),
					   region, objects, accesses);
		}
		const Function *callee = call->getCalledFunction();
		if (!callee || callee->isIntrinsic() || is_library(callee) || is_runtime(*callee))
			return;
		SmallVector<Use_, 4> hidden;
		uses.find_hidden(call->getCalledFunction(), hidden);
		for (Use_ &use : hidden) {
			if (use.loaded)
				use.object = use.base =
					ConstantPointerNull::get(builder.getPtrTy());
			accesses.push_back({&i, use, more_after(i, region)});
		}
	}

      public:
	/* `unrolled`: the calls that become processes in regions of unrolled loops. */
	Outliner(Function &function_, Runtime &runtime_, Uses &uses_,
		 const SmallPtrSetImpl<const CallBase *> &unrolled_)
	    : function(function_), module(*function_.getParent()), layout(module.getDataLayout()),
	      runtime(runtime_), uses(uses_), unrolled(unrolled_), builder(module.getContext())
	{
	}
	void run(ArrayRef<CallBase *> begins)
	{
		SmallVector<Access, 16> accesses;
		SmallPtrSet<const Value *, 16> objects;
		SmallVector<Region, 2> regions;

		for (CallBase *begin : begins)
			regions.push_back(Region(begin));
		for (Instruction &i : instructions(function)) {
			CallBase *call = dyn_cast<CallBase>(&i);

			for (Region &region : regions)
				if (call && region.instructions().count(&i) &&
				    (region.is_apart() ? unrolled.count(call)
						       : can_be_process(*call))) {
					calls.push_back(call);
					break;
				}
		}
		if (!regions.front().is_apart())
			warn_of_shared(function, calls, uses);
		for (Instruction &i : instructions(function))
			if (isa<AllocaInst>(i) && uses.is_kept(i))
				kept.insert(&i);
		objects = shared();
		for (Instruction &i : instructions(function))
			for (Region &region : regions)
				if (region.instructions().count(&i) && !is_contained(calls, &i))
					find_accesses(i, region, objects, accesses);
		for (Access &access : accesses)
			settle(*access.instruction, access.use, access.more);
		for (CallBase *call : calls)
			replace(*call);
	}
};

/* A process may use a variable after its block has ended. */
void drop_lifetimes(Function &function)
{
	for (Instruction &i : make_early_inc_range(instructions(function)))
		if (i.isLifetimeStartOrEnd())
			i.eraseFromParent();
}

/* Tasks run whenever sequential code waits, and are scheduled by other rules. */
bool has_tasks(const Module &module)
{
	return any_of(module, [](const Function &function) { return is_task_start(function); });
}

} // namespace

typedef MapVector<Function *, SmallVector<CallBase *, 2>> Found;

static void find_regions(Function &function, Found &found)
{
	for (Instruction &i : instructions(function)) {
		CallBase *call = dyn_cast<CallBase>(&i);

		if (call && is_scope_begin(*call))
			found[&function].push_back(call);
	}
}

/* Functions with INLINE that are called in regions become regions, too. */
static void dissolve_inlined(Module &module, Uses &uses, Found &found)
{
	Inlined inlined(module, uses, can_be_process);

	for (unsigned k = 0; k < found.size(); k++) {
		auto [function, begins] = *(found.begin() + k);
		SmallVector<CallBase *, 16> calls;

		for (CallBase *begin : begins) {
			Region region(begin);

			for (Instruction &i : instructions(*function)) {
				CallBase *call = dyn_cast<CallBase>(&i);

				if (call && region.instructions().count(&i) &&
				    can_be_process(*call))
					calls.push_back(call);
			}
		}
		for (CallBase *call : calls)
			if (Function *copy = inlined.replace(*call))
				find_regions(*copy, found);
	}
	drop_inline_markers(module);
}

/*
 * Callers first: a process's uses are found in its code, whose calls must not have become processes
 * yet. A caller reaches more functions than each of its callees.
 */
static SmallVector<std::pair<Function *, SmallVector<CallBase *, 2>>, 0> in_order(Found &found)
{
	auto all = found.takeVector();
	DenseMap<Function *, size_t> reached;

	for (auto &[function, begins] : all)
		reached[function] = reached_from(*function).size();
	stable_sort(all, [&](const auto &a, const auto &b) {
		return reached.lookup(a.first) > reached.lookup(b.first);
	});
	return {all.begin(), all.end()};
}

/* Skips functions with DATAFLOW, whose calls are processes anyway. */
static Found find_unrolled(Module &module, Uses &uses, const Found &found,
			   SmallPtrSetImpl<const CallBase *> &calls)
{
	Found unrolled;

	for (Function &function : module) {
		if (function.isDeclaration() || found.count(&function) || is_library(&function))
			continue;
		SmallVector<CallBase *, 2> begins = enclose_unrolled(
			function, [&](const CallBase &call) { return is_long(call, uses); }, calls);
		if (!begins.empty())
			unrolled[&function] = begins;
	}
	return unrolled;
}

/* Whether a call of a kernel uses one of its streams, which hold few packets. */
static bool uses_port(const CallBase &call, Uses &uses)
{
	for (unsigned i = 0; i < call.arg_size(); i++) {
		Use_ use;
		Value *pointer = call.getArgOperand(i);

		if (pointer->getType()->isPointerTy() && uses.find(call, i, use) &&
		    use.bits & USE_STREAM && isa_and_nonnull<Argument>(object_of(pointer)))
			return true;
	}
	return false;
}

/* The loops of a function with INLINE are its caller's, which run one after the other. */
static bool has_inline(Function &function)
{
	return any_of(instructions(function), [](const Instruction &i) {
		const CallBase *call = dyn_cast<CallBase>(&i);

		return call && is_inline_begin(*call);
	});
}

/* Only kernels: what other functions write to streams of their own before they read it needs no second process. */
static Found find_sequences(Module &module, Uses &uses, const Found &found,
			    SmallPtrSetImpl<const CallBase *> &calls)
{
	Found sequences;

	for (Function &function : module) {
		if (function.isDeclaration() || found.count(&function) || !is_kernel(function) ||
		    is_library(&function))
			continue;
		SmallVector<CallBase *, 2> begins = enclose_sequences(
			function,
			[&](const CallBase &call) {
				return is_long(call, uses) && uses_port(call, uses) &&
				       !has_inline(*call.getCalledFunction());
			},
			calls);
		if (!begins.empty())
			sequences[&function] = begins;
	}
	return sequences;
}

bool make_processes(Module &module)
{
	Found found;
	SmallPtrSet<const CallBase *, 16> calls;

	for (Function &function : module)
		find_regions(function, found);
	if (has_tasks(module))
		return drop_inline_markers(module);
	Uses uses(module);
	Found apart = find_sequences(module, uses, found, calls);
	if (found.empty() && apart.empty())
		return drop_inline_markers(module);
	Runtime runtime(module);
	dissolve_inlined(module, uses, found);
	for (auto &[function, begins] : apart)
		found[function] = begins;
	for (auto &[function, begins] : find_unrolled(module, uses, found, calls))
		found[function] = begins;
	for (auto &[function, begins] : in_order(found)) {
		drop_lifetimes(*function);
		if (!is_apart_begin(*begins.front()))
			extract_loops(*function, begins, uses, can_be_process);
		Outliner(*function, runtime, uses, calls).run(begins);
	}
	return true;
}

} // namespace fclc
