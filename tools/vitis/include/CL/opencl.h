/* SPDX-License-Identifier: Apache-2.0 */
/* As in Intel's SDK, the header of the whole interface has its extensions, too. */
#include_next <CL/opencl.h>

#include "CL/cl_ext_intelfpga.h"
