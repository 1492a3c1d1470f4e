/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/capture/mutants.h"

#include <string.h>

#include "base/capture/hash.h"

static uint64_t state = 88172645463325252u;

void mutants_seed(uint64_t seed)
{
	state = 88172645463325252u ^ seed * 0x9E3779B97F4A7C15u;
}

uint64_t mutants_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Makes the record's check right again, so that its changed values are read. */
static void correct(char *bytes, size_t at)
{
	struct fcl_capture_record record;

	memcpy(&record, bytes + at, sizeof(record));
	record.check = fcl_capture_check(&record, bytes + at + sizeof(record),
					 record.size - sizeof(record));
	memcpy(bytes + at, &record, sizeof(record));
}

static size_t random_record(const char *bytes, size_t size)
{
	size_t at = sizeof(struct fcl_capture_header), found = at;
	uint32_t length;

	for (unsigned seen = 1; at < size; at += length) {
		memcpy(&length, bytes + at, sizeof(length));
		if (mutants_random() % seen++ == 0)
			found = at;
	}
	return found;
}

void mutants_make(char *bytes, size_t size, unsigned round)
{
	size_t at = random_record(bytes, size);
	uint32_t length;

	memcpy(&length, bytes + at, sizeof(length));
	if (round % 3 == 0 || length <= sizeof(struct fcl_capture_record)) {
		bytes[mutants_random() % size] = (char)mutants_random();
		return;
	}
	for (unsigned i = 0; i < round % 4 + 1; i++)
		bytes[at + 8 + mutants_random() % (length - 8)] = (char)mutants_random();
	correct(bytes, at);
}
