/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_JUMPS_H
#define FCLC_PLUGIN_CHECKS_JUMPS_H

namespace clang
{
class FunctionDecl;
}

namespace fclc
{

/* Reports each `goto` into a loop that is not around it, which no structured code can express. */
void check_jumps(const clang::FunctionDecl &function);

} // namespace fclc

#endif
