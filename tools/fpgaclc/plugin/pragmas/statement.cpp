/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/statement.h"

#include <clang/Lex/Preprocessor.h>

using namespace clang;
using llvm::ArrayRef;
using llvm::StringRef;

namespace fclc
{

Token statement::make(tok::TokenKind kind) const
{
	Token token;

	token.startToken();
	token.setKind(kind);
	token.setLocation(location);
	token.setLength(1);
	return token;
}

statement &statement::add(tok::TokenKind kind)
{
	tokens.push_back(make(kind));
	return *this;
}

statement &statement::add_name(StringRef text)
{
	Token token = make(tok::identifier);

	token.setIdentifierInfo(preprocessor.getIdentifierInfo(text));
	token.setKind(token.getIdentifierInfo()->getTokenID());
	tokens.push_back(token);
	return *this;
}

statement &statement::add_own(StringRef text)
{
	return add(tok::coloncolon).add_name("fclc").add(tok::coloncolon).add_name(text);
}

statement &statement::add_text(StringRef text)
{
	std::string quoted = "\"";
	Token token = make(tok::string_literal);

	for (char c : text) {
		if (c == '"' || c == '\\')
			quoted += '\\';
		quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
	}
	preprocessor.CreateString(quoted + "\"", token, location, location);
	tokens.push_back(token);
	return *this;
}

statement &statement::add_cast(StringRef type, ArrayRef<Token> value)
{
	llvm::SmallVector<StringRef, 2> words;

	type.split(words, ' ');
	add(tok::l_paren);
	for (StringRef word : words)
		add_name(word);
	return add(tok::r_paren).add(tok::l_paren).add_all(value).add(tok::r_paren);
}

statement &statement::add_all(ArrayRef<Token> more)
{
	tokens.insert(tokens.end(), more.begin(), more.end());
	return *this;
}

size_t statement::put()
{
	auto stream = std::make_unique<Token[]>(tokens.size());

	std::copy(tokens.begin(), tokens.end(), stream.get());
	/* The watcher sees each of them, also those of values that have been expanded. */
	for (size_t i = 0; i < tokens.size(); i++)
		stream[i].clearFlag(Token::IsReinjected);
	preprocessor.EnterTokenStream(std::move(stream), tokens.size(), true, false);
	return tokens.size();
}

std::vector<ArrayRef<Token>> split_list(ArrayRef<Token> tokens)
{
	std::vector<ArrayRef<Token>> parts;
	size_t begin = 0;
	int nesting = 0;

	for (size_t i = 0; i <= tokens.size(); i++) {
		if (i < tokens.size()) {
			nesting += tokens[i].isOneOf(tok::l_paren, tok::l_square);
			nesting -= tokens[i].isOneOf(tok::r_paren, tok::r_square);
			if (nesting || tokens[i].isNot(tok::comma))
				continue;
		}
		if (begin < i)
			parts.push_back(tokens.slice(begin, i - begin));
		begin = i + 1;
	}
	return parts;
}

} // namespace fclc
