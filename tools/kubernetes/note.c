/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/note.h"

#include "base/note.h"

void fcl_kube_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_note("fpgacl-device-plugin", format, args);
	va_end(args);
}
