/* SPDX-License-Identifier: Apache-2.0 */
/* Some sources name the part of the vendor's ap_int.h that both number types share. */
#include "ap_int.h"
