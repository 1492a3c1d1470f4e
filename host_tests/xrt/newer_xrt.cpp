/* SPDX-License-Identifier: Apache-2.0 */
/* The fake XRT with the one change of its headers that moved what is in its objects. */
#include <memory>

#define virtual
#include <xrt/detail/pimpl.h>
#undef virtual

#include "fake_xrt.cpp"
