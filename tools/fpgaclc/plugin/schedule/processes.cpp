/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/processes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "tools/fpgaclc/plugin/schedule/bus.h"
#include "tools/fpgaclc/plugin/schedule/streams.h"

using namespace llvm;

namespace fclc
{

/* --- what a process uses ----------------------------------------------------------------------- */

static void merge(channel_use &into, const channel_use &more)
{
	into.reads |= more.reads;
	into.writes |= more.writes;
	into.streams |= more.streams;
}

typedef std::map<const Value *, channel_use> channel_uses;

static void add_uses(const Instruction &instruction, channel_uses &uses, unsigned depth);

/* What a function does to its arguments, of a call of it. */
static void add_call(const CallInst &call, channel_uses &uses, unsigned depth)
{
	const Function *callee = call.getCalledFunction();
	channel_uses inside;

	if (!callee || callee->isDeclaration() || depth > 16)
		return;
	for (const Instruction &instruction : instructions(*callee))
		add_uses(instruction, inside, depth + 1);
	for (unsigned i = 0; i < call.arg_size() && i < callee->arg_size(); i++) {
		auto found = inside.find(callee->getArg(i));

		if (found != inside.end())
			merge(uses[getUnderlyingObject(call.getArgOperand(i), 0)], found->second);
	}
}

static void add_uses(const Instruction &instruction, channel_uses &uses, unsigned depth)
{
	const auto *call = dyn_cast<CallInst>(&instruction);
	stream_access access = stream_accessed(instruction);
	channel_use use;

	if (access != stream_access::none) {
		use.streams = true;
		use.writes = access == stream_access::write;
		use.reads = access == stream_access::read;
		merge(uses[getUnderlyingObject(call->getArgOperand(0), 0)], use);
	} else if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
		use.writes = isa<StoreInst>(instruction);
		use.reads = !use.writes;
		use.streams = is_fifo(*getUnderlyingObject(pointer, 0));
		merge(uses[getUnderlyingObject(pointer, 0)], use);
	} else if (call) {
		add_call(*call, uses, depth);
	}
}

/* Values count as channels: what one process computes and another takes. */
static void add_operands(const Instruction &instruction, channel_uses &uses)
{
	channel_use use;

	use.reads = true;
	for (const Use &operand : instruction.operands())
		if (isa<Instruction>(operand) && !operand->getType()->isPointerTy())
			merge(uses[operand.get()], use);
}

process process_of(const CallInst &call, const std::string &name, const figure &latency)
{
	process made;

	made.name = name;
	made.latency = latency;
	add_call(call, made.uses, 0);
	add_operands(call, made.uses);
	made.uses[&call].writes = true;
	return made;
}

process process_of(const Loop &loop, const std::string &name, const figure &latency)
{
	process made;

	made.name = name;
	made.latency = latency;
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &instruction : *block) {
			add_uses(instruction, made.uses, 0);
			add_operands(instruction, made.uses);
			made.uses[&instruction].writes = true;
		}
	return made;
}

/* --- time -------------------------------------------------------------------------------------- */

feeds how(const process &from, const process &to)
{
	feeds found = feeds::nothing;

	for (const auto &[variable, use] : from.uses) {
		auto other = to.uses.find(variable);

		if (other == to.uses.end() || !use.writes || !other->second.reads)
			continue;
		if (!use.streams)
			return feeds::array;
		found = feeds::stream;
	}
	return found;
}

bool run_over_streams(const std::vector<process> &processes)
{
	for (size_t i = 0; i < processes.size(); i++)
		for (size_t j = 0; j < i; j++)
			if (how(processes[j], processes[i]) == feeds::stream)
				return true;
	return false;
}

figure latency_of(const std::vector<process> &processes)
{
	std::vector<figure> starts(processes.size()), ends(processes.size());
	figure last(0);

	for (size_t i = 0; i < processes.size(); i++) {
		figure least(0);

		for (size_t j = 0; j < i; j++) {
			feeds feed = how(processes[j], processes[i]);

			if (feed == feeds::array)
				starts[i] = longest(starts[i], ends[j] + figure(1));
			if (feed != feeds::stream)
				continue;
			starts[i] = longest(starts[i], starts[j]);
			least = longest(least, ends[j] + figure(1, sureness::bound));
		}
		ends[i] = longest(starts[i] + processes[i].latency, least);
		last = longest(last, ends[i]);
	}
	return last;
}

figure interval_of(const std::vector<process> &processes)
{
	figure slowest(0);

	for (const process &process : processes)
		slowest = longest(slowest, process.latency);
	return slowest + figure(1);
}

} // namespace fclc
