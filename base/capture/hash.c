/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/hash.h"

#include <string.h>
#define XXH_INLINE_ALL
#define XXH_PREFETCH_DIST                                                                          \
	4096 /* contents are rarely in a cache, and processors only fetch within a page */
#include <xxhash.h>

static void contents_hash(const void *bytes, size_t size, uint64_t ret_hash[2])
{
	XXH128_hash_t hash = XXH3_128bits(bytes, size);

	ret_hash[0] = hash.low64;
	ret_hash[1] = hash.high64;
}

#ifdef FPGACL_CAPTURE_AVX2

void fcl_contents_hash_avx2(const void *bytes, size_t size, uint64_t ret_hash[2])
{
	contents_hash(bytes, size, ret_hash);
}

#else

void fcl_contents_hash(const void *bytes, size_t size, uint64_t ret_hash[2])
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2")) {
		fcl_contents_hash_avx2(bytes, size, ret_hash);
		return;
	}
#endif
	contents_hash(bytes, size, ret_hash);
}

uint32_t fcl_capture_check(const struct fcl_capture_record *record, const void *body, size_t size)
{
	XXH64_hash_t head;

	if (record->kind == FCL_CAPTURE_CHUNK_OF && size > sizeof(struct fcl_capture_chunk))
		size = sizeof(struct fcl_capture_chunk);
	memcpy(&head, &record->kind, sizeof(head));
	return (uint32_t)XXH3_64bits_withSeed(body, size, head);
}

#endif
