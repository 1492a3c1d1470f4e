/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_MARKS_MARKS_H
#define FCLC_PLUGIN_MARKS_MARKS_H

#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

namespace llvm
{
class Function;
class Loop;
class MDNode;
class Metadata;
class Module;
class Value;
} // namespace llvm

namespace fclc
{

/*
 * Pragmas in IR. Each is a node of metadata,
 *
 *   !{!"fpgacl.PIPELINE", !"II", i64 2, !"rewind", !"true"}
 *
 * with the arguments that it has in the table of pragmas: numbers evaluated, words in lower case. It is
 * - of a loop: in the llvm.loop node of the loop's latches;
 * - of a function: in the function's list !fpgacl;
 * - of a variable: in the list !fpgacl of the alloca or of the global variable; of an argument: in the
 *   function's list, with !"argument", i64 INDEX. !"variable" is the text of the source, !"offset" a
 *   number of bytes from the variable's start, for its parts.
 */

/* Makes metadata of the calls of fclc_mark(). */
bool read_marks(llvm::Module &module);

/* A pragma's values in metadata. */
class marked
{
      public:
	explicit marked(const llvm::MDNode *node) : node(node)
	{
	}
	explicit operator bool() const
	{
		return node != nullptr;
	}
	/* Without "fpgacl."; empty: the node is no pragma. */
	llvm::StringRef name() const;
	bool has(llvm::StringRef argument) const;
	long number(llvm::StringRef argument, long fallback) const;
	llvm::StringRef word(llvm::StringRef argument) const;
	/* Whether it has the flag, and not the value "false" for it. */
	bool flag(llvm::StringRef argument) const;
	/* Gives another variable the same pragma, for that dimension if it has one. */
	void copy_to(llvm::Value &variable, long dim) const;

      private:
	const llvm::MDNode *node;

	const llvm::Metadata *find(llvm::StringRef argument) const;
};

/* Gives a loop a pragma without arguments. */
void mark_loop(llvm::Loop &loop, llvm::StringRef pragma);

/* The pragmas of a loop, a function, or a variable: an alloca, a global variable or an argument. */
std::vector<marked> marks_of(const llvm::Loop &loop);
std::vector<marked> marks_of(const llvm::Function &function);
std::vector<marked> marks_of(const llvm::Value &variable);

/* The last one of that name; false: there is none. */
marked find_mark(const std::vector<marked> &marks, llvm::StringRef name);

} // namespace fclc

#endif
