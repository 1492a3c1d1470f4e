/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_EXTENTS_H
#define FCLC_PLUGIN_PRAGMAS_EXTENTS_H

#include <llvm/ADT/StringRef.h>

namespace fclc
{

/* An annotation of a parameter: how many elements the outermost dimension of an array has. */
inline constexpr llvm::StringLiteral extent_prefix = "fpgacl.extent=";

} // namespace fclc

#endif
