# SPDX-License-Identifier: Apache-2.0
# The steps of a script. Simulation is real; synthesis compiles the kernel; there is no RTL.

proc csim_design {args} {
	hls::need_solution csim_design
	lassign [hls::arguments csim_design $args {O clean setup profile code_analyzer hls_fpo sanitize_address
		sanitize_undefined compiler_clang} {argv ldflags mflags compiler sanitizer gcc_flags}] options
	set folder [file join $hls::solution csim build]
	if {[dict exists $options clean]} {
		file delete -force $folder
	}
	file mkdir $folder
	foreach name {profile code_analyzer mflags compiler hls_fpo} {
		if {[dict exists $options $name]} {
			hls::ignore "csim_design -$name"
		}
	}
	puts "INFO: \[SIM 2\] *************** CSIM start ***************"
	set program [hls::build_simulation $folder [expr {[dict exists $options O] ? "-O2" : "-O1"}] \
		[hls::words [hls::unbraced [hls::option $options ldflags]]]]
	if {![dict exists $options setup]} {
		hls::place_data $folder
		hls::simulate $program $folder [hls::words [hls::option $options argv]]
	}
	puts "INFO: \[SIM 3\] *************** CSIM finish ***************"
}

proc hls::simulate {program folder arguments} {
	flush stdout
	set here [pwd]
	set program [file normalize $program]
	cd $folder
	set failed [catch {execute [list $program {*}$arguments]} message options]
	cd $here
	if {!$failed} {
		puts "INFO: \[SIM 1\] CSim done with 0 errors."
		return
	}
	set code [dict get $options -errorcode]
	switch -- [lindex $code 0] {
		CHILDSTATUS { error "csim_design: the test bench returned [lindex $code 2], expected 0" }
		CHILDKILLED { error "csim_design: the test bench was killed by [lindex $code 2]" }
		default { error "csim_design: $message" }
	}
}

proc hls::object {} {
	variable solution
	variable top
	return [file join $solution syn $top.xo]
}

proc csynth_design {args} {
	hls::need_solution csynth_design
	hls::compile_kernel csynth_design [hls::object]
	hls::say_ignored
	hls::write_project
	set report [file join $hls::solution syn report csynth.rpt]
	puts "INFO: \[HLS 1\] csynth_design: '$hls::top' compiles for an emulated board; no RTL is made;\
		[expr {[file exists $report] ? "estimates are in $report" : "there are no estimates"}]"
}

# Scripts run it between steps that work here, and cannot take it for granted that it passed.
proc cosim_design {args} {
	hls::need_solution cosim_design
	puts stderr "$hls::tool: warning: cosim_design is skipped: there is no RTL to simulate; csim_design runs\
		the test bench"
}

proc export_design {args} {
	hls::need_solution export_design
	lassign [hls::arguments export_design $args {} {acc description display_name evaluate flow format
		hier_depth ipname library output rtl taxonomy vendor version xo deadlock_detection kernel_drc
		vivado_clock vivado_ooc vivado_impl_strategy vivado_synth_strategy vivado_phys_opt}] options
	if {[hls::option $options format] ne "xo"} {
		puts stderr "$hls::tool: warning: export_design is skipped: expected -format xo, found\
			'[hls::option $options format ip_catalog]', which only Vivado can use"
		return
	}
	if {![file exists [hls::object]]} {
		error "export_design: '$hls::top' is not compiled: csynth_design comes first"
	}
	set output [hls::option $options output [hls::option $options xo \
		[file join $hls::solution impl export.xo]]]
	if {[file isdirectory $output]} {
		set output [file join $output $hls::top.xo]
	} elseif {[file extension $output] ne ".xo"} {
		append output .xo
	}
	file mkdir [file dirname $output]
	file copy -force [hls::object] $output
	hls::say_ignored
	puts "INFO: \[HLS 2\] export_design: $output"
}
