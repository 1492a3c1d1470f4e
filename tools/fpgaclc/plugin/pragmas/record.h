/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_RECORD_H
#define FCLC_PLUGIN_PRAGMAS_RECORD_H

#include <string>
#include <vector>

#include <clang/Lex/Token.h>

#include "tools/fpgaclc/common/pragma_table.h"

namespace fclc
{

struct argument {
	const fclc_argument_rule *rule;
	clang::SourceLocation location; /* of its name */
	std::string word; /* of an argument that is a word alone; otherwise as in the source */
	std::vector<clang::Token> value; /* with macros expanded */
};

/* A pragma as it is written, before it is known what it is about. */
struct record {
	const fclc_pragma_rule *rule;
	clang::SourceLocation location; /* of `#pragma` or `_Pragma`: its place among the code */
	clang::SourceLocation name;
	std::vector<clang::Token> condition; /* of `#pragma HLS if (CONDITION) ...` */
	std::vector<argument> arguments;
	bool directive = false; /* its place is where the variable's declaration ends */
	std::string text = {};  /* its arguments, with macros expanded, known or not */
};

} // namespace fclc

#endif
