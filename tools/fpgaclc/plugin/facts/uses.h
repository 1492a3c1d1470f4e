/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FACTS_USES_H
#define FCLC_PLUGIN_FACTS_USES_H

#include <map>
#include <vector>

#include "tools/fpgaclc/plugin/checks/uses.h"

namespace clang
{
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace fclc
{

/* The caller's parameter `from` is what the callee's parameter `to` refers to. */
struct passed_on {
	unsigned from, to;
	const clang::FunctionDecl *callee;
	unsigned place; /* number of the call in the caller, from 1 */
};

/* What a function does with what its parameters refer to; after them, a method's object. */
struct function_uses {
	std::vector<unsigned> parameters; /* use_reads | use_writes for each */
	std::vector<passed_on> passed;
	bool repeats = false; /* has a loop */
	bool keeps = false;   /* may store a parameter's address where it cannot be followed */

	/*
	 * The number of the only call that gets a parameter, after which the function does not use
	 * it; 0 if there is none, or if there are several.
	 */
	unsigned only_call(unsigned parameter) const;
};

/*
 * Follows parameters through a kernel's code and what it calls, to where they are read and written:
 * streams by methods of hls::stream, memory by any access.
 */
class argument_follower
{
      public:
	argument_follower(const clang::ASTContext &context, bool memory)
	    : context(context), memory(memory)
	{
	}
	const function_uses &of(const clang::FunctionDecl &kernel);

      private:
	const clang::ASTContext &context;
	bool memory; /* accesses count, not methods of streams */
	std::map<const clang::FunctionDecl *, function_uses> functions;

	void propagate();
};

} // namespace fclc

#endif
