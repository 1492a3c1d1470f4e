/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_FAULT_H
#define FCL_CARD_FAULT_H

#include "tools/card/card.h"

/*
 * Faults that the card shows, by configuration; docs/card.md lists them. One text has options such as
 * h2c=stuck@3, separated by '&'. -EINVAL: the sentence says what was expected.
 */
int fcl_card_fault_read(struct fcl_card *card, const char *text, struct fcl_err *err);

/* Counts one event at the target. Returns the rule that applies to it, or NULL. */
const struct fcl_card_rule *fcl_card_fault(struct fcl_card *card, enum fcl_card_target target);

#endif
