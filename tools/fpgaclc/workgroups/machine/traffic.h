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
 * With -t hw_emu: has each function count the bytes that it loads and stores through its pointers,
 * and report them (payload_support.c). Runs after all optimizations, so that what the compiler
 * combines or leaves out is not counted. Returns whether it changed anything.
 */
bool count_traffic(llvm::Module &module);

} // namespace fclc

#endif
