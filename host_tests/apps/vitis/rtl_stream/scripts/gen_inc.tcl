# SPDX-License-Identifier: Apache-2.0
# The wizard's example of a kernel with two streams of 64 bits.
set xo [lindex $::argv 0]

create_project -force wizard ./wizard -part xcu250-figd2104-2l-e
create_ip -name rtl_kernel_wizard -vendor xilinx.com -library ip -version 1.0 -module_name inc
set_property -dict [list CONFIG.Component_Name {inc} CONFIG.KERNEL_NAME {inc} CONFIG.KERNEL_CTRL {ap_ctrl_hs} \
	CONFIG.NUM_INPUT_ARGS {0} CONFIG.NUM_M_AXI {0} CONFIG.NUM_AXIS {2} CONFIG.AXIS00_NAME {out} \
	CONFIG.AXIS01_NAME {in} CONFIG.AXIS00_NUM_BYTES {8} CONFIG.AXIS01_NUM_BYTES {8}] [get_ips inc]
generate_target {instantiation_template} [get_files inc.xci]
set_property generate_synth_checkpoint false [get_files inc.xci]
open_example_project -force -in_process -dir [pwd] [get_ips inc]

source -notrace inc_ex/imports/package_kernel.tcl
package_project inc_ex/inc fpgacl user inc
package_xo -force -xo_path $xo -kernel_name inc -ip_directory inc_ex/inc -kernel_xml inc_ex/imports/kernel.xml \
	-kernel_files inc_ex/imports/inc_cmodel.cpp
