# SPDX-License-Identifier: Apache-2.0
# Commands that packaging scripts use beside the packager's own: without effect here, with a fixed answer, or
# refused with what to do instead.

# The order follows from the sources, and nothing is checked, logged or cached here.
foreach command {update_compile_order set_msg_config reset_msg_config set_param reset_param update_ip_catalog
	generate_target export_ip_user_files reset_target create_ip_run config_ip_cache report_ip_status upgrade_ip
	validate_ip lock_ip start_gui stop_gui report_compile_order check_syntax save_project_as
	archive_project reorder_files} {
	proc $command {args} {}
}

# Without a project, it starts one in memory.
proc set_part {args} {
	if {$fpgacl::project eq ""} {
		create_project -in_memory
	}
	fpgacl::set_prop $fpgacl::project part [lindex $args end]
}

proc get_param {args} {
	return ""
}

proc version {args} {
	return [expr {"-short" in $args ? "2022.2" : "Vivado v2022.2 (fpgacl)"}]
}

# The parts of the boards that there are. Nothing is synthesised, so that a full name is as good as any.
proc get_parts {args} {
	lassign [fpgacl::arguments get_parts $args {} {of_objects filter}] options rest
	set found {}
	foreach pattern [expr {[llength $rest] ? [concat {*}$rest] : "*"}] {
		set names [lsearch -all -inline -glob {xcu50-fsvh2104-2-e xcu55c-fsvh2892-2L-e xcu200-fsgd2104-2-e
			xcu250-figd2104-2L-e xcu280-fsvh2892-2L-e xck26-sfvc784-2LV-c xczu7ev-ffvc1156-2-e
			xczu9eg-ffvb1156-2-e xcvc1902-vsva2197-2MP-e-S} $pattern]
		lappend found {*}[expr {[llength $names] || [string match {*[*?]*} $pattern] ? $names : [list $pattern]}]
	}
	if {[dict exists $options filter]} {
		return [lmap name $found {
			set part [fpgacl::new part "" [list name $name part $name]]
			set passes [fpgacl::passes $part [dict get $options filter]]
			fpgacl::remove $part
			if {!$passes} continue
			set name
		}]
	}
	return $found
}

# Scripts call it so, too.
proc get_fileset {args} {
	return [get_filesets {*}$args]
}

proc get_projects {args} {
	return $fpgacl::project
}

# --- refused ---

set fpgacl::no_netlist "there is no synthesis for emulated boards; package the kernel's Verilog sources with\
	ipx::package_project and package_xo"
set fpgacl::no_design "block designs need Vivado's IP; write the top module in Verilog, or give the kernel a C\
	model (package_xo -kernel_files)"

# What to do instead of a command that needs Vivado itself; "" if nothing is known of it.
proc fpgacl::instead_of {name} {
	variable no_netlist
	variable no_design
	switch -glob -- $name {
		synth_design - opt_design - place_design - route_design - phys_opt_design - power_opt_design -
		launch_runs - wait_on_run* - open_run - reset_run* - create_run - write_checkpoint - read_checkpoint -
		open_checkpoint - write_bitstream - write_edif - read_edif - link_design - synth_ip - write_verilog -
		write_vhdl - write_xdc - rename_ref - close_design - write_device_image - write_hw_platform - ipx::package_checkpoint { return $no_netlist }
		*_bd_* - open_bd_design - validate_bd_design - read_bd - make_wrapper - save_bd_design -
		apply_bd_automation { return $no_design }
		launch_simulation - run - xsim - export_simulation - compile_simlib {
			return "there is no simulator here; link the .xo for hw_emu (v++ -l -t hw_emu), which runs the kernel\
				cycle by cycle"
		}
		open_hw* - connect_hw_server - program_hw_devices {
			return "there is no cable to an emulated board; hosts load the .xclbin"
		}
		open_project {
			return "projects of Vivado cannot be read; create the project in the script (create_project, add_files)"
		}
	}
	return ""
}
