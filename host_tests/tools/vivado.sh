#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# vivado.sh TREE FPGACL HDL: scripts that package RTL kernels. An interface that a script describes itself, with
# ports that have other names than its signals, works like one that is inferred; commands that cannot work say
# what to do instead.
. "$(dirname "$0")/lib.sh"
tree=$1 fpgacl=$2 hdl=$3
unset OCL_ICD_VENDORS PLATFORM_REPO_PATHS
. "$tree/settings64.sh"

# script STATUS TEXT: runs a script in the project `p`, which has the sources.
script() {
	printf 'create_project -f p ./p\nadd_files [glob hdl/*]\n%s\n' "$2" >s.tcl
	call "$1" vivado -mode batch -nojournal -source s.tcl
}

# The kernel behind ports whose names say nothing, and a net that nothing drives, as vendors' netlists have it.
mkdir hdl
cp "$hdl"/* hdl/
{
	ports=$(sed -n 's/^\t\(input\|output\) *logic *\(\[.*\]\)\? *\([a-z_]*\),\?$/\1 \2 \3/p' hdl/scale.sv |
		sed 's/DATA_WIDTH/32/g; s/ap_clk/tick/; s/ap_rst_n/still/; s/m_axi_gmem_/m_p_/; s/s_axi_control_/c_p_/')
	echo "module odd ($(echo "$ports" | paste -sd,));"
	echo 'wire loose; assign loose = /* it */ loose ; // assign x = x;'
	echo 'wire \loose[2] , driven; assign \loose[2]  = \loose[2] ; assign driven = driven_too; wire driven_too = tick;'
	echo "scale #(.DATA_WIDTH(32)) inner (.ap_clk(tick), .ap_rst_n(still), .interrupt(interrupt)"
	echo "$ports" | sed -n 's/^.* m_p_\(.*\)$/, .m_axi_gmem_\1(m_p_\1)/p; s/^.* c_p_\(.*\)$/, .s_axi_control_\1(c_p_\1)/p'
	echo '); endmodule'
} >hdl/odd.v
cat >describe.tcl <<'END'
proc describe {name mode type prefix} {
	set core [ipx::current_core]
	ipx::add_bus_interface $name $core
	set bus [ipx::get_bus_interfaces $name -of_objects $core]
	set_property bus_type_vlnv xilinx.com:interface:$type:1.0 $bus
	set_property interface_mode $mode $bus
	foreach port [ipx::get_ports -of_objects $core -filter "NAME =~ ${prefix}_* && DIRECTION != inout"] {
		set port [get_property NAME $port]
		ipx::add_port_map [string toupper [lindex [split $port _] end]] $bus
		set_property physical_name $port [ipx::get_port_maps [lindex [split $port _] end] -of_objects $bus]
	}
}
proc register {name offset bits bus} {
	set block [ipx::get_address_blocks reg0 -of_objects [ipx::get_memory_maps control -of_objects [ipx::current_core]]]
	set register [ipx::add_register $name $block]
	set_property -dict [list address_offset $offset size $bits] $register
	if {$bus ne ""} {
		set_property value $bus [ipx::add_register_parameter ASSOCIATED_BUSIF $register]
	}
}
set_property top odd [current_fileset]
ipx::package_project -root_dir ip -vendor me -library user -taxonomy /UserIP -import_files -force -name odd
set core [ipx::current_core]
ipx::remove_all_bus_interface $core
describe MEMORY master aximm m_p
describe control slave aximm c_p
foreach {name port type signal} {clock tick clock CLK reset still reset RST} {
	set bus [ipx::add_bus_interface $name $core]
	set_property abstraction_type_vlnv xilinx.com:signal:${type}_rtl:1.0 $bus
	set_property physical_name $port [ipx::add_port_map $signal $bus]
}
set_property value ACTIVE_LOW [ipx::add_bus_parameter POLARITY [ipx::get_bus_interfaces reset]]
ipx::associate_bus_interfaces -busif MEMORY -clock clock $core
ipx::add_address_block reg0 [ipx::add_memory_map control $core]
foreach {name offset bits bus} {from 0x010 64 MEMORY to 0x01c 64 MEMORY count 0x028 32 "" factor 0x030 16 ""} {
	register $name $offset $bits $bus
}
ipgui::add_page -name x -component $core
END
script 0 'source describe.tcl
set group [ipx::get_file_groups -of_objects [ipx::current_core] -filter {NAME =~ *synthesis*}]
set file [ipx::get_files src/odd.v -of_objects $group]
puts "[get_property NAME $file] of [llength [ipx::get_files]], [version -short], [get_parts xcu280*]"
puts "[file tail [get_files *odd.v]] [get_property bus_type_vlnv [ipx::get_bus_interfaces MEMORY]]"
set_property core_revision [expr {[get_property core_revision [ipx::current_core]] + 1}] [ipx::current_core]
puts "revision [get_property core_revision [ipx::current_core]]"
ipx::save_core [ipx::current_core]
package_xo -f -xo_path odd.xo -kernel_name odd -ip_directory ip'
says out '^src/odd.v of [0-9]+, 20[0-9.]+, xcu280-fsvh2892-2L-e$'
says out '^odd.v xilinx.com:interface:aximm:1.0$'
says out '^revision 2$'
call 0 v++ -l -t hw_emu --platform u280 odd.xo -o odd.xclbin
printf '\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0' >in.bin
call 0 "$fpgacl" run -d emu:u280 odd.xclbin --arg from=4xint@in.bin --arg to=4xint --arg count=4 --arg factor=5 -o to=-
[ "$(tr -d ' ' <out | paste -sd,)" = 5,10,15,20 ] || problem 'the kernel computed something else'

# The same from attributes in the source. Registers go where Vivado puts those of a slave.
sed -i 's/^module odd (\(.*\));$/module odd (\n\1\n);/; s/,/,\n/g' hdl/odd.v
sed -i '/^ *\(input\|output\).* m_p_/{s/^\(.* m_p_\)\([a-z]*\)\(.*\)$/(* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 MEMORY \U\2\E" *) \1\2\3/}
/^ *\(input\|output\).* c_p_/{s/^\(.* c_p_\)\([a-z]*\)\(.*\)$/(* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 control \U\2\E" *) \1\2\3/}
s/^ *input *tick/(* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *) input tick/
s/^ *input *still/(* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST", X_INTERFACE_PARAMETER = "POLARITY ACTIVE_LOW" *) input still/' hdl/odd.v
script 0 'set_property top odd [get_fileset sources_1]
ipx::package_project -root_dir ip5 -vendor me -library user -name odd -import_files >> log
common::send_msg_id {A-1} {INFO} "packaged"
set block [ipx::get_address_blocks reg0 -of_objects [ipx::get_memory_maps control -of_objects [ipx::find_open_core me:user:odd:1.0]]]
foreach {name offset bits bus} {from 0x010 64 MEMORY to 0x01c 64 MEMORY count 0x028 32 "" factor 0x030 16 ""} {
	set register [ipx::add_register $name $block]
	set_property -dict [list address_offset $offset size $bits] $register
	if {$bus ne ""} { set_property value $bus [ipx::add_register_parameter ASSOCIATED_BUSIF $register] }
}
ipx::save_core [ipx::current_core]
package_xo -force -xo_path odd2.xo -kernel_name odd -ip_directory ip5 -ctrl_protocol ap_ctrl_hs -output_kernel_xml odd2.xml'
says odd2.xml '<arg name="to" addressQualifier="1" id="1" port="MEMORY" size="0x8" offset="0x1c" type="void\*"/>'
says out '^packaged$'
# Such a description, with the same sources, is a kernel too.
call 0 v++ -c -k odd odd2.xml ip5/component.xml -o odd3.xo
diff <(grep -c '<spirit:portMap>' ip/component.xml) <(grep -c '<spirit:portMap>' ip5/component.xml) >diff ||
	problem "attributes: $(cat diff)"
call 0 v++ -l -t hw_emu --platform u280 odd2.xo -o odd2.xclbin
call 0 "$fpgacl" run -d emu:u280 odd2.xclbin --arg from=4xint@in.bin --arg to=4xint --arg count=4 --arg factor=7 -o to=-
[ "$(tr -d ' ' <out | paste -sd,)" = 7,14,21,28 ] || problem 'the kernel with attributes computed something else'

# Of several modules in a file, each is one: the top is the one that no other has, with its own ports.
cat >several.v <<'END'
module part (input ap_clk, input x_tvalid); endmodule
module  whole (input ap_clk, input ap_rst_n, input y_tvalid, output y_tready);
	part p (.ap_clk(ap_clk), .x_tvalid(y_tvalid));
endmodule
END
echo 'create_project -in_memory q; read_verilog -sv several.v
ipx::package_project -root_dir several_ip; puts [get_property name [ipx::get_bus_interfaces]]' >m.tcl
call 0 vivado -mode batch -source m.tcl
says out '^ap_clk ap_rst_n y$'
says several_ip/component.xml '<spirit:modelName>whole<'

# What is an IP of Vivado is said, and the kernel is packaged without it: its C model may do.
touch fifo.xci
script 0 'create_ip -name axis_data_fifo -vendor xilinx.com -library ip -version 2.0 -module_name fifo_0
set_property -dict {CONFIG.FIFO_DEPTH 16} [get_ips fifo_0]
generate_target all [get_files fifo_0.xci]
add_files fifo.xci
ipx::package_project -root_dir ip6 -module scale -force'
says err "no emulation of the IP 'axis_data_fifo', module 'fifo_0': for hw_emu, add a Verilog module of that name"
says err "no emulation of the IP in 'fifo.xci'"

printf 'set_part xcu280-fsvh2892-2L-e\ncreate_ip -name axis_data_fifo -module_name fifo_1 -dir ./made_ip\n' >ip.tcl
echo 'generate_target all [get_files ./made_ip/fifo_1/fifo_1.xci]; puts [llength [get_files ./made_ip/fifo_1/fifo_1.xci]]' >>ip.tcl
call 0 vivado -mode batch -source ip.tcl
says out '^1$'
[ -s made_ip/fifo_1/fifo_1.xci ] || problem 'create_ip -dir left no file, which Makefiles wait for'

# VHDL is packaged as well; GHDL translates it when the kernel is linked.
mkdir vhdl
cat >vhdl/kernel.vhd <<'END'
-- entity wrong is
library ieee; use ieee.std_logic_1164.all;
entity inner is port (ap_clk : in std_logic); end entity;
architecture a of inner is begin end;
library ieee; use ieee.std_logic_1164.all;
entity outer is
	generic (WIDTH : integer := 32);
	port (ap_clk, ap_rst_n : in std_logic; in_tvalid : in std_logic; in_tready : out std_logic;
		in_tdata : in std_logic_vector(WIDTH - 1 downto 0));
end entity;
architecture a of outer is begin
	i : entity work.inner port map (ap_clk => ap_clk);
end architecture;
END
echo 'create_project -in_memory q; read_vhdl -library work vhdl/kernel.vhd
ipx::package_project -root_dir vhdl_ip -name outer; ipx::save_core' >v.tcl
echo 'source v.tcl -notrace' >w.tcl
call 0 vivado -mode batch -source w.tcl
for part in '<spirit:modelName>outer<' '<spirit:name>in</spirit:name><spirit:busType .*"axis".*<spirit:slave/>' \
	'<spirit:name>ap_rst_n</spirit:name><spirit:busType .*"reset"'; do
	says vhdl_ip/component.xml "$part"
done

# --- what cannot work
script 1 'source describe.tcl; ipx::add_register stray [ipx::get_address_blocks none -of_objects [ipx::get_memory_maps control]]'
says err "ipx::add_register: 'stray' goes into an address block, found ''"
script 1 'common::send_msg_id {A-2} {ERROR} "no way"'
says err 'no way'
script 1 'source describe.tcl
set_property physical_name nothing [ipx::get_port_maps AWADDR -of_objects [ipx::get_bus_interfaces MEMORY]]
ipx::save_core'
says err "bus interface 'MEMORY': AWADDR is mapped to 'nothing', which is not a port of 'odd'"
script 1 'source describe.tcl; ipx::add_bus_interface bare [ipx::current_core]; ipx::save_core'
says err "bus interface 'bare': expected a type, found none: set its property bus_type_vlnv"
script 1 'source describe.tcl; set_property interface_mode upside [ipx::get_bus_interfaces MEMORY]; ipx::save_core'
says err "expected interface_mode master or slave, found 'upside'"
script 1 'set_property top scale [current_fileset]; ipx::package_project -root_dir ip2
set_property value 64 [ipx::get_user_parameters DATA_WIDTH]; ipx::save_core'
says err "parameter 'DATA_WIDTH' is set to '64', and 'scale' has '32'"
script 1 'set_property value 64 [get_files *nothing]'
says err "expected an object with the property 'value', found none"
script 0 'set_property -quiet value 64 [get_files *nothing]'
script 0 'set_property verilog_define A=1 [current_fileset]; ipx::package_project -root_dir ip3'
says err "verilog_define 'A=1' of file set 'sources_1' is not part of the packaged core"
script 1 'get_files -filter {NAME && (}'
says err 'expected a filter such as'
for line in 'synth_design -top odd|no synthesis for emulated boards; package the kernel.s Verilog' \
	'create_bd_design x|block designs need Vivado.s IP' \
	'ipx::package_checkpoint -dcp_file x|no synthesis' \
	'launch_simulation|link the .xo for hw_emu' \
	'make_coffee|does not know the command .make_coffee' \
	'ipx::add_file src/gone.v [ipx::add_file_group x [ipx::create_core a b c 1.0]]|no file .src/gone.v'; do
	script 1 "${line%%|*}"
	says err "${line#*|}"
done

# A core that a script makes from nothing.
mkdir made
cp hdl/* made/
script 0 'set core [ipx::create_core me user made 1.0]
set_property root_directory ./made $core
set_property xml_file_name ./made/component.xml $core
set group [ipx::add_file_group -type synthesis {} $core]
foreach file [glob -directory made -tails *] { ipx::add_file $file $group }
ipx::add_ports_from_hdl -top_level_hdl_file scale.sv -top_module_name scale $core
ipx::infer_bus_interfaces $core
ipx::save_core $core
package_xo -xo_path made.xo -kernel_name scale -ip_directory made -ctrl_protocol ap_ctrl_hs'
[ -s made.xo ] || problem 'no .xo of a core that a script made'

# Headers that only the project's include_dirs lead to are packaged too.
mkdir -p inc
mv hdl/scale.vh inc/ 2>/dev/null
script 0 'set_property include_dirs inc [current_fileset]; ipx::package_project -root_dir ip4 -module scale'
[ -e ip4/src/scale.vh ] || problem 'an included header is not packaged'
exit $((failures > 0))
