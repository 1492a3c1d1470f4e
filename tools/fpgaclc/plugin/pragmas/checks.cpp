/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/checks.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include "tools/fpgaclc/plugin/pragmas/names.h"
#include "tools/fpgaclc/plugin/pragmas/report.h"
#include "tools/fpgaclc/plugin/pragmas/spot.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

namespace
{

class checker
{
      public:
	checker(Sema &sema, const record &record, const spot &spot, bool dataflow)
	    : sema(sema), pragma(record), around(spot), dataflow(dataflow), visible(sema, spot)
	{
	}
	void check();

      private:
	Sema &sema;
	const record &pragma;
	const spot &around;
	bool dataflow; /* the source has processes */
	names visible;

	std::string spelling(const Token &token) const
	{
		return sema.getPreprocessor().getSpelling(token);
	}
	void say(SourceLocation location, const std::string &message, StringRef better = "",
		 unsigned length = 0) const
	{
		report(sema.getDiagnostics(), location,
		       std::string("pragma ") + pragma.rule->name + message, better, length);
	}
	bool has_effect() const;
	void check_place() const;
	void check_argument(const argument &argument);
	void check_variables(const argument &argument);
	void check_variable(llvm::ArrayRef<Token> tokens, const argument &argument);
	void check_constant(const std::vector<Token> &value, const char *what);
	void check_instances(const argument &argument);
	void check_port(const Token &token);
	bool check_presence(const Token &token, const NamedDecl *&ret_declaration);
	QualType check_members(llvm::ArrayRef<Token> tokens, QualType type);
	void check_type(const Token &token, QualType type) const;
};

} // namespace

/* --- the place -------------------------------------------------------------------------------- */

void checker::check_place() const
{
	unsigned place = pragma.rule->place;

	if (around.functions.empty()) {
		say(pragma.name, " has no effect outside of a function's body");
		return;
	}
	if (!around.place) {
		say(pragma.name, " has no effect in the middle of a statement");
		return;
	}
	if (around.path.back() == around.loop && !strcmp(pragma.rule->name, "DATAFLOW")) {
		say(pragma.name, " has no effect before the loop's body; move it behind its '{'");
		return;
	}
	if (place & around.place)
		return;
	/* This form is for all loops of a function or block. */
	for (const argument &argument : pragma.arguments)
		if (argument.word == "region" && argument.value.empty())
			return;
	if (place == FCLC_IN_LOOP && around.next && body_of_loop(around.next))
		say(pragma.name,
		    " has no effect here; it applies to the loop in whose body it stands: move it behind that loop's '{'");
	else if (place == FCLC_IN_LOOP)
		say(pragma.name,
		    " has no effect here; it applies to the loop in whose body it stands, not in an inner block");
	else if (place == FCLC_IN_FUNCTION)
		say(pragma.name,
		    " has no effect here; it applies to the function in whose body it stands, not in an inner block");
	else
		say(pragma.name,
		    " has no effect here; it applies to the function or loop in whose body it stands, not in an inner block");
}

/* --- names ------------------------------------------------------------------------------------ */

/* Reports a name that the code here may not use. Returns whether it may. */
bool checker::check_presence(const Token &token, const NamedDecl *&ret_declaration)
{
	std::string name = spelling(token), better;

	switch (visible.find(name, ret_declaration)) {
	case presence::found:
		return true;
	case presence::unknown:
		break;
	case presence::later:
		say(token.getLocation(),
		    ": " + quoted(name) + " is declared only after the pragma");
		break;
	case presence::inner:
		say(token.getLocation(),
		    ": " + quoted(name) +
			    " is declared in a block that ends before or begins after the pragma");
		break;
	case presence::absent:
		better = nearest(name, visible.candidates());
		say(token.getLocation(),
		    ": no variable " + quoted(name) + " is in scope" +
			    (better.empty() ? "" : "; did you mean '" + better + "'?"),
		    better, static_cast<unsigned>(name.size()));
		break;
	}
	return false;
}

/* The type of a member of a variable; null if it is not known, or there is none, which is reported. */
QualType checker::check_members(llvm::ArrayRef<Token> tokens, QualType type)
{
	const TagDecl *record;
	const Token *absent;

	type = follow_members(sema, tokens, type, absent, record);
	if (absent)
		say(absent->getLocation(), ": '" + record->getNameAsString() + "' has no member " +
						   quoted(spelling(*absent)));
	return type;
}

void checker::check_type(const Token &token, QualType type) const
{
	StringRef name = pragma.rule->name;
	bool stream = name == "STREAM";

	if (type.isNull() || type->isDependentType() ||
	    !(type->isBuiltinType() || type->isEnumeralType()) ||
	    !(stream || name == "ARRAY_PARTITION" || name == "ARRAY_RESHAPE"))
		return;
	say(token.getLocation(), ": " + quoted(spelling(token)) + " is " +
					 (stream ? "neither a stream nor an array" : "no array"));
}

/* One element of a list, such as "a", "&a", "this->a", "a.b" or "a[0]". */
void checker::check_variable(llvm::ArrayRef<Token> tokens, const argument &argument)
{
	const NamedDecl *declaration = nullptr;

	while (!tokens.empty() &&
	       tokens.front().isOneOf(tok::amp, tok::star, tok::l_paren, tok::kw_this, tok::arrow))
		tokens = tokens.drop_front();
	if (tokens.empty())
		return;
	if (!tokens.front().getIdentifierInfo()) {
		if (!tokens.front().is(tok::coloncolon) && !tokens.front().is(tok::string_literal))
			say(tokens.front().getLocation(),
			    std::string(": expected a variable for '") + argument.rule->name +
				    "', found " + quoted(spelling(tokens.front())));
		return;
	}
	if (tokens.front().is(tok::kw_return) ||
	    (tokens.size() > 1 && tokens[1].isOneOf(tok::coloncolon, tok::less)))
		return;
	if (argument.rule->kind == FCLC_ARGUMENT_PORT && around.functions.size() == 1)
		check_port(tokens.front());
	else if (check_presence(tokens.front(), declaration))
		if (const auto *value = dyn_cast_or_null<ValueDecl>(declaration))
			check_type(tokens.front(),
				   check_members(tokens.drop_front(), value->getType()));
}

/* A port is an argument; variables outside of the function became none with Vitis HLS. */
void checker::check_port(const Token &token)
{
	const FunctionDecl &function = *around.functions.back();
	std::string name = spelling(token), better;
	const NamedDecl *declaration = nullptr;
	std::vector<StringRef> candidates{"return"};
	presence found = visible.find(name, declaration);
	const auto *variable = dyn_cast_or_null<VarDecl>(declaration);
	bool outside = found == presence::found && variable && !variable->isLocalVarDecl();

	if (found == presence::unknown || (found == presence::found && !declaration) ||
	    (declaration && isa<ParmVarDecl, FieldDecl>(declaration)))
		return;
	for (const ParmVarDecl *parameter : function.parameters())
		if (parameter->getIdentifier())
			candidates.push_back(parameter->getName());
	better = nearest(name, candidates);
	say(token.getLocation(),
	    ": '" + function.getNameAsString() + "' has no argument " + quoted(name) +
		    (outside ? ", which is a variable outside of it" : "") +
		    (better.empty() ? "" : "; did you mean '" + better + "'?"),
	    better, static_cast<unsigned>(name.size()));
}

void checker::check_variables(const argument &argument)
{
	llvm::ArrayRef<Token> value = argument.value;
	int depth = 0;
	size_t begin = 0;

	for (size_t i = 0; i <= value.size(); i++) {
		if (i < value.size()) {
			depth += value[i].isOneOf(tok::l_paren, tok::l_square);
			depth -= value[i].isOneOf(tok::r_paren, tok::r_square);
			if (depth || value[i].isNot(tok::comma))
				continue;
		}
		check_variable(value.slice(begin, i - begin), argument);
		begin = i + 1;
	}
}

/* The names in a constant expression must be in scope; one alone must be constant. */
void checker::check_constant(const std::vector<Token> &value, const char *what)
{
	const NamedDecl *declaration = nullptr;

	for (size_t i = 0; i < value.size(); i++) {
		const Token &token = value[i];
		bool qualified = (i &&
				  value[i - 1].isOneOf(tok::coloncolon, tok::period, tok::arrow)) ||
				 (i + 1 < value.size() && value[i + 1].is(tok::coloncolon));

		if (token.isNot(tok::identifier) || qualified)
			continue;
		if (!check_presence(token, declaration) || value.size() > 1)
			continue;
		const auto *variable = dyn_cast_or_null<VarDecl>(declaration);

		if (variable && !variable->getType().isConstQualified() &&
		    !variable->isConstexpr() && !variable->getType()->isReferenceType() &&
		    !variable->getType()->isDependentType())
			say(token.getLocation(),
			    std::string(": '") + what + "' needs a constant, and " +
				    quoted(spelling(token)) + " is a variable");
	}
}

/* The functions, not operations, whose number is limited. */
void checker::check_instances(const argument &argument)
{
	const NamedDecl *declaration = nullptr;

	for (const auto &other : pragma.arguments)
		if (!strcmp(other.rule->name, "type")) {
			const Token *value = other.value.empty() ? nullptr : other.value.data();

			if (StringRef(value ? spelling(*value) : other.word).lower() != "function")
				return;
			if (argument.value.size() == 1 && argument.value[0].is(tok::identifier) &&
			    visible.find(spelling(argument.value[0]), declaration) ==
				    presence::absent)
				say(argument.value[0].getLocation(),
				    ": no function " + quoted(spelling(argument.value[0])) +
					    " is in scope");
			return;
		}
}

void checker::check_argument(const argument &argument)
{
	if (argument.value.empty())
		return;
	switch (argument.rule->kind) {
	case FCLC_ARGUMENT_VARIABLE:
	case FCLC_ARGUMENT_PORT:
		check_variables(argument);
		break;
	case FCLC_ARGUMENT_INTEGER:
	case FCLC_ARGUMENT_NUMBER:
		check_constant(argument.value, argument.rule->name);
		break;
	default:
		if (!strcmp(argument.rule->name, "instances"))
			check_instances(argument);
		break;
	}
}

/* UNROLL matters to what runs among processes only. */
bool checker::has_effect() const
{
	if (strcmp(pragma.rule->name, "UNROLL") != 0)
		return pragma.rule->kind == FCLC_PRAGMA_WORKS;
	for (const argument &argument : pragma.arguments)
		if (!strcmp(argument.rule->name, "factor") || !strcmp(argument.rule->name, "off"))
			return false;
	return dataflow;
}

void checker::check()
{
	check_place();
	if (around.functions.empty())
		return;
	check_constant(pragma.condition, "if");
	if (!pragma.condition.empty() && has_effect())
		say(pragma.name, " behind 'if (...)' has no effect on what runs");
	for (const argument &argument : pragma.arguments)
		check_argument(argument);
}

void check_records(Sema &sema, const std::vector<record> &records)
{
	std::vector<SourceLocation> locations;
	std::vector<spot> spots;
	bool dataflow = false;

	for (const record &record : records) {
		locations.push_back(record.location);
		dataflow |= !strcmp(record.rule->name, "DATAFLOW");
	}
	spots = find_spots(sema.getASTContext(), locations);
	for (size_t i = 0; i < records.size(); i++)
		checker(sema, records[i], spots[i], dataflow).check();
}

} // namespace fclc
