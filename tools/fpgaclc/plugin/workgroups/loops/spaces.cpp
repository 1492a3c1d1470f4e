/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/loops/spaces.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include "tools/fpgaclc/plugin/workgroups/items/local.h"

using namespace llvm;

namespace fclc
{

namespace
{

/* __constant memory may alias a __global argument. */
enum { PRIVATE, LOCAL, GLOBAL, MEMORIES };

unsigned memory_at(const Value *address)
{
	SmallVector<const Value *, 4> objects;

	switch (address->getType()->getPointerAddressSpace()) {
	case GLOBAL_SPACE:
	case CONSTANT_SPACE:
		return GLOBAL;
	case LOCAL_SPACE:
		return LOCAL;
	default:
		/* Generic pointers may refer to any memory. */
		getUnderlyingObjects(address, objects);
		return all_of(objects, [](const Value *object) { return isa<AllocaInst>(object); })
			       ? PRIVATE
			       : MEMORIES;
	}
}

} // namespace

void separate_spaces(Function &item)
{
	MDBuilder builder(item.getContext());
	MDNode *domain = builder.createAnonymousAliasScopeDomain("memories");
	MDNode *lists[MEMORIES], *others[MEMORIES];
	Metadata *scopes[MEMORIES];

	for (Metadata *&scope : scopes)
		scope = builder.createAnonymousAliasScope(domain);
	for (unsigned i = 0; i < MEMORIES; i++) {
		lists[i] = MDNode::get(item.getContext(), {scopes[i]});
		others[i] = MDNode::get(item.getContext(),
					{scopes[(i + 1) % MEMORIES], scopes[(i + 2) % MEMORIES]});
	}
	for (Instruction &instruction : instructions(item)) {
		const Value *address = getLoadStorePointerOperand(&instruction);
		unsigned memory = address ? memory_at(address) : MEMORIES;

		if (memory == MEMORIES)
			continue;
		instruction.setMetadata(LLVMContext::MD_alias_scope, lists[memory]);
		instruction.setMetadata(LLVMContext::MD_noalias, others[memory]);
	}
}

} // namespace fclc
