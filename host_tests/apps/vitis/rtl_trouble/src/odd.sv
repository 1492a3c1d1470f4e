// SPDX-License-Identifier: Apache-2.0
// Register `mode`: 0 ends normally, 1 hangs, 2 counts forever, 3 reads across a 4 KiB boundary, 4
// reads where there is no memory, 5 calls $finish.
`timescale 1ns / 1ps

module odd (
	input  logic        ap_clk,
	input  logic        ap_rst_n,
	output logic        m_axi_gmem_arvalid,
	input  logic        m_axi_gmem_arready,
	output logic [63:0] m_axi_gmem_araddr,
	output logic [7:0]  m_axi_gmem_arlen,
	output logic [2:0]  m_axi_gmem_arsize,
	output logic [1:0]  m_axi_gmem_arburst,
	input  logic        m_axi_gmem_rvalid,
	output logic        m_axi_gmem_rready,
	input  logic [31:0] m_axi_gmem_rdata,
	input  logic        s_axi_control_awvalid,
	output logic        s_axi_control_awready,
	input  logic [7:0]  s_axi_control_awaddr,
	input  logic        s_axi_control_wvalid,
	output logic        s_axi_control_wready,
	input  logic [31:0] s_axi_control_wdata,
	output logic        s_axi_control_bvalid,
	input  logic        s_axi_control_bready,
	input  logic        s_axi_control_arvalid,
	output logic        s_axi_control_arready,
	input  logic [7:0]  s_axi_control_araddr,
	output logic        s_axi_control_rvalid,
	input  logic        s_axi_control_rready,
	output logic [31:0] s_axi_control_rdata
);

logic [63:0] buffer;
logic [31:0] mode, counter;
logic running, done, write, read;

assign write = s_axi_control_awvalid && s_axi_control_wvalid && !s_axi_control_bvalid;
assign read = s_axi_control_arvalid && !s_axi_control_rvalid;
assign s_axi_control_awready = write;
assign s_axi_control_wready = write;
assign s_axi_control_arready = read;
assign m_axi_gmem_rready = 1'b1;
assign m_axi_gmem_arlen = 8'd1;
assign m_axi_gmem_arsize = 3'd2;
assign m_axi_gmem_arburst = 2'd1;
assign m_axi_gmem_araddr = mode == 3 ? {buffer[63:12], 12'hffc} : 64'hffff_0000_0000_0000;
assign m_axi_gmem_arvalid = running && (mode == 3 || mode == 4);

always_ff @(posedge ap_clk) begin
	if (s_axi_control_bready)
		s_axi_control_bvalid <= 1'b0;
	if (s_axi_control_rready)
		s_axi_control_rvalid <= 1'b0;
	if (write) begin
		s_axi_control_bvalid <= 1'b1;
		case (s_axi_control_awaddr)
		8'h00: running <= s_axi_control_wdata[0];
		8'h10: mode <= s_axi_control_wdata;
		8'h18: buffer[31:0] <= s_axi_control_wdata;
		8'h1c: buffer[63:32] <= s_axi_control_wdata;
		default: ;
		endcase
	end
	if (read) begin
		s_axi_control_rvalid <= 1'b1;
		s_axi_control_rdata <= {29'b0, !running, done, running};
		done <= 1'b0;
	end
	if (running && mode == 0) begin
		running <= 1'b0;
		done <= 1'b1;
	end
	if (running && mode == 2)
		counter <= counter + 1;
	if (running && mode == 5)
		$finish;
	if (!ap_rst_n) begin
		running <= 1'b0;
		done <= 1'b0;
		s_axi_control_bvalid <= 1'b0;
		s_axi_control_rvalid <= 1'b0;
	end
end

endmodule
