/* SPDX-License-Identifier: Apache-2.0 */
/* Files as written by vendors' tools, and errors in files that no tool would write. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_tests/image/build_axlf.h"
#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/compare_images.h"

static int read_sections(uint16_t mode, const struct test_section *sections, uint32_t count,
			 struct fcl_image **ret_image, struct fcl_err *err)
{
	size_t size;
	void *bytes = build_axlf(mode, sections, count, &size);
	int error = fcl_image_read(bytes, size, ret_image, err);

	free(bytes);
	if (!error)
		walk_image(*ret_image);
	return error;
}

static struct fcl_image *read_vendor(const struct vendor *v)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};

	if (read_sections(XCLBIN_FLAT, v->sections, VENDOR_SECTIONS, &image, &err))
		fail_msg("%s", err.text);
	return image;
}

static void expect_error(const struct test_section *sections, uint32_t count, const char *text)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};

	assert_int_equal(read_sections(XCLBIN_FLAT, sections, count, &image, &err), -EINVAL);
	assert_null(image);
	if (!strstr(err.text, text))
		fail_msg("\"%s\" does not contain \"%s\"", err.text, text);
}

static void expect_vendor_error(struct vendor *v, const char *text)
{
	expect_error(v->sections, VENDOR_SECTIONS, text);
	vendor_free(v);
}

static void test_design(void **state)
{
	struct vendor v;
	struct fcl_image *image;
	const struct fcl_image_kernel *vadd;

	(void)state;
	vendor_init(&v);
	vendor_make(&v);
	image = read_vendor(&v);
	assert_int_equal(image->target, FCL_TARGET_HW);
	assert_string_equal(image->vbnv, "xilinx_u250_gen3x16_xdma_4_1_202210_1");
	assert_int_equal(image->nkernels, 2);
	assert_int_equal(fcl_image_find_kernel(image, "spare"), 1);
	assert_int_equal(fcl_image_find_kernel(image, "vad"), -1);
	vadd = &image->kernels[0];
	/* Sorted by id; the printf buffer is not an argument; the stream without id comes last. */
	assert_int_equal(vadd->nargs, 4);
	assert_string_equal(vadd->args[1].name, "n");
	assert_int_equal(vadd->args[1].offset, 0x1c);
	assert_string_equal(vadd->args[2].name, "s_out");
	assert_string_equal(vadd->args[3].name, "s_in");
	assert_int_equal(vadd->args[0].direction, FCL_DIR_UNKNOWN);
	assert_int_equal(vadd->args[1].direction, FCL_DIR_IN);
	assert_int_equal(vadd->args[2].direction, FCL_DIR_OUT);
	assert_int_equal(vadd->args[3].direction, FCL_DIR_IN);
	assert_int_equal(vadd->args[3].size, 8); /* as wide as the port */
	assert_int_equal(vadd->nports, 4);
	assert_int_equal(vadd->ports[0].range, UINT64_MAX);
	assert_int_equal(vadd->reqd_work_group[2], 1);
	assert_int_equal(vadd->max_work_group, 1);
	assert_int_equal(image->ncus, 2);
	assert_string_equal(image->cus[0].name, "vadd_1");
	assert_int_equal(image->cus[0].ip, 1);
	assert_int_equal(image->cus[0].control, FCL_CONTROL_CHAIN);
	assert_int_equal(image->cus[1].control, FCL_CONTROL_NONE);
	assert_true(image->cus[1].base == UINT64_MAX);
	assert_int_equal(image->nmems, 3);
	assert_int_equal(image->mems[0].size, 16ull << 30);
	assert_int_equal(image->mems[2].base, 0);
	assert_int_equal(image->mems[2].size, 0);
	assert_int_equal(image->nconnections, 6); /* the PS kernel's does not belong to a CU */
	assert_int_equal(image->nstreams, 1);
	assert_string_equal(image->streams[0].name, "vadd_1.s_out:vadd_2.s_in");
	assert_int_equal(image->streams[0].depth, 2);
	assert_int_equal(image->streams[0].packet_size, 8);
	assert_string_equal(image->sections[VENDOR_BITSTREAM].name, "a_name_of_16_chr");
	assert_int_equal(image->payload_size, 13);
	assert_memory_equal(image->payload, "configuration", 13);
	fcl_image_unref(image);
	vendor_free(&v);
}

/* Replaces the first `from` in the XML, which must exist, with `to`. */
static void edit_xml(struct vendor *v, const char *from, const char *to)
{
	struct test_section *xml = &v->sections[VENDOR_XML];
	const char *old = xml->data, *at = strstr(old, from);
	char *text = malloc(xml->size + strlen(to) + 1);

	assert_non_null(at);
	assert_non_null(text);
	xml->size = (size_t)sprintf(text, "%.*s%s%s", (int)(at - old), old, to, at + strlen(from));
	xml->data = text;
	free((void *)old);
}

static void test_stream_memories(void **state)
{
	struct vendor v;
	struct fcl_image *image;

	(void)state;
	vendor_init(&v);
	v.mems[2].m_type = MEM_STREAMING_CONNECTION;
	strcpy((char *)v.mems[2].m_tag, "dc_0");
	v.connections[4] = (struct connection){0, 2, 1};
	v.connections[5] = (struct connection){0, 1, 0};
	vendor_make(&v);
	edit_xml(&v, "<connection srcType=\"kernel\"", "<connection srcType=\"other\"");
	image = read_vendor(&v);
	assert_int_equal(image->nstreams, 1);
	assert_string_equal(image->streams[0].name, "dc_0");
	assert_int_equal(image->streams[0].src_cu, 0);
	assert_int_equal(image->streams[0].src_arg, 2);
	assert_int_equal(image->streams[0].dst_cu, 1);
	assert_int_equal(image->streams[0].dst_arg, 3);
	assert_int_equal(image->streams[0].packet_size, 8);
	fcl_image_unref(image);
	vendor_free(&v);
}

/* Both forms of the connection, as written by v++: still one FIFO. */
static void test_stream_said_twice(void **state)
{
	struct vendor v;
	struct fcl_image *image;

	(void)state;
	vendor_init(&v);
	v.mems[2].m_type = MEM_STREAMING_CONNECTION;
	v.connections[4] = v.connections[5] = v.connections[6];
	vendor_make(&v);
	image = read_vendor(&v);
	assert_int_equal(image->nstreams, 1);
	fcl_image_unref(image);
	vendor_free(&v);
}

static void test_groups(void **state)
{
	struct vendor v;
	struct fcl_image *image;

	(void)state;
	vendor_init(&v);
	vendor_make(&v);
	v.sections[VENDOR_MEM].kind = ASK_GROUP_TOPOLOGY;
	v.sections[VENDOR_CONNECTIVITY].kind = ASK_GROUP_CONNECTIVITY;
	image = read_vendor(&v);
	assert_int_equal(image->nmems, 3);
	assert_int_equal(image->nconnections, 6);
	fcl_image_unref(image);
	vendor_free(&v);
}

static void test_sections_kept(void **state)
{
	const struct test_section sections[] = {
		{12345, "what is this", 12, "odd"},
		{12345, "another one", 11, "odd"},
		{BITSTREAM, "first", 5, NULL},
		{BITSTREAM, "second", 6, NULL},
		{PDI, NULL, 0, NULL},
	};
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};

	(void)state;
	if (read_sections(XCLBIN_PR, sections, 5, &image, &err))
		fail_msg("%s", err.text);
	assert_int_equal(image->nsections, 5);
	assert_int_equal(image->sections[1].kind, 12345);
	assert_string_equal(image->sections[1].name, "odd");
	assert_memory_equal(image->sections[1].data, "another one", 11);
	assert_int_equal(image->sections[4].size, 0);
	assert_memory_equal(image->payload, "first", image->payload_size);
	assert_int_equal(image->nkernels, 0);
	fcl_image_unref(image);
}

/* Written again, with duplicates, it is an image with digests, and otherwise the same. */
static void test_rewritten(void **state)
{
	static const char json[] =
		"{\"keyvalue_metadata\": {\"key_values\": [{\"key\": \"k\", \"value\": \"v\"}]}}";
	struct test_section sections[VENDOR_SECTIONS + 4] = {
		{KEYVALUE_METADATA, json, sizeof(json) - 1, NULL},
		{KEYVALUE_METADATA, "not even JSON", 13, "second"},
		{BITSTREAM, "another", 7, NULL},
		{PDI, NULL, 0, NULL},
	};
	struct fcl_image *image = NULL, *again = NULL;
	struct fcl_err err = {0};
	struct vendor v;
	void *bytes;
	size_t size;

	(void)state;
	vendor_init(&v);
	vendor_make(&v);
	memcpy(&sections[4], v.sections, sizeof(v.sections));
	if (read_sections(XCLBIN_FLAT, sections, VENDOR_SECTIONS + 4, &image, &err) ||
	    fcl_image_write(image, FCL_IMAGE_XCLBIN, &bytes, &size, &err) ||
	    fcl_image_read(bytes, size, &again, &err))
		fail_msg("%s", err.text);
	memcpy(image->uuid, again->uuid, sizeof(image->uuid)); /* it had none */
	assert_same_image(again, image);
	assert_int_equal(again->nsections, image->nsections);
	assert_int_equal(again->nkeyvalues, 1);
	assert_memory_equal(again->payload, "another", 7);
	for (uint32_t i = 0; i < again->nsections; i++)
		assert_true(again->sections[i].has_digest);
	free(bytes);
	fcl_image_unref(again);
	fcl_image_unref(image);
	vendor_free(&v);
}

static void test_old_flavours(void **state)
{
	struct vendor v;
	struct fcl_image *image;

	(void)state;
	vendor_init(&v);
	strcpy((char *)v.ips[2].m_name, "vadd_2"); /* without kernel name: <instance> has it */
	strcpy((char *)v.ips[1].m_name, "gone:gone_1");
	v.ips[1].m_type = IP_KERNEL;
	vendor_make(&v);
	v.sections[VENDOR_XML].size += 1; /* the terminating NUL, which some tools include */
	image = read_vendor(&v);
	assert_int_equal(image->ncus, 1);
	assert_string_equal(image->cus[0].name, "vadd_2");
	assert_int_equal(image->cus[0].kernel, 0);
	assert_int_equal(image->cus[0].ip, 2);
	assert_int_equal(image->nstreams, 0);
	fcl_image_unref(image);
	vendor_free(&v);
}

static void test_split_arguments(void **state)
{
	struct vendor v;
	struct fcl_image *image;

	(void)state;
	vendor_init(&v);
	vendor_make(&v);
	edit_xml(
		&v, "<compileWorkGroupSize",
		"<arg name=\"n\" addressQualifier=\"0\" id=\"1\" size=\"4\" offset=\"0x18\" hostSize=\"4\"/><compileWorkGroupSize");
	image = read_vendor(&v);
	assert_int_equal(image->kernels[0].nargs, 4);
	assert_int_equal(image->kernels[0].args[1].size, 8);
	assert_int_equal(image->kernels[0].args[1].host_size, 8);
	assert_int_equal(image->kernels[0].args[1].offset, 0x18);
	fcl_image_unref(image);
	vendor_free(&v);
}

static void test_clocks_and_keyvalues(void **state)
{
	const char json[] =
		"{\"schema\": [1, -2.5e3, true, null, {\"a\": []}],\n"
		"\"keyvalue_metadata\": {\"other\": {}, \"key_values\": [\n"
		"{\"key\": \"plain\", \"value\": \"text\", \"more\": 1},\n"
		"{\"value\": \"\\u00e9\\ud83d\\ude00\\\"\\n\", \"key\": \"escapes\"}]}}";
	struct clock_freq clock = {.m_freq_Mhz = 300, .m_type = CT_DATA, .m_name = "DATA_CLK"};
	struct test_section sections[] = {
		build_table(CLOCK_FREQ_TOPOLOGY, &clock, 1, sizeof(clock),
			    offsetof(struct clock_freq_topology, m_clock_freq) + 2),
		{KEYVALUE_METADATA, json, sizeof(json) - 1, NULL},
	};
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};

	(void)state;
	/*
	 * build_table() writes a 4-byte count; this one has two bytes, directly followed by the
	 * entry.
	 */
	memmove((char *)sections[0].data + 2, (char *)sections[0].data + 4, sizeof(clock));
	sections[0].size -= 2;
	if (read_sections(XCLBIN_FLAT, sections, 2, &image, &err))
		fail_msg("%s", err.text);
	assert_int_equal(image->nclocks, 1);
	assert_string_equal(image->clocks[0].name, "DATA_CLK");
	assert_int_equal(image->clocks[0].frequency_mhz, 300);
	assert_int_equal(image->nkeyvalues, 2);
	assert_string_equal(image->keyvalues[0].key, "plain");
	assert_string_equal(image->keyvalues[1].key, "escapes");
	assert_string_equal(image->keyvalues[1].value, "\xc3\xa9\xf0\x9f\x98\x80\"\n");
	fcl_image_unref(image);
	free((void *)sections[0].data);
}

/* Overwrites characters in the middle, without terminating the text. */
static void place(char *to, const char *text)
{
	while (*text)
		*to++ = *text++;
}

static void expect_json_error(const char *json, const char *text)
{
	const struct test_section section = {KEYVALUE_METADATA, json, strlen(json), NULL};

	expect_error(&section, 1, text);
}

static void test_json_errors(void **state)
{
	char deep[400];
	struct test_section section = {KEYVALUE_METADATA, deep, sizeof(deep), NULL};
	struct fcl_image *image = NULL;

	(void)state;
	expect_json_error("[]", "expected an object");
	expect_json_error("{\"a\": 1", "',' or '}'");
	expect_json_error("{\"a\": 1} x", "expected the end");
	expect_json_error("{\"a", "closing quote");
	expect_json_error("{\"a\": \"\\x\"}", "an escape");
	expect_json_error("{\"a\": \"\\u12\"}", "hexadecimal");
	expect_json_error("{\"a\": }", "a value");
	expect_json_error("{\"keyvalue_metadata\": {\"key_values\": [{\"key\": \"k\"}]}}",
			  "\"value\"");
	expect_json_error(
		"{\"keyvalue_metadata\": {\"key_values\": [{\"key\": \"k\", \"value\": \"\\u0000\"}]}}",
		"without a zero");
	expect_json_error(
		"{\"keyvalue_metadata\": {\"key_values\": [{\"key\": \"k\", \"value\": \"\\ud800\"}]}}",
		"UTF-8");
	expect_json_error(
		"{\"keyvalue_metadata\": {\"key_values\": [{\"key\": \"k\", \"value\": \"\xff\"}]}}",
		"UTF-8");
	expect_json_error("{\"keyvalue_metadata\": {\"key_values\": \"x\"}}", "a list");
	memset(deep, '[', sizeof(deep));
	place(deep, "{\"a\":");
	expect_error(&section, 1, "32 levels");
	/* boost's empty list */
	section.data = "{\"keyvalue_metadata\": {\"key_values\": \"\"}}";
	section.size = strlen(section.data);
	assert_int_equal(read_sections(XCLBIN_FLAT, &section, 1, &image, NULL), 0);
	fcl_image_unref(image);
}

static void set_count(const struct test_section *section, int32_t count)
{
	memcpy((char *)section->data, &count, sizeof(count));
}

static void test_counts(void **state)
{
	static const int tables[] = {VENDOR_MEM, VENDOR_IP, VENDOR_CONNECTIVITY};
	static const int32_t counts[] = {-1, INT32_MIN, INT32_MAX, 0x10000000, 8};

	(void)state;
	for (int t = 0; t < 3; t++) {
		for (int c = 0; c < 5; c++) {
			struct vendor v;

			vendor_init(&v);
			vendor_make(&v);
			set_count(&v.sections[tables[t]], counts[c]);
			expect_vendor_error(&v, "m_count is");
		}
	}
	for (int t = 0; t < 3; t++) {
		struct vendor v;

		vendor_init(&v);
		vendor_make(&v);
		v.sections[tables[t]].size = 3;
		expect_vendor_error(&v, "m_count is");
	}
}

static void test_table_errors(void **state)
{
	struct vendor v;

	(void)state;
	vendor_init(&v);
	memset(v.mems[1].m_tag, 'x', sizeof(v.mems[1].m_tag));
	vendor_make(&v);
	expect_vendor_error(&v, "MEM_TOPOLOGY[1]: m_tag does not end within its 16 bytes");
	vendor_init(&v);
	v.mems[0].m_size = UINT64_MAX / 1000;
	vendor_make(&v);
	expect_vendor_error(&v, "MEM_TOPOLOGY[0]: m_size");
	vendor_init(&v);
	v.mems[0].m_base_address = UINT64_MAX - 5;
	vendor_make(&v);
	expect_vendor_error(&v, "MEM_TOPOLOGY[0]: m_size");
	vendor_init(&v);
	memset(v.ips[1].m_name, 'x', sizeof(v.ips[1].m_name));
	vendor_make(&v);
	expect_vendor_error(&v, "IP_LAYOUT[1]: m_name does not end within its 64 bytes");
	vendor_init(&v);
	v.ips[1].properties = 0x6 << IP_CONTROL_SHIFT;
	vendor_make(&v);
	expect_vendor_error(&v, "control protocol of \"vadd:vadd_1\" is 6");
	vendor_init(&v);
	strcpy((char *)v.ips[2].m_name, "vadd:vadd_1");
	vendor_make(&v);
	expect_vendor_error(&v, "two CUs are named \"vadd_1\"");
	vendor_init(&v);
	strcpy((char *)v.ips[2].m_name, "vadd:");
	vendor_make(&v);
	expect_vendor_error(&v, "names no CU");
	for (int i = 0; i < 6; i++) {
		static const struct connection bad[] = {{-1, 1, 0}, {4, 1, 0},  {0, -1, 0},
							{0, 4, 0},  {0, 1, -1}, {0, 1, 3}};
		static const char *const texts[] = {
			"arg_index is -1",        "arg_index is 4",       "m_ip_layout_index is -1",
			"m_ip_layout_index is 4", "mem_data_index is -1", "mem_data_index is 3"};

		vendor_init(&v);
		v.connections[3] = bad[i];
		vendor_make(&v);
		expect_vendor_error(&v, texts[i]);
	}
}

static void expect_xml_error(const char *from, const char *to, const char *text)
{
	struct vendor v;

	vendor_init(&v);
	vendor_make(&v);
	edit_xml(&v, from, to);
	expect_vendor_error(&v, text);
}

static void test_xml_errors(void **state)
{
	(void)state;
	expect_xml_error("</core>", "", "line 30: Opening and ending tag mismatch: core");
	expect_xml_error("<project", "<!DOCTYPE x><project", "DOCTYPE");
	expect_xml_error(
		"<project",
		"<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\" [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><project",
		"DOCTYPE");
	expect_xml_error("name=\"a\"", "name=\"&a;\"", "Entity 'a' not defined");
	expect_xml_error("<project ", "<projekt ", "mismatch");
	expect_xml_error("kernel name=\"spare\"", "kernel name=\"vadd\"",
			 "two kernels are named \"vadd\"");
	expect_xml_error("kernel name=\"spare\"", "kernel", "the attribute name is missing");
	expect_xml_error("addressQualifier=\"1\" id=\"0\"", "addressQualifier=\"5\" id=\"0\"",
			 "arg \"a\": addressQualifier is \"5\", expected a number from 0 to 4");
	expect_xml_error("addressQualifier=\"1\" id=\"0\"", "id=\"0\"",
			 "the attribute addressQualifier is missing");
	expect_xml_error("id=\"0x1\"", "id=\"0x3\"", "have a gap");
	expect_xml_error("id=\"0x1\"", "id=\"one\"", "id is \"one\", expected a number");
	expect_xml_error("offset=\"0x10\"", "offset=\"-16\"", "offset is \"-16\"");
	expect_xml_error("size=\"0x8\"", "size=\"0x\"", "size is \"0x\"");
	expect_xml_error("size=\"0x8\"", "size=\"99999999999999999999\"", "size is \"9999");
	expect_xml_error("dataWidth=\"512\"", "dataWidth=\"0x1FFFFFFFFF\"", "dataWidth is");
	expect_xml_error("x=\"1\"", "x=\"1048577\"", "x is \"1048577\"");
	expect_xml_error("target=\"bitstream\"", "target=\"csim\"",
			 "target is \"csim\", but m_mode of the header says hw");
	expect_xml_error("dstInst=\"vadd_2\" dstPort=\"s_in\"", "dstPort=\"s_in\"",
			 "the attribute dstInst is missing");
	expect_xml_error("dstInst=\"vadd_2\" dstPort=\"s_in\"",
			 "dstInst=\"vadd_2\" dstPort=\"s_out\"", "at the wrong end");
	expect_xml_error(
		"</core>",
		"<connection srcType=\"kernel\" srcInst=\"vadd_1\" srcPort=\"s_out\" dstType=\"kernel\" dstInst=\"vadd_1\" dstPort=\"s_in\"/></core>",
		"is in two connections");
	expect_xml_error("size=\"0x4\" offset=\"0x0\"", "size=\"0x4\" fpgaclDirection=\"up\"",
			 "fpgaclDirection is \"up\"");
}

static void expect_document_error(const char *xml, size_t size, const char *text)
{
	const struct test_section section = {EMBEDDED_METADATA, xml, size, NULL};

	expect_error(&section, 1, text);
}

/* That many elements, each with that many attributes. Returns the size in bytes. */
static size_t fill_elements(char *text, size_t room, int attributes, int elements)
{
	char element[8192] = "<a";
	size_t at, size;

	for (int i = 0; i < attributes; i++)
		sprintf(element + strlen(element), " a%d='1'", i);
	strcat(element, "/>");
	size = strlen(element);
	strcpy(text, "<x>");
	at = strlen(text);
	for (int i = 0; i < elements && at + size + 5 < room; i++, at += size)
		memcpy(text + at, element, size);
	strcpy(text + at, "</x>");
	return at + strlen(text + at);
}

static void test_xml_bombs(void **state)
{
	const size_t size = 40u << 20;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	memset(text, ' ', size);
	place(text, "<project/>");
	expect_document_error(text, size, "bytes of XML, expected 1 to");
	for (size_t i = 0; i < 3000; i += 3)
		place(text + i, "<a>");
	expect_document_error(text, 3000, "depth");
	strcpy(text, "<project");
	for (int i = 0; i < 600; i++)
		sprintf(text + strlen(text), " a%d='1'", i);
	strcat(text, "/>");
	expect_document_error(text, strlen(text), "more than 512 attributes");
	expect_document_error(text, fill_elements(text, size, 500, 600), "would take more than");
	/*
	 * The same size with as many attributes as vendors write is accepted; only the root is
	 * wrong.
	 */
	expect_document_error(text, fill_elements(text, size, 20, 100000), "the root element is");
	expect_document_error("<?xml version='1.0' encoding='klingon'?><project/>", 50, "ncoding");
	/* In this encoding, its characters would differ from its bytes. */
	expect_document_error("<?xml version='1.0' encoding=\"cp037\"?><project/>", 48,
			      "expected the encoding UTF-8, found cp037");
	expect_document_error("\xff\xfe<\0p\0/\0>\0", 10, "expected the encoding UTF-8");
	expect_document_error("\x4c\x6f\xa7\x94", 4, "expected the encoding UTF-8");
	expect_document_error("<project>\xff\xfe</project>", 21, "UTF-8");
	expect_document_error("\n\n\n", 3, "EMBEDDED_METADATA line");
	expect_document_error("<html/>", 7, "the root element is \"html\"");
	free(text);
}

static void expect_header_error(void (*change)(struct axlf *axlf, size_t *size), const char *text)
{
	const struct test_section sections[] = {{100, "some bytes", 10, NULL},
						{101, "more", 4, NULL}};
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	size_t size;
	struct axlf *axlf = build_axlf(XCLBIN_FLAT, sections, 2, &size);

	change(axlf, &size);
	assert_int_equal(fcl_image_read(axlf, size, &image, &err), -EINVAL);
	assert_null(image);
	if (!strstr(err.text, text))
		fail_msg("\"%s\" does not contain \"%s\"", err.text, text);
	free(axlf);
}

static void cut_file(struct axlf *axlf, size_t *size)
{
	(void)axlf;
	*size -= 1;
}

static void cut_header(struct axlf *axlf, size_t *size)
{
	(void)axlf;
	*size = 455;
}

static void old_magic(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_magic[6] = '0';
}

static void wrong_magic(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_magic[0] = 'y';
}

static void wrong_mode(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_header.m_mode = XCLBIN_MODE_MAX;
}

static void endless_vbnv(struct axlf *axlf, size_t *size)
{
	(void)size;
	memset(axlf->m_header.m_platformVBNV, '\n', sizeof(axlf->m_header.m_platformVBNV));
}

static void no_sections(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_header.m_numSections = 0;
}

static void many_sections(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_header.m_numSections = UINT32_MAX;
}

static void headers_beyond(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_header.m_numSections = 4;
}

static void offset_in_header(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_sections[0].m_sectionOffset = 100;
}

static void offset_wraps(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_sections[1].m_sectionOffset = UINT64_MAX - 7;
	axlf->m_sections[1].m_sectionSize = 16;
}

static void size_wraps(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_sections[1].m_sectionSize = UINT64_MAX - axlf->m_sections[1].m_sectionOffset + 1;
}

static void overlap(struct axlf *axlf, size_t *size)
{
	(void)size;
	axlf->m_sections[1].m_sectionOffset = axlf->m_sections[0].m_sectionOffset + 9;
}

static void test_header_errors(void **state)
{
	(void)state;
	expect_header_error(cut_file, "truncated");
	expect_header_error(cut_header, "the header alone takes 456");
	expect_header_error(old_magic, "\"xclbin0\"");
	expect_header_error(wrong_magic, "neither an xclbin nor an ELF");
	expect_header_error(wrong_mode, "m_mode is 7");
	expect_header_error(endless_vbnv, "m_platformVBNV does not end within its 64 bytes: \"??");
	expect_header_error(no_sections, "m_numSections is 0");
	expect_header_error(many_sections, "m_numSections is 4294967295");
	expect_header_error(headers_beyond, "headers of 4 sections take 616 bytes");
	expect_header_error(offset_in_header, "section 0 (KIND_100): offset 100");
	expect_header_error(offset_wraps, "section 1 (KIND_101): offset");
	expect_header_error(size_wraps, "section 1 (KIND_101): offset");
	expect_header_error(overlap, "section 1 (KIND_101) at byte 545 overlaps section 0");
}

/* Bytes after m_length are a vendor's signature or unused: no table refers to them. */
static void test_tail(void **state)
{
	const struct test_section section = {100, "some bytes", 10, NULL};
	struct fcl_image *image = NULL;
	size_t size;
	char *bytes = build_axlf(XCLBIN_FLAT, &section, 1, &size), *longer = calloc(1, size + 9);

	(void)state;
	assert_non_null(longer);
	memcpy(longer, bytes, size);
	assert_int_equal(fcl_image_read(longer, size + 9, &image, NULL), 0);
	assert_int_equal(image->bytes_size, size + 9);
	fcl_image_unref(image);
	assert_int_equal(fcl_image_read(NULL, 5, &image, NULL), -EINVAL);
	assert_int_equal(fcl_image_read(bytes, 0, &image, NULL), -EINVAL);
	free(longer);
	free(bytes);
}

/* Vendors' emulation images have no digest, and their code is for another host program. */
static void test_foreign_emulation(void **state)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	struct vendor v;

	(void)state;
	vendor_init(&v);
	vendor_make(&v);
	assert_int_equal(read_sections(XCLBIN_SW_EMU, v.sections, VENDOR_SECTIONS, &image, &err),
			 -EBADMSG);
	assert_non_null(strstr(err.text, "sw_emu must contain digests"));
	assert_int_equal(read_sections(XCLBIN_HW_EMU_PR, v.sections, VENDOR_SECTIONS, &image, &err),
			 -EBADMSG);
	vendor_free(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_design),
		cmocka_unit_test(test_stream_memories),
		cmocka_unit_test(test_stream_said_twice),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_sections_kept),
		cmocka_unit_test(test_rewritten),
		cmocka_unit_test(test_old_flavours),
		cmocka_unit_test(test_split_arguments),
		cmocka_unit_test(test_clocks_and_keyvalues),
		cmocka_unit_test(test_json_errors),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_table_errors),
		cmocka_unit_test(test_xml_errors),
		cmocka_unit_test(test_xml_bombs),
		cmocka_unit_test(test_header_errors),
		cmocka_unit_test(test_tail),
		cmocka_unit_test(test_foreign_emulation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
