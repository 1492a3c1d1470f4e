/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_TRAFFIC_H
#define FCLC_TRAFFIC_H

namespace llvm
{
class Module;
}

namespace fclc
{

/*
 * With -t hw_emu: makes each function count the bytes that it loads and stores through its
 * pointers, and report them (payload_support.c). Runs after all optimisations, so as not to count
 * accesses that the compiler combines or removes. Returns whether it changed anything.
 */
bool count_traffic(llvm::Module &module);

} // namespace fclc

#endif
