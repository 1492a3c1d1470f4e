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

	/* What has been read of a statement. */
	struct head {
		unsigned parens = 0;   /* open */
		unsigned loops = 0;    /* heads of loops */
		int loop = -1;         /* the parentheses around that of a loop which is open */
		bool body = false;     /* that ended with the last token, and the body follows */
		bool constant = false; /* it has constexpr or consteval */
		bool choice = false;   /* it begins with `case` or `default` */
		bool lambda = false;   /* the capture of one was the last with brackets */
		std::string name;      /* the identifier before the first '(' */
		std::vector<label> labels; /* of these loops */
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
		struct head around; /* of the statement that it is in */
	};

	void see(const clang::Token &token);
	/* The next tokens are not the source's. */
	void ignore(size_t tokens)
	{
		ignored += tokens;
	}
	bool ignores()
	{
		return ignored && ignored--;
	}
	/* The innermost last. */
	std::vector<block> blocks;

	/* Whether the last token ends a statement, or begins or ends a block, or `case X:`. */
	bool is_between() const
	{
		return last == clang::tok::l_brace || last == clang::tok::r_brace ||
		       (last == clang::tok::semi && !head.parens) ||
		       (last == clang::tok::colon && head.choice);
	}
	/* Whether the statement that follows is the body of a loop, or a block that is. */
	bool is_body() const
	{
		return head.body;
	}
	/* The label of that loop; nullptr: it has none. */
	const label *body_label() const
	{
		return head.body && !head.labels.empty() && head.labels.back().loops == head.loops
			       ? &head.labels.back()
			       : nullptr;
	}
	/* The loops in the function around what follows, and its place. */
	unsigned loops() const
	{
		return blocks.back().loops + (head.body ? head.loops : 0);
	}
	unsigned place() const
	{
		return head.body ? FCLC_IN_LOOP : blocks.back().place;
	}
	/* The function whose head is being read, outside of code. */
	const std::string &function_name() const
	{
		return head.name;
	}
	/* Whether the source has had the identifier, in code or outside of it. */
	bool knows(const clang::IdentifierInfo *name) const
	{
		return names.count(name) != 0;
	}

      private:
	std::set<const clang::IdentifierInfo *> names;
	clang::tok::TokenKind last = clang::tok::semi;
	bool closed = false; /* the last tokens are a parameter list, or qualifiers after one */
	struct head head;
	size_t ignored = 0;        /* tokens to come */
	std::string word, pending; /* the last token and the last label, if they are that */

	void open();
	void close();
	void see_word(const clang::Token &token);
	void see_loop(const clang::Token &token);
};

} // namespace fclc

#endif
