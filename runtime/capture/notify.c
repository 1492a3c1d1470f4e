/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/notify.h"

#include <stdlib.h>

#include "runtime/capture/incidents.h"
#include "runtime/capture/readback.h"
#include "runtime/capture/recording.h"

struct replaced {
	fcl_event_notify notify;
	void *user_data;
};

static void CL_CALLBACK notify_host(cl_event event, cl_int status, void *data)
{
	struct replaced *replaced = data;
	struct replaced host = *replaced;

	free(replaced);
	fcl_readback_collect();
	if (status < 0) {
		fcl_recording_note("a callback of the program got the error %d", status);
		fcl_incident("a callback of the program got the error %d", status);
	}
	host.notify(event, status, host.user_data);
}

void *fcl_notify_begin(fcl_event_notify *notify, void **user_data)
{
	struct replaced *replaced = *notify ? malloc(sizeof(*replaced)) : NULL;

	if (!replaced)
		return NULL;
	*replaced = (struct replaced){*notify, *user_data};
	*notify = notify_host;
	*user_data = replaced;
	return replaced;
}

void fcl_notify_free(void *replaced)
{
	free(replaced);
}
