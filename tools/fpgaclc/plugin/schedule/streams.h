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
 * operator, with the stream first: fclc.stream.read, .write; .empty, .full, .size and .room; and
 * .try_read, .try_write, which say whether it is blocked, with .read_tried, .write_tried behind them.
 * The number of bytes of an element ends the name.
 */
void keep_streams(llvm::Module &module);

stream_access stream_accessed(const llvm::Instruction &instruction);

/* What such an operator does when it runs. */
struct stream_call {
	enum stream_kind { moves, tries, moves_tried, asks, counts } kind;
	bool writes;
	unsigned long bytes;
};

stream_call stream_called(const llvm::CallInst &call);

} // namespace fclc

#endif
