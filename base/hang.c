/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hang.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"

static atomic_bool reported;

uint64_t fcl_hang_limit_ns(void)
{
	uint64_t seconds = fcl_config_number(FCL_CONFIG_HANG_NOTICE_S);

	return !seconds || fcl_log_enabled(FCL_LOG_WARN) ? UINT64_MAX : seconds * 1000000000u;
}

void fcl_hang_report(uint64_t limit_ns, const char *why)
{
	char line[2048];
	int length;

	if (atomic_exchange(&reported, true))
		return;
	length = snprintf(
		line, sizeof(line),
		"fpgacl: nothing has moved for %llu s: %s (FPGACL_HANG_NOTICE_S=0 switches off this line)\n",
		(unsigned long long)(limit_ns / 1000000000u), why);
	if (length >= (int)sizeof(line))
		length = (int)sizeof(line) - 1;
	if (write(STDERR_FILENO, line, (size_t)length) < 0)
		return; /* there is no other place to report it */
}
