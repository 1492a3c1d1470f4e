/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_ARRAY_H
#define FCLC_PLUGIN_SCHEDULE_ARRAY_H

#include <string>
#include <vector>

#include <llvm/IR/Value.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/* Whether RESOURCE means a memory by it, and not an operator. */
bool is_memory_core(llvm::StringRef core);

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
	std::string kind =
		"ram";    /* "lutram", "uram", "rom", "register", "stream", "fifo", "m_axi" */
	std::string impl; /* of load and store in operators.def */
	std::vector<uint64_t> counts; /* of each dimension; 0: not known */
	uint64_t element = 0;         /* bytes */
	/* At a time: of all, of what reads, of what writes. */
	unsigned ports = 2, read_ports = 2, write_ports = 2;
	static constexpr unsigned copies = 16; /* reads at a time of what has a copy for each */
	int load_latency = -1;
	std::vector<partition> cuts;
	/* Of a structure: the bytes at which accesses of parts of an element begin; each is a memory. */
	std::vector<uint64_t> fields;
	bool apart_now = false;   /* DEPENDENCE: accesses of one iteration never meet, */
	bool apart_later = false; /* nor those of different ones */
	std::string bus; /* the bundle that it is reached by; empty: it is in the circuit */
	unsigned bus_latency = 0;
	place at;

	bool is_stream() const
	{
		return kind == "stream";
	}
	/* Elements pass in their order, each once. */
	bool is_fifo() const
	{
		return kind == "fifo";
	}
	bool is_register() const
	{
		return kind == "register";
	}
	/* Bytes from one index of the dimension to the next; of 0, of the whole array. */
	uint64_t stride(unsigned dim) const;
	uint64_t banks() const;
};

} // namespace fclc

#endif
