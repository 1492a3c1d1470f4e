/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/slots.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include "tools/fpgaclc/plugin/workgroups/items/ids.h"
#include "tools/fpgaclc/plugin/workgroups/loops/uniform.h"

using namespace llvm;

namespace fclc
{

using Blocks = SmallSetVector<BasicBlock *, 32>;
using Live = DenseMap<const BasicBlock *, DenseSet<const Value *>>;

static Blocks reachable(BasicBlock *start)
{
	Blocks blocks;

	blocks.insert(start);
	for (unsigned i = 0; i < blocks.size(); i++)
		for (BasicBlock *next : successors(blocks[i]))
			blocks.insert(next);
	return blocks;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Steps from the values that are live at the end of `block` to those live at its start. */
static void step_back(const BasicBlock &block, const Blocks &blocks, DenseSet<const Value *> &live)
{
	for (const Instruction &instruction : reverse(block)) {
		live.erase(&instruction);
		if (isa<PHINode>(instruction))
			continue;
		for (const Value *operand : instruction.operands()) {
			const Instruction *value = dyn_cast<Instruction>(operand);

			if (value && !isa<AllocaInst>(value) &&
			    blocks.contains(const_cast<BasicBlock *>(value->getParent())))
				live.insert(value);
		}
	}
}

static DenseSet<const Value *> live_at_end(const BasicBlock &block, const Blocks &blocks,
					   const Live &starts)
{
	DenseSet<const Value *> live;

	for (const BasicBlock *next : successors(&block)) {
		auto start = starts.find(next);

		if (start != starts.end())
			live.insert(start->second.begin(), start->second.end());
		for (const PHINode &phi : next->phis()) {
			const Instruction *value =
				dyn_cast<Instruction>(phi.getIncomingValueForBlock(&block));

			if (value && blocks.contains(const_cast<BasicBlock *>(value->getParent())))
				live.insert(value);
		}
	}
	return live;
}

/* The instructions whose results are live across a barrier, in program order. */
static SmallVector<Instruction *, 16> crossing_values(BasicBlock *body, const Barriers &barriers)
{
	Blocks blocks = reachable(body);
	DenseSet<const Value *> crossing;
	SmallVector<Instruction *, 16> list;
	Live starts;
	bool more = true;

	while (more) {
		more = false;
		for (BasicBlock *block : reverse(blocks)) {
			DenseSet<const Value *> live = live_at_end(*block, blocks, starts);

			step_back(*block, blocks, live);
			if (live.size() != starts[block].size()) {
				starts[block] = std::move(live);
				more = true;
			}
		}
	}
	for (const Barrier &barrier : barriers)
		crossing.insert(starts[barrier.after].begin(), starts[barrier.after].end());
	for (BasicBlock *block : blocks)
		for (Instruction &instruction : *block)
			if (crossing.contains(&instruction))
				list.push_back(&instruction);
	return list;
}

/* --- recomputing instead of storing ----------------------------------------------------------- */

enum { MOST_STEPS = 8 };

/* Whether recomputing the value takes at most `steps` integer instructions. */
static bool is_cheap(const Value *value, const Blocks &blocks, unsigned &steps)
{
	const Instruction *instruction = dyn_cast<Instruction>(value);

	if (!instruction || !blocks.contains(const_cast<BasicBlock *>(instruction->getParent())))
		return true;
	if (!steps)
		return false;
	steps--;
	if (field_of(instruction) != FIELDS)
		return true;
	if (!isa<CastInst>(instruction) && !isa<GetElementPtrInst>(instruction) &&
	    !isa<ICmpInst>(instruction) && !isa<SelectInst>(instruction) &&
	    !isa<BinaryOperator>(instruction))
		return false;
	if (!instruction->getType()->isIntOrPtrTy() || instruction->isIntDivRem())
		return false;
	for (const Value *operand : instruction->operands())
		if (!is_cheap(operand, blocks, steps))
			return false;
	return true;
}

static Value *compute_again(Value *value, const Blocks &blocks, Instruction *before)
{
	Instruction *instruction = dyn_cast<Instruction>(value), *copy;

	if (!instruction || !blocks.contains(instruction->getParent()))
		return value;
	copy = instruction->clone();
	copy->insertBefore(before);
	for (Use &operand : copy->operands())
		if (!isa<BasicBlock>(operand) && !isa<Function>(operand))
			operand.set(compute_again(operand, blocks, copy));
	return copy;
}

static void compute_at_uses(Instruction &value, const Blocks &blocks)
{
	for (Use &use : make_early_inc_range(value.uses())) {
		Instruction *user = cast<Instruction>(use.getUser());
		PHINode *phi = dyn_cast<PHINode>(user);
		BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();

		if (block != value.getParent())
			use.set(compute_again(&value, blocks, phi ? block->getTerminator() : user));
	}
}

static void recompute_cheap_values(BasicBlock *body, const Barriers &barriers,
				   const Uniform &uniform)
{
	Blocks blocks = reachable(body);

	for (Instruction *value : crossing_values(body, barriers)) {
		unsigned steps = MOST_STEPS;

		if (!uniform.is_uniform(value) && is_cheap(value, blocks, steps))
			compute_at_uses(*value, blocks);
	}
}

/* --- variables -------------------------------------------------------------------------------- */

static bool is_simple(const AllocaInst &variable)
{
	for (const User *user : variable.users()) {
		const LoadInst *load = dyn_cast<LoadInst>(user);
		const StoreInst *store = dyn_cast<StoreInst>(user);

		if (load && load->getType() == variable.getAllocatedType() && !load->isVolatile())
			continue;
		if (store && store->getPointerOperand() == &variable && !store->isVolatile() &&
		    store->getValueOperand()->getType() == variable.getAllocatedType())
			continue;
		return false;
	}
	return !variable.isArrayAllocation();
}

/* How a block first uses a simple variable. */
enum class First { NOTHING, READ, WRITE };

static First first_access(const BasicBlock &block, const AllocaInst &variable)
{
	for (const Instruction &instruction : block)
		if (getLoadStorePointerOperand(&instruction) == &variable)
			return isa<LoadInst>(instruction) ? First::READ : First::WRITE;
	return First::NOTHING;
}

static bool may_be_read(const BasicBlock *start, const AllocaInst &variable)
{
	SmallSetVector<const BasicBlock *, 32> blocks;

	blocks.insert(start);
	for (unsigned i = 0; i < blocks.size(); i++) {
		First first = first_access(*blocks[i], variable);

		if (first == First::READ)
			return true;
		if (first == First::NOTHING)
			blocks.insert(succ_begin(blocks[i]), succ_end(blocks[i]));
	}
	return false;
}

static void find_live(Slot &slot, const Barriers &barriers)
{
	for (const Barrier &barrier : barriers)
		if (may_be_read(barrier.after, *slot.variable))
			slot.live.insert(barrier.after);
}

/* Finds the uses of an address, also through derived pointers. False: it escapes. */
static bool find_uses(const Instruction &address, SmallPtrSetImpl<const BasicBlock *> &users)
{
	for (const User *user : address.users()) {
		const Instruction *instruction = cast<Instruction>(user);
		const StoreInst *store = dyn_cast<StoreInst>(instruction);

		if (store && store->getValueOperand() == &address)
			return false;
		if (isa<PHINode>(instruction) || isa<SelectInst>(instruction) ||
		    isa<PtrToIntInst>(instruction))
			return false;
		users.insert(instruction->getParent());
		if ((isa<GetElementPtrInst>(instruction) || isa<CastInst>(instruction)) &&
		    !find_uses(*instruction, users))
			return false;
	}
	return true;
}

static bool reaches(const BasicBlock *start, const SmallPtrSetImpl<const BasicBlock *> &users)
{
	SmallSetVector<const BasicBlock *, 32> blocks;

	blocks.insert(start);
	for (unsigned i = 0; i < blocks.size(); i++) {
		if (users.contains(blocks[i]))
			return true;
		blocks.insert(succ_begin(blocks[i]), succ_end(blocks[i]));
	}
	return false;
}

/* Whether an array or structure may be used on both sides of a barrier. */
static bool crosses(const AllocaInst &variable, const Barriers &barriers)
{
	SmallPtrSet<const BasicBlock *, 16> users;
	bool known = find_uses(variable, users);

	for (const Barrier &barrier : barriers)
		if (!known || reaches(barrier.after, users))
			return true;
	return false;
}

/* --- layout ----------------------------------------------------------------------------------- */

/* Each array has a multiple of CONTEXT_ITEMS elements, so that all of them are aligned. */
static void place(Slots &slots, const DataLayout &layout)
{
	for (Slot &slot : slots.list) {
		Type *type = slot.variable->getAllocatedType();
		uint64_t align = std::max(slot.variable->getAlign().value(),
					  layout.getABITypeAlign(type).value());

		slot.bytes = alignTo(layout.getTypeAllocSize(type).getFixedValue(), align);
		slot.offset = slots.bytes;
		slots.bytes += slot.uniform ? 0 : slot.bytes;
	}
}

static void add_slot(Slots &slots, AllocaInst *variable, bool uniform, const Barriers &barriers)
{
	Slot slot = {variable, uniform, is_simple(*variable), 0, 0, {}};

	if (slot.simple)
		find_live(slot, barriers);
	if (!slot.simple || !slot.live.empty())
		slots.list.push_back(slot);
}

Slots make_slots(Function &item, BasicBlock *body, const Barriers &barriers)
{
	PostDominatorTree ends(item);
	Uniform uniform(item, ends);
	SmallVector<std::pair<AllocaInst *, bool>, 16> kept;
	Slots slots;

	recompute_cheap_values(body, barriers, uniform);
	for (Instruction &instruction : item.getEntryBlock()) {
		AllocaInst *variable = dyn_cast<AllocaInst>(&instruction);

		if (variable && (is_simple(*variable) || crosses(*variable, barriers)))
			kept.push_back({variable, false});
	}
	for (Instruction *value : crossing_values(body, barriers)) {
		bool same = uniform.is_uniform(value);

		kept.push_back({DemoteRegToStack(*value), same});
	}
	for (auto [variable, same] : kept)
		add_slot(slots, variable, same, barriers);
	place(slots, item.getParent()->getDataLayout());
	return slots;
}

} // namespace fclc
