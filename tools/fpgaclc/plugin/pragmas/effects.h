/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_EFFECTS_H
#define FCLC_PLUGIN_PRAGMAS_EFFECTS_H

#include "tools/fpgaclc/plugin/pragmas/follower.h"
#include "tools/fpgaclc/plugin/pragmas/record.h"

namespace clang
{
class Preprocessor;
class Sema;
} // namespace clang

namespace fclc
{

/* What the compiler reads in the place of a pragma. Semantics may be nullptr. */
struct place {
	clang::Preprocessor &preprocessor;
	clang::Sema *semantics;
	follower &around;
};

/*
 * Puts a statement in the place of a pragma that says how processes run: DATAFLOW and INLINE become
 * an object of a class, whose life is the region, STREAM and UNROLL a call (fpgacl/flow.h).
 */
void apply(const place &place, const record &record);

/*
 * Puts a call of fclc_mark() in the place of a pragma (fpgacl/marks.h), one for each of its
 * variables. The passes find it in the code, and make metadata of it (plugin/marks/marks.h).
 */
void mark(const place &place, const record &record);

} // namespace fclc

#endif
