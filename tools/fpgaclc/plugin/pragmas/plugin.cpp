/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The part of the plugin that reads `#pragma HLS`. clang's preprocessor calls the handlers, so that
 * _Pragma, macros, conditions and included files are as the compiler sees them; when the source has
 * been read, the pragmas are attached to what they are about.
 */

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/LexDiagnostic.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include "tools/fpgaclc/plugin/pragmas/plugin.h"

#include "tools/fpgaclc/plugin/pragmas/arguments.h"
#include "tools/fpgaclc/plugin/pragmas/checks.h"
#include "tools/fpgaclc/plugin/pragmas/directives.h"
#include "tools/fpgaclc/plugin/pragmas/effects.h"
#include "tools/fpgaclc/plugin/pragmas/extents.h"
#include "tools/fpgaclc/plugin/pragmas/report.h"
#include "tools/fpgaclc/plugin/pragmas/rest.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static constexpr size_t longest = 1 << 20; /* tokens in a pragma */

/* What becomes of pragmas in this run, beside checks. */
enum class use { none, apply, mark };

/* The pragmas read so far. The compiler runs once in a process. */
static std::vector<record> records;
static use used = use::none;
static bool checked = false; /* the source is checked, and its facts are written */
static std::string rest;     /* of the source: a file */
static follower around;
static directives given;
static Sema *semantics = nullptr;

static void take(Preprocessor &preprocessor, const record &record)
{
	if (used == use::apply)
		apply({preprocessor, semantics, around}, record);
	else if (used == use::mark)
		mark({preprocessor, semantics, around}, record);
}

static void say_unknown(Preprocessor &preprocessor, const Token &token)
{
	std::string word = preprocessor.getSpelling(token), better;
	std::vector<StringRef> candidates;

	for (const fclc_pragma_rule &rule : fclc_pragma_rules)
		candidates.push_back(rule.name);
	better = nearest(word, candidates);
	report(preprocessor.getDiagnostics(), token.getLocation(),
	       "unknown pragma HLS " + quoted(word) +
		       (better.empty() ? "" : "; did you mean '" + better + "'?"),
	       better, static_cast<unsigned>(word.size()));
}

/* Reads the rest of the pragma's line. */
static std::vector<Token> rest_of_line(Preprocessor &preprocessor)
{
	std::vector<Token> tokens;
	Token token;

	for (preprocessor.LexUnexpandedToken(token); !token.isOneOf(tok::eod, tok::eof);
	     preprocessor.LexUnexpandedToken(token))
		if (tokens.size() < longest)
			tokens.push_back(token);
	return tokens;
}

/* Takes `if (CONDITION)` from the front of the tokens. */
static std::vector<Token> take_condition(Preprocessor &preprocessor, std::vector<Token> &tokens)
{
	std::vector<Token> condition;
	int depth = 0;
	size_t i = 1;

	if (tokens.empty() || tokens[0].isNot(tok::kw_if))
		return condition;
	for (; i < tokens.size() && (depth || i == 1); i++) {
		depth += tokens[i].is(tok::l_paren);
		depth -= tokens[i].is(tok::r_paren);
	}
	if (depth || i == 2)
		return condition;
	condition.assign(tokens.begin() + 1, tokens.begin() + static_cast<long>(i));
	tokens.erase(tokens.begin(), tokens.begin() + static_cast<long>(i));
	return expand(preprocessor, condition);
}

static void read(Preprocessor &preprocessor, SourceLocation location, const Token &first)
{
	std::vector<Token> tokens = rest_of_line(preprocessor), condition;
	const fclc_pragma_rule *rule;

	if (used == use::none && preprocessor.getSourceManager().isInSystemHeader(location))
		return;
	if (tokens.empty()) {
		report(preprocessor.getDiagnostics(), first.getLocation(),
		       "pragma HLS without a name");
		return;
	}
	if (tokens.size() == longest) {
		report(preprocessor.getDiagnostics(), first.getLocation(),
		       "pragma HLS with more than " + std::to_string(longest) +
			       " words is ignored");
		return;
	}
	condition = take_condition(preprocessor, tokens);
	if (tokens.empty()) {
		report(preprocessor.getDiagnostics(), first.getLocation(),
		       "pragma HLS if: expected a pragma after the condition");
		return;
	}
	rule = rule_named(preprocessor.getSpelling(tokens.front()));
	if (!rule && tokens.front().getIdentifierInfo() &&
	    tokens.front().getIdentifierInfo()->hasMacroDefinition()) {
		tokens = expand(preprocessor, tokens);
		if (tokens.empty())
			return;
		rule = rule_named(preprocessor.getSpelling(tokens.front()));
	}
	if (!rule) {
		say_unknown(preprocessor, tokens.front());
		return;
	}
	record record{rule, location, tokens.front().getLocation(), std::move(condition),
		      {},   false};
	tokens.erase(tokens.begin());
	read_arguments(preprocessor, std::move(tokens), record);
	take(preprocessor, record);
	if (!preprocessor.getSourceManager().isInSystemHeader(location))
		records.push_back(std::move(record));
}

namespace
{

class hls_handler : public PragmaHandler
{
      public:
	hls_handler() : PragmaHandler("HLS")
	{
	}
	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
			  Token &first) override
	{
		read(preprocessor, introducer.Loc, first);
	}
};

/* Pragmas that are nobody's: HLS may be in lower case, misspelt, or forgotten. */
class other_handler : public PragmaHandler
{
      public:
	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
			  Token &first) override;
};

} // namespace

void other_handler::HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
				 Token &first)
{
	std::string word = first.is(tok::eod) ? "" : preprocessor.getSpelling(first);
	const fclc_pragma_rule *rule = rule_named(word);
	Token next = first;

	/* AP is how it was called first. */
	if (StringRef(word).equals_insensitive("HLS") || word == "AP") {
		read(preprocessor, introducer.Loc, first);
		return;
	}
	if (first.is(tok::eod) ||
	    preprocessor.getSourceManager().isInSystemHeader(first.getLocation()))
		return;
	preprocessor.LexUnexpandedToken(next);
	if (rule && word == rule->name)
		report(preprocessor.getDiagnostics(), first.getLocation(),
		       "unknown pragma " + quoted(word) + "; did you mean 'HLS " + word + "'?",
		       "HLS " + word, static_cast<unsigned>(word.size()));
	else if (word.size() > 1 && !nearest(word, {"HLS"}).empty() && next.getIdentifierInfo() &&
		 rule_named(preprocessor.getSpelling(next)))
		report(preprocessor.getDiagnostics(), first.getLocation(),
		       "unknown pragma " + quoted(word) + "; did you mean 'HLS'?", "HLS",
		       static_cast<unsigned>(word.size()));
	else
		preprocessor.Diag(first, diag::warn_pragma_ignored);
}

static std::vector<source_check> &source_checks()
{
	static std::vector<source_check> all;

	return all;
}

bool add_source_check(const source_check &check)
{
	source_checks().push_back(check);
	return true;
}

namespace
{

/* The first dimension of an array that is a parameter: code and debug information have a pointer. */
void keep_extent(ASTContext &context, ParmVarDecl &parameter)
{
	const ConstantArrayType *array =
		context.getAsConstantArrayType(parameter.getOriginalType());

	if (array)
		parameter.addAttr(AnnotateAttr::CreateImplicit(
			context, extent_prefix.str() + toString(array->getSize(), 10, false),
			nullptr, 0));
}

void keep_extents(FunctionDecl &function)
{
	if (used != use::mark || !function.doesThisDeclarationHaveABody())
		return;
	for (ParmVarDecl *parameter : function.parameters())
		keep_extent(function.getASTContext(), *parameter);
}

/* Also of extern "C" { } and of a namespace. */
void keep_extents_in(Decl &declaration)
{
	if (auto *function = dyn_cast<FunctionDecl>(&declaration))
		keep_extents(*function);
	else if (isa<LinkageSpecDecl, NamespaceDecl>(declaration))
		for (Decl *each : cast<DeclContext>(&declaration)->decls())
			keep_extents_in(*each);
}

class consumer : public SemaConsumer
{
      public:
	void InitializeSema(Sema &sema) override
	{
		semantics = &sema;
	}
	void ForgetSema() override
	{
		semantics = nullptr;
	}
	bool HandleTopLevelDecl(DeclGroupRef group) override
	{
		for (Decl *each : group)
			keep_extents_in(*each);
		return true;
	}
	void HandleInlineFunctionDefinition(FunctionDecl *function) override
	{
		keep_extents(*function);
	}
};

class action : public PluginASTAction
{
      protected:
	std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
						       StringRef) override;
	bool ParseArgs(const CompilerInstance &,
		       const std::vector<std::string> &arguments) override;
	ActionType getActionType() override
	{
		return AddBeforeMainAction;
	}
};

} // namespace

static bool has_errors()
{
	return semantics->getDiagnostics().hasUncompilableErrorOccurred();
}

/* At the end of the source. Returns whether it is right so far. */
static bool check_source()
{
	/* After an error, or inside of a block that has no end, the code is not known completely. */
	if (!semantics || semantics->getCurScope() != semantics->TUScope || has_errors())
		return false;
	semantics->PerformPendingInstantiations();
	if (has_errors())
		return false;
	check_records(*semantics, records);
	given.report_missing(semantics->getPreprocessor());
	for (const source_check &check : source_checks())
		check.run(*semantics, records);
	return !has_errors();
}

/* Follows the tokens of the source, but not those that reading a directive expands. */
static void watch(Preprocessor &preprocessor, const Token &token)
{
	static bool busy = false;

	/* What clang makes of pragmas of its own is no word. */
	if (busy || around.ignores() || token.isAnnotation())
		return;
	busy = true;
	around.see(token);
	if (!given.empty())
		given.see(preprocessor, token, around, [&](const record &record) {
			records.push_back(record);
			take(preprocessor, record);
		});
	busy = false;
}

std::unique_ptr<ASTConsumer> action::CreateASTConsumer(CompilerInstance &compiler, StringRef)
{
	Preprocessor &preprocessor = compiler.getPreprocessor();

	preprocessor.AddPragmaHandler(new hls_handler);
	preprocessor.AddPragmaHandler(new other_handler);
	if (used != use::none || !given.empty())
		preprocessor.setTokenWatcher(
			[&preprocessor](const Token &token) { watch(preprocessor, token); });
	if (checked)
		follow_source(compiler, rest, check_source);
	return std::make_unique<consumer>();
}

static bool take_elsewhere(StringRef argument)
{
	bool taken = false;

	for (const source_check &check : source_checks())
		taken |= check.take(argument);
	return taken;
}

/*
 * "warning", "error" or "off": checks the source. "apply" or "mark": puts code in the place of pragmas.
 * "directive=..." adds one, "alone" is for those. "rest=" with a file: see follow_source().
 * Without arguments, the plugin is only there for its passes.
 */
bool action::ParseArgs(const CompilerInstance &, const std::vector<std::string> &arguments)
{
	if (arguments.empty())
		return false;
	set_severity(severity::off);
	for (const std::string &argument : arguments) {
		StringRef text = argument;

		if (text.consume_front("directive="))
			given.add(text.str());
		else if (text.consume_front("rest="))
			rest = text.str();
		else if (text == "alone")
			given.set_alone();
		else if (text == "apply" || text == "mark")
			used = text == "apply" ? use::apply : use::mark;
		else if (!take_elsewhere(text)) {
			checked = true;
			set_severity(text == "error"     ? severity::error
				     : text == "warning" ? severity::warning
							 : severity::off);
		}
	}
	return true;
}

static FrontendPluginRegistry::Add<action> registration("fpgaclc", "reads the pragmas of HLS");

} // namespace fclc
