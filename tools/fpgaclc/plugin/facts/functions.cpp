/* SPDX-License-Identifier: Apache-2.0 */

/* The functions that a source defines, and the arguments of its kernels. README.md has the format. */
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/QualTypeNames.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/raw_ostream.h>

#include "tools/fpgaclc/plugin/checks/graph.h"
#include "tools/fpgaclc/plugin/facts/record.h"
#include "tools/fpgaclc/plugin/facts/uses.h"
#include "tools/fpgaclc/plugin/opencl/attributes.h"
#include "tools/fpgaclc/plugin/opencl/pipes.h"
#include "tools/fpgaclc/plugin/opencl/undefined.h"
#include "tools/fpgaclc/plugin/pragmas/plugin.h"
#include "tools/fpgaclc/plugin/pragmas/spot.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static std::string path;                 /* of the record; empty: none is asked for */
static std::vector<std::string> kernels; /* as -k names them */

namespace
{

class writer
{
      public:
	writer(Sema &sema, const std::vector<record> &pragmas, llvm::raw_ostream &out);
	void write();

      private:
	Sema &sema;
	ASTContext &context;
	fact_record facts;
	argument_follower stream_uses, memory_uses;
	std::vector<const record *> pragmas; /* INTERFACE */
	std::vector<spot> spots;             /* where these are */

	PresumedLoc place_of(const Decl &declaration) const;
	bool is_wanted(const FunctionDecl &function) const;
	bool is_overloaded(const FunctionDecl &function) const;
	std::string type_of(const FunctionDecl &function) const;
	void place(const char *key, const NamedDecl &declaration);
	void function(const FunctionDecl &function);
	void interfaces(const FunctionDecl &function);
	void parameter(const FunctionDecl &function, unsigned number);
	void opencl(const FunctionDecl &function);
	void kernel(const FunctionDecl &function);
	void look_in(const DeclContext &scope);
	void undefined();
	void pipes(const FunctionDecl &kernel);
};

} // namespace

writer::writer(Sema &sema, const std::vector<record> &records, llvm::raw_ostream &out)
    : sema(sema), context(sema.getASTContext()), facts(out), stream_uses(context, false),
      memory_uses(context, true)
{
	std::vector<SourceLocation> locations;
	bool dataflow = false;

	for (const record &pragma : records) {
		if (pragma.directive || !pragma.condition.empty())
			continue;
		dataflow |= !strcmp(pragma.rule->name, "DATAFLOW");
		if (strcmp(pragma.rule->name, "INTERFACE") != 0)
			continue;
		pragmas.push_back(&pragma);
		locations.push_back(pragma.location);
	}
	facts.put_number("dataflow", dataflow);
	spots = find_spots(context, locations);
}

/* --- functions -------------------------------------------------------------------------------- */

PresumedLoc writer::place_of(const Decl &declaration) const
{
	return context.getSourceManager().getPresumedLoc(declaration.getLocation());
}

bool writer::is_wanted(const FunctionDecl &function) const
{
	if (function.hasAttr<OpenCLKernelAttr>())
		return true;
	return llvm::is_contained(kernels, function.getNameAsString());
}

/* Whether its name, with all scopes that are known, means something else, too. */
bool writer::is_overloaded(const FunctionDecl &function) const
{
	unsigned count = 0;

	for (const NamedDecl *other :
	     context.getTranslationUnitDecl()->lookup(function.getDeclName()))
		count += !isa<TagDecl>(other);
	return count > 1;
}

/* The function's type as C++ spells it. Empty if part of it has no name. */
std::string writer::type_of(const FunctionDecl &function) const
{
	PrintingPolicy policy = context.getPrintingPolicy();
	std::string text, separator;

	policy.AnonymousTagLocations = true;
	text = TypeName::getFullyQualifiedName(function.getReturnType(), context, policy, true) +
	       " (";
	for (const ParmVarDecl *parameter : function.parameters()) {
		text += separator + TypeName::getFullyQualifiedName(parameter->getType(), context,
								    policy, true);
		separator = ", ";
	}
	text += ")";
	for (const char *unnamed : {"(anonymous", "(unnamed", "(lambda"})
		if (StringRef(text).contains(unnamed))
			return "";
	return text;
}

/* "a::b::", with classes, too. */
static std::string scope_of(const FunctionDecl &function)
{
	std::string scope;

	for (const DeclContext *around = function.getDeclContext(); around;
	     around = around->getParent()) {
		const auto *named = dyn_cast<NamedDecl>(around);

		if (named && (isa<NamespaceDecl>(named) || isa<RecordDecl>(named)))
			scope = (named->getIdentifier() ? named->getName().str() : "(anonymous)") +
				"::" + scope;
	}
	return scope;
}

/* The bytes of the __local variables in a kernel's body. */
static uint64_t local_bytes(const ASTContext &context, const Stmt *statement)
{
	uint64_t bytes = 0;

	if (!statement)
		return 0;
	if (const auto *declares = dyn_cast<DeclStmt>(statement))
		for (const Decl *declaration : declares->decls())
			if (const auto *variable = dyn_cast<VarDecl>(declaration))
				if (variable->getType().getAddressSpace() == LangAS::opencl_local)
					bytes += static_cast<uint64_t>(
						context.getTypeSizeInChars(variable->getType())
							.getQuantity());
	for (const Stmt *child : statement->children())
		bytes += local_bytes(context, child);
	return bytes;
}

/* The INTERFACE pragmas in a kernel's body. */
void writer::interfaces(const FunctionDecl &function)
{
	for (size_t i = 0; i < pragmas.size(); i++) {
		PresumedLoc place;

		if (spots[i].functions.empty() || spots[i].functions.front() != &function)
			continue;
		place = context.getSourceManager().getPresumedLoc(pragmas[i]->location);
		facts.put("interface", pragmas[i]->text);
		facts.put("file", place.getFilename());
		facts.put_number("line", place.getLine());
	}
}

void writer::parameter(const FunctionDecl &function, unsigned number)
{
	const function_uses &streams = stream_uses.of(function), &memory = memory_uses.of(function);
	argument_facts arg;

	arg.parameter = number;
	arg.reads = streams.parameters[number] & use_reads;
	arg.writes = streams.parameters[number] & use_writes;
	arg.part = streams.only_call(number);
	arg.loads = memory.parameters[number] & use_reads;
	arg.stores = memory.parameters[number] & use_writes;
	put_arguments(sema, facts, *function.getParamDecl(number), arg);
}

void writer::opencl(const FunctionDecl &function)
{
	aoc_attributes asked = attributes_of(function);

	facts.put_number("kernel", 1);
	facts.put_number("local", local_bytes(context, function.getBody()));
	facts.put_number("newer", context.getLangOpts().OpenCLVersion > 120);
	if (const auto *size = function.getAttr<ReqdWorkGroupSizeAttr>()) {
		facts.put_number("group-x", size->getXDim());
		facts.put_number("group-y", size->getYDim());
		facts.put_number("group-z", size->getZDim());
	}
	facts.put_number("autorun", asked.autorun);
	facts.put_number("units", asked.units.number);
	facts.put_number("dimensions", asked.dimensions.given ? asked.dimensions.number + 1 : 0);
}

void writer::kernel(const FunctionDecl &function)
{
	facts.put_number("recursive", !find_cycles(make_graph(context, {&function})).empty());
	if (context.getLangOpts().CPlusPlus && is_overloaded(function))
		facts.put_text("typed", type_of(function));
	if (function.hasAttr<OpenCLKernelAttr>())
		opencl(function);
	interfaces(function);
	if (!function.getReturnType()->isVoidType()) {
		type_reader types(sema, function.getLocation());
		argument_facts result;

		types.classify(function.getReturnType(), result);
		facts.put("result");
		facts.put_type(result);
	}
	for (unsigned i = 0; i < function.getNumParams(); i++)
		parameter(function, i);
	if (context.getLangOpts().OpenCL)
		pipes(function);
}

/* Those outside of functions are arguments, too. */
void writer::pipes(const FunctionDecl &kernel)
{
	for (const pipe_use &use : pipes_of(sema, kernel)) {
		PresumedLoc place = place_of(*use.pipe->variable);
		argument_facts arg;

		arg.name = arg.global = use.pipe->element_name(use.element);
		arg.file = place.getFilename();
		arg.line = place.getLine();
		arg.kind = "stream";
		arg.type_name = opencl_type_name(context, use.pipe->packet);
		arg.size = arg.element_size = static_cast<uint64_t>(
			context.getTypeSizeInChars(use.pipe->packet).getQuantity());
		arg.direction = use.writes ? "out" : "in";
		arg.certain = use.certain;
		arg.depth = use.pipe->depth;
		arg.host = use.pipe->host;
		arg.io = use.pipe->io;
		arg.number = use.pipe->first + use.element;
		facts.put("argument");
		facts.put_type(arg);
	}
}

void writer::place(const char *key, const NamedDecl &declaration)
{
	PresumedLoc place = place_of(declaration);

	facts.put(key, declaration.getNameAsString());
	facts.put("file", place.getFilename());
	facts.put_number("line", place.getLine());
}

void writer::function(const FunctionDecl &function)
{
	bool is_template = function.getDescribedFunctionTemplate() ||
			   function.getTemplateSpecializationKind() != TSK_Undeclared;

	place("function", function);
	facts.put_text("scope", scope_of(function));
	if (!is_template && !function.isExternC() && context.getLangOpts().CPlusPlus)
		facts.put("linkage", ASTNameGenerator(context).getName(&function));
	facts.put_number("static", !function.isExternallyVisible());
	facts.put_number("template", is_template);
	facts.put_number("variadic", function.isVariadic());
	if (!is_template && is_wanted(function))
		kernel(function);
}

/* Whether it is a variable that other sources may declare. */
static bool is_shared_variable(const Decl &declaration)
{
	const auto *variable = dyn_cast<VarDecl>(&declaration);

	return variable && variable->isThisDeclarationADefinition() != VarDecl::DeclarationOnly &&
	       variable->isExternC() && variable->isExternallyVisible() &&
	       variable->getIdentifier() && !find_pipe(*variable);
}

void writer::look_in(const DeclContext &scope)
{
	for (const Decl *declaration : scope.noload_decls()) {
		const auto *pattern = dyn_cast<FunctionTemplateDecl>(declaration);
		const auto *found = pattern ? pattern->getTemplatedDecl()
					    : dyn_cast<FunctionDecl>(declaration);

		if (declaration->isImplicit() || is_foreign(context, *declaration))
			continue;
		if (found && found->doesThisDeclarationHaveABody())
			function(*found);
		else if (is_shared_variable(*declaration))
			facts.put("variable", cast<VarDecl>(declaration)->getName());
		else if (isa<NamespaceDecl>(declaration) || isa<LinkageSpecDecl>(declaration) ||
			 (isa<CXXRecordDecl>(declaration) &&
			  !cast<CXXRecordDecl>(declaration)->isDependentContext()))
			look_in(*cast<DeclContext>(declaration));
	}
}

/* What OpenCL C uses and other sources have to define. */
void writer::undefined()
{
	for (const NamedDecl *declaration : undefined_in(context)) {
		place("undefined", *declaration);
		facts.put_number("is-variable", isa<VarDecl>(declaration));
	}
}

void writer::write()
{
	facts.put_number("pipes", !global_pipes().empty());
	look_in(*context.getTranslationUnitDecl());
	if (!context.getLangOpts().OpenCL)
		return;
	undefined();
}

/* --- the record ------------------------------------------------------------------------------- */

static void write_facts(Sema &sema, const std::vector<record> &records)
{
	std::error_code error;

	if (path.empty())
		return;
	llvm::raw_fd_ostream out(path, error);

	writer(sema, records, out).write();
	out.close();
	if (error || out.has_error()) {
		DiagnosticsEngine &diagnostics = sema.getDiagnostics();

		diagnostics.Report(diagnostics.getCustomDiagID(
			DiagnosticsEngine::Error, "cannot write what is known of the source"));
		out.clear_error();
	}
}

/* "facts=" with a path, "kernel=" with a name. */
static bool take_argument(StringRef argument)
{
	if (argument.consume_front("facts="))
		path = argument.str();
	else if (argument.consume_front("kernel="))
		kernels.push_back(argument.str());
	else
		return false;
	return true;
}

[[maybe_unused]] static const bool added = add_source_check({take_argument, write_facts});

} // namespace fclc
