# SPDX-License-Identifier: Apache-2.0
# Compiling: design and test bench for this machine with g++, the design for an emulated board with v++.

proc hls::is_source {path} {
	return [expr {[file extension $path] in {.c .C .cc .cpp .cxx .c++}}]
}

# Runs a command whose output is the user's. Tcl's exec has its own meaning for words such as "|" and
# ">file", wherever they are from, so a shell gets the words, each in quotes.
proc hls::execute {command} {
	set line exec
	foreach word $command {
		append line " '[string map {' '\\''} $word]'"
	}
	exec sh -c $line <@stdin >@stdout 2>@stderr
}

# Returns whether the command succeeded.
proc hls::run {command} {
	return [expr {![catch {execute $command}]}]
}

# Makefiles hold the flags of the compiler and of the linker in one list. Returns those of either.
proc hls::flags_of {step flags} {
	set found {}
	set follows 0
	foreach flag $flags {
		set links [expr {$follows || [regexp {^(-[lL]|-Wl,)} $flag] || $flag in {-pthread -rdynamic}}]
		set follows [expr {!$follows && $flag in {-l -L}}]
		if {$step eq "linker" ? $links || [regexp {^(-fopenmp|-fsanitize=|--coverage)} $flag] : !$links} {
			lappend found $flag
		}
	}
	return $found
}

# Results are those of hardware (docs/fpgaclc.md, "What C leaves undefined"): no two arrays of a loop's
# body share memory, so that each keeps what the iteration before left there.
proc hls::simulation_flags {} {
	variable tree
	variable tool
	set flags [list -I$tree/include -I. -g -fwrapv -fno-strict-aliasing -ffp-contract=off \
		-fstack-reuse=none -Wno-unknown-pragmas -Wno-unused-label -D__HLS_CSIM__ -DAESL_TB -D__xilinx_ip_top=]
	if {$tool ne "vivado_hls"} {
		lappend flags -D__VITIS_HLS__
	}
	return $flags
}

# Whether a file, or one in the same folder that it includes, includes ap_cint.h.
proc hls::names_cint {path {seen {}}} {
	if {$path in $seen || [catch {open $path} channel]} {
		return 0
	}
	set text [read $channel]
	close $channel
	foreach {line name} [regexp -all -inline {#\s*include\s*[<"]([^>"]+)} $text] {
		if {[file tail $name] eq "ap_cint.h" ||
		    [names_cint [file join [file dirname $path] $name] [list {*}$seen $path]]} {
			return 1
		}
	}
	return 0
}

# The types of ap_cint.h are classes, so with them C sources are compiled as C++, as v++ does.
proc hls::c_compiler {} {
	variable files
	foreach entry $files {
		if {[file extension [dict get $entry path]] eq ".c" && [names_cint [dict get $entry path]]} {
			return [list g++ -std=gnu++14 -x c++]
		}
	}
	return [list gcc]
}

proc hls::compile_one {entry object optimize} {
	set path [dict get $entry path]
	if {[file extension $path] eq ".c"} {
		set command [c_compiler]
	} else {
		set command [list g++ -std=gnu++14]
	}
	lappend command {*}[simulation_flags] $optimize {*}[flags_of compiler [dict get $entry flags]] \
		{*}[flags_of compiler [dict get $entry csim]] -c $path -o $object
	if {![run $command]} {
		error "csim_design: '$path' does not compile"
	}
}

# Links the simulation. Returns its path.
proc hls::build_simulation {folder optimize ldflags} {
	variable files
	set objects {}
	file mkdir $folder/obj
	set seen {}
	set libraries {}
	foreach entry $files {
		lappend libraries {*}[flags_of linker [dict get $entry flags]] \
			{*}[flags_of linker [dict get $entry csim]]
		# Some scripts list the design with the test bench, too.
		set path [file normalize [dict get $entry path]]
		if {[is_source $path] && $path ni $seen} {
			lappend seen $path
			set object $folder/obj/[llength $objects].o
			compile_one $entry $object $optimize
			lappend objects $object
		}
	}
	if {![llength $objects]} {
		variable missing
		error "csim_design: no source files: [expr {[llength $missing]
			? "there is no [join $missing ", "]"
			: "expected add_files in a script, or syn.file and tb.file in a config file"}]"
	}
	if {![run [list g++ -o $folder/csim.exe {*}$objects {*}$libraries {*}$ldflags -lm -lpthread]]} {
		error "csim_design: the test bench does not link"
	}
	return $folder/csim.exe
}

# Files that are not sources, such as data, lie beside the simulation, in its working directory.
proc hls::place_data {folder} {
	variable files
	foreach entry $files {
		set path [dict get $entry path]
		if {![is_source $path]} {
			set to $folder/[file tail $path]
			file delete -force $to
			file link -symbolic $to [file normalize $path]
		}
	}
}

# The kernel for an emulated board.
proc hls::compile_kernel {command output} {
	variable files
	variable interfaces
	variable directives
	variable each_port
	variable estimate
	variable solution
	variable top
	variable tree
	if {$top eq ""} {
		error "$command: no top function: set_top names none"
	}
	set line [list $tree/bin/v++ -c --mode hls -k $top -o $output]
	set known {}
	foreach entry $files {
		if {![dict get $entry test]} {
			# All flags of a file or none: a flag and its value may be two words.
			set flags [flags_of compiler [dict get $entry flags]]
			if {$flags ni $known} {
				lappend known $flags
				lappend line {*}$flags
			}
			if {[is_source [dict get $entry path]]} {
				lappend line [dict get $entry path]
			}
		}
	}
	foreach {function text} $interfaces {
		if {$function eq $top} {
			lappend line --hls.syn.directive.interface "$function $text"
		}
	}
	foreach {pragma text} $directives {
		lappend line --hls.syn.directive.$pragma $text
	}
	if {$each_port} {
		lappend line --hls.max_memory_ports all
	}
	dict for {option value} $estimate {
		lappend line $option $value
	}
	set reports [file join $solution syn report]
	file delete -force $reports
	lappend line --schedule $reports
	file mkdir [file dirname $output]
	if {![run $line]} {
		error "$command: '$top' does not compile as a kernel"
	}
}
