// SPDX-License-Identifier: Apache-2.0
// Simulation models of the vendor's parameterized macros for FIFOs (interfaces and behaviour: UG974 "Xilinx
// Parameterized Macros"). Parameters for synthesis have no effect; what else has no model is refused by its name. A
// dual-clock FIFO's contents are exact; the number of cycles that its flags take to cross is not. How many words a FIFO
// holds depends on READ_MODE and on its clocks: FIFO_WRITE_DEPTH in UG974.
`timescale 1ns / 1ps
/* verilator lint_off DECLFILENAME */

// The storage and flags of all FIFOs. The ratio of the two sides' widths is a power of two.
module fpgacl_fifo #(
	parameter integer DEPTH = 2048, // words of the writing side
	parameter integer LESS = 0,     // of these, how many cannot be used
	parameter integer MORE = 0,     // words of the reading side beyond these
	parameter integer WRITE_WIDTH = 32,
	parameter integer READ_WIDTH = 32,
	parameter integer WRITE_COUNT_WIDTH = 1,
	parameter integer READ_COUNT_WIDTH = 1,
	parameter integer FULL_THRESH = 10,
	parameter integer EMPTY_THRESH = 10,
	parameter integer LATENCY = 1,
	parameter READ_MODE = "std",
	parameter RESET_VALUE = "0", // hexadecimal
	parameter integer FULL_RESET_VALUE = 0,
	parameter FEATURES = "1F1F",
	parameter ECC_MODE = "no_ecc",
	parameter integer WAKEUP_TIME = 0
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

// Width of the narrower side.
localparam integer UNIT = WRITE_WIDTH < READ_WIDTH ? WRITE_WIDTH : READ_WIDTH;
localparam integer PER_WRITE = WRITE_WIDTH / UNIT;
localparam integer PER_READ = READ_WIDTH / UNIT;
localparam integer UNITS = (DEPTH - LESS) * PER_WRITE + MORE * PER_READ;
localparam integer ROOM = 1 << $clog2(UNITS); // counters that wrap around still say where a unit is
localparam integer STAGES = LATENCY > 1 ? LATENCY : 1;
localparam logic FALL_THROUGH = READ_MODE == "fwft" || LATENCY == 0;

generate
if (ECC_MODE != "no_ecc")
	$fatal(1, "ECC_MODE: the model has only \"no_ecc\"");
if (WAKEUP_TIME != 0)
	$fatal(1, "WAKEUP_TIME: the model has only 0");
if (READ_MODE != "std" && READ_MODE != "fwft")
	$fatal(1, "READ_MODE: expected \"std\" or \"fwft\"");
if (PER_WRITE * UNIT != WRITE_WIDTH || PER_READ * UNIT != READ_WIDTH ||
    (PER_WRITE * PER_READ) != (1 << $clog2(PER_WRITE * PER_READ)))
	$fatal(1, "READ_DATA_WIDTH: expected WRITE_DATA_WIDTH, multiplied or divided by a power of two");
if (DEPTH != 1 << $clog2(DEPTH))
	$fatal(1, "FIFO_WRITE_DEPTH: expected a power of two");
endgenerate

logic [UNIT-1:0] storage [ROOM];
logic [31:0] written, taken; // units so far; they wrap around
logic [31:0] level;
logic [READ_WIDTH-1:0] front;
logic [READ_WIDTH-1:0] stages [STAGES];
logic valid [STAGES];
logic [READ_WIDTH-1:0] reset_value;
logic [15:0] features;
logic writes, reads, fresh; // fresh: nothing has been read since reset

// Flags and counts that are not enabled stay 0.
fpgacl_hexadecimal #(.NAME("USE_ADV_FEATURES"), .TEXT(FEATURES), .WIDTH(16)) which (.value(features));
fpgacl_hexadecimal #(.NAME("DOUT_RESET_VALUE"), .TEXT(RESET_VALUE), .WIDTH(READ_WIDTH)) parsed (.value(reset_value));

assign level = written - taken;
assign full = level + PER_WRITE > UNITS || (FULL_RESET_VALUE != 0 && rst);
assign prog_full = features[1] && level >= FULL_THRESH * PER_WRITE;
assign wr_data_count = features[2] ? WRITE_COUNT_WIDTH'(level / PER_WRITE) : '0;
assign almost_full = features[3] && level + 2 * PER_WRITE > UNITS;
assign empty = level < PER_READ;
assign prog_empty = features[9] && level <= EMPTY_THRESH * PER_READ;
assign rd_data_count = features[10] ? READ_COUNT_WIDTH'(level / PER_READ) : '0;
assign almost_empty = features[11] && level < 2 * PER_READ;
assign writes = wr_en && !full && !rst;
assign reads = rd_en && !empty && !rst;

always_comb
	for (int i = 0; i < PER_READ; i++)
		front[i * UNIT +: UNIT] = storage[(taken + i) % ROOM];
assign dout = !FALL_THROUGH ? stages[STAGES - 1] : empty && fresh ? reset_value : front;
assign data_valid = features[12] && (FALL_THROUGH ? !empty : valid[STAGES - 1]);

always_ff @(posedge wr_clk) begin
	overflow <= features[0] && wr_en && full && !rst;
	wr_ack <= features[4] && writes;
	if (writes)
		for (int i = 0; i < PER_WRITE; i++)
			storage[(written + i) % ROOM] <= din[i * UNIT +: UNIT];
end

// A reset reaches both sides at once: the reading side's clock may have no edge while it lasts.
always_ff @(posedge wr_clk or posedge rst)
	if (rst)
		written <= 0;
	else if (writes)
		written <= written + PER_WRITE;

always_ff @(posedge rd_clk or posedge rst)
	if (rst) begin
		taken <= 0;
		fresh <= 1'b1;
	end else if (reads) begin
		taken <= taken + PER_READ;
		fresh <= 1'b0;
	end

always_ff @(posedge rd_clk) begin
	underflow <= features[8] && rd_en && empty && !rst;
	if (reads)
		stages[0] <= front;
	valid[0] <= reads;
	for (int i = 1; i < STAGES; i++) begin
		stages[i] <= stages[i - 1];
		valid[i] <= valid[i - 1];
	end
	if (rst) begin
		stages[STAGES - 1] <= reset_value;
		for (int i = 0; i < STAGES; i++)
			valid[i] <= 1'b0;
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
	parameter integer WAKEUP_TIME = 0,
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
	.MORE(READ_MODE == "fwft" ? 2 : 0),
	.DEPTH(FIFO_WRITE_DEPTH), .WRITE_WIDTH(WRITE_DATA_WIDTH), .READ_WIDTH(READ_DATA_WIDTH),
	.WRITE_COUNT_WIDTH(WR_DATA_COUNT_WIDTH), .READ_COUNT_WIDTH(RD_DATA_COUNT_WIDTH),
	.FULL_THRESH(PROG_FULL_THRESH), .EMPTY_THRESH(PROG_EMPTY_THRESH),
	.LATENCY(FIFO_READ_LATENCY), .READ_MODE(READ_MODE), .RESET_VALUE(DOUT_RESET_VALUE),
	.FULL_RESET_VALUE(FULL_RESET_VALUE), .FEATURES(USE_ADV_FEATURES), .ECC_MODE(ECC_MODE), .WAKEUP_TIME(WAKEUP_TIME)
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
	parameter integer WAKEUP_TIME = 0,
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
	.LESS(1), .MORE(READ_MODE == "fwft" ? 2 : 0),
	.DEPTH(FIFO_WRITE_DEPTH), .WRITE_WIDTH(WRITE_DATA_WIDTH), .READ_WIDTH(READ_DATA_WIDTH),
	.WRITE_COUNT_WIDTH(WR_DATA_COUNT_WIDTH), .READ_COUNT_WIDTH(RD_DATA_COUNT_WIDTH),
	.FULL_THRESH(PROG_FULL_THRESH), .EMPTY_THRESH(PROG_EMPTY_THRESH),
	.LATENCY(FIFO_READ_LATENCY), .READ_MODE(READ_MODE), .RESET_VALUE(DOUT_RESET_VALUE),
	.FULL_RESET_VALUE(FULL_RESET_VALUE), .FEATURES(USE_ADV_FEATURES), .ECC_MODE(ECC_MODE), .WAKEUP_TIME(WAKEUP_TIME)
) fifo (.*);

endmodule

// A word holds the data and all side channels. With PACKET_FIFO, a packet is only offered once it
// is complete, or if there is no room for the rest of it.
module xpm_fifo_axis #(
	parameter integer CASCADE_HEIGHT = 0,
	parameter integer CDC_SYNC_STAGES = 2,
	parameter CLOCKING_MODE = "common_clock",
	parameter ECC_MODE = "no_ecc",
	parameter EN_SIM_ASSERT_ERR = "warning",
	parameter integer FIFO_DEPTH = 2048,
	parameter FIFO_MEMORY_TYPE = "auto",
	parameter PACKET_FIFO = "false",
	parameter integer PROG_EMPTY_THRESH = 10,
	parameter integer PROG_FULL_THRESH = 10,
	parameter integer RD_DATA_COUNT_WIDTH = 1,
	parameter integer RELATED_CLOCKS = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer TDATA_WIDTH = 32,
	parameter integer TDEST_WIDTH = 1,
	parameter integer TID_WIDTH = 1,
	parameter integer TUSER_WIDTH = 1,
	parameter USE_ADV_FEATURES = "1000",
	parameter integer WR_DATA_COUNT_WIDTH = 1
) (
	input  logic                           s_aresetn,
	input  logic                           s_aclk,
	input  logic                           s_axis_tvalid,
	output logic                           s_axis_tready,
	input  logic [TDATA_WIDTH-1:0]         s_axis_tdata,
	input  logic [TDATA_WIDTH/8-1:0]       s_axis_tstrb,
	input  logic [TDATA_WIDTH/8-1:0]       s_axis_tkeep,
	input  logic                           s_axis_tlast,
	input  logic [TID_WIDTH-1:0]           s_axis_tid,
	input  logic [TDEST_WIDTH-1:0]         s_axis_tdest,
	input  logic [TUSER_WIDTH-1:0]         s_axis_tuser,
	input  logic                           m_aclk,
	output logic                           m_axis_tvalid,
	input  logic                           m_axis_tready,
	output logic [TDATA_WIDTH-1:0]         m_axis_tdata,
	output logic [TDATA_WIDTH/8-1:0]       m_axis_tstrb,
	output logic [TDATA_WIDTH/8-1:0]       m_axis_tkeep,
	output logic                           m_axis_tlast,
	output logic [TID_WIDTH-1:0]           m_axis_tid,
	output logic [TDEST_WIDTH-1:0]         m_axis_tdest,
	output logic [TUSER_WIDTH-1:0]         m_axis_tuser,
	output logic                           prog_full_axis,
	output logic [WR_DATA_COUNT_WIDTH-1:0] wr_data_count_axis,
	output logic                           almost_full_axis,
	output logic                           prog_empty_axis,
	output logic [RD_DATA_COUNT_WIDTH-1:0] rd_data_count_axis,
	output logic                           almost_empty_axis,
	input  logic                           injectsbiterr_axis,
	input  logic                           injectdbiterr_axis,
	output logic                           sbiterr_axis,
	output logic                           dbiterr_axis
);

localparam integer WIDTH = TDATA_WIDTH + 2 * (TDATA_WIDTH / 8) + TID_WIDTH + TDEST_WIDTH + TUSER_WIDTH + 1;
localparam logic COMMON = CLOCKING_MODE == "common_clock";
localparam logic PACKETS = PACKET_FIFO == "true";

logic clock, full, empty, puts, gets, opened;
logic [31:0] begun, ended; // complete packets written and read; these wrap around

generate
if (!COMMON && CLOCKING_MODE != "independent_clock")
	$fatal(1, "CLOCKING_MODE: expected \"common_clock\" or \"independent_clock\"");
if (!PACKETS && PACKET_FIFO != "false")
	$fatal(1, "PACKET_FIFO: expected \"true\" or \"false\"");
if (TDATA_WIDTH % 8 != 0)
	$fatal(1, "TDATA_WIDTH: expected a multiple of 8");
endgenerate

assign clock = COMMON ? s_aclk : m_aclk;
assign s_axis_tready = !full && s_aresetn;
assign m_axis_tvalid = !empty && s_aresetn && (!PACKETS || begun != ended || opened);
assign puts = s_axis_tvalid && s_axis_tready;
assign gets = m_axis_tvalid && m_axis_tready;
assign sbiterr_axis = 1'b0;
assign dbiterr_axis = 1'b0;

always_ff @(posedge s_aclk or negedge s_aresetn)
	if (!s_aresetn)
		begun <= 0;
	else if (puts && s_axis_tlast)
		begun <= begun + 1;

// opened: the packet at the output has begun to leave without its end.
always_ff @(posedge clock or negedge s_aresetn)
	if (!s_aresetn) begin
		ended <= 0;
		opened <= 1'b0;
	end else begin
		if (gets && m_axis_tlast)
			ended <= ended + 1;
		opened <= PACKETS && (opened || (full && begun == ended)) && !(gets && m_axis_tlast);
	end

fpgacl_fifo #(
	.DEPTH(FIFO_DEPTH), .WRITE_WIDTH(WIDTH), .READ_WIDTH(WIDTH), .WRITE_COUNT_WIDTH(WR_DATA_COUNT_WIDTH),
	.READ_COUNT_WIDTH(RD_DATA_COUNT_WIDTH), .FULL_THRESH(PROG_FULL_THRESH), .EMPTY_THRESH(PROG_EMPTY_THRESH),
	.READ_MODE("fwft"), .FEATURES(USE_ADV_FEATURES), .ECC_MODE(ECC_MODE)
) fifo (
	.rst(!s_aresetn), .wr_clk(s_aclk), .wr_en(puts),
	.din({s_axis_tlast, s_axis_tid, s_axis_tdest, s_axis_tuser, s_axis_tkeep, s_axis_tstrb, s_axis_tdata}),
	.full(full), .almost_full(almost_full_axis), .prog_full(prog_full_axis), .overflow(), .wr_ack(),
	.wr_data_count(wr_data_count_axis),
	.rd_clk(clock), .rd_en(gets),
	.dout({m_axis_tlast, m_axis_tid, m_axis_tdest, m_axis_tuser, m_axis_tkeep, m_axis_tstrb, m_axis_tdata}),
	.empty(empty), .almost_empty(almost_empty_axis), .prog_empty(prog_empty_axis), .underflow(), .data_valid(),
	.rd_data_count(rd_data_count_axis)
);

endmodule
