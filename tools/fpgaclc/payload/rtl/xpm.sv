// SPDX-License-Identifier: Apache-2.0
// Simulation models of the vendor's parameterized macros that RTL kernels use (interfaces and behaviour: UG974
// "Xilinx Parameterized Macros"). Parameters for synthesis have no effect. The dual-clock FIFO's
// contents are exact; the number of cycles that its flags take to cross is not.
`timescale 1ns / 1ps
/* verilator lint_off DECLFILENAME */

// The storage and flags of both FIFOs; widths of the two sides are powers of two of each other.
module fpgacl_fifo #(
	parameter integer DEPTH = 2048, // words of the writing side
	parameter integer WRITE_WIDTH = 32,
	parameter integer READ_WIDTH = 32,
	parameter integer WRITE_COUNT_WIDTH = 1,
	parameter integer READ_COUNT_WIDTH = 1,
	parameter integer FULL_THRESH = 10,
	parameter integer EMPTY_THRESH = 10,
	parameter integer LATENCY = 1,
	parameter READ_MODE = "std"
) (
	input  logic                         rst,
	input  logic                         wr_clk,
	input  logic                         wr_en,
	input  logic [WRITE_WIDTH-1:0]       din,
	output logic                         full,
	output logic                         almost_full,
	output logic                         prog_full,
	output logic                         overflow,
	output logic                         wr_ack,
	output logic [WRITE_COUNT_WIDTH-1:0] wr_data_count,
	input  logic                         rd_clk,
	input  logic                         rd_en,
	output logic [READ_WIDTH-1:0]        dout,
	output logic                         empty,
	output logic                         almost_empty,
	output logic                         prog_empty,
	output logic                         underflow,
	output logic                         data_valid,
	output logic [READ_COUNT_WIDTH-1:0]  rd_data_count
);

// In units of the narrower side.
localparam integer UNIT = WRITE_WIDTH < READ_WIDTH ? WRITE_WIDTH : READ_WIDTH;
localparam integer PER_WRITE = WRITE_WIDTH / UNIT;
localparam integer PER_READ = READ_WIDTH / UNIT;
localparam integer UNITS = DEPTH * PER_WRITE;
localparam integer STAGES = LATENCY > 1 ? LATENCY : 1;
localparam logic FALL_THROUGH = READ_MODE == "fwft" || LATENCY == 0;

logic [UNIT-1:0] storage [UNITS];
logic [31:0] written, taken; // units so far; they wrap around
logic [31:0] level;
logic [READ_WIDTH-1:0] front;
logic [READ_WIDTH-1:0] stages [STAGES];
logic valid [STAGES];
logic writes, reads;

assign level = written - taken;
assign full = level + PER_WRITE > UNITS;
assign almost_full = level + 2 * PER_WRITE > UNITS;
assign prog_full = level >= FULL_THRESH * PER_WRITE;
assign empty = level < PER_READ;
assign almost_empty = level < 2 * PER_READ;
assign prog_empty = level <= EMPTY_THRESH * PER_READ;
assign wr_data_count = WRITE_COUNT_WIDTH'(level / PER_WRITE);
assign rd_data_count = READ_COUNT_WIDTH'(level / PER_READ);
assign writes = wr_en && !full && !rst;
assign reads = rd_en && !empty && !rst;

always_comb
	for (int i = 0; i < PER_READ; i++)
		front[i * UNIT +: UNIT] = storage[(taken + i) % UNITS];
assign dout = FALL_THROUGH ? front : stages[STAGES - 1];
assign data_valid = FALL_THROUGH ? !empty : valid[STAGES - 1];

always_ff @(posedge wr_clk) begin
	overflow <= wr_en && full && !rst;
	wr_ack <= writes;
	if (rst)
		written <= 0;
	else if (writes)
		written <= written + PER_WRITE;
	if (writes)
		for (int i = 0; i < PER_WRITE; i++)
			storage[(written + i) % UNITS] <= din[i * UNIT +: UNIT];
end

always_ff @(posedge rd_clk) begin
	underflow <= rd_en && empty && !rst;
	if (rst)
		taken <= 0;
	else if (reads)
		taken <= taken + PER_READ;
	if (reads)
		stages[0] <= front;
	valid[0] <= reads;
	for (int i = 1; i < STAGES; i++) begin
		stages[i] <= stages[i - 1];
		valid[i] <= valid[i - 1];
	end
end

endmodule

module xpm_fifo_sync #(
	parameter integer CASCADE_HEIGHT = 0,
	parameter DOUT_RESET_VALUE = "0",
	parameter ECC_MODE = "no_ecc",
	parameter EN_SIM_ASSERT_ERR = "warning",
	parameter FIFO_MEMORY_TYPE = "auto",
	parameter integer FIFO_READ_LATENCY = 1,
	parameter integer FIFO_WRITE_DEPTH = 2048,
	parameter integer FULL_RESET_VALUE = 0,
	parameter integer PROG_EMPTY_THRESH = 10,
	parameter integer PROG_FULL_THRESH = 10,
	parameter integer RD_DATA_COUNT_WIDTH = 1,
	parameter integer READ_DATA_WIDTH = 32,
	parameter READ_MODE = "std",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter USE_ADV_FEATURES = "0707",
	parameter WAKEUP_TIME = 0,
	parameter integer WRITE_DATA_WIDTH = 32,
	parameter integer WR_DATA_COUNT_WIDTH = 1
) (
	input  logic                           sleep,
	input  logic                           rst,
	input  logic                           wr_clk,
	input  logic                           wr_en,
	input  logic [WRITE_DATA_WIDTH-1:0]    din,
	output logic                           full,
	output logic                           prog_full,
	output logic [WR_DATA_COUNT_WIDTH-1:0] wr_data_count,
	output logic                           overflow,
	output logic                           wr_rst_busy,
	output logic                           almost_full,
	output logic                           wr_ack,
	input  logic                           rd_en,
	output logic [READ_DATA_WIDTH-1:0]     dout,
	output logic                           empty,
	output logic                           prog_empty,
	output logic [RD_DATA_COUNT_WIDTH-1:0] rd_data_count,
	output logic                           underflow,
	output logic                           rd_rst_busy,
	output logic                           almost_empty,
	output logic                           data_valid,
	input  logic                           injectsbiterr,
	input  logic                           injectdbiterr,
	output logic                           sbiterr,
	output logic                           dbiterr
);

assign wr_rst_busy = 1'b0;
assign rd_rst_busy = 1'b0;
assign sbiterr = 1'b0;
assign dbiterr = 1'b0;

fpgacl_fifo #(
	.DEPTH(FIFO_WRITE_DEPTH), .WRITE_WIDTH(WRITE_DATA_WIDTH), .READ_WIDTH(READ_DATA_WIDTH),
	.WRITE_COUNT_WIDTH(WR_DATA_COUNT_WIDTH), .READ_COUNT_WIDTH(RD_DATA_COUNT_WIDTH),
	.FULL_THRESH(PROG_FULL_THRESH), .EMPTY_THRESH(PROG_EMPTY_THRESH),
	.LATENCY(FIFO_READ_LATENCY), .READ_MODE(READ_MODE)
) fifo (.rd_clk(wr_clk), .*);

endmodule

module xpm_fifo_async #(
	parameter integer CASCADE_HEIGHT = 0,
	parameter integer CDC_SYNC_STAGES = 2,
	parameter DOUT_RESET_VALUE = "0",
	parameter ECC_MODE = "no_ecc",
	parameter EN_SIM_ASSERT_ERR = "warning",
	parameter FIFO_MEMORY_TYPE = "auto",
	parameter integer FIFO_READ_LATENCY = 1,
	parameter integer FIFO_WRITE_DEPTH = 2048,
	parameter integer FULL_RESET_VALUE = 0,
	parameter integer PROG_EMPTY_THRESH = 10,
	parameter integer PROG_FULL_THRESH = 10,
	parameter integer RD_DATA_COUNT_WIDTH = 1,
	parameter integer READ_DATA_WIDTH = 32,
	parameter READ_MODE = "std",
	parameter integer RELATED_CLOCKS = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter USE_ADV_FEATURES = "0707",
	parameter WAKEUP_TIME = 0,
	parameter integer WRITE_DATA_WIDTH = 32,
	parameter integer WR_DATA_COUNT_WIDTH = 1
) (
	input  logic                           sleep,
	input  logic                           rst,
	input  logic                           wr_clk,
	input  logic                           wr_en,
	input  logic [WRITE_DATA_WIDTH-1:0]    din,
	output logic                           full,
	output logic                           prog_full,
	output logic [WR_DATA_COUNT_WIDTH-1:0] wr_data_count,
	output logic                           overflow,
	output logic                           wr_rst_busy,
	output logic                           almost_full,
	output logic                           wr_ack,
	input  logic                           rd_clk,
	input  logic                           rd_en,
	output logic [READ_DATA_WIDTH-1:0]     dout,
	output logic                           empty,
	output logic                           prog_empty,
	output logic [RD_DATA_COUNT_WIDTH-1:0] rd_data_count,
	output logic                           underflow,
	output logic                           rd_rst_busy,
	output logic                           almost_empty,
	output logic                           data_valid,
	input  logic                           injectsbiterr,
	input  logic                           injectdbiterr,
	output logic                           sbiterr,
	output logic                           dbiterr
);

assign wr_rst_busy = 1'b0;
assign rd_rst_busy = 1'b0;
assign sbiterr = 1'b0;
assign dbiterr = 1'b0;

fpgacl_fifo #(
	.DEPTH(FIFO_WRITE_DEPTH), .WRITE_WIDTH(WRITE_DATA_WIDTH), .READ_WIDTH(READ_DATA_WIDTH),
	.WRITE_COUNT_WIDTH(WR_DATA_COUNT_WIDTH), .READ_COUNT_WIDTH(RD_DATA_COUNT_WIDTH),
	.FULL_THRESH(PROG_FULL_THRESH), .EMPTY_THRESH(PROG_EMPTY_THRESH),
	.LATENCY(FIFO_READ_LATENCY), .READ_MODE(READ_MODE)
) fifo (.*);

endmodule

// --- memories ---

module xpm_memory_sdpram #(
	parameter integer ADDR_WIDTH_A = 6,
	parameter integer ADDR_WIDTH_B = 6,
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter integer BYTE_WRITE_WIDTH_A = 32,
	parameter integer CASCADE_HEIGHT = 0,
	parameter CLOCKING_MODE = "common_clock",
	parameter ECC_MODE = "no_ecc",
	parameter MEMORY_INIT_FILE = "none",
	parameter MEMORY_INIT_PARAM = "0",
	parameter MEMORY_OPTIMIZATION = "true",
	parameter MEMORY_PRIMITIVE = "auto",
	parameter integer MEMORY_SIZE = 2048,
	parameter integer MESSAGE_CONTROL = 0,
	parameter integer READ_DATA_WIDTH_B = 32,
	parameter integer READ_LATENCY_B = 2,
	parameter READ_RESET_VALUE_B = "0",
	parameter RST_MODE_A = "SYNC",
	parameter RST_MODE_B = "SYNC",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer USE_EMBEDDED_CONSTRAINT = 0,
	parameter integer USE_MEM_INIT = 1,
	parameter integer USE_MEM_INIT_MMI = 0,
	parameter WAKEUP_TIME = "disable_sleep",
	parameter integer WRITE_DATA_WIDTH_A = 32,
	parameter WRITE_MODE_B = "no_change",
	parameter integer WRITE_PROTECT = 1
) (
	input  logic                                             sleep,
	input  logic                                             clka,
	input  logic                                             ena,
	input  logic [WRITE_DATA_WIDTH_A/BYTE_WRITE_WIDTH_A-1:0] wea,
	input  logic [ADDR_WIDTH_A-1:0]                          addra,
	input  logic [WRITE_DATA_WIDTH_A-1:0]                    dina,
	input  logic                                             injectsbiterra,
	input  logic                                             injectdbiterra,
	input  logic                                             clkb,
	input  logic                                             rstb,
	input  logic                                             enb,
	input  logic                                             regceb,
	input  logic [ADDR_WIDTH_B-1:0]                          addrb,
	output logic [READ_DATA_WIDTH_B-1:0]                     doutb,
	output logic                                             sbiterrb,
	output logic                                             dbiterrb
);

localparam integer STAGES = READ_LATENCY_B > 1 ? READ_LATENCY_B : 1;
localparam logic COMMON = CLOCKING_MODE == "common_clock";
logic [WRITE_DATA_WIDTH_A-1:0] storage [MEMORY_SIZE / WRITE_DATA_WIDTH_A];
logic [READ_DATA_WIDTH_B-1:0] stages [STAGES];
logic clock;

initial if (MEMORY_INIT_FILE != "none") $readmemh(MEMORY_INIT_FILE, storage);
assign clock = COMMON ? clka : clkb;
assign sbiterrb = 1'b0;
assign dbiterrb = 1'b0;
assign doutb = READ_LATENCY_B == 0 ? storage[addrb] : stages[STAGES - 1];

always_ff @(posedge clka)
	if (ena)
		for (int i = 0; i < WRITE_DATA_WIDTH_A / BYTE_WRITE_WIDTH_A; i++)
			if (wea[i])
				storage[addra][i * BYTE_WRITE_WIDTH_A +: BYTE_WRITE_WIDTH_A] <=
					dina[i * BYTE_WRITE_WIDTH_A +: BYTE_WRITE_WIDTH_A];

always_ff @(posedge clock) begin
	if (enb)
		stages[0] <= storage[addrb];
	for (int i = 1; i < STAGES; i++)
		if (i < STAGES - 1 || regceb)
			stages[i] <= stages[i - 1];
	if (rstb)
		stages[STAGES - 1] <= '0;
end

endmodule

module xpm_memory_spram #(
	parameter integer ADDR_WIDTH_A = 6,
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter integer BYTE_WRITE_WIDTH_A = 32,
	parameter integer CASCADE_HEIGHT = 0,
	parameter ECC_MODE = "no_ecc",
	parameter MEMORY_INIT_FILE = "none",
	parameter MEMORY_INIT_PARAM = "0",
	parameter MEMORY_OPTIMIZATION = "true",
	parameter MEMORY_PRIMITIVE = "auto",
	parameter integer MEMORY_SIZE = 2048,
	parameter integer MESSAGE_CONTROL = 0,
	parameter integer READ_DATA_WIDTH_A = 32,
	parameter integer READ_LATENCY_A = 2,
	parameter READ_RESET_VALUE_A = "0",
	parameter RST_MODE_A = "SYNC",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer USE_MEM_INIT = 1,
	parameter integer USE_MEM_INIT_MMI = 0,
	parameter WAKEUP_TIME = "disable_sleep",
	parameter integer WRITE_DATA_WIDTH_A = 32,
	parameter WRITE_MODE_A = "read_first",
	parameter integer WRITE_PROTECT = 1
) (
	input  logic                                             sleep,
	input  logic                                             clka,
	input  logic                                             rsta,
	input  logic                                             ena,
	input  logic                                             regcea,
	input  logic [WRITE_DATA_WIDTH_A/BYTE_WRITE_WIDTH_A-1:0] wea,
	input  logic [ADDR_WIDTH_A-1:0]                          addra,
	input  logic [WRITE_DATA_WIDTH_A-1:0]                    dina,
	input  logic                                             injectsbiterra,
	input  logic                                             injectdbiterra,
	output logic [READ_DATA_WIDTH_A-1:0]                     douta,
	output logic                                             sbiterra,
	output logic                                             dbiterra
);

localparam integer STAGES = READ_LATENCY_A > 1 ? READ_LATENCY_A : 1;
logic [WRITE_DATA_WIDTH_A-1:0] storage [MEMORY_SIZE / WRITE_DATA_WIDTH_A];
logic [READ_DATA_WIDTH_A-1:0] stages [STAGES];

initial if (MEMORY_INIT_FILE != "none") $readmemh(MEMORY_INIT_FILE, storage);
assign sbiterra = 1'b0;
assign dbiterra = 1'b0;
assign douta = READ_LATENCY_A == 0 ? storage[addra] : stages[STAGES - 1];

always_ff @(posedge clka) begin
	if (ena) begin
		for (int i = 0; i < WRITE_DATA_WIDTH_A / BYTE_WRITE_WIDTH_A; i++)
			if (wea[i])
				storage[addra][i * BYTE_WRITE_WIDTH_A +: BYTE_WRITE_WIDTH_A] <=
					dina[i * BYTE_WRITE_WIDTH_A +: BYTE_WRITE_WIDTH_A];
		if (WRITE_MODE_A == "read_first" || wea == 0)
			stages[0] <= storage[addra];
		else if (WRITE_MODE_A == "write_first")
			stages[0] <= dina;
	end
	for (int i = 1; i < STAGES; i++)
		if (i < STAGES - 1 || regcea)
			stages[i] <= stages[i - 1];
	if (rsta)
		stages[STAGES - 1] <= '0;
end

endmodule

module xpm_memory_sprom #(
	parameter integer ADDR_WIDTH_A = 6,
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter integer CASCADE_HEIGHT = 0,
	parameter ECC_MODE = "no_ecc",
	parameter MEMORY_INIT_FILE = "none",
	parameter MEMORY_INIT_PARAM = "0",
	parameter MEMORY_OPTIMIZATION = "true",
	parameter MEMORY_PRIMITIVE = "auto",
	parameter integer MEMORY_SIZE = 2048,
	parameter integer MESSAGE_CONTROL = 0,
	parameter integer READ_DATA_WIDTH_A = 32,
	parameter integer READ_LATENCY_A = 2,
	parameter READ_RESET_VALUE_A = "0",
	parameter RST_MODE_A = "SYNC",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer USE_MEM_INIT = 1,
	parameter integer USE_MEM_INIT_MMI = 0,
	parameter WAKEUP_TIME = "disable_sleep"
) (
	input  logic                         sleep,
	input  logic                         clka,
	input  logic                         rsta,
	input  logic                         ena,
	input  logic                         regcea,
	input  logic [ADDR_WIDTH_A-1:0]      addra,
	input  logic                         injectsbiterra,
	input  logic                         injectdbiterra,
	output logic [READ_DATA_WIDTH_A-1:0] douta,
	output logic                         sbiterra,
	output logic                         dbiterra
);

xpm_memory_spram #(
	.ADDR_WIDTH_A(ADDR_WIDTH_A), .BYTE_WRITE_WIDTH_A(READ_DATA_WIDTH_A),
	.MEMORY_INIT_FILE(MEMORY_INIT_FILE), .MEMORY_SIZE(MEMORY_SIZE),
	.READ_DATA_WIDTH_A(READ_DATA_WIDTH_A), .READ_LATENCY_A(READ_LATENCY_A),
	.WRITE_DATA_WIDTH_A(READ_DATA_WIDTH_A)
) memory (.wea(1'b0), .dina('0), .*);

endmodule

// --- crossings between clocks ---

module xpm_cdc_single #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SRC_INPUT_REG = 1
) (
	input  logic src_clk,
	input  logic src_in,
	input  logic dest_clk,
	output logic dest_out
);

xpm_cdc_array_single #(
	.DEST_SYNC_FF(DEST_SYNC_FF), .SRC_INPUT_REG(SRC_INPUT_REG), .WIDTH(1)
) bits (.*);

endmodule

module xpm_cdc_array_single #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SRC_INPUT_REG = 1,
	parameter integer WIDTH = 2
) (
	input  logic             src_clk,
	input  logic [WIDTH-1:0] src_in,
	input  logic             dest_clk,
	output logic [WIDTH-1:0] dest_out
);

logic [WIDTH-1:0] source, stages [DEST_SYNC_FF];

always_ff @(posedge src_clk)
	source <= src_in;
always_ff @(posedge dest_clk) begin
	stages[0] <= SRC_INPUT_REG != 0 ? source : src_in;
	for (int i = 1; i < DEST_SYNC_FF; i++)
		stages[i] <= stages[i - 1];
end
assign dest_out = stages[DEST_SYNC_FF - 1];

endmodule

// In Gray code a counter that steps by one changes one bit at a time; here the value crosses whole.
module xpm_cdc_gray #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer REG_OUTPUT = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SIM_LOSSLESS_GRAY_CHK = 0,
	parameter integer WIDTH = 2
) (
	input  logic             src_clk,
	input  logic [WIDTH-1:0] src_in_bin,
	input  logic             dest_clk,
	output logic [WIDTH-1:0] dest_out_bin
);

xpm_cdc_array_single #(
	.DEST_SYNC_FF(DEST_SYNC_FF + (REG_OUTPUT != 0 ? 1 : 0)), .WIDTH(WIDTH)
) bits (.src_in(src_in_bin), .dest_out(dest_out_bin), .*);

endmodule

module xpm_cdc_sync_rst #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT = 1,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0
) (
	input  logic src_rst,
	input  logic dest_clk,
	output logic dest_rst
);

xpm_cdc_array_single #(
	.DEST_SYNC_FF(DEST_SYNC_FF), .SRC_INPUT_REG(0), .WIDTH(1)
) bits (.src_clk(1'b0), .src_in(src_rst), .dest_out(dest_rst), .*);

endmodule

module xpm_cdc_async_rst #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer RST_ACTIVE_HIGH = 0
) (
	input  logic src_arst,
	input  logic dest_clk,
	output logic dest_arst
);

localparam logic ACTIVE = RST_ACTIVE_HIGH != 0;
logic stages [DEST_SYNC_FF];
logic on;

assign on = src_arst == ACTIVE;
always_ff @(posedge dest_clk or posedge on)
	for (int i = 0; i < DEST_SYNC_FF; i++)
		stages[i] <= on ? ACTIVE : i == 0 ? !ACTIVE : stages[i - 1];
assign dest_arst = stages[DEST_SYNC_FF - 1];

endmodule

module xpm_cdc_pulse #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer REG_OUTPUT = 0,
	parameter integer RST_USED = 1,
	parameter integer SIM_ASSERT_CHK = 0
) (
	input  logic src_clk,
	input  logic src_pulse,
	input  logic src_rst,
	input  logic dest_clk,
	input  logic dest_rst,
	output logic dest_pulse
);

logic level, previous, arrived, last;

always_ff @(posedge src_clk) begin
	previous <= src_pulse;
	if (RST_USED != 0 && src_rst)
		level <= 1'b0;
	else if (src_pulse && !previous)
		level <= !level;
end
xpm_cdc_array_single #(.DEST_SYNC_FF(DEST_SYNC_FF), .SRC_INPUT_REG(0), .WIDTH(1)) bits (
	.src_clk(src_clk), .src_in(level), .dest_clk(dest_clk), .dest_out(arrived));
always_ff @(posedge dest_clk)
	last <= RST_USED != 0 && dest_rst ? 1'b0 : arrived;
assign dest_pulse = arrived != last;

endmodule

module xpm_cdc_handshake #(
	parameter integer DEST_EXT_HSK = 1,
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SRC_SYNC_FF = 4,
	parameter integer WIDTH = 1
) (
	input  logic             src_clk,
	input  logic [WIDTH-1:0] src_in,
	input  logic             src_send,
	output logic             src_rcv,
	input  logic             dest_clk,
	output logic [WIDTH-1:0] dest_out,
	output logic             dest_req,
	input  logic             dest_ack
);

logic [WIDTH-1:0] kept;
logic sent, previous, back;

always_ff @(posedge src_clk) begin
	previous <= src_send;
	if (src_send && !previous)
		kept <= src_in;
end
xpm_cdc_array_single #(.DEST_SYNC_FF(DEST_SYNC_FF), .WIDTH(1)) forth (
	.src_clk(src_clk), .src_in(src_send), .dest_clk(dest_clk), .dest_out(sent));
always_ff @(posedge dest_clk) begin
	dest_req <= sent;
	if (sent)
		dest_out <= kept;
end
assign back = DEST_EXT_HSK != 0 ? dest_ack : dest_req;
xpm_cdc_array_single #(.DEST_SYNC_FF(SRC_SYNC_FF), .SRC_INPUT_REG(0), .WIDTH(1)) home (
	.src_clk(dest_clk), .src_in(back), .dest_clk(src_clk), .dest_out(src_rcv));

endmodule
