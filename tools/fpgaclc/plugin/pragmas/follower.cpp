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

void follower::open()
{
	const block *around = blocks.empty() ? nullptr : &blocks.back();
	block inner;

	inner.function = !(around && around->code) && closed;
	inner.code = inner.function || (around && around->code);
	inner.constant = inner.function ? constant : around && around->constant;
	inner.loops = inner.function || !around ? 0 : around->loops + loops;
	inner.place = inner.function ? FCLC_IN_FUNCTION : loops ? FCLC_IN_LOOP : FCLC_IN_BLOCK;
	inner.name = inner.function ? name : around ? around->name : "";
	for (const label &label : labels)
		inner.labels.push_back({label.name, label.loops + inner.loops - loops});
	inner.parens = parens;
	parens = 0;
	blocks.push_back(std::move(inner));
}

void follower::close()
{
	parens = blocks.back().parens;
	blocks.pop_back();
}

/* Names of functions and labels. */
void follower::see_word(const Token &token)
{
	if (token.is(tok::l_paren) && !parens && name.empty())
		name = word;
	if (token.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do)) {
		loops++;
		if (!pending.empty())
			labels.push_back({pending, loops});
	}
	pending = token.is(tok::colon) && !parens ? word : "";
	word = token.is(tok::identifier) ? token.getIdentifierInfo()->getName().str() : "";
}

void follower::see(const Token &token)
{
	bool ends = token.isOneOf(tok::l_brace, tok::r_brace) || (token.is(tok::semi) && !parens);

	see_word(token);
	if (token.is(tok::l_brace))
		open();
	else if (token.is(tok::r_brace) && !blocks.empty())
		close();
	parens += token.is(tok::l_paren);
	parens -= token.is(tok::r_paren) && parens;
	if (token.is(tok::identifier))
		names.insert(token.getIdentifierInfo());
	constant = !ends && (constant || token.isOneOf(tok::kw_constexpr, tok::kw_consteval));
	if (ends) {
		loops = 0;
		name.clear();
		labels.clear();
	}
	if (!closed || !is_qualifier(token))
		closed = token.is(tok::r_paren);
	last = token.getKind();
}

} // namespace fclc
