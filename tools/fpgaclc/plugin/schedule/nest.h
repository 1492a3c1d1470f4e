/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_NEST_H
#define FCLC_PLUGIN_SCHEDULE_NEST_H

#include <llvm/Analysis/LoopInfo.h>

namespace fclc
{

/* How a loop's body stands around the one loop in it. */
enum class nesting {
	perfect,  /* nothing but indices around it */
	foldable, /* what is before and behind it can run in its first and last iteration */
	separate,
};

nesting nesting_of(const llvm::Loop &outer);

/* Foldable only for loads that optimisation has moved out of the loop inside. */
bool is_perfect_in_source(const llvm::Loop &outer);

/* The same, of a loop that uses streams. */
bool is_stream_nest(const llvm::Loop &outer);

} // namespace fclc

#endif
