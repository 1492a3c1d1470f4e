/* SPDX-License-Identifier: Apache-2.0 */
/* What the writer refuses, what it decides itself, and images of maximum size. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/compare_images.h"
#include "host_tests/image/reseal.h"
#include "host_tests/image/sample_image.h"

static struct fcl_image *image; /* each test's own */

static int make_image(void **state)
{
	(void)state;
	image = sample_image(FCL_TARGET_SW_EMU);
	return image ? 0 : -1;
}

static int free_image(void **state)
{
	(void)state;
	fcl_image_unref(image);
	return 0;
}

/* Writing the image fails; it is then reset to the sample. */
static void expect_error(const char *text)
{
	struct fcl_err err = {0};
	void *bytes = NULL;
	size_t size = 0;

	assert_int_equal(fcl_image_write(image, FCL_IMAGE_XCLBIN, &bytes, &size, &err), -EINVAL);
	assert_null(bytes);
	if (!strstr(err.text, text))
		fail_msg("\"%s\" does not contain \"%s\"", err.text, text);
	free_image(NULL);
	make_image(NULL);
}

static struct fcl_image *read_back(void)
{
	struct fcl_image *read = NULL;
	struct fcl_err err = {0};
	void *bytes = NULL;
	size_t size = 0;

	if (fcl_image_write(image, FCL_IMAGE_XCLBIN, &bytes, &size, &err) ||
	    fcl_image_read(bytes, size, &read, &err))
		fail_msg("%s", err.text);
	free(bytes);
	walk_image(read);
	return read;
}

static void test_whole(void **state)
{
	(void)state;
	image->target = 0;
	expect_error("target is 0");
	image->vbnv =
		"a name of far more than the sixty-three characters that fit the header's field";
	expect_error("vbnv");
	image->payload = NULL;
	expect_error("payload of an image for sw_emu is missing");
	image->isa = "x86\n";
	expect_error("isa");
	image->nclocks = 40000;
	expect_error("40000 clocks");
	image->sections[0].kind = MEM_TOPOLOGY;
	expect_error("sections of a new image hold kind 6");
	image->sections[0].data = NULL;
	expect_error("sections[0]");
	image->keyvalues[0].key = "fpgacl.sha256.BITSTREAM";
	expect_error("keyvalues[0]");
	image->keyvalues[0].value = NULL;
	expect_error("keyvalues[0]");
	image->clocks[1].frequency_mhz = 70000;
	expect_error("clocks[1]");
}

static void test_kernels(void **state)
{
	(void)state;
	image->kernels[1].name = "vadd";
	expect_error("two kernels are named \"vadd\"");
	image->kernels[1].name = "a:b";
	expect_error("kernels[1]: name \"a:b\"");
	image->kernels[1].name = NULL;
	expect_error("kernels[1]");
	image->kernels[0].args[2].id = 3;
	expect_error("kernel \"vadd\", argument \"c\": id is 3, expected 2");
	image->kernels[0].args[2].name = "";
	expect_error("kernel \"vadd\", argument 2");
	image->kernels[0].args[2].qualifier = 5;
	expect_error("qualifier 5");
	image->kernels[0].args[2].size = 0;
	expect_error("size 0");
	image->kernels[0].args[2].type_name = "\xff";
	expect_error("UTF-8");
	image->kernels[0].ports[1].mode = 0;
	expect_error("port 1");
	image->cus[1].name = "vadd_1";
	expect_error("two CUs are named \"vadd_1\"");
	image->cus[1].kernel = 3;
	expect_error("cus[1]");
	image->cus[1].control = FCL_CONTROL_ME;
	expect_error("control of \"vadd_2\" is 3");
	image->cus[1].name = "an_instance_whose_name_alone_does_not_fit_the_field_of_64_characters";
	expect_error("IP_LAYOUT's m_name holds 63");
}

static void test_wiring(void **state)
{
	(void)state;
	image->mems[1].tag = "sixteen_letters_";
	expect_error("mems[1]: tag");
	image->mems[1].size = 1025;
	expect_error("multiple of 1024");
	image->mems[1].base = UINT64_MAX - 1024;
	expect_error("mems[1]");
	image->mems[1].type = 12;
	expect_error("type of \"bank1\" is 12");
	image->connections[5].cu = SAMPLE_CUS;
	expect_error("connections[5]");
	image->connections[5].arg = 4;
	expect_error("connections[5]");
	image->connections[5].mem = 6;
	expect_error("connections[5]");
	image->streams[0].depth = 0;
	expect_error("depth of 0 packets");
	image->streams[0].src_cu = SAMPLE_CONSUMER_1;
	expect_error("expected a stream output and a stream input");
	image->streams[0].dst_cu = SAMPLE_VADD_1;
	expect_error("expected a stream output and a stream input");
	image->streams[0].dst_arg = 1;
	expect_error("expected a stream output and a stream input");
	image->streams[0].dst_cu = 100;
	expect_error("streams[0]");
	image->streams[0].src_cu = image->streams[0].dst_cu = FCL_IMAGE_HOST;
	expect_error("expected a stream output and a stream input");
}

/* If there is no UUID, a random one, different each time. */
static void test_uuid(void **state)
{
	static const uint8_t none[16];
	struct fcl_image *first, *second;

	(void)state;
	memset(image->uuid, 0, sizeof(image->uuid));
	first = read_back();
	second = read_back();
	assert_memory_not_equal(first->uuid, none, sizeof(none));
	assert_memory_not_equal(first->uuid, second->uuid, sizeof(none));
	fcl_image_unref(first);
	fcl_image_unref(second);
}

/* IP_LAYOUT is sorted by base address; connections follow their CUs. */
static void test_cu_order(void **state)
{
	struct fcl_image *read;

	(void)state;
	image->cus[SAMPLE_VADD_1].base = 0x1900000;
	read = read_back();
	assert_string_equal(read->cus[0].name, "vadd_2");
	assert_string_equal(read->cus[1].name, "vadd_1");
	assert_int_equal(read->connections[0].cu, 1);
	assert_int_equal(read->connections[0].mem, 0);
	assert_int_equal(read->connections[3].cu, 0);
	assert_int_equal(read->connections[3].mem, 1);
	fcl_image_unref(read);
}

/* Text that must be escaped in XML and JSON. */
static void test_escapes(void **state)
{
	struct fcl_image *read;

	(void)state;
	image->kernels[0].args[0].type_name = "struct<\"a\" & 'b'>*";
	image->kernels[0].attributes = "vec_type_hint(\xc3\xa9)";
	read = read_back();
	assert_string_equal(read->kernels[0].args[0].type_name, "struct<\"a\" & 'b'>*");
	assert_string_equal(read->kernels[0].attributes, "vec_type_hint(\xc3\xa9)");
	fcl_image_unref(read);
}

/* Missing optional text becomes empty text. */
static void test_null_text(void **state)
{
	struct fcl_image *read;

	(void)state;
	image->vbnv = NULL;
	image->isa = NULL;
	image->kernels[0].language = NULL;
	image->kernels[0].attributes = NULL;
	image->kernels[0].args[0].type_name = NULL;
	image->kernels[0].args[0].port = NULL;
	image->kernels[0].ports[0].type = NULL;
	image->kernels[1].args[0].port = NULL;
	image->sections[0].name = NULL;
	image->streams[0].name = NULL;
	read = read_back();
	assert_string_equal(read->vbnv, "");
	assert_string_equal(read->kernels[0].args[0].port, "");
	assert_int_equal(read->nstreams, 1);
	fcl_image_unref(read);
}

/* Some hardware images have no payload. */
static void test_hw_without_payload(void **state)
{
	struct fcl_image *read;

	(void)state;
	image->target = FCL_TARGET_HW;
	image->payload = NULL;
	image->payload_size = 0;
	read = read_back();
	assert_null(read->payload);
	fcl_image_unref(read);
}

static void fill_cus(uint32_t count)
{
	image->cus = fcl_image_alloc(image, count, sizeof(*image->cus));
	image->connections = fcl_image_alloc(image, count, 3 * sizeof(*image->connections));
	assert_true(image->cus && image->connections);
	image->ncus = count;
	image->nconnections = 3 * count;
	image->nstreams = 0;
	for (uint32_t i = 0; i < count; i++) {
		image->cus[i] =
			(struct fcl_image_cu){.name = fcl_image_string(image, "vadd_%u", i + 1),
					      .kernel = SAMPLE_VADD,
					      .base = 0x1800000 + i * 0x10000ull,
					      .control = FCL_CONTROL_HS,
					      .ip = i};
		for (uint32_t arg = 0; arg < 3; arg++)
			image->connections[3 * i + arg] =
				(struct fcl_image_connection){i, arg, (i + arg) % image->nmems};
	}
}

static void test_many(void **state)
{
	const uint32_t banks = 128, cus = 5000;
	const size_t payload = (size_t)40 << 20;
	uint8_t *large;
	struct fcl_image *read;

	(void)state;
	image->nmems = banks;
	image->mems = fcl_image_alloc(image, banks, sizeof(*image->mems));
	large = fcl_image_alloc(image, payload, 1);
	assert_true(image->mems && large);
	for (uint32_t i = 0; i < banks; i++)
		image->mems[i] = (struct fcl_image_mem){fcl_image_string(image, "HBM[%u]", i),
							MEM_HBM, true, i * (256ull << 20),
							256ull << 20};
	fill_cus(cus);
	memcpy(large, image->payload, image->payload_size);
	image->payload = large;
	image->payload_size = payload;
	read = read_back();
	assert_same_image(read, image);
	assert_memory_equal((const char *)read->payload + sizeof(Elf64_Ehdr),
			    large + sizeof(Elf64_Ehdr), payload - sizeof(Elf64_Ehdr));
	fcl_image_unref(read);
}

/* The container's digests: those of the ELF in BITSTREAM, which comes first, are before them. */
static uint8_t *first_key(uint8_t *bytes, size_t size)
{
	struct fcl_image *read = NULL;
	const struct fcl_image_section *elf;
	size_t end;

	assert_int_equal(fcl_image_read(bytes, size, &read, NULL), 0);
	elf = fcl_image_section(read, BITSTREAM);
	end = (size_t)((const uint8_t *)elf->data - (const uint8_t *)read->bytes) + elf->size;
	fcl_image_unref(read);
	return memmem(bytes + end, size - end, "fpgacl.sha256.", 14);
}

/* Each digest is reported individually if it is missing or wrong. */
static void test_digest_errors(void **state)
{
	size_t size;
	uint8_t *bytes = sample_container(FCL_TARGET_SW_EMU, FCL_IMAGE_XCLBIN, &size), *key;
	unsigned keys = 0;

	(void)state;
	assert_non_null(bytes);
	key = first_key(bytes, size);
	for (; key; keys++) {
		struct fcl_image *read = NULL;
		struct fcl_err err = {0};
		uint8_t *next = memmem(key + 1, size - (size_t)(key + 1 - bytes), "fpgacl.sha256.",
				       14);

		*key = 'F';
		assert_int_equal(fcl_image_read(bytes, size, &read, &err), -EBADMSG);
		assert_non_null(strstr(err.text, "is missing"));
		*key = 'f';
		key = memmem(key, size - (size_t)(key - bytes), "\"value\": \"", 10);
		key[10] ^= 1; /* still a digit, or not a digit any more */
		assert_int_equal(fcl_image_read(bytes, size, &read, &err), -EBADMSG);
		assert_non_null(strstr(err.text, "expected"));
		key[10] ^= 1;
		key = next;
	}
	assert_int_equal(keys, 11);
	free(bytes);
}

/* If a hardware image has digests, these are checked, too. */
static void test_hw_digest(void **state)
{
	size_t size;
	uint8_t *bytes = sample_container(FCL_TARGET_HW, FCL_IMAGE_XCLBIN, &size);
	struct fcl_image *read = NULL;
	struct fcl_err err = {0};

	(void)state;
	assert_non_null(bytes);
	bytes[1000] ^= 4;
	assert_int_equal(fcl_image_read(bytes, size, &read, &err), -EBADMSG);
	assert_non_null(strstr(err.text, "fpgacl.sha256.BITSTREAM: the section's bytes have"));
	free(bytes);
}

/* No bytes may follow an image with digests. */
static void test_tail(void **state)
{
	size_t size;
	uint8_t *bytes = sample_container(FCL_TARGET_SW_EMU, FCL_IMAGE_XCLBIN, &size);
	struct fcl_image *read = NULL;
	struct fcl_err err = {0};
	uint8_t *longer = realloc(bytes, size + 1);

	(void)state;
	assert_non_null(longer);
	longer[size] = 0;
	assert_int_equal(fcl_image_read(longer, size + 1, &read, &err), -EINVAL);
	assert_non_null(strstr(err.text, "no digest covers the rest"));
	free(longer);
}

static void test_references(void **state)
{
	(void)state;
	fcl_image_unref(NULL);
	assert_ptr_equal(fcl_image_ref(image), image);
	fcl_image_unref(image);
	assert_string_equal(image->kernels[0].name, "vadd"); /* still allocated: ASan would report
							      * it */
	assert_null(fcl_image_alloc(image, SIZE_MAX, 2));
	assert_null(fcl_image_alloc(image, SIZE_MAX, 1));
	assert_non_null(fcl_image_alloc(image, 0, 8));
	assert_string_equal(fcl_image_target_name(FCL_TARGET_HW_EMU), "hw_emu");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_image, free_image)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_whole),         TEST(test_kernels),   TEST(test_wiring),
		TEST(test_uuid),          TEST(test_cu_order),  TEST(test_escapes),
		TEST(test_null_text),     TEST(test_many),      TEST(test_hw_without_payload),
		TEST(test_digest_errors), TEST(test_hw_digest), TEST(test_tail),
		TEST(test_references),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
