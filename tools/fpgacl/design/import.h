/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_IMPORT_H
#define FCL_TOOL_DESIGN_IMPORT_H

/* `fpgacl card import`. Returns the exit status. */
int fcl_tool_card_import(int argc, char **argv);

#endif
