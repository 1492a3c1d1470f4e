/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_ARGUMENTS_H
#define FCLC_PLUGIN_PRAGMAS_ARGUMENTS_H

#include <llvm/ADT/StringRef.h>

#include "tools/fpgaclc/plugin/pragmas/record.h"

namespace clang
{
class Preprocessor;
}

namespace fclc
{

/* The pragma of that name, in any case; nullptr: none. */
const fclc_pragma_rule *rule_named(llvm::StringRef name);

/* Lexes the tokens again, with macros expanded. */
std::vector<clang::Token> expand(clang::Preprocessor &preprocessor,
				 const std::vector<clang::Token> &tokens);

/*
 * Reads the tokens after a pragma's name into record.arguments. Reports what is wrong with them as
 * far as that does not depend on where the pragma stands.
 */
void read_arguments(clang::Preprocessor &preprocessor, std::vector<clang::Token> tokens,
		    record &record);

} // namespace fclc

#endif
