/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/choose.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/balance.h"
#include "tools/fpgaclc/plugin/schedule/nest.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/pointers.h"

using namespace llvm;

namespace fclc
{

/* Copies of a body beyond which a loop is left as it is, and named. */
static constexpr unsigned most_copies = 8192;
static constexpr unsigned most_instructions = 60000;

/* --- what is decided, in the loop's metadata --------------------------------------------------- */

static constexpr StringLiteral chosen = "fpgacl.schedule";

static void put(Loop &loop, MDNode *node)
{
	LLVMContext &context = node->getContext();
	SmallVector<Metadata *, 8> all = {nullptr};

	if (const MDNode *id = loop.getLoopID())
		for (const MDOperand &part : llvm::drop_begin(id->operands())) {
			const auto *old = dyn_cast_or_null<MDNode>(part.get());
			const auto *name = old && old->getNumOperands()
						   ? dyn_cast_or_null<MDString>(old->getOperand(0))
						   : nullptr;

			if (!name || name->getString() != chosen)
				all.push_back(part.get());
		}
	all.push_back(node);
	MDNode *whole = MDNode::getDistinct(context, all);

	whole->replaceOperandWith(0, whole);
	loop.setLoopID(whole);
}

static void choose(Loop &loop, const loop_choice &choice)
{
	LLVMContext &context = loop.getHeader()->getContext();
	auto word = [&](StringRef text) -> Metadata * { return MDString::get(context, text); };
	auto number = [&](uint64_t value) -> Metadata * {
		return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), value));
	};

	put(loop, MDNode::get(context, {word(chosen), word("pipelined"), number(choice.pipelined),
					word("asked"), word(choice.asked), word("flattened"),
					number(choice.flattened), word("ii"), number(choice.ii),
					word("refused"), word(choice.refused)}));
}

static bool is_chosen(const Loop &loop)
{
	return static_cast<bool>(find_mark(marks_of(loop), "schedule"));
}

loop_choice choice_of(const Loop &loop)
{
	marked mark = find_mark(marks_of(loop), "schedule");
	loop_choice choice;

	if (!mark)
		return choice;
	choice.pipelined = mark.number("pipelined", 0) != 0;
	choice.asked = mark.word("asked").str();
	choice.flattened = static_cast<unsigned>(mark.number("flattened", 1));
	choice.ii = static_cast<unsigned>(mark.number("ii", 1));
	choice.refused = mark.word("refused").str();
	return choice;
}

loop_choice choice_of(const Function &function)
{
	marked mark = find_mark(marks_of(function), "PIPELINE");
	loop_choice choice;

	choice.pipelined = mark && !mark.flag("off");
	choice.asked = mark ? "pragma" : "auto";
	choice.ii = mark ? static_cast<unsigned>(std::max(1L, mark.number("II", 1))) : 1;
	return choice;
}

/* --- unrolling --------------------------------------------------------------------------------- */

namespace
{

class chooser
{
      public:
	chooser(Function &function, struct analyses &analyses)
	    : function(function), analyses(analyses)
	{
	}
	void run();

      private:
	Function &function;
	struct analyses &analyses;

	LoopInfo &loops()
	{
		return analyses.functions.getResult<LoopAnalysis>(function);
	}
	ScalarEvolution &evolution()
	{
		return analyses.functions.getResult<ScalarEvolutionAnalysis>(function);
	}
	void settle();
	unsigned most_iterations(Loop &loop);
	bool unroll(Loop &loop, unsigned count, bool complete);
	bool unroll_inside(Loop &loop);
	bool unroll_told(Loop &loop);
	bool unroll_all_told();
	bool unroll_all();
	bool pipeline_told();
	bool pipeline_unasked();
	void pipeline(Loop &loop, const std::string &asked, unsigned ii);
	Loop *moved_up(Loop &loop);
	bool siblings_are_small(Loop &outer);
	bool may_fold(Loop &outer);
};

} // namespace

void chooser::settle()
{
	simplify(function, analyses);
}

unsigned chooser::most_iterations(Loop &loop)
{
	unsigned exact = evolution().getSmallConstantTripCount(&loop);

	return exact ? exact : evolution().getSmallConstantMaxTripCount(&loop);
}

static unsigned size_of(const Loop &loop)
{
	unsigned size = 0;

	for (const BasicBlock *block : loop.blocks())
		size += static_cast<unsigned>(block->size());
	return size;
}

static bool is_too_large(const Loop &loop, unsigned count)
{
	return count > most_copies ||
	       static_cast<uint64_t>(count) * size_of(loop) > most_instructions;
}

bool chooser::unroll(Loop &loop, unsigned count, bool complete)
{
	FunctionAnalysisManager &manager = analyses.functions;
	UnrollLoopOptions options = {};

	if (!count || is_too_large(loop, count))
		return false;
	if (count == 1)
		return complete;
	options.Count = count;
	options.Force = true;
	options.Runtime = !complete;
	options.AllowExpensiveTripCount = true;
	DominatorTree &tree = manager.getResult<DominatorTreeAnalysis>(function);
	AssumptionCache &assumptions = manager.getResult<AssumptionAnalysis>(function);
	const TargetTransformInfo &target = manager.getResult<TargetIRAnalysis>(function);
	OptimizationRemarkEmitter remarks(&function);

	formLCSSARecursively(loop, tree, &loops(), &evolution());
	LoopUnrollResult result = UnrollLoop(&loop, options, &loops(), &evolution(), &tree,
					     &assumptions, &target, &remarks, true);

	if (result != LoopUnrollResult::Unmodified)
		analyses.functions.clear(function, function.getName());
	return result != LoopUnrollResult::Unmodified;
}

/* All loops in it; false: one of them cannot be. */
bool chooser::unroll_inside(Loop &loop)
{
	BasicBlock *header = loop.getHeader();

	for (;;) {
		Loop *outer = loops().getLoopFor(header);

		if (!outer || outer->getHeader() != header)
			return false;
		if (outer->isInnermost())
			return true;
		Loop *inner = outer;

		while (!inner->isInnermost())
			inner = inner->getSubLoops().front();
		if (!unroll(*inner, most_iterations(*inner), true))
			return false;
		settle();
	}
}

bool chooser::unroll_told(Loop &loop)
{
	marked mark = find_mark(marks_of(loop), "UNROLL");
	unsigned most = most_iterations(loop);
	long factor = mark ? mark.number("factor", 0) : 0;
	bool complete = factor <= 0 || (most && factor >= static_cast<long>(most));

	if (!mark || mark.flag("off") || find_mark(marks_of(loop), "unrolled"))
		return false;
	LLVMContext &context = function.getContext();

	put(loop, MDNode::get(context, {MDString::get(context, "fpgacl.unrolled")}));
	unsigned count = complete ? most : static_cast<unsigned>(factor);

	if (is_too_large(loop, count))
		put(loop, MDNode::get(context, {MDString::get(context, "fpgacl.too_large")}));
	return unroll(loop, count, complete);
}

bool chooser::unroll_all_told()
{
	bool any = false;

	for (bool again = true; again; any |= again) {
		again = false;
		for (Loop *loop : loops().getLoopsInPreorder())
			if ((again = unroll_told(*loop)))
				break;
		if (again)
			settle();
	}
	return any;
}

/* --- pipelines --------------------------------------------------------------------------------- */

static bool may_flatten(const Loop &loop, nesting how)
{
	marked mark = find_mark(marks_of(loop), "LOOP_FLATTEN");

	if (find_mark(marks_of(loop), "PIPELINE") || (mark && mark.flag("off")))
		return false;
	return how != nesting::separate;
}

/* Code around the loop inside asks for constants; otherwise all iterations have as many of that loop. */
bool chooser::may_fold(Loop &outer)
{
	Loop &inner = *outer.getSubLoops().front();

	if (options_of_schedule().pipeline_loops && evolution().getSmallConstantTripCount(&inner) &&
	    evolution().getSmallConstantTripCount(&outer))
		return true;
	return is_perfect_in_source(outer) &&
	       evolution().hasLoopInvariantBackedgeTakenCount(&outer) &&
	       evolution().hasLoopInvariantBackedgeTakenCount(&inner) &&
	       evolution().isLoopInvariant(evolution().getBackedgeTakenCount(&inner), &outer);
}

/* With the loops around it that leave nothing else to do. */
void chooser::pipeline(Loop &loop, const std::string &asked, unsigned ii)
{
	loop_choice choice;
	Loop *outermost = &loop;
	marked off = find_mark(marks_of(loop), "LOOP_FLATTEN");

	choice.pipelined = true;
	choice.asked = asked;
	choice.ii = ii;
	for (Loop *outer = loop.getParentLoop(); outer && !(off && off.flag("off"));
	     outer = outer->getParentLoop()) {
		nesting how = nesting_of(*outer);

		if (!may_flatten(*outer, how))
			break;
		if (how == nesting::foldable && !may_fold(*outer))
			break;
		choice.flattened++;
		outermost = outer;
		if (how == nesting::foldable)
			break;
	}
	choose(*outermost, choice);
	for (Loop *inner = outermost; !inner->isInnermost();) {
		inner = inner->getSubLoops().front();
		choose(*inner, loop_choice());
	}
}

bool chooser::pipeline_told()
{
	for (Loop *loop : loops().getLoopsInPreorder()) {
		marked mark = find_mark(marks_of(*loop), "PIPELINE");
		BasicBlock *header = loop->getHeader();
		loop_choice off;

		if (!mark || is_chosen(*loop))
			continue;
		off.asked = "off";
		if (mark.flag("off")) {
			choose(*loop, off);
			return true;
		}
		unsigned ii = static_cast<unsigned>(std::max(1L, mark.number("II", 1)));

		if (unroll_inside(*loop)) {
			pipeline(*loops().getLoopFor(header), "pragma", ii);
			return true;
		}
		loop = loops().getLoopFor(header);
		off.asked = "pragma";
		off.refused = "a loop in it has no constant number of iterations";
		if (loop && loop->getHeader() == header)
			choose(*loop, off);
		return true;
	}
	return false;
}

/*
 * The loop that becomes the pipeline when this one, and perfect nests around it, are unrolled because
 * they have few iterations; nullptr: it is a pipeline itself.
 */
Loop *chooser::moved_up(Loop &loop)
{
	uint64_t iterations = 1;

	for (Loop *at = &loop, *outer = loop.getParentLoop(); outer;
	     at = outer, outer = outer->getParentLoop()) {
		unsigned count = evolution().getSmallConstantTripCount(at);

		iterations *= count;
		if (!count || iterations > options_of_schedule().pipeline_loops ||
		    is_chosen(*outer) || find_mark(marks_of(*outer), "PIPELINE"))
			return nullptr;
		if (nesting_of(*outer) != nesting::perfect && !is_stream_nest(*outer))
			return siblings_are_small(*outer) ? outer : nullptr;
	}
	return nullptr;
}

bool chooser::siblings_are_small(Loop &outer)
{
	for (Loop *loop : outer) {
		uint64_t iterations = 1;

		for (Loop *inside : loop->getLoopsInPreorder()) {
			unsigned count = evolution().getSmallConstantTripCount(inside);

			iterations *= count;
			if (!count || is_chosen(*inside) ||
			    iterations > options_of_schedule().pipeline_loops)
				return false;
		}
	}
	return true;
}

bool chooser::pipeline_unasked()
{
	for (Loop *loop : loops().getLoopsInPreorder()) {
		if (!loop->isInnermost() || is_chosen(*loop))
			continue;
		if (!options_of_schedule().pipeline_loops) {
			choose(*loop, loop_choice());
			return true;
		}
		Loop *outer = moved_up(*loop);
		BasicBlock *header = outer ? outer->getHeader() : nullptr;

		if (outer && unroll_inside(*outer)) {
			pipeline(*loops().getLoopFor(header), "auto", 1);
		} else {
			pipeline(*loop, "auto", 1);
		}
		return true;
	}
	return false;
}

bool chooser::unroll_all()
{
	while (!loops().empty()) {
		Loop *inner = *loops().begin();

		while (!inner->isInnermost())
			inner = inner->getSubLoops().front();
		if (!unroll(*inner, most_iterations(*inner), true))
			return false;
		settle();
	}
	return true;
}

void chooser::run()
{
	unroll_all_told();
	if (!choice_of(function).pipelined || !unroll_all()) {
		while (pipeline_told())
			;
		while (pipeline_unasked())
			;
		settle();
	}
	if (separate_arrays(function))
		analyses.functions.clear(function, function.getName());
	balance(function);
	clean(function, analyses);
}

void choose_loops(Function &function, analyses &analyses)
{
	chooser(function, analyses).run();
}

} // namespace fclc
