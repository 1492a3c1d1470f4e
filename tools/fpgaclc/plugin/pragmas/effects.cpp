/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/effects.h"

#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

/* --- following the source --------------------------------------------------------------------- */

static bool is_qualifier(const Token &token)
{
	StringRef text = token.getIdentifierInfo() ? token.getIdentifierInfo()->getName() : "";

	return text == "const" || text == "noexcept" || text == "override" || text == "final" ||
	       text == "mutable";
}

void effects::see(const Token &token)
{
	bool ends = token.isOneOf(tok::l_brace, tok::r_brace, tok::semi);

	if (token.is(tok::l_brace)) {
		bool code = !blocks.empty() && blocks.back().code, function = !code && closed;

		blocks.push_back({code || function, function && !constant, false, false});
	} else if (token.is(tok::r_brace) && !blocks.empty()) {
		blocks.pop_back();
	}
	if (token.is(tok::identifier))
		names.insert(token.getIdentifierInfo());
	constant = !ends && (constant || token.isOneOf(tok::kw_constexpr, tok::kw_consteval));
	if (!closed || !is_qualifier(token))
		closed = token.is(tok::r_paren);
	last = token.getKind();
}

/* --- statements ------------------------------------------------------------------------------- */

Token effects::token(SourceLocation location, tok::TokenKind kind) const
{
	Token token;

	token.startToken();
	token.setKind(kind);
	token.setLocation(location);
	token.setLength(1);
	return token;
}

/* An identifier or a keyword. */
Token effects::name(SourceLocation location, StringRef text) const
{
	Token token = effects::token(location, tok::identifier);

	token.setIdentifierInfo(preprocessor.getIdentifierInfo(text));
	token.setKind(token.getIdentifierInfo()->getTokenID());
	return token;
}

/* ::fclc::TEXT */
std::vector<Token> effects::qualified(SourceLocation location, StringRef text) const
{
	return {token(location, tok::coloncolon), name(location, "fclc"),
		token(location, tok::coloncolon), name(location, text)};
}

void effects::put(const record &record, std::vector<Token> tokens)
{
	auto stream = std::make_unique<Token[]>(tokens.size() + 1);

	std::copy(tokens.begin(), tokens.end(), stream.get());
	stream[tokens.size()] = token(record.location, tok::semi);
	preprocessor.EnterTokenStream(std::move(stream), tokens.size() + 1, true, false);
}

static const argument *find(const record &record, StringRef name)
{
	for (const argument &argument : record.arguments)
		if (name == argument.rule->name)
			return &argument;
	return nullptr;
}

/*
 * Whether a variable of that name is in scope. The bodies of methods in a class are read before they
 * are understood: there, a name that the source has had will do.
 */
bool effects::is_usable(const Token &token, Sema *sema) const
{
	if (!token.is(tok::identifier))
		return token.is(tok::kw_this);
	Scope *scope = sema ? sema->getCurScope() : nullptr;

	if (!scope || !scope->getFnParent() || scope->isClassScope())
		return names.count(token.getIdentifierInfo()) != 0;
	LookupResult result(*sema, token.getIdentifierInfo(), token.getLocation(),
			    Sema::LookupOrdinaryName);

	result.suppressDiagnostics();
	sema->LookupName(result, scope);
	return !result.empty();
}

/* ::fclc::stream_depth(VARIABLE, (unsigned long)(DEPTH), 0) for each variable of a list. */
void effects::apply_stream(const record &record, Sema *sema)
{
	const argument *variable = find(record, "variable"), *depth = find(record, "depth");
	SourceLocation at = record.location;
	std::vector<Token> tokens;
	int nesting = 0;

	if (!variable || !depth || variable->value.empty() || depth->value.empty())
		return;
	for (size_t i = 0, begin = 0; i <= variable->value.size(); i++) {
		const std::vector<Token> &value = variable->value;

		if (i < value.size()) {
			nesting += value[i].isOneOf(tok::l_paren, tok::l_square);
			nesting -= value[i].isOneOf(tok::r_paren, tok::r_square);
			if (nesting || value[i].isNot(tok::comma))
				continue;
		}
		begin += value[begin].isOneOf(tok::amp, tok::star) && begin + 1 < i;
		if (begin < i && is_usable(value[begin], sema)) {
			std::vector<Token> call = qualified(at, "stream_depth");

			if (!tokens.empty())
				tokens.push_back(token(at, tok::semi));
			tokens.insert(tokens.end(), call.begin(), call.end());
			tokens.push_back(token(at, tok::l_paren));
			tokens.insert(tokens.end(), value.begin() + static_cast<long>(begin),
				      value.begin() + static_cast<long>(i));
			for (const Token &part :
			     {token(at, tok::comma), token(at, tok::l_paren), name(at, "unsigned"),
			      name(at, "long"), token(at, tok::r_paren), token(at, tok::l_paren)})
				tokens.push_back(part);
			tokens.insert(tokens.end(), depth->value.begin(), depth->value.end());
			tokens.push_back(token(at, tok::r_paren));
			tokens.push_back(token(at, tok::comma));
			tokens.push_back(name(at, "false"));
			tokens.push_back(token(at, tok::r_paren));
		}
		begin = i + 1;
	}
	if (!tokens.empty())
		put(record, tokens);
}

/* Several DATAFLOW pragmas in one block make one region. */
void effects::apply(const record &record, Sema *sema)
{
	StringRef pragma = record.rule->name;
	std::vector<Token> statement;

	/* No statement can go elsewhere, for example between `if (x)` and its body. */
	if (blocks.empty() || !record.condition.empty() ||
	    !(last == tok::l_brace || last == tok::r_brace || last == tok::semi))
		return;
	block &block = blocks.back();

	if (pragma == "DATAFLOW" && !block.region) {
		block.region = true;
		statement = qualified(record.location, "flow_scope");
		statement.push_back(name(record.location, "fclc_flow_scope"));
	} else if (pragma == "INLINE" && block.function && !block.inlined && !find(record, "off")) {
		block.inlined = true;
		statement = qualified(record.location, "flow_inline");
		statement.push_back(name(record.location, "fclc_flow_inline"));
	} else if (pragma == "UNROLL" && block.code && !find(record, "factor") &&
		   !find(record, "off")) {
		statement = qualified(record.location, "flow_unroll");
		statement.push_back(token(record.location, tok::l_paren));
		statement.push_back(token(record.location, tok::r_paren));
	} else if (pragma == "STREAM") {
		apply_stream(record, sema);
	}
	if (!statement.empty())
		put(record, statement);
}

} // namespace fclc
