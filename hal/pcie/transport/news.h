/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_NEWS_H
#define FCL_PCIE_NEWS_H

#include "hal/pcie/transport/transport.h"

/* VFIO's interrupts that are news about the function, not its own: their indices. */
extern const uint32_t fcl_pcie_news[FCL_PCIE_NEWS];

/* Whether one of the eventfds of news has been signalled. */
bool fcl_pcie_has_news(const int eventfds[FCL_PCIE_NEWS]);

#endif
