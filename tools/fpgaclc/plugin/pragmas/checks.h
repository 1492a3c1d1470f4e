/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_CHECKS_H
#define FCLC_PLUGIN_PRAGMAS_CHECKS_H

#include <vector>

#include "tools/fpgaclc/plugin/pragmas/record.h"

namespace clang
{
class Preprocessor;
class Sema;
} // namespace clang

namespace fclc
{

/*
 * Reports pragmas in places where they mean nothing, and names in them that the code there may not
 * use. Call it when the source has been read and compiles.
 */
void check_records(clang::Sema &sema, const std::vector<record> &records);

} // namespace fclc

#endif
