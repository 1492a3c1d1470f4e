/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/model/keys.h"

#include <string.h>

bool fcl_image_key_is_reserved(const char *key)
{
	return !strcmp(key, FCL_IMAGE_KEY_ISA) ||
	       !strncmp(key, FCL_IMAGE_KEY_DIGEST, strlen(FCL_IMAGE_KEY_DIGEST));
}
