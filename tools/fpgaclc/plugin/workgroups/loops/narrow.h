/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_NARROW_H
#define FCLC_PLUGIN_NARROW_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include "tools/fpgaclc/plugin/workgroups/items/group.h"

namespace fclc
{

/* The work-items to loop over: from `first` up to but not including `end` in each dimension. */
struct Range {
	llvm::Value *first[3], *end[3];
};

/* A part of a branch's condition that has a known value for all work-items in a range. */
struct Decided {
	llvm::Instruction *user;
	unsigned operand;
	bool value;
};

/*
 * Turns conditions on ids, as in `if (get_global_id(0) < n)`, into limits of the loops over
 * work-items, so that the code after them is uniform.
 */
class Narrowing
{
      public:
	/* The value of an instruction before the loops; NULL: it must be recomputed. */
	using Known = llvm::function_ref<llvm::Value *(llvm::Instruction *)>;

	/*
	 * `fields` are the values of group.h's fields before the loops; NULL: only conditions on
	 * local ids are used.
	 */
	Narrowing(llvm::IRBuilder<> &at, Range &range, llvm::Value *const *fields, Known known);

	/*
	 * Uses as much as possible of the condition under which the branch continues. False:
	 * nothing was usable.
	 */
	bool take(llvm::BranchInst &branch, bool wanted);

	/* The value before the loops; NULL: it depends on ids, or is unknown. */
	llvm::Value *before_loops(llvm::Value *value)
	{
		return before_loops(value, -1, MOST_DEPTH);
	}

	/* Whether the range contains any work-item. */
	llvm::Value *is_some();

	/* Whether a 32-bit id wraps around within the group; NULL: it cannot. */
	llvm::Value *wraps = nullptr;
	llvm::SmallVector<Decided, 4> decided;

      private:
	enum { MOST_DEPTH = 12 };
	enum class Base { NONE, LOCAL_ID, GLOBAL_ID };

	llvm::IRBuilder<> &at;
	Range &range;
	llvm::Value *const *fields;
	Known known;

	bool take_term(llvm::Use &use, bool wanted, unsigned depth);
	bool take_compare(llvm::ICmpInst &compare, bool wanted);
	bool is_group_value(const llvm::Value *value, bool summand) const;
	Base base_of(llvm::Value *id, unsigned &dimension) const;
	llvm::Value *before_loops(llvm::Value *value, int dimension, unsigned depth);
	void limit(unsigned dimension, llvm::CmpInst::Predicate predicate, llvm::Value *base,
		   llvm::Value *other);
	void note_wrap(unsigned dimension, llvm::Value *base, bool is_signed);
};

/*
 * Uses the conditions at the start of `body` without which work-items do nothing at all. Returns
 * early from groups without any work-item that meets them. Sets `fault` in a group whose ids wrap
 * around.
 */
void narrow_body(llvm::Function &item, llvm::BasicBlock *body, llvm::Value *const *fields,
		 llvm::Value *fault, Range &range);

} // namespace fclc

#endif
