# SPDX-License-Identifier: Apache-2.0
# Projects and their files. A project is a list of files here, with a folder that close_project may delete.

namespace eval fpgacl {
	variable project ""
	variable projects {} ;# those that are open below it
}

proc fpgacl::project {command} {
	variable project
	if {$project eq ""} {
		error "$command: no project is open"
	}
	return $project
}

proc fpgacl::open_project {name folder} {
	variable project
	variable projects
	if {$project ne ""} {
		lappend projects $project
	}
	set project [new project "" [list name $name directory $folder]]
	foreach set {sources_1 sim_1 constrs_1} {
		new fileset $project [list name $set]
	}
	return $project
}

proc create_project {args} {
	lassign [fpgacl::arguments create_project $args {in_memory ip rtl_kernel} {part}] options rest
	lassign $rest name folder
	if {$name eq ""} {
		set name project_1
	}
	if {$folder eq ""} {
		set folder .
	}
	if {![dict exists $options in_memory]} {
		file mkdir $folder
	}
	set project [fpgacl::open_project $name $folder]
	fpgacl::set_prop $project part [fpgacl::option $options part]
	return $project
}

proc current_project {args} {
	return [fpgacl::project current_project]
}

# What was open before is open again, as after editing a packaged core.
proc close_project {args} {
	lassign [fpgacl::arguments close_project $args {delete} {}] options
	set project [fpgacl::project close_project]
	set folder [fpgacl::get_prop $project directory]
	if {[dict exists $options delete] && $folder ne "" &&
		[file normalize $folder] ne [pwd] && ![fpgacl::get_prop $project keep 0]} {
		file delete -force $folder
	}
	set fpgacl::project [lindex $fpgacl::projects end]
	set fpgacl::projects [lrange $fpgacl::projects 0 end-1]
}

proc fpgacl::fileset {command name} {
	if {[info exists fpgacl::objects($name)]} {
		return $name
	}
	set found [fpgacl::children [project $command] fileset $name]
	if {![llength $found]} {
		error "$command: there is no file set '$name'"
	}
	return [lindex $found 0]
}

proc get_filesets {args} {
	lassign [fpgacl::arguments get_filesets $args {} {of_objects filter}] - rest
	set pattern [expr {[llength $rest] ? [lindex $rest 0] : "*"}]
	return [fpgacl::children [fpgacl::project get_filesets] fileset $pattern]
}

proc current_fileset {args} {
	return [fpgacl::fileset current_fileset [expr {"-simset" in $args ? "sim_1" : "sources_1"}]]
}

proc create_fileset {args} {
	return [fpgacl::new fileset [fpgacl::project create_fileset] [list name [lindex $args end]]]
}

proc fpgacl::find_hdl {folder} {
	set found {}
	foreach path [lsort [glob -nocomplain -directory $folder *]] {
		if {[file isdirectory $path]} {
			lappend found {*}[find_hdl $path]
		} elseif {[file extension $path] in {.v .sv .vh .svh .vhd .vhdl .mem .hex .dat .coe .xci}} {
			lappend found $path
		}
	}
	return $found
}

proc fpgacl::add_files {command list} {
	lassign [arguments $command $list {norecurse scan_for_includes copy_to flat} {fileset relative_to}] \
		options rest
	set set [fileset $command [option $options fileset sources_1]]
	set added {}
	foreach path [concat {*}$rest] {
		if {![file exists $path]} {
			error "$command: there is no file '$path'"
		}
		foreach file [expr {[file isdirectory $path] ? [find_hdl $path] : [list $path]}] {
			lappend added [new file $set [list name [file normalize $file]]]
		}
	}
	return $added
}

proc add_files {args} {
	return [fpgacl::add_files add_files $args]
}

proc import_files {args} {
	return [fpgacl::add_files import_files $args]
}

proc read_verilog {args} {
	return [fpgacl::add_files read_verilog [lsearch -all -inline -not -exact $args -sv]]
}

proc get_files {args} {
	lassign [fpgacl::arguments get_files $args {all compile_order} {of_objects filter used_in}] - rest
	set found {}
	foreach set [fpgacl::children [fpgacl::project get_files] fileset] {
		foreach file [fpgacl::children $set file] {
			set name [fpgacl::get_prop $file name]
			if {![llength $rest]} {
				lappend found $file
			}
			foreach pattern [concat {*}$rest] {
				if {[string match $pattern $name] || [string match $pattern [file tail $name]] ||
					[string match */$pattern $name]} {
					lappend found $file
					break
				}
			}
		}
	}
	return $found
}

proc remove_files {args} {
	lassign [fpgacl::arguments remove_files $args {} {fileset}] - rest
	foreach file [concat {*}$rest] {
		if {[info exists fpgacl::objects($file)]} {
			fpgacl::remove $file
		} else {
			foreach one [get_files $file] {
				fpgacl::remove $one
			}
		}
	}
}

# The order follows from the sources, and nothing is checked, logged or cached here.
foreach command {update_compile_order set_msg_config reset_msg_config set_param update_ip_catalog
	generate_target export_ip_user_files reset_target create_ip_run} {
	proc $command {args} {}
}
