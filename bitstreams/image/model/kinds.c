/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/model/kinds.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Indexed by enum axlf_section_kind; GROUP_* use xclbinutil's names. */
static const char *const names[] = {
	"BITSTREAM",
	"CLEARING_BITSTREAM",
	"EMBEDDED_METADATA",
	"FIRMWARE",
	"DEBUG_DATA",
	"SCHED_FIRMWARE",
	"MEM_TOPOLOGY",
	"CONNECTIVITY",
	"IP_LAYOUT",
	"DEBUG_IP_LAYOUT",
	"DESIGN_CHECK_POINT",
	"CLOCK_FREQ_TOPOLOGY",
	"MCS",
	"BMC",
	"BUILD_METADATA",
	"KEYVALUE_METADATA",
	"USER_METADATA",
	"DNA_CERTIFICATE",
	"PDI",
	"BITSTREAM_PARTIAL_PDI",
	"PARTITION_METADATA",
	"EMULATION_DATA",
	"SYSTEM_METADATA",
	"SOFT_KERNEL",
	"ASK_FLASH",
	"AIE_METADATA",
	"GROUP_TOPOLOGY",
	"GROUP_CONNECTIVITY",
	"SMARTNIC",
	"AIE_RESOURCES",
	"OVERLAY",
	"VENDER_METADATA",
	"AIE_PARTITION",
	"IP_METADATA",
	"AIE_RESOURCES_BIN",
	"AIE_TRACE_METADATA",
	"DTBO",
};

#define COUNT (sizeof(names) / sizeof(names[0]))
#define UNKNOWN "KIND_"

const char *fcl_image_kind_name(uint32_t kind, char text[FCL_IMAGE_KIND_NAME_SIZE])
{
	if (kind < COUNT)
		snprintf(text, FCL_IMAGE_KIND_NAME_SIZE, "%s", names[kind]);
	else
		snprintf(text, FCL_IMAGE_KIND_NAME_SIZE, UNKNOWN "%u", kind);
	return text;
}

static bool number_from_name(const char *name, size_t length, uint32_t *ret_kind)
{
	uint64_t number = 0;

	if (!length || length > 10)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (name[i] < '0' || name[i] > '9')
			return false;
		number = number * 10 + (uint64_t)(name[i] - '0');
	}
	if (number < COUNT || number > UINT32_MAX)
		return false;
	*ret_kind = (uint32_t)number;
	return true;
}

bool fcl_image_kind_from_name(const char *name, size_t length, uint32_t *ret_kind)
{
	const size_t prefix = strlen(UNKNOWN);

	for (uint32_t i = 0; i < COUNT; i++) {
		if (strlen(names[i]) == length && !strncasecmp(names[i], name, length)) {
			*ret_kind = i;
			return true;
		}
	}
	return length > prefix && !strncasecmp(name, UNKNOWN, prefix) &&
	       number_from_name(name + prefix, length - prefix, ret_kind);
}
