/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/captured.h"

#include <dlfcn.h>

#include "runtime/api/common/api.h"
#include "runtime/capture/capture.h"

/* Asked at the first call: loaders open layers after drivers, but before calls. */
static bool layer_is_loaded(void)
{
	return dlopen("libfpgacl_layer.so", RTLD_LAZY | RTLD_NOLOAD);
}

const struct _cl_icd_dispatch *fcl_api_captured_dispatch(const struct _cl_icd_dispatch *below)
{
	static struct _cl_icd_dispatch table;

	if (!fcl_capture_wanted())
		return below;
	table = *below;
	fcl_capture_wrap(&table, below, layer_is_loaded);
	return &table;
}
