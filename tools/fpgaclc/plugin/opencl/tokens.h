/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_TOKENS_H
#define FCLC_PLUGIN_OPENCL_TOKENS_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Token.h>

namespace clang
{
class Preprocessor;
}

namespace fclc
{

/* Adds a watcher of the tokens that the parser gets; clang itself has room for only one. */
void watch_tokens(clang::Preprocessor &preprocessor,
		  std::function<void(const clang::Token &)> watcher);

clang::Token make_token(clang::tok::TokenKind kind, clang::SourceLocation location);
/* A keyword or another name, which is not expanded as a macro. */
clang::Token make_name(clang::Preprocessor &preprocessor, llvm::StringRef name,
		       clang::SourceLocation location);
/* Text that is one literal. */
clang::Token make_literal(clang::Preprocessor &preprocessor, clang::tok::TokenKind kind,
			  const std::string &text, clang::SourceLocation location);
/* Appends `_Pragma("...")`. */
void add_pragma(clang::Preprocessor &preprocessor, const std::string &text,
		clang::SourceLocation location, std::vector<clang::Token> &list);
/* Has the tokens read next. */
void enter_tokens(clang::Preprocessor &preprocessor, const std::vector<clang::Token> &list,
		  bool expand);

/* Where the tokens seen so far end. */
class token_depth
{
      public:
	void see(const clang::Token &token);
	/* Outside of functions, parameters and types. */
	bool is_outer() const
	{
		return !braces && !parentheses;
	}

      private:
	unsigned braces = 0, parentheses = 0;
};

/* Adds a consumer of what the parser has read in OpenCL C before clang's own. */
template <class CONSUMER> class opencl_action : public clang::PluginASTAction
{
      protected:
	std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
							      llvm::StringRef) override
	{
		return std::make_unique<CONSUMER>(compiler.getPreprocessor());
	}
	bool ParseArgs(const clang::CompilerInstance &compiler,
		       const std::vector<std::string> &) override
	{
		return compiler.getLangOpts().OpenCL;
	}
	ActionType getActionType() override
	{
		return AddBeforeMainAction;
	}
};

} // namespace fclc

#endif
