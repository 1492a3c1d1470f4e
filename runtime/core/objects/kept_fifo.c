/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/kept_fifo.h"

#include <stdlib.h>

void fcl_fifos_free(struct fcl_fifo *fifos)
{
	while (fifos) {
		struct fcl_fifo *next = fifos->next;

		free(fifos);
		fifos = next;
	}
}

void fcl_fifos_drop(struct fcl_fifo **fifos, uint32_t index)
{
	while (*fifos) {
		struct fcl_fifo *fifo = *fifos;

		if (fifo->index != index) {
			fifos = &fifo->next;
			continue;
		}
		*fifos = fifo->next;
		free(fifo);
	}
}
