/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/arrays.h"

#include <set>

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/autopartition.h"
#include "tools/fpgaclc/plugin/schedule/bus.h"
#include "tools/fpgaclc/plugin/schedule/choose.h"
#include "tools/fpgaclc/plugin/schedule/index.h"
#include "tools/fpgaclc/plugin/schedule/operators/timing.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/schedule/tables.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

using namespace llvm;

namespace fclc
{

/* --- pragmas ----------------------------------------------------------------------------------- */

bool is_memory_core(StringRef core)
{
	std::string name = core.lower();

	return begins_with(name, "ram_") || begins_with(name, "rom_") || begins_with(name, "fifo");
}

/* Of a pointer's first dimension. */
static constexpr uint64_t unknown_count = 1 << 20;

static void cut(array &array, const marked &mark)
{
	partition part;
	unsigned dims = static_cast<unsigned>(array.counts.size());
	long dim = mark.number("dim", 1);

	part.type = mark.word("type").empty() ? "complete" : mark.word("type").str();
	part.factor = static_cast<uint64_t>(std::max(0L, mark.number("factor", 0)));
	for (unsigned i = 1; i <= dims; i++) {
		if (dim && static_cast<unsigned>(dim) != i)
			continue;
		part.dim = i;
		if (part.type == "complete")
			part.factor = array.counts[i - 1] ? array.counts[i - 1] : unknown_count;
		else if (array.counts[i - 1] && part.factor >= array.counts[i - 1])
			part.type = "complete";
		if (part.factor)
			array.cuts.push_back(part);
	}
}

/* Whether each element is its own register. */
static bool is_cut_up(const array &array)
{
	std::set<unsigned> dims;

	for (const partition &cut : array.cuts)
		if (cut.type == "complete")
			dims.insert(cut.dim);
	return dims.size() == array.counts.size();
}

/* How many reads and writes there can be at a time: UG1399, "BIND_STORAGE", and UG902 for older names. */
static void set_ports(array &array, StringRef type)
{
	if (ends_with(type, "1p") || type == "fifo")
		array.ports = 1;
	else if (ends_with(type, "1wnr") || ends_with(type, "np"))
		array.ports = array.copies;
	array.write_ports = type == "ram_t2p" ? array.ports : 1;
	array.read_ports = type == "ram_s2p" ? 1 : array.ports;
	if (begins_with(type, "rom"))
		array.kind = "rom";
}

static void set_storage(array &array, StringRef impl)
{
	if (impl == "lutram" || impl == "uram")
		array.kind = impl.str();
}

static void bind(array &array, const marked &mark)
{
	set_storage(array, mark.word("impl"));
	set_ports(array, mark.word("type"));
	array.load_latency = static_cast<int>(mark.number("latency", -1));
}

/* RESOURCE with a memory's core is an older BIND_STORAGE: ram_2p_lutram. */
static void take_resource(array &array, const marked &mark)
{
	std::string core = mark.word("core").lower();
	size_t end = core.find('_', core.find('_') + 1);

	if (!is_memory_core(core))
		return;
	set_storage(array, end == std::string::npos ? "" : core.substr(end + 1));
	set_ports(array, core.substr(0, end));
	array.load_latency = static_cast<int>(mark.number("latency", -1));
}

/* Only that there is none; a distance is taken for any. */
static void separate(array &array, const marked &mark)
{
	StringRef type = mark.word("type");

	if (mark.word("dependent") != "false")
		return;
	array.apart_now |= type == "intra";
	array.apart_later |= type != "intra";
}

static void read_pragmas(array &array)
{
	for (const marked &mark : marks_of(*array.base)) {
		if (mark.flag("off"))
			continue;
		if (mark.name() == "ARRAY_PARTITION" || mark.name() == "ARRAY_RESHAPE")
			cut(array, mark);
		else if (mark.name() == "BIND_STORAGE")
			bind(array, mark);
		else if (mark.name() == "RESOURCE")
			take_resource(array, mark);
		else if (mark.name() == "DEPENDENCE")
			separate(array, mark);
	}
	if (array.kind == "fifo")
		array.ports = array.read_ports = array.write_ports = 1;
	else if (!array.is_stream() && is_cut_up(array))
		array.kind = "register";
}

/* What loads and stores take depends on how large a bank is. */
static void set_impl(array &array)
{
	uint64_t words = 1;

	array.impl = array.kind;
	/* What is passed is a port, and no part of the function. */
	if (array.kind != "ram" || isa<Argument>(array.base))
		return;
	for (uint64_t count : array.counts)
		words = saturating_mul(words, count);
	if (words)
		array.impl = memory_of(options_of_schedule().part,
				       static_cast<unsigned>(array.element * 8),
				       (words + array.banks() - 1) / array.banks());
}

/* --- the list ---------------------------------------------------------------------------------- */

void arrays::shape(array &array) const
{
	declared found = declared_of(*array.base, layout);

	array.name = found.name;
	array.counts = found.counts;
	array.element = found.element ? found.element : 1;
	array.at = found.at;
	if (array.counts.empty())
		array.kind = "register";
	if (is_stream_type(found.type))
		array.kind = "stream";
	else if (!array.counts.empty() && is_fifo(*array.base))
		array.kind = "fifo";
	if (const auto *global = dyn_cast<GlobalVariable>(array.base))
		if (global->isConstant() && !array.counts.empty())
			array.kind = "rom";
}

void arrays::add(const Value &base)
{
	array array;

	if (!isa<AllocaInst>(base) && !isa<GlobalVariable>(base) && !isa<Argument>(base))
		return;
	if (!numbers.emplace(&base, static_cast<int>(list.size())).second)
		return;
	array.base = &base;
	shape(array);
	read_pragmas(array);
	if (isa<Argument>(base) && !array.is_stream()) {
		bus found = bus_reached(cast<Argument>(base), options_of_schedule());

		array.bus = found.bundle;
		array.bus_latency = found.latency;
		if (!found.bundle.empty())
			array.kind = "m_axi";
	}
	list.push_back(array);
}

bool arrays::has_bus() const
{
	for (const array &array : list)
		if (!array.bus.empty())
			return true;
	return false;
}

arrays::arrays(Function &function, const LoopInfo &loops, ScalarEvolution &evolution)
    : evolution(evolution), layout(function.getParent()->getDataLayout())
{
	for (const Instruction &instruction : instructions(function))
		for (const Use &operand : instruction.operands())
			if (operand->getType()->isPointerTy() && !isa<Function>(operand))
				add(*getUnderlyingObject(operand.get(), 0));
	look_at_uses(function, loops);
	find_fields(function);
	for (array &array : list)
		set_impl(array);
}

/*
 * A tool makes a memory of each field of a structure (UG1399, "Structs": they are disaggregated); those
 * that are the kernel's ports are words of all fields.
 */
void arrays::find_fields(Function &function)
{
	std::vector<std::set<uint64_t>> parts(list.size());
	std::vector<bool> known(list.size(), true);

	for (const Instruction &instruction : instructions(function)) {
		access found = access_of(instruction);
		size_t number = static_cast<size_t>(found.array);

		if (found.array < 0 || found.bytes >= list[number].element)
			continue;
		parts[number].insert(static_cast<uint64_t>(std::max(0L, found.part)));
		known[number] = known[number] && found.part >= 0;
	}
	for (size_t i = 0; i < list.size(); i++)
		if (known[i] && !(isa<Argument>(list[i].base) && function.hasExternalLinkage()))
			list[i].fields.assign(parts[i].begin(), parts[i].end());
}

static void find_escapes(const Instruction &instruction,
			 const std::map<const Value *, int> &numbers, std::vector<array_uses> &uses)
{
	if (!isa<CallBase>(instruction) || isa<DbgInfoIntrinsic>(instruction) ||
	    is_table(instruction) || instruction.isLifetimeStartOrEnd())
		return;
	for (const Use &operand : instruction.operands()) {
		if (!operand->getType()->isPointerTy())
			continue;
		auto number = numbers.find(getUnderlyingObject(operand.get(), 0));

		if (number != numbers.end())
			uses[static_cast<size_t>(number->second)].only_accesses = false;
	}
}

/* A pointer of which only what it points at is used: wires, not a memory. */
static bool is_one_value(const array &array, const array_uses &uses)
{
	bool one = array.kind == "ram" && array.counts.size() == 1 && !array.counts[0] &&
		   uses.only_accesses && !uses.offsets.empty();

	for (const auto &[block, offsets] : uses.offsets)
		for (const SCEV *offset : offsets)
			one = one && offset && offset->isZero();
	return one;
}

/* Tools that pipeline no loop unasked cut no array to reach an interval, either. */
static bool is_told(const Loop *loop)
{
	return loop && options_of_schedule().pipeline_loops &&
	       (choice_of(*loop).asked == "pragma" || is_told(loop->getParentLoop()));
}

void arrays::look_at_uses(Function &function, const LoopInfo &loops)
{
	std::vector<array_uses> uses(list.size());
	std::map<std::pair<int, const BasicBlock *>, unsigned> stores;

	for (const Instruction &instruction : instructions(function)) {
		access found = access_of(instruction);

		if (found.array >= 0) {
			array_uses &of = uses[static_cast<size_t>(found.array)];

			of.offsets[instruction.getParent()].push_back(found.offset);
			if (is_told(loops.getLoopFor(instruction.getParent())))
				of.told.insert(instruction.getParent());
			if (found.store)
				of.stores =
					std::max(of.stores,
						 ++stores[{found.array, instruction.getParent()}]);
		}
		find_escapes(instruction, numbers, uses);
	}
	for (size_t i = 0; i < list.size(); i++)
		if (isa<Argument>(list[i].base) && is_one_value(list[i], uses[i]))
			list[i].kind = "register";
		else if (!isa<Argument>(list[i].base))
			partition_alone(list[i], uses[i], evolution);
}

/* --- accesses ---------------------------------------------------------------------------------- */

/* The first and the last block of the outermost dimension that values of the offset are in; -1: not known. */
std::pair<long, long> arrays::blocks_of(const array &array, const partition &cut,
					const SCEV *offset) const
{
	int64_t size = static_cast<int64_t>((array.counts[0] + cut.factor - 1) / cut.factor);
	int64_t bytes = size * static_cast<int64_t>(array.stride(1));
	ConstantRange range = evolution.getSignedRange(offset);

	if (cut.dim != 1 || !bytes || range.isFullSet() || range.getSignedMin().isNegative())
		return {-1, -1};
	return {range.getSignedMin().getSExtValue() / bytes,
		range.getSignedMax().getSExtValue() / bytes};
}

long arrays::block_of(const array &array, const partition &cut, const SCEV *offset) const
{
	auto [first, last] = blocks_of(array, cut, offset);

	return first == last ? first : -1;
}

/* Of those that an access may be to, which its index decides when it runs. */
std::pair<long, long> arrays::banks_of(const access &access) const
{
	const array &array = list[static_cast<size_t>(access.array)];
	long banks = static_cast<long>(std::min<uint64_t>(array.banks(), 1024));
	std::pair<long, long> blocks = {-1, -1};

	if (access.bank >= 0)
		return {access.bank, access.bank};
	if (access.offset && array.cuts.size() == 1 && array.cuts[0].type == "block" &&
	    array.counts[array.cuts[0].dim - 1])
		blocks = blocks_of(array, array.cuts[0], access.offset);
	return blocks.first < 0 ? std::make_pair(0L, banks - 1)
				: std::make_pair(blocks.first, std::min(blocks.second, banks - 1));
}

long arrays::bank_of(const array &array, const SCEV *offset) const
{
	linear linear = linear_of(evolution, offset);
	long bank = 0;

	for (const partition &cut : array.cuts) {
		int64_t step = static_cast<int64_t>(array.stride(cut.dim));
		int64_t whole = cut.dim > 1 ? static_cast<int64_t>(array.stride(cut.dim - 1)) : 0;
		uint64_t count = array.counts[cut.dim - 1];
		bool block = cut.type == "block" && count;
		/* Blocks: the index has to be known. */
		uint64_t modulo = block ? count : cut.factor;
		long index = step ? residue_of(linear, step, whole, static_cast<int64_t>(modulo))
				  : -1;

		if (block && index >= 0)
			index /= static_cast<long>((count + cut.factor - 1) / cut.factor);
		else if (block)
			index = block_of(array, cut, offset);
		if (index < 0)
			return -1;
		bank = bank * static_cast<long>(cut.factor) + index;
	}
	return bank;
}

long arrays::part_of(const array &array, const SCEV *offset) const
{
	linear linear = linear_of(evolution, offset);
	int64_t element = static_cast<int64_t>(array.element);

	for (int64_t factor : linear.factors)
		if (factor % element)
			return -1;
	return static_cast<long>(((linear.constant % element) + element) % element);
}

/* The variable that a pointer points into, also one that moves from iteration to iteration. */
const Value *arrays::base_of(const Value &pointer) const
{
	const Value *object = getUnderlyingObject(&pointer, 0);

	if (!isa<PHINode>(object) || !evolution.isSCEVable(object->getType()))
		return object;
	const auto *start = dyn_cast<SCEVUnknown>(
		evolution.getPointerBase(evolution.getSCEV(const_cast<Value *>(object))));

	return start ? getUnderlyingObject(start->getValue(), 0) : object;
}

access arrays::of(const Value &base) const
{
	access found;
	auto number = numbers.find(&base);

	if (number != numbers.end())
		found.array = number->second;
	return found;
}

const SCEV *arrays::offset_of(const Value &pointer, const Value &base) const
{
	const SCEV *offset =
		evolution.getMinusSCEV(evolution.getSCEV(const_cast<Value *>(&pointer)),
				       evolution.getSCEV(const_cast<Value *>(&base)));

	return isa<SCEVCouldNotCompute>(offset) ? nullptr : offset;
}

access arrays::stream_of(const CallInst &call) const
{
	const Value *pointer = call.getArgOperand(0), *base = getUnderlyingObject(pointer, 0);
	access found = of(*base);

	found.bytes = 1;
	if (found.array >= 0)
		found.offset = offset_of(*pointer, *base);
	return found;
}

access arrays::access_of(const Instruction &instruction) const
{
	access found;
	const Value *pointer = getLoadStorePointerOperand(&instruction);

	if (!pointer)
		return found;
	found.store = isa<StoreInst>(instruction);
	found.bytes =
		layout.getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&instruction)))
			.getFixedValue();
	const Value *base = base_of(*pointer);
	auto number = numbers.find(base);

	if (number == numbers.end())
		return found;
	found.array = number->second;
	const SCEV *offset = offset_of(*pointer, *base);

	if (!offset)
		return found;
	found.offset = offset;
	found.bank = bank_of(list[static_cast<size_t>(found.array)], offset);
	found.part = part_of(list[static_cast<size_t>(found.array)], offset);
	return found;
}

} // namespace fclc
