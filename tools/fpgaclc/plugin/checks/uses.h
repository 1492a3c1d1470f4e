/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_USES_H
#define FCLC_PLUGIN_CHECKS_USES_H

#include <map>

namespace clang
{
class ASTContext;
class Expr;
class FunctionDecl;
class QualType;
class Stmt;
class ValueDecl;
} // namespace clang

namespace fclc
{

/* What code does with a stream, an array, or what a pointer or reference is to. */
enum use : unsigned {
	use_none = 0,
	use_reads = 1,
	use_writes = 2,
	use_unknown = 4,
};

bool is_stream(clang::QualType type);

/* Follows a variable through the functions that it is passed to. */
class use_finder
{
      public:
	explicit use_finder(const clang::ASTContext &context) : context(context)
	{
	}
	unsigned in_code(const clang::Stmt &code, const clang::ValueDecl &variable);
	/* What a function does with what it is given for its parameter of this index. */
	unsigned by_function(const clang::FunctionDecl &function, unsigned parameter);

      private:
	const clang::ASTContext &context;
	std::map<std::pair<const clang::FunctionDecl *, unsigned>, unsigned> known;
};

} // namespace fclc

#endif
