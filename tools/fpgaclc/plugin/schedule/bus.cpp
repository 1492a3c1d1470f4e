/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/bus.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/marks/marks.h"

using namespace llvm;

namespace fclc
{

static marked interface_of(const Function &function, StringRef argument)
{
	marked found(nullptr);

	for (const marked &mark : marks_of(function))
		if (mark.name() == "INTERFACE" && mark.word("port") == argument &&
		    mark.word("mode") != "s_axilite")
			found = mark;
	return found;
}

std::string mode_of(const Function &function, StringRef argument)
{
	return interface_of(function, argument).word("mode").str();
}

bus bus_of(const Argument &argument, const schedule_options &options)
{
	const Function &function = *argument.getParent();
	marked mark = interface_of(function, argument.getName());
	bus found;

	if (!argument.getType()->isPointerTy() ||
	    !(mark ? mark.word("mode") == "m_axi" : options.kernel_flow))
		return found;
	found.bundle = mark && !mark.word("bundle").empty() ? mark.word("bundle").str() : "gmem";
	found.latency = mark && mark.number("latency", -1) >= 0
				? static_cast<unsigned>(mark.number("latency", 0))
				: options.m_axi_latency;
	return found;
}

bus bus_reached(const Argument &argument, const schedule_options &options, unsigned depth)
{
	const Function &function = *argument.getParent();
	bus found;
	bool any = false;

	/* Only the top can be called from outside. */
	if (!function.hasLocalLinkage())
		return bus_of(argument, options);
	for (const User *user : function.users()) {
		const auto *call = dyn_cast<CallBase>(user);
		const auto *given = call && call->getCalledOperand() == &function
					    ? dyn_cast<Argument>(getUnderlyingObject(
						      call->getArgOperand(argument.getArgNo()), 0))
					    : nullptr;
		bus here = given && depth < 16 ? bus_reached(*given, options, depth + 1) : bus();

		if (any && here.bundle != found.bundle)
			return bus();
		found = here;
		any = true;
	}
	return found;
}

static bool is_on_bus(const Instruction &instruction, const schedule_options &options)
{
	const Value *pointer = getLoadStorePointerOperand(&instruction);
	const auto *argument = pointer ? dyn_cast<Argument>(getUnderlyingObject(pointer, 0))
				       : nullptr;

	return argument && !bus_reached(*argument, options).bundle.empty();
}

static void set_volatile(Instruction &instruction, bool on)
{
	if (auto *load = dyn_cast<LoadInst>(&instruction))
		load->setVolatile(on);
	else
		cast<StoreInst>(instruction).setVolatile(on);
}

void hold_bus_accesses(Function &function, const schedule_options &options, bool hold)
{
	static constexpr StringLiteral held =
		"fpgacl.held"; /* the source's own are volatile, too */

	for (Instruction &instruction : instructions(function)) {
		if (!hold && instruction.getMetadata(held)) {
			set_volatile(instruction, false);
			instruction.setMetadata(held, nullptr);
		} else if (hold && !instruction.isVolatile() && is_on_bus(instruction, options)) {
			set_volatile(instruction, true);
			instruction.setMetadata(held, MDNode::get(function.getContext(), {}));
		}
	}
}

static bool moves_in_order(const Argument &argument, unsigned depth)
{
	const Function &function = *argument.getParent();
	std::string mode = mode_of(function, argument.getName());

	if (!function.hasLocalLinkage())
		return mode == "ap_fifo" || mode == "axis";
	if (function.user_empty() || depth > 16)
		return false;
	for (const User *user : function.users()) {
		const auto *call = dyn_cast<CallBase>(user);

		if (!call || call->getCalledOperand() != &function ||
		    !is_fifo(*getUnderlyingObject(call->getArgOperand(argument.getArgNo()), 0),
			     depth + 1))
			return false;
	}
	return true;
}

bool is_fifo(const Value &base, unsigned depth)
{
	const auto *local = dyn_cast<AllocaInst>(&base);
	const auto *argument = dyn_cast<Argument>(&base);

	if (argument)
		return argument->getType()->isPointerTy() && moves_in_order(*argument, depth);
	if (!local || !find_mark(marks_of(*local->getFunction()), "DATAFLOW"))
		return false;
	marked mark = find_mark(marks_of(base), "STREAM");

	return mark && !mark.flag("off") && (!mark.has("type") || mark.word("type") == "fifo");
}

} // namespace fclc
