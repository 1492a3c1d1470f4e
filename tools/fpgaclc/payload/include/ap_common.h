/* SPDX-License-Identifier: Apache-2.0 */
/* Some sources include this part of the vendor's ap_int.h, which is shared by both number types. */
#include "ap_int.h"
