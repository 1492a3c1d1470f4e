/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/tokens.h"

#include <clang/Lex/Preprocessor.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

/* The compiler runs once in a process. */
static std::vector<std::function<void(const Token &)>> watchers;

void watch_tokens(Preprocessor &preprocessor, std::function<void(const Token &)> watcher)
{
	watchers.push_back(std::move(watcher));
	preprocessor.setTokenWatcher([](const Token &token) {
		for (const auto &each : watchers)
			each(token);
	});
}

Token make_token(tok::TokenKind kind, SourceLocation location)
{
	Token token;

	token.startToken();
	token.setKind(kind);
	token.setLocation(location);
	return token;
}

Token make_name(Preprocessor &preprocessor, StringRef name, SourceLocation location)
{
	IdentifierInfo *identifier = preprocessor.getIdentifierInfo(name);
	Token token = make_token(identifier->getTokenID(), location);

	token.setIdentifierInfo(identifier);
	token.setFlag(Token::DisableExpand);
	return token;
}

Token make_literal(Preprocessor &preprocessor, tok::TokenKind kind, const std::string &text,
		   SourceLocation location)
{
	Token token = make_token(kind, location);

	preprocessor.CreateString(text, token, location, location);
	return token;
}

void add_pragma(Preprocessor &preprocessor, const std::string &text, SourceLocation location,
		std::vector<Token> &list)
{
	list.push_back(make_token(tok::identifier, location));
	list.back().setIdentifierInfo(preprocessor.getIdentifierInfo("_Pragma"));
	list.push_back(make_token(tok::l_paren, location));
	list.push_back(
		make_literal(preprocessor, tok::string_literal, "\"" + text + "\"", location));
	list.push_back(make_token(tok::r_paren, location));
}

void enter_tokens(Preprocessor &preprocessor, const std::vector<Token> &list, bool expand)
{
	auto copy = std::make_unique<Token[]>(list.size());

	std::copy(list.begin(), list.end(), copy.get());
	preprocessor.EnterTokenStream(std::move(copy), static_cast<unsigned>(list.size()),
				      /*DisableMacroExpansion=*/!expand, /*IsReinject=*/false);
}

void token_depth::see(const Token &token)
{
	braces += token.is(tok::l_brace);
	braces -= token.is(tok::r_brace) && braces;
	parentheses += token.is(tok::l_paren);
	parentheses -= token.is(tok::r_paren) && parentheses;
}

} // namespace fclc
