# SPDX-License-Identifier: Apache-2.0
# vivado -mode batch -source SCRIPT -tclargs ...: runs a script that packages an RTL kernel. The commands
# are those of UG835 and UG1118 that such scripts use; any other one is an error that names it.

namespace eval fpgacl {
	variable folder [file dirname [info script]]
	# Objects that scripts hold handles of: handle -> {class ... parent ... props {...}}
	variable objects
	array set objects {}
	variable kids ;# "parent,class" -> handles
	array set kids {}
	variable count 0
}
set fpgacl::tree [file dirname [file dirname [file normalize $fpgacl::folder]]]

# Splits arguments: "flags" stand alone, "values" take one. Returns {options-dict positionals}.
proc fpgacl::arguments {command args flags values} {
	set options [dict create]
	set rest {}
	lappend flags quiet verbose force
	# "command ... >> file": what it would print is not there.
	if {[lindex $args end-1] in {> >>}} {
		set args [lrange $args 0 end-2]
	}
	for {set i 0} {$i < [llength $args]} {incr i} {
		set arg [lindex $args $i]
		if {![regexp {^-([A-Za-z]\w*)$} $arg -> name]} {
			lappend rest $arg
			continue
		}
		# Names may be abbreviated, as in "-of" for "-of_objects".
		set known [concat $flags $values]
		set matches [expr {$name in $known ? [list $name] : [lsearch -all -inline -glob $known $name*]}]
		if {[llength $matches] != 1} {
			error "$command: this stand-in for Vivado does not know the option -$name"
		}
		if {[lindex $matches 0] in $flags} {
			dict set options [lindex $matches 0] 1
			continue
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

proc fpgacl::write_file {path text} {
	set file [open $path w]
	puts $file $text
	close $file
}

# --- objects ---

# What Vivado prints by name is called so here too, where that names one thing.
proc fpgacl::handle {class props} {
	variable objects
	variable count
	incr count
	set name [expr {[dict exists $props name] ? [dict get $props name] : ""}]
	if {$class in {file fileset ip run} && [regexp {^\S+$} $name] && ![info exists objects($name)]} {
		return $name
	}
	return "$class#$count"
}

proc fpgacl::new {class parent props} {
	variable objects
	variable kids
	set handle [handle $class $props]
	set objects($handle) [dict create class $class parent $parent props [dict create]]
	lappend kids($parent,$class) $handle
	dict for {name value} $props {
		set_prop $handle $name $value
	}
	return $handle
}

proc fpgacl::need_object {handle} {
	variable objects
	if {![info exists objects($handle)]} {
		error "expected an object, found '$handle'"
	}
}

proc fpgacl::set_prop {handle name value} {
	variable objects
	need_object $handle
	set name [string tolower $name]
	dict set objects($handle) props $name $value
	# An interface's type may also be set part by part.
	if {[regexp {^(\w+_type_)vlnv$} $name -> kind]} {
		foreach part {vendor library name version} text [split $value :] {
			dict set objects($handle) props $kind$part $text
		}
	}
}

proc fpgacl::get_prop {handle name {fallback ""}} {
	variable objects
	need_object $handle
	set props [dict get $objects($handle) props]
	set name [string tolower $name]
	return [expr {[dict exists $props $name] ? [dict get $props $name] : $fallback}]
}

# Whether an object passes a -filter such as {NAME =~ *axi* && TYPE != xdc}.
proc fpgacl::passes {handle filter} {
	set tokens [regexp -all -inline {\(|\)|&&|\|\||[=!]=|[=!]~|!|"[^"]*"|\{[^\}]*\}|[^\s()=!~&|"{}]+} $filter]
	set test ""
	for {set i 0} {$i < [llength $tokens]} {incr i} {
		set token [lindex $tokens $i]
		if {$token in {( ) && || !}} {
			append test $token
			continue
		}
		set value [get_prop $handle $token]
		set operator [lindex $tokens $i+1]
		if {$operator ni {== != =~ !~}} {
			append test [string is true -strict $value]
			continue
		}
		set wanted [string trim [lindex $tokens $i+2] "\"{}"]
		set same [expr {$operator in {== !=} ? $value eq $wanted : [string match $wanted $value]}]
		append test [expr {$same == ($operator in {== =~})}]
		incr i 2
	}
	if {[catch {expr $test} passes]} {
		error "expected a filter such as {NAME =~ *axi*}, found '$filter'"
	}
	return [expr {$passes ? 1 : 0}]
}

# Children of a class, in the order they were made; whose name matches, if a pattern is given.
proc fpgacl::children {parent class {pattern *} {filter ""}} {
	variable kids
	set found {}
	foreach handle [expr {[info exists kids($parent,$class)] ? $kids($parent,$class) : {}}] {
		if {[string match -nocase $pattern [get_prop $handle name]] &&
			($filter eq "" || [passes $handle $filter])} {
			lappend found $handle
		}
	}
	return $found
}

proc fpgacl::remove {handle} {
	variable objects
	variable kids
	foreach list [array names kids $handle,*] {
		foreach child $kids($list) {
			remove $child
		}
		unset kids($list)
	}
	set list [dict get $objects($handle) parent],[dict get $objects($handle) class]
	set kids($list) [lsearch -all -inline -not -exact $kids($list) $handle]
	unset objects($handle)
}

proc set_property {args} {
	set options [dict create]
	while {[regexp {^-(quiet|verbose|dict|name|value|objects)$} [lindex $args 0] -> name]} {
		set flag [expr {$name in {quiet verbose}}]
		dict set options $name [expr {$flag ? 1 : [lindex $args 1]}]
		set args [lrange $args [expr {$flag ? 1 : 2}] end]
	}
	if {[dict exists $options dict]} {
		set pairs [dict get $options dict]
		lassign $args handles
	} elseif {[dict exists $options name]} {
		set pairs [list [dict get $options name] [fpgacl::option $options value]]
		set handles [fpgacl::option $options objects [lindex $args 0]]
	} elseif {[llength $args] < 3} {
		error "set_property: expected a name, a value and an object"
	} else {
		set pairs [lrange $args 0 1]
		set handles [concat {*}[lrange $args 2 end]]
	}
	if {![llength $handles] && ![dict exists $options quiet]} {
		error "set_property: expected an object with the property '[lindex $pairs 0]', found none"
	}
	foreach handle $handles {
		foreach {name value} $pairs {
			fpgacl::set_prop $handle $name $value
		}
	}
}

proc get_property {args} {
	lassign [fpgacl::arguments get_property $args {min max} {}] - rest
	lassign $rest name handles
	set values {}
	foreach handle $handles {
		lappend values [fpgacl::get_prop $handle $name]
	}
	return [expr {[llength $handles] == 1 ? [lindex $values 0] : $values}]
}

proc list_property {args} {
	lassign [fpgacl::arguments list_property $args {} {class regexp}] - rest
	fpgacl::need_object [lindex $rest 0]
	return [lsort [dict keys [dict get $fpgacl::objects([lindex $rest 0]) props]]]
}

# --- Tcl itself, as Vivado has it ---

rename source fpgacl::source_file
proc source {args} {
	set path [lindex [lsearch -all -inline -not -glob $args -*] end]
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
	set name [string trimleft [lindex $args 0] :]
	# The window with a core's settings.
	if {[string match ipgui::* $name]} {
		return
	}
	if {[string match common::send_*msg* $name]} {
		puts [lindex $args end]
		if {"ERROR" in $args} {
			error [lindex $args end]
		}
		return
	}
	set what [fpgacl::instead_of $name]
	if {$what ne ""} {
		error "$name: $what"
	}
	error "this stand-in for Vivado packages RTL kernels; it does not know the command\
		'[lindex $args 0]'"
}

proc quit {args} {
	exit {*}$args
}

foreach fpgacl::file {project.tcl ipx.tcl interface.tcl files.tcl component.tcl ip.tcl wizard.tcl other.tcl} {
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
			-log - -journal - -tempDir - -applog - -stack { incr i }
			-nolog - -nojournal - -notrace - -verbose - -quiet - -appjournal {}
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
