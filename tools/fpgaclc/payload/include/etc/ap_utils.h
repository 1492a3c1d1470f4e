/* SPDX-License-Identifier: Apache-2.0 */
/* Some sources include this header from the vendor's folder. */
#include "../ap_utils.h"
