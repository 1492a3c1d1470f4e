/* SPDX-License-Identifier: Apache-2.0 */
/* Some sources name the place where the vendor keeps this header. */
#include "../ap_utils.h"
