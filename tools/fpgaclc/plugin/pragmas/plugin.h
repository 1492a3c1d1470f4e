/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_PLUGIN_H
#define FCLC_PLUGIN_PRAGMAS_PLUGIN_H

#include <vector>

#include "tools/fpgaclc/plugin/pragmas/record.h"

namespace clang
{
class Sema;
}

namespace fclc
{

/* A check of the whole source, once its pragmas have been read. */
struct source_check {
	bool (*take)(llvm::StringRef argument); /* returns whether the argument is this check's */
	void (*run)(clang::Sema &sema, const std::vector<record> &records);
};

/* Called by static constructors. */
bool add_source_check(const source_check &check);

} // namespace fclc

#endif
