/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_FIFOS_H
#define FCL_TOOL_FIFOS_H

/*
 * fpgacl fifos <recording> [--json] [--minimum <depth>] [--depth <fifo>=<depth>]...: how full the
 * FIFOs of a recorded run were, and which depths would do. With --depth, only the cycles with those
 * depths. With an image, and --run at the end with arguments of fpgacl run: of that run.
 */
int fcl_tool_fifos(int argc, char **argv);

#endif
