# SPDX-License-Identifier: Apache-2.0
# main.tcl NAME ARGUMENTS...: vitis_hls (also vivado_hls) and vitis-run. Runs Tcl scripts with the commands of UG1399's
# command reference, or the steps that a --config file describes; any other command is an error that names it.

namespace eval hls {
	# In the build folder, the last part of this path is a link out of the tree.
	variable folder [file normalize [file dirname [info script]]]
	variable tree [file dirname [file dirname $folder]]
	variable tool [lindex $argv 0]
}

foreach hls::file {project.tcl build.tcl steps.tcl config.tcl} {
	source [file join $hls::folder $hls::file]
}

# Some scripts write "source -notrace FILE".
rename source hls::source_file
proc source {args} {
	uplevel 1 [list hls::source_file [lindex $args end]]
}

proc hls::usage {} {
	variable tool
	if {$tool eq "vitis-run"} {
		puts stderr "usage: vitis-run --mode hls (--csim | --package) --config FILE \[--work_dir FOLDER\]"
		puts stderr "       vitis-run --mode hls --tcl SCRIPT"
	} else {
		puts stderr "usage: $tool -f SCRIPT \[-tclargs\] \[ARGUMENT...\]"
	}
	exit 1
}

proc hls::print_version {} {
	variable tool
	puts "[expr {$tool eq "vitis-run" ? "vitis-run" : "Vitis HLS - fpgacl,"}] v2022.2 (64-bit)"
	exit 0
}

# Ends the run with the error's place in the script.
proc hls::fail {message options} {
	variable tool
	puts stderr "$tool: error: $message"
	set where [dict get $options -errorinfo]
	if {[regexp -line {^\s+\(file "(.*)" line (\d+)\)} $where -> file line]} {
		puts stderr "$tool: in $file, line $line"
	}
	exit 1
}

proc hls::run_scripts {scripts} {
	global argv0
	foreach script $scripts {
		set argv0 $script
		if {[catch {uplevel #0 [list hls::source_file $script]} message options]} {
			fail $message $options
		}
	}
	exit 0
}

# vitis_hls: scripts read the whole command line in argv, from -f on.
proc hls::main {arguments} {
	global argv argc
	variable tool
	set scripts {}
	for {set i 0} {$i < [llength $arguments]} {incr i} {
		switch -- [lindex $arguments $i] {
			-f - -file { lappend scripts [lindex $arguments [incr i]] }
			-l - -log { incr i }
			-n - -nosplash - -notrace {}
			-version - --version - -v { print_version }
			-tclargs { break }
			-i - -p - -s - -gui {
				puts stderr "$tool: [lindex $arguments $i]: expected -f SCRIPT: there is no\
					shell and no graphical environment"
				exit 1
			}
			default {
				# What follows the script is the script's.
				if {[llength $scripts]} {
					break
				}
				if {[string index [lindex $arguments $i] 0] eq "-"} {
					usage
				}
				lappend scripts [lindex $arguments $i]
			}
		}
	}
	if {![llength $scripts]} {
		usage
	}
	set argv $arguments
	set argc [llength $argv]
	run_scripts $scripts
}

if {$hls::tool eq "vitis-run"} {
	hls::run_main [lrange $argv 1 end]
} else {
	hls::main [lrange $argv 1 end]
}
