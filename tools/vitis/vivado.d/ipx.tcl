# SPDX-License-Identifier: Apache-2.0
# The packager's commands, ipx::*. A core is an object with bus interfaces, memory maps and files.

namespace eval ipx {
	variable current ""
	variable cores ;# by the path of component.xml
	array set cores {}
}

proc ipx::core {command {core ""}} {
	variable current
	if {$core eq ""} {
		set core $current
	}
	if {$core eq ""} {
		error "$command: there is no current core"
	}
	return $core
}

# "name ?core?", the arguments of all these commands.
proc ipx::child {command class list {values {}}} {
	lassign [fpgacl::arguments $command $list {} [concat $values {of_objects}]] options rest
	lassign $rest name parent
	if {$parent eq ""} {
		set parent [core $command [fpgacl::option $options of_objects]]
	}
	set found [fpgacl::children $parent $class $name]
	return [expr {[llength $found] ? [lindex $found 0] : [fpgacl::new $class $parent [list name $name]]}]
}

proc ipx::list_children {command class list} {
	lassign [fpgacl::arguments $command $list {} {of_objects filter}] options rest
	lassign $rest pattern parent
	if {[dict exists $options of_objects]} {
		set parent [dict get $options of_objects]
	}
	if {[info exists fpgacl::objects($pattern)]} {
		set parent $pattern
		set pattern *
	}
	if {$pattern eq ""} {
		set pattern *
	}
	return [fpgacl::children [core $command $parent] $class $pattern]
}

# Commands that add, list and remove parts of a core differ only in the part.
foreach {part class} {memory_map memory_map address_block address_block register register
	field field register_parameter parameter bus_parameter parameter bus_interface bus
	user_parameter user_parameter address_space address_space port_map port_map
	file_group file_group port port} {
	set plural [expr {$part eq "bus_interface" ? "bus_interfaces" : "${part}s"}]
	proc ipx::add_$part {args} "return \[ipx::child ipx::add_$part $class \$args\]"
	proc ipx::get_$plural {args} "return \[ipx::list_children ipx::get_$plural $class \$args\]"
	proc ipx::remove_$part {args} "
		lassign \[fpgacl::arguments ipx::remove_$part \$args {} {}\] - rest
		lassign \$rest name parent
		foreach one \[fpgacl::children \[ipx::core ipx::remove_$part \$parent\] $class \$name\] {
			fpgacl::remove \$one
		}"
}

# --- cores ---

proc ipx::package_project {args} {
	lassign [fpgacl::arguments ipx::package_project $args {import_files generated_files} \
		{root_dir vendor library taxonomy name version set_current module}] options
	set project [fpgacl::project ipx::package_project]
	set root [fpgacl::option $options root_dir [fpgacl::get_prop $project directory]]
	set files [fpgacl::project_files $project]
	set design [fpgacl::read_hdl $files]
	set top [fpgacl::option $options module [fpgacl::get_prop [current_fileset] top]]
	if {$top eq ""} {
		set top [fpgacl::find_top $design]
	}
	if {![dict exists $design $top]} {
		error "ipx::package_project: the sources define no module '$top'"
	}
	set core [fpgacl::new core "" [list name [fpgacl::option $options name $top] top $top \
		vendor [fpgacl::option $options vendor user.org] \
		library [fpgacl::option $options library user] \
		version [fpgacl::option $options version 1.0] root_directory [file normalize $root] \
		xml_file_name [file normalize [file join $root component.xml]]]]
	fpgacl::import_files $core $files
	fpgacl::infer_buses $core [fpgacl::find_ports $design $top]
	set ipx::cores([fpgacl::get_prop $core xml_file_name]) $core
	set ipx::current $core
	save_core $core
	return $core
}

proc ipx::current_core {args} {
	lassign [fpgacl::arguments ipx::current_core $args {} {}] - rest
	if {[llength $rest]} {
		set ipx::current [lindex $rest 0]
	}
	return [core ipx::current_core]
}

# A core that this run packaged stays in memory; another one's parts are in its component.xml only.
proc ipx::open_core {args} {
	lassign [fpgacl::arguments ipx::open_core $args {} {set_current}] - rest
	set path [file normalize [lindex $rest 0]]
	if {![info exists ipx::cores($path)]} {
		error "ipx::open_core: '$path' was not packaged in this run"
	}
	set ipx::current $ipx::cores($path)
	return $ipx::current
}

proc ipx::edit_ip_in_project {args} {
	lassign [fpgacl::arguments ipx::edit_ip_in_project $args {} {upgrade name directory}] options rest
	set core [ipx::open_core [lindex $rest 0]]
	# Its folder is the core's: closing the project must not delete that.
	fpgacl::set_prop [fpgacl::open_project [fpgacl::option $options name edit] ""] keep 1
	return $core
}

proc ipx::save_core {args} {
	lassign [fpgacl::arguments ipx::save_core $args {} {}] - rest
	fpgacl::write_component [core ipx::save_core [lindex $rest 0]]
}

# What these do has no meaning for an emulated board, or is done when the core is saved.
foreach command {unload_core create_xgui_files update_checksums update_source_project_archive
	merge_project_changes archive_core close_core create_default_window_page remove_all_port} {
	proc ipx::$command {args} {}
}

# Reports what could not become a kernel later.
proc ipx::check_integrity {args} {
	lassign [fpgacl::arguments ipx::check_integrity $args {kernel xrt} {}] options rest
	set core [core ipx::check_integrity [lindex $rest 0]]
	foreach map [fpgacl::children $core memory_map] {
		foreach block [fpgacl::children $map address_block] {
			foreach register [fpgacl::children $block register] {
				foreach parameter [fpgacl::children $register parameter ASSOCIATED_BUSIF] {
					set bus [fpgacl::get_prop $parameter value]
					if {![llength [fpgacl::children $core bus $bus]]} {
						error "ipx::check_integrity: register\
							'[fpgacl::get_prop $register name]' belongs to\
							'$bus', which is not a bus interface"
					}
				}
			}
		}
	}
	return 1
}

# --- buses ---

proc ipx::associate_bus_interfaces {args} {
	lassign [fpgacl::arguments ipx::associate_bus_interfaces $args {clear remove} {busif clock reset}] \
		options rest
	set core [core ipx::associate_bus_interfaces [lindex $rest 0]]
	foreach what {busif clock reset} {
		set name [fpgacl::option $options $what]
		if {$name ne "" && ![llength [fpgacl::children $core bus $name]]} {
			error "ipx::associate_bus_interfaces: the core has no bus interface '$name'"
		}
	}
}

# The interfaces follow from the names of the ports: what a script infers explicitly is there
# already.
proc ipx::infer_bus_interface {args} {
	lassign [fpgacl::arguments ipx::infer_bus_interface $args {} {}] - rest
	lassign $rest names type core
	set name [lindex $names 0]
	set core [core ipx::infer_bus_interface $core]
	if {[llength [fpgacl::children $core bus $name]]} {
		return [lindex [fpgacl::children $core bus $name] 0]
	}
	return [fpgacl::new bus $core [list name $name type [lindex [split $type :] 2] mode slave]]
}

proc ipx::infer_bus_interfaces {args} {
	lassign [fpgacl::arguments ipx::infer_bus_interfaces $args {} {}] - rest
	return [fpgacl::children [core ipx::infer_bus_interfaces [lindex $rest end]] bus]
}
