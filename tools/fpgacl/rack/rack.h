/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RACK_H
#define FCL_TOOL_RACK_H

/* `fpgacl rack ...`: racks of boards that talk to each other (docs/rack.md). */
int fcl_tool_rack(int argc, char **argv);

#endif
