/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_EFFECTS_H
#define FCLC_PLUGIN_PRAGMAS_EFFECTS_H

#include <set>
#include <string>
#include <vector>

#include "tools/fpgaclc/plugin/pragmas/record.h"

namespace clang
{
class Preprocessor;
class Sema;
} // namespace clang

namespace fclc
{

/*
 * Puts a statement in the place of a pragma that says how processes run: DATAFLOW and INLINE become
 * an object of a class, whose life is the region, STREAM and UNROLL a call (fpgacl/flow.h). Follows
 * the tokens of the source to know where a statement can stand.
 */
class effects
{
      public:
	explicit effects(clang::Preprocessor &preprocessor) : preprocessor(preprocessor)
	{
	}
	void see(const clang::Token &token);
	/* `sema` may be nullptr. */
	void apply(const record &record, clang::Sema *sema);

      private:
	/* A block of the source, the innermost last. */
	struct block {
		bool code;     /* a function's body, or in one */
		bool function; /* the body of a function that is not constexpr */
		bool region;   /* has a DATAFLOW pragma */
		bool inlined;  /* is a function's body with an INLINE pragma */
	};

	clang::Preprocessor &preprocessor;
	std::vector<block> blocks;
	std::set<const clang::IdentifierInfo *> names; /* all that the source has had so far */
	clang::tok::TokenKind last = clang::tok::semi;
	bool closed = false;   /* the last tokens are a parameter list, or qualifiers after one */
	bool constant = false; /* constexpr or consteval is among those since the last statement */

	void apply_stream(const record &record, clang::Sema *sema);
	void put(const record &record, std::vector<clang::Token> tokens);
	clang::Token token(clang::SourceLocation location, clang::tok::TokenKind kind) const;
	clang::Token name(clang::SourceLocation location, llvm::StringRef text) const;
	std::vector<clang::Token> qualified(clang::SourceLocation location,
					    llvm::StringRef text) const;
	bool is_usable(const clang::Token &token, clang::Sema *sema) const;
};

} // namespace fclc

#endif
