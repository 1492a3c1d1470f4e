/* SPDX-License-Identifier: Apache-2.0 */
/* Some sources include this header from the vendor's directory. */
#include "../ap_utils.h"
