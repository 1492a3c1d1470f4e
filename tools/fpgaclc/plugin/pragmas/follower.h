/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_FOLLOWER_H
#define FCLC_PLUGIN_PRAGMAS_FOLLOWER_H

#include <set>
#include <string>
#include <vector>

#include <clang/Lex/Token.h>

#include "tools/fpgaclc/common/pragma_table.h"

namespace fclc
{

/* Follows the tokens of the source, to know where a statement can stand and what is around it. */
class follower
{
      public:
	struct label {
		std::string name;
		unsigned loops; /* around and with the labelled one, in its function */
	};

	/* A block of the source. */
	struct block {
		bool code = false;         /* a function's body, or in one */
		bool function = false;     /* the body of a function */
		bool constant = false;     /* of a function that is constexpr, or in one */
		bool region = false;       /* has a DATAFLOW pragma */
		bool inlined = false;      /* is a function's body with an INLINE pragma */
		unsigned loops = 0;        /* around it in its function, with its own */
		unsigned place = 0;        /* of enum fclc_pragma_place */
		std::string name;          /* of the function */
		std::vector<label> labels; /* of the loops whose body it is */

	      private:
		friend class follower;
		unsigned parens = 0; /* open around it */
	};

	void see(const clang::Token &token);
	/* The innermost last. */
	std::vector<block> blocks;

	/* Whether the last token ends a statement, or begins or ends a block. */
	bool is_between() const
	{
		return last == clang::tok::l_brace || last == clang::tok::r_brace ||
		       (last == clang::tok::semi && !parens);
	}
	/* The function whose head is being read, outside of code. */
	const std::string &function_name() const
	{
		return name;
	}
	/* Whether the source has had the identifier, in code or outside of it. */
	bool knows(const clang::IdentifierInfo *name) const
	{
		return names.count(name) != 0;
	}

      private:
	std::set<const clang::IdentifierInfo *> names;
	clang::tok::TokenKind last = clang::tok::semi;
	bool closed = false;   /* the last tokens are a parameter list, or qualifiers after one */
	bool constant = false; /* constexpr or consteval is among those since the last statement */
	unsigned parens = 0;   /* open in this block */
	unsigned loops = 0;    /* heads of loops since the last statement */
	std::string name;      /* the identifier before the first '(' since the last statement */
	std::string word, pending; /* the last token and the last label, if they are that */
	std::vector<label> labels; /* of these loops */

	void open();
	void close();
	void see_word(const clang::Token &token);
};

} // namespace fclc

#endif
