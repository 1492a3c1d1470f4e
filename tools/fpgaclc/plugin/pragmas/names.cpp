/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/pragmas/names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static constexpr unsigned deepest = 1000; /* nesting of blocks that is followed */

/* --- what the function declares --------------------------------------------------------------- */

static void collect(const DeclStmt &statement, std::vector<const NamedDecl *> &list)
{
	for (const Decl *declaration : statement.decls()) {
		if (const auto *parts = dyn_cast<DecompositionDecl>(declaration))
			list.insert(list.end(), parts->bindings().begin(), parts->bindings().end());
		else if (const auto *named = dyn_cast<NamedDecl>(declaration))
			list.push_back(named);
		if (const auto *values = dyn_cast<EnumDecl>(declaration))
			for (const EnumConstantDecl *value : values->enumerators())
				if (!values->isScoped())
					list.push_back(value);
	}
}

/* Adds what the head of a statement declares, or a declaration itself. */
static void collect_head(const Stmt &statement, std::vector<const NamedDecl *> &list)
{
	const Stmt *head = nullptr;
	const VarDecl *variable = nullptr;

	if (const auto *loop = dyn_cast<ForStmt>(&statement)) {
		head = loop->getInit();
		variable = loop->getConditionVariable();
	} else if (const auto *loop = dyn_cast<CXXForRangeStmt>(&statement)) {
		head = loop->getLoopVarStmt();
	} else if (const auto *loop = dyn_cast<WhileStmt>(&statement)) {
		variable = loop->getConditionVariable();
	} else if (const auto *branch = dyn_cast<IfStmt>(&statement)) {
		head = branch->getInit();
		variable = branch->getConditionVariable();
	} else if (const auto *branch = dyn_cast<SwitchStmt>(&statement)) {
		head = branch->getInit();
		variable = branch->getConditionVariable();
	} else {
		head = &statement;
	}
	if (variable)
		list.push_back(variable);
	if (head && isa<DeclStmt>(head))
		collect(*cast<DeclStmt>(head), list);
}

/* Adds all that is declared in a statement's inner blocks. */
static void collect_all(const Stmt *statement, unsigned depth, std::vector<const NamedDecl *> &list)
{
	if (!statement || isa<Expr>(statement) || depth > deepest)
		return;
	collect_head(*statement, list);
	for (const Stmt *child : statement->children())
		collect_all(child, depth + 1, list);
}

void names::add(const Stmt *statement, bool behind)
{
	while (const auto *label = dyn_cast<LabelStmt>(statement))
		statement = label->getSubStmt();
	if (isa<DeclStmt>(statement))
		collect(*cast<DeclStmt>(statement), behind ? later : seen);
}

static void add_list(const TemplateParameterList &list, std::vector<const NamedDecl *> &seen)
{
	seen.insert(seen.end(), list.begin(), list.end());
}

void names::add_template(const Decl &declaration)
{
	if (const TemplateParameterList *list = declaration.getDescribedTemplateParams())
		add_list(*list, seen);
	if (const auto *part = dyn_cast<ClassTemplatePartialSpecializationDecl>(&declaration))
		add_list(*part->getTemplateParameters(), seen);
	if (const auto *declarator = dyn_cast<DeclaratorDecl>(&declaration))
		for (unsigned i = 0; i < declarator->getNumTemplateParameterLists(); i++)
			add_list(*declarator->getTemplateParameterList(i), seen);
}

void names::add_parameters()
{
	for (const FunctionDecl *function : around.functions) {
		add_template(*function);
		for (const DeclContext *context = function->getDeclContext(); context;
		     context = context->getParent())
			if (const auto *record = dyn_cast<CXXRecordDecl>(context))
				add_template(*record);
		seen.insert(seen.end(), function->param_begin(), function->param_end());
	}
}

names::names(Sema &sema, const spot &spot) : sema(sema), around(spot)
{
	const SourceManager &sources = sema.getSourceManager();

	add_parameters();
	for (const Stmt *statement : spot.path) {
		const auto *block = dyn_cast<CompoundStmt>(statement);

		if (!block && !isa<DeclStmt>(statement))
			collect_head(*statement, seen);
		if (const auto *lambda = dyn_cast<LambdaExpr>(statement))
			for (const LambdaCapture &capture : lambda->captures())
				if (capture.capturesVariable())
					seen.push_back(capture.getCapturedVar());
		if (!block)
			continue;
		for (const Stmt *child : block->body())
			add(child,
			    sources.isBeforeInTranslationUnit(spot.location, child->getBeginLoc()));
	}
}

/* --- looking up ------------------------------------------------------------------------------- */

static presence look_up(Sema &sema, DeclContext &context, StringRef name, const NamedDecl *&found)
{
	IdentifierInfo &identifier = sema.getASTContext().Idents.get(name);
	LookupResult result(sema, &identifier, SourceLocation(), Sema::LookupOrdinaryName);

	result.suppressDiagnostics();
	sema.LookupQualifiedName(result, &context);
	if (result.getResultKind() == LookupResult::NotFoundInCurrentInstantiation)
		return presence::unknown;
	if (result.empty())
		return presence::absent;
	found = result.isSingleResult() ? result.getFoundDecl()->getUnderlyingDecl() : nullptr;
	return presence::found;
}

presence find_member(Sema &sema, const Decl &record, StringRef name, const NamedDecl *&ret_member)
{
	auto *context = const_cast<DeclContext *>(cast<DeclContext>(&record));

	ret_member = nullptr;
	return look_up(sema, *context, name, ret_member);
}

static QualType value_type(QualType type)
{
	return type.isNull() ? type : type.getNonReferenceType();
}

QualType follow_members(Sema &sema, llvm::ArrayRef<Token> tokens, QualType type,
			const Token *&ret_absent, const TagDecl *&ret_record)
{
	int depth = 0;

	ret_absent = nullptr;
	type = value_type(type);
	for (size_t i = 0; i < tokens.size() && !type.isNull(); i++) {
		const Token &token = tokens[i];
		const NamedDecl *member = nullptr;

		depth -= token.is(tok::r_square);
		if (token.is(tok::l_square) && !depth++) {
			if (const auto *array = sema.getASTContext().getAsArrayType(type))
				type = value_type(array->getElementType());
			else
				type = value_type(type->getPointeeType());
		}
		if (depth || !token.isOneOf(tok::period, tok::arrow) || i + 1 == tokens.size() ||
		    !tokens[i + 1].getIdentifierInfo())
			continue;
		if (token.is(tok::arrow))
			type = value_type(type->getPointeeType());
		ret_record = type.isNull() ? nullptr : type->getAsTagDecl();
		if (!ret_record || type->isDependentType() || !ret_record->getDefinition())
			return {};
		if (find_member(sema, *ret_record->getDefinition(),
				tokens[i + 1].getIdentifierInfo()->getName(),
				member) == presence::absent) {
			ret_absent = &tokens[i + 1];
			return {};
		}
		const auto *value = dyn_cast_or_null<ValueDecl>(member);
		type = value ? value_type(value->getType()) : QualType();
	}
	return type;
}

/* Looks in the classes and namespaces around the functions. */
presence names::find_outside(StringRef name, const NamedDecl *&ret_declaration)
{
	bool unsure = false;

	for (const FunctionDecl *function : around.functions)
		for (const DeclContext *context = function->getDeclContext(); context;
		     context = context->getParent()) {
			presence result;

			if (!isa<RecordDecl>(context) && !context->isFileContext())
				continue;
			result = look_up(sema, *const_cast<DeclContext *>(context), name,
					 ret_declaration);
			if (result == presence::found)
				return result;
			unsure |= result == presence::unknown;
		}
	return unsure ? presence::unknown : presence::absent;
}

static const NamedDecl *named(const std::vector<const NamedDecl *> &list, StringRef name)
{
	for (size_t i = list.size(); i-- > 0;)
		if (list[i]->getIdentifier() && list[i]->getName() == name)
			return list[i];
	return nullptr;
}

presence names::find(StringRef name, const NamedDecl *&ret_declaration)
{
	std::vector<const NamedDecl *> all;
	presence outside;

	ret_declaration = named(seen, name);
	if (ret_declaration)
		return presence::found;
	outside = find_outside(name, ret_declaration);
	if (outside != presence::absent)
		return outside;
	ret_declaration = named(later, name);
	if (ret_declaration)
		return presence::later;
	for (const FunctionDecl *function : around.functions)
		collect_all(function->getBody(), 0, all);
	ret_declaration = named(all, name);
	return ret_declaration ? presence::inner : presence::absent;
}

std::vector<StringRef> names::candidates() const
{
	std::vector<StringRef> list;

	for (const NamedDecl *declaration : seen)
		if (isa<VarDecl>(declaration) && declaration->getIdentifier())
			list.push_back(declaration->getName());
	for (const FunctionDecl *function : around.functions)
		if (const auto *method = dyn_cast<CXXMethodDecl>(function))
			for (const FieldDecl *field : method->getParent()->fields())
				if (field->getIdentifier())
					list.push_back(field->getName());
	return list;
}

} // namespace fclc
