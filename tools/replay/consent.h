/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_CONSENT_H
#define FCL_REPLAY_CONSENT_H

#include "base/capture/reader.h"
#include "base/err.h"

/*
 * Says which code of the capture a replay runs. Returns whether it may: nothing is run; or `yes`; or
 * the capture is in a folder that the user trusts; or who sits at the terminal agrees.
 */
bool fcl_replay_consent(const struct fcl_capture *capture, const char *path, bool yes,
			struct fcl_err *err);

#endif
