/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

/* Functions that boards do not support: images, peers, objects of other interfaces. */

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define PI_FUNCTION(name, since, until, behind, parameters)
#define PI_REFUSED(name, since, until, parameters)                                                 \
	pi_result name parameters                                                                  \
	{                                                                                          \
		return fcl_pi_refuse(PI_ERROR_UNSUPPORTED_FEATURE,                                 \
				     #name ": not supported by boards");                           \
	}
#include "runtime/clients/pi/functions.inc"
#undef PI_FUNCTION
