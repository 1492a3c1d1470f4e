/* SPDX-License-Identifier: Apache-2.0 */

/*
 * For schedules: Intel's pragmas of loops that clang does not know, `#pragma ii N`, `#pragma ivdep` and
 * `#pragma disable_loop_pipelining`, become hints of clang's, which reach IR with their loop.
 */
#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

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

class loop_action : public PluginASTAction
{
      protected:
	std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
						       StringRef) override
	{
		Preprocessor &preprocessor = compiler.getPreprocessor();

		preprocessor.AddPragmaHandler(
			new loop_pragma("ii", "clang loop pipeline_initiation_interval", true));
		preprocessor.AddPragmaHandler(
			new loop_pragma("ivdep", "clang loop vectorize(assume_safety)", false));
		preprocessor.AddPragmaHandler(new loop_pragma(
			"disable_loop_pipelining", "clang loop pipeline(disable)", false));
		return std::make_unique<ASTConsumer>();
	}
	bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &arguments) override
	{
		return !arguments.empty();
	}
	ActionType getActionType() override
	{
		return AddBeforeMainAction;
	}
};

} // namespace

static Token token_of(tok::TokenKind kind, SourceLocation location)
{
	Token token;

	token.startToken();
	token.setKind(kind);
	token.setLocation(location);
	return token;
}

/* Puts `_Pragma("...")` in the pragma's place. */
void loop_pragma::HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &)
{
	std::string text = hint.str(), value;
	SourceLocation at = introducer.Loc;
	Token token;

	for (preprocessor.Lex(token); token.isNot(tok::eod); preprocessor.Lex(token))
		value += preprocessor.getSpelling(token) + " ";
	if (number)
		text += "(" + value + ")";
	auto tokens = std::make_unique<Token[]>(4);

	tokens[0] = token_of(tok::identifier, at);
	tokens[0].setIdentifierInfo(preprocessor.getIdentifierInfo("_Pragma"));
	tokens[1] = token_of(tok::l_paren, at);
	tokens[2] = token_of(tok::string_literal, at);
	preprocessor.CreateString("\"" + text + "\"", tokens[2], at, at);
	tokens[3] = token_of(tok::r_paren, at);
	preprocessor.EnterTokenStream(std::move(tokens), 4, /*DisableMacroExpansion=*/false,
				      /*IsReinject=*/false);
}

static FrontendPluginRegistry::Add<loop_action> registration("fpgaclc-loops",
							     "pragmas of loops in OpenCL C");

} // namespace fclc
