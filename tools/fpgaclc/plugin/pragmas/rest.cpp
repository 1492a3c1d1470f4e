/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/rest.h"

#include <cerrno>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/Signals.h>

using namespace clang;

namespace fclc
{

/* The pragma is read once the declaration is complete, and so all before it is. */
static const char end[] = "\n\nstruct fpgaclc_end_of_source;\n#pragma fpgaclc_end_of_source\n";

/* Returns false if fpgaclc does not want the rest. */
static bool wait_for_fpgaclc()
{
	struct stat input;
	char byte = 0;
	ssize_t moved;

	if (fstat(STDIN_FILENO, &input) || !S_ISSOCK(input.st_mode))
		return true;
	do
		moved = send(STDIN_FILENO, &byte, 1, MSG_NOSIGNAL);
	while (moved < 0 && errno == EINTR);
	while (moved > 0 && (moved = recv(STDIN_FILENO, &byte, 1, 0)) < 0 && errno == EINTR)
		moved = 1;
	return moved > 0;
}

namespace
{

class end_handler : public PragmaHandler
{
      public:
	end_handler(const std::string &rest, std::function<bool()> at_end)
	    : PragmaHandler("fpgaclc_end_of_source"), rest(rest), at_end(std::move(at_end))
	{
	}
	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
			  Token &first) override;

      private:
	std::string rest;
	std::function<bool()> at_end;
};

} // namespace

void end_handler::HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
			       Token &first)
{
	SourceManager &sources = preprocessor.getSourceManager();

	while (first.isNot(tok::eod))
		preprocessor.LexUnexpandedToken(first);
	if (!at_end() || rest.empty())
		return;
	if (!wait_for_fpgaclc()) {
		/* They remove what the compiler has begun to write. */
		llvm::sys::RunInterruptHandlers();
		_exit(1);
	}
	auto buffer = llvm::MemoryBuffer::getFile(rest);
	if (buffer)
		preprocessor.EnterSourceFile(sources.createFileID(std::move(*buffer),
								  SrcMgr::C_System, 0, 0,
								  introducer.Loc),
					     nullptr, introducer.Loc);
}

void follow_source(CompilerInstance &compiler, const std::string &rest,
		   std::function<bool()> at_end)
{
	SourceManager &sources = compiler.getSourceManager();
	FileID source = sources.getMainFileID();
	auto file = sources.getFileEntryRefForID(source);
	auto text = sources.getBufferOrNone(source);

	if (!file || !text)
		return;
	sources.overrideFileContents(
		*file, llvm::MemoryBuffer::getMemBufferCopy(text->getBuffer().str() + end,
							    text->getBufferIdentifier()));
	sources.setMainFileID(sources.createFileID(*file, SourceLocation(), SrcMgr::C_User));
	compiler.getPreprocessor().AddPragmaHandler(new end_handler(rest, std::move(at_end)));
}

} // namespace fclc
