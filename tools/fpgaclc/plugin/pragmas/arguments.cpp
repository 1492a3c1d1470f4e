/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The arguments of a pragma: `name=value` or a word, separated by spaces. A value is an expression
 * or a list; it ends at a space that is neither in brackets nor beside an operator or a comma.
 */
#include "tools/fpgaclc/plugin/pragmas/arguments.h"

#include <cstdlib>

#include <clang/Lex/Preprocessor.h>

#include "tools/fpgaclc/plugin/pragmas/report.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

const fclc_pragma_rule *rule_named(StringRef name)
{
	for (const fclc_pragma_rule &rule : fclc_pragma_rules)
		if (name.equals_insensitive(rule.name))
			return &rule;
	return nullptr;
}

/* --- tokens ----------------------------------------------------------------------------------- */

static bool is_named(const Token &token, StringRef name)
{
	return token.is(tok::identifier) && token.getIdentifierInfo()->getName() == name;
}

/* A pragma in a pragma is only a name. */
std::vector<Token> expand(Preprocessor &preprocessor, const std::vector<Token> &tokens)
{
	auto stream = std::make_unique<Token[]>(tokens.size() + 1);
	std::vector<Token> expanded;
	Token token, end;

	std::copy(tokens.begin(), tokens.end(), stream.get());
	for (size_t i = 0; i < tokens.size(); i++)
		if (is_named(tokens[i], "_Pragma"))
			stream[i].setFlag(Token::DisableExpand);
	end.startToken();
	end.setKind(tok::eof);
	if (!tokens.empty())
		end.setLocation(tokens.back().getLocation());
	stream[tokens.size()] = end;
	preprocessor.EnterTokenStream(std::move(stream), tokens.size() + 1, false, true);
	/* What a pragma in a macro leaves has no text. */
	for (preprocessor.Lex(token); token.isNot(tok::eof); preprocessor.Lex(token))
		if (!token.isAnnotation())
			expanded.push_back(token);
	return expanded;
}

static bool is_name(const Token &token)
{
	return token.getIdentifierInfo() != nullptr;
}

static bool is_key(const std::vector<Token> &tokens, size_t i)
{
	return is_name(tokens[i]) && i + 1 < tokens.size() && tokens[i + 1].is(tok::equal);
}

/* A value continues behind and in front of these. */
static bool joins(const Token &token)
{
	return token.isOneOf(tok::comma, tok::plus, tok::minus, tok::star, tok::slash, tok::percent,
			     tok::lessless, tok::greatergreater, tok::less, tok::greater, tok::amp,
			     tok::pipe, tok::caret, tok::period, tok::arrow, tok::coloncolon) ||
	       token.isOneOf(tok::question, tok::colon, tok::ampamp, tok::pipepipe, tok::equalequal,
			     tok::exclaimequal, tok::lessequal, tok::greaterequal, tok::tilde);
}

static int nesting(const Token &token)
{
	return token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)   ? 1
	       : token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) ? -1
									  : 0;
}

/* The index of the '>' that closes a template's arguments, which begin at `open`; or `open`. */
static size_t close_of_template(const std::vector<Token> &tokens, size_t open)
{
	int depth = 0;

	for (size_t i = open; i < tokens.size() && !is_key(tokens, i); i++) {
		depth += tokens[i].is(tok::less);
		depth -= tokens[i].is(tok::greater) + 2 * tokens[i].is(tok::greatergreater);
		if (depth <= 0)
			return i;
	}
	return open;
}

/* The index behind the value that starts at `from`. */
static size_t end_of_value(const std::vector<Token> &tokens, size_t from)
{
	size_t i = from;
	int depth = 0;

	for (; i < tokens.size(); i++) {
		if (depth <= 0 && is_key(tokens, i))
			break;
		if (i > from && depth <= 0 &&
		    (tokens[i].hasLeadingSpace() || tokens[i].isAtStartOfLine()) &&
		    !joins(tokens[i]) && !joins(tokens[i - 1]))
			break;
		depth += nesting(tokens[i]);
		if (i > from && tokens[i].is(tok::less) && is_name(tokens[i - 1]))
			i = close_of_template(tokens, i);
	}
	return i;
}

/* --- rules ------------------------------------------------------------------------------------ */

static const fclc_argument_rule *find_rule(const fclc_pragma_rule &pragma, StringRef name)
{
	for (const fclc_argument_rule &rule : pragma.arguments)
		if (rule.name && name.equals_insensitive(rule.name))
			return &rule;
	return nullptr;
}

static bool is_one_of(StringRef word, const char *words)
{
	for (StringRef known : words_of(words))
		if (known.equals_insensitive(word))
			return true;
	return false;
}

/* The rule for a word that stands alone: a flag, or an older way to write an argument. */
static const fclc_argument_rule *find_bare(const fclc_pragma_rule &pragma, StringRef word)
{
	const fclc_argument_rule *named = find_rule(pragma, word);

	if (named && named->kind == FCLC_ARGUMENT_FLAG)
		return named;
	for (const fclc_argument_rule &rule : pragma.arguments)
		if (rule.name && rule.kind == FCLC_ARGUMENT_BARE && is_one_of(word, rule.words))
			return &rule;
	return nullptr;
}

static std::vector<StringRef> names_of(const fclc_pragma_rule &pragma, bool alone)
{
	std::vector<StringRef> names;

	for (const fclc_argument_rule &rule : pragma.arguments) {
		if (rule.name)
			names.push_back(rule.name);
		if (alone && rule.name && rule.kind == FCLC_ARGUMENT_BARE)
			for (StringRef word : words_of(rule.words))
				names.push_back(word);
	}
	return names;
}

static std::string list_of(const char *words)
{
	std::string list;

	for (StringRef word : words_of(words))
		list += (list.empty() ? "" : ", ") + word.str();
	return list;
}

/* --- reports ---------------------------------------------------------------------------------- */

namespace
{

class reader
{
      public:
	reader(Preprocessor &preprocessor, record &record)
	    : preprocessor(preprocessor), pragma(record)
	{
	}
	void read(std::vector<Token> tokens);

      private:
	Preprocessor &preprocessor;
	record &pragma;

	std::string spelling(const Token &token) const
	{
		return preprocessor.getSpelling(token);
	}
	std::string name() const
	{
		return std::string("pragma ") + pragma.rule->name;
	}
	void say(SourceLocation location, const std::string &message, StringRef better = "",
		 unsigned length = 0) const
	{
		report(preprocessor.getDiagnostics(), location, message, better, length);
	}
	void say_unknown(const Token &token, bool alone) const;
	bool read_word(const Token &token, std::vector<Token> &tokens, size_t i, bool &expanded);
	void add(const fclc_argument_rule *rule, const Token &token, std::vector<Token> value);
	void note(const Token &name, const std::vector<Token> &value);
	void check_value(const argument &argument) const;
	void check_word(const argument &argument) const;
	void check_integer(const argument &argument) const;
	bool number_of(const argument &argument, long long &ret_number) const;
	void check_required() const;
	void check_order(const char *low, const char *high) const;
	const argument *find(const char *name) const;
};

} // namespace

void reader::say_unknown(const Token &token, bool alone) const
{
	std::string word = spelling(token), better = nearest(word, names_of(*pragma.rule, alone));
	const fclc_argument_rule *rule = find_rule(*pragma.rule, word);

	if (alone && rule)
		say(token.getLocation(),
		    name() + ": expected '=' and a value after " + quoted(word));
	else
		say(token.getLocation(),
		    name() + " has no argument " + quoted(word) +
			    (better.empty() ? "" : "; did you mean '" + better + "'?"),
		    better, static_cast<unsigned>(word.size()));
}

const argument *reader::find(const char *name) const
{
	for (const argument &argument : pragma.arguments)
		if (!strcmp(argument.rule->name, name))
			return &argument;
	return nullptr;
}

/* --- values ----------------------------------------------------------------------------------- */

void reader::check_word(const argument &argument) const
{
	bool flag = argument.rule->kind == FCLC_ARGUMENT_FLAG;
	const char *words = flag ? "true false on off 1 0" : argument.rule->words;
	const Token &token = argument.value.front();
	std::string word = spelling(token), better;

	if (word.size() > 2 && word.front() == '"' && word.back() == '"')
		word = word.substr(1, word.size() - 2);
	if (argument.value.size() == 1 && is_one_of(word, words))
		return;
	better = nearest(word, words_of(words));
	say(token.getLocation(),
	    name() + ": " + quoted(word) + " is no value of '" + argument.rule->name + "'" +
		    (better.empty() ? "; expected " + list_of(words)
				    : "; did you mean '" + better + "'?"),
	    better, static_cast<unsigned>(word.size()));
}

/* The value of a literal, with or without a sign. False for any other expression. */
bool reader::number_of(const argument &argument, long long &ret_number) const
{
	const std::vector<Token> &value = argument.value;
	size_t sign = value.size() == 2 && value[0].isOneOf(tok::minus, tok::plus);
	std::string digits;
	char *end;

	if (value.size() != 1 + sign || value[sign].isNot(tok::numeric_constant))
		return false;
	digits = spelling(value[sign]);
	digits.erase(std::remove(digits.begin(), digits.end(), '\''), digits.end());
	errno = 0;
	if (StringRef(digits).substr(0, 2).equals_insensitive("0b"))
		ret_number = std::strtoll(digits.c_str() + 2, &end, 2);
	else
		ret_number = std::strtoll(digits.c_str(), &end, 0);
	if (errno || StringRef(end).find_first_not_of("uUlL") != StringRef::npos)
		return false;
	if (sign && value[0].is(tok::minus))
		ret_number = -ret_number;
	return true;
}

void reader::check_integer(const argument &argument) const
{
	const Token &first = argument.value.front(), &last = argument.value.back();
	bool literal = argument.value.size() == 1 && !is_name(first);
	long long number;

	if (number_of(argument, number)) {
		if (number < argument.rule->least)
			say(first.getLocation(), name() + ": '" + argument.rule->name +
							 "' is at least " +
							 std::to_string(argument.rule->least) +
							 ", found " + std::to_string(number));
	} else if (literal || !(is_name(last) ||
				last.isOneOf(tok::numeric_constant, tok::r_paren, tok::r_square,
					     tok::char_constant, tok::greater, tok::r_brace))) {
		say(last.getLocation(), name() + ": expected a whole number for '" +
						argument.rule->name + "', found " +
						quoted(spelling(last)));
	}
}

void reader::check_value(const argument &argument) const
{
	switch (argument.rule->kind) {
	case FCLC_ARGUMENT_FLAG:
	case FCLC_ARGUMENT_WORD:
	case FCLC_ARGUMENT_BARE:
		check_word(argument);
		break;
	case FCLC_ARGUMENT_INTEGER:
		check_integer(argument);
		break;
	default:
		break;
	}
}

/* --- the whole -------------------------------------------------------------------------------- */

void reader::add(const fclc_argument_rule *rule, const Token &token, std::vector<Token> value)
{
	argument argument{rule, token.getLocation(), spelling(token), std::move(value)};

	if (find(rule->name))
		say(token.getLocation(),
		    name() + ": '" + rule->name + "' is given twice; the last one counts");
	if (!argument.value.empty())
		check_value(argument);
	pragma.arguments.push_back(std::move(argument));
}

/* Adds an argument to the pragma's text. */
void reader::note(const Token &name, const std::vector<Token> &value)
{
	bool word = false;

	pragma.text += (pragma.text.empty() ? "" : " ") + spelling(name);
	for (size_t i = 0; i < value.size(); i++) {
		pragma.text += i == 0 ? "=" : word && is_name(value[i]) ? " " : "";
		pragma.text += spelling(value[i]);
		word = is_name(value[i]);
	}
}

/*
 * Takes a word that stands alone. If it is the name of a macro, which may stand for several
 * arguments, replaces the tokens from there on with what they expand to, once, and returns false.
 */
bool reader::read_word(const Token &token, std::vector<Token> &tokens, size_t i, bool &expanded)
{
	const fclc_argument_rule *rule = find_bare(*pragma.rule, spelling(token));

	if (rule) {
		note(token, {});
		add(rule, token, {});
		return true;
	}
	if (!expanded && token.getIdentifierInfo()->hasMacroDefinition()) {
		tokens = expand(preprocessor,
				{tokens.begin() + static_cast<long>(i), tokens.end()});
		expanded = true;
		return false;
	}
	note(token, {});
	say_unknown(token, true);
	return true;
}

void reader::check_required() const
{
	for (const fclc_argument_rule &rule : pragma.rule->arguments)
		if (rule.name && rule.required && !find(rule.name))
			say(pragma.name, name() + " needs '" + rule.name + "='");
}

void reader::check_order(const char *low, const char *high) const
{
	const argument *from = find(low), *to = find(high);
	long long least, most;

	if (from && to && number_of(*from, least) && number_of(*to, most) && least > most)
		say(from->location, name() + ": '" + low + "' is " + std::to_string(least) +
					    ", more than '" + high + "', which is " +
					    std::to_string(most));
}

void reader::read(std::vector<Token> tokens)
{
	bool expanded = false;

	for (size_t i = 0; i < tokens.size();) {
		const Token token = tokens[i];
		const fclc_argument_rule *rule;
		size_t end;

		if (token.is(tok::comma)) {
			i++;
			continue;
		}
		if (!is_name(token)) {
			say(token.getLocation(),
			    name() + ": expected an argument, found " + quoted(spelling(token)));
			return;
		}
		if (!is_key(tokens, i)) {
			i = read_word(token, tokens, i, expanded) ? i + 1 : 0;
			continue;
		}
		rule = find_rule(*pragma.rule, spelling(token));
		end = end_of_value(tokens, i + 2);
		std::vector<Token> value(tokens.begin() + static_cast<long>(i) + 2,
					 tokens.begin() + static_cast<long>(end));

		i = end;
		if (!value.empty() && value.back().is(tok::comma))
			value.pop_back();
		if (!expanded)
			value = expand(preprocessor, value);
		note(token, value);
		if (!rule)
			say_unknown(token, false);
		else if (value.empty())
			say(token.getLocation(),
			    name() + ": expected a value after '" + spelling(token) + "='");
		else
			add(rule, token, std::move(value));
	}
	check_required();
	check_order("min", "max");
}

void read_arguments(Preprocessor &preprocessor, std::vector<Token> tokens, record &record)
{
	reader(preprocessor, record).read(std::move(tokens));
}

} // namespace fclc
