/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/uses.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "tools/fpgaclc/plugin/flow/names.h"
#include "tools/fpgaclc/plugin/flow/places.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* Only recursion nests calls deeper than this. */
enum { MOST_NESTED_USES = 24 };

/* Also matches "class.hls::stream.1", but not "class.hls::stream_of_blocks". */
bool is_stream_class(const StructType *type)
{
	StringRef name = type->hasName() ? type->getName() : "";

	return name.consume_front("class.hls::stream") && (name.empty() || name[0] == '.');
}

bool has_stream(Type *type)
{
	if (ArrayType *array = dyn_cast<ArrayType>(type))
		return has_stream(array->getElementType());
	StructType *structure = dyn_cast<StructType>(type);
	if (!structure)
		return false;
	return is_stream_class(structure) || any_of(structure->elements(), has_stream);
}

Type *type_of(const Value *object)
{
	if (const AllocaInst *variable = dyn_cast<AllocaInst>(object))
		return variable->getAllocatedType();
	if (const GlobalVariable *variable = dyn_cast<GlobalVariable>(object))
		return variable->getValueType();
	return nullptr;
}

} // namespace

typedef SmallSetVector<Value *, 4> Origins;

/*
 * Finds the variables and arguments from which a pointer may be derived. False: there may be
 * others. `ret_called`: whether a user function returned it.
 */
static bool find_origins(Value *pointer, unsigned depth, SmallPtrSetImpl<Value *> &seen,
			 Origins &found, bool *ret_called);

static Value *object_of(Value *pointer, unsigned depth, bool *ret_called)
{
	SmallPtrSet<Value *, 4> seen;
	Origins found;

	return find_origins(pointer, depth, seen, found, ret_called) && found.size() == 1 ? found[0]
											  : nullptr;
}

/*
 * The object of which a user function, such as an operator[], returns a part: one of its arguments,
 * or a global.
 */
static Value *returned_object(const Function &function, unsigned depth)
{
	Value *found = nullptr;

	if (function.isDeclaration() || is_library(&function) || depth > MOST_NESTED_USES)
		return nullptr;
	for (const BasicBlock &block : function) {
		const ReturnInst *result = dyn_cast<ReturnInst>(block.getTerminator());
		Value *value = result ? result->getReturnValue() : nullptr;

		if (!result)
			continue;
		if (!value || !value->getType()->isPointerTy())
			return nullptr;
		value = object_of(value, depth + 1, nullptr);
		if (!value || isa<AllocaInst>(value) || (found && found != value))
			return nullptr;
		found = value;
	}
	return found;
}

/* The argument of which a call returns a part; nullptr: unknown, or none. */
static const Use *returned_argument(const CallBase &call, unsigned depth)
{
	const Function *callee = call.getCalledFunction();
	Value *object = nullptr;
	unsigned i = 0;

	if (!callee || !call.getType()->isPointerTy())
		return nullptr;
	/* A library's operators return a part of the object that they are called on. */
	if (!is_library(callee)) {
		object = returned_object(*callee, depth);
		if (!object || !isa<Argument>(object))
			return nullptr;
		i = cast<Argument>(object)->getArgNo();
	}
	return i < call.arg_size() && call.getArgOperand(i)->getType()->isPointerTy()
		       ? &call.getArgOperandUse(i)
		       : nullptr;
}

static bool find_origins(Value *pointer, unsigned depth, SmallPtrSetImpl<Value *> &seen,
			 Origins &found, bool *ret_called)
{
	for (unsigned steps = 0; steps < 64; steps++) {
		if (GEPOperator *gep = dyn_cast<GEPOperator>(pointer)) {
			pointer = gep->getPointerOperand();
		} else if (LoadInst *load = dyn_cast<LoadInst>(pointer)) {
			AllocaInst *slot = dyn_cast<AllocaInst>(load->getPointerOperand());

			pointer = slot ? spilled(slot) : nullptr;
			if (!pointer)
				return false;
		} else if (CallBase *call = dyn_cast<CallBase>(pointer)) {
			const Function *callee = call->getCalledFunction();
			const Use *argument = returned_argument(*call, depth);

			if (ret_called && !is_library(callee))
				*ret_called = true;
			pointer = argument ? argument->get()
				  : callee ? returned_object(*callee, depth)
					   : nullptr;
			if (!pointer || (!argument && !isa<GlobalVariable>(pointer)))
				return false;
		} else if (Operator::getOpcode(pointer) == Instruction::BitCast) {
			pointer = cast<Operator>(pointer)->getOperand(0);
		} else if (PHINode *phi = dyn_cast<PHINode>(pointer)) {
			if (!seen.insert(phi).second)
				return true;
			return all_of(phi->incoming_values(), [&](Value *value) {
				return find_origins(value, depth, seen, found, ret_called);
			});
		} else {
			break;
		}
	}
	if (isa<ConstantPointerNull>(pointer))
		return true;
	if (!isa<AllocaInst>(pointer) && !isa<GlobalVariable>(pointer) && !isa<Argument>(pointer))
		return false;
	found.insert(pointer);
	return true;
}

Value *object_of(Value *pointer)
{
	return object_of(pointer, 0, nullptr);
}

/*
 * Whether a user function returns a part of this argument. Uses of the result then count as uses of
 * the argument.
 */
static bool is_returned(const CallBase &call, const Use &use)
{
	return !is_library(call.getCalledFunction()) && returned_argument(call, 0) == &use;
}

/* Whether uses of the function's result count as uses of the object of which it returns a part. */
static bool is_followed(const ReturnInst &result)
{
	return returned_object(*result.getFunction(), 0);
}

Uses::Uses(Module &module) : layout(module.getDataLayout())
{
	for (StructType *type : module.getIdentifiedStructTypes()) {
		if (!is_stream_class(type) || type->isOpaque())
			continue;
		stream_size = layout.getTypeAllocSize(type);
		/*
		 * The class of streams of any depth has this member; all others have that class as
		 * their base.
		 */
		for (unsigned i = 0; i < type->getNumElements(); i++) {
			StructType *member = dyn_cast<StructType>(type->getElementType(i));

			if (member && member->hasName() && member->getName() == "struct.fclc_fifo")
				fifo_offset = layout.getStructLayout(type)->getElementOffset(i);
		}
	}
}

/* A stream, or an array of them. */
static bool is_streams(Type *type)
{
	while (ArrayType *array = dyn_cast<ArrayType>(type))
		type = array->getElementType();
	return isa<StructType>(type) && is_stream_class(cast<StructType>(type));
}

/*
 * How a member function of hls::stream uses an argument. Its name says whether it reads or writes
 * the stream; a value goes in the opposite direction. Accesses to the stream's own members do not
 * count.
 */
unsigned Uses::of_member(const Function *function, unsigned i)
{
	std::string name = short_name(*function);
	unsigned self = function->arg_size() && function->hasStructRetAttr();
	const bool reads = name == "read" || name == "read_nb" || name == "operator>>" ||
			   name == "fclc_wait_front";
	const bool writes = name == "write" || name == "write_nb" || name == "operator<<";

	if (i < self || (i > self && reads))
		return USE_WRITE;
	if (i > self && writes)
		return USE_READ;
	if (i != self || !(reads || writes || name == "empty" || name == "full"))
		return 0;
	if (name == "full" || writes)
		return USE_WRITE | USE_STREAM;
	return USE_READ | USE_STREAM;
}

/* How the memory behind a pointer is used, as far as the code shows. */
unsigned Uses::of_value(const Value *pointer, unsigned depth)
{
	unsigned bits = 0;

	for (const Use &use : pointer->uses()) {
		const User *user = use.getUser();

		if (isa<LoadInst>(user)) {
			bits |= USE_READ;
		} else if (const StoreInst *store = dyn_cast<StoreInst>(user)) {
			const AllocaInst *slot = dyn_cast<AllocaInst>(store->getPointerOperand());

			if (store->getPointerOperand() == pointer)
				bits |= USE_WRITE;
			else if (!slot || spilled(const_cast<AllocaInst *>(slot)) != pointer)
				bits |= USE_READ | USE_WRITE;
			else
				for (const User *reader : slot->users())
					if (isa<LoadInst>(reader))
						bits |= of_value(reader, depth);
		} else if (const CallBase *call = dyn_cast<CallBase>(user)) {
			if (isa<DbgInfoIntrinsic>(call) || call->isLifetimeStartOrEnd() ||
			    is_check(*call))
				continue;
			if (isa<MemTransferInst>(call))
				bits |= use.getOperandNo() ? USE_READ : USE_WRITE;
			else if (call->isArgOperand(&use) && call->getCalledFunction())
				bits |= of_argument(call->getCalledFunction(),
						    call->getArgOperandNo(&use), depth + 1);
			else
				bits |= USE_READ | USE_WRITE;
			if (is_returned(*call, use))
				bits |= of_value(call, depth);
		} else if (isa<GEPOperator>(user) || isa<CastInst>(user) || isa<SelectInst>(user) ||
			   isa<BinaryOperator>(user)) {
			bits |= of_value(user, depth);
		} else if (const ReturnInst *result = dyn_cast<ReturnInst>(user)) {
			if (!is_followed(*result))
				bits |= USE_READ | USE_WRITE;
		} else if (!isa<CmpInst>(user)) {
			bits |= USE_READ | USE_WRITE;
		}
	}
	return bits;
}

unsigned Uses::of_argument(const Function *function, unsigned i, unsigned depth)
{
	std::pair<const Function *, unsigned> key(function, i);
	unsigned bits;

	if (function->getName() == "fclc_rt_reads")
		return USE_READ | USE_STREAM;
	if (function->getName() == "fclc_rt_writes")
		return USE_WRITE | USE_STREAM;
	if (is_stream_member(*function))
		return of_member(function, i);
	if (function->isDeclaration() || i >= function->arg_size() || depth > MOST_NESTED_USES)
		return USE_READ | USE_WRITE;
	auto entry = known.find(key);
	if (entry != known.end())
		return entry->second;
	known[key] = 0; /* for a call in a cycle; the other calls determine the result */
	bits = of_value(function->getArg(i), depth);
	known[key] = bits;
	return bits;
}

static bool overlaps(int64_t offset, int64_t begin, uint64_t size, uint64_t pointer_size)
{
	return offset == ANYWHERE ||
	       (begin < offset + int64_t(pointer_size) && offset < begin + int64_t(size));
}

bool Uses::call_writes(const CallBase &call, const Use &use, int64_t offset, unsigned depth)
{
	const Function *callee = call.getCalledFunction();
	const ConstantInt *length = nullptr;
	unsigned i;

	if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() || is_check(call))
		return false;
	if (!callee || !call.isArgOperand(&use) || depth > MOST_NESTED_USES)
		return true;
	i = call.getArgOperandNo(&use);
	if (isa<MemIntrinsic>(call)) {
		length = dyn_cast<ConstantInt>(cast<MemIntrinsic>(call).getLength());
		return !i && (!length ||
			      overlaps(offset, 0, length->getZExtValue(), layout.getPointerSize()));
	}
	if (is_stream_member(*callee) && i == callee->hasStructRetAttr())
		return overlaps(offset, 0, stream_size, layout.getPointerSize());
	if (is_returned(call, use) && pointee_written(call, ANYWHERE, depth))
		return true;
	return callee->isDeclaration() || i >= callee->arg_size() ||
	       pointee_written(*callee->getArg(i), offset, depth + 1);
}

/* `offset` is that of the place from the pointer. */
bool Uses::pointee_written(const Value &pointer, int64_t offset, unsigned depth)
{
	for (const Use &use : pointer.uses()) {
		const User *user = use.getUser();

		if (isa<LoadInst>(user) || isa<CmpInst>(user))
			continue;
		if (const StoreInst *store = dyn_cast<StoreInst>(user)) {
			AllocaInst *slot = dyn_cast<AllocaInst>(
				const_cast<Value *>(store->getPointerOperand()));

			if (store->getPointerOperand() == &pointer) {
				if (overlaps(offset, 0,
					     layout.getTypeStoreSize(
						     store->getValueOperand()->getType()),
					     layout.getPointerSize()))
					return true;
				continue;
			}
			if (!slot || spilled(slot) != &pointer)
				return true;
			for (const User *reader : slot->users())
				if (isa<LoadInst>(reader) &&
				    pointee_written(*reader, offset, depth))
					return true;
		} else if (const GEPOperator *gep = dyn_cast<GEPOperator>(user)) {
			APInt by(layout.getIndexTypeSizeInBits(gep->getType()), 0);
			bool known = offset != ANYWHERE &&
				     gep->accumulateConstantOffset(layout, by);

			if (pointee_written(*gep, known ? offset - by.getSExtValue() : ANYWHERE,
					    depth))
				return true;
		} else if (const CallBase *call = dyn_cast<CallBase>(user)) {
			if (call_writes(*call, use, offset, depth))
				return true;
		} else {
			return true;
		}
	}
	return false;
}

bool Uses::writes(const CallBase &call, unsigned i, int64_t offset)
{
	return call_writes(call, call.getArgOperandUse(i), offset, 0);
}

bool Uses::is_argument_kept(const CallBase &call, unsigned i, unsigned depth)
{
	const Function *callee = call.getCalledFunction();

	if (isa<IntrinsicInst>(call) ||
	    (callee && (is_runtime(*callee) || is_stream_member(*callee))))
		return false;
	if (!callee || callee->isDeclaration() || i >= callee->arg_size() ||
	    depth > MOST_NESTED_USES)
		return true;
	auto entry = known_kept.find({callee, i});
	if (entry != known_kept.end())
		return entry->second;
	known_kept[{callee, i}] = false; /* for a call in a cycle */
	bool kept = is_kept(*callee->getArg(i), depth + 1);
	known_kept[{callee, i}] = kept;
	return kept;
}

bool Uses::is_kept(const Value &pointer, unsigned depth)
{
	for (const Use &use : pointer.uses()) {
		const User *user = use.getUser();

		if (const StoreInst *store = dyn_cast<StoreInst>(user)) {
			const AllocaInst *slot = dyn_cast<AllocaInst>(store->getPointerOperand());

			if (store->getPointerOperand() == &pointer)
				continue;
			if (!slot || spilled(const_cast<AllocaInst *>(slot)) != &pointer)
				return true;
			for (const User *reader : slot->users())
				if (isa<LoadInst>(reader) && is_kept(*reader, depth))
					return true;
		} else if (const CallBase *call = dyn_cast<CallBase>(user)) {
			if (!call->isArgOperand(&use) ||
			    is_argument_kept(*call, call->getArgOperandNo(&use), depth) ||
			    (is_returned(*call, use) && is_kept(*call, depth)))
				return true;
		} else if (isa<GEPOperator>(user) ||
			   Operator::getOpcode(user) == Instruction::BitCast) {
			if (is_kept(*user, depth))
				return true;
		} else if (const ReturnInst *result = dyn_cast<ReturnInst>(user)) {
			/* object_of() knows what library functions return. */
			if (!is_library(result->getFunction()) && !is_followed(*result))
				return true;
		} else if (!isa<LoadInst>(user) && !isa<CmpInst>(user)) {
			return true;
		}
	}
	return false;
}

bool Uses::range(Value *pointer, Use_ &ret_use) const
{
	bool called = false;
	Value *object = object_of(pointer, 0, &called);
	Type *type = object ? type_of(object) : nullptr;
	GEPOperator *gep;

	/* If a function returns one of several streams, which one is only known at run time. */
	if (!type || !type->isSized() || (called && has_stream(type)))
		return false;
	ret_use.object = ret_use.base = object;
	ret_use.size = layout.getTypeAllocSize(type);
	ret_use.name = isa<GlobalVariable>(object) ? variable_name(object->getName().str())
						   : object->getName().str();
	if (has_stream(type))
		ret_use.bits |= USE_STREAM;
	ret_use.each = is_streams(type) ? stream_size : 0;
	if (type->isArrayTy() && ret_use.each)
		ret_use.bits |= USE_ARRAY;
	/* An array decays to a pointer to its first element. */
	while ((gep = dyn_cast<GEPOperator>(pointer)) && gep->hasAllZeroIndices())
		pointer = gep->getPointerOperand();
	/* An element of an array, or a member, unless the result of pointer arithmetic. */
	if (gep && gep->getNumIndices() > 1 && gep->getResultElementType()->isSized()) {
		ret_use.object = gep;
		ret_use.size = layout.getTypeAllocSize(gep->getResultElementType());
	}
	return true;
}

bool Uses::find(const CallBase &call, unsigned i, Use_ &ret_use)
{
	Value *pointer = call.getArgOperand(i), *object = object_of(pointer);
	unsigned bits = of_argument(call.getCalledFunction(), i, 0);
	const GlobalVariable *global = dyn_cast_or_null<GlobalVariable>(object);

	if (isa<Constant>(pointer) && !global)
		return false;
	if (global && global->isConstant())
		return false;
	if (range(pointer, ret_use)) {
		/* Markers of streams say nothing about other memory. */
		ret_use.bits |= bits & (USE_READ | USE_WRITE);
		return true;
	}
	ret_use.object = ret_use.base = pointer;
	if (object && !(bits & USE_STREAM))
		ret_use.base = object;
	ret_use.size = bits & USE_STREAM && stream_size ? stream_size : 1;
	ret_use.bits = bits & USE_STREAM ? bits : bits | USE_SOFT | (object ? 0 : USE_WILD);
	ret_use.name = object ? object->getName().str() : "";
	return true;
}

bool Uses::contains_stream(Type *type)
{
	return has_stream(type);
}

bool Uses::is_only_stream(const Value &pointer) const
{
	return all_of(pointer.users(), [&](const User *user) {
		const CallBase *call = dyn_cast<CallBase>(user);
		const GetElementPtrInst *element = dyn_cast<GetElementPtrInst>(user);

		if (element)
			return is_stream(element->getSourceElementType()) &&
			       is_only_stream(*element);
		if (!call || !call->getCalledFunction())
			return false;
		if (is_library(call->getCalledFunction()))
			return true;
		for (unsigned i = 0; i < call->arg_size(); i++)
			if (call->getArgOperand(i) == &pointer &&
			    call->getParamDereferenceableBytes(i) != stream_size)
				return false;
		return true;
	});
}

bool Uses::is_stream(Type *type)
{
	return isa<StructType>(type) && is_stream_class(cast<StructType>(type));
}

bool Uses::uses_stream(const CallBase &call)
{
	for (unsigned i = 0; call.getCalledFunction() && i < call.arg_size(); i++) {
		Use_ use;

		if (call.getArgOperand(i)->getType()->isPointerTy() && find(call, i, use) &&
		    use.bits & USE_STREAM && use.bits & (USE_READ | USE_WRITE))
			return true;
	}
	return false;
}

void Uses::Hidden::add(Value *pointer, unsigned bits, const DataLayout &layout)
{
	SmallPtrSet<Value *, 4> seen;
	Origins origins;

	if (bits && !find_origins(pointer, 0, seen, origins, nullptr) && !isa<Constant>(pointer)) {
		LoadInst *load = loaded_from(pointer);
		int64_t offset;
		Value *at = load ? address_in(load->getPointerOperand(), layout, offset) : nullptr;
		AllocaInst *variable = dyn_cast_or_null<AllocaInst>(at);

		if (Argument *argument = dyn_cast_or_null<Argument>(at))
			loaded[{argument, offset}] |= bits;
		else if (!variable || !is_const(*variable) || !passed_at(*variable, offset, layout))
			wild |= bits;
	}
	for (Value *origin : origins) {
		GlobalVariable *global = dyn_cast<GlobalVariable>(origin);

		if (bits && global && !global->isConstant() && !is_library_object(*global))
			globals[global] |= bits;
	}
}

void Uses::of_body(Function &function, Hidden &hidden)
{
	for (Instruction &i : instructions(function)) {
		LoadInst *load = dyn_cast<LoadInst>(&i);
		StoreInst *store = dyn_cast<StoreInst>(&i);
		CallBase *call = dyn_cast<CallBase>(&i);

		if (load)
			hidden.add(load->getPointerOperand(), USE_READ, layout);
		if (store) {
			AllocaInst *slot = dyn_cast<AllocaInst>(store->getPointerOperand());

			hidden.add(store->getPointerOperand(), USE_WRITE, layout);
			if (isa<Constant>(store->getValueOperand()) && !(slot && spilled(slot)))
				hidden.add(store->getValueOperand(), USE_READ | USE_WRITE, layout);
		}
		for (unsigned a = 0; call && a < call->arg_size(); a++)
			if (call->getArgOperand(a)->getType()->isPointerTy())
				hidden.add(call->getArgOperand(a), in_place(*call, a), layout);
		if (call && !call->getCalledFunction())
			hidden.wild |= USE_READ | USE_WRITE;
	}
}

/* Finds a place of a function that was called, as places of the function `to`. False: unknown. */
bool Uses::lift(const Place &place, Function *to, const SetVector<Function *> &reached,
		unsigned depth, SmallVectorImpl<Place> &found) const
{
	Function *function = place.first->getParent();

	if (function == to) {
		found.push_back(place);
		return true;
	}
	if (depth > MOST_NESTED_USES)
		return false;
	for (User *user : function->users()) {
		CallBase *call = dyn_cast<CallBase>(user);
		int64_t offset;

		if (!call || call->getCalledFunction() != function)
			return false;
		if (!reached.count(call->getFunction()))
			continue;
		Value *at = address_in(call->getArgOperand(place.first->getArgNo()), layout,
				       offset);
		Argument *outer = dyn_cast_or_null<Argument>(at);
		if (offset != ANYWHERE)
			offset = place.second == ANYWHERE ? ANYWHERE : offset + place.second;
		if (!outer || !lift({outer, offset}, to, reached, depth + 1, found))
			return false;
	}
	return true;
}

void Uses::add_loaded(Hidden &hidden, Function *function, const SetVector<Function *> &reached,
		      SmallVectorImpl<Use_> &found) const
{
	MapVector<Place, unsigned> places;

	for (auto &[place, bits] : hidden.loaded) {
		SmallVector<Place, 4> lifted;

		if (!lift(place, function, reached, 0, lifted))
			hidden.wild |= bits;
		for (Place &at : lifted)
			places[at] |= bits;
	}
	for (auto &[place, bits] : places) {
		Use_ use;

		use.loaded = true;
		use.argument = place.first->getArgNo();
		use.offset = place.second;
		use.size = 1;
		use.bits = USE_SOFT | USE_WILD | bits;
		use.name = "*";
		found.push_back(use);
	}
}

void Uses::find_hidden(Function *function, SmallVectorImpl<Use_> &found)
{
	SetVector<Function *> reached;
	Hidden hidden;

	reached.insert(function);
	for (unsigned k = 0; k < reached.size(); k++) {
		Function &at = *reached[k];

		if (at.isDeclaration())
			hidden.undefined |= !at.isIntrinsic() && is_cxx(at);
		else if (!is_library(&at) && !is_runtime(at))
			of_body(at, hidden);
		for (Instruction &i : instructions(at))
			if (CallBase *call = dyn_cast<CallBase>(&i))
				if (Function *callee = call->getCalledFunction())
					reached.insert(callee);
	}
	for (auto &[global, bits] : hidden.globals) {
		Use_ use;

		use.bits = bits | USE_SIDE;
		if (range(global, use))
			found.push_back(use);
	}
	add_loaded(hidden, function, reached, found);
	if (!hidden.wild && !hidden.undefined)
		return;
	Use_ use;
	use.object = use.base =
		ConstantPointerNull::get(PointerType::get(function->getContext(), 0));
	use.size = 1;
	use.bits = USE_SOFT | USE_WILD | (hidden.undefined ? USE_READ | USE_WRITE : hidden.wild);
	use.name = hidden.wild ? "*" : "";
	found.push_back(use);
}

bool Uses::turn(const CallBase &call, unsigned i, Use_ &ret_use)
{
	Value *pointer = call.getArgOperand(i);
	unsigned bits = 0;

	if (call.getCalledFunction() && pointer->getType()->isPointerTy())
		bits = of_argument(call.getCalledFunction(), i, 0);
	if (!(bits & USE_STREAM) || !(bits & (USE_READ | USE_WRITE)))
		return false;
	ret_use.object = ret_use.base = pointer;
	if (Value *object = object_of(pointer))
		ret_use.base = object;
	ret_use.size = stream_size ? stream_size : 1;
	ret_use.bits = bits | USE_TURN;
	return true;
}

unsigned Uses::in_place(const CallBase &call, unsigned i)
{
	const Function *callee = call.getCalledFunction();
	unsigned bits;

	if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() || is_check(call))
		return 0;
	if (is_destructor(call) || !callee)
		return USE_READ | USE_WRITE;
	if (isa<MemTransferInst>(call))
		return i ? USE_READ : USE_WRITE;
	bits = of_argument(callee, i, 0);
	/* See turn(). */
	return bits & USE_STREAM ? 0 : bits;
}

} // namespace fclc
