/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_ARRAYS_H
#define FCLC_PLUGIN_SCHEDULE_ARRAYS_H

#include <map>
#include <string>
#include <vector>

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/* How one dimension is cut into banks. */
struct partition {
	std::string type; /* "cyclic", "block" or "complete" */
	unsigned dim = 1; /* 1 is the outermost */
	uint64_t factor = 0;
};

/* A memory of the circuit: one variable or argument. */
struct array {
	const llvm::Value *base = nullptr;
	std::string name;
	std::string kind = "ram";     /* "lutram", "uram", "rom", "register", "stream" */
	std::string impl;             /* of load and store in operators.def */
	std::vector<uint64_t> counts; /* of each dimension; 0: not known */
	uint64_t element = 0;         /* bytes */
	unsigned ports = 2;
	int load_latency = -1;
	std::vector<partition> cuts;
	place at;

	bool is_stream() const
	{
		return kind == "stream";
	}
	bool is_register() const
	{
		return kind == "register";
	}
	/* Bytes from one index of the dimension to the next; of 0, of the whole array. */
	uint64_t stride(unsigned dim) const;
	uint64_t banks() const;
};

/* What a load or store accesses. */
struct access {
	int array = -1; /* -1: not known which */
	bool store = false;
	uint64_t bytes = 0;
	long bank = -1;                     /* -1: any of them, as its index decides */
	const llvm::SCEV *offset = nullptr; /* in bytes; nullptr: not known */
};

class arrays
{
      public:
	arrays(llvm::Function &function, llvm::ScalarEvolution &evolution);
	access access_of(const llvm::Instruction &instruction) const;
	/* Of a stream; the call's first argument is its address. */
	access stream_of(const llvm::CallInst &call) const;
	/* Of all of it. */
	access of(const llvm::Value &base) const;
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
	void partition_all(llvm::Function &function);
	long bank_of(const array &array, const llvm::SCEV *offset) const;
};

} // namespace fclc

#endif
