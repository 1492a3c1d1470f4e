/* SPDX-License-Identifier: Apache-2.0 */
/* Some sources include this part of the vendor's ap_int.h, which both number types share. */
#include "ap_int.h"
