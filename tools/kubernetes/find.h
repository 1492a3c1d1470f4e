/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_FIND_H
#define FCL_KUBE_FIND_H

#include "tools/kubernetes/board.h"
#include "tools/kubernetes/options.h"

/*
 * Finds the boards that are present, without querying them: cards are PCI functions bound to XRT's
 * driver, shared boards are sockets on which a process listens. Adds new ones to the table and sets
 * `present` for all of them. A board that has replaced another one must be queried again.
 */
void fcl_kube_find(const struct fcl_kube_options *options, struct fcl_kube_boards *boards);

#endif
