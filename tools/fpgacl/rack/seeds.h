/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RACK_SEEDS_H
#define FCL_TOOL_RACK_SEEDS_H

#include "base/err.h"

/*
 * Runs a command on a rack, once for each seed of "SEED" or "FIRST-LAST", and says which of several it
 * failed with. Returns the exit status of the tool: that of the only run, or whether all were good.
 */
int fcl_tool_rack_seeds(const char *rack, const char *seeds, char **command);

#endif
