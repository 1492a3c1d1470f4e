/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FACTS_RECORD_H
#define FCLC_PLUGIN_FACTS_RECORD_H

#include <clang/Basic/SourceLocation.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/raw_ostream.h>

#include "tools/fpgaclc/plugin/facts/types.h"

namespace fclc
{

/* Writes facts, each a line with its key and its value. README.md has the format. */
class fact_record
{
      public:
	explicit fact_record(llvm::raw_ostream &out) : out(out)
	{
	}
	void put(const char *key, llvm::StringRef value = "");
	void put_text(const char *key, llvm::StringRef value); /* nothing if it is empty */
	void put_number(const char *key, uint64_t value);      /* nothing if it is 0 */
	void put_type(const argument_facts &arg);

      private:
	llvm::raw_ostream &out;
};

/*
 * The argument that a parameter of a kernel is, or those that its members are; `arg` has its number
 * and its uses.
 */
void put_arguments(clang::Sema &sema, fact_record &record, const clang::ParmVarDecl &parameter,
		   argument_facts arg);

} // namespace fclc

#endif
