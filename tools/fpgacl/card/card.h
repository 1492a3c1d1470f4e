/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_CARD_H
#define FCL_TOOL_CARD_H

/* `fpgacl card`. Returns the exit status. */
int fcl_tool_card(int argc, char **argv);

#endif
