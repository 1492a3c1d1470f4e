/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/actions.h"

struct fcl_actions fcl_actions;
