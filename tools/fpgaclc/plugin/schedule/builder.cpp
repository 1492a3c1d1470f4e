/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/builder.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tools/fpgaclc/plugin/schedule/bus.h"
#include "tools/fpgaclc/plugin/schedule/distance.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"

using namespace llvm;

namespace fclc
{

static bool is_axis(const context &context, int stream)
{
	const auto *argument =
		dyn_cast<Argument>(context.memories.all()[static_cast<size_t>(stream)].base);

	return argument && context.is_top &&
	       (context.options.kernel_flow ||
		mode_of(context.function, argument->getName()) == "axis");
}

static operation fifo_operation(const context &context, const access &access)
{
	operation what;
	bool axis = is_axis(context, access.array);

	what.op = access.store ? axis ? "axis_write" : "fifo_write"
		  : axis       ? "axis_read"
			       : "fifo_read";
	what.bits = static_cast<unsigned>(access.bytes * 8);
	return what;
}

bool graph_builder::contains(const BasicBlock *block) const
{
	for (const item &item : region.items)
		if (item.block == block || (item.loop && item.loop->contains(block)))
			return true;
	return false;
}

/* --- nodes ------------------------------------------------------------------------------------- */

void graph_builder::set_timing(node &node)
{
	const operation &what = node.what;
	operator_query query;

	if (what.is_free)
		return;
	query.op = what.op;
	query.impl = what.impl;
	query.bits = what.bits;
	query.other_bits = what.other_bits;
	operator_timing timing = timing_of(context.options.part, context.options.clock, query);

	if (timing.sure == sureness::unknown) {
		unmodelled missing;

		missing.what = "no data for the operator '" + what.op + "' on " +
			       context.options.part;
		if (node.instruction)
			missing.at = place_of(*node.instruction);
		context.missing.push_back(missing);
	}
	node.latency = timing.stages;
	node.delay = timing.delay_ns * what.times;
	if (what.selects) {
		query.op = "select";
		query.impl = "";
		node.delay +=
			timing_of(context.options.part, context.options.clock, query).delay_ns;
	}
	node.interval = timing.interval;
	node.dsp = timing.dsp;
	node.lut = timing.lut;
	node.ff = timing.ff;
	node.sure = timing.sure;
	/* Sums one behind the other that do not fit one state. */
	while (node.delay > context.options.clock.usable() && what.times > 1 && !timing.stages) {
		node.delay -= context.options.clock.usable();
		node.latency++;
	}
}

unsigned graph_builder::port_of(int memory, long bank, port_kind kind)
{
	const array &array = context.memories.all()[static_cast<size_t>(memory)];
	auto [found, is_new] = ports.emplace(std::make_tuple(memory, bank, kind),
					     static_cast<unsigned>(graph.resources.size()));

	if (is_new) {
		resource resource;

		resource.what = array.name;
		resource.capacity = kind == port_kind::read      ? array.read_ports
				    : kind == port_kind::write   ? array.write_ports
				    : kind == port_kind::any_use ? array.ports
								 : 1;
		resource.memory = memory;
		graph.resources.push_back(resource);
	}
	return found->second;
}

/* Of a memory's ports, some may only read, and some only write. */
void graph_builder::use_bank(node &node, const access &access, long bank, unsigned words)
{
	const array &array = context.memories.all()[static_cast<size_t>(access.array)];
	port_kind kind = access.store ? port_kind::write : port_kind::read;
	unsigned most = access.store ? array.write_ports : array.read_ports;

	node.uses.push_back({port_of(access.array, bank, port_kind::any_use), words});
	if (most < array.ports)
		node.uses.push_back({port_of(access.array, bank, kind), words});
}

/* Fields of a structure have ports of their own, of which an access uses those of what it reaches. */
void graph_builder::use_fields(node &node, const access &access, long bank, unsigned words)
{
	const array &array = context.memories.all()[static_cast<size_t>(access.array)];
	long count = static_cast<long>(array.fields.size());
	uint64_t first = static_cast<uint64_t>(std::max(0L, access.part));

	if (!count)
		use_bank(node, access, bank, words);
	for (long i = 0; i < count; i++) {
		uint64_t field = array.fields[static_cast<size_t>(i)];

		if (access.bytes >= array.element ||
		    (field >= first && field < first + access.bytes))
			use_bank(node, access, bank * count + i, words);
	}
}

/* An access whose bank is decided when it runs needs a port of each that it may be to. */
void graph_builder::use_ports(node &node, const access &access)
{
	const array &array = context.memories.all()[static_cast<size_t>(access.array)];
	unsigned words = static_cast<unsigned>(
		std::max<uint64_t>(1, (access.bytes + array.element - 1) / array.element));
	auto [first, last] = context.memories.banks_of(access);

	if (array.is_register())
		return;
	for (long bank = first; bank <= last; bank++)
		use_fields(node, access, bank, words);
}

unsigned graph_builder::add_access(const Instruction &instruction)
{
	access access = context.memories.access_of(instruction);
	node node;

	node.instruction = &instruction;
	node.block = instruction.getParent();
	node.what.op = access.store ? "store" : "load";
	node.what.impl = "ram";
	node.what.bits = static_cast<unsigned>(access.bytes * 8);
	node.memory = access.array;
	if (access.array >= 0) {
		const array &array = context.memories.all()[static_cast<size_t>(access.array)];

		if (!array.bus.empty())
			return add_bus_access(instruction, access);
		node.what.impl = array.impl;
		if (array.is_fifo())
			node.what = fifo_operation(context, access);
		use_ports(node, access);
	}
	set_timing(node);
	if (access.array >= 0 && !access.store &&
	    context.memories.all()[static_cast<size_t>(access.array)].load_latency >= 0)
		node.latency = static_cast<unsigned>(
			context.memories.all()[static_cast<size_t>(access.array)].load_latency);
	unsigned number = graph.add(node);

	accesses.push_back({number, access, false});
	return number;
}

/* A loop or call has the memories, streams and buses that it uses to itself. */
void graph_builder::touch(unsigned node, access access)
{
	if (access.array >= 0 &&
	    !context.memories.all()[static_cast<size_t>(access.array)].bus.empty()) {
		access.array = first_on_bus(access.array);
		access.store = true;
	}
	access.offset = nullptr;
	access.bank = -1;
	for (const memory_access &old : accesses)
		if (old.node == node && old.what.array == access.array &&
		    old.what.store >= access.store)
			return;
	accesses.push_back({node, access, true});
}

void graph_builder::touch(unsigned node, const Instruction &instruction)
{
	const auto *call = dyn_cast<CallInst>(&instruction);

	if (getLoadStorePointerOperand(&instruction)) {
		touch(node, context.memories.access_of(instruction));
		return;
	}
	if (!call || is_nothing(instruction))
		return;
	for (const Use &argument : call->args())
		if (argument->getType()->isPointerTy()) {
			access access =
				context.memories.of(*getUnderlyingObject(argument.get(), 0));

			access.store = true;
			if (access.array >= 0)
				touch(node, access);
		}
}

void graph_builder::add_loop(const item &item)
{
	node node;

	node.block = item.loop->getHeader();
	node.instruction = &*node.block->begin();
	node.what.op = "loop";
	node.latency = 1;
	node.whole = true;
	node.inside = item.latency;
	unsigned number = graph.add(node);

	for (const BasicBlock *block : item.loop->blocks())
		for (const Instruction &instruction : *block) {
			producers[&instruction] = number;
			touch(number, instruction);
		}
	add_bursts(item, number);
}

void graph_builder::add_call(const CallInst &call)
{
	const Function *callee = call.getCalledFunction();
	auto found = callee ? context.callees.find(callee->getName().str()) : context.callees.end();
	node node;

	node.instruction = &call;
	node.block = call.getParent();
	node.what.op = "call";
	node.latency = 1;
	node.whole = true;
	if (found != context.callees.end()) {
		node.inside = found->second.latency;
		if (region.outer && node.inside.is_known())
			node.latency =
				static_cast<unsigned>(std::min<uint64_t>(node.inside.max, 1 << 20));
		if (found->second.kind == "pipeline")
			node.interval = found->second.ii;
		else if (region.outer)
			node.interval = node.latency + 1;
	} else {
		unmodelled missing;

		missing.what = "the time of '" +
			       (callee ? callee->getName().str()
				       : std::string("a function pointer")) +
			       "'";
		missing.at = place_of(call);
		context.missing.push_back(missing);
		node.inside = figure::not_known(missing.what + " is not known");
	}
	unsigned number = graph.add(node);

	producers[&call] = number;
	touch(number, call);
}

/* A stream gives, and takes, one element in a state. */
void graph_builder::add_stream(const CallInst &call)
{
	stream_access what = stream_accessed(call);
	access access = context.memories.stream_of(call);
	const auto *offset = dyn_cast_or_null<SCEVConstant>(access.offset);
	bool writes = what == stream_access::write;
	long which = offset ? static_cast<long>(offset->getAPInt().getLimitedValue(INT32_MAX)) : 0;
	node node;

	node.instruction = &call;
	node.block = call.getParent();
	node.what.op = writes ? "fifo_write" : "fifo_read";
	node.what.bits = what == stream_access::ask ? 1
			 : writes ? call.getArgOperand(1)->getType()->getIntegerBitWidth()
				  : call.getType()->getIntegerBitWidth();
	node.stream = access.array;
	if (access.array >= 0 && is_axis(context, access.array))
		node.what.op = writes ? "axis_write" : "axis_read";
	if (access.array >= 0 && what != stream_access::ask) {
		unsigned port = port_of(access.array, which,
					writes ? port_kind::stream_in : port_kind::stream_out);

		node.uses.push_back({port, 1});
	}
	set_timing(node);
	unsigned number = graph.add(node);

	producers[&call] = number;
	access.store = what != stream_access::ask;
	accesses.push_back({number, access, false});
}

void graph_builder::add_instruction(const Instruction &instruction)
{
	const auto *phi = dyn_cast<PHINode>(&instruction);
	const auto *call = dyn_cast<CallInst>(&instruction);
	node node;

	if (is_nothing(instruction) || isa<BranchInst>(instruction) ||
	    isa<ReturnInst>(instruction) || isa<UnreachableInst>(instruction) ||
	    isa<SwitchInst>(instruction))
		return;
	if (getLoadStorePointerOperand(&instruction)) {
		producers[&instruction] = add_access(instruction);
		return;
	}
	if (call && stream_accessed(*call) != stream_access::none) {
		add_stream(*call);
		return;
	}
	node.what = operation_of(instruction, context.sizes);
	if (call && node.what.op.empty()) {
		add_call(*call);
		return;
	}
	node.instruction = &instruction;
	node.block = instruction.getParent();
	multiply_address(node);
	/* What a loop carries is in a register; one that a flattened loop sets anew is selected. */
	if (phi) {
		const Loop *loop = context.loops.getLoopFor(phi->getParent());
		bool header = loop && loop->getHeader() == phi->getParent();
		bool reset = header && region.outer && loop != region.outer &&
			     !phi->getType()->isIntegerTy() && region.outer->contains(loop);

		if (phi->getNumIncomingValues() == 1 || (header && !reset)) {
			node.what = operation();
			node.what.op = "wire";
			node.what.is_free = true;
		}
	}
	set_timing(node);
	producers[&instruction] = graph.add(node);
}

/* --- data -------------------------------------------------------------------------------------- */

static edge data_to(unsigned to)
{
	edge edge;

	edge.to = to;
	return edge;
}

static edge carried_to(unsigned to)
{
	edge edge;

	edge.to = to;
	edge.kind = edge_kind::carried;
	edge.distance = 1;
	return edge;
}

/* To those that use what is carried: wires take no time. */
void graph_builder::carry(unsigned from, unsigned to)
{
	carried.emplace_back(from, to);
}

void graph_builder::connect_carried()
{
	std::set<std::pair<unsigned, unsigned>> seen(carried.begin(), carried.end());

	while (!carried.empty()) {
		auto [from, to] = carried.back();
		bool is_wire = graph.nodes[to].what.is_free;

		carried.pop_back();
		if (!is_wire) {
			graph.connect(from, carried_to(to));
			continue;
		}
		for (const edge &edge : graph.nodes[to].out)
			if (!edge.distance && seen.insert({from, edge.to}).second)
				carried.emplace_back(from, edge.to);
	}
}

void graph_builder::connect_phi(const PHINode &phi, unsigned to)
{
	const Loop *loop = context.loops.getLoopFor(phi.getParent());
	bool header = loop && loop->getHeader() == phi.getParent();

	for (unsigned i = 0; i < phi.getNumIncomingValues(); i++) {
		auto from = producers.find(phi.getIncomingValue(i));
		bool back = header && loop->contains(phi.getIncomingBlock(i));

		if (from == producers.end() || !contains(phi.getIncomingBlock(i)))
			continue;
		if (back && region.outer)
			carry(from->second, to);
		else if (!back)
			graph.connect(from->second, data_to(to));
	}
	/* Which value it is depends on the branches to it. */
	for (const BasicBlock *block : predecessors(phi.getParent())) {
		const auto *branch = dyn_cast<BranchInst>(block->getTerminator());

		if (header || !branch || !branch->isConditional() || !contains(block))
			continue;
		auto from = producers.find(branch->getCondition());

		if (from != producers.end())
			graph.connect(from->second, data_to(to));
	}
}

void graph_builder::connect_operands()
{
	for (unsigned to = 0; to < graph.nodes.size(); to++) {
		const Instruction *instruction = graph.nodes[to].instruction;

		if (!instruction || graph.nodes[to].what.op == "loop")
			continue;
		if (const auto *phi = dyn_cast<PHINode>(instruction)) {
			connect_phi(*phi, to);
			continue;
		}
		for (const Use &operand : instruction->operands()) {
			auto from = producers.find(operand.get());

			if (from != producers.end())
				graph.connect(from->second, data_to(to));
		}
	}
	for (const item &item : region.items) {
		if (!item.loop)
			continue;
		unsigned to = producers[&*item.loop->getHeader()->begin()];

		for (const BasicBlock *block : item.loop->blocks())
			for (const Instruction &instruction : *block)
				for (const Use &operand : instruction.operands()) {
					auto from = producers.find(operand.get());

					if (from != producers.end() && from->second != to)
						graph.connect(from->second, data_to(to));
				}
	}
}

static bool has_effect(const node &node)
{
	return node.what.op == "store" || node.what.op == "m_axi_read" ||
	       node.what.op == "m_axi_write" || node.what.op == "m_axi_writereq" ||
	       node.stream >= 0 || node.whole;
}

/* What cannot be taken back waits until it is known whether the iteration runs at all. */
void graph_builder::guard_iterations()
{
	const auto *branch =
		region.inner && region.inner->getLoopLatch()
			? dyn_cast<BranchInst>(region.inner->getLoopLatch()->getTerminator())
			: nullptr;
	const auto *compare = branch && branch->isConditional()
				      ? dyn_cast<ICmpInst>(branch->getCondition())
				      : nullptr;
	unsigned effects = static_cast<unsigned>(graph.nodes.size());
	node condition;

	if (!compare)
		return;
	condition.block = region.inner->getHeader();
	condition.what.op = "icmp";
	condition.what.impl = "eq";
	condition.what.bits = context.sizes.of(*compare->getOperand(0));
	set_timing(condition);
	unsigned number = graph.add(condition);

	for (unsigned to = 0; to < effects; to++)
		if (has_effect(graph.nodes[to]))
			graph.connect(number, data_to(to));
}

/* A load asks a memory only if it is needed: not before the state in which that is known. */
static edge guard_of(const graph &graph, unsigned condition, unsigned to)
{
	edge edge = data_to(to);

	if (graph.nodes[to].what.op != "load")
		return edge;
	edge.kind = edge_kind::order;
	edge.states = static_cast<int>(graph.nodes[condition].latency);
	return edge;
}

/* What cannot be taken back, and loads, wait for the branches that they are behind. */
void graph_builder::guard_effects()
{
	for (unsigned to = 0; to < graph.nodes.size(); to++) {
		const node &node = graph.nodes[to];

		if (!node.block || (!has_effect(node) && node.what.op != "load"))
			continue;
		const auto *inside = context.dominators.getNode(node.block);

		for (const auto *at = inside ? inside->getIDom() : nullptr;
		     at && contains(at->getBlock()); at = at->getIDom()) {
			const auto *branch = dyn_cast<BranchInst>(at->getBlock()->getTerminator());

			if (!branch || !branch->isConditional() ||
			    context.postdominators.dominates(node.block, at->getBlock()))
				continue;
			auto from = producers.find(branch->getCondition());

			if (from != producers.end())
				graph.connect(from->second, guard_of(graph, from->second, to));
		}
	}
}

/* --- memory ------------------------------------------------------------------------------------ */

/* Whether it is the only one to the memory, and part of each iteration. */
bool graph_builder::is_only_store(const memory_access &store) const
{
	const BasicBlock *latch = region.inner->getLoopLatch();

	for (const memory_access &other : accesses)
		if (other.what.array == store.what.array && other.what.store &&
		    other.node != store.node)
			return false;
	return latch && context.dominators.dominates(graph.nodes[store.node].block, latch);
}

/*
 * Whether the code before the loop ends with a store to the same place. The vendor's tool makes one of
 * the two, at the start of the iteration, and keeps nothing beside the memory.
 */
bool graph_builder::is_merged(const memory_access &store) const
{
	const BasicBlock *block = region.outer->getLoopPreheader();

	for (; block; block = block->getSinglePredecessor())
		for (const Instruction &instruction : llvm::reverse(*block)) {
			access before = context.memories.access_of(instruction);

			if (before.store && before.array == store.what.array)
				return before.offset == store.what.offset &&
				       context.evolution.isLoopInvariant(before.offset,
									 region.outer);
		}
	return false;
}

/*
 * An element that may be read in one iteration and written in the one before: what was written last is
 * kept beside the memory with its address, and chosen if that is the same.
 */
bool graph_builder::forward(const memory_access &load, const memory_access &store)
{
	node select;
	unsigned value, chosen;
	auto producer = producers.end();

	if (load.whole || store.whole || load.what.array < 0 || !load.what.offset ||
	    !store.what.offset ||
	    !isa_and_nonnull<StoreInst>(graph.nodes[store.node].instruction) ||
	    !isa_and_nonnull<LoadInst>(graph.nodes[load.node].instruction) ||
	    !is_only_store(store) || is_merged(store))
		return false;
	producer = producers.find(
		cast<StoreInst>(graph.nodes[store.node].instruction)->getValueOperand());
	if (producer == producers.end())
		return false;
	value = producer->second;
	select.block = graph.nodes[load.node].block;
	select.what.op = "select";
	select.what.bits = graph.nodes[load.node].what.bits;
	set_timing(select);
	chosen = graph.add(select);
	/* The load's users become the selection's. */
	std::vector<edge> users;

	users.swap(graph.nodes[load.node].out);
	for (const edge &edge : users) {
		auto &in = graph.nodes[edge.to].in;

		for (size_t i = 0; i < in.size(); i++)
			if (in[i].first == load.node && in[i].second.kind == edge.kind &&
			    in[i].second.distance == edge.distance) {
				in.erase(in.begin() + static_cast<long>(i));
				break;
			}
		graph.connect(edge.kind == edge_kind::order ? load.node : chosen, edge);
	}
	graph.connect(load.node, data_to(chosen));
	graph.connect(value == load.node ? chosen : value, carried_to(chosen));
	return true;
}

/* From the start of an access to that of one behind it. */
int graph_builder::states_between(const memory_access &first, const memory_access &second) const
{
	if (first.whole)
		return static_cast<int>(graph.nodes[first.node].latency) + 1;
	if (first.what.store)
		return 1;
	return second.whole ? static_cast<int>(graph.nodes[first.node].latency) : 0;
}

/* How much later what was written is read from the memory, if the next iteration has it from beside it; 0: never. */
unsigned graph_builder::later_than_next(const memory_access &load, const memory_access &store) const
{
	if (load.what.offset == store.what.offset &&
	    context.evolution.isLoopInvariant(load.what.offset, region.outer))
		return 0;
	return meeting_of(context.evolution, store.what, load.what, region.outer, region.inner, 2)
		.forward;
}

void graph_builder::order_pair(const memory_access &first, const memory_access &second)
{
	bool shared = first.whole || second.whole;
	meeting meeting;
	edge edge;

	if (first.node == second.node)
		return;
	if (first.what.array >= 0 && second.what.array >= 0 &&
	    first.what.array != second.what.array)
		return;
	if (!first.what.store && !second.what.store && !shared)
		return;
	meeting = meeting_of(context.evolution, first.what, second.what, region.outer,
			     region.inner);
	if (first.what.array >= 0 && first.what.array == second.what.array && !shared) {
		const array &array = context.memories.all()[static_cast<size_t>(first.what.array)];

		meeting.now &= !array.apart_now;
		if (array.apart_later)
			meeting.forward = meeting.backward = 0;
	}
	edge.kind = edge_kind::order;
	edge.memory = true;
	edge.to = second.node;
	edge.states = states_between(first, second);
	if (meeting.now && !graph.are_exclusive(graph.nodes[first.node], graph.nodes[second.node]))
		graph.connect(first.node, edge);
	if (!region.outer)
		return;
	/* From the iteration before, it does not come from the memory. */
	if (meeting.backward == 1 && !first.what.store && second.what.store &&
	    forward(first, second))
		meeting.backward = later_than_next(first, second);
	if (meeting.forward == 1 && first.what.store && !second.what.store &&
	    forward(second, first))
		meeting.forward = later_than_next(second, first);
	if (meeting.forward) {
		edge.distance = meeting.forward;
		graph.connect(first.node, edge);
	}
	if (meeting.backward) {
		edge.to = first.node;
		edge.states = states_between(second, first);
		edge.distance = meeting.backward;
		graph.connect(second.node, edge);
	}
}

/* Accesses are in the order of the program. */
void graph_builder::order_memory()
{
	for (size_t i = 0; i < accesses.size(); i++)
		for (size_t j = i + 1; j < accesses.size(); j++)
			order_pair(accesses[i], accesses[j]);
}

/* --- all --------------------------------------------------------------------------------------- */

/* Items are sorted, so paths from later ones are known first. */
void graph_builder::find_paths()
{
	if (!region.outer)
		return;
	for (size_t i = region.items.size(); i-- > 0;) {
		const BasicBlock *block = region.items[i].block;
		std::set<const BasicBlock *> &from = graph.paths[block];

		for (const BasicBlock *next : successors(block)) {
			auto found = graph.paths.find(next);

			if (found == graph.paths.end() || next == block)
				continue;
			from.insert(next);
			from.insert(found->second.begin(), found->second.end());
		}
	}
}

struct graph graph_builder::make()
{
	find_paths();
	for (const item &item : region.items) {
		if (item.loop) {
			add_loop(item);
			continue;
		}
		for (const Instruction &instruction : *item.block)
			add_instruction(instruction);
	}
	connect_operands();
	join_products();
	limit_units();
	connect_carried();
	guard_effects();
	guard_iterations();
	order_memory();
	return std::move(graph);
}

} // namespace fclc
