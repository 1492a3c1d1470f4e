/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/effects.h"

#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>

#include "tools/fpgaclc/plugin/pragmas/names.h"
#include "tools/fpgaclc/plugin/pragmas/statement.h"

using namespace clang;
using llvm::ArrayRef;
using llvm::StringRef;

namespace fclc
{

static const argument *find(const record &record, StringRef name)
{
	for (const argument &argument : record.arguments)
		if (name == argument.rule->name)
			return &argument;
	return nullptr;
}

/* Whether all members are known that follow what was found, if it is a variable. */
static bool has_members(const place &place, const LookupResult &found, ArrayRef<Token> members)
{
	const auto *variable = found.isSingleResult() ? dyn_cast<ValueDecl>(found.getFoundDecl())
						      : nullptr;
	const TagDecl *record;
	const Token *absent = nullptr;

	if (variable)
		follow_members(*place.semantics, members, variable->getType(), absent, record);
	return !absent;
}

/*
 * Whether a variable of that name is in scope, with these members. The bodies of methods in a class are read before they
 * are understood, and a directive before the declaration that it is behind: there, a name that the
 * source has had will do.
 */
static bool is_usable(const place &place, const record &record, const Token &token,
		      ArrayRef<Token> members = {})
{
	if (!token.is(tok::identifier))
		return token.is(tok::kw_this);
	Scope *scope = place.semantics ? place.semantics->getCurScope() : nullptr;

	if (record.directive || !scope || !scope->getFnParent() || scope->isClassScope())
		return place.around.knows(token.getIdentifierInfo());
	LookupResult result(*place.semantics, token.getIdentifierInfo(), token.getLocation(),
			    Sema::LookupOrdinaryName);

	result.suppressDiagnostics();
	place.semantics->LookupName(result, scope);
	return !result.empty() && has_members(place, result, members);
}

/* A variable as it is written in a list, such as "&a", "this->a" or "a[0]"; empty if none is usable. */
static ArrayRef<Token> variable_of(const place &place, const record &record, ArrayRef<Token> tokens)
{
	if (tokens.size() > 1 && tokens.front().isOneOf(tok::amp, tok::star))
		tokens = tokens.drop_front();
	return is_usable(place, record, tokens.front(), tokens.drop_front()) ? tokens
									     : ArrayRef<Token>();
}

/* Whether all names in an expression are known where it stands. */
static bool is_known(const place &place, const record &record, ArrayRef<Token> value)
{
	for (size_t i = 0; i < value.size(); i++)
		if (value[i].is(tok::identifier) && !is_usable(place, record, value[i]) &&
		    !(i && value[i - 1].isOneOf(tok::coloncolon, tok::period, tok::arrow)))
			return false;
	return !value.empty();
}

/* ::fclc::stream_depth(VARIABLE, (unsigned long)(DEPTH), false) for each variable of a list. */
static void apply_stream(const place &place, const record &record, statement &statement)
{
	const argument *variable = find(record, "variable"), *depth = find(record, "depth");

	if (!variable || !depth || !is_known(place, record, depth->value))
		return;
	for (ArrayRef<Token> part : split_list(variable->value)) {
		ArrayRef<Token> name = variable_of(place, record, part);

		if (name.empty())
			continue;
		statement.add_own("stream_depth").add(tok::l_paren).add_all(name).add(tok::comma);
		statement.add_cast("unsigned long", depth->value).add(tok::comma);
		statement.add_name("false").add(tok::r_paren).end();
	}
}

/* Several DATAFLOW pragmas in one block make one region. */
void apply(const place &place, const record &record)
{
	StringRef pragma = record.rule->name;
	statement statement(place.preprocessor, record.location);

	/* No statement can go elsewhere, for example between `if (x)` and its body. */
	if (place.around.blocks.empty() || !record.condition.empty() || record.loops ||
	    !place.around.is_between())
		return;
	follower::block &block = place.around.blocks.back();

	if (pragma == "DATAFLOW" && !block.region) {
		block.region = true;
		statement.add_own("flow_scope").add_name("fclc_flow_scope").end();
	} else if (pragma == "INLINE" && block.function && !block.constant && !block.inlined &&
		   !find(record, "off")) {
		block.inlined = true;
		statement.add_own("flow_inline").add_name("fclc_flow_inline").end();
	} else if (pragma == "UNROLL" && block.code && !find(record, "factor") &&
		   !find(record, "off")) {
		statement.add_own("flow_unroll").add(tok::l_paren).add(tok::r_paren).end();
	} else if (pragma == "STREAM") {
		apply_stream(place, record, statement);
	}
	if (!statement.empty())
		statement.put();
}

/* --- marks ------------------------------------------------------------------------------------ */

static std::string text_of(Preprocessor &preprocessor, ArrayRef<Token> value)
{
	std::string text;

	for (const Token &token : value)
		text += (text.empty() || !token.hasLeadingSpace() ? "" : " ") +
			preprocessor.getSpelling(token);
	return text;
}

/* , "NAME", VALUE */
static void add_argument(const place &place, const record &record, const argument &argument,
			 statement &statement)
{
	std::string text = argument.value.empty() ? argument.word
						  : text_of(place.preprocessor, argument.value);

	switch (argument.rule->kind) {
	case FCLC_ARGUMENT_VARIABLE:
		return;
	case FCLC_ARGUMENT_INTEGER:
	case FCLC_ARGUMENT_NUMBER:
		if (!is_known(place, record, argument.value))
			return;
		statement.add(tok::comma).add_text(argument.rule->name).add(tok::comma);
		statement.add_cast(argument.rule->kind == FCLC_ARGUMENT_NUMBER ? "double"
									       : "long long",
				   argument.value);
		return;
	case FCLC_ARGUMENT_FLAG:
	case FCLC_ARGUMENT_WORD:
	case FCLC_ARGUMENT_BARE:
		text = argument.value.empty() && argument.rule->kind == FCLC_ARGUMENT_FLAG
			       ? "true"
			       : StringRef(text).lower();
		break;
	default:
		break;
	}
	statement.add(tok::comma).add_text(argument.rule->name).add(tok::comma).add_text(text);
}

/* fclc_mark("PRAGMA", PLACE, LOOPS, VARIABLE'S ADDRESS, "VARIABLE", "NAME", VALUE ...) */
static void add_mark(const place &place, const record &record, ArrayRef<Token> variable,
		     statement &statement)
{
	const follower::block &block = place.around.blocks.back();
	const char *kind = block.place == FCLC_IN_FUNCTION ? "function"
			   : block.place == FCLC_IN_LOOP   ? "loop"
							   : "block";

	statement.add_name("fclc_mark").add(tok::l_paren).add_text(record.rule->name);
	statement.add(tok::comma).add_text(kind).add(tok::comma);
	statement.add_text(std::to_string(record.loops ? record.loops : block.loops))
		.add(tok::comma);
	if (variable.empty())
		statement.add_text("");
	else
		statement.add_name("__builtin_addressof")
			.add(tok::l_paren)
			.add_all(variable)
			.add(tok::r_paren);
	statement.add(tok::comma).add_text(text_of(place.preprocessor, variable));
	if (is_known(place, record, record.condition))
		statement.add(tok::comma)
			.add_text("if")
			.add(tok::comma)
			.add_cast("long long", record.condition);
	for (const argument &argument : record.arguments)
		add_argument(place, record, argument, statement);
	statement.add(tok::r_paren).end();
}

void mark(const place &place, const record &record)
{
	statement statement(place.preprocessor, record.location);
	bool variables = false;

	if (place.around.blocks.empty() || !place.around.blocks.back().code ||
	    place.around.blocks.back().constant || !place.around.is_between())
		return;
	for (const argument &argument : record.arguments) {
		if (argument.rule->kind != FCLC_ARGUMENT_VARIABLE)
			continue;
		for (ArrayRef<Token> part : split_list(argument.value)) {
			ArrayRef<Token> variable = variable_of(place, record, part);

			variables = true;
			if (!variable.empty())
				add_mark(place, record, variable, statement);
		}
	}
	if (!variables)
		add_mark(place, record, {}, statement);
	if (!statement.empty())
		statement.put();
}

} // namespace fclc
