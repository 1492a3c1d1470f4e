/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thousands of damaged images, the same in every run. Each must be refused with a reason, or be a
 * valid image; an emulation image that differs in one byte is never accepted.
 */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "host_tests/image/build_axlf.h"
#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/compare_images.h"
#include "host_tests/image/reseal.h"
#include "host_tests/image/sample_image.h"

struct base {
	uint8_t *bytes;
	size_t size;
	bool sealed;                            /* an emulation image: no change may be accepted */
	void (*reseal)(uint8_t *, size_t size); /* NULL: it has no digests */
};

static struct base sw_emu, elf, hw, vendor;
static unsigned tried, refused, accepted;
static uint8_t work[1 << 16];
static uint64_t random_state;

/* xorshift64: the same numbers on all machines. */
static uint64_t random_number(uint64_t below)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state % below;
}

/* Reads a mutant from a block of exactly its size, so that ASan detects a read past the end. */
static void try_bytes(const uint8_t *bytes, size_t size, bool harmless)
{
	uint8_t *exact = malloc(size ? size : 1);
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	int error;

	assert_non_null(exact);
	memcpy(exact, bytes, size);
	error = fcl_image_read(exact, size, &image, &err);
	free(exact);
	tried++;
	if (!error) {
		accepted++;
		walk_image(image);
		assert_true(harmless);
		fcl_image_unref(image);
		return;
	}
	refused++;
	assert_null(image);
	assert_true(error == -EINVAL || error == -EBADMSG);
	assert_int_equal(err.code, error);
	assert_true(err.text[0] && !strchr(err.text, '\n'));
}

/* Tries the mutant in `work` as it is, and with recomputed digests. */
static void try_work(const struct base *base, size_t size)
{
	bool same = size == base->size && !memcmp(work, base->bytes, size);

	try_bytes(work, size, same || !base->sealed);
	if (!base->reseal || size < 1024)
		return;
	base->reseal(work, size);
	try_bytes(work, size, true);
}

static void start(const struct base *base)
{
	memcpy(work, base->bytes, base->size);
}

static void flip_bits(const struct base *base, size_t step)
{
	for (size_t i = 0; i < base->size; i += step) {
		start(base);
		work[i] ^= (uint8_t)(1u << (i / step % 8));
		try_work(base, base->size);
	}
}

static void cut_and_extend(const struct base *base)
{
	for (size_t size = 0; size < base->size; size += size < 1000 ? 7 : 211) {
		start(base);
		try_work(base, size);
	}
	for (size_t more = 1; more < 5000; more = more * 3 + 1) {
		start(base);
		memset(work + base->size, (int)(more & 0xff), more);
		try_work(base, base->size + more);
	}
}

/* Writes extreme values to each aligned word of a range. */
static void overwrite(const struct base *base, size_t from, size_t to)
{
	static const uint64_t extremes[] = {0,          1,          0x7fffffff, 0x80000000,
					    0xffffffff, UINT64_MAX, INT64_MIN,  0xfffffffffffff000};

	for (size_t at = from; at + 8 <= to; at += 4) {
		size_t value = at / 4 % 8;

		start(base);
		memcpy(work + at, &extremes[value], 4);
		try_work(base, base->size);
		start(base);
		memcpy(work + at, &extremes[(value + 3) % 8], 8);
		try_work(base, base->size);
	}
}

/* Writes characters with a meaning in XML, JSON and numbers anywhere in the file. */
static void scribble(const struct base *base, unsigned count)
{
	static const char marks[] = "<>&\"'=/{}[]:,\\-x0198 \n\xff\xc3";

	for (unsigned i = 0; i < count; i++) {
		unsigned changes = 1 + (unsigned)random_number(4);

		start(base);
		while (changes--)
			work[random_number(base->size)] =
				(uint8_t)marks[random_number(sizeof(marks))];
		try_work(base, base->size);
	}
}

/* Copies parts of the file over others. */
static void splice(const struct base *base, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		size_t length = 1 + random_number(200);
		size_t from = random_number(base->size - length);
		size_t to = random_number(base->size - length);

		start(base);
		memmove(work + to, base->bytes + from, length);
		try_work(base, base->size);
	}
}

static void mutate(const struct base *base, size_t step)
{
	random_state = 88172645463325252ull;
	start(base);
	try_work(base, base->size); /* the unmodified one, which must be accepted */
	assert_int_equal(refused, 0);
	flip_bits(base, step);
	cut_and_extend(base);
	scribble(base, 300);
	splice(base, 200);
}

static struct axlf_section_header *header(unsigned index)
{
	return &((struct axlf *)work)->m_sections[index];
}

/* Gives sections other kinds and other positions, overlapping and outside the file. */
static void shuffle_sections(const struct base *base)
{
	uint32_t count = ((const struct axlf *)base->bytes)->m_header.m_numSections;

	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = 0; j < count; j++) {
			struct axlf_section_header swap;

			if (i == j)
				continue;
			start(base);
			header(i)->m_sectionKind = header(j)->m_sectionKind;
			try_work(base, base->size);
			start(base);
			header(i)->m_sectionOffset = header(j)->m_sectionOffset;
			try_work(base, base->size);
			start(base);
			header(i)->m_sectionSize += header(j)->m_sectionSize;
			try_work(base, base->size);
			start(base);
			swap = *header(i);
			*header(i) = *header(j);
			*header(j) = swap;
			try_work(base, base->size);
		}
	}
}

static int report(void **state)
{
	(void)state;
	printf("%u images: %u refused, %u accepted\n", tried, refused, accepted);
	return 0;
}

static int begin(void **state)
{
	(void)state;
	tried = refused = accepted = 0;
	return 0;
}

static void expect_at_least(unsigned count)
{
	assert_true(tried >= count);
	assert_true(refused > count / 2);
}

static void test_sw_emu(void **state)
{
	(void)state;
	mutate(&sw_emu, 5);
	expect_at_least(5000);
}

static void test_elf(void **state)
{
	(void)state;
	mutate(&elf, 5);
	expect_at_least(5000);
}

/* The tables of an emulation image: nearly every word is a count, an index, a size or an offset. */
static void test_fields(void **state)
{
	const struct axlf *axlf = (const struct axlf *)sw_emu.bytes;

	(void)state;
	overwrite(&sw_emu, 0, 456 + axlf->m_header.m_numSections * (size_t)40);
	for (uint32_t i = 0; i < axlf->m_header.m_numSections; i++) {
		const struct axlf_section_header *s = &axlf->m_sections[i];

		if (s->m_sectionKind == MEM_TOPOLOGY || s->m_sectionKind == IP_LAYOUT ||
		    s->m_sectionKind == CONNECTIVITY || s->m_sectionKind == CLOCK_FREQ_TOPOLOGY)
			overwrite(&sw_emu, s->m_sectionOffset,
				  s->m_sectionOffset + s->m_sectionSize);
	}
	expect_at_least(1000);
}

static void test_elf_fields(void **state)
{
	uint64_t table;

	(void)state;
	memcpy(&table, elf.bytes + 0x28, sizeof(table)); /* e_shoff */
	overwrite(&elf, 0, 64);
	overwrite(&elf, table, elf.size);
	expect_at_least(500);
}

static void test_sections(void **state)
{
	(void)state;
	shuffle_sections(&sw_emu);
	shuffle_sections(&hw);
	shuffle_sections(&vendor);
	expect_at_least(800);
}

static void test_hw(void **state)
{
	(void)state;
	mutate(&hw, 11);
	assert_true(tried > 1500);
}

/* Without digests, only the inner checks protect the tables. */
static void test_vendor(void **state)
{
	(void)state;
	mutate(&vendor, 1);
	overwrite(&vendor, 0, vendor.size);
	assert_true(tried > 2500);
}

/* A payload that differs in one bit does not match its digest. */
static void test_payload(void **state)
{
	const struct axlf_section_header *payload =
		&((const struct axlf *)sw_emu.bytes)->m_sections[0];

	(void)state;
	assert_int_equal(payload->m_sectionKind, BITSTREAM);
	for (size_t i = 0; i < payload->m_sectionSize; i++) {
		start(&sw_emu);
		work[payload->m_sectionOffset + i] ^= (uint8_t)(1u << (i & 7));
		try_bytes(work, sw_emu.size, false);
		start(&elf);
		work[i] ^= (uint8_t)(1u << (i & 7));
		try_bytes(work, elf.size, false);
	}
	assert_int_equal(accepted, 0);
}

static void *damage_vendor(void *unused)
{
	for (size_t i = 0; i < vendor.size; i += 3) {
		start(&vendor);
		work[i] ^= 0x11;
		try_work(&vendor, vendor.size);
	}
	return unused;
}

/*
 * Everything that was allocated before a refusal has been freed. The C library counts what it keeps
 * for a thread as allocated, so each round has its own.
 */
static void test_no_leak(void **state)
{
	size_t before = 0;

	(void)state;
	for (int round = 0; round < 3; round++) {
		pthread_t thread;

		assert_int_equal(pthread_create(&thread, NULL, damage_vendor, NULL), 0);
		assert_int_equal(pthread_join(thread, NULL), 0);
		if (round > 1)
			assert_int_equal(mallinfo2().uordblks, before);
		before = mallinfo2().uordblks;
	}
}

static int make_bases(void **state)
{
	struct vendor v;

	(void)state;
	sw_emu = (struct base){.sealed = true, .reseal = reseal_xclbin};
	sw_emu.bytes = sample_container(FCL_TARGET_SW_EMU, FCL_IMAGE_XCLBIN, &sw_emu.size);
	elf = (struct base){.sealed = true, .reseal = reseal_elf};
	elf.bytes = sample_container(FCL_TARGET_HW_EMU, FCL_IMAGE_ELF, &elf.size);
	hw = (struct base){.reseal = reseal_xclbin};
	hw.bytes = sample_container(FCL_TARGET_HW, FCL_IMAGE_XCLBIN, &hw.size);
	vendor_init(&v);
	vendor_make(&v);
	vendor.bytes = build_axlf(XCLBIN_FLAT, v.sections, VENDOR_SECTIONS, &vendor.size);
	vendor_free(&v);
	return sw_emu.bytes && elf.bytes && hw.bytes && vendor.bytes ? 0 : -1;
}

static int free_bases(void **state)
{
	(void)state;
	free(sw_emu.bytes);
	free(elf.bytes);
	free(hw.bytes);
	free(vendor.bytes);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_sw_emu, begin, report),
		cmocka_unit_test_setup_teardown(test_elf, begin, report),
		cmocka_unit_test_setup_teardown(test_fields, begin, report),
		cmocka_unit_test_setup_teardown(test_elf_fields, begin, report),
		cmocka_unit_test_setup_teardown(test_sections, begin, report),
		cmocka_unit_test_setup_teardown(test_hw, begin, report),
		cmocka_unit_test_setup_teardown(test_vendor, begin, report),
		cmocka_unit_test_setup_teardown(test_payload, begin, report),
		cmocka_unit_test(test_no_leak),
	};

	return cmocka_run_group_tests(tests, make_bases, free_bases);
}
