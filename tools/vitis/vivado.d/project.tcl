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
	foreach run {synth_1 impl_1} {
		new run $project [list name $run]
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
	set sets [fpgacl::children [project $command] fileset]
	if {$name in $sets} {
		return $name
	}
	set found [fpgacl::children [project $command] fileset $name]
	if {![llength $found]} {
		error "$command: there is no file set '$name'"
	}
	return [lindex $found 0]
}

proc get_filesets {args} {
	lassign [fpgacl::arguments get_filesets $args {} {of_objects filter}] options rest
	set pattern [expr {[llength $rest] ? [lindex $rest 0] : "*"}]
	return [fpgacl::children [fpgacl::project get_filesets] fileset $pattern [fpgacl::option $options filter]]
}

proc current_fileset {args} {
	return [fpgacl::fileset current_fileset [expr {"-simset" in $args ? "sim_1" : "sources_1"}]]
}

proc get_runs {args} {
	lassign [fpgacl::arguments get_runs $args {} {filter}] options rest
	set pattern [expr {[llength $rest] ? [lindex $rest 0] : "*"}]
	return [fpgacl::children [fpgacl::project get_runs] run $pattern [fpgacl::option $options filter]]
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
	lassign [arguments $command $list {norecurse scan_for_includes flat sv vhdl2008 no_copy_to unmanaged
		mode_ooc} {fileset relative_to copy_to library ref cells}] options rest
	set set [fileset $command [option $options fileset sources_1]]
	set to [option $options copy_to]
	set added {}
	foreach path [concat {*}$rest] {
		if {![file exists $path]} {
			error "$command: there is no file '$path'"
		}
		foreach file [expr {[file isdirectory $path] ? [find_hdl $path] : [list $path]}] {
			if {$to ne ""} {
				file mkdir $to
				file copy -force -- $file [file join $to [file tail $file]]
				set file [file join $to [file tail $file]]
			}
			lappend added [new file $set [list name [file normalize $file]]]
		}
	}
	return $added
}

foreach command {add_files import_files read_verilog read_vhdl read_mem read_ip import_ip} {
	proc $command {args} "return \[fpgacl::add_files $command \$args\]"
}

proc read_xdc {args} {
	return [fpgacl::add_files read_xdc [concat $args -fileset constrs_1]]
}

proc get_files {args} {
	lassign [fpgacl::arguments get_files $args {all compile_order norecurse} {of_objects filter used_in}] \
		options rest
	set sets [fpgacl::option $options of_objects [fpgacl::children [fpgacl::project get_files] fileset]]
	set found {}
	foreach set $sets {
		foreach file [fpgacl::children $set file * [fpgacl::option $options filter]] {
			set name [fpgacl::get_prop $file name]
			if {![llength $rest]} {
				lappend found $file
			}
			foreach pattern [concat {*}$rest] {
				if {[string match $pattern $name] || [string match $pattern [file tail $name]] ||
					[string match */$pattern $name] || [file normalize $pattern] eq $name} {
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

