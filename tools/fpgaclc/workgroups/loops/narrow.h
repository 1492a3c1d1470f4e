/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_NARROW_H
#define FPGACLC_WORKGROUPS_NARROW_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include "tools/fpgaclc/workgroups/items/group.h"

namespace fclc
{

/* The work-items that loops run: from `first` to before `end` in each dimension. */
struct Range {
	llvm::Value *first[3], *end[3];
};

/* Part of a branch's condition that always has this value for the work-items of a range. */
struct Decided {
	llvm::Instruction *user;
	unsigned operand;
	bool value;
};

/*
 * Conditions on ids, as in `if (get_global_id(0) < n)`, become limits of the loops over work-items,
 * so that the code after them is the same for all that run.
 */
class Narrowing
{
      public:
	/* What an instruction is worth before the loops; NULL: it must be computed again. */
	using Known = llvm::function_ref<llvm::Value *(llvm::Instruction *)>;

	/* `fields`: those of group.h, with values before the loops; NULL: only conditions on local
	 * ids are taken. */
	Narrowing(llvm::IRBuilder<> &at, Range &range, llvm::Value *const *fields, Known known);

	/* Takes what it can of the condition under which the branch goes on; false: nothing. */
	bool take(llvm::BranchInst &branch, bool wanted);

	/* The value before the loops; NULL: it depends on ids, or is not known. */
	llvm::Value *before_loops(llvm::Value *value)
	{
		return before_loops(value, -1, MOST_DEPTH);
	}

	/* Whether the range has a work-item. */
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
 * Takes the conditions under which work-items do anything at all from the start of `body`. Returns
 * early for groups that have none of them. `fault` is set in a group whose ids wrap around.
 */
void narrow_body(llvm::Function &item, llvm::BasicBlock *body, llvm::Value *const *fields,
		 llvm::Value *fault, Range &range);

} // namespace fclc

#endif
