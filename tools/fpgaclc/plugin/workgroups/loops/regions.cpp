/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/regions.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/loops/reordered.h"
#include "tools/fpgaclc/plugin/workgroups/loops/uniform.h"

using namespace llvm;

namespace fclc
{

namespace
{

/*
 * Runs a region for all work-items, then the region that follows. If there are several candidates,
 * the last work-item decides.
 */
class Group
{
	struct Region {
		BasicBlock *start;              /* in the original code */
		SetVector<BasicBlock *> blocks; /* reachable from `start` before the next barrier */
		SmallSetVector<unsigned, 4> next; /* possible successors; 0: the end */
		BasicBlock *entry;                /* in the new code */
		BasicBlock *exit;
		bool once;     /* uniform and without side effects: needs no loop */
		bool in_order; /* not marked as parallel: the vectoriser has to check for
			        * dependences */
	};
	struct Loops {
		BasicBlock *latch;
		PHINode *id[3];
		BasicBlock *start;
	};
	/* Where an iteration of the loops starts and ends, and where they are left. */
	struct Edges {
		IRBuilder<> &start, &end, &after;
		Value *item; /* the work-item's number */
	};

	Function &function;
	LLVMContext &context;
	Type *word;
	const Frame &frame;
	const Barriers &barriers;
	const Slots &slots;
	std::vector<Region> regions;
	BasicBlock *done;    /* returns from the new function */
	AllocaInst *follows; /* number of the region that follows */
	AllocaInst *alive; /* whether a work-item has not returned yet; NULL: all return together */
	MDNode *accesses;  /* access group of the region being built */
	unsigned row = 0;  /* the dimension of the innermost loop; the others have one work-item */

	void find_regions();
	bool runs_once(const Region &region) const;
	void bind_slot(Region &region, const Slot &slot, Value *same, bool narrowed,
		       const Edges &edges, ValueToValueMapTy &map);
	BasicBlock *skip_returned(const Region &region, const Edges &edges, const Loops &loops);
	void build(Region &region);
	void build_once(Region &region);
	void connect(Region &region);
	bool ends_without_effects(const Region &region, const BasicBlock *block) const;
	bool find_left_values(const Region &region, Narrowing &narrowing,
			      SmallVectorImpl<std::pair<AllocaInst *, Value *>> &list) const;
	BasicBlock *narrow(const Region &region, ArrayRef<Value *> same, Range &range,
			   SmallVectorImpl<Decided> &decided);
	Loops make_loops(const Range &range, BasicBlock *before, BasicBlock *after);
	Value *item_number(IRBuilder<> &builder, const Loops &loops);
	Value *element(IRBuilder<> &builder, uint64_t offset, uint64_t bytes, Value *item);
	void copy_blocks(const Region &region, ValueToValueMapTy &map, BasicBlock *start,
			 BasicBlock *latch);
	void leave(BasicBlock *from, BasicBlock *to, ValueToValueMapTy &map, BasicBlock *latch);
	void map_ids(const Region &region, ValueToValueMapTy &map, const Loops &loops);
	void mark(const Region &region, ValueToValueMapTy &map);
	unsigned region_after(const BasicBlock *barrier) const;
	const Barrier *barrier_at(const BasicBlock *block) const;
	bool writes(const Region &region, const Slot &slot) const;
	bool reads_later(const Region &region, const Slot &slot) const;
	AllocaInst *variable(Type *type, const Twine &name);
	bool is_own(const Value *pointer) const;

      public:
	Group(Function &item, const Frame &frame_, const Barriers &barriers_, const Slots &slots_)
	    : function(item), context(item.getContext()), word(Type::getInt64Ty(context)),
	      frame(frame_), barriers(barriers_), slots(slots_), alive(nullptr)
	{
	}
	bool returns_early();
	uint64_t make();
};

AllocaInst *Group::variable(Type *type, const Twine &name)
{
	IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());

	return builder.CreateAlloca(type, nullptr, name);
}

/* --- finding regions -------------------------------------------------------------------------- */

const Barrier *Group::barrier_at(const BasicBlock *block) const
{
	for (const Barrier &barrier : barriers)
		if (barrier.block == block)
			return &barrier;
	return nullptr;
}

/*
 * Regions are numbered from 1, since 0 means the end. The first one starts at the function's entry.
 */
unsigned Group::region_after(const BasicBlock *block) const
{
	for (unsigned i = 0; i < barriers.size(); i++)
		if (barriers[i].block == block)
			return i + 2;
	return 0;
}

void Group::find_regions()
{
	regions.resize(barriers.size() + 1);
	for (unsigned i = 0; i < regions.size(); i++) {
		Region &region = regions[i];

		region.start = i ? barriers[i - 1].after : frame.body;
		region.blocks.insert(region.start);
		for (unsigned j = 0; j < region.blocks.size(); j++) {
			BasicBlock *block = region.blocks[j];

			if (barrier_at(block))
				region.next.insert(region_after(block));
			else
				region.blocks.insert(succ_begin(block), succ_end(block));
			if (isa<ReturnInst>(block->getTerminator()))
				region.next.insert(0);
		}
	}
}

static bool reaches(BasicBlock *from, const SetVector<BasicBlock *> &within,
		    function_ref<bool(BasicBlock *)> wanted, function_ref<bool(BasicBlock *)> ends)
{
	SmallSetVector<BasicBlock *, 16> blocks;

	blocks.insert(from);
	for (unsigned i = 0; i < blocks.size(); i++) {
		if (wanted(blocks[i]))
			return true;
		for (BasicBlock *next : successors(blocks[i]))
			if (within.contains(next) && !ends(blocks[i]))
				blocks.insert(next);
	}
	return false;
}

/* Must run before slots are created, which turns values into loads that do not count as uniform. */
bool Group::returns_early()
{
	PostDominatorTree ends(function);
	Uniform uniform(function, ends);
	auto is_end = [&](BasicBlock *block) { return barrier_at(block) != nullptr; };
	auto returns = [](BasicBlock *block) { return isa<ReturnInst>(block->getTerminator()); };

	find_regions();
	for (const Region &region : regions)
		for (BasicBlock *block : region.blocks)
			if (block->getTerminator()->getNumSuccessors() > 1 &&
			    !uniform.is_uniform(block->getTerminator()) &&
			    reaches(block, region.blocks, is_end, is_end) &&
			    reaches(block, region.blocks, returns, is_end))
				return true;
	return false;
}

/* --- slots ------------------------------------------------------------------------------------ */

bool Group::writes(const Region &region, const Slot &slot) const
{
	for (const BasicBlock *block : region.blocks)
		for (const Instruction &instruction : *block)
			if (isa<StoreInst>(instruction) &&
			    getLoadStorePointerOperand(&instruction) == slot.variable)
				return true;
	return false;
}

bool Group::reads_later(const Region &region, const Slot &slot) const
{
	for (unsigned next : region.next)
		if (next && slot.live.contains(barriers[next - 2].after))
			return true;
	return false;
}

/* The address of a work-item's element of an array in the context. */
Value *Group::element(IRBuilder<> &builder, uint64_t offset, uint64_t bytes, Value *item)
{
	Type *byte = builder.getInt8Ty();
	Value *array = builder.CreateGEP(
		byte, frame.context, builder.CreateMul(frame.capacity, builder.getInt64(offset)));

	return builder.CreateGEP(ArrayType::get(byte, bytes), array, item);
}

/* A type that vectors of work-items can load and store. */
static Type *stored_type(Type *type)
{
	return type->isIntegerTy(1) ? Type::getInt8Ty(type->getContext()) : type;
}

/* --- one region ------------------------------------------------------------------------------- */

bool Group::runs_once(const Region &region) const
{
	for (const BasicBlock *block : region.blocks)
		for (const Instruction &instruction : *block) {
			const Value *pointer = getLoadStorePointerOperand(&instruction);
			bool in_slot = false;

			for (const Slot &slot : slots.list)
				in_slot |= slot.uniform && slot.variable == pointer;
			if (pointer ? !in_slot
				    : instruction.mayReadOrWriteMemory() ||
					      is_local_id(&instruction) ||
					      isa<AllocaInst>(instruction))
				return false;
		}
	/* Work-items that have returned early would have to be excluded. */
	return !alive;
}

/* Whether there are no side effects from the block to the region's end. */
bool Group::ends_without_effects(const Region &region, const BasicBlock *block) const
{
	for (unsigned i = 0; i < region.blocks.size(); i++) {
		for (const Instruction &instruction : *block)
			if (instruction.mayHaveSideEffects())
				return false;
		if (barrier_at(block) || isa<ReturnInst>(block->getTerminator()))
			return true;
		block = block->getSingleSuccessor();
		if (!block)
			return false;
	}
	return false;
}

static StoreInst *store_before(Instruction *end, const Value *variable)
{
	for (Instruction *at = end->getPrevNode(); at; at = at->getPrevNode())
		if (isa<StoreInst>(at) && getLoadStorePointerOperand(at) == variable)
			return cast<StoreInst>(at);
	return nullptr;
}

/*
 * The values that the region stores for later ones, if they are known before it runs. Returns false
 * if one is not known, or if something else happens before the first branch.
 */
bool Group::find_left_values(const Region &region, Narrowing &narrowing,
			     SmallVectorImpl<std::pair<AllocaInst *, Value *>> &list) const
{
	SmallPtrSet<const Instruction *, 8> stores;

	for (const Slot &slot : slots.list) {
		StoreInst *store = store_before(region.start->getTerminator(), slot.variable);
		Value *value;

		if (!slot.simple || !writes(region, slot))
			continue;
		for (const BasicBlock *block : region.blocks)
			for (const Instruction &instruction : *block)
				if (isa<StoreInst>(instruction) && block != region.start &&
				    getLoadStorePointerOperand(&instruction) == slot.variable)
					store = nullptr;
		if (!reads_later(region, slot))
			continue;
		value = store && slot.uniform ? narrowing.before_loops(store->getValueOperand())
					      : nullptr;
		if (!value)
			return false;
		list.push_back({slot.variable, value});
		stores.insert(store);
	}
	for (const Instruction &instruction : *region.start)
		if (instruction.mayHaveSideEffects() && !stores.contains(&instruction))
			return false;
	return true;
}

/*
 * If work-items that do not meet a condition at the region's start do nothing, only runs the
 * others. Returns the block in which those continue.
 */
BasicBlock *Group::narrow(const Region &region, ArrayRef<Value *> same, Range &range,
			  SmallVectorImpl<Decided> &decided)
{
	BranchInst *branch = dyn_cast<BranchInst>(region.start->getTerminator());
	IRBuilder<> builder(region.entry);
	SmallVector<std::pair<AllocaInst *, Value *>, 4> left;
	Narrowing *self = nullptr;
	BasicBlock *some;
	bool wanted;
	auto known = [&](Instruction *instruction) -> Value * {
		const Value *variable = getLoadStorePointerOperand(instruction);

		if (!region.blocks.contains(instruction->getParent()))
			return instruction;
		if (!isa<LoadInst>(instruction) || instruction->getParent() != region.start)
			return nullptr;
		for (unsigned i = 0; i < slots.list.size(); i++)
			if (slots.list[i].uniform && variable == slots.list[i].variable) {
				StoreInst *store = store_before(instruction, variable);

				return store ? self->before_loops(store->getValueOperand())
					     : same[i];
			}
		return nullptr;
	};
	Narrowing narrowing(builder, range, nullptr, known);

	self = &narrowing;
	if (alive || region.next.size() > 1 || !branch || !branch->isConditional() ||
	    !find_left_values(region, narrowing, left))
		return region.entry;
	wanted = ends_without_effects(region, branch->getSuccessor(1));
	if (!wanted && !ends_without_effects(region, branch->getSuccessor(0)))
		return region.entry;
	if (!narrowing.take(*branch, wanted))
		return region.entry;
	decided = narrowing.decided;
	for (auto [variable, value] : left)
		builder.CreateStore(value, variable);
	some = BasicBlock::Create(context, "some", &function);
	builder.CreateCondBr(narrowing.is_some(), some, region.exit);
	return some;
}

/* for z, for y, for x: `start` is the body of the innermost loop, `latch` its latch. */
Group::Loops Group::make_loops(const Range &range, BasicBlock *before, BasicBlock *after)
{
	Loops loops = {};

	for (int i = 2; i >= 0; i--) {
		BasicBlock *header = BasicBlock::Create(context, "items", &function);
		BasicBlock *latch = BasicBlock::Create(context, "next", &function);
		IRBuilder<> builder(header);
		Value *next;
		BranchInst *branch;
		SmallVector<Metadata *, 3> hints = {nullptr};

		BranchInst::Create(header, before);
		loops.id[i] = builder.CreatePHI(word, 2,
						Twine("local_id_") + Twine((char)('x' + i)));
		loops.id[i]->addIncoming(range.first[i], before);
		builder.SetInsertPoint(latch);
		next = builder.CreateNUWAdd(loops.id[i], ConstantInt::get(word, 1));
		loops.id[i]->addIncoming(next, latch);
		branch = builder.CreateCondBr(builder.CreateICmpULT(next, range.end[i]), header,
					      after);
		/*
		 * Only the innermost loop has been checked; an outer one must not be vectorised if
		 * this one has one iteration.
		 */
		if (i == (int)row)
			hints.push_back(MDNode::get(
				context,
				{MDString::get(context, "llvm.loop.parallel_accesses"), accesses}));
		/*
		 * Groups of 16 work-items in x are common. Interleaving vectors would leave such
		 * groups to the scalar remainder loop.
		 */
		hints.push_back(MDNode::get(
			context,
			{MDString::get(context, "llvm.loop.interleave.count"),
			 ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1))}));
		MDNode *id = MDNode::getDistinct(context, hints);

		id->replaceOperandWith(0, id);
		branch->setMetadata(LLVMContext::MD_loop, id);
		before = header;
		after = latch;
	}
	loops.start = before;
	loops.latch = after;
	return loops;
}

Value *Group::item_number(IRBuilder<> &builder, const Loops &loops)
{
	Value *row = builder.CreateNUWAdd(builder.CreateNUWMul(loops.id[2], frame.range.end[1]),
					  loops.id[1]);

	return builder.CreateNUWAdd(builder.CreateNUWMul(row, frame.range.end[0]), loops.id[0]);
}

void Group::map_ids(const Region &region, ValueToValueMapTy &map, const Loops &loops)
{
	for (BasicBlock *block : region.blocks)
		for (Instruction &instruction : make_early_inc_range(*block)) {
			Instruction *copy = is_local_id(&instruction)
						    ? cast<Instruction>(map[&instruction])
						    : nullptr;

			if (!copy)
				continue;
			copy->replaceAllUsesWith(loops.id[field_of(&instruction) - LOCAL_ID_X]);
			copy->eraseFromParent();
			map.erase(&instruction);
		}
}

/* Branches to the loops' latch where the original code passes a barrier. */
void Group::leave(BasicBlock *from, BasicBlock *to, ValueToValueMapTy &map, BasicBlock *latch)
{
	BasicBlock *copy = cast<BasicBlock>(map[from]);
	unsigned next = to ? region_after(from) : 0;

	copy->getTerminator()->eraseFromParent();
	IRBuilder<> builder(copy);
	if (next)
		builder.CreateStore(builder.getInt32(next), follows);
	else if (alive)
		builder.CreateStore(builder.getInt8(0), alive);
	builder.CreateBr(latch);
}

void Group::copy_blocks(const Region &region, ValueToValueMapTy &map, BasicBlock *start,
			BasicBlock *latch)
{
	SmallVector<BasicBlock *, 16> copies;

	for (BasicBlock *block : region.blocks) {
		map[block] = CloneBasicBlock(block, map, "", &function);
		copies.push_back(cast<BasicBlock>(map[block]));
	}
	for (BasicBlock *copy : copies)
		for (Instruction &instruction : *copy)
			RemapInstruction(&instruction, map,
					 RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
	for (BasicBlock *block : region.blocks) {
		BasicBlock *copy = cast<BasicBlock>(map[block]);

		/* Edges from other regions do not exist in the copy. */
		for (PHINode &phi : make_early_inc_range(copy->phis()))
			for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
				if (!is_contained(copies, phi.getIncomingBlock(i)))
					phi.removeIncomingValue(i, false);
		if (barrier_at(block))
			leave(block, block->getSingleSuccessor(), map, latch);
		else if (isa<ReturnInst>(block->getTerminator()))
			leave(block, nullptr, map, latch);
	}
	BranchInst::Create(cast<BasicBlock>(map[region.start]), start);
}

/* Whether the pointer may refer to a variable that all iterations share. */
bool Group::is_own(const Value *pointer) const
{
	SmallVector<const Value *, 4> objects;

	getUnderlyingObjects(pointer, objects);
	for (const Value *object : objects)
		if (isa<AllocaInst>(object))
			return true;
	return false;
}

static bool has_variables(const Function &function)
{
	for (const Instruction &instruction : function.getEntryBlock())
		if (isa<AllocaInst>(instruction))
			return true;
	return false;
}

static bool is_escaping(const AllocaInst &variable)
{
	SmallVector<const Value *, 16> list = {&variable};

	while (!list.empty()) {
		const Value *address = list.pop_back_val();

		for (const User *user : address->users()) {
			const CallBase *call = dyn_cast<CallBase>(user);
			const StoreInst *store = dyn_cast<StoreInst>(user);

			if (isa<GetElementPtrInst>(user) || isa<CastInst>(user) ||
			    isa<PHINode>(user) || isa<SelectInst>(user)) {
				if (isa<PtrToIntInst>(user) || isa<PHINode>(user) ||
				    isa<SelectInst>(user))
					return true;
				list.push_back(user);
			} else if (store ? store->getValueOperand() == address
					 : call && !isa<MemIntrinsic>(call))
				return true;
		}
	}
	return false;
}

/* Marks accesses as independent: within a region, those of different work-items are. */
void Group::mark(const Region &region, ValueToValueMapTy &map)
{
	bool anywhere = false;

	for (Instruction &instruction : function.getEntryBlock())
		if (AllocaInst *own = dyn_cast<AllocaInst>(&instruction))
			anywhere |= is_escaping(*own);
	for (BasicBlock *block : region.blocks)
		for (Instruction &instruction : *cast<BasicBlock>(map[block])) {
			const Value *pointer = getLoadStorePointerOperand(&instruction);
			CallBase *call = dyn_cast<CallBase>(&instruction);
			bool shared = !instruction.mayReadOrWriteMemory() || anywhere;

			if (pointer)
				shared |= is_own(pointer);
			if (call) {
				const Function *callee = call->getCalledFunction();

				shared |= !callee || (callee->empty() ? !callee->isIntrinsic()
								      : has_variables(*callee));
				for (const Value *argument : call->args())
					shared |= argument->getType()->isPointerTy() &&
						  is_own(argument);
			}
			if (!shared)
				instruction.setMetadata(LLVMContext::MD_access_group, accesses);
		}
}

/* Connects a slot with the copy of a region: at the start of each iteration, and at its end. */
void Group::bind_slot(Region &region, const Slot &slot, Value *same, bool narrowed,
		      const Edges &edges, ValueToValueMapTy &map)
{
	Type *type = slot.variable->getAllocatedType(), *stored = stored_type(type);
	AllocaInst *own;
	Value *place = nullptr, *value;

	if (!slot.uniform)
		place = element(edges.start, slot.offset, slot.bytes, edges.item);
	if (!slot.simple) {
		map[slot.variable] = edges.start.CreatePointerCast(place, slot.variable->getType());
		return;
	}
	own = variable(type, slot.variable->getName());
	map[slot.variable] = own;
	if (same) {
		edges.start.CreateStore(same, own);
	} else if (!slot.uniform && slot.live.contains(region.start)) {
		LoadInst *load = edges.start.CreateAlignedLoad(stored, place, MaybeAlign());

		load->setMetadata(LLVMContext::MD_access_group, accesses);
		edges.start.CreateStore(edges.start.CreateTruncOrBitCast(load, type), own);
	}
	if (narrowed || !writes(region, slot) || !reads_later(region, slot))
		return;
	if (slot.uniform) {
		edges.after.CreateStore(edges.after.CreateLoad(type, own), slot.variable);
		return;
	}
	value = edges.end.CreateLoad(type, own);
	edges.end.CreateStore(stored == type ? value : edges.end.CreateZExt(value, stored), place)
		->setMetadata(LLVMContext::MD_access_group, accesses);
}

/* Skips work-items that have returned. Returns the block in which the others continue. */
BasicBlock *Group::skip_returned(const Region &region, const Edges &edges, const Loops &loops)
{
	BasicBlock *body = loops.start;
	Value *lives;

	if (!alive)
		return body;
	lives = element(edges.start, slots.bytes, 1, edges.item);
	if (&region != &regions[0]) {
		LoadInst *load = edges.start.CreateLoad(edges.start.getInt8Ty(), lives);

		body = BasicBlock::Create(context, "alive", &function);
		load->setMetadata(LLVMContext::MD_access_group, accesses);
		edges.start.CreateStore(load, alive);
		edges.start.CreateCondBr(edges.start.CreateIsNotNull(load), body, loops.latch);
	} else {
		edges.start.CreateStore(edges.start.getInt8(1), alive);
	}
	edges.end.CreateStore(edges.end.CreateLoad(edges.end.getInt8Ty(), alive), lives)
		->setMetadata(LLVMContext::MD_access_group, accesses);
	return body;
}

void Group::build(Region &region)
{
	ValueToValueMapTy map;
	IRBuilder<> before(region.entry), start(context), end(context), after(region.exit);
	SmallVector<Decided, 4> decided;
	Range range;
	Loops loops;
	BasicBlock *body, *entry;

	accesses = MDNode::getDistinct(context, {});
	before.CreateStore(before.getInt32(0), follows);
	/* Load group-wide values before the loops. */
	SmallVector<Value *, 8> same;
	for (const Slot &slot : slots.list)
		same.push_back(slot.uniform && slot.live.contains(region.start)
				       ? before.CreateLoad(slot.variable->getAllocatedType(),
							   slot.variable)
				       : nullptr);
	range = frame.range;
	entry = narrow(region, same, range, decided);
	loops = make_loops(range, entry, region.exit);
	start.SetInsertPoint(loops.start);
	end.SetInsertPoint(loops.latch, loops.latch->begin());
	const Edges edges = {start, end, after, item_number(start, loops)};
	/* The latch starts with storing the region's values. */
	for (unsigned i = 0; i < slots.list.size(); i++)
		bind_slot(region, slots.list[i], same[i], entry != region.entry, edges, map);
	body = skip_returned(region, edges, loops);
	copy_blocks(region, map, body, loops.latch);
	for (const Decided &term : decided)
		cast<Instruction>(map[term.user])
			->setOperand(term.operand, ConstantInt::getBool(context, term.value));
	map_ids(region, map, loops);
	if (!region.in_order)
		mark(region, map);
}

/* Uniform code without side effects runs once. */
void Group::build_once(Region &region)
{
	ValueToValueMapTy map;
	IRBuilder<> before(region.entry);

	before.CreateStore(before.getInt32(0), follows);
	copy_blocks(region, map, region.entry, region.exit);
}

void Group::connect(Region &region)
{
	IRBuilder<> builder(region.exit);
	SwitchInst *choice;

	if (region.next.empty()) {
		builder.CreateBr(done);
		return;
	}
	if (region.next.size() == 1) {
		unsigned next = region.next[0];

		builder.CreateBr(next ? regions[next - 1].entry : done);
		return;
	}
	choice = builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), follows), done);
	for (unsigned next : region.next)
		if (next)
			choice->addCase(builder.getInt32(next), regions[next - 1].entry);
}

static bool is_one(const Value *value)
{
	const ConstantInt *constant = dyn_cast<ConstantInt>(value);

	return constant && constant->isOne();
}

uint64_t Group::make()
{
	SmallVector<BasicBlock *, 16> old;

	find_regions();
	if (frame.early_returns)
		alive = variable(Type::getInt8Ty(context), "alive");
	for (Region &region : regions)
		for (BasicBlock *block : region.blocks)
			if (!is_contained(old, block))
				old.push_back(block);
	while (row < 2 && is_one(frame.range.end[row]))
		row++;
	for (Region &region : regions)
		region.in_order = may_be_reordered(
			function, row, region.start, region.blocks,
			[&](const BasicBlock *block) { return barrier_at(block) != nullptr; });
	follows = variable(Type::getInt32Ty(context), "follows");
	done = BasicBlock::Create(context, "done", &function);
	ReturnInst::Create(context, done);
	for (Region &region : regions) {
		region.entry = BasicBlock::Create(context, "region", &function);
		region.exit = BasicBlock::Create(context, "region.end", &function);
	}
	for (Region &region : regions) {
		region.once = runs_once(region);
		if (region.once)
			build_once(region);
		else
			build(region);
		connect(region);
	}
	frame.body->replaceUsesWithIf(regions[0].entry, [&](Use &use) {
		Instruction *user = dyn_cast<Instruction>(use.getUser());

		return user && !is_contained(old, user->getParent());
	});
	for (BasicBlock *block : old)
		block->dropAllReferences();
	for (BasicBlock *block : old)
		block->eraseFromParent();
	return slots.bytes + (alive ? 1 : 0);
}

} // namespace

bool has_early_returns(Function &item, BasicBlock *body, const Barriers &barriers)
{
	Frame frame = {};

	frame.body = body;
	return Group(item, frame, barriers, Slots()).returns_early();
}

uint64_t make_regions(Function &item, const Frame &frame, const Barriers &barriers,
		      const Slots &slots)
{
	Group group(item, frame, barriers, slots);

	return group.make();
}

} // namespace fclc
