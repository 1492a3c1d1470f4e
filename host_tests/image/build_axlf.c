/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/image/build_axlf.h"

#include <stdlib.h>
#include <string.h>

#include "host_tests/image/cmocka_all.h"

void *build_axlf(uint16_t mode, const struct test_section *sections, uint32_t count,
		 size_t *ret_size)
{
	size_t at = offsetof(struct axlf, m_sections) + count * sizeof(struct axlf_section_header);
	size_t size = at;
	struct axlf *axlf;
	char *bytes;

	for (uint32_t i = 0; i < count; i++)
		size += (sections[i].size + 7) / 8 * 8;
	bytes = calloc(1, size < sizeof(*axlf) ? sizeof(*axlf) : size);
	assert_non_null(bytes);
	axlf = (struct axlf *)bytes;
	memcpy(axlf->m_magic, "xclbin2", 8);
	axlf->m_signature_length = -1;
	axlf->m_header.m_length = size;
	axlf->m_header.m_mode = mode;
	axlf->m_header.m_numSections = count;
	strcpy((char *)axlf->m_header.m_platformVBNV, "xilinx_u250_gen3x16_xdma_4_1_202210_1");
	for (uint32_t i = 0; i < count; i++) {
		struct axlf_section_header *header = &axlf->m_sections[i];

		header->m_sectionKind = sections[i].kind;
		header->m_sectionSize = sections[i].size;
		header->m_sectionOffset = sections[i].size ? at : 0;
		if (sections[i].name)
			strncpy(header->m_sectionName, sections[i].name,
				sizeof(header->m_sectionName));
		if (sections[i].size)
			memcpy(bytes + at, sections[i].data, sections[i].size);
		at += (sections[i].size + 7) / 8 * 8;
	}
	*ret_size = size;
	return bytes;
}

struct test_section build_table(uint32_t kind, const void *entries, int32_t count, size_t entry,
				size_t head)
{
	size_t size = head + (size_t)count * entry;
	char *bytes = calloc(1, size);

	assert_non_null(bytes);
	memcpy(bytes, &count, sizeof(count));
	memcpy(bytes + head, entries, (size_t)count * entry);
	return (struct test_section){kind, bytes, size, NULL};
}

/*
 * As written by v++: with attributes and elements that no reader here uses, and hexadecimal
 * numbers.
 */
const char vendor_xml[] =
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	"<project name=\"binary_container_1\">\n"
	"  <platform vendor=\"xilinx\" boardid=\"u250\" name=\"gen3x16_xdma\" "
	"featureRomTime=\"0\">\n"
	"    <version major=\"4\" minor=\"1\"/>\n"
	"    <description>a &lt;platform&gt;</description>\n"
	"    <device name=\"fpga0\" fpgaDevice=\"virtexuplus:xcu250:figd2104:-2L:e\" "
	"addrWidth=\"0\">\n"
	"      <systemClocks><clock port=\"KERNEL_CLK\" frequency=\"500.0MHz\"/></systemClocks>\n"
	"      <core name=\"OCL_REGION_0\" target=\"bitstream\" type=\"clc_region\" "
	"clockFreq=\"0MHz\" numComputeUnits=\"60\">\n"
	"        <kernel name=\"vadd\" language=\"c\" vlnv=\"xilinx.com:hls:vadd:1.0\" "
	"attributes=\"\" preferredWorkGroupSizeMultiple=\"0\" workGroupSize=\"1\" "
	"debug=\"true\" interrupt=\"true\" hwControlProtocol=\"ap_ctrl_chain\">\n"
	"          <module name=\"OCL_REGION_0\"/>\n"
	"          <port name=\"M_AXI_GMEM\" mode=\"master\" range=\"0xFFFFFFFFFFFFFFFF\" "
	"dataWidth=\"512\" portType=\"addressable\" base=\"0x0\"/>\n"
	"          <port name=\"S_AXI_CONTROL\" mode=\"slave\" range=\"0x1000\" dataWidth=\"32\" "
	"portType=\"addressable\" base=\"0x0\"/>\n"
	"          <port name=\"s_out\" mode=\"write_only\" dataWidth=\"64\" "
	"portType=\"stream\"/>\n"
	"          <port name=\"s_in\" mode=\"READ_ONLY\" dataWidth=\"64\" portType=\"stream\"/>\n"
	"          <port name=\"irq\" mode=\"interrupt\"/>\n"
	"          <arg name=\"a\" addressQualifier=\"1\" id=\"0\" port=\"M_AXI_GMEM\" "
	"size=\"0x8\" offset=\"0x10\" hostOffset=\"0x0\" hostSize=\"0x8\" type=\"int*\" "
	"memSize=\"0x100\"/>\n"
	"          <arg name=\"s_out\" addressQualifier=\"4\" id=\"0x2\" port=\"s_out\" "
	"size=\"0x4\" offset=\"0x0\" hostOffset=\"0x0\" hostSize=\"0x4\" type=\"stream\"/>\n"
	"          <arg name=\"n\" addressQualifier=\"0\" id=\"0x1\" port=\"S_AXI_CONTROL\" "
	"size=\"0x4\" offset=\"0x1C\" hostOffset=\"0x0\" hostSize=\"0x4\" type=\"int\"/>\n"
	"          <arg name=\"printf_buffer\" addressQualifier=\"1\" id=\"\" port=\"M_AXI_GMEM\" "
	"size=\"0x8\" offset=\"0x28\" hostOffset=\"0x0\" hostSize=\"0x8\" type=\"\"/>\n"
	"          <arg name=\"s_in\" addressQualifier=\"4\" id=\"\" port=\"s_in\" size=\"0x4\" "
	"offset=\"0x0\" hostOffset=\"0x0\" hostSize=\"0x4\" type=\"\" memSize=\"0x10\"/>\n"
	"          <compileWorkGroupSize x=\"1\" y=\"1\" z=\"1\"/>\n"
	"          <maxWorkGroupSize x=\"1\" y=\"1\" z=\"1\"/>\n"
	"          <instance name=\"vadd_1\"><addrRemap base=\"0x1800000\" range=\"0x10000\" "
	"port=\"S_AXI_CONTROL\"/></instance>\n"
	"          <instance name=\"vadd_2\"/>\n"
	"        </kernel>\n"
	"        <kernel name=\"spare\" language=\"ip_c\" type=\"rtl\"/>\n"
	"        <connection srcType=\"core\" srcInst=\"OCL_REGION_0\" srcPort=\"M00_AXI\" "
	"dstType=\"kernel\" dstInst=\"vadd_1\" dstPort=\"M_AXI_GMEM\"/>\n"
	"        <connection srcType=\"kernel\" srcInst=\"vadd_1\" srcPort=\"s_out\" "
	"dstType=\"kernel\" dstInst=\"vadd_2\" dstPort=\"s_in\"/>\n"
	"      </core>\n"
	"    </device>\n"
	"  </platform>\n"
	"</project>\n";

void vendor_init(struct vendor *v)
{
	static const struct connection connections[] = {
		{0, 1, 0}, {0, 2, 1}, {2, 1, 2}, {3, 2, 2}, {2, 2, 2}, {3, 1, 2}, {0, 3, 0},
	};

	memset(v, 0, sizeof(*v));
	v->mems[0] = (struct mem_data){.m_type = MEM_DDR4, .m_used = 1, .m_tag = "DDR[0]"};
	v->mems[0].m_size = 16u << 20;
	v->mems[0].m_base_address = 0x4000000000;
	v->mems[1] = (struct mem_data){.m_type = MEM_HBM, .m_used = 1, .m_tag = "HBM[0]"};
	v->mems[1].m_size = 256u << 10;
	v->mems[2] = (struct mem_data){.m_type = MEM_STREAMING, .m_used = 1, .m_tag = "stream0"};
	v->mems[2].flow_id = UINT64_MAX; /* in the same bytes as m_base_address */
	v->mems[2].route_id = UINT64_MAX;
	v->ips[0] = (struct ip_data){.m_type = IP_MEM_DDR4, .m_name = "ddr4_mem00"};
	v->ips[1] = (struct ip_data){.m_type = IP_KERNEL,
				     .properties = 1u | AP_CTRL_CHAIN << IP_CONTROL_SHIFT,
				     .m_base_address = 0x1800000,
				     .m_name = "vadd:vadd_1"};
	v->ips[2] = (struct ip_data){.m_type = IP_KERNEL,
				     .properties = AP_CTRL_NONE << IP_CONTROL_SHIFT,
				     .m_base_address = UINT64_MAX,
				     .m_name = "vadd:vadd_2"};
	v->ips[3] = (struct ip_data){.m_type = IP_PS_KERNEL, .m_name = "ps:ps_1"};
	memcpy(v->connections, connections, sizeof(connections));
}

void vendor_make(struct vendor *v)
{
	v->sections[VENDOR_MEM] = build_table(MEM_TOPOLOGY, v->mems, 3, sizeof(v->mems[0]), 8);
	v->sections[VENDOR_IP] = build_table(IP_LAYOUT, v->ips, 4, sizeof(v->ips[0]), 8);
	v->sections[VENDOR_CONNECTIVITY] = build_table(CONNECTIVITY, v->connections, 7,
						       sizeof(v->connections[0]), 4);
	v->sections[VENDOR_XML] = (struct test_section){EMBEDDED_METADATA, strdup(vendor_xml),
							strlen(vendor_xml), NULL};
	v->sections[VENDOR_BITSTREAM] = (struct test_section){BITSTREAM, strdup("configuration"),
							      13, "a_name_of_16_chr"};
}

void vendor_free(struct vendor *v)
{
	for (int i = 0; i < VENDOR_SECTIONS; i++)
		free((void *)v->sections[i].data);
}
