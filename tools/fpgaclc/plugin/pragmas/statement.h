/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_STATEMENT_H
#define FCLC_PLUGIN_PRAGMAS_STATEMENT_H

#include <vector>

#include <clang/Lex/Token.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace clang
{
class Preprocessor;
}

namespace fclc
{

/* Tokens that the compiler reads next, as if the source had them at a location. */
class statement
{
      public:
	statement(clang::Preprocessor &preprocessor, clang::SourceLocation location)
	    : preprocessor(preprocessor), location(location)
	{
	}
	statement &add(clang::tok::TokenKind kind);
	/* An identifier or a keyword. */
	statement &add_name(llvm::StringRef text);
	/* ::fclc::TEXT */
	statement &add_own(llvm::StringRef text);
	/* A string. */
	statement &add_text(llvm::StringRef text);
	/* (TYPE)(TOKENS); the type is one or two words. */
	statement &add_cast(llvm::StringRef type, llvm::ArrayRef<clang::Token> value);
	statement &add_all(llvm::ArrayRef<clang::Token> more);
	bool empty() const
	{
		return tokens.empty();
	}
	llvm::ArrayRef<clang::Token> all() const
	{
		return tokens;
	}
	/* Returns how many tokens the compiler reads before those of the source. */
	size_t put();

      private:
	clang::Preprocessor &preprocessor;
	clang::SourceLocation location;
	std::vector<clang::Token> tokens;

	clang::Token make(clang::tok::TokenKind kind) const;
};

/* The parts of a list in tokens, split at the commas that are in no brackets. */
std::vector<llvm::ArrayRef<clang::Token>> split_list(llvm::ArrayRef<clang::Token> tokens);

} // namespace fclc

#endif
