# SPDX-License-Identifier: Apache-2.0
# vivado -mode batch -source SCRIPT -tclargs ...: runs a script that packages an RTL kernel. The commands
# are those of UG835 and UG1118 that such scripts use; any other one is an error that names it.

namespace eval fpgacl {
	variable folder [file dirname [info script]]
	# Objects that scripts hold handles of: handle -> {class ... parent ... props {...}}
	variable objects
	array set objects {}
	variable count 0
}
set fpgacl::tree [file dirname [file dirname [file normalize $fpgacl::folder]]]

# Splits arguments: "flags" stand alone, "values" take one. Returns {options-dict positionals}.
proc fpgacl::arguments {command args flags values} {
	set options [dict create]
	set rest {}
	lappend flags quiet verbose force
	for {set i 0} {$i < [llength $args]} {incr i} {
		set arg [lindex $args $i]
		if {![regexp {^-([A-Za-z]\w*)$} $arg -> name]} {
			lappend rest $arg
			continue
		}
		# Names may be abbreviated, as in "-of" for "-of_objects".
		if {$name in $flags} {
			dict set options $name 1
			continue
		}
		set matches [lsearch -all -inline -glob $values $name*]
		if {$name in $values} {
			set matches [list $name]
		}
		if {[llength $matches] != 1} {
			error "$command: this stand-in for Vivado does not know the option -$name"
		}
		if {[incr i] >= [llength $args]} {
			error "$command: option -$name needs a value"
		}
		dict set options [lindex $matches 0] [lindex $args $i]
	}
	return [list $options $rest]
}

proc fpgacl::option {options name {fallback ""}} {
	return [expr {[dict exists $options $name] ? [dict get $options $name] : $fallback}]
}

# --- objects ---

proc fpgacl::new {class parent props} {
	variable objects
	variable count
	set handle "$class#[incr count]"
	set objects($handle) [dict create class $class parent $parent props [dict create]]
	dict for {name value} $props {
		fpgacl::set_prop $handle $name $value
	}
	return $handle
}

proc fpgacl::set_prop {handle name value} {
	variable objects
	if {![info exists objects($handle)]} {
		error "'$handle' is not an object"
	}
	dict set objects($handle) props [string tolower $name] $value
}

proc fpgacl::get_prop {handle name {fallback ""}} {
	variable objects
	if {![info exists objects($handle)]} {
		error "'$handle' is not an object"
	}
	set props [dict get $objects($handle) props]
	set name [string tolower $name]
	return [expr {[dict exists $props $name] ? [dict get $props $name] : $fallback}]
}

# Children of a class, in the order they were made; whose name matches, if a pattern is given.
proc fpgacl::children {parent class {pattern *}} {
	variable objects
	set found {}
	foreach handle [lsort -dictionary [array names objects $class#*]] {
		if {[dict get $objects($handle) parent] eq $parent &&
			[string match -nocase $pattern [get_prop $handle name]]} {
			lappend found $handle
		}
	}
	return $found
}

proc fpgacl::remove {handle} {
	variable objects
	foreach other [array names objects] {
		if {[info exists objects($other)] && [dict get $objects($other) parent] eq $handle} {
			remove $other
		}
	}
	unset -nocomplain objects($handle)
}

proc set_property {args} {
	if {[lindex $args 0] eq "-quiet"} {
		set args [lrange $args 1 end]
	}
	if {[lindex $args 0] eq "-dict"} {
		lassign $args - pairs handles
	} else {
		if {[llength $args] < 3} {
			error "set_property: expected a name, a value and an object"
		}
		lassign $args name value handles
		set pairs [list $name $value]
	}
	foreach handle $handles {
		foreach {name value} $pairs {
			fpgacl::set_prop $handle $name $value
		}
	}
}

proc get_property {args} {
	lassign [fpgacl::arguments get_property $args {} {}] - rest
	lassign $rest name handle
	return [fpgacl::get_prop $handle $name]
}

# --- Tcl itself, as Vivado has it ---

rename source fpgacl::source_file
proc source {args} {
	set path [lindex $args end]
	uplevel 1 [list fpgacl::source_file $path]
}

# A line that is nothing but "[command]" calls what the command returned; "name[0]" is a name.
proc unknown {args} {
	if {[lindex $args 0] eq ""} {
		return
	}
	if {[llength $args] == 1 && [regexp {^(\d+(:\d+)?|\*)$} [lindex $args 0]]} {
		return "\[[lindex $args 0]\]"
	}
	error "this stand-in for Vivado packages RTL kernels; it does not know the command\
		'[lindex $args 0]'"
}

proc quit {args} {
	exit {*}$args
}

foreach fpgacl::file {project.tcl ipx.tcl component.tcl ip.tcl wizard.tcl} {
	fpgacl::source_file [file join $fpgacl::folder $fpgacl::file]
}

# --- the command line ---

proc fpgacl::usage {} {
	puts stderr "usage: vivado -mode batch -source SCRIPT \[-tclargs ARGUMENT...\]"
	exit 1
}

proc fpgacl::main {} {
	global argv argc argv0
	set scripts {}
	set mode batch
	for {set i 0} {$i < [llength $argv]} {incr i} {
		switch -- [lindex $argv $i] {
			-mode { set mode [lindex $argv [incr i]] }
			-source { lappend scripts [lindex $argv [incr i]] }
			-log - -journal - -tempDir { incr i }
			-nolog - -nojournal - -notrace - -verbose - -quiet {}
			-version - --version {
				puts "vivado v2022.2 (fpgacl)"
				exit 0
			}
			-tclargs {
				set rest [lrange $argv [incr i] end]
				break
			}
			default { usage }
		}
	}
	if {$mode ni {batch tcl} || ![llength $scripts]} {
		usage
	}
	set argv [expr {[info exists rest] ? $rest : {}}]
	set argc [llength $argv]
	foreach script $scripts {
		set argv0 $script
		if {[catch {uplevel #0 [list fpgacl::source_file $script]} message options]} {
			puts stderr "vivado: error: $message"
			set where [dict get $options -errorinfo]
			if {[regexp -line {^\s+\(file "(.*)" line (\d+)\)} $where -> file line]} {
				puts stderr "vivado: in $file, line $line"
			}
			exit 1
		}
	}
}

fpgacl::main
