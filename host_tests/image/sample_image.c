/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/image/sample_image.h"

#include <elf.h>
#include <string.h>
#include <xrt/xclbin.h>

#define DDR_SIZE (16ull << 30)
#define PLRAM_SIZE (128ull << 10)
#define PAYLOAD_SIZE 4096u

static void fill_mems(struct fcl_image *image)
{
	static const struct fcl_image_mem mems[] = {
		{"bank0", MEM_DDR4, true, 0x4000000000, DDR_SIZE},
		{"bank1", MEM_DDR4, true, 0x5000000000, DDR_SIZE},
		{"bank2", MEM_DDR4, false, 0x6000000000, DDR_SIZE},
		{"bank3", MEM_DDR4, false, 0x7000000000, DDR_SIZE},
		{"PLRAM[0]", MEM_DRAM, true, 0x3000000000, PLRAM_SIZE},
		{"HOST[0]", MEM_HOST, false, 0x2000000000, DDR_SIZE},
	};

	image->nmems = sizeof(mems) / sizeof(mems[0]);
	image->mems = fcl_image_alloc(image, image->nmems, sizeof(*mems));
	if (image->mems)
		memcpy(image->mems, mems, sizeof(mems));
}

static void fill_vadd(struct fcl_image *image, struct fcl_image_kernel *kernel)
{
	static const struct fcl_image_arg args[] = {
		{"a", "int*", "M_AXI_GMEM0", 0, FCL_ARG_GLOBAL, FCL_DIR_IN, 0x10, 8, 8, false},
		{"b", "int*", "M_AXI_GMEM1", 1, FCL_ARG_GLOBAL, FCL_DIR_IN, 0x1c, 8, 8, false},
		{"c", "int*", "M_AXI_GMEM0", 2, FCL_ARG_GLOBAL, FCL_DIR_OUT, 0x28, 8, 8, false},
		{"n", "int", "S_AXI_CONTROL", 3, FCL_ARG_SCALAR, FCL_DIR_IN, 0x34, 4, 4, false},
	};
	static const struct fcl_image_port ports[] = {
		{"M_AXI_GMEM0", FCL_PORT_MASTER, UINT64_MAX, 512, "addressable"},
		{"M_AXI_GMEM1", FCL_PORT_MASTER, UINT64_MAX, 32, "addressable"},
		{"S_AXI_CONTROL", FCL_PORT_SLAVE, 0x1000, 32, "addressable"},
	};

	kernel->name = "vadd";
	kernel->language = "c";
	kernel->attributes = "reqd_work_group_size(1,1,1)";
	kernel->reqd_work_group[0] = 1;
	kernel->reqd_work_group[1] = 1;
	kernel->reqd_work_group[2] = 1;
	kernel->max_work_group = 1;
	kernel->local_mem_size = 256;
	kernel->non_uniform = true;
	kernel->work_dims = 2;
	kernel->inner_dim = 1;
	kernel->tiled = true;
	kernel->nargs = 4;
	kernel->args = fcl_image_alloc(image, 4, sizeof(*args));
	kernel->nports = 3;
	kernel->ports = fcl_image_alloc(image, 3, sizeof(*ports));
	if (kernel->args && kernel->ports) {
		memcpy(kernel->args, args, sizeof(args));
		memcpy(kernel->ports, ports, sizeof(ports));
	}
}

static void fill_end(struct fcl_image *image, struct fcl_image_kernel *kernel, bool producer)
{
	const char *name = producer ? "out" : "in";

	kernel->name = producer ? "producer" : "consumer";
	kernel->language = "c";
	kernel->attributes = "";
	kernel->nargs = 1;
	kernel->args = fcl_image_alloc(image, 1, sizeof(*kernel->args));
	kernel->nports = 1;
	kernel->ports = fcl_image_alloc(image, 1, sizeof(*kernel->ports));
	if (!kernel->args || !kernel->ports)
		return;
	kernel->args[0] = (struct fcl_image_arg){
		.name = name,
		.type_name = "stream<ap_axiu<32,0,0,0>>&",
		.port = name,
		.qualifier = FCL_ARG_STREAM,
		.direction = producer ? FCL_DIR_OUT : FCL_DIR_IN,
		.size = 12,
		.host_size = 8,
		.hidden = true,
	};
	kernel->ports[0] = (struct fcl_image_port){
		name, producer ? FCL_PORT_WRITE_ONLY : FCL_PORT_READ_ONLY, 0, 32, "stream"};
}

static void fill_cus(struct fcl_image *image)
{
	static const struct fcl_image_cu cus[SAMPLE_CUS] = {
		{"vadd_1", SAMPLE_VADD, 0x1800000, FCL_CONTROL_CHAIN, 0},
		{"vadd_2", SAMPLE_VADD, 0x1810000, FCL_CONTROL_CHAIN, 1},
		{"producer_1", SAMPLE_PRODUCER, UINT64_MAX, FCL_CONTROL_NONE, 2},
		{"consumer_1", SAMPLE_CONSUMER, UINT64_MAX, FCL_CONTROL_NONE, 3},
	};

	image->ncus = SAMPLE_CUS;
	image->cus = fcl_image_alloc(image, SAMPLE_CUS, sizeof(*cus));
	if (image->cus)
		memcpy(image->cus, cus, sizeof(cus));
}

static void fill_connections(struct fcl_image *image)
{
	image->nconnections = 6;
	image->connections = fcl_image_alloc(image, 6, sizeof(*image->connections));
	image->nstreams = 1;
	image->streams = fcl_image_alloc(image, 1, sizeof(*image->streams));
	if (!image->connections || !image->streams)
		return;
	for (uint32_t i = 0; i < 6; i++)
		image->connections[i] = (struct fcl_image_connection){i / 3, i % 3, i / 3};
	image->streams[0] = (struct fcl_image_stream){
		"producer_1.out:consumer_1.in", SAMPLE_PRODUCER_1, 0, SAMPLE_CONSUMER_1, 0, 12, 16};
}

static void fill_others(struct fcl_image *image)
{
	static const struct fcl_image_clock clocks[] = {{"DATA_CLK", CT_DATA, 300},
							{"KERNEL_CLK", CT_KERNEL, 500}};

	image->nclocks = 2;
	image->clocks = fcl_image_alloc(image, 2, sizeof(*clocks));
	image->nkeyvalues = 1;
	image->variables_size = 5000000000;
	image->keyvalues = fcl_image_alloc(image, 1, sizeof(*image->keyvalues));
	image->nsections = 1;
	image->sections = fcl_image_alloc(image, 1, sizeof(*image->sections));
	if (!image->clocks || !image->keyvalues || !image->sections)
		return;
	memcpy(image->clocks, clocks, sizeof(clocks));
	image->keyvalues[0] = (struct fcl_image_keyvalue){"author", "a \"test\"\n\\ of \xc3\xa9"};
	image->sections[0] = (struct fcl_image_section){.kind = SAMPLE_SECTION_KIND,
							.name = "mine",
							.data = SAMPLE_SECTION_TEXT,
							.size = strlen(SAMPLE_SECTION_TEXT)};
}

/* An ELF header, followed by bytes that all differ. */
static void fill_payload(struct fcl_image *image)
{
	Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
			     .e_type = ET_DYN,
			     .e_version = EV_CURRENT,
			     .e_ehsize = sizeof(Elf64_Ehdr)};
	uint8_t *bytes = fcl_image_alloc(image, PAYLOAD_SIZE, 1);

#if defined(__aarch64__)
	header.e_machine = EM_AARCH64;
#elif defined(__riscv)
	header.e_machine = EM_RISCV;
#else
	header.e_machine = EM_X86_64;
#endif
	image->payload = bytes;
	image->payload_size = PAYLOAD_SIZE;
	for (size_t i = 0; bytes && i < PAYLOAD_SIZE; i++)
		bytes[i] = (uint8_t)(i * 7 + i / 256);
	if (bytes)
		memcpy(bytes, &header, sizeof(header));
}

struct fcl_image *sample_image(enum fcl_image_target target)
{
	struct fcl_image *image;

	if (fcl_image_new(&image, NULL))
		return NULL;
	image->target = target;
	image->vbnv = "xilinx_u250_gen3x16_xdma_4_1_202210_1";
	image->isa = target == FCL_TARGET_HW ? "" : FCL_IMAGE_BASIC_ISA;
	for (size_t i = 0; i < sizeof(image->uuid); i++)
		image->uuid[i] = (uint8_t)(0xa0 + i);
	image->nkernels = SAMPLE_KERNELS;
	image->kernels = fcl_image_alloc(image, SAMPLE_KERNELS, sizeof(*image->kernels));
	if (!image->kernels) {
		fcl_image_unref(image);
		return NULL;
	}
	fill_vadd(image, &image->kernels[SAMPLE_VADD]);
	fill_end(image, &image->kernels[SAMPLE_PRODUCER], true);
	fill_end(image, &image->kernels[SAMPLE_CONSUMER], false);
	fill_mems(image);
	fill_cus(image);
	fill_connections(image);
	fill_others(image);
	fill_payload(image);
	return image;
}

void *sample_container(enum fcl_image_target target, enum fcl_image_container container,
		       size_t *ret_size)
{
	struct fcl_image *image = sample_image(target);
	void *bytes = NULL;

	if (!image)
		return NULL;
	if (fcl_image_write(image, container, &bytes, ret_size, NULL))
		bytes = NULL;
	fcl_image_unref(image);
	return bytes;
}
