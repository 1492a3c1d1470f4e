/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_CARD_CHECK_H
#define FCL_TOOL_CARD_CHECK_H

/*
 * `fpgacl card check`: compares a card with its board.xml and, if `image` is not NULL, with an image,
 * and prints what fits and what does not. Returns the exit status.
 */
int fcl_tool_card_check(const char *card, const char *image);

#endif
