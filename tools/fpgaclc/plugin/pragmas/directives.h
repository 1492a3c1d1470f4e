/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_DIRECTIVES_H
#define FCLC_PLUGIN_PRAGMAS_DIRECTIVES_H

#include <functional>
#include <string>
#include <vector>

#include "tools/fpgaclc/plugin/pragmas/follower.h"
#include "tools/fpgaclc/plugin/pragmas/record.h"

namespace clang
{
class Preprocessor;
}

namespace fclc
{

/*
 * Directives of scripts and config files: "FUNCTION[/LABEL] [VARIABLE] NAME=VALUE ...". Each counts
 * as a pragma behind the '{' of its function, or before the body of its loop; one with a variable, behind the statement that
 * the function first has it in.
 */
class directives
{
      public:
	/* "FILE\nLINE\nNAME\nVALUE"; no file: the command line. */
	void add(const std::string &text);
	/* A missing function is a mistake: there are no other sources. */
	void set_alone()
	{
		alone = true;
	}
	bool empty() const
	{
		return texts.empty();
	}
	/* Call it for each token, behind follower::see(). Calls `found` where a directive takes effect. */
	void see(clang::Preprocessor &preprocessor, const clang::Token &token,
		 const follower &around, const std::function<void(const record &)> &found);
	/* Reports those whose function, label or variable the source does not have. */
	void report_missing(clang::Preprocessor &preprocessor) const;

      private:
	struct directive {
		record pragma;
		std::string function, label, variable; /* the last two may be empty */
		clang::SourceLocation at;              /* of the function's name */
		bool in_function = false, in_label = false, done = false;
		bool declared = false; /* the statement that is being read declares the variable */
	};

	std::vector<std::string> texts;
	std::vector<directive> list;
	std::vector<std::string> functions, labels; /* of the source */
	bool alone = false, read = false;
	std::vector<clang::Token> before; /* the last tokens, at most two */

	void read_all(clang::Preprocessor &preprocessor);
	void read_one(clang::Preprocessor &preprocessor, const std::string &text);
	static bool needs_block(const directive &directive);
	void take_at_loop(directive &directive, const clang::Token &token,
			  const std::function<void(const record &)> &found);
	void see_body(directive &directive, const clang::Token &token, const follower &around,
		      const std::function<void(const record &)> &found);
	void see_block(directive &directive, const clang::Token &token, const follower &around,
		       const std::function<void(const record &)> &found);
	void see_name(directive &directive, const clang::Token &token, const follower &around);
	void take(directive &directive, const clang::Token &token,
		  const std::function<void(const record &)> &found);
};

} // namespace fclc

#endif
