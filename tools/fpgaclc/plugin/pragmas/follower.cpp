/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/follower.h"

#include <clang/Basic/IdentifierTable.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static bool is_qualifier(const Token &token)
{
	StringRef text = token.getIdentifierInfo() ? token.getIdentifierInfo()->getName() : "";

	return text == "const" || text == "noexcept" || text == "override" || text == "final" ||
	       text == "mutable";
}

/* Whether a '[' behind the token is that of an index, or of an attribute. */
static bool has_brackets(tok::TokenKind last)
{
	return last == tok::identifier || last == tok::r_paren || last == tok::r_square ||
	       last == tok::l_square || last == tok::kw_this || last == tok::kw_operator ||
	       last == tok::string_literal;
}

void follower::open()
{
	const block *around = blocks.empty() ? nullptr : &blocks.back();
	block inner;

	inner.function = !(around && around->code) && closed;
	inner.code = inner.function || (around && around->code);
	inner.constant = inner.function ? head.constant : around && around->constant;
	inner.loops = inner.function || head.lambda || !around ? 0 : around->loops + head.loops;
	inner.place = inner.function || head.lambda ? FCLC_IN_FUNCTION
		      : head.loops                  ? FCLC_IN_LOOP
						    : FCLC_IN_BLOCK;
	inner.name = inner.function ? head.name : around ? around->name : "";
	for (const label &label : head.labels)
		inner.labels.push_back({label.name, label.loops + inner.loops - head.loops});
	inner.around = std::move(head);
	head = {};
	blocks.push_back(std::move(inner));
}

/* In parentheses, a block ends no statement. */
void follower::close()
{
	head = std::move(blocks.back().around);
	blocks.pop_back();
	if (!head.parens)
		head = {};
}

void follower::see_loop(const Token &token)
{
	head.body = token.is(tok::kw_do) ||
		    (token.is(tok::r_paren) && head.loop == static_cast<int>(head.parens));
	if (head.body)
		head.loop = -1;
	if (!token.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do))
		return;
	head.loops++;
	if (token.isNot(tok::kw_do))
		head.loop = static_cast<int>(head.parens);
	if (!pending.empty())
		head.labels.push_back({pending, head.loops});
}

/* Names of functions and labels. */
void follower::see_word(const Token &token)
{
	if (token.is(tok::l_paren) && !head.parens && head.name.empty())
		head.name = word;
	if (token.is(tok::identifier))
		names.insert(token.getIdentifierInfo());
	if (token.is(tok::l_square))
		head.lambda = !has_brackets(last);
	see_loop(token);
	pending = token.is(tok::colon) && !head.parens ? word : "";
	word = token.is(tok::identifier) ? token.getIdentifierInfo()->getName().str() : "";
}

void follower::see(const Token &token)
{
	head.parens -= token.is(tok::r_paren) && head.parens;
	head.constant |= token.isOneOf(tok::kw_constexpr, tok::kw_consteval);
	head.choice |= token.isOneOf(tok::kw_case, tok::kw_default);
	see_word(token);
	head.parens += token.is(tok::l_paren);
	if (token.is(tok::l_brace))
		open();
	else if (token.is(tok::r_brace) && !blocks.empty())
		close();
	else if (token.isOneOf(tok::semi, tok::r_brace) && !head.parens)
		head = {};
	if (!closed || !is_qualifier(token))
		closed = token.is(tok::r_paren);
	last = token.getKind();
}

} // namespace fclc
