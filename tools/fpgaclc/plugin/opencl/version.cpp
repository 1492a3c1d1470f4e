/* SPDX-License-Identifier: Apache-2.0 */

/*
 * An action of its own: whether a source needs OpenCL C 2.0, because it has pipes, channels, or variables in global
 * memory outside of functions. Its tokens tell; only then is it known how the source can be parsed.
 */
#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/raw_ostream.h>

#include "tools/fpgaclc/plugin/opencl/tokens.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

namespace
{

/* The tokens outside of bodies. */
class token_reader
{
      public:
	void add(const Token &token);
	bool needs_2_0() const;

      private:
	std::vector<Token> tokens;
	unsigned braces = 0;

	bool is_word(size_t i, StringRef word) const;
	bool is_attribute(size_t i) const;
	size_t skip_parentheses(size_t i) const;
	bool is_variable(size_t i) const;
};

class version_action : public PluginASTAction
{
      protected:
	std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override
	{
		return std::make_unique<ASTConsumer>();
	}
	bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &arguments) override
	{
		path = arguments.empty() ? "" : arguments.back();
		return !path.empty();
	}
	void ExecuteAction() override;

      private:
	std::string path; /* of the file that says "2" or nothing */
};

} // namespace

void token_reader::add(const Token &token)
{
	braces -= token.is(tok::r_brace) && braces;
	if (!braces)
		tokens.push_back(token);
	braces += token.is(tok::l_brace);
}

bool token_reader::is_word(size_t i, StringRef word) const
{
	const IdentifierInfo *identifier = tokens[i].getIdentifierInfo();

	return identifier && identifier->getName() == word;
}

bool token_reader::is_attribute(size_t i) const
{
	return tokens[i].is(tok::kw___attribute);
}

/* The index of the token behind them. */
size_t token_reader::skip_parentheses(size_t i) const
{
	unsigned depth = 0;

	for (; i < tokens.size(); i++) {
		depth += tokens[i].is(tok::l_paren);
		depth -= tokens[i].is(tok::r_paren);
		if (!depth)
			return i + 1;
	}
	return i;
}

/* Whether "global", at i, starts a variable, not a function that returns a pointer. */
bool token_reader::is_variable(size_t i) const
{
	while (i < tokens.size() && tokens[i].getIdentifierInfo()) {
		bool attribute = is_attribute(i);

		i++;
		if (attribute && i < tokens.size())
			i = skip_parentheses(i);
	}
	return i < tokens.size() &&
	       tokens[i].isOneOf(tok::l_square, tok::equal, tok::semi, tok::comma);
}

bool token_reader::needs_2_0() const
{
	unsigned parentheses = 0;

	for (size_t i = 0; i + 1 < tokens.size(); i++) {
		parentheses += tokens[i].is(tok::l_paren);
		parentheses -= tokens[i].is(tok::r_paren) && parentheses;
		if ((is_word(i, "pipe") || is_word(i, "channel")) &&
		    tokens[i + 1].getIdentifierInfo())
			return true;
		if (!parentheses && (is_word(i, "__global") || is_word(i, "global")) &&
		    is_variable(i))
			return true;
	}
	return false;
}

/* Not in a header that is included before the source. */
static bool is_in_source(const SourceManager &sources, SourceLocation location)
{
	while (location.isValid()) {
		FileID file = sources.getFileID(sources.getExpansionLoc(location));

		if (file == sources.getMainFileID())
			return true;
		location = sources.getIncludeLoc(file);
	}
	return false;
}

/* Only reads the tokens. */
void version_action::ExecuteAction()
{
	CompilerInstance &compiler = getCompilerInstance();
	Preprocessor &preprocessor = compiler.getPreprocessor();
	const SourceManager &sources = compiler.getSourceManager();
	token_reader reader;
	std::error_code error;
	bool begun = false; /* the headers that are included before the source are over */
	Token token;

	preprocessor.IgnorePragmas();
	preprocessor.EnterMainSourceFile();
	for (preprocessor.Lex(token); token.isNot(tok::eof); preprocessor.Lex(token)) {
		begun = begun || is_in_source(sources, token.getLocation());
		if (begun)
			reader.add(token);
	}
	llvm::raw_fd_ostream out(path, error);
	if (!error && reader.needs_2_0())
		out << "2";
}

static FrontendPluginRegistry::Add<version_action>
	of_version("fpgaclc-version", "the version of OpenCL C that a source needs");

} // namespace fclc
