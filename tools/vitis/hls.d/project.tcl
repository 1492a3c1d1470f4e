# SPDX-License-Identifier: Apache-2.0
# What a script sets up: a project, its solutions, and their files and settings.

namespace eval hls {
	variable project ""
	variable solution "" ;# folder of the open solution
	variable top ""
	# Files in the order given: {path PATH flags {compiler's} csim {those of simulation only} test BOOL}
	variable files {}
	variable missing {} ;# sources that do not exist
	variable interfaces {} ;# {function {mode=... port=... ...}}
	variable directives {} ;# {pragma {function/label variable name=value ...}}
	variable each_port 0 ;# an AXI4 master for each pointer
	variable estimate [dict create] ;# option of v++ -> value: what estimates of cycles are for
	variable ignored {}
}

# Splits arguments: "flags" stand alone, "values" take one. Returns {options-dict positionals}.
proc hls::arguments {command arguments flags values} {
	set options [dict create]
	set rest {}
	for {set i 0} {$i < [llength $arguments]} {incr i} {
		set argument [lindex $arguments $i]
		if {![regexp {^-([A-Za-z]\w*)(?:=(.*))?$} $argument -> name value]} {
			lappend rest $argument
		} elseif {$name in $values} {
			if {![string match *=* $argument]} {
				if {[incr i] >= [llength $arguments]} {
					error "$command: option -$name needs a value"
				}
				set value [lindex $arguments $i]
			}
			dict lappend options $name $value
		} elseif {$name in $flags} {
			dict set options $name 1
		} else {
			error "$command: this stand-in for Vitis HLS does not know the option -$name"
		}
	}
	return [list $options $rest]
}

# The last value of an option.
proc hls::option {options name {fallback ""}} {
	return [expr {[dict exists $options $name] ? [lindex [dict get $options $name] end] : $fallback}]
}

proc hls::ignore {what} {
	variable ignored
	if {$what ni $ignored} {
		lappend ignored $what
	}
}

# Says once what had no effect.
proc hls::say_ignored {} {
	variable ignored
	variable tool
	if {[llength $ignored]} {
		puts stderr "$tool: note: no effect on an emulated board: [join $ignored {, }]"
	}
	set ignored {}
}

# Without the braces of a list with one element, which scripts write around flags.
proc hls::unbraced {text} {
	if {[string match "{*}" $text] && [string is list $text] && [llength $text] == 1} {
		return [lindex $text 0]
	}
	return $text
}

# A string of compiler flags as a list; quotes keep blanks together, as in a shell.
proc hls::words {text} {
	set words {}
	set word ""
	set quote ""
	set open 0
	for {set i 0} {$i < [string length $text]} {incr i} {
		set c [string index $text $i]
		if {$c eq "\\" && $quote ne "'"} {
			append word [string index $text [incr i]]
			set open 1
		} elseif {$quote ne ""} {
			if {$c eq $quote} {
				set quote ""
			} else {
				append word $c
			}
		} elseif {$c eq "'" || $c eq "\""} {
			set quote $c
			set open 1
		} elseif {[string is space $c]} {
			if {$open} {
				lappend words $word
			}
			set word ""
			set open 0
		} else {
			append word $c
			set open 1
		}
	}
	if {$open} {
		lappend words $word
	}
	return $words
}

proc hls::need_project {command} {
	variable project
	if {$project eq ""} {
		error "$command: no project is open: open_project or open_component comes first"
	}
}

proc hls::need_solution {command} {
	variable solution
	need_project $command
	if {$solution eq ""} {
		error "$command: no solution is open: open_solution comes first"
	}
}

proc hls::set_project {command name reset} {
	variable project
	variable solution ""
	variable top ""
	variable files {}
	variable missing {}
	variable interfaces {}
	variable directives {}
	if {$name eq ""} {
		error "$command: expected a name"
	}
	set project $name
	if {$reset} {
		file delete -force $name
	}
	file mkdir $name
}

proc open_project {args} {
	lassign [hls::arguments open_project $args {reset upgrade} {diagram}] options rest
	hls::set_project open_project [lindex $rest 0] [dict exists $options reset]
}

proc open_solution {args} {
	lassign [hls::arguments open_solution $args {reset} {flow_target}] options rest
	hls::need_project open_solution
	if {[lindex $rest 0] eq ""} {
		error "open_solution: expected a name"
	}
	set hls::solution [file join $hls::project [lindex $rest 0]]
	set hls::interfaces {}
	set hls::directives {}
	set hls::each_port 0
	hls::begin_estimate $options
	if {[dict exists $options reset]} {
		file delete -force $hls::solution
	}
	file mkdir $hls::solution
	hls::write_project
}

# A project and its only solution.
proc open_component {args} {
	lassign [hls::arguments open_component $args {reset} {flow_target}] options rest
	hls::set_project open_component [lindex $rest 0] [dict exists $options reset]
	set hls::solution [file join $hls::project hls]
	hls::begin_estimate $options
	file mkdir $hls::solution
	hls::write_project
}

# What the tool assumes until a script says otherwise.
proc hls::begin_estimate {options} {
	variable estimate [dict create --hls.flow_target [option $options flow_target vivado]]
	variable tool
	if {$tool eq "vivado_hls"} {
		dict set estimate --clock_uncertainty 12.5%
		dict set estimate --hls.syn.compile.pipeline_loops 0
	}
}

# The files by which scripts find a project's solutions and their reports.
proc hls::write_project {} {
	variable project
	variable solution
	variable tool
	variable top
	set name [file tail $project]
	set text "<AutoPilot:project xmlns:AutoPilot=\"com.autoesl.autopilot.project\" top=\"$top\" name=\"$name\">\n"
	append text "    <solutions>\n"
	foreach folder [lsort [glob -nocomplain -types d -tails -directory $project *]] {
		append text "        <solution name=\"$folder\" status=\"\"/>\n"
	}
	append text "    </solutions>\n</AutoPilot:project>\n"
	write_text [file join $project [expr {$tool eq "vivado_hls" ? "vivado_hls.app" : "hls.app"}]] $text
	set name [file tail $solution]
	write_text [file join $solution $name.aps] "<AutoPilot:solution\
xmlns:AutoPilot=\"com.autoesl.autopilot.solution\">\n    <name>\n        <value string=\"$name\"/>\n    </name>\n</AutoPilot:solution>\n"
}

proc hls::write_text {path text} {
	set channel [open $path w]
	puts -nonewline $channel $text
	close $channel
}

proc close_solution {args} {
	set hls::solution ""
}

proc close_project {args} {
	set hls::project ""
	set hls::solution ""
}

proc close_component {args} {
	close_project
}

proc delete_project {name} {
	file delete -force $name
}

proc delete_solution {name} {
	hls::need_project delete_solution
	file delete -force [file join $hls::project $name]
}

proc set_top {args} {
	hls::need_project set_top
	set hls::top [lindex $args end]
}

proc set_directive_top {args} {
	lassign [hls::arguments set_directive_top $args {} {name}] options rest
	set_top [lindex $rest 0]
}

proc get_project {args} {
	return $hls::project
}

proc get_solution {args} {
	return [file tail $hls::solution]
}

proc get_top {args} {
	return $hls::top
}

proc get_files {args} {
	set paths {}
	foreach entry $hls::files {
		if {[dict get $entry test] == ("-tb" in $args)} {
			lappend paths [dict get $entry path]
		}
	}
	return $paths
}

# One argument may hold several names, and patterns.
proc hls::expand {names} {
	set paths {}
	foreach name $names {
		foreach part [words $name] {
			set matches [expr {[string match {*[*?]*} $part] ? [lsort [glob -nocomplain $part]] : {}}]
			if {![llength $matches]} {
				set matches [list $part]
			}
			lappend paths {*}$matches
		}
	}
	return $paths
}

proc hls::add_file {path test flags csim} {
	variable files
	variable missing
	variable tool
	if {![file exists $path]} {
		puts stderr "$tool: warning: there is no source file '$path'"
		lappend missing $path
		return
	}
	lappend files [dict create path $path test $test flags $flags csim $csim]
}

# The C model of a black box is a source file like any other; only its RTL has no use here.
proc hls::refuse_blackbox {what} {
	error "$what: kernels are compiled from C here; there is no RTL that could stand in for a function;\
		add the C files that the JSON file names as design files instead"
}

proc add_files {args} {
	hls::need_project add_files
	lassign [hls::arguments add_files $args {tb appendflags verilog} \
		{cflags csimflags blackbox fileset}] options rest
	if {[dict exists $options blackbox]} {
		hls::refuse_blackbox "add_files: -blackbox"
	}
	set flags [hls::words [hls::option $options cflags]]
	set csim [hls::words [hls::option $options csimflags]]
	foreach path [hls::expand $rest] {
		hls::add_file $path [dict exists $options tb] $flags $csim
	}
}

# Older scripts call it so.
proc add_file {args} {
	add_files {*}$args
}

# --- settings ---

# Adds what a directive says about the kernel's ports to the pragmas in its source.
proc set_directive_interface {args} {
	set values {mode bundle offset depth name latency max_read_burst_length max_widen_bitwidth
		max_write_burst_length num_read_outstanding num_write_outstanding clock register_mode
		storage_impl storage_type channel}
	lassign [hls::arguments set_directive_interface $args {register} $values] options rest
	lassign $rest function port
	set mode [hls::option $options mode]
	if {[llength $rest] == 3} {
		lassign $rest mode function port
	}
	# Without a port the function itself is meant: its control signals.
	if {$port eq "" && $function ne "" && $mode in {ap_ctrl_hs ap_ctrl_chain ap_ctrl_none s_axilite}} {
		set port return
	}
	if {$port eq ""} {
		error "set_directive_interface: expected a function and a port, found '$rest'"
	}
	if {$mode eq ""} {
		hls::ignore "set_directive_interface without -mode"
		return
	}
	set text "mode=$mode port=$port"
	foreach key {bundle offset} {
		if {[dict exists $options $key]} {
			append text " $key=[hls::option $options $key]"
		}
	}
	lappend hls::interfaces $function $text
}

# Every other directive is a pragma for a function, a loop or a variable. The compiler knows their
# arguments; here it only matters which of them stand alone.
proc hls::add_directive {pragma arguments} {
	variable directives
	set flags {off rewind enable_flush force skip_exit_check region recursive dynamic object
		disable_start_propagation force_burst}
	set words {}
	set place {}
	for {set i 0} {$i < [llength $arguments]} {incr i} {
		set argument [lindex $arguments $i]
		if {![regexp {^-([A-Za-z]\w*)(?:=(.*))?$} $argument -> name value]} {
			lappend place [unbraced $argument]
		} elseif {[string match *=* $argument]} {
			lappend words $name=$value
		} elseif {[string tolower $name] in $flags || $i + 1 == [llength $arguments]} {
			lappend words $name
		} else {
			lappend words $name=[lindex $arguments [incr i]]
		}
	}
	if {![llength $place]} {
		error "set_directive_$pragma: expected a function, or a function and the label of a loop"
	}
	# A list of instances or operations follows the place.
	if {$pragma eq "allocation" && [llength $place] > 1} {
		lappend words instances=[lindex $place 1]
		set place [lindex $place 0]
	}
	lappend directives $pragma [join [concat $place $words]]
}

proc config_interface {args} {
	foreach {name value} $args {
		if {$name eq "-m_axi_auto_max_ports"} {
			set hls::each_port [string is true -strict $value]
		} elseif {$name eq "-m_axi_latency"} {
			dict set hls::estimate --hls.syn.interface.m_axi_latency $value
		} else {
			hls::ignore "config_interface $name"
		}
	}
}

proc config_compile {args} {
	foreach {name value} $args {
		if {$name eq "-pipeline_loops"} {
			dict set hls::estimate --hls.syn.compile.pipeline_loops $value
		} elseif {$name eq "-pipeline_style"} {
			dict set hls::estimate --hls.syn.compile.pipeline_style $value
		} else {
			hls::ignore "config_compile $name"
		}
	}
}

proc set_part {args} {
	lassign [hls::arguments set_part $args {} {tool}] options rest
	# Some scripts write the name in braces, or a board's.
	set part [hls::unbraced [lindex $rest 0]]
	if {[string match -nocase xc* $part]} {
		dict set hls::estimate --part $part
	} else {
		hls::ignore "set_part $part"
	}
}

proc create_clock {args} {
	lassign [hls::arguments create_clock $args {} {period name}] options
	if {[dict exists $options period]} {
		dict set hls::estimate --clock [hls::unbraced [hls::option $options period]]
	}
}

proc set_clock_uncertainty {args} {
	dict set hls::estimate --clock_uncertainty [hls::unbraced [lindex $args 0]]
}

# Everything else that only synthesis needs.
rename unknown hls::find_command
proc unknown {args} {
	set name [lindex $args 0]
	# The tools' own settings, in a namespace that scripts write as well.
	regsub {^(::)?common::} $name {} name
	if {[regexp {^set_directive_([a-z_]+)$} $name -> pragma]} {
		hls::add_directive $pragma [lrange $args 1 end]
		return
	}
	if {[regexp {^config_[a-z_]+$} $name] ||
		$name in {set_param enable_beta_device apply_ini}} {
		hls::ignore $name
		return
	}
	if {[auto_load $name]} {
		return [uplevel 1 $args]
	}
	error "this stand-in for Vitis HLS does not know the command '$name'"
}
