// SPDX-License-Identifier: Apache-2.0
// Kernel: to[i] = from[i] * factor for `count` 32-bit words, in bursts of at most 16 words that end
// at multiples of 64 bytes. A burst's reads are followed by its writes.
`timescale 1ns / 1ps

module scale #(
	parameter integer DATA_WIDTH = 32
) (
	input  logic                    ap_clk,
	input  logic                    ap_rst_n,
	output logic                    interrupt,
	output logic                    m_axi_gmem_awvalid,
	input  logic                    m_axi_gmem_awready,
	output logic [63:0]             m_axi_gmem_awaddr,
	output logic [7:0]              m_axi_gmem_awlen,
	output logic [2:0]              m_axi_gmem_awsize,
	output logic [1:0]              m_axi_gmem_awburst,
	output logic                    m_axi_gmem_wvalid,
	input  logic                    m_axi_gmem_wready,
	output logic [DATA_WIDTH-1:0]   m_axi_gmem_wdata,
	output logic [DATA_WIDTH/8-1:0] m_axi_gmem_wstrb,
	output logic                    m_axi_gmem_wlast,
	input  logic                    m_axi_gmem_bvalid,
	output logic                    m_axi_gmem_bready,
	input  logic [1:0]              m_axi_gmem_bresp,
	output logic                    m_axi_gmem_arvalid,
	input  logic                    m_axi_gmem_arready,
	output logic [63:0]             m_axi_gmem_araddr,
	output logic [7:0]              m_axi_gmem_arlen,
	output logic [2:0]              m_axi_gmem_arsize,
	output logic [1:0]              m_axi_gmem_arburst,
	input  logic                    m_axi_gmem_rvalid,
	output logic                    m_axi_gmem_rready,
	input  logic [DATA_WIDTH-1:0]   m_axi_gmem_rdata,
	input  logic                    m_axi_gmem_rlast,
	input  logic [1:0]              m_axi_gmem_rresp,
	input  logic                    s_axi_control_awvalid,
	output logic                    s_axi_control_awready,
	input  logic [11:0]             s_axi_control_awaddr,
	input  logic                    s_axi_control_wvalid,
	output logic                    s_axi_control_wready,
	input  logic [31:0]             s_axi_control_wdata,
	input  logic [3:0]              s_axi_control_wstrb,
	output logic                    s_axi_control_bvalid,
	input  logic                    s_axi_control_bready,
	output logic [1:0]              s_axi_control_bresp,
	input  logic                    s_axi_control_arvalid,
	output logic                    s_axi_control_arready,
	input  logic [11:0]             s_axi_control_araddr,
	output logic                    s_axi_control_rvalid,
	input  logic                    s_axi_control_rready,
	output logic [31:0]             s_axi_control_rdata,
	output logic [1:0]              s_axi_control_rresp
);

typedef enum logic [2:0] {IDLE, ASK, READ, TELL, WRITE, CONFIRM} phase_t;

phase_t phase;
logic start, done;
logic [63:0] from, to, source, target;
logic [31:0] count, left;
logic [15:0] factor;
logic [31:0] words [16];
logic [3:0] at, last;

// The number of words up to the next 64-byte boundary of both source and target.
function automatic [3:0] burst(input [31:0] words_left, input [3:0] a, input [3:0] b);
	logic [4:0] room = 5'd16 - {1'b0, a > b ? a : b};

	burst = words_left < {27'b0, room} ? words_left[3:0] - 4'd1 : room[3:0] - 4'd1;
endfunction

assign done = phase == CONFIRM && m_axi_gmem_bvalid && left == 0 ||
	phase == IDLE && start && count == 0;
assign interrupt = 1'b0;
assign m_axi_gmem_arvalid = phase == ASK;
assign m_axi_gmem_araddr = source;
assign m_axi_gmem_arlen = {4'b0, last};
assign m_axi_gmem_arsize = 3'd2;
assign m_axi_gmem_arburst = 2'b01;
assign m_axi_gmem_rready = phase == READ;
assign m_axi_gmem_awvalid = phase == TELL;
assign m_axi_gmem_awaddr = target;
assign m_axi_gmem_awlen = {4'b0, last};
assign m_axi_gmem_awsize = 3'd2;
assign m_axi_gmem_awburst = 2'b01;
assign m_axi_gmem_wvalid = phase == WRITE;
assign m_axi_gmem_wdata = words[at];
assign m_axi_gmem_wstrb = '1;
assign m_axi_gmem_wlast = at == last;
assign m_axi_gmem_bready = phase == CONFIRM;

always_ff @(posedge ap_clk)
	if (!ap_rst_n) begin
		phase <= IDLE;
	end else case (phase)
	IDLE:
		if (start && count != 0) begin
			source <= from;
			target <= to;
			left <= count;
			last <= burst(count, from[5:2], to[5:2]);
			phase <= ASK;
		end
	ASK: begin
		at <= 0;
		if (m_axi_gmem_arready)
			phase <= READ;
	end
	READ:
		if (m_axi_gmem_rvalid) begin
			words[at] <= m_axi_gmem_rdata * {16'b0, factor};
			at <= at + 1'b1;
			if (m_axi_gmem_rlast)
				phase <= TELL;
		end
	TELL: begin
		at <= 0;
		if (m_axi_gmem_awready) begin
			phase <= WRITE;
			source <= source + 64'd4 * (64'(last) + 1);
			target <= target + 64'd4 * (64'(last) + 1);
			left <= left - (32'(last) + 1);
		end
	end
	WRITE:
		if (m_axi_gmem_wready) begin
			at <= at + 1'b1;
			if (at == last)
				phase <= CONFIRM;
		end
	default:
		if (m_axi_gmem_bvalid) begin
			last <= burst(left, source[5:2], target[5:2]);
			phase <= left == 0 ? IDLE : ASK;
		end
	endcase

scale_control control (
	.clk(ap_clk),
	.rst_n(ap_rst_n),
	.awvalid(s_axi_control_awvalid),
	.awready(s_axi_control_awready),
	.awaddr(s_axi_control_awaddr),
	.wvalid(s_axi_control_wvalid),
	.wready(s_axi_control_wready),
	.wdata(s_axi_control_wdata),
	.wstrb(s_axi_control_wstrb),
	.bvalid(s_axi_control_bvalid),
	.bready(s_axi_control_bready),
	.bresp(s_axi_control_bresp),
	.arvalid(s_axi_control_arvalid),
	.arready(s_axi_control_arready),
	.araddr(s_axi_control_araddr),
	.rvalid(s_axi_control_rvalid),
	.rready(s_axi_control_rready),
	.rdata(s_axi_control_rdata),
	.rresp(s_axi_control_rresp),
	.ap_start(start),
	.ap_done(done),
	.ap_idle(phase == IDLE),
	.from(from),
	.to(to),
	.count(count),
	.factor(factor)
);

endmodule
