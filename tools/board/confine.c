/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "tools/board/executor.h"

int fcl_bd_confine(struct fcl_err *err)
{
	const struct rlimit none = {0, 0};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ||
	    setrlimit(RLIMIT_CORE, &none))
		return fcl_err_set(err, -errno, "the executor cannot be confined");
	return 0;
}
