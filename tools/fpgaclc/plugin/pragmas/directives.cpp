/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/directives.h"

#include <algorithm>

#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

#include "tools/fpgaclc/plugin/pragmas/arguments.h"
#include "tools/fpgaclc/plugin/pragmas/report.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

void directives::add(const std::string &text)
{
	texts.push_back(text);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The text as tokens of a file of that name, in which it stands in that line. */
static std::vector<Token> lex(Preprocessor &preprocessor, StringRef file, unsigned line,
			      StringRef text)
{
	std::string padded = std::string(line ? line - 1 : 0, '\n') + text.str() + "\n";
	auto buffer = llvm::MemoryBuffer::getMemBufferCopy(padded, file);
	SourceManager &sources = preprocessor.getSourceManager();
	FileID id = sources.createFileID(std::move(buffer));
	Lexer lexer(id, sources.getBufferOrFake(id), sources, preprocessor.getLangOpts());
	std::vector<Token> tokens;
	Token token;

	for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
		if (token.is(tok::raw_identifier))
			preprocessor.LookUpIdentifierInfo(token);
		tokens.push_back(token);
	}
	return tokens;
}

static bool takes_variable(const fclc_pragma_rule &rule)
{
	for (const fclc_argument_rule &argument : rule.arguments)
		if (argument.name && argument.kind == FCLC_ARGUMENT_VARIABLE &&
		    !strcmp(argument.name, "variable"))
			return true;
	return false;
}

/* Whether the word may stand alone in the pragma. */
static bool is_word_of(const fclc_pragma_rule &rule, StringRef word)
{
	for (const fclc_argument_rule &argument : rule.arguments) {
		if (!argument.name)
			continue;
		if (argument.kind == FCLC_ARGUMENT_FLAG && word.equals_insensitive(argument.name))
			return true;
		if (argument.kind == FCLC_ARGUMENT_BARE)
			for (StringRef known : words_of(argument.words))
				if (word.equals_insensitive(known))
					return true;
	}
	return false;
}

static void report_unknown(Preprocessor &preprocessor, StringRef name, SourceLocation location)
{
	std::vector<StringRef> candidates;
	std::string better;

	for (const fclc_pragma_rule &rule : fclc_pragma_rules)
		candidates.push_back(rule.name);
	better = StringRef(nearest(name, candidates)).lower();
	report(preprocessor.getDiagnostics(), location,
	       "unknown directive " + quoted(name) +
		       (better.empty() ? "" : "; did you mean '" + better + "'?"),
	       better, static_cast<unsigned>(name.size()));
}

/* The directive's words as a pragma has them. Takes the variable that stands alone from them. */
static std::string pragma_text(const fclc_pragma_rule &rule, llvm::ArrayRef<StringRef> words,
			       std::string &variable)
{
	std::string text;

	for (StringRef word : words) {
		bool alone = variable.empty() && takes_variable(rule) &&
			     word.find('=') == StringRef::npos && !is_word_of(rule, word);

		if (alone)
			variable = word.str();
		text += (alone ? " variable=" : " ") + word.str();
	}
	return text;
}

/* The first name in the variables of a pragma. */
static std::string variable_in(Preprocessor &preprocessor, const record &pragma)
{
	for (const argument &argument : pragma.arguments)
		if (argument.rule->kind == FCLC_ARGUMENT_VARIABLE)
			for (const Token &token : argument.value)
				if (token.is(tok::identifier))
					return preprocessor.getSpelling(token);
	return "";
}

void directives::read_one(Preprocessor &preprocessor, const std::string &text)
{
	const SourceManager &sources = preprocessor.getSourceManager();
	llvm::SmallVector<StringRef, 4> fields;
	llvm::SmallVector<StringRef, 16> words;
	std::vector<Token> tokens, rest;
	std::string pragma;
	directive directive;
	unsigned line = 0, behind;

	StringRef(text).split(fields, '\n', 3);
	if (fields.size() < 4 || fields[1].getAsInteger(10, line))
		return;
	fields[3].split(words, ' ', -1, false);
	words.insert(words.empty() ? words.end() : words.begin(), fields[2]);
	words.resize(std::max<size_t>(words.size(), 2));
	directive.pragma.rule = rule_named(words[0]);
	if (directive.pragma.rule)
		pragma = pragma_text(*directive.pragma.rule,
				     llvm::ArrayRef<StringRef>(words).drop_front(2),
				     directive.variable);
	tokens = lex(preprocessor, fields[0].empty() ? "directive" : fields[0], line,
		     words[0].str() + " " + words[1].str() + pragma);
	if (tokens.empty())
		return;
	directive.pragma.name = tokens[0].getLocation();
	if (!directive.pragma.rule) {
		report_unknown(preprocessor, words[0], directive.pragma.name);
		return;
	}
	directive.function = words[1].split('/').first.str();
	directive.label = words[1].split('/').second.str();
	directive.at = tokens[std::min<size_t>(1, tokens.size() - 1)].getLocation();
	/* The place is one word, of whatever characters. */
	behind = sources.getFileOffset(directive.pragma.name) +
		 static_cast<unsigned>(words[0].size() + 1 + words[1].size());
	for (const Token &token : tokens)
		if (sources.getFileOffset(token.getLocation()) >= behind)
			rest.push_back(token);
	read_arguments(preprocessor, std::move(rest), directive.pragma);
	directive.variable = variable_in(preprocessor, directive.pragma);
	list.push_back(std::move(directive));
}

void directives::read_all(Preprocessor &preprocessor)
{
	read = true;
	for (const std::string &text : texts)
		read_one(preprocessor, text);
}

/* --- finding their places --------------------------------------------------------------------- */

static bool is_named(StringRef function, StringRef name)
{
	return !name.empty() && function.substr(function.rfind(':') + 1) == name;
}

/* A record counts as a pragma just behind the token. */
void directives::take(directive &directive, const Token &token,
		      const std::function<void(const record &)> &found)
{
	record pragma = directive.pragma;

	pragma.location = token.getLocation().isFileID() ? token.getLocation().getLocWithOffset(1)
							 : token.getLocation();
	pragma.directive = true;
	directive.done = true;
	directive.declared = false;
	found(pragma);
}

/* A region of processes is a block. */
bool directives::needs_block(const directive &directive)
{
	return !strcmp(directive.pragma.rule->name, "DATAFLOW");
}

void directives::take_at_loop(directive &directive, const Token &token,
			      const std::function<void(const record &)> &found)
{
	directive.in_label = true;
	if (directive.variable.empty())
		take(directive, token, found);
}

/* Before the body of a loop, which may be any statement. */
void directives::see_body(directive &directive, const Token &token, const follower &around,
			  const std::function<void(const record &)> &found)
{
	const follower::label *label = around.body_label();

	if (label && label->name == directive.label && !needs_block(directive) &&
	    !around.blocks.empty() && is_named(directive.function, around.blocks.back().name))
		take_at_loop(directive, token, found);
}

void directives::see_block(directive &directive, const Token &token, const follower &around,
			   const std::function<void(const record &)> &found)
{
	const follower::block &block = around.blocks.back();

	if (!block.code || !is_named(directive.function, block.name))
		return;
	directive.in_function |= block.function;
	if (needs_block(directive))
		for (const follower::label &label : block.labels)
			if (label.name == directive.label && label.loops == block.loops)
				take_at_loop(directive, token, found);
	/* A function, or a parameter. */
	if (block.function &&
	    (directive.variable.empty() ? directive.label.empty() : directive.declared))
		take(directive, token, found);
}

/* Whether what is before a name makes it a declaration, or a variable in an expression. */
void directives::see_name(directive &directive, const Token &token, const follower &around)
{
	bool member = !before.empty() &&
		      before.back().isOneOf(tok::period, tok::arrow, tok::coloncolon);
	bool inside = !around.blocks.empty() && around.blocks.back().code;

	if (directive.variable.empty() || directive.done || member ||
	    token.getIdentifierInfo()->getName() != directive.variable)
		return;
	/* Outside, a list of parameters is known by its function's name. */
	directive.declared = inside ? is_named(directive.function, around.blocks.back().name)
				    : is_named(directive.function, around.function_name());
}

void directives::see(Preprocessor &preprocessor, const Token &token, const follower &around,
		     const std::function<void(const record &)> &found)
{
	if (!read)
		read_all(preprocessor);
	if (token.is(tok::l_brace) && around.blocks.back().function)
		functions.push_back(around.blocks.back().name);
	if (around.body_label())
		labels.push_back(around.body_label()->name);
	for (directive &directive : list) {
		if (around.is_body())
			see_body(directive, token, around, found);
		if (directive.done && directive.variable.empty() && !token.is(tok::l_brace))
			continue;
		if (token.is(tok::identifier))
			see_name(directive, token, around);
		else if (token.is(tok::l_brace))
			see_block(directive, token, around, found);
		else if (token.is(tok::semi) && around.is_between() && directive.declared &&
			 !around.blocks.empty() && around.blocks.back().code)
			take(directive, token, found);
		if (token.is(tok::semi) && (around.blocks.empty() || !around.blocks.back().code))
			directive.declared = false;
	}
	before.assign(1, token);
}

/* --- those that have none --------------------------------------------------------------------- */

static std::string suggestion(StringRef word, const std::vector<std::string> &known)
{
	std::string better = nearest(word, {known.begin(), known.end()});

	return better.empty() ? "" : "; did you mean '" + better + "'?";
}

void directives::report_missing(Preprocessor &preprocessor) const
{
	DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();

	for (const directive &directive : list) {
		std::string name = std::string("directive ") + directive.pragma.rule->name;

		if (directive.done)
			continue;
		if (!directive.in_function) {
			if (alone)
				report(diagnostics, directive.at,
				       name + ": no function " + quoted(directive.function) +
					       suggestion(directive.function, functions));
		} else if (!directive.label.empty() && !directive.in_label) {
			report(diagnostics, directive.at,
			       name + ": no loop in '" + directive.function + "' has the label " +
				       quoted(directive.label) +
				       suggestion(directive.label, labels));
		} else if (!directive.variable.empty()) {
			report(diagnostics, directive.at,
			       name + ": '" + directive.function + "' has no variable " +
				       quoted(directive.variable));
		}
	}
}

} // namespace fclc
