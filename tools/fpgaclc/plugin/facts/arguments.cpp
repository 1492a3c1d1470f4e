/* SPDX-License-Identifier: Apache-2.0 */

/* The arguments of a kernel: its parameters, and the members of those that hold streams. */
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

#include "tools/fpgaclc/plugin/checks/uses.h"
#include "tools/fpgaclc/plugin/facts/record.h"

using namespace clang;

namespace fclc
{

namespace
{

/* The members of an object of a class with streams. */
struct argument_writer {
	const ASTContext &context;
	type_reader &types;
	fact_record &record;

	void members(const argument_facts &parent, const RecordDecl &object, unsigned depth);
	void member(argument_facts arg, const FieldDecl &field, unsigned depth);
};

} // namespace

static const char not_a_member[] =
	"a class with streams cannot have bit-fields, unions and virtual bases";

static void refuse(argument_facts &arg, const char *why)
{
	arg.kind = "bad";
	arg.why = why;
}

void argument_writer::member(argument_facts arg, const FieldDecl &field, unsigned depth)
{
	const RecordDecl *inner = types.record_of(field.getType());
	bool placed = !field.isBitField() && !field.getParent()->isUnion();

	arg.name += "_" + (field.getIdentifier() ? field.getName().str() : "member");
	if (placed && depth < 8 && inner && !field.getType()->isReferenceType()) {
		members(arg, *inner, depth + 1);
		return;
	}
	types.classify_member(field.getType(), arg);
	if (!placed)
		refuse(arg, not_a_member);
	record.put("argument");
	record.put_type(arg);
}

/* Writes an argument for each member of a class that holds streams and other members. */
void argument_writer::members(const argument_facts &parent, const RecordDecl &object,
			      unsigned depth)
{
	const ASTRecordLayout &layout = context.getASTRecordLayout(&object);
	const auto *derived = dyn_cast<CXXRecordDecl>(&object);
	argument_facts arg = parent;

	if (derived && derived->isDynamicClass()) {
		refuse(arg, not_a_member);
		record.put("argument");
		record.put_type(arg);
		return;
	}
	for (unsigned i = 0; derived && i < derived->getNumBases(); i++) {
		const CXXRecordDecl *base =
			derived->bases_begin()[i].getType()->getAsCXXRecordDecl();

		if (!base || depth >= 8)
			continue;
		arg.record_offset =
			parent.record_offset +
			static_cast<uint64_t>(layout.getBaseClassOffset(base).getQuantity());
		members(arg, *base->getDefinition(), depth + 1);
	}
	for (const FieldDecl *field : object.fields()) {
		if (field->isBitField() && !field->getIdentifier())
			continue;
		arg.record_offset = parent.record_offset +
				    layout.getFieldOffset(field->getFieldIndex()) / 8;
		member(arg, *field, depth);
	}
}

/* Whether the kernel certainly reads nothing of what this pointer or array is to. */
static bool only_writes(const ASTContext &context, const ParmVarDecl &parameter)
{
	const auto *function = dyn_cast<FunctionDecl>(parameter.getDeclContext());

	return function && use_finder(context).by_function(
				   *function, parameter.getFunctionScopeIndex()) == use_writes;
}

void put_arguments(Sema &sema, fact_record &record, const ParmVarDecl &parameter,
		   argument_facts arg)
{
	const ASTContext &context = sema.getASTContext();
	type_reader types(sema, parameter.getLocation());
	peeled declared = types.peel(parameter.getOriginalType());
	bool named = parameter.getIdentifier();

	arg.name = named ? parameter.getName().str() : "arg" + std::to_string(arg.parameter);
	arg.line = context.getSourceManager().getPresumedLoc(parameter.getLocation()).getLine();
	const RecordDecl *object = named ? types.record_of(parameter.getType()) : nullptr;
	if (object) {
		arg.record = arg.name;
		arg.reads = arg.writes = false;
		arg.part = 0;
		argument_writer{context, types, record}.members(arg, *object, 0);
		return;
	}
	if (context.getLangOpts().OpenCL)
		types.classify_opencl(parameter, arg);
	else
		types.classify(parameter.getType(), arg);
	if (const auto *array = context.getAsConstantArrayType(declared.type)) {
		arg.extended = true;
		arg.elements = array->getSize().getLimitedValue(UINT32_MAX);
	}
	if (!arg.is_stream())
		arg.part = 0;
	if (!arg.direction && arg.is_memory() && only_writes(context, parameter))
		arg.direction = "out";
	if (!named && !arg.is_bad() && !arg.space)
		refuse(arg, "it has no name");
	record.put("argument");
	record.put_type(arg);
}

} // namespace fclc
