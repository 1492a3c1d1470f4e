/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_PRAGMAS_REST_H
#define FCLC_PLUGIN_PRAGMAS_REST_H

#include <functional>
#include <string>

namespace clang
{
class CompilerInstance;
} // namespace clang

namespace fclc
{

/*
 * Calls `at_end` behind the last declaration of the source, when all before it is complete. If it
 * returns true, the compiler then reads the file `rest`, as one of the system's, as the end of the
 * source; it need not exist. While standard input is a socket, the compiler first writes a byte
 * there and waits for one: in the meantime, fpgaclc makes the file of what it now knows of the
 * source. Without `rest`, nothing follows.
 */
void follow_source(clang::CompilerInstance &compiler, const std::string &rest,
		   std::function<bool()> at_end);

} // namespace fclc

#endif
