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

typedef std::vector<statement> calls;

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
static void apply_stream(const place &place, const record &record, calls &calls)
{
	const argument *variable = find(record, "variable"), *depth = find(record, "depth");

	if (!variable || !depth || !is_known(place, record, depth->value))
		return;
	for (ArrayRef<Token> part : split_list(variable->value)) {
		ArrayRef<Token> name = variable_of(place, record, part);

		if (name.empty())
			continue;
		statement &call = calls.emplace_back(place.preprocessor, record.location);
		call.add_own("stream_depth").add(tok::l_paren).add_all(name).add(tok::comma);
		call.add_cast("unsigned long", depth->value).add(tok::comma);
		call.add_name("false").add(tok::r_paren);
	}
}

/*
 * Before the body of a loop, calls are the condition of a statement that has this body as its other
 * branch: no `else` behind it can be taken for its own. All of its tokens are at one location, by
 * which body_of_loop() knows it.
 */
static void put(const place &place, const record &record, const calls &calls)
{
	statement statement(place.preprocessor, record.location);

	if (calls.empty())
		return;
	if (!place.around.is_body()) {
		for (const class statement &call : calls)
			statement.add_all(call.all()).add(tok::semi);
	} else {
		statement.add_name("if").add(tok::l_paren);
		for (const class statement &call : calls)
			statement.add_all(call.all()).add(tok::comma);
		/* C has no `false`. */
		statement.add(tok::exclaim).add_text("");
		statement.add(tok::r_paren).add(tok::semi).add_name("else");
	}
	place.around.ignore(statement.put());
}

/* Several DATAFLOW pragmas in one block make one region. An object needs a block that it lives in. */
static void apply_to_block(follower::block &block, const record &record, statement &object)
{
	StringRef pragma = record.rule->name;

	if (pragma == "DATAFLOW" && !block.region) {
		block.region = true;
		object.add_own("flow_scope").add_name("fclc_flow_scope");
	} else if (pragma == "INLINE" && block.function && !block.constant && !block.inlined &&
		   !find(record, "off")) {
		block.inlined = true;
		object.add_own("flow_inline").add_name("fclc_flow_inline");
	}
}

/* Whether a pragma can have an effect here. None has between `if (x)` and its body, for example. */
static bool is_place(const place &place)
{
	return !place.around.blocks.empty() &&
	       (place.around.is_between() || place.around.is_body());
}

void apply(const place &place, const record &record)
{
	StringRef pragma = record.rule->name;
	statement statement(place.preprocessor, record.location);
	calls calls;

	if (!is_place(place) || !record.condition.empty())
		return;
	follower::block &block = place.around.blocks.back();

	if (!place.around.is_body())
		apply_to_block(block, record, statement);
	if (pragma == "UNROLL" && block.code && !block.constant && !find(record, "factor") &&
	    !find(record, "off"))
		statement.add_own("flow_unroll").add(tok::l_paren).add(tok::r_paren);
	if (!statement.empty())
		calls.push_back(statement);
	if (pragma == "STREAM")
		apply_stream(place, record, calls);
	put(place, record, calls);
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
		     calls &calls)
{
	statement &statement = calls.emplace_back(place.preprocessor, record.location);
	unsigned at = place.around.place(), loops = place.around.loops();
	const char *kind = at == FCLC_IN_FUNCTION ? "function"
			   : at == FCLC_IN_LOOP   ? "loop"
						  : "block";

	statement.add_name("fclc_mark").add(tok::l_paren).add_text(record.rule->name);
	statement.add(tok::comma).add_text(kind).add(tok::comma);
	statement.add_text(std::to_string(loops)).add(tok::comma);
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
	statement.add(tok::r_paren);
}

void mark(const place &place, const record &record)
{
	calls calls;
	bool variables = false;

	if (!is_place(place) || !place.around.blocks.back().code ||
	    place.around.blocks.back().constant)
		return;
	for (const argument &argument : record.arguments) {
		if (argument.rule->kind != FCLC_ARGUMENT_VARIABLE)
			continue;
		for (ArrayRef<Token> part : split_list(argument.value)) {
			ArrayRef<Token> variable = variable_of(place, record, part);

			variables = true;
			if (!variable.empty())
				add_mark(place, record, variable, calls);
		}
	}
	if (!variables)
		add_mark(place, record, {}, calls);
	put(place, record, calls);
}

} // namespace fclc
