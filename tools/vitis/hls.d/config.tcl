# SPDX-License-Identifier: Apache-2.0
# vitis-run: the steps of a component that a --config file describes (UG1702). v++ -c --mode hls reads the same file.

namespace eval hls {
	variable component ;# key -> values, of [hls]
	variable home ""
}

proc hls::read_config {path} {
	variable component
	variable home [file dirname $path]
	if {[catch {set channel [open $path]} message]} {
		error "cannot read '$path'"
	}
	# Some editors begin a file with a byte order mark, which is three characters in another encoding.
	set text [regsub {^(\ufeff|\u00ef\u00bb\u00bf)} [read $channel] ""]
	close $channel
	set section ""
	foreach line [split $text \n] {
		set line [string trim [regsub {#.*} $line ""]]
		if {[regexp {^\[\s*(.*?)\s*\]$} $line -> section] || ![regexp {^([^=;]+)=(.*)$} $line -> key value]} {
			continue
		}
		if {$section in {"" hls}} {
			dict lappend component [string trim $key] [string trim $value]
		}
	}
}

proc hls::values {key} {
	variable component
	return [expr {[dict exists $component $key] ? [dict get $component $key] : {}}]
}

# Names are those seen from the file, or from the folder that the command runs in.
proc hls::locate {path} {
	variable home
	set beside [file join $home $path]
	return [expr {[file exists $beside] ? $beside : $path}]
}

# "FILE,FLAGS" for one file, FLAGS for all.
proc hls::flags_for {path all one} {
	set flags {}
	foreach text [values $all] {
		lappend flags {*}[words $text]
	}
	foreach text [values $one] {
		if {[regexp {^([^,]*),(.*)$} $text -> name rest] && [string trim $name] eq $path} {
			lappend flags {*}[words $rest]
		}
	}
	return [relocate $flags]
}

# Folders in flags are relative to the file, too.
proc hls::relocate {flags} {
	set placed {}
	foreach flag $flags {
		if {[regexp {^-I(.+)$} $flag -> folder]} {
			lappend placed -I[locate $folder]
		} else {
			lappend placed $flag
		}
	}
	return $placed
}

proc hls::open_config {path folder} {
	variable component [dict create]
	variable solution
	variable top
	read_config $path
	set_project vitis-run $folder 0
	set solution [file join $folder hls]
	set top [lindex [values syn.top] end]
	if {[llength [values syn.blackbox.file]]} {
		refuse_blackbox syn.blackbox.file
	}
	foreach file [values syn.file] {
		add_file [locate $file] 0 [flags_for $file syn.cflags syn.file_cflags] \
			[flags_for $file syn.csimflags syn.file_csimflags]
	}
	foreach file [values tb.file] {
		add_file [locate $file] 1 [flags_for $file tb.cflags tb.file_cflags] {}
	}
}

proc hls::run_csim {} {
	set arguments {}
	foreach {key option} {csim.argv -argv csim.ldflags -ldflags} {
		if {[llength [values $key]]} {
			lappend arguments $option [lindex [values $key] end]
		}
	}
	foreach {key option} {csim.O -O csim.clean -clean csim.setup -setup} {
		if {[string is true -strict [lindex [values $key] end]]} {
			lappend arguments $option
		}
	}
	csim_design {*}$arguments
}

proc hls::run_step {step config folder} {
	variable tree
	if {$config eq ""} {
		error "--$step: expected --config FILE"
	}
	if {$step eq "package"} {
		if {![run [list $tree/bin/v++ -c --mode hls --config $config --work_dir $folder]]} {
			exit 1
		}
		return
	}
	open_config $config $folder
	run_csim
}

proc hls::run_main {arguments} {
	global argv argc
	set step ""
	set scripts {}
	set config ""
	set mode ""
	set folder .
	for {set i 0} {$i < [llength $arguments]} {incr i} {
		set argument [lindex $arguments $i]
		if {[regexp {^(--\w+)=(.*)$} $argument -> argument value]} {
			set arguments [lreplace $arguments $i $i $argument $value]
		}
		switch -- $argument {
			--mode { set mode [lindex $arguments [incr i]] }
			--config { set config [lindex $arguments [incr i]] }
			--work_dir { set folder [lindex $arguments [incr i]] }
			--input_file { lappend scripts [lindex $arguments [incr i]] }
			--csim - --cosim - --impl - --package { set step [string range $argument 2 end] }
			--tcl { set step tcl }
			--platform - --part - --freqhz { incr i }
			-v - --version { print_version }
			default {
				if {[string match -* $argument]} {
					usage
				}
				lappend scripts $argument
			}
		}
	}
	if {$mode ne "hls" || $step eq ""} {
		usage
	}
	if {$step in {cosim impl}} {
		puts stderr "vitis-run: --$step: there is no RTL for emulated boards; expected --csim or --package"
		exit 1
	}
	if {$step eq "tcl"} {
		set argv $scripts
		set argc [llength $argv]
		run_scripts [lrange $scripts 0 0]
	}
	if {[catch {run_step $step $config $folder} message options]} {
		fail $message $options
	}
	exit 0
}
