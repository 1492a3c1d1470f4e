/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/dataflow.h"

#include <map>
#include <tuple>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include "tools/fpgaclc/plugin/checks/code.h"
#include "tools/fpgaclc/plugin/checks/library.h"
#include "tools/fpgaclc/plugin/checks/rules.h"
#include "tools/fpgaclc/plugin/checks/uses.h"
#include "tools/fpgaclc/plugin/pragmas/spot.h"

using namespace clang;

namespace fclc
{

namespace
{

/* A stream or array that processes share: a variable, or a member of one, or an element of these. */
struct channel {
	const ValueDecl *variable, *member;
	long long element; /* -1: all of it */

	bool operator<(const channel &other) const
	{
		return std::tie(variable, member, element) <
		       std::tie(other.variable, other.member, other.element);
	}
};

struct channel_uses {
	std::vector<SourceLocation> readers, writers;
	size_t first_reader = SIZE_MAX, first_writer = SIZE_MAX; /* in the order of processes */
	bool ordered = true, unknown = false;
};

class region_checker
{
      public:
	region_checker(ASTContext &context, const FunctionDecl &function, const Stmt *loop)
	    : context(context), function(function), loop(loop), uses(context)
	{
	}
	void check();

      private:
	ASTContext &context;
	const FunctionDecl &function;
	const Stmt *loop;
	use_finder uses;
	std::map<channel, channel_uses> channels;
	size_t processes = 0;
	bool found_statement = false; /* the first one is reported */

	void say(rule rule, SourceLocation location, const std::string &message) const
	{
		report_rule(rule, location, message);
	}
	void check_form();
	bool is_steady(const Stmt &bound);
	void check_block(const Stmt &block);
	void check_statement(const Stmt &statement);
	void check_declaration(const DeclStmt &statement);
	void check_condition(const Stmt &statement, const Expr *condition);
	void check_expression(const Expr &expression);
	void check_exit(const Stmt &statement) const;
	void check_channels() const;
	bool is_process(const CallExpr &call) const;
	bool is_channel(const channel &channel) const;
	void add_process(const FunctionDecl &callee, llvm::ArrayRef<const Expr *> arguments,
			 SourceLocation location, bool in_order);
	void add_loop(const Stmt &statement);
	void add_use(channel channel, unsigned use, SourceLocation location, bool in_order);
};

} // namespace

static std::string quote(const NamedDecl &declaration)
{
	return "'" + declaration.getNameAsString() + "'";
}

/* --- what processes share --------------------------------------------------------------------- */

static bool find_channel(const ASTContext &context, const Expr *expression, channel &ret_channel)
{
	Expr::EvalResult index;

	expression = expression->IgnoreParenImpCasts();
	if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
		expression = temporary->getSubExpr()->IgnoreParenImpCasts();
	if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
		return unary->getOpcode() == UO_AddrOf &&
		       find_channel(context, unary->getSubExpr(), ret_channel);
	}
	if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
		ret_channel = {name->getDecl(), nullptr, -1};
		return true;
	}
	if (const auto *member = dyn_cast<MemberExpr>(expression)) {
		const auto *base = dyn_cast<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts());

		ret_channel = {base ? base->getDecl() : nullptr, member->getMemberDecl(), -1};
		return base || isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
	}
	if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
		if (!find_channel(context, element->getBase(), ret_channel))
			return false;
		ret_channel.element = -2;
		if (!element->getIdx()->isValueDependent() &&
		    element->getIdx()->EvaluateAsInt(index, context) &&
		    !isa<ArraySubscriptExpr>(element->getBase()->IgnoreParenImpCasts()))
			ret_channel.element = index.Val.getInt().getExtValue();
		return true;
	}
	return false;
}

/* Streams, and arrays of the region. */
bool region_checker::is_channel(const channel &channel) const
{
	const ValueDecl *last = channel.member ? channel.member : channel.variable;
	const auto *local = dyn_cast_or_null<VarDecl>(channel.variable);

	return is_stream(last->getType()) ||
	       (local && local->isLocalVarDecl() && !channel.member && !local->isStaticLocal() &&
		local->getType()->isArrayType() && !local->getType().isConstQualified());
}

void region_checker::add_use(channel channel, unsigned use, SourceLocation location, bool in_order)
{
	channel_uses *found = &channels[channel];

	/* Which element it is, is not known. */
	if (channel.element == -2) {
		channel.element = -1;
		found = &channels[channel];
		use = use_unknown;
	}
	found->unknown |= (use & use_unknown) != 0;
	found->ordered &= in_order;
	if (use & use_reads) {
		found->readers.push_back(location);
		found->first_reader = std::min(found->first_reader, processes);
	}
	if (use & use_writes) {
		found->writers.push_back(location);
		found->first_writer = std::min(found->first_writer, processes);
	}
}

/* Tasks are in no order. */
void region_checker::add_process(const FunctionDecl &callee, llvm::ArrayRef<const Expr *> arguments,
				 SourceLocation location, bool in_order)
{
	std::map<channel, unsigned> all;
	channel channel;

	for (unsigned i = 0; i < arguments.size() && i < callee.getNumParams(); i++)
		if (find_channel(context, arguments[i], channel) && is_channel(channel))
			all[channel] |= uses.by_function(callee, i);
	for (const auto &[channel, use] : all)
		add_use(channel, use, location, in_order);
	processes++;
}

static void find_names(const Stmt *statement, std::vector<const ValueDecl *> &names)
{
	if (!statement)
		return;
	if (const auto *name = dyn_cast<DeclRefExpr>(statement))
		names.push_back(name->getDecl());
	for (const Stmt *child : statement->children())
		find_names(child, names);
}

void region_checker::add_loop(const Stmt &statement)
{
	std::vector<const ValueDecl *> names;
	std::map<channel, unsigned> all;

	find_names(&statement, names);
	for (const ValueDecl *name : names)
		if (is_channel({name, nullptr, -1}))
			all[{name, nullptr, -1}] =
				name->getType().getNonReferenceType()->isArrayType() &&
						is_stream(name->getType())
					? unsigned(use_unknown)
					: uses.in_code(statement, *name);
	for (const auto &[channel, use] : all)
		add_use(channel, use, statement.getBeginLoc(), true);
	processes++;
}

void region_checker::check_channels() const
{
	for (const auto &[channel, found] : channels) {
		const ValueDecl &last = channel.member ? *channel.member : *channel.variable;
		auto whole = channels.find({channel.variable, channel.member, -1});
		std::string name = quote(last);

		if (channel.element >= 0)
			name.insert(name.size() - 1, "[" + std::to_string(channel.element) + "]");
		if (found.unknown || (whole != channels.end() && whole->second.unknown))
			continue;
		if (found.readers.size() > 1)
			say(rule::dataflow_readers, found.readers[1],
			    "another process of this DATAFLOW region reads " + name + ", too");
		if (found.writers.size() > 1)
			say(rule::dataflow_writers, found.writers[1],
			    "another process of this DATAFLOW region writes " + name + ", too");
		if (found.ordered && found.first_reader < found.first_writer &&
		    found.first_writer != SIZE_MAX)
			say(rule::dataflow_feedback, found.readers[0],
			    "this process reads " + name +
				    ", which only a later process of this DATAFLOW region writes");
	}
}

/* --- statements ------------------------------------------------------------------------------- */

bool region_checker::is_process(const CallExpr &call) const
{
	const FunctionDecl *callee = call.getDirectCallee();

	return callee && !isa<CXXOperatorCallExpr>(call) &&
	       owner_of(context, callee->getLocation()) == owner::user;
}

/* The stream that a call reads or writes where the region is, without a function; or nullptr. */
static const Expr *stream_of(const CallExpr &call)
{
	const auto *member = dyn_cast<CXXMemberCallExpr>(&call);
	const Expr *object = member                           ? member->getImplicitObjectArgument()
			     : isa<CXXOperatorCallExpr>(call) ? call.getArg(0)
							      : nullptr;

	return object && is_stream(object->getType()) ? object : nullptr;
}

static bool is_task(QualType type)
{
	const CXXRecordDecl *record = type->getAsCXXRecordDecl();

	return record && record->getIdentifier() && record->getName() == "task";
}

void region_checker::check_declaration(const DeclStmt &statement)
{
	for (const Decl *declaration : statement.decls()) {
		const auto *variable = dyn_cast<VarDecl>(declaration);
		const auto *construct =
			variable && variable->getInit()
				? dyn_cast<CXXConstructExpr>(variable->getInit()->IgnoreImplicit())
				: nullptr;
		const DeclRefExpr *task = nullptr;

		if (!variable)
			continue;
		if (is_task(variable->getType()) && construct && construct->getNumArgs())
			task = dyn_cast<DeclRefExpr>(
				construct->getArg(0)->IgnoreImplicit()->IgnoreParenImpCasts());
		if (task && isa<FunctionDecl>(task->getDecl()))
			add_process(*cast<FunctionDecl>(task->getDecl()),
				    {construct->getArgs() + 1, construct->getNumArgs() - 1},
				    variable->getLocation(), false);
		else if (variable->isStaticLocal() && !is_stream(variable->getType()) &&
			 !variable->getOuterLocStart().isMacroID() && /* hls_thread_local */
			 !variable->getType().isConstQualified() && !variable->isConstexpr() &&
			 !context.getBaseElementType(variable->getType()).isConstQualified())
			say(rule::dataflow_static, variable->getLocation(),
			    quote(*variable) +
				    " is static; a DATAFLOW region has local variables and static streams");
	}
}

/* Whether a process may run in it. */
static bool holds_process(const Stmt *statement)
{
	if (!statement)
		return false;
	if (const auto *call = dyn_cast<CallExpr>(statement))
		if (call->getDirectCallee() && !isa<CXXOperatorCallExpr>(call))
			return true;
	if (body_of_loop(statement))
		return true;
	for (const Stmt *child : statement->children())
		if (holds_process(child))
			return true;
	return false;
}

void region_checker::check_condition(const Stmt &statement, const Expr *condition)
{
	const auto *branch = dyn_cast<IfStmt>(&statement);
	bool value;

	if (branch && constant_condition(context, condition, value)) {
		if (const Stmt *taken = value ? branch->getThen() : branch->getElse())
			check_statement(*taken);
		return;
	}
	check_exit(statement);
	if (holds_process(branch ? branch->getThen() : &statement) ||
	    holds_process(branch ? branch->getElse() : nullptr))
		say(rule::dataflow_condition, statement.getBeginLoc(),
		    "a condition decides whether processes of this DATAFLOW region run; move it into them");
	processes++;
}

void region_checker::check_exit(const Stmt &statement) const
{
	if (const auto *result = dyn_cast<ReturnStmt>(&statement)) {
		say(rule::dataflow_exit, statement.getBeginLoc(),
		    result->getRetValue()
			    ? "a DATAFLOW region returns a value; the function should be void"
			    : "'return' leaves this DATAFLOW region early");
	} else if (isa<BreakStmt>(statement) || isa<ContinueStmt>(statement) ||
		   isa<GotoStmt>(statement)) {
		say(rule::dataflow_exit, statement.getBeginLoc(),
		    std::string(isa<BreakStmt>(statement)      ? "'break'"
				: isa<ContinueStmt>(statement) ? "'continue'"
							       : "'goto'") +
			    " leaves this DATAFLOW region early");
	} else if (!body_of_loop(&statement) && !isa<SwitchStmt>(statement)) {
		for (const Stmt *child : statement.children())
			if (child && !isa<Expr>(child))
				check_exit(*child);
	}
}

void region_checker::check_expression(const Expr &expression)
{
	const Expr *inner = expression.IgnoreImplicit()->IgnoreParenCasts();
	const auto *call = dyn_cast<CallExpr>(inner);
	bool value;

	if (const auto *choice = dyn_cast<ConditionalOperator>(inner)) {
		/* assert() is one. */
		if (!expression.getBeginLoc().isMacroID())
			check_condition(*choice, choice->getCond());
		return;
	}
	if (const auto *binary = dyn_cast<BinaryOperator>(inner))
		if (binary->isLogicalOp() && holds_process(binary->getRHS()) &&
		    !constant_condition(context, binary->getLHS(), value)) {
			check_condition(*binary, binary->getLHS());
			return;
		}
	if (call && is_process(*call)) {
		add_process(*call->getDirectCallee(), {call->getArgs(), call->getNumArgs()},
			    call->getExprLoc(), true);
		return;
	}
	if (call && stream_of(*call)) {
		channel channel;

		if (find_channel(context, stream_of(*call), channel))
			add_use(channel, use_unknown, expression.getExprLoc(), false);
		return;
	}
	if (call && call->getDirectCallee()) {
		const auto *operation = dyn_cast<CXXOperatorCallExpr>(call);

		if (only_prints(*call->getDirectCallee()) || !operation ||
		    operation->getOperator() == OO_Call)
			return;
	}
	if (expression.getBeginLoc().isMacroID() || isa<DeclRefExpr>(inner) ||
	    expression.isValueDependent() || isa<IntegerLiteral>(inner))
		return;
	if (found_statement)
		return;
	found_statement = true;
	say(rule::dataflow_statement, expression.getExprLoc(),
	    "this statement of a DATAFLOW region belongs to no process; only declarations and calls do without");
}

void region_checker::check_statement(const Stmt &statement)
{
	if (isa<CompoundStmt>(statement))
		check_block(statement);
	else if (const auto *label = dyn_cast<LabelStmt>(&statement))
		check_statement(*label->getSubStmt());
	else if (const auto *attributed = dyn_cast<AttributedStmt>(&statement))
		check_statement(*attributed->getSubStmt());
	else if (const auto *declares = dyn_cast<DeclStmt>(&statement))
		check_declaration(*declares);
	else if (const auto *branch = dyn_cast<IfStmt>(&statement))
		check_condition(statement, branch->getCond());
	else if (const auto *choice = dyn_cast<SwitchStmt>(&statement))
		check_condition(statement, choice->getCond());
	else if (body_of_loop(&statement))
		add_loop(statement);
	else if (const auto *expression = dyn_cast<Expr>(&statement))
		check_expression(*expression);
	else
		check_exit(statement);
}

void region_checker::check_block(const Stmt &block)
{
	for (const Stmt *child : block.children())
		if (child && !(isa<ReturnStmt>(child) && !cast<ReturnStmt>(child)->getRetValue() &&
			       child == cast<CompoundStmt>(block).body_back()))
			check_statement(*child);
}

/* --- the loop --------------------------------------------------------------------------------- */

static bool is_zero(const ASTContext &context, const Expr *value)
{
	Expr::EvalResult result;

	return value && !value->isValueDependent() && value->EvaluateAsInt(result, context) &&
	       !result.Val.getInt().getBoolValue();
}

static bool is_named(const Expr *expression, const VarDecl *variable)
{
	const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());

	return name && name->getDecl() == variable;
}

static bool is_step(const ASTContext &context, const Expr *step, const VarDecl *variable)
{
	Expr::EvalResult result;

	if (!step)
		return false;
	step = step->IgnoreParenImpCasts();
	if (const auto *unary = dyn_cast<UnaryOperator>(step))
		return unary->isIncrementOp() && is_named(unary->getSubExpr(), variable);
	if (const auto *sum = dyn_cast<CompoundAssignOperator>(step))
		return sum->getOpcode() == BO_AddAssign && is_named(sum->getLHS(), variable) &&
		       sum->getRHS()->EvaluateAsInt(result, context) && result.Val.getInt() == 1;
	return isa<CXXOperatorCallExpr>(step);
}

/* Whether the loop's body leaves all variables of its bound as they are. */
bool region_checker::is_steady(const Stmt &bound)
{
	std::vector<const ValueDecl *> names;

	find_names(&bound, names);
	for (const ValueDecl *name : names)
		if (isa<VarDecl>(name) && !name->getType().isConstQualified() &&
		    (uses.in_code(*body_of_loop(loop), *name) &
		     (unsigned(use_writes) | unsigned(use_unknown))))
			return false;
	return true;
}

void region_checker::check_form()
{
	const auto *counted = dyn_cast<ForStmt>(loop);
	const auto *declares = counted ? dyn_cast_or_null<DeclStmt>(counted->getInit()) : nullptr;
	const auto *counter = declares && declares->isSingleDecl()
				      ? dyn_cast<VarDecl>(declares->getSingleDecl())
				      : nullptr;
	const auto *condition =
		counted && counted->getCond()
			? dyn_cast<BinaryOperator>(counted->getCond()->IgnoreParenImpCasts())
			: nullptr;
	const char *fault = nullptr;

	if (!counted)
		fault = "is no 'for' loop";
	else if (!counter)
		fault = "declares no counter, or several";
	else if (!counter->getType()->isIntegerType())
		return;
	else if (!is_zero(context, counter->getInit()))
		fault = "does not begin at 0";
	else if (!is_step(context, counted->getInc(), counter))
		fault = "does not count in steps of 1";
	else if (!condition || !condition->isComparisonOp() || !is_steady(*condition->getRHS()))
		fault = "does not end at what is constant while it runs";
	if (fault)
		say(rule::dataflow_loop, loop->getBeginLoc(),
		    std::string("this loop with DATAFLOW ") + fault);
}

void region_checker::check()
{
	const Stmt *body = loop ? body_of_loop(loop) : function.getBody();

	if (loop)
		check_form();
	if (!body || !isa<CompoundStmt>(body))
		return;
	check_block(*body);
	check_channels();
}

void check_region(ASTContext &context, const FunctionDecl &function, const Stmt *loop)
{
	region_checker(context, function, loop).check();
}

} // namespace fclc
