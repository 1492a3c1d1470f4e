/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_NAMES_H
#define FCLC_PLUGIN_PRAGMAS_NAMES_H

#include <vector>

#include <clang/AST/Type.h>
#include <clang/Lex/Token.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include "tools/fpgaclc/plugin/pragmas/spot.h"

namespace clang
{
class NamedDecl;
class Sema;
} // namespace clang

namespace fclc
{

enum class presence {
	found,
	later,   /* declared behind the pragma, in a block around it */
	inner,   /* declared in another block of the function */
	absent,  /* nowhere */
	unknown, /* it may come from a class that depends on a template's arguments */
};

/* The names that code at a spot may use. */
class names
{
      public:
	names(clang::Sema &sema, const spot &spot);
	/* ret_declaration may become nullptr even if the name is found. */
	presence find(llvm::StringRef name, const clang::NamedDecl *&ret_declaration);
	/* The names of variables that the function declares, for a suggestion. */
	std::vector<llvm::StringRef> candidates() const;

      private:
	clang::Sema &sema;
	const spot &around;
	std::vector<const clang::NamedDecl *> seen, later;

	void add(const clang::Stmt *statement, bool behind);
	void add_parameters();
	void add_template(const clang::Decl &declaration);
	presence find_outside(llvm::StringRef name, const clang::NamedDecl *&ret_declaration);
};

/* Whether a class has a member of that name. */
presence find_member(clang::Sema &sema, const clang::Decl &record, llvm::StringRef name,
		     const clang::NamedDecl *&ret_member);

/*
 * The type at the end of ".member", "->member" and "[index]" behind a variable of a type; null if it is
 * not known. *ret_absent: the name of a member that *ret_record has not; nullptr: there are all.
 */
clang::QualType follow_members(clang::Sema &sema, llvm::ArrayRef<clang::Token> tokens,
			       clang::QualType type, const clang::Token *&ret_absent,
			       const clang::TagDecl *&ret_record);

} // namespace fclc

#endif
