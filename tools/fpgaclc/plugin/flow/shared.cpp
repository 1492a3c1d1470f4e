/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/flow/shared.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "tools/fpgaclc/plugin/flow/names.h"
#include "tools/fpgaclc/plugin/flow/uses.h"

using namespace llvm;

namespace fclc
{

/* Calls between a kernel and a region that are followed. */
enum { MOST_NESTED_ARGUMENTS = 8 };

bool is_kernel(const Function &function)
{
	for (const User *user : function.users()) {
		const CallBase *call = dyn_cast<CallBase>(user);

		if (call && call->getFunction()->getName().substr(0, 9) == "fclc_run_")
			return true;
	}
	return false;
}

/* The argument of a kernel that is passed on as this one, perhaps through several functions; nullptr: none is. */
static const Argument *kernel_argument(const Argument &argument, unsigned depth)
{
	if (is_kernel(*argument.getParent()))
		return &argument;
	for (const User *user : argument.getParent()->users()) {
		const CallBase *call = dyn_cast<CallBase>(user);

		if (!call || call->getCalledFunction() != argument.getParent() || !depth)
			continue;
		const Argument *outer = dyn_cast_or_null<Argument>(
			object_of(call->getArgOperand(argument.getArgNo())));
		if (outer && (outer = kernel_argument(*outer, depth - 1)))
			return outer;
	}
	return nullptr;
}

/* How the call uses the memory behind a parameter of its function. */
static unsigned bits_of(const CallBase &call, const Argument &argument, Uses &uses)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < call.arg_size(); i++) {
		Value *pointer = call.getArgOperand(i);
		Use_ use;

		if (pointer->getType()->isPointerTy() && object_of(pointer) == &argument &&
		    uses.find(call, i, use) && !(use.bits & USE_STREAM))
			bits |= use.bits & (USE_READ | USE_WRITE);
	}
	return bits;
}

static void warn(const Argument &argument, const CallBase &first, const CallBase &second)
{
	errs() << "fpgaclc: warning: kernel '" << short_name(*argument.getParent())
	       << "': the processes '" << short_name(*first.getCalledFunction()) << "' and '"
	       << short_name(*second.getCalledFunction()) << "' of a DATAFLOW region both use '"
	       << argument.getName()
	       << "', which one reads and the other writes: a board runs them concurrently, and so does an emulated board if they wait for each other; --dataflow ordered keeps source order\n";
}

/* One pair suffices for the message. */
static void check(const Argument &argument, ArrayRef<CallBase *> processes, Uses &uses)
{
	const Argument *outer = kernel_argument(argument, MOST_NESTED_ARGUMENTS);

	for (unsigned i = 0; outer && i < processes.size(); i++) {
		unsigned mine = bits_of(*processes[i], argument, uses);

		for (unsigned j = i + 1; mine && j < processes.size(); j++) {
			unsigned others = bits_of(*processes[j], argument, uses);

			if (!others || !((mine | others) & USE_WRITE) ||
			    !((mine | others) & USE_READ))
				continue;
			warn(*outer, *processes[i], *processes[j]);
			return;
		}
	}
}

void warn_of_shared(Function &function, ArrayRef<CallBase *> processes, Uses &uses)
{
	/* With --dataflow ordered, the user knows. */
	if (function.getParent()->getFunction("fclc_flow_begin_ordered"))
		return;
	for (const Argument &argument : function.args())
		if (argument.getType()->isPointerTy() && !argument.hasByValAttr())
			check(argument, processes, uses);
}

} // namespace fclc
