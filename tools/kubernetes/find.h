/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_FIND_H
#define FCL_KUBE_FIND_H

#include "tools/kubernetes/board.h"
#include "tools/kubernetes/options.h"

/*
 * Finds the boards that are there now, without asking any of them: cards are PCI functions that
 * XRT's driver is bound to, shared boards are sockets that a process listens at. New ones are added
 * to the table, and `present` is set for all. A board that is another one than before has to be
 * asked again.
 */
void fcl_kube_find(const struct fcl_kube_options *options, struct fcl_kube_boards *boards);

#endif
