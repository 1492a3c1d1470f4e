/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_BUS_H
#define FCLC_PLUGIN_SCHEDULE_BUS_H

#include <string>

#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/schedule/options.h"

namespace fclc
{

/* The memory bus of an argument, as INTERFACE says. */
struct bus {
	std::string bundle; /* empty: it is on none */
	unsigned latency = 0;
};

/* The mode that INTERFACE gives an argument; empty: none. */
std::string mode_of(const llvm::Function &function, llvm::StringRef argument);

/* Only arguments of the top are on a bus; of a kernel, all pointers are unless told otherwise. */
bus bus_of(const llvm::Argument &argument, const schedule_options &options);

/* That, or the one that all calls of its function give it. */
bus bus_reached(const llvm::Argument &argument, const schedule_options &options,
		unsigned depth = 0);

/* Accesses of a bus are held where they are, as volatile ones; or no longer. */
void hold_bus_accesses(llvm::Function &function, const schedule_options &options, bool hold);

/* Whether the elements of an array pass in their order: a port with ap_fifo or axis, or STREAM in a DATAFLOW region. */
bool is_fifo(const llvm::Value &base, unsigned depth = 0);

} // namespace fclc

#endif
