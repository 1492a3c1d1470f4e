/* SPDX-License-Identifier: Apache-2.0 */

/*
 * aoc's autorun kernels with num_compute_units(N) are N kernels, `<kernel>_0` and so on, in which get_compute_id()
 * is a constant. When such a kernel has been read, the parser gets its tokens again for each of them, with that
 * name and these numbers.
 */
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include "tools/fpgaclc/plugin/opencl/attributes.h"
#include "tools/fpgaclc/plugin/opencl/report.h"
#include "tools/fpgaclc/plugin/opencl/tokens.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static constexpr char compute_id[] = "get_compute_id"; /* of fpgacl/opencl.h */

namespace
{

class copy_consumer : public SemaConsumer
{
      public:
	explicit copy_consumer(Preprocessor &preprocessor) : preprocessor(preprocessor)
	{
	}
	void InitializeSema(Sema &sema) override;
	void ForgetSema() override
	{
		semantics = nullptr;
	}
	bool HandleTopLevelDecl(DeclGroupRef group) override;

      private:
	Preprocessor &preprocessor;
	Sema *semantics = nullptr;
	token_depth depth;
	std::vector<Token> tokens; /* of the declaration that is being read */
	unsigned given = 0;        /* copies whose end the parser has not got */
	FunctionDecl *copied = nullptr;
	unsigned copies = 0;  /* of it that have not been read */
	bool ignored = false; /* warnings, before them */

	void see(const Token &token);
	void keep(const Token &token);
	void copy(FunctionDecl &kernel);
	void add_copy(const FunctionDecl &kernel, unsigned unit, const unsigned (&place)[3],
		      std::vector<Token> &list);
	size_t add_id(size_t i, const unsigned (&place)[3], std::vector<Token> &list);
	void check_ids(const Stmt *statement);
	void take_over(FunctionDecl &function);
};

} // namespace

void copy_consumer::InitializeSema(Sema &sema)
{
	semantics = &sema;
	watch_tokens(preprocessor, [this](const Token &token) { see(token); });
}

/* --- tokens ----------------------------------------------------------------------------------- */

static void add_number(Preprocessor &preprocessor, unsigned number, SourceLocation at,
		       std::vector<Token> &list)
{
	list.push_back(
		make_literal(preprocessor, tok::numeric_constant, std::to_string(number), at));
}

/*
 * `get_compute_id(D)` begins at token i: `fclc_compute_id(D, X, Y, Z)`, or a number if D is one, so that it is
 * constant. Returns the number of its tokens.
 */
size_t copy_consumer::add_id(size_t i, const unsigned (&place)[3], std::vector<Token> &list)
{
	SourceLocation at = tokens[i].getLocation();
	bool called = i + 3 < tokens.size() && tokens[i + 1].is(tok::l_paren);
	std::string number = called && tokens[i + 2].is(tok::numeric_constant) &&
					     tokens[i + 3].is(tok::r_paren)
				     ? preprocessor.getSpelling(tokens[i + 2])
				     : "";
	unsigned dimension = 0;

	if (!called)
		return list.push_back(tokens[i]), 1;
	if (!number.empty() && !StringRef(number).rtrim("uUlL").getAsInteger(0, dimension)) {
		add_number(preprocessor, dimension < 3 ? place[dimension] : 0, at, list);
		return 4;
	}
	list.push_back(make_name(preprocessor, "fclc_compute_id", at));
	list.push_back(tokens[i + 1]);
	for (unsigned each : place) {
		add_number(preprocessor, each, at, list);
		list.push_back(make_token(tok::comma, at));
	}
	return 2;
}

void copy_consumer::add_copy(const FunctionDecl &kernel, unsigned unit, const unsigned (&place)[3],
			     std::vector<Token> &list)
{
	std::string name = kernel.getNameAsString() + "_" + std::to_string(unit);

	for (size_t i = 0; i < tokens.size();) {
		const IdentifierInfo *identifier = tokens[i].isAnnotation()
							   ? nullptr
							   : tokens[i].getIdentifierInfo();

		if (identifier && identifier->isStr(compute_id)) {
			i += add_id(i, place, list);
			continue;
		}
		if (identifier == kernel.getIdentifier() &&
		    tokens[i].getLocation() == kernel.getLocation())
			list.push_back(make_name(preprocessor, name, tokens[i].getLocation()));
		else
			list.push_back(tokens[i]);
		i++;
	}
}

void copy_consumer::copy(FunctionDecl &kernel)
{
	const asked_number units = attributes_of(kernel).units;
	const unsigned *extents = units.extents;
	std::vector<Token> list;

	for (unsigned i = 0; i < units.number; i++)
		add_copy(kernel, i,
			 {i % extents[0], i / extents[0] % extents[1], i / extents[0] / extents[1]},
			 list);
	copied = &kernel;
	given = copies = units.number;
	enter_tokens(preprocessor, list, false);
}

static bool has_copies(const FunctionDecl &function)
{
	aoc_attributes asked = attributes_of(function);

	return function.hasAttr<OpenCLKernelAttr>() && asked.autorun && asked.units.given &&
	       asked.units.number > 1;
}

/* What ends before the function does is the value of the pragma before it, which the parser reads from that. */
void copy_consumer::keep(const Token &token)
{
	if (token.isNot(tok::eof)) {
		tokens.push_back(token);
		return;
	}
	while (!tokens.empty() && !tokens.back().isAnnotation())
		tokens.pop_back();
}

/* The parser has read the kernel when it gets the brace at its end. */
void copy_consumer::see(const Token &token)
{
	FunctionDecl *function = semantics ? semantics->getCurFunctionDecl() : nullptr;
	bool ends = function && token.is(tok::r_brace);

	depth.see(token);
	if (!given)
		keep(token);
	if (!depth.is_outer() || !(ends || token.is(tok::semi)))
		return;
	if (given) {
		given -= ends;
		return;
	}
	if (ends && has_copies(*function) && !semantics->getDiagnostics().hasErrorOccurred())
		copy(*function);
	tokens.clear();
}

/* --- functions -------------------------------------------------------------------------------- */

void copy_consumer::check_ids(const Stmt *statement)
{
	const auto *name = dyn_cast_or_null<DeclRefExpr>(statement);

	if (!statement)
		return;
	if (name && name->getDecl()->getIdentifier() && name->getDecl()->getName() == compute_id)
		report_error(*semantics, name->getLocation(),
			     "get_compute_id(): expected it in the body of an autorun kernel");
	for (const Stmt *child : statement->children())
		check_ids(child);
}

/* The copies stand for the kernel, and their warnings would be the same. */
void copy_consumer::take_over(FunctionDecl &function)
{
	DiagnosticsEngine &diagnostics = semantics->getDiagnostics();

	if (&function == copied) {
		copied = nullptr;
		function.setBody(nullptr);
		ignored = diagnostics.getIgnoreAllWarnings();
		diagnostics.setIgnoreAllWarnings(true);
	} else if (copies && !--copies) {
		diagnostics.setIgnoreAllWarnings(ignored);
	}
}

bool copy_consumer::HandleTopLevelDecl(DeclGroupRef group)
{
	for (Decl *declaration : group) {
		auto *function = dyn_cast<FunctionDecl>(declaration);

		if (!function || !function->doesThisDeclarationHaveABody())
			continue;
		if (!attributes_of(*function).autorun)
			check_ids(function->getBody());
		take_over(*function);
	}
	return true;
}

static FrontendPluginRegistry::Add<opencl_action<copy_consumer>>
	of_copies("fpgaclc-copies", "copies of autorun kernels");

} // namespace fclc
