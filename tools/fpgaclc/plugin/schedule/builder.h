/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_BUILDER_H
#define FCLC_PLUGIN_SCHEDULE_BUILDER_H

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "tools/fpgaclc/plugin/schedule/arrays.h"
#include "tools/fpgaclc/plugin/schedule/graph.h"
#include "tools/fpgaclc/plugin/schedule/options.h"

namespace fclc
{

/* What a function's code is asked about while its graphs are made. */
struct context {
	llvm::Function &function;
	bool is_top;
	llvm::LoopInfo &loops;
	llvm::ScalarEvolution &evolution;
	llvm::DominatorTree &dominators;
	llvm::PostDominatorTree &postdominators;
	const arrays &memories;
	const widths &sizes;
	const schedule_options &options;
	std::map<std::string, scheduled_function> &callees;
	std::vector<unmodelled> &missing;
};

/* Consecutive accesses of a loop over a bus, for which there is one request. */
struct burst {
	int memory = -1;
	bool write = false;
	place at;
};

/* A block, or a loop that runs as a whole. */
struct item {
	llvm::BasicBlock *block = nullptr;
	const llvm::Loop *loop = nullptr;
	figure latency; /* of the loop */
	std::vector<burst> bursts;
};

/* Items, each behind those that lead to it, and how they repeat. */
struct region {
	std::vector<item> items;
	const llvm::Loop *outer = nullptr; /* a pipeline's outermost loop; nullptr: it is none */
	const llvm::Loop *inner = nullptr; /* its innermost; the same if it is not flattened */
};

/* What a port of a bank is for; of a stream or bus, there is one of each. */
enum class port_kind { any_use, read, write, stream_in, stream_out };

/* The operations of a region and what they wait for. */
class graph_builder
{
      public:
	graph_builder(const struct context &context, const struct region &region)
	    : context(context), region(region)
	{
	}
	struct graph make();
	/* Those that the region's loop has. */
	const std::vector<burst> &bursts() const
	{
		return found_bursts;
	}

      private:
	struct memory_access {
		unsigned node;
		access what;
		bool whole; /* a call or a loop, which has the memory to itself */
	};

	const struct context &context;
	const struct region &region;
	struct graph graph;
	std::map<const llvm::Value *, unsigned> producers;
	std::map<std::tuple<int, long, port_kind>, unsigned> ports; /* of a memory's banks */
	std::vector<memory_access> accesses;
	std::vector<burst> found_bursts;
	std::vector<std::pair<unsigned, unsigned>> carried; /* from one iteration to the next */

	bool contains(const llvm::BasicBlock *block) const;
	void add_loop(const item &item);
	void add_instruction(const llvm::Instruction &instruction);
	void add_call(const llvm::CallInst &call);
	void add_stream(const llvm::CallInst &call);
	void touch(unsigned node, access access);
	void touch(unsigned node, const llvm::Instruction &instruction);
	unsigned add_access(const llvm::Instruction &instruction);
	unsigned add_bus_node(const llvm::Instruction &instruction, const char *op, int memory);
	int first_on_bus(int memory) const;
	unsigned add_bus_access(const llvm::Instruction &instruction, const access &access);
	void add_bursts(const item &item, unsigned loop);
	bool is_burst(const llvm::Instruction &instruction, const access &access) const;
	unsigned accesses_like(const access &access) const;
	void use_ports(node &node, const access &access);
	void use_bank(node &node, const access &access, long bank, unsigned words);
	void use_fields(node &node, const access &access, long bank, unsigned words);
	unsigned port_of(int memory, long bank, port_kind kind);
	void set_timing(node &node);
	void connect_operands();
	void carry(unsigned from, unsigned to);
	void connect_carried();
	void connect_phi(const llvm::PHINode &phi, unsigned to);
	void guard_effects();
	void guard_iterations();
	void order_memory();
	void order_pair(const memory_access &first, const memory_access &second);
	int states_between(const memory_access &first, const memory_access &second) const;
	int made_by(unsigned node) const;
	void join_products();
	void limit_units();
	void multiply_address(node &node) const;
	bool is_only_store(const memory_access &store) const;
	bool is_merged(const memory_access &store) const;
	unsigned later_than_next(const memory_access &load, const memory_access &store) const;
	bool forward(const memory_access &load, const memory_access &store);
	void find_paths();
};

} // namespace fclc

#endif
