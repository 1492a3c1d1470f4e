/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_ARRAYS_H
#define FCLC_PLUGIN_SCHEDULE_ARRAYS_H

#include <map>
#include <string>
#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/schedule/array.h"

namespace fclc
{

/* What a load or store accesses. */
struct access {
	int array = -1; /* -1: not known which */
	bool store = false;
	uint64_t bytes = 0;
	long bank = -1; /* -1: any of them, as its index decides */
	long part = -1; /* the byte of an element at which it begins; -1: not known */
	const llvm::SCEV *offset = nullptr; /* in bytes; nullptr: not known */
};

class arrays
{
      public:
	arrays(llvm::Function &function, const llvm::LoopInfo &loops,
	       llvm::ScalarEvolution &evolution);
	bool has_bus() const;
	access access_of(const llvm::Instruction &instruction) const;
	/* Of a stream; the call's first argument is its address. */
	access stream_of(const llvm::CallInst &call) const;
	/* Of all of it. */
	access of(const llvm::Value &base) const;
	/* The first and the last bank that it may be to. */
	std::pair<long, long> banks_of(const access &access) const;
	const std::vector<array> &all() const
	{
		return list;
	}

      private:
	llvm::ScalarEvolution &evolution;
	const llvm::DataLayout &layout;
	std::vector<array> list;
	std::map<const llvm::Value *, int> numbers;

	void add(const llvm::Value &base);
	void shape(array &array) const;
	const llvm::SCEV *offset_of(const llvm::Value &pointer, const llvm::Value &base) const;
	void look_at_uses(llvm::Function &function, const llvm::LoopInfo &loops);
	void find_fields(llvm::Function &function);
	long part_of(const array &array, const llvm::SCEV *offset) const;
	const llvm::Value *base_of(const llvm::Value &pointer) const;
	std::pair<long, long> blocks_of(const array &array, const partition &cut,
					const llvm::SCEV *offset) const;
	long block_of(const array &array, const partition &cut, const llvm::SCEV *offset) const;
	long bank_of(const array &array, const llvm::SCEV *offset) const;
};

} // namespace fclc

#endif
