/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_GRAPH_H
#define FCLC_PLUGIN_SCHEDULE_GRAPH_H

#include <map>
#include <set>
#include <string>
#include <vector>

#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/schedule/figure.h"
#include "tools/fpgaclc/plugin/schedule/operation.h"

namespace fclc
{

enum class edge_kind {
	data,    /* the result, also in the state in which it is there if the delays fit */
	carried, /* the result, in a later iteration */
	order,   /* `states` later */
};

struct edge {
	unsigned to = 0;
	edge_kind kind = edge_kind::data;
	unsigned distance = 0; /* iterations */
	int states = 0;        /* of order: from start to start */
	bool memory = false;   /* through memory */
};

/* One that is shared: a port of a bank, of a stream, of a bus. */
struct resource_use {
	unsigned resource = 0;
	unsigned count = 1;
};

struct resource {
	std::string what; /* for people */
	unsigned capacity = 1;
	int memory = -1;
};

struct node {
	const llvm::Instruction *instruction = nullptr; /* nullptr: one that the schedule adds */
	const llvm::BasicBlock *block = nullptr;
	operation what;
	unsigned latency = 0; /* states from its first to its last */
	double delay = 0;     /* in its last state, and in the first */
	unsigned interval = 1;
	figure inside; /* of a call or loop: what it takes besides its two states */
	bool whole = false;
	double dsp = 0, lut = 0, ff = 0;
	sureness sure = sureness::exact;
	std::vector<resource_use> uses; /* in its first state */
	int memory = -1, call = -1, stream = -1;
	std::vector<edge> out;
	std::vector<std::pair<unsigned, edge>> in;

	/* Where it is put. */
	int state = -1;
	double start = 0;

	int end() const
	{
		return state + static_cast<int>(latency);
	}
	double end_ns() const
	{
		return latency ? delay : start + delay;
	}
};

struct graph {
	std::vector<node> nodes;
	std::vector<resource> resources;
	/* The blocks that each block leads to, in one iteration. */
	std::map<const llvm::BasicBlock *, std::set<const llvm::BasicBlock *>> paths;

	unsigned add(const node &node);
	void connect(unsigned from, const edge &edge);
	/* An order of the nodes in which no edge of distance 0 goes back. */
	std::vector<unsigned> sorted() const;
	/* At most one of them runs in an iteration. */
	bool are_exclusive(const node &a, const node &b) const;
};

} // namespace fclc

#endif
