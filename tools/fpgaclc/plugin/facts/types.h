/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FACTS_TYPES_H
#define FCLC_PLUGIN_FACTS_TYPES_H

#include <string>

#include <clang/AST/Type.h>
#include <clang/Basic/SourceLocation.h>

namespace clang
{
class ASTContext;
class ParmVarDecl;
class RecordDecl;
class Sema;
} // namespace clang

namespace fclc
{

/* An argument of a kernel, as the record of facts has it: see struct fclc_arg. */
struct argument_facts {
	std::string name;
	unsigned line = 0, parameter = 0;
	const char *kind = "value"; /* "value", "pointer", "stream", "bad" */
	std::string why;
	std::string type_name, spelling;
	uint64_t size = 0, element_size = 0, elements = 0;
	bool is_const = false, reference = false;
	const char *direction = nullptr; /* "in", "out"; nullptr: not known */
	bool array = false, extended = false, holder = false, tapa = false;
	bool reads = false, writes = false, loads = false, stores = false;
	unsigned part = 0;
	const char *space = nullptr; /* of a pointer in OpenCL C: "global", "constant", "local" */
	std::string record;
	uint64_t record_offset = 0, record_step = 0;
	std::string packet_type;
	uint64_t packet_size = 0;
	bool packet_const = false, packet_pointer = false;
	/* Of a pipe of OpenCL C that is declared outside of functions: */
	std::string global, file, io;
	uint64_t depth = 0, number = 0;
	bool certain = false, host = false;

	bool is_bad() const
	{
		return *kind == 'b';
	}
	bool is_memory() const
	{
		return *kind == 'p';
	}
	bool is_stream() const
	{
		return *kind == 's';
	}
};

/* A type's name in OpenCL C: "uint" for "unsigned int", and typedefs as they are. */
std::string opencl_type_name(const clang::ASTContext &context, clang::QualType type);

/* A type stripped of typedefs and qualifiers, and what was stripped. */
struct peeled {
	clang::QualType type;     /* null: void */
	std::string outer, inner; /* the outermost and the innermost typedef */
	bool is_const = false, is_volatile = false, is_restrict = false;
};

/* Says what kind of argument a type makes, with its names and sizes. */
class type_reader
{
      public:
	type_reader(clang::Sema &sema, clang::SourceLocation location);
	void classify(clang::QualType type, argument_facts &arg);
	/* For a parameter of a kernel in OpenCL C. */
	void classify_opencl(const clang::ParmVarDecl &parameter, argument_facts &arg);
	/* For the type of a member of the class that record_of() has found. */
	void classify_member(clang::QualType type, argument_facts &arg);
	/*
	 * The class, or the class that a reference refers to, if it holds streams and other
	 * members, which become separate arguments; else nullptr.
	 */
	const clang::RecordDecl *record_of(clang::QualType type);
	peeled peel(clang::QualType type) const;

      private:
	clang::Sema &sema;
	clang::ASTContext &context;
	clang::SourceLocation location; /* where templates are instantiated */

	uint64_t size_of(clang::QualType type);
	const clang::RecordDecl *definition_of(const peeled &peeled);
	bool is_instance(const peeled &peeled, const char *name) const;
	clang::QualType element_of(const peeled &instance) const;
	uint64_t count_of(const peeled &instance) const;
	peeled innermost(peeled outer) const;
	std::string base_name(clang::QualType type);
	std::string opencl_name(const peeled &peeled);
	std::string spelling_of(const peeled &peeled) const;
	bool holds_pointer(clang::QualType type, unsigned depth);
	bool holds_stream(const clang::RecordDecl &record, unsigned depth);
	bool only_member(const clang::RecordDecl &record, peeled &ret_member);
	bool find_stream(const peeled &target, peeled &ret_stream);
	bool find_base(const peeled &record, const char *name, peeled &ret_base, unsigned depth);
	void classify_packet(const peeled &outer, argument_facts &arg);
	void classify_value(const peeled &value, argument_facts &arg);
	void classify_stream(const peeled &stream, argument_facts &arg);
	void classify_streams(const peeled &array, argument_facts &arg);
	void classify_memory(const peeled &target, bool is_restrict, argument_facts &arg);
	void classify_array_reference(const peeled &array, argument_facts &arg);
	void classify_pointer(const peeled &pointer, argument_facts &arg);
	void classify_master(clang::QualType element, argument_facts &arg);
	void classify_reference(const peeled &target, argument_facts &arg);
	void classify_tapa_memory(const peeled &base, argument_facts &arg);
	bool classify_tapa(const peeled &record, argument_facts &arg);
};

} // namespace fclc

#endif
