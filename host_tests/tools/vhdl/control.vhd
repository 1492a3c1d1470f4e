-- SPDX-License-Identifier: Apache-2.0
-- The registers of ap_ctrl_hs behind AXI4-Lite, as kernel.xml of host_tests/bench/rtl has them.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity control is
	port (
		clk, rst_n : in std_logic;
		awvalid, wvalid, bready, arvalid, rready : in std_logic;
		awaddr, araddr : in std_logic_vector(11 downto 0);
		wdata : in std_logic_vector(31 downto 0);
		awready, wready, bvalid, arready, rvalid : out std_logic;
		rdata : out std_logic_vector(31 downto 0);
		start : out std_logic;
		done, idle : in std_logic;
		source, target : out unsigned(63 downto 0);
		count : out unsigned(31 downto 0);
		factor : out unsigned(15 downto 0));
end entity;

architecture rtl of control is
	signal b, r, begun, ended : std_logic;
	signal write, read : std_logic;
	signal from_i, to_i : std_logic_vector(63 downto 0);
begin
	write <= awvalid and wvalid and not b;
	read <= arvalid and not r;
	awready <= write;
	wready <= write;
	bvalid <= b;
	arready <= read;
	rvalid <= r;
	start <= begun;
	source <= unsigned(from_i);
	target <= unsigned(to_i);

	process (clk)
	begin
		if rising_edge(clk) then
			if rst_n = '0' then
				b <= '0';
				r <= '0';
				begun <= '0';
				ended <= '0';
			else
				if bready = '1' then
					b <= '0';
				end if;
				if rready = '1' then
					r <= '0';
				end if;
				if done = '1' then
					begun <= '0';
					ended <= '1';
				end if;
				if write = '1' then
					b <= '1';
					case awaddr is
					when x"000" => begun <= begun or wdata(0);
					when x"010" => from_i(31 downto 0) <= wdata;
					when x"014" => from_i(63 downto 32) <= wdata;
					when x"01c" => to_i(31 downto 0) <= wdata;
					when x"020" => to_i(63 downto 32) <= wdata;
					when x"028" => count <= unsigned(wdata);
					when x"030" => factor <= unsigned(wdata(15 downto 0));
					when others => null;
					end case;
				end if;
				if read = '1' then
					r <= '1';
					rdata <= (others => '0');
					if araddr = x"000" then
						rdata(0) <= begun;
						rdata(1) <= ended;
						rdata(2) <= idle;
						ended <= done;
					end if;
				end if;
			end if;
		end if;
	end process;
end architecture;
