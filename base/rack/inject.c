/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rack/inject.h"

#include <errno.h>
#include <stdlib.h>

#include "base/rack/mailbox.h"
#include "base/rack/shared.h"

struct fcl_rack_inlet {
	const struct fcl_rack_port *port;
	bool is_switch;
	struct fcl_rack_shared *shared;
	struct fcl_rack_mailbox mailbox;
};

int fcl_rack_inlet_open(const struct fcl_rack *rack, uint32_t port,
			struct fcl_rack_inlet **ret_inlet, struct fcl_err *err)
{
	struct fcl_rack_inlet *inlet = calloc(1, sizeof(*inlet));
	int error;

	if (!inlet)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	inlet->port = &rack->ports[port];
	inlet->is_switch = rack->links[inlet->port->link].is_switch;
	inlet->mailbox = (struct fcl_rack_mailbox){.file = -1, .rx = -1, .tx = -1};
	error = fcl_rack_shared_open(rack, &inlet->shared, err);
	if (!error)
		error = fcl_rack_mailbox_open(fcl_rack_shared_folder(inlet->shared),
					      inlet->port->name, false, &inlet->mailbox, err);
	if (error) {
		fcl_rack_inlet_close(inlet);
		return error;
	}
	*ret_inlet = inlet;
	return 0;
}

void fcl_rack_inlet_close(struct fcl_rack_inlet *inlet)
{
	if (!inlet)
		return;
	fcl_rack_mailbox_close(&inlet->mailbox);
	if (inlet->shared)
		fcl_rack_shared_close(inlet->shared);
	free(inlet);
}

bool fcl_rack_inlet_is_read(const struct fcl_rack_inlet *inlet)
{
	return fcl_rack_mailbox_is_read(&inlet->mailbox) &&
	       !fcl_rack_shared_is_down(inlet->shared, inlet->port->link);
}

bool fcl_rack_inject(struct fcl_rack_inlet *inlet, uint32_t from, uint32_t flags, const void *bytes,
		     uint32_t size)
{
	struct fcl_rack_head head = {.size = size, .flags = flags, .from = from};

	if (!fcl_rack_mailbox_put(&inlet->mailbox, &head, bytes))
		return false;
	/* The switch of this machine learns where its source is. */
	if (inlet->is_switch)
		fcl_rack_shared_switch(inlet->shared, inlet->port->link, from, bytes, size);
	return true;
}
