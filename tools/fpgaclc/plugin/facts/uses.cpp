/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/facts/uses.h"

#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include "tools/fpgaclc/plugin/checks/code.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

using numbers = std::set<unsigned>; /* of parameters */

static constexpr unsigned reads_and_writes = unsigned(use_reads) | unsigned(use_writes);

static bool refers(QualType type)
{
	return type->isPointerType() || type->isReferenceType();
}

/* Whether an object of this type refers to other memory, as a range of an ap_int does. */
static bool carries(QualType type, unsigned depth = 0)
{
	const RecordDecl *record = type->getAsRecordDecl();

	if (!record || !(record = record->getDefinition()) || depth > 4)
		return false;
	for (const FieldDecl *field : record->fields())
		if (refers(field->getType()) || carries(field->getType(), depth + 1))
			return true;
	if (const auto *derived = dyn_cast<CXXRecordDecl>(record))
		for (const CXXBaseSpecifier &base : derived->bases())
			if (carries(base.getType(), depth + 1))
				return true;
	return false;
}

namespace
{

/* Reads one function's code, several times until all its local references are known. */
class function_reader : public code_visitor
{
      public:
	function_reader(const ASTContext &context, const FunctionDecl &function, bool memory,
			function_uses &uses)
	    : context(context), function(function), memory(memory), uses(uses)
	{
		uses.parameters.resize(function.getNumParams() + 1);
	}
	void read();
	void statement(const Stmt &statement) override;
	void variable(const VarDecl &variable) override;

      private:
	const ASTContext &context;
	const FunctionDecl &function;
	bool memory;
	function_uses &uses;
	std::map<const VarDecl *, numbers> locals; /* what local references may refer to */
	std::map<std::pair<const VarDecl *, const ValueDecl *>, numbers>
		members; /* and those in objects */
	bool changed = false;
	unsigned calls = 0;  /* so far */
	unsigned inside = 0; /* lambdas around the code */

	numbers roots(const Expr *expression) const;
	numbers roots_of_arguments(const Expr *const *arguments, unsigned count) const;
	numbers roots_of_call(const CallExpr &call) const;
	numbers roots_of_member(const MemberExpr &member) const;
	void refer(const VarDecl &variable, const Expr *value);
	void refer(const VarDecl &object, const FieldDecl *member, const Expr *value);
	void refer_members(const VarDecl &object, const InitListExpr &list);
	void refer_members(const VarDecl &object, const CXXConstructExpr &construct);
	void use(const Expr *expression, unsigned how);
	void pass(const Expr *argument, const FunctionDecl &callee, unsigned to);
	void pass_all(const Expr *const *arguments, unsigned count, const FunctionDecl &callee);
	void pass_to(const CXXMethodDecl &method, const Expr *const *arguments, unsigned count);
	void call(const CallExpr &call);
	void construct(const CXXConstructExpr &construct);
	void assign(const BinaryOperator &assignment);
	void enter(const LambdaExpr &lambda);
	void access(const Expr &expression);
	bool call_library(const CallExpr &call, const FunctionDecl &callee);
	bool is_loop(const Stmt &statement) const;
};

} // namespace

/* --- what an expression refers to ------------------------------------------------------------- */

static void add(numbers &to, const numbers &from)
{
	to.insert(from.begin(), from.end());
}

numbers function_reader::roots_of_arguments(const Expr *const *arguments, unsigned count) const
{
	numbers all;

	for (unsigned i = 0; i < count; i++)
		if (arguments[i]->isGLValue() || refers(arguments[i]->getType()) ||
		    carries(arguments[i]->getType()))
			add(all, roots(arguments[i]));
	return all;
}

/* std::move() and the like return their argument; of memory, so may any function. */
numbers function_reader::roots_of_call(const CallExpr &call) const
{
	const FunctionDecl *callee = call.getDirectCallee();
	bool same = callee && callee->isInStdNamespace() && call.getNumArgs() == 1;
	numbers all;

	if (!memory && !same)
		return all;
	if (!call.isGLValue() && !refers(call.getType()) && !carries(call.getType()))
		return all;
	if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call))
		all = roots(member->getImplicitObjectArgument());
	add(all, roots_of_arguments(call.getArgs(), call.getNumArgs()));
	return all;
}

numbers function_reader::roots_of_member(const MemberExpr &member) const
{
	const auto *name = dyn_cast<DeclRefExpr>(member.getBase()->IgnoreParenImpCasts());
	const auto *object = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	auto known = members.find({object, member.getMemberDecl()});

	return known == members.end() ? roots(member.getBase()) : known->second;
}

numbers function_reader::roots(const Expr *expression) const
{
	numbers all;

	if (!expression)
		return all;
	expression = expression->IgnoreParens();
	if (const auto *full = dyn_cast<FullExpr>(expression))
		return roots(full->getSubExpr());
	if (const auto *cast = dyn_cast<CastExpr>(expression)) {
		if (cast->getCastKind() == CK_LValueToRValue && !refers(cast->getType()))
			return all;
		return roots(cast->getSubExpr());
	}
	if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
		return roots(temporary->getSubExpr());
	if (const auto *temporary = dyn_cast<CXXBindTemporaryExpr>(expression))
		return roots(temporary->getSubExpr());
	if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
		const auto *variable = dyn_cast<VarDecl>(name->getDecl());
		auto local = variable ? locals.find(variable) : locals.end();

		return local == locals.end() ? all : local->second;
	}
	if (isa<CXXThisExpr>(expression))
		return {function.getNumParams()};
	if (const auto *member = dyn_cast<MemberExpr>(expression))
		return roots_of_member(*member);
	if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression))
		return roots(element->getBase());
	if (const auto *unary = dyn_cast<UnaryOperator>(expression))
		return roots(unary->getSubExpr());
	if (const auto *binary = dyn_cast<BinaryOperator>(expression)) {
		if (binary->isAssignmentOp() || binary->isPtrMemOp())
			return roots(binary->getLHS());
		if (binary->isAdditiveOp() && refers(binary->getLHS()->getType()))
			return roots(binary->getLHS());
		if (binary->isCommaOp() ||
		    (binary->isAdditiveOp() && refers(binary->getRHS()->getType())))
			return roots(binary->getRHS());
		return all;
	}
	if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
		all = roots(choice->getTrueExpr());
		add(all, roots(choice->getFalseExpr()));
		return all;
	}
	if (const auto *call = dyn_cast<CallExpr>(expression))
		return roots_of_call(*call);
	if (const auto *list = dyn_cast<InitListExpr>(expression))
		return list->getNumInits() == 1 ? roots(list->getInit(0)) : all;
	if (const auto *object = dyn_cast<CXXConstructExpr>(expression))
		if (memory && carries(object->getType()))
			return roots_of_arguments(object->getArgs(), object->getNumArgs());
	return all;
}

/* --- what becomes of it ----------------------------------------------------------------------- */

void function_reader::refer(const VarDecl &variable, const Expr *value)
{
	numbers &known = locals[&variable];
	size_t before = known.size();

	add(known, roots(value));
	changed |= known.size() > before;
}

/* A reference refers to the same for good. */
void function_reader::refer(const VarDecl &object, const FieldDecl *member, const Expr *value)
{
	if (!member || !member->getType()->isReferenceType())
		return;
	numbers &known = members[{&object, member}];
	size_t before = known.size();

	add(known, roots(value));
	changed |= known.size() > before;
}

void function_reader::refer_members(const VarDecl &object, const InitListExpr &list)
{
	const RecordDecl *record = object.getType()->getAsRecordDecl();
	const auto *derived = dyn_cast_or_null<CXXRecordDecl>(record);
	unsigned i = 0;

	if (!record || (derived && derived->getNumBases()))
		return;
	for (const FieldDecl *member : record->fields())
		if (i < list.getNumInits())
			refer(object, member, list.getInit(i++));
}

/* By a constructor that has its parameters' names behind its members'. */
void function_reader::refer_members(const VarDecl &object, const CXXConstructExpr &construct)
{
	const FunctionDecl *definition = construct.getConstructor()->getDefinition();

	if (!definition)
		return;
	for (const CXXCtorInitializer *init : cast<CXXConstructorDecl>(definition)->inits()) {
		const auto *name = dyn_cast<DeclRefExpr>(init->getInit()->IgnoreParenImpCasts());
		const auto *parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;

		if (parameter && parameter->getFunctionScopeIndex() < construct.getNumArgs())
			refer(object, init->getMember(),
			      construct.getArg(parameter->getFunctionScopeIndex()));
	}
}

void function_reader::variable(const VarDecl &variable)
{
	const Expr *value = variable.getInit() ? variable.getInit()->IgnoreImplicit() : nullptr;

	if (const auto *list = dyn_cast_or_null<InitListExpr>(value))
		refer_members(variable, *list);
	else if (const auto *construct = dyn_cast_or_null<CXXConstructExpr>(value))
		refer_members(variable, *construct);
	if (variable.getInit() &&
	    (refers(variable.getType()) || (memory && carries(variable.getType()))))
		refer(variable, variable.getInit());
}

void function_reader::use(const Expr *expression, unsigned how)
{
	for (unsigned parameter : roots(expression))
		uses.parameters[parameter] |= how;
}

/* A variable itself, not what it refers to. */
static const VarDecl *plain_variable(const Expr *expression)
{
	const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParens());
	const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;

	return variable && !variable->getType()->isReferenceType() ? variable : nullptr;
}

void function_reader::pass(const Expr *argument, const FunctionDecl &callee, unsigned to)
{
	const FunctionDecl *definition = callee.getDefinition();

	if (!argument || !definition || to > definition->getNumParams())
		return;
	if (to < definition->getNumParams()) {
		QualType type = definition->getParamDecl(to)->getType();

		if (!refers(type) && !(memory && carries(type)))
			return;
	}
	for (unsigned from : roots(argument))
		uses.passed.push_back({from, to, definition, calls});
}

void function_reader::pass_all(const Expr *const *arguments, unsigned count,
			       const FunctionDecl &callee)
{
	for (unsigned i = 0; i < count; i++)
		pass(arguments[i], callee, i);
}

/* fclc::stream_depth() is what a STREAM pragma becomes. */
static bool stands_for_pragma(const FunctionDecl &callee)
{
	const auto *scope = dyn_cast<NamespaceDecl>(callee.getDeclContext());

	return scope && scope->getName() == "fclc" && callee.getIdentifier() &&
	       callee.getName() == "stream_depth";
}

/* Functions without code to read. Returns whether it is one. */
bool function_reader::call_library(const CallExpr &call, const FunctionDecl &callee)
{
	const auto *method = dyn_cast<CXXMethodDecl>(&callee);
	StringRef name = callee.getIdentifier() ? callee.getName() : "";

	if (name == "fclc_rt_reads" || name == "fclc_rt_writes") {
		if (!memory)
			use(call.getArg(0), name == "fclc_rt_reads" ? use_reads : use_writes);
		return true;
	}
	if (stands_for_pragma(callee))
		return true;
	if (!memory)
		return false;
	if (method && !method->hasBody() && call.getNumArgs() == 2 &&
	    (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())) {
		use(call.getArg(0), use_writes);
		use(call.getArg(1), use_reads);
		return true;
	}
	name.consume_front("__builtin_");
	if (name != "memcpy" && name != "memmove" && name != "memset")
		return false;
	use(call.getArg(0), use_writes);
	if (name != "memset")
		use(call.getArg(1), use_reads);
	return true;
}

/* The function that a constructor or a call of an hls::task is given before its arguments. */
static const FunctionDecl *task_of(const CXXMethodDecl &method, const Expr *const *arguments,
				   unsigned count)
{
	const CXXRecordDecl *record = method.getParent();
	const auto *scope = dyn_cast<NamespaceDecl>(record->getDeclContext());
	const auto *name = count ? dyn_cast<DeclRefExpr>(arguments[0]->IgnoreParenImpCasts())
				 : nullptr;

	return name && scope && record->getIdentifier() && record->getName() == "task" &&
			       scope->getIdentifier() && scope->getName() == "hls"
		       ? dyn_cast<FunctionDecl>(name->getDecl())
		       : nullptr;
}

/* A method's arguments; those of a task go to its function. */
void function_reader::pass_to(const CXXMethodDecl &method, const Expr *const *arguments,
			      unsigned count)
{
	if (const FunctionDecl *task = task_of(method, arguments, count))
		pass_all(arguments + 1, count - 1, *task);
	else
		pass_all(arguments, count, method);
}

void function_reader::call(const CallExpr &call)
{
	const FunctionDecl *callee = call.getDirectCallee();
	const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);

	if (!callee)
		return;
	calls++;
	if (call_library(call, *callee))
		return;
	if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call))
		pass(member->getImplicitObjectArgument(), *callee, callee->getNumParams());
	if (isa<CXXOperatorCallExpr>(call) && method && method->isInstance()) {
		pass(call.getArg(0), *callee, callee->getNumParams());
		pass_to(*method, call.getArgs() + 1, call.getNumArgs() - 1);
	} else {
		pass_all(call.getArgs(), call.getNumArgs(), *callee);
	}
}

void function_reader::construct(const CXXConstructExpr &construct)
{
	const CXXConstructorDecl *constructor = construct.getConstructor();

	calls++;
	if (memory && constructor->isCopyOrMoveConstructor() && !constructor->hasBody())
		use(construct.getArg(0), use_reads);
	else
		pass_to(*constructor, construct.getArgs(), construct.getNumArgs());
}

void function_reader::assign(const BinaryOperator &assignment)
{
	const VarDecl *variable = plain_variable(assignment.getLHS());

	if (refers(assignment.getType()) && variable)
		refer(*variable, assignment.getRHS());
	else if (refers(assignment.getType()))
		uses.keeps |= !roots(assignment.getRHS()).empty();
	if (memory && !variable)
		use(assignment.getLHS(),
		    assignment.isCompoundAssignmentOp() ? reads_and_writes : unsigned(use_writes));
}

/* A lambda's code uses the variables of the function around it. */
void function_reader::enter(const LambdaExpr &lambda)
{
	for (const Expr *value : lambda.capture_inits())
		uses.keeps |= !roots(value).empty();
	if (lambda.getCallOperator()->isDependentContext())
		return;
	inside++;
	visit_code(context, *lambda.getCallOperator(), *this);
	inside--;
}

void function_reader::access(const Expr &expression)
{
	const auto *cast = dyn_cast<CastExpr>(&expression);
	const auto *unary = dyn_cast<UnaryOperator>(&expression);

	if (cast && cast->getCastKind() == CK_LValueToRValue && !plain_variable(cast->getSubExpr()))
		use(cast->getSubExpr(), use_reads);
	else if (unary && unary->isIncrementDecrementOp() && !plain_variable(unary->getSubExpr()))
		use(unary->getSubExpr(), reads_and_writes);
}

/* Not those whose body runs once, as in many macros. */
bool function_reader::is_loop(const Stmt &statement) const
{
	bool value = true;

	if (const auto *jump = dyn_cast<GotoStmt>(&statement))
		return context.getSourceManager().isBeforeInTranslationUnit(
			jump->getLabel()->getStmt()->getBeginLoc(), jump->getBeginLoc());
	if (const auto *once = dyn_cast<DoStmt>(&statement))
		return !constant_condition(context, once->getCond(), value) || value;
	return isa<ForStmt>(statement) || isa<WhileStmt>(statement) ||
	       isa<CXXForRangeStmt>(statement);
}

void function_reader::statement(const Stmt &statement)
{
	const auto *binary = dyn_cast<BinaryOperator>(&statement);
	const auto *list = dyn_cast<InitListExpr>(&statement);

	uses.repeats |= !inside && is_loop(statement);
	if (const auto *called = dyn_cast<CallExpr>(&statement))
		call(*called);
	else if (const auto *constructed = dyn_cast<CXXConstructExpr>(&statement))
		construct(*constructed);
	else if (const auto *lambda = dyn_cast<LambdaExpr>(&statement))
		enter(*lambda);
	else if (binary && binary->isAssignmentOp())
		assign(*binary);
	else if (list && list->getType()->isRecordType())
		uses.keeps |= !roots_of_arguments(list->getInits(), list->getNumInits()).empty();
	else if (const auto *expression = dyn_cast<Expr>(&statement))
		if (memory)
			access(*expression);
}

void function_reader::read()
{
	for (unsigned i = 0; i < function.getNumParams(); i++)
		locals[function.getParamDecl(i)] = {i};
	do {
		changed = false;
		calls = 0;
		uses.passed.clear();
		visit_code(context, function, *this);
	} while (changed);
}

/* --- all functions ---------------------------------------------------------------------------- */

unsigned function_uses::only_call(unsigned parameter) const
{
	unsigned place = 0;

	for (const passed_on &call : passed) {
		if (repeats || keeps || (call.from == parameter && place && place != call.place))
			return 0;
		if (call.from == parameter)
			place = call.place;
	}
	return place;
}

/* From callees to callers, until nothing changes. */
void argument_follower::propagate()
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (auto &[function, uses] : functions)
			for (const passed_on &call : uses.passed) {
				unsigned &use = uses.parameters[call.from];
				unsigned added = use | functions[call.callee].parameters[call.to];

				changed |= added != use;
				use = added;
			}
	}
}

const function_uses &argument_follower::of(const FunctionDecl &kernel)
{
	std::vector<const FunctionDecl *> waiting{&kernel};

	while (!waiting.empty()) {
		const FunctionDecl *function = waiting.back();

		waiting.pop_back();
		if (functions.count(function))
			continue;
		function_uses &uses = functions[function];

		function_reader(context, *function, memory, uses).read();
		for (const passed_on &call : uses.passed)
			waiting.push_back(call.callee);
	}
	propagate();
	return functions[&kernel];
}

} // namespace fclc
