-- SPDX-License-Identifier: Apache-2.0
-- The kernel `scale` of host_tests/apps/vitis/rtl in VHDL: to[i] = from[i] * factor, one word after the other.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity scale is
	port (
		ap_clk, ap_rst_n : in std_logic;
		m_axi_gmem_awvalid, m_axi_gmem_wvalid, m_axi_gmem_wlast, m_axi_gmem_bready : out std_logic;
		m_axi_gmem_awready, m_axi_gmem_wready, m_axi_gmem_bvalid : in std_logic;
		m_axi_gmem_awaddr, m_axi_gmem_araddr : out std_logic_vector(63 downto 0);
		m_axi_gmem_awlen, m_axi_gmem_arlen : out std_logic_vector(7 downto 0);
		m_axi_gmem_awsize, m_axi_gmem_arsize : out std_logic_vector(2 downto 0);
		m_axi_gmem_awburst, m_axi_gmem_arburst : out std_logic_vector(1 downto 0);
		m_axi_gmem_wdata : out std_logic_vector(31 downto 0);
		m_axi_gmem_wstrb : out std_logic_vector(3 downto 0);
		m_axi_gmem_bresp, m_axi_gmem_rresp : in std_logic_vector(1 downto 0);
		m_axi_gmem_arvalid, m_axi_gmem_rready : out std_logic;
		m_axi_gmem_arready, m_axi_gmem_rvalid, m_axi_gmem_rlast : in std_logic;
		m_axi_gmem_rdata : in std_logic_vector(31 downto 0);
		s_axi_control_awvalid, s_axi_control_wvalid, s_axi_control_bready : in std_logic;
		s_axi_control_arvalid, s_axi_control_rready : in std_logic;
		s_axi_control_awready, s_axi_control_wready, s_axi_control_bvalid : out std_logic;
		s_axi_control_arready, s_axi_control_rvalid : out std_logic;
		s_axi_control_awaddr, s_axi_control_araddr : in std_logic_vector(11 downto 0);
		s_axi_control_wdata : in std_logic_vector(31 downto 0);
		s_axi_control_wstrb : in std_logic_vector(3 downto 0);
		s_axi_control_rdata : out std_logic_vector(31 downto 0);
		s_axi_control_bresp, s_axi_control_rresp : out std_logic_vector(1 downto 0));
end entity;

architecture rtl of scale is
	type phase_t is (waiting, ask, receive, tell, send, confirm);
	signal phase : phase_t;
	signal start, done, idle : std_logic;
	signal source, target, at : unsigned(63 downto 0);
	signal count, left : unsigned(31 downto 0);
	signal factor : unsigned(15 downto 0);
	signal word : unsigned(47 downto 0);
begin
	m_axi_gmem_arvalid <= '1' when phase = ask else '0';
	m_axi_gmem_araddr <= std_logic_vector(source + at);
	m_axi_gmem_rready <= '1' when phase = receive else '0';
	m_axi_gmem_awvalid <= '1' when phase = tell else '0';
	m_axi_gmem_awaddr <= std_logic_vector(target + at);
	m_axi_gmem_wvalid <= '1' when phase = send else '0';
	m_axi_gmem_wdata <= std_logic_vector(word(31 downto 0));
	m_axi_gmem_wstrb <= "1111";
	m_axi_gmem_wlast <= '1';
	m_axi_gmem_bready <= '1' when phase = confirm else '0';
	m_axi_gmem_arlen <= (others => '0');
	m_axi_gmem_awlen <= (others => '0');
	m_axi_gmem_arsize <= "010";
	m_axi_gmem_awsize <= "010";
	m_axi_gmem_arburst <= "01";
	m_axi_gmem_awburst <= "01";
	s_axi_control_bresp <= "00";
	s_axi_control_rresp <= "00";
	idle <= '1' when phase = waiting else '0';
	done <= '1' when (phase = waiting and start = '1' and count = 0) or
		(phase = confirm and m_axi_gmem_bvalid = '1' and left = 1) else '0';

	process (ap_clk)
	begin
		if rising_edge(ap_clk) then
			if ap_rst_n = '0' then
				phase <= waiting;
			else
				case phase is
				when waiting =>
					at <= (others => '0');
					left <= count;
					if start = '1' and count /= 0 then
						phase <= ask;
					end if;
				when ask =>
					if m_axi_gmem_arready = '1' then
						phase <= receive;
					end if;
				when receive =>
					word <= unsigned(m_axi_gmem_rdata) * factor;
					if m_axi_gmem_rvalid = '1' then
						phase <= tell;
					end if;
				when tell =>
					if m_axi_gmem_awready = '1' then
						phase <= send;
					end if;
				when send =>
					if m_axi_gmem_wready = '1' then
						phase <= confirm;
					end if;
				when confirm =>
					if m_axi_gmem_bvalid = '1' then
						at <= at + 4;
						left <= left - 1;
						if left = 1 then
							phase <= waiting;
						else
							phase <= ask;
						end if;
					end if;
				end case;
			end if;
		end if;
	end process;

	registers : entity work.control
		port map (
			clk => ap_clk, rst_n => ap_rst_n,
			awvalid => s_axi_control_awvalid, awready => s_axi_control_awready,
			awaddr => s_axi_control_awaddr, wvalid => s_axi_control_wvalid,
			wready => s_axi_control_wready, wdata => s_axi_control_wdata,
			bvalid => s_axi_control_bvalid, bready => s_axi_control_bready,
			arvalid => s_axi_control_arvalid, arready => s_axi_control_arready,
			araddr => s_axi_control_araddr, rvalid => s_axi_control_rvalid,
			rready => s_axi_control_rready, rdata => s_axi_control_rdata,
			start => start, done => done, idle => idle,
			source => source, target => target, count => count, factor => factor);
end architecture;
