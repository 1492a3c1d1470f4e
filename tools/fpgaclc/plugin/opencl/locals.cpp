/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Intel's compiler takes __local variables in any function; clang, only in kernels, at the outermost
 * level. While a body is read, its function passes for a kernel, and a block that declares such a
 * variable for a function's. workgroups/items/local.h says what becomes of the variables.
 */
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include "tools/fpgaclc/plugin/opencl/tokens.h"

using namespace clang;

namespace fclc
{

namespace
{

class locals_consumer : public SemaConsumer
{
      public:
	explicit locals_consumer(Preprocessor &preprocessor) : preprocessor(preprocessor)
	{
	}
	void InitializeSema(Sema &sema) override;
	void ForgetSema() override;
	bool HandleTopLevelDecl(DeclGroupRef) override;

      private:
	Preprocessor &preprocessor;
	Sema *semantics = nullptr;
	FunctionDecl *changed = nullptr; /* passes for a kernel */
	Scope *block = nullptr;          /* passes for a function's */
	unsigned flags = 0;              /* of the block, as they were */
	tok::TokenKind last = tok::unknown;

	void see(const Token &token);
	void open(FunctionDecl &function);
	void open_block();
	void close();
};

} // namespace

void locals_consumer::InitializeSema(Sema &sema)
{
	semantics = &sema;
	watch_tokens(preprocessor, [this](const Token &token) { see(token); });
}

void locals_consumer::ForgetSema()
{
	semantics = nullptr;
}

void locals_consumer::open(FunctionDecl &function)
{
	changed = &function;
	function.addAttr(OpenCLKernelAttr::CreateImplicit(semantics->getASTContext()));
}

void locals_consumer::close()
{
	if (changed)
		changed->dropAttr<OpenCLKernelAttr>();
	changed = nullptr;
}

void locals_consumer::open_block()
{
	block = semantics->getCurScope();
	flags = block->getFlags();
	block->setFlags(flags | Scope::FnScope);
}

/*
 * The parser has read all before the last token, which it looks at now: the scope around that one is
 * the current one.
 */
void locals_consumer::see(const Token &token)
{
	FunctionDecl *function = semantics ? semantics->getCurFunctionDecl() : nullptr;

	if (function && function != changed && !function->hasAttr<OpenCLKernelAttr>())
		open(*function);
	if (block && last == tok::semi) {
		block->setFlags(flags);
		block = nullptr;
	}
	if (changed && changed == function && !block && last == tok::kw___local &&
	    !semantics->getCurScope()->isFunctionScope())
		open_block();
	last = token.getKind();
}

bool locals_consumer::HandleTopLevelDecl(DeclGroupRef)
{
	close();
	return true;
}

static FrontendPluginRegistry::Add<opencl_action<locals_consumer>>
	of_locals("fpgaclc-locals", "__local variables in functions");

} // namespace fclc
