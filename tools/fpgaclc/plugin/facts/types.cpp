/* SPDX-License-Identifier: Apache-2.0 */

/* What kind of kernel argument a type makes, and what it is called in OpenCL. */
#include "tools/fpgaclc/plugin/facts/types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Sema/Sema.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/raw_ostream.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

type_reader::type_reader(Sema &sema, SourceLocation location)
    : sema(sema), context(sema.getASTContext()), location(location)
{
}

static void note_name(peeled &peeled, StringRef name)
{
	peeled.inner = name.str();
	if (peeled.outer.empty())
		peeled.outer = peeled.inner;
}

peeled type_reader::peel(QualType type) const
{
	peeled result;

	while (!type.isNull()) {
		QualType next;

		result.is_const |= type.isLocalConstQualified();
		result.is_volatile |= type.isLocalVolatileQualified();
		result.is_restrict |= type.isLocalRestrictQualified();
		if (const auto *named = dyn_cast<TypedefType>(type.getTypePtr()))
			note_name(result, named->getDecl()->getName());
		else if (const auto *special =
				 dyn_cast<TemplateSpecializationType>(type.getTypePtr()))
			if (const TemplateDecl *alias =
				    special->isTypeAlias()
					    ? special->getTemplateName().getAsTemplateDecl()
					    : nullptr)
				note_name(result, alias->getName());
		if (const auto *atomic = dyn_cast<AtomicType>(type.getTypePtr()))
			next = atomic->getValueType();
		else
			next = type.getSingleStepDesugaredType(context);
		if (next.getTypePtr() == type.getTypePtr())
			break;
		type = next;
	}
	if (!type.isNull() && !type->isVoidType())
		result.type = type.getUnqualifiedType();
	return result;
}

/* --- records ---------------------------------------------------------------------------------- */

/* nullptr for any other type. The definition of a template's instance is made if need be. */
const RecordDecl *type_reader::definition_of(const peeled &peeled)
{
	const RecordDecl *record = peeled.type.isNull() ? nullptr : peeled.type->getAsRecordDecl();

	if (!record || !sema.isCompleteType(location, peeled.type))
		return nullptr;
	return record->getDefinition();
}

/* Bytes; 0: void, a function, or an incomplete type. */
uint64_t type_reader::size_of(QualType type)
{
	if (type.isNull() || type->isVoidType() || type->isFunctionType() ||
	    !sema.isCompleteType(location, type))
		return 0;
	return static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

/* Whether it is a class of this name, or an instance of a class template, in any scope. */
bool type_reader::is_instance(const peeled &peeled, const char *name) const
{
	const RecordDecl *record = peeled.type.isNull() ? nullptr : peeled.type->getAsRecordDecl();

	return record && record->getIdentifier() && record->getName() == name;
}

static const TemplateArgument *find_argument(const peeled &instance, TemplateArgument::ArgKind kind)
{
	const auto *record = instance.type.isNull()
				     ? nullptr
				     : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
					       instance.type->getAsRecordDecl());

	for (unsigned i = 0; record && i < record->getTemplateArgs().size(); i++)
		if (record->getTemplateArgs()[i].getKind() == kind)
			return &record->getTemplateArgs()[i];
	return nullptr;
}

/* The element type T of hls::stream<T, DEPTH> and similar templates; null: there is none. */
QualType type_reader::element_of(const peeled &instance) const
{
	const TemplateArgument *argument = find_argument(instance, TemplateArgument::Type);

	return argument ? argument->getAsType() : QualType();
}

/* The first number among a template's arguments; 0: none. */
uint64_t type_reader::count_of(const peeled &instance) const
{
	const TemplateArgument *argument = find_argument(instance, TemplateArgument::Integral);

	return argument ? argument->getAsIntegral().getZExtValue() : 0;
}

static bool is_array(const peeled &peeled)
{
	return !peeled.type.isNull() && peeled.type->isArrayType();
}

static QualType element_type(const peeled &array)
{
	return cast<ArrayType>(array.type.getTypePtr())->getElementType();
}

/* The innermost elements of an array, with the qualifiers of all levels; any other type itself. */
peeled type_reader::innermost(peeled element) const
{
	while (is_array(element)) {
		peeled inner = peel(element_type(element));

		inner.is_const |= element.is_const;
		inner.is_volatile |= element.is_volatile;
		element = inner;
	}
	return element;
}

/* Calls `visit` with the type of each base class and member, until it returns true. */
template <typename visitor> static bool any_part(const RecordDecl &record, visitor visit)
{
	if (const auto *derived = dyn_cast<CXXRecordDecl>(&record))
		for (const CXXBaseSpecifier &base : derived->bases())
			if (visit(base.getType(), true))
				return true;
	for (const FieldDecl *field : record.fields())
		if (visit(field->getType(), false))
			return true;
	return false;
}

/* It then has a hidden pointer, to a table of functions. */
static bool is_virtual(const RecordDecl &record)
{
	const auto *object = dyn_cast<CXXRecordDecl>(&record);

	return object && object->isDynamicClass();
}

/* Whether a value contains a host address, which the board could not use. */
bool type_reader::holds_pointer(QualType type, unsigned depth)
{
	peeled peeled = peel(type);

	if (depth > 32 || peeled.type.isNull())
		return false;
	if (peeled.type->isAnyPointerType() || peeled.type->isBlockPointerType() ||
	    peeled.type->isReferenceType())
		return true;
	if (is_array(peeled))
		return holds_pointer(element_type(peeled), depth + 1);
	const RecordDecl *record = definition_of(peeled);
	return record && (is_virtual(*record) || any_part(*record, [&](QualType part, bool) {
				  return holds_pointer(part, depth + 1);
			  }));
}

/* Whether a record has a stream among its members, at any depth. */
bool type_reader::holds_stream(const RecordDecl &record, unsigned depth)
{
	return depth <= 8 && any_part(record, [&](QualType type, bool) {
		       peeled part = peel(type);

		       if (is_instance(part, "stream") || is_instance(innermost(part), "stream"))
			       return true;
		       const RecordDecl *inner = definition_of(part);
		       return inner && holds_stream(*inner, depth + 1);
	       });
}

/* Finds the only base class or member of a record that is not empty. */
bool type_reader::only_member(const RecordDecl &record, peeled &ret_member)
{
	unsigned count = is_virtual(record);

	any_part(record, [&](QualType type, bool base) {
		/* An empty base class has size 1 but shares its byte with the next member. */
		if (base && size_of(type) <= 1)
			return false;
		ret_member = peel(type);
		count++;
		return false;
	});
	return count == 1;
}

/* Descends into user classes that wrap a stream and nothing else. */
bool type_reader::find_stream(const peeled &target, peeled &ret_stream)
{
	uint64_t size = size_of(target.type);
	peeled at = target;

	for (unsigned depth = 0; depth < 8; depth++) {
		const RecordDecl *record = definition_of(at);
		peeled member;

		if (is_instance(at, "stream")) {
			ret_stream = at;
			ret_stream.is_const |= target.is_const;
			return size_of(at.type) == size;
		}
		if (!record || !only_member(*record, member))
			return false;
		at = member;
	}
	return false;
}

/* The base class of a record, at any depth, that is an instance of this template. */
bool type_reader::find_base(const peeled &record, const char *name, peeled &ret_base,
			    unsigned depth)
{
	const auto *object = dyn_cast_or_null<CXXRecordDecl>(definition_of(record));

	if (depth > 4 || !object)
		return false;
	for (const CXXBaseSpecifier &specifier : object->bases()) {
		peeled base = peel(specifier.getType());

		if (is_instance(base, name)) {
			ret_base = base;
			return true;
		}
		if (find_base(base, name, ret_base, depth + 1))
			return true;
	}
	return false;
}

/* --- names ------------------------------------------------------------------------------------ */

static std::string integer_name(bool is_unsigned, uint64_t size, std::string otherwise)
{
	switch (size) {
	case 1:
		return is_unsigned ? "uchar" : "char";
	case 2:
		return is_unsigned ? "ushort" : "short";
	case 4:
		return is_unsigned ? "uint" : "int";
	case 8:
		return is_unsigned ? "ulong" : "long";
	default:
		return otherwise;
	}
}

std::string type_reader::base_name(QualType type)
{
	const auto *base = dyn_cast<BuiltinType>(type.getTypePtr());
	uint64_t size = size_of(type);

	if (const auto *bits = dyn_cast<BitIntType>(type.getTypePtr()))
		return bits->isUnsigned() ? "unsigned _BitInt" : "_BitInt";
	if (type->isAnyComplexType())
		return "complex";
	if (!base)
		return "";
	std::string name = base->getName(context.getPrintingPolicy()).str();
	if (type->isBooleanType())
		return "bool";
	if (base->isInteger())
		return integer_name(base->isUnsignedInteger(), size, name);
	if (base->isFloatingPoint())
		return size == 2 ? "half" : size == 4 ? "float" : size == 8 ? "double" : name;
	return name;
}

/* A class's name, with its template arguments. */
static std::string record_name(const ASTContext &context, const TagDecl &record)
{
	PrintingPolicy policy = context.getPrintingPolicy();
	std::string name;
	llvm::raw_string_ostream out(name);

	if (!isa<ClassTemplateSpecializationDecl>(record))
		return record.getIdentifier() ? record.getName().str() : "";
	policy.SplitTemplateClosers = true;
	policy.SuppressInlineNamespace = decltype(policy.SuppressInlineNamespace)(0);
	policy.PrintCanonicalTypes = true;
	policy.UsePreferredNames = false;
#if LLVM_VERSION_MAJOR >= 16
	policy.UseEnumerators = false;
#endif
	policy.AlwaysIncludeTypeForTemplateArgument = true;
	record.getNameForDiagnostic(out, policy, false);
	return out.str();
}

/* Names a type as OpenCL does: "uint", "float4", a struct by its name. */
std::string type_reader::opencl_name(const peeled &peeled)
{
	if (peeled.type.isNull())
		return "void";
	if (is_array(peeled))
		return opencl_name(peel(element_type(peeled)));
	if (const auto *vector = dyn_cast<VectorType>(peeled.type.getTypePtr()))
		return opencl_name(peel(vector->getElementType())) +
		       std::to_string(vector->getNumElements());
	std::string name = peeled.type->getAsTagDecl()
				   ? record_name(context, *peeled.type->getAsTagDecl())
				   : base_name(peeled.type);
	return name.empty() ? peeled.inner : name;
}

/* Names a value's type as C source does: by a typedef, a base type, or a tag. Empty: it has no name. */
std::string type_reader::spelling_of(const peeled &peeled) const
{
	const TagDecl *tag = peeled.type.isNull() ? nullptr : peeled.type->getAsTagDecl();

	if (!peeled.outer.empty())
		return peeled.outer;
	if (context.getLangOpts().CPlusPlus || peeled.type.isNull() ||
	    (tag && !tag->getIdentifier()))
		return "";
	return peeled.type.getAsString(context.getPrintingPolicy());
}

/* --- kinds of arguments ----------------------------------------------------------------------- */

static void bad(argument_facts &arg, const char *why)
{
	arg.kind = "bad";
	arg.why = why;
}

/* Describes the packets of a value or an array: its innermost elements. */
void type_reader::classify_packet(const peeled &outer, argument_facts &arg)
{
	peeled element = innermost(outer);

	arg.packet_const = element.is_const;
	arg.packet_type = opencl_name(element);
	arg.packet_size = size_of(element.type);
	arg.packet_pointer = holds_pointer(element.type, 0);
}

void type_reader::classify_value(const peeled &value, argument_facts &arg)
{
	arg.kind = "value";
	arg.type_name = opencl_name(value);
	arg.spelling = spelling_of(value);
	arg.size = arg.element_size = size_of(value.type);
	arg.direction = "in";
	classify_packet(value, arg);
	if (is_instance(value, "stream"))
		bad(arg, "expected a stream by reference (hls::stream<T> &), found one by value");
	else if (holds_pointer(value.type, 0))
		bad(arg, "a value that holds pointers cannot be passed to a board");
	else if (!arg.size)
		bad(arg, "its type is incomplete or empty");
}

void type_reader::classify_stream(const peeled &stream, argument_facts &arg)
{
	peeled element = peel(element_of(stream));

	arg.kind = "stream";
	arg.type_name = "stream<" + opencl_name(element) + ">";
	arg.size = arg.element_size = size_of(element.type);
	if (stream.is_const)
		bad(arg, "a reference to a const stream can be neither read nor written");
	else if (!arg.size)
		bad(arg, "the type of its elements is incomplete");
	else if (holds_pointer(element.type, 0))
		bad(arg, "a stream of pointers cannot leave a kernel");
}

static uint64_t length_of(const ASTContext &context, QualType array)
{
	const ConstantArrayType *constant = context.getAsConstantArrayType(array);

	return constant ? constant->getSize().getLimitedValue(UINT32_MAX) : 0;
}

/* hls::stream<T> (&s)[N] */
void type_reader::classify_streams(const peeled &array, argument_facts &arg)
{
	peeled stream = peel(element_type(array));

	if (is_array(stream)) {
		bad(arg, "an array of streams can have one dimension only");
		return;
	}
	classify_stream(stream, arg);
	arg.array = true;
	arg.elements = length_of(context, array.type);
}

/* Memory behind an AXI4 master, whose elements are of the type `target`. */
void type_reader::classify_memory(const peeled &target, bool is_restrict, argument_facts &arg)
{
	peeled element = innermost(target);

	arg.kind = "pointer";
	arg.type_name = std::string(element.is_const ? "const " : "") +
			(element.is_volatile ? "volatile " : "") + opencl_name(element) + "*" +
			(is_restrict ? " restrict" : "");
	arg.size = 8;
	arg.is_const = element.is_const;
	arg.element_size = target.type.isNull() ? 1 : size_of(target.type);
	arg.direction = element.is_const ? "in" : nullptr;
	classify_packet(target, arg);
	if (!element.type.isNull() && element.type->isPointerType())
		bad(arg, "a pointer to pointers cannot be an AXI4 master");
	else if (!element.type.isNull() && element.type->isFunctionType())
		bad(arg, "a pointer to a function cannot be passed to a board");
	else if (!element.type.isNull() && !arg.element_size)
		bad(arg, "it points to an incomplete type");
}

/* T (&a)[N] is memory, as T a[N] is. */
void type_reader::classify_array_reference(const peeled &array, argument_facts &arg)
{
	classify_memory(array, false, arg);
	arg.reference = true;
	arg.elements = length_of(context, array.type);
	if (arg.elements)
		arg.element_size = size_of(element_type(array));
	else if (!arg.is_bad() || !context.getAsConstantArrayType(array.type))
		bad(arg, "the length of its array is not known");
}

void type_reader::classify_pointer(const peeled &pointer, argument_facts &arg)
{
	peeled target = peel(pointer.type->getPointeeType());

	if (is_instance(target, "stream")) {
		/* hls::stream<T> s[N] */
		classify_stream(target, arg);
		arg.array = true;
	} else if (is_array(target) && is_instance(innermost(target), "stream")) {
		bad(arg, "an array of streams can have one dimension only");
	} else {
		classify_memory(target, pointer.is_restrict, arg);
	}
}

/* An AXI4 master like T *: hls::burst_maxi<T>, and the memories of tapa.h. */
void type_reader::classify_master(QualType type, argument_facts &arg)
{
	peeled element = peel(type);

	arg.kind = "pointer";
	arg.type_name = opencl_name(element) + "*";
	arg.size = 8;
	arg.element_size = size_of(element.type);
	if (!arg.element_size)
		bad(arg, "the type of its elements is incomplete");
}

void type_reader::classify_tapa_memory(const peeled &base, argument_facts &arg)
{
	QualType element = element_of(base);

	classify_master(element, arg);
	arg.is_const = peel(element).is_const;
	if (arg.is_const)
		arg.type_name = "const " + arg.type_name;
	arg.direction = arg.is_const ? "in" : nullptr;
}

/* The streams and memories of tapa.h have bases for fpgaclc to find (fpgacl/tapa_stream.h, tapa_memory.h). */
bool type_reader::classify_tapa(const peeled &record, argument_facts &arg)
{
	static const struct {
		const char *name, *direction; /* nullptr: memory */
		bool array;
	} bases[] = {
		{"fclc_inputs", "in", true},      {"fclc_outputs", "out", true},
		{"fclc_input", "in", false},      {"fclc_output", "out", false},
		{"fclc_memories", nullptr, true}, {"fclc_memory", nullptr, false},
	};
	peeled base, other;

	for (const auto &known : bases) {
		if (!find_base(record, known.name, base, 0))
			continue;
		if (known.direction) {
			base.is_const = false;
			classify_stream(base, arg);
			arg.direction = known.direction;
		} else {
			classify_tapa_memory(base, arg);
		}
		if (known.array)
			arg.elements = count_of(base);
		arg.array = known.array;
		arg.tapa = true;
		if (!strcmp(known.name, "fclc_input") && find_base(record, "fclc_output", other, 0))
			bad(arg,
			    "a port has one direction: expected tapa::istream or tapa::ostream");
		return true;
	}
	return false;
}

void type_reader::classify_reference(const peeled &target, argument_facts &arg)
{
	peeled stream;

	if (classify_tapa(target, arg)) {
		arg.reference = true;
	} else if (is_instance(target, "stream")) {
		classify_stream(target, arg);
	} else if (is_array(target) && is_instance(innermost(target), "stream")) {
		classify_streams(target, arg);
	} else if (find_stream(target, stream)) {
		classify_stream(stream, arg);
		arg.holder = true;
	} else if (!target.type.isNull() && target.type->isPointerType()) {
		bad(arg, "a reference to a pointer cannot be passed to a board");
	} else if (is_array(target)) {
		classify_array_reference(target, arg);
	} else {
		/* A non-const reference: the kernel's final value stays in its register. */
		classify_value(target, arg);
		arg.reference = true;
	}
}

void type_reader::classify(QualType type, argument_facts &arg)
{
	peeled peeled = peel(type);

	if (peeled.type.isNull() || peeled.type->isRValueReferenceType() ||
	    peeled.type->isMemberPointerType() || peeled.type->isNullPtrType())
		bad(arg, "its type cannot be passed to a board");
	else if (peeled.type->isPointerType())
		classify_pointer(peeled, arg);
	else if (peeled.type->isLValueReferenceType())
		classify_reference(peel(peeled.type->getPointeeType()), arg);
	else if (classify_tapa(peeled, arg))
		return;
	else if (is_instance(peeled, "burst_maxi"))
		classify_master(element_of(peeled), arg);
	else
		classify_value(peeled, arg);
}

const RecordDecl *type_reader::record_of(QualType type)
{
	peeled object = peel(type), stream;

	if (!object.type.isNull() && object.type->isLValueReferenceType()) {
		object = peel(object.type->getPointeeType());
		if (find_stream(object, stream))
			return nullptr;
	}
	const RecordDecl *record = definition_of(object);
	if (!record || is_instance(object, "stream") || is_instance(object, "burst_maxi") ||
	    !holds_stream(*record, 0))
		return nullptr;
	return record;
}

void type_reader::classify_member(QualType type, argument_facts &arg)
{
	peeled peeled = peel(type);

	if (is_instance(peeled, "stream")) {
		classify_stream(peeled, arg);
		arg.record_step = size_of(peeled.type);
	} else if (is_array(peeled) && is_instance(innermost(peeled), "stream")) {
		classify_streams(peeled, arg);
		arg.record_step = size_of(element_type(peeled));
	} else {
		classify_value(peeled, arg);
	}
}

} // namespace fclc
