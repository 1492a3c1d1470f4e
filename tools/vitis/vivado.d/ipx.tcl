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

# What a part is in, if not in the core itself.
set ipx::within {address_block {memory_map {a memory map}} register {address_block {an address block}}
	field {register {a register}} parameter {{register bus} {a register or a bus interface}}
	port_map {bus {a bus interface}}}

# "name ?parent?", the arguments of all these commands.
proc ipx::child {command class list} {
	variable within
	lassign [fpgacl::arguments $command $list {} {of_objects}] options rest
	lassign $rest name parent
	if {$parent eq ""} {
		set parent [fpgacl::option $options of_objects]
	}
	if {![dict exists $within $class]} {
		set parent [core $command $parent]
	} else {
		lassign [dict get $within $class] classes what
		if {![info exists fpgacl::objects($parent)] ||
			[dict get $fpgacl::objects($parent) class] ni $classes} {
			error "$command: '$name' goes into $what, found '$parent'"
		}
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
	set found {}
	foreach one [core $command $parent] {
		lappend found {*}[fpgacl::children $one $class $pattern [fpgacl::option $options filter]]
	}
	return $found
}

# Commands that add, list and remove parts of a core differ only in the part.
foreach {part class} {memory_map memory_map address_block address_block register register
	field field register_parameter parameter bus_parameter parameter bus_interface bus
	user_parameter user_parameter hdl_parameter hdl_parameter address_space address_space segment segment
	port_map port_map file_group file_group port port subcore subcore} {
	set plural ${part}s
	proc ipx::add_$part {args} "return \[ipx::child ipx::add_$part $class \$args\]"
	proc ipx::get_$plural {args} "return \[ipx::list_children ipx::get_$plural $class \$args\]"
	proc ipx::remove_$part {args} "
		lassign \[fpgacl::arguments ipx::remove_$part \$args {} {}\] - rest
		lassign \$rest name parent
		foreach one \[fpgacl::children \[ipx::core ipx::remove_$part \$parent\] $class \$name\] {
			fpgacl::remove \$one
		}"
	proc ipx::remove_all_$part {args} "
		foreach one \[fpgacl::children \[ipx::core ipx::remove_all_$part \[lindex \$args end\]\] $class\] {
			fpgacl::remove \$one
		}"
}

# --- cores ---

proc ipx::new_core {vendor library name version root} {
	set core [fpgacl::new core "" [list name $name vendor $vendor library $library version $version \
		vlnv $vendor:$library:$name:$version core_revision 1 root_directory [file normalize $root] \
		xml_file_name [file normalize [file join $root component.xml]]]]
	set ipx::cores([fpgacl::get_prop $core xml_file_name]) $core
	set ipx::current $core
	return $core
}

proc ipx::package_project {args} {
	lassign [fpgacl::arguments ipx::package_project $args {import_files generated_files} {root_dir vendor library
		taxonomy name version set_current module archive_source_project}] options
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
	set core [new_core [fpgacl::option $options vendor user.org] [fpgacl::option $options library user] \
		[fpgacl::option $options name $top] [fpgacl::option $options version 1.0] $root]
	fpgacl::import_files $core $files
	fpgacl::describe_top $core $design $top
	fpgacl::infer_buses $core
	save_core $core
	return $core
}

# A core without sources; the script adds files and ports. "Vendor library name version", or one VLNV.
proc ipx::create_core {args} {
	lassign [fpgacl::arguments ipx::create_core $args {} {root_dir set_current}] options rest
	if {[llength $rest] == 1} {
		set rest [split [lindex $rest 0] :]
	}
	if {[llength $rest] != 4} {
		error "ipx::create_core: expected a vendor, a library, a name and a version, found '$rest'"
	}
	return [new_core {*}$rest [fpgacl::option $options root_dir .]]
}

proc ipx::add_ports_from_hdl {args} {
	lassign [fpgacl::arguments ipx::add_ports_from_hdl $args {} {top_level_hdl_file top_module_name}] options rest
	set core [core ipx::add_ports_from_hdl [lindex $rest 0]]
	set path [fpgacl::option $options top_level_hdl_file]
	set inside [file join [fpgacl::get_prop $core root_directory] $path]
	set design [fpgacl::read_hdl [list [expr {[file exists $inside] ? $inside : $path}]]]
	set top [fpgacl::option $options top_module_name [lindex [dict keys $design] 0]]
	if {![dict exists $design $top]} {
		error "ipx::add_ports_from_hdl: '$path' defines no module '$top'"
	}
	fpgacl::describe_top $core $design $top
	return [fpgacl::children $core port]
}

# With the parameters, ports are there, too.
proc ipx::add_model_parameters_from_hdl {args} {
	add_ports_from_hdl {*}$args
	return [fpgacl::children [core ipx::add_model_parameters_from_hdl] hdl_parameter]
}

proc ipx::find_open_core {args} {
	lassign [fpgacl::arguments ipx::find_open_core $args {} {}] - rest
	variable cores
	set found {}
	foreach path [array names cores] {
		set core $cores($path)
		set vlnv [join [lmap part {vendor library name version} {fpgacl::get_prop $core $part}] :]
		if {[string match [lindex $rest 0] $vlnv] || $vlnv eq [lindex $rest 0]} {
			lappend found $core
		}
	}
	return $found
}

# Takes over what a script has added to the project since.
proc ipx::merge_project_changes {args} {
	lassign [fpgacl::arguments ipx::merge_project_changes $args {} {}] - rest
	set core [core ipx::merge_project_changes [lindex $rest 1]]
	set files [fpgacl::project_files [fpgacl::project ipx::merge_project_changes]]
	set design [fpgacl::read_hdl $files]
	set top [fpgacl::get_prop $core top]
	if {[lindex $rest 0] eq "files"} {
		fpgacl::import_files $core $files
	} elseif {[dict exists $design $top]} {
		fpgacl::describe_top $core $design $top
	}
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
foreach command {unload_core create_xgui_files update_checksums update_source_project_archive archive_core
	close_core create_default_window_page update_ip_instances reorder_files move_temp_component_back
	infer_user_parameters infer_core} {
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
