/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/transport/news.h"

#include <poll.h>

#include <linux/vfio.h>

const uint32_t fcl_pcie_news[FCL_PCIE_NEWS] = {VFIO_PCI_ERR_IRQ_INDEX, VFIO_PCI_REQ_IRQ_INDEX};

bool fcl_pcie_has_news(const int eventfds[FCL_PCIE_NEWS])
{
	struct pollfd pollers[FCL_PCIE_NEWS];

	for (unsigned i = 0; i < FCL_PCIE_NEWS; i++)
		pollers[i] = (struct pollfd){eventfds[i], POLLIN, 0};
	return poll(pollers, FCL_PCIE_NEWS, 0) > 0;
}
