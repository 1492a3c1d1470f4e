/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_STREAMS_H
#define FCLC_PLUGIN_SCHEDULE_STREAMS_H

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace fclc
{

/* What code does with a stream. */
enum class stream_access { none, read, write, ask };

/*
 * Gives the methods of hls::stream bodies that call a function for each access, which is then an
 * operator: fclc.stream.read, .write, .empty and .full, with the stream first.
 */
void keep_streams(llvm::Module &module);

stream_access stream_accessed(const llvm::Instruction &instruction);

} // namespace fclc

#endif
