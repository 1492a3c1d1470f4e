/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pragmas of loops become hints of clang's, which reach IR with their loop: `#pragma unroll`, of which
 * other compilers only warn where no loop follows, and which they take before a loop's label; and, for
 * schedules, those of Intel's that clang does not know, `#pragma ii N`, `#pragma ivdep` and
 * `#pragma disable_loop_pipelining`.
 */
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include "tools/fpgaclc/plugin/opencl/tokens.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

namespace
{

class loop_pragma : public PragmaHandler
{
      public:
	loop_pragma(StringRef name, StringRef hint, bool number)
	    : PragmaHandler(name), hint(hint), number(number)
	{
	}
	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
			  Token &first) override;

      private:
	StringRef hint;
	bool number; /* the pragma's text is the hint's value */
};

class unroll_pragma : public PragmaHandler
{
      public:
	unroll_pragma() : PragmaHandler("unroll")
	{
	}
	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
			  Token &first) override;
};

/* By then, clang's parser has its own handler. */
class loop_consumer : public SemaConsumer
{
      public:
	void InitializeSema(Sema &sema) override
	{
		auto *handler = new unroll_pragma;

		/* The one that has this name; the parser keeps it. */
		sema.getPreprocessor().RemovePragmaHandler(handler);
		sema.getPreprocessor().AddPragmaHandler(handler);
	}
	/* With `noinline`, newer clangs leave `inline` functions to another source, which OpenCL C has not. */
	bool HandleTopLevelDecl(DeclGroupRef group) override
	{
		for (Decl *each : group) {
			auto *function = dyn_cast<FunctionDecl>(each);

			if (function && function->isInlineSpecified() &&
			    function->getStorageClass() == SC_None)
				function->dropAttr<NoInlineAttr>();
		}
		return true;
	}
};

class loop_action : public PluginASTAction
{
      protected:
	std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
						       StringRef) override
	{
		if (scheduled)
			add_handlers(compiler.getPreprocessor());
		return std::make_unique<loop_consumer>();
	}
	bool ParseArgs(const CompilerInstance &compiler,
		       const std::vector<std::string> &arguments) override
	{
		scheduled = !arguments.empty();
		return compiler.getLangOpts().OpenCL;
	}
	ActionType getActionType() override
	{
		return AddBeforeMainAction;
	}

      private:
	bool scheduled = false;

	static void add_handlers(Preprocessor &preprocessor);
};

} // namespace

void loop_action::add_handlers(Preprocessor &preprocessor)
{
	preprocessor.AddPragmaHandler(
		new loop_pragma("ii", "clang loop pipeline_initiation_interval", true));
	preprocessor.AddPragmaHandler(
		new loop_pragma("ivdep", "clang loop vectorize(assume_safety)", false));
	preprocessor.AddPragmaHandler(
		new loop_pragma("disable_loop_pipelining", "clang loop pipeline(disable)", false));
}

using tokens = std::vector<Token>;

/* The text up to the end of the pragma's line. */
static std::string rest_of_line(Preprocessor &preprocessor)
{
	std::string text;
	Token token;

	for (preprocessor.Lex(token); token.isNot(tok::eod); preprocessor.Lex(token))
		text += preprocessor.getSpelling(token) + " ";
	return text;
}

void loop_pragma::HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &)
{
	std::string text = hint.str(), value = rest_of_line(preprocessor);
	tokens list;

	if (number)
		text += "(" + value + ")";
	add_pragma(preprocessor, text, introducer.Loc, list);
	enter_tokens(preprocessor, list, true);
}

/* The tokens that follow the pragma, up to the first that is not part of a label. */
static tokens look_ahead(Preprocessor &preprocessor)
{
	tokens list(1);

	preprocessor.Lex(list.back());
	while (list.back().is(tok::identifier)) {
		list.emplace_back();
		preprocessor.Lex(list.back());
		if (list.back().isNot(tok::colon))
			break;
		list.emplace_back();
		preprocessor.Lex(list.back());
	}
	return list;
}

static bool may_begin_loop(const Token &token)
{
	return token.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do, tok::kw___attribute) ||
	       token.isAnnotation();
}

void unroll_pragma::HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &)
{
	std::string value = rest_of_line(preprocessor);
	tokens next = look_ahead(preprocessor), list;

	for (Token &token : next)
		token.setFlag(Token::DisableExpand);
	list.assign(next.begin(), next.end() - 1);
	if (may_begin_loop(next.back()))
		add_pragma(preprocessor,
			   value.empty() ? "clang loop unroll(enable)"
					 : "clang loop unroll_count(" + value + ")",
			   introducer.Loc, list);
	else if (!preprocessor.getDiagnostics().getIgnoreAllWarnings())
		preprocessor.Diag(
			introducer.Loc,
			preprocessor.getDiagnostics().getCustomDiagID(
				DiagnosticsEngine::Warning,
				"#pragma unroll has no effect: expected a loop to follow, "
				"found '%0'"))
			<< preprocessor.getSpelling(next.front());
	list.push_back(next.back());
	enter_tokens(preprocessor, list, true);
}

static FrontendPluginRegistry::Add<loop_action> registration("fpgaclc-loops",
							     "pragmas of loops in OpenCL C");

} // namespace fclc
