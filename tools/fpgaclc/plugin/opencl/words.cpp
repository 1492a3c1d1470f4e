/* SPDX-License-Identifier: Apache-2.0 */

/*
 * `pipe` and `channel` in front of declarations outside of functions, of which clang knows the first only for
 * parameters. Both are macros of fpgacl/pipes.h, each for a pragma that looks at what follows: it puts an attribute (pipes.cpp)
 * in the place of such a word, and the word itself in that of any other.
 */
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include <clang/Frontend/FrontendPluginRegistry.h>

#include "tools/fpgaclc/plugin/opencl/tokens.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

namespace
{

/* Where the word may begin a declaration. */
class word_place
{
      public:
	void see(const Token &token)
	{
		depth.see(token);
		if (depth.is_outer() && token.isOneOf(tok::semi, tok::r_brace))
			names_type = false;
		names_type |= token.is(tok::kw_typedef);
	}
	bool is_declared() const
	{
		return depth.is_outer() && !names_type;
	}

      private:
	token_depth depth;
	bool names_type = false; /* in a typedef */
};

class word_pragma : public PragmaHandler
{
      public:
	word_pragma(StringRef name, const word_place &place) : PragmaHandler(name), place(place)
	{
	}
	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
			  Token &first) override;

      private:
	const word_place &place;
};

class word_consumer : public SemaConsumer
{
      public:
	explicit word_consumer(Preprocessor &preprocessor) : preprocessor(preprocessor)
	{
	}
	void InitializeSema(Sema &sema) override;

      private:
	Preprocessor &preprocessor;
	word_place place;
};

} // namespace

static void add_attribute(Preprocessor &preprocessor, StringRef name, SourceLocation at,
			  std::vector<Token> &list)
{
	list.push_back(make_name(preprocessor, "__attribute__", at));
	for (tok::TokenKind kind : {tok::l_paren, tok::l_paren})
		list.push_back(make_token(kind, at));
	list.push_back(make_name(preprocessor, name, at));
	for (tok::TokenKind kind : {tok::r_paren, tok::r_paren})
		list.push_back(make_token(kind, at));
}

/* The pragma's name is that of the attribute. */
void word_pragma::HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &)
{
	std::vector<Token> list;
	StringRef word = getName();
	Token next;

	do
		preprocessor.LexUnexpandedToken(next);
	while (next.isNot(tok::eod));
	preprocessor.Lex(next);
	next.setFlag(Token::DisableExpand);
	word.consume_front("fclc_");
	if (place.is_declared() && next.getIdentifierInfo())
		add_attribute(preprocessor, getName(), introducer.Loc, list);
	else
		list.push_back(make_name(preprocessor, word, introducer.Loc));
	list.push_back(next);
	enter_tokens(preprocessor, list, true);
}

/* Pipes are of OpenCL C 2.0. */
void word_consumer::InitializeSema(Sema &sema)
{
	if (sema.getLangOpts().getOpenCLCompatibleVersion() < 200)
		return;
	watch_tokens(preprocessor, [this](const Token &token) { place.see(token); });
	for (StringRef name : {"fclc_pipe", "fclc_channel"})
		preprocessor.AddPragmaHandler(new word_pragma(name, place));
}

static FrontendPluginRegistry::Add<opencl_action<word_consumer>>
	of_words("fpgaclc-words", "pipes and channels outside of functions");

} // namespace fclc
