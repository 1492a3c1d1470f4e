# SPDX-License-Identifier: Apache-2.0
# From the sources to a packaged core in the steps that Vivado's own examples take.
set packaged ./packaged_$suffix
create_project -force pack ./tmp_$suffix
add_files -norecurse [glob ./src/hdl/*.v ./src/hdl/*.vh ./src/hdl/*.sv]
update_compile_order -fileset sources_1
ipx::package_project -root_dir $packaged -vendor fpgacl -library RTLKernel -taxonomy /KernelIP -import_files -set_current false
ipx::unload_core $packaged/component.xml
ipx::edit_ip_in_project -upgrade true -name edit -directory $packaged $packaged/component.xml
set core [ipx::current_core]
set_property core_revision 2 $core
foreach parameter [ipx::get_user_parameters] {
	ipx::remove_user_parameter [get_property NAME $parameter] $core
}
ipx::associate_bus_interfaces -busif m_axi_gmem -clock ap_clk $core
ipx::associate_bus_interfaces -busif s_axi_control -clock ap_clk $core

set map [::ipx::add_memory_map -quiet "s_axi_control" $core]
set block [::ipx::add_address_block -quiet "reg0" $map]
set register [::ipx::add_register "CTRL" $block]
set_property address_offset 0x000 $register
set_property size 32 $register
set field [ipx::add_field AP_START $register]
set_property -dict {ACCESS read-write BIT_OFFSET 0 BIT_WIDTH 1} $field
foreach {name offset bits bus} {from 0x010 64 m_axi_gmem to 0x01c 64 m_axi_gmem count 0x028 32 "" factor 0x030 16 ""} {
	set register [::ipx::add_register -quiet $name $block]
	set_property address_offset $offset $register
	set_property size $bits $register
	if { $bus ne "" } {
		set parameter [::ipx::add_register_parameter -quiet {ASSOCIATED_BUSIF} $register]
		set_property value $bus $parameter
	}
}
set_property slave_memory_map_ref "s_axi_control" [::ipx::get_bus_interfaces -of $core "s_axi_control"]
set_property sdx_kernel true $core
set_property sdx_kernel_type rtl $core
ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::check_integrity -kernel $core
ipx::save_core $core
close_project -delete
