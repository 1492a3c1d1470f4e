/* SPDX-License-Identifier: Apache-2.0 */

/* The parameters of kernels in OpenCL C, with the names that clGetKernelArgInfo() has for their types. */
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include "tools/fpgaclc/plugin/facts/types.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

std::string opencl_type_name(const ASTContext &context, QualType type)
{
	std::string name = type.getUnqualifiedType().getAsString(context.getPrintingPolicy());
	StringRef rest = name;

	if (!type.isCanonical())
		return name;
	if (rest.consume_front("unsigned "))
		return "u" + rest.str();
	return rest.consume_front("signed ") ? rest.str() : name;
}

/* The attribute of a pipe, or of the typedef that names its type. */
static bool is_written(const ParmVarDecl &parameter)
{
	const auto *named = parameter.getType()->getAs<TypedefType>();
	const Decl *declaration = &parameter;

	if (named)
		declaration = named->getDecl();
	const auto *access = declaration->getAttr<OpenCLAccessAttr>();
	return access && access->isWriteOnly();
}

static void classify_pipe(const ASTContext &context, const ParmVarDecl &parameter,
			  argument_facts &arg)
{
	QualType element = parameter.getType()->castAs<PipeType>()->getElementType();
	bool written = is_written(parameter);

	arg.kind = "stream";
	arg.type_name = opencl_type_name(context, element);
	arg.spelling = (written ? "write_only pipe " : "read_only pipe ") + arg.type_name;
	arg.direction = written ? "out" : "in";
	arg.size = arg.element_size =
		static_cast<uint64_t>(context.getTypeSizeInChars(element).getQuantity());
}

/* Local memory is not a port: the register contains the requested size. */
static void classify_buffer(const ASTContext &context, QualType pointer, argument_facts &arg)
{
	QualType target = pointer->getPointeeType();
	LangAS space = target.getAddressSpace();
	bool constant = space == LangAS::opencl_constant;

	arg.kind = space == LangAS::opencl_local ? "value" : "pointer";
	arg.why.clear();
	arg.space = constant ? "constant" : space == LangAS::opencl_local ? "local" : "global";
	arg.size = 8;
	if (!arg.element_size)
		arg.element_size = 1;
	arg.spelling = opencl_type_name(context, target) + "*";
	arg.type_name = std::string(target.isConstQualified() || constant ? "const " : "") +
			(target.isVolatileQualified() ? "volatile " : "") + arg.spelling +
			(pointer.isRestrictQualified() ? " restrict" : "");
}

void type_reader::classify_opencl(const ParmVarDecl &parameter, argument_facts &arg)
{
	QualType type = parameter.getType();
	StringRef image;

	if (type->isPipeType()) {
		classify_pipe(context, parameter, arg);
		return;
	}
	classify(type, arg);
	arg.type_name = arg.spelling = opencl_type_name(context, type);
	if (type->isPointerType()) {
		classify_buffer(context, type, arg);
	} else if (type->isImageType() || type->isSamplerT()) {
		image = arg.type_name;
		image = image.substr(image.rfind(' ') + 1);
		arg.kind = "bad";
		arg.why = image.str() + " is not supported";
	}
}

} // namespace fclc
