/* SPDX-License-Identifier: Apache-2.0 */

/* What code does with pipes and channels, all of it by the functions in fpgacl/pipes.h. */
#include "tools/fpgaclc/plugin/opencl/pipes.h"

#include <map>
#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include "tools/fpgaclc/plugin/checks/code.h"
#include "tools/fpgaclc/plugin/checks/graph.h"
#include "tools/fpgaclc/plugin/checks/rules.h"
#include "tools/fpgaclc/plugin/opencl/report.h"
#include "tools/fpgaclc/plugin/opencl/tokens.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

/* --- one call --------------------------------------------------------------------------------- */

/* The pipe that FCLC_PIPE_OF() is given, which is a cast to the runtime's. */
static const Expr *given_pipe(const Expr &expression)
{
	const auto *cast = dyn_cast<AsTypeExpr>(expression.IgnoreParenImpCasts());
	QualType target = cast ? cast->getType()->getPointeeType() : QualType();
	const RecordDecl *record = target.isNull() ? nullptr : target->getAsRecordDecl();

	return record && record->getName() == "fclc_pipe"
		       ? cast->getSrcExpr()->IgnoreParenImpCasts()
		       : nullptr;
}

/* Takes the subscripts off. nullptr: it is not the name of a pipe. */
static const ValueDecl *named_pipe(const Expr *expression, std::vector<const Expr *> &indices)
{
	while (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
		indices.insert(indices.begin(), element->getIdx());
		expression = element->getBase()->IgnoreParenImpCasts();
	}
	const auto *name = dyn_cast<DeclRefExpr>(expression);

	return name ? name->getDecl() : nullptr;
}

std::optional<pipe_end> end_of(const ASTContext &context, const CallExpr &call)
{
	const FunctionDecl *callee = call.getDirectCallee();
	StringRef function = callee && callee->getIdentifier() ? callee->getName() : "";
	const Expr *given = call.getNumArgs() ? given_pipe(*call.getArg(0)) : nullptr;
	pipe_end end{};

	if (!given)
		return {};
	end.declaration = named_pipe(given, end.indices);
	end.global = end.declaration ? find_pipe(*end.declaration) : nullptr;
	end.reads = function.contains("read");
	end.writes = function.contains("write");
	end.waits = function.contains("block");
	end.location = context.getSourceManager().getFileLoc(given->getExprLoc());
	return end;
}

/* --- checks ----------------------------------------------------------------------------------- */

namespace
{

/* Checks a function's calls, and that the names of pipes are nowhere else. */
class end_checker
{
      public:
	explicit end_checker(Sema &sema) : sema(sema), context(sema.getASTContext())
	{
	}
	void check(const Stmt *statement);

      private:
	Sema &sema;
	ASTContext &context;
	std::set<std::pair<bool, const ValueDecl *>>
		places; /* parameters that are read, or written */

	void check_place(const CallExpr &call, const pipe_end &end);
	void check_call(const CallExpr &call, const pipe_end &end);
	void check_access(const pipe_end &end);
	void check_packet(const pipe_end &end, const Expr &data);
	void refuse(const pipe_end &end, const std::string &why);
};

class end_consumer : public SemaConsumer
{
      public:
	explicit end_consumer(Preprocessor &)
	{
	}
	void InitializeSema(Sema &sema) override
	{
		semantics = &sema;
	}
	void ForgetSema() override
	{
		semantics = nullptr;
	}
	bool HandleTopLevelDecl(DeclGroupRef group) override;

      private:
	Sema *semantics = nullptr;
};

} // namespace

void end_checker::refuse(const pipe_end &end, const std::string &why)
{
	report_error(
		sema, end.location,
		(end.global ? end.global->what() : "pipe '" + name_of(*end.declaration) + "'") +
			": " + why);
}

/* A parameter may be declared for one direction; read_only is the default. */
void end_checker::check_access(const pipe_end &end)
{
	const auto *named = end.declaration->getType()->getAs<TypedefType>();
	const Decl &declared = named ? *static_cast<const Decl *>(named->getDecl())
				     : *static_cast<const Decl *>(end.declaration);
	const auto *access = declared.getAttr<OpenCLAccessAttr>();
	bool written = access && access->isWriteOnly();

	if (end.reads && written)
		refuse(end, "expected one to read, found write_only");
	if (end.writes && !written)
		refuse(end, "expected write_only, found one to read");
}

/* Packets of a parameter have its type; of others, its size. */
void end_checker::check_packet(const pipe_end &end, const Expr &data)
{
	QualType found = data.getType()->getPointeeType();
	QualType expected =
		end.global ? end.global->packet
			   : end.declaration->getType()->castAs<PipeType>()->getElementType();
	bool same = !found.isNull() && !found->isIncompleteType();

	if (same && end.global)
		same = context.getTypeSize(found) == context.getTypeSize(expected);
	else if (same)
		same = context.hasSameUnqualifiedType(
			context.removeAddrSpaceQualType(found.getUnqualifiedType()), expected);
	if (!same)
		refuse(end, "expected a pointer to a packet, '" + expected.getAsString() +
				    "', found '" +
				    data.getType().getUnqualifiedType().getAsString() + "'");
}

/* A parameter has a wire for each place. */
void end_checker::check_place(const CallExpr &call, const pipe_end &end)
{
	if (end.waits || end.reads == end.writes ||
	    places.emplace(end.reads, end.declaration).second)
		return;
	report_rule(rule::pipe_places, context.getSourceManager().getFileLoc(call.getExprLoc()),
		    std::string("another place in this kernel ") +
			    (end.reads ? "reads" : "writes") + " pipe '" +
			    name_of(*end.declaration) + "', too");
}

void end_checker::check_call(const CallExpr &call, const pipe_end &end)
{
	const FunctionDecl &callee = *call.getDirectCallee();
	size_t dimensions = end.global ? end.global->extents.size() : 0;

	if (!end.global && (!end.declaration || !end.declaration->getType()->isPipeType())) {
		report_error(sema, end.location, "expected the name of a pipe or channel");
		return;
	}
	if (end.indices.size() != dimensions) {
		refuse(end, "expected " + std::to_string(dimensions) +
				    (dimensions == 1 ? " index" : " indices") + ", found " +
				    std::to_string(end.indices.size()));
		return;
	}
	if (!end.global) {
		check_access(end);
		check_place(call, end);
	}
	for (unsigned i = 1; i < call.getNumArgs() && i < callee.getNumParams(); i++)
		if (callee.getParamDecl(i)->getType()->isVoidPointerType())
			check_packet(end, *call.getArg(i)->IgnoreParenImpCasts());
}

void end_checker::check(const Stmt *statement)
{
	const auto *call = dyn_cast_or_null<CallExpr>(statement);
	auto end = call ? end_of(context, *call) : std::nullopt;

	if (!statement || isa<UnaryExprOrTypeTraitExpr>(statement))
		return;
	if (const auto *name = dyn_cast<DeclRefExpr>(statement))
		if (const global_pipe *pipe = find_pipe(*name->getDecl()))
			report_error(sema, name->getLocation(),
				     pipe->what() +
					     ": expected it as an argument of a function "
					     "for " +
					     (pipe->channel ? "channels" : "pipes"));
	if (!end) {
		for (const Stmt *child : statement->children())
			check(child);
		return;
	}
	check_call(*call, *end);
	for (const Expr *index : end->indices)
		check(index);
	for (unsigned i = 1; i < call->getNumArgs(); i++)
		check(call->getArg(i));
}

/* Before clang generates the function's code. */
bool end_consumer::HandleTopLevelDecl(DeclGroupRef group)
{
	for (Decl *declaration : group) {
		const auto *function = dyn_cast<FunctionDecl>(declaration);

		if (function && function->doesThisDeclarationHaveABody() &&
		    !function->isInvalidDecl())
			end_checker(*semantics).check(function->getBody());
	}
	return true;
}

/* --- constants -------------------------------------------------------------------------------- */

namespace
{

/* Integers that have an initial value, and those that change. */
class variable_reader
{
      public:
	std::vector<VarDecl *> integers;
	std::set<const ValueDecl *> changed;

	void read(const Stmt *statement);

      private:
	void change(const Expr *expression);
};

} // namespace

void variable_reader::change(const Expr *expression)
{
	if (const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts()))
		changed.insert(name->getDecl());
}

void variable_reader::read(const Stmt *statement)
{
	if (!statement)
		return;
	if (const auto *declares = dyn_cast<DeclStmt>(statement)) {
		for (Decl *declaration : declares->decls()) {
			auto *variable = dyn_cast<VarDecl>(declaration);

			if (variable && variable->getInit() && variable->hasLocalStorage() &&
			    variable->getType()->isIntegralOrEnumerationType() &&
			    !variable->getType().isVolatileQualified())
				integers.push_back(variable);
		}
	} else if (const auto *unary = dyn_cast<UnaryOperator>(statement)) {
		if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
			change(unary->getSubExpr());
	} else if (const auto *binary = dyn_cast<BinaryOperator>(statement)) {
		if (binary->isAssignmentOp())
			change(binary->getLHS());
	}
	for (const Stmt *child : statement->children())
		read(child);
}

/*
 * Has clang take a variable that never changes for a constant: `int id = get_compute_id(0);` typically names a
 * copy of a kernel, on which conditions and indices depend. The function's code has been generated.
 */
static void fix_variables(const FunctionDecl &function)
{
	variable_reader reader;

	reader.read(function.getBody());
	for (VarDecl *variable : reader.integers)
		if (!reader.changed.count(variable))
			variable->setType(variable->getType().withConst());
}

/* --- the pipes of a kernel -------------------------------------------------------------------- */

namespace
{

class use_collector : public code_visitor
{
      public:
	use_collector(Sema &sema, const FunctionDecl &kernel) : sema(sema), kernel(kernel)
	{
	}
	void statement(const Stmt &statement) override;
	std::map<unsigned, pipe_use> uses; /* by their elements' numbers */

      private:
	Sema &sema;
	const FunctionDecl &kernel;

	void add(const global_pipe &pipe, uint64_t element, bool writes, bool certain);
	bool find_element(const pipe_end &end, std::optional<uint64_t> &ret_element);
};

} // namespace

void use_collector::add(const global_pipe &pipe, uint64_t element, bool writes, bool certain)
{
	unsigned number = pipe.first + static_cast<unsigned>(element);
	auto [at, is_new] = uses.try_emplace(number, pipe_use{&pipe, element, writes, certain});

	at->second.certain |= certain;
	if (is_new || at->second.writes == writes || sema.getDiagnostics().hasErrorOccurred())
		return;
	report_error(sema, kernel.getLocation(),
		     "kernel '" + name_of(kernel) + "' reads and writes " + pipe.what() +
			     ": expected another kernel at its other end");
}

static bool names_variable(const Stmt *statement)
{
	const auto *name = dyn_cast<DeclRefExpr>(statement);

	if (name && isa<VarDecl>(name->getDecl()))
		return true;
	return llvm::any_of(statement->children(), names_variable);
}

/*
 * The element's index among all; none if it is computed. Returns false if there is no such element: the
 * copies of a kernel at the ends of a chain compute indices of neighbours that they do not have.
 */
bool use_collector::find_element(const pipe_end &end, std::optional<uint64_t> &ret_element)
{
	const ASTContext &context = sema.getASTContext();
	uint64_t element = 0;
	bool computed = false;

	for (size_t i = 0; i < end.indices.size(); i++) {
		Expr::EvalResult result;
		uint64_t extent = end.global->extents[i];

		if (!end.indices[i]->EvaluateAsInt(result, context)) {
			computed = true;
			continue;
		}
		if (result.Val.getInt() < 0 ||
		    result.Val.getInt() >= static_cast<int64_t>(extent)) {
			if (!names_variable(end.indices[i]))
				report_error(sema, end.location,
					     end.global->what() + ": expected an index less than " +
						     std::to_string(extent) + ", found " +
						     llvm::toString(result.Val.getInt(), 10));
			return false;
		}
		element = element * extent + result.Val.getInt().getZExtValue();
	}
	if (!computed)
		ret_element = element;
	return true;
}

void use_collector::statement(const Stmt &statement)
{
	const auto *call = dyn_cast<CallExpr>(&statement);
	auto end = call ? end_of(sema.getASTContext(), *call) : std::nullopt;
	std::optional<uint64_t> element;

	if (!end || !end->global || end->reads == end->writes || !find_element(*end, element))
		return;
	if (element)
		add(*end->global, *element, end->writes, true);
	for (uint64_t i = 0; !element && i < end->global->elements; i++)
		add(*end->global, i, end->writes, false);
}

std::vector<pipe_use> pipes_of(Sema &sema, const FunctionDecl &kernel)
{
	static std::set<const FunctionDecl *> fixed;
	ASTContext &context = sema.getASTContext();
	use_collector collector(sema, kernel);
	std::vector<pipe_use> all;

	if (global_pipes().empty())
		return all;
	for (const Decl *declaration : context.getTranslationUnitDecl()->noload_decls()) {
		const auto *function = dyn_cast<FunctionDecl>(declaration);

		if (function && function->doesThisDeclarationHaveABody() &&
		    fixed.insert(function).second)
			fix_variables(*function);
	}
	for (const auto &[function, node] : make_graph(context, {&kernel}))
		if (function->hasBody())
			visit_code(context, *function, collector);
	for (const auto &[number, use] : collector.uses)
		all.push_back(use);
	return all;
}

static FrontendPluginRegistry::Add<opencl_action<end_consumer>>
	of_ends("fpgaclc-ends", "what is done with pipes and channels");

} // namespace fclc
