/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of a written xclbin, read with the structs in XRT's own header. */
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/reseal.h"
#include "host_tests/image/sample_image.h"

static uint8_t *bytes;
static size_t size;

static int write_sample(void **state)
{
	(void)state;
	bytes = sample_container(FCL_TARGET_SW_EMU, FCL_IMAGE_XCLBIN, &size);
	return bytes ? 0 : -1;
}

static int free_sample(void **state)
{
	(void)state;
	free(bytes);
	return 0;
}

static const struct axlf *axlf(void)
{
	return (const struct axlf *)bytes;
}

static const void *section(uint32_t kind, size_t *ret_size)
{
	for (uint32_t i = 0; i < axlf()->m_header.m_numSections; i++) {
		const struct axlf_section_header *header = &axlf()->m_sections[i];

		if (header->m_sectionKind == kind) {
			*ret_size = header->m_sectionSize;
			return bytes + header->m_sectionOffset;
		}
	}
	fail_msg("no section of kind %u", kind);
	*ret_size = 0;
	return NULL;
}

static void test_header(void **state)
{
	const struct axlf_header *header = &axlf()->m_header;

	(void)state;
	assert_memory_equal(axlf()->m_magic, "xclbin2\0", 8);
	assert_int_equal(axlf()->m_signature_length, -1);
	assert_int_equal(header->m_length, size);
	assert_int_equal(header->m_mode, XCLBIN_SW_EMU);
	assert_string_equal((const char *)header->m_platformVBNV,
			    "xilinx_u250_gen3x16_xdma_4_1_202210_1");
	for (uint8_t i = 0; i < 16; i++)
		assert_int_equal(header->uuid[i], 0xa0 + i);
	assert_true(header->m_timeStamp > 1600000000);
	assert_int_equal(header->m_numSections, 11);
}

static void test_section_headers(void **state)
{
	size_t end = 456 + 11 * 40;

	(void)state;
	assert_int_equal(offsetof(struct axlf, m_sections), 456);
	for (uint32_t i = 0; i < 11; i++) {
		const struct axlf_section_header *header = &axlf()->m_sections[i];

		assert_int_equal(header->m_sectionOffset % 8, 0);
		assert_int_equal(header->m_sectionOffset, (end + 7) / 8 * 8);
		end = header->m_sectionOffset + header->m_sectionSize;
	}
	assert_int_equal(end, size);
}

static void test_mem_topology(void **state)
{
	size_t length = 0;
	const struct mem_topology *topology = section(MEM_TOPOLOGY, &length);

	(void)state;
	assert_int_equal(topology->m_count, 7);
	assert_int_equal(length, 8 + 7 * 40);
	assert_int_equal(topology->m_mem_data[0].m_type, MEM_DDR4);
	assert_int_equal(topology->m_mem_data[0].m_used, 1);
	assert_int_equal(topology->m_mem_data[0].m_size, 16 << 20);
	assert_int_equal(topology->m_mem_data[0].m_base_address, 0x4000000000);
	assert_string_equal((const char *)topology->m_mem_data[0].m_tag, "bank0");
	assert_int_equal(topology->m_mem_data[2].m_used, 0);
	assert_int_equal(topology->m_mem_data[4].m_size, 128);
	assert_int_equal(topology->m_mem_data[6].m_type, MEM_STREAMING_CONNECTION);
	assert_string_equal((const char *)topology->m_mem_data[6].m_tag, "dc_0");
	assert_int_equal(topology->m_mem_data[6].m_used, 1);
}

static void test_ip_layout(void **state)
{
	size_t length = 0;
	const struct ip_layout *layout = section(IP_LAYOUT, &length);

	(void)state;
	assert_int_equal(layout->m_count, 4);
	assert_int_equal(length, 8 + 4 * 80);
	assert_int_equal(layout->m_ip_data[1].m_type, IP_KERNEL);
	assert_int_equal(layout->m_ip_data[1].properties, AP_CTRL_CHAIN << IP_CONTROL_SHIFT);
	assert_int_equal(layout->m_ip_data[1].m_base_address, 0x1810000);
	assert_string_equal((const char *)layout->m_ip_data[1].m_name, "vadd:vadd_2");
	assert_true(layout->m_ip_data[3].m_base_address == UINT64_MAX);
	assert_int_equal(layout->m_ip_data[3].properties, AP_CTRL_NONE << IP_CONTROL_SHIFT);
}

static void test_connectivity(void **state)
{
	size_t length = 0;
	const struct connectivity *c = section(CONNECTIVITY, &length);

	(void)state;
	assert_int_equal(c->m_count, 8);
	assert_int_equal(length, 4 + 8 * 12);
	assert_int_equal(c->m_connection[4].arg_index, 1);
	assert_int_equal(c->m_connection[4].m_ip_layout_index, 1);
	assert_int_equal(c->m_connection[4].mem_data_index, 1);
	assert_int_equal(c->m_connection[7].arg_index, 0);
	assert_int_equal(c->m_connection[7].m_ip_layout_index, 3);
	assert_int_equal(c->m_connection[7].mem_data_index, 6);
}

static void test_clocks(void **state)
{
	size_t length = 0;
	const struct clock_freq_topology *c = section(CLOCK_FREQ_TOPOLOGY, &length);

	(void)state;
	assert_int_equal(c->m_count, 2);
	assert_int_equal(length, 2 + 2 * 136);
	assert_int_equal(c->m_clock_freq[1].m_freq_Mhz, 500);
	assert_int_equal(c->m_clock_freq[1].m_type, CT_KERNEL);
	assert_string_equal(c->m_clock_freq[1].m_name, "KERNEL_CLK");
}

static void expect_text(uint32_t kind, const char *text)
{
	size_t length = 0;
	const void *data = section(kind, &length);

	if (!memmem(data, length, text, strlen(text)))
		fail_msg("section %u does not hold %s", kind, text);
}

/* The names that XRT's parser looks up. */
static void test_metadata(void **state)
{
	(void)state;
	expect_text(EMBEDDED_METADATA, "<project name=");
	expect_text(
		EMBEDDED_METADATA,
		"<platform vendor=\"xilinx\" boardid=\"u250\" name=\"gen3x16_xdma_4_1_202210_1\"");
	expect_text(EMBEDDED_METADATA, "target=\"csim\"");
	expect_text(EMBEDDED_METADATA,
		    "<port name=\"S_AXI_CONTROL\" mode=\"slave\" range=\"0x1000\"");
	expect_text(
		EMBEDDED_METADATA,
		"<arg name=\"n\" addressQualifier=\"0\" id=\"3\" port=\"S_AXI_CONTROL\" size=\"0x4\" offset=\"0x34\" hostOffset=\"0x0\" hostSize=\"0x4\" type=\"int\"");
	expect_text(EMBEDDED_METADATA, "<addrRemap base=\"0x1810000\" range=\"0x10000\"");
	expect_text(
		EMBEDDED_METADATA,
		"<connection srcType=\"kernel\" srcInst=\"producer_1\" srcPort=\"out\" dstType=\"kernel\" dstInst=\"consumer_1\" dstPort=\"in\"");
	expect_text(BUILD_METADATA, "{\"name\": \"vadd_2\"}");
	expect_text(SAMPLE_SECTION_KIND, SAMPLE_SECTION_TEXT);
	expect_text(KEYVALUE_METADATA,
		    "{\"key\": \"fpgacl.isa\", \"value\": \"" FCL_IMAGE_BASIC_ISA "\"}");
}

/* Another implementation of the digests gives the same bytes. */
static void test_digests(void **state)
{
	uint8_t *copy = malloc(size);
	size_t length = 0;
	uint8_t *keyvalue;

	(void)state;
	assert_non_null(copy);
	memcpy(copy, bytes, size);
	/* Spoil one digit of every digest, so that each has to be recomputed. */
	keyvalue = copy + ((const uint8_t *)section(KEYVALUE_METADATA, &length) - bytes);
	for (size_t i = 0; i + 80 < length; i++) {
		if (!memcmp(keyvalue + i, "fpgacl.sha256.", 14)) {
			uint8_t *value = memmem(keyvalue + i, length - i, "\"value\": \"", 10);

			value[15] = value[15] == '0' ? '1' : '0';
		}
	}
	assert_memory_not_equal(copy, bytes, size);
	reseal_xclbin(copy, size);
	assert_memory_equal(copy, bytes, size);
	free(copy);
}

/* A digest for each section except the one that contains them, named as documented. */
static void test_digest_keys(void **state)
{
	static const char *const keys[] = {
		"BITSTREAM",           "MEM_TOPOLOGY",      "IP_LAYOUT",      "CONNECTIVITY",
		"CLOCK_FREQ_TOPOLOGY", "EMBEDDED_METADATA", "BUILD_METADATA", "GROUP_TOPOLOGY",
		"GROUP_CONNECTIVITY",  "KIND_77",           "container"};

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		char text[80] = "\"fpgacl.sha256.";

		strcat(text, keys[i]);
		strcat(text, "\"");
		expect_text(KEYVALUE_METADATA, text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_header),       cmocka_unit_test(test_section_headers),
		cmocka_unit_test(test_mem_topology), cmocka_unit_test(test_ip_layout),
		cmocka_unit_test(test_connectivity), cmocka_unit_test(test_clocks),
		cmocka_unit_test(test_metadata),     cmocka_unit_test(test_digests),
		cmocka_unit_test(test_digest_keys),
	};

	return cmocka_run_group_tests(tests, write_sample, free_sample);
}
