/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/devices/identity.h"

#include <stdio.h>
#include <string.h>
#include <uuid/uuid.h>

/* The name space of all our UUIDs: random, and never to be changed. */
static const uuid_t name_space = {0x5d, 0x1f, 0x7a, 0x52, 0x0b, 0xc8, 0x4e, 0x8d,
				  0x9e, 0x63, 0x34, 0xd1, 0x86, 0xa9, 0x27, 0xf0};

void fcl_identity_of(const char *text, uint8_t ret_uuid[16])
{
	uuid_generate_sha1(ret_uuid, name_space, text, strlen(text));
}

void fcl_identity_uuid(const struct fcl_hal_ops *hal, const struct fcl_hal_info *info,
		       uint32_t place, uint8_t ret_uuid[16])
{
	bool known = *info->bdf || *info->serial;
	char text[1024];

	snprintf(text, sizeof(text), "%s/%s/%s/%s/%u", hal->name, info->vbnv, info->bdf,
		 info->serial, known ? 0 : place);
	fcl_identity_of(text, ret_uuid);
}
