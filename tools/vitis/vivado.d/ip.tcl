# SPDX-License-Identifier: Apache-2.0
# create_ip for the IPs that RTL kernels use: debug cores, for which the emulation needs an empty module, and
# the RTL kernel wizard (wizard.tcl). Of others nothing is known but the name.

# A kernel with a C model can do without its IP for sw_emu.
proc fpgacl::warn_of_ip {what} {
	puts stderr "vivado: warning: there is no emulation of $what: for hw_emu, add a Verilog module of that name; for\
		sw_emu, a C model will do (package_xo -kernel_files)"
}

proc create_ip {args} {
	lassign [fpgacl::arguments create_ip $args {} {name vendor library version module_name dir vlnv}] options
	set name [fpgacl::option $options name [lindex [split [fpgacl::option $options vlnv] :] 2]]
	set module [fpgacl::option $options module_name ${name}_0]
	if {$name ni {ila vio rtl_kernel_wizard}} {
		fpgacl::warn_of_ip "the IP '$name', module '$module'"
	}
	set project [fpgacl::project create_ip]
	set folder [file join [file normalize [fpgacl::get_prop $project directory]] ip]
	if {[dict exists $options dir]} {
		set folder [file normalize [file join [dict get $options dir] $module]]
	}
	set ip [fpgacl::new ip $project [list name $module ip $name folder $folder]]
	if {[dict exists $options dir]} {
		file mkdir $folder
		fpgacl::write_file $folder/$module.xci "fpgacl: $name"
	}
	fpgacl::new file [fpgacl::fileset create_ip sources_1] [list name $folder/$module.xci ip $ip]
	return $ip
}

proc get_ips {args} {
	lassign [fpgacl::arguments get_ips $args {all} {filter}] options rest
	set found {}
	foreach pattern [expr {[llength $rest] ? [concat {*}$rest] : "*"}] {
		lappend found {*}[fpgacl::children [fpgacl::project get_ips] ip $pattern [fpgacl::option $options filter]]
	}
	return $found
}

# A whole number among the properties of an IP.
proc fpgacl::config {ip name fallback} {
	set value [get_prop $ip CONFIG.$name $fallback]
	if {![string is entier -strict $value]} {
		error "IP '[get_prop $ip name]': CONFIG.$name is '$value', expected a number"
	}
	return $value
}

# "input [7:0] probe0", and, for the other direction, what stays 0.
proc fpgacl::debug_ports {ip} {
	if {[get_prop $ip ip] eq "ila"} {
		set ports {}
		for {set i 0} {$i < [config $ip C_NUM_OF_PROBES 1]} {incr i} {
			lappend ports "input \[[config $ip C_PROBE${i}_WIDTH 1]-1:0\] probe$i"
		}
		return $ports
	}
	for {set i 0} {$i < [config $ip C_NUM_PROBE_IN 1]} {incr i} {
		lappend ports "input \[[config $ip C_PROBE_IN${i}_WIDTH 1]-1:0\] probe_in$i"
	}
	for {set i 0} {$i < [config $ip C_NUM_PROBE_OUT 1]} {incr i} {
		set width [config $ip C_PROBE_OUT${i}_WIDTH 1]
		lappend ports "output \[$width-1:0\] probe_out$i = [config $ip C_PROBE_OUT${i}_INIT_VAL 0x0]"
	}
	return $ports
}

# The module of a debug core, as a source. Nothing is recorded; outputs keep their initial value.
proc fpgacl::write_debug_core {ip} {
	set path [get_prop $ip folder]/[get_prop $ip name].v
	set ports [list "input clk"]
	set body ""
	foreach port [debug_ports $ip] {
		if {[regexp {^(output .*) (\w+) = (\S+)$} $port -> declaration name value]} {
			append body "assign $name = [expr {$value}];\n"
			set port "$declaration $name"
		}
		lappend ports $port
	}
	file mkdir [file dirname $path]
	set file [open $path w]
	puts $file "module [get_prop $ip name] (\n\t[join $ports ",\n\t"]\n);\n${body}endmodule"
	close $file
	return $path
}

# What a file object stands for: itself, or the sources of an IP.
proc fpgacl::sources_of {file} {
	set ip [get_prop $file ip]
	if {$ip eq ""} {
		set name [get_prop $file name]
		if {[file extension $name] ni {.xci .xcix .bd}} {
			return [list $name]
		}
		warn_of_ip "the IP in '[file tail $name]'"
		return {}
	}
	return [expr {[get_prop $ip ip] in {ila vio} ? [list [write_debug_core $ip]] : {}}]
}
