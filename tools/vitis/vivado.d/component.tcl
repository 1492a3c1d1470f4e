# SPDX-License-Identifier: Apache-2.0
# From HDL sources to a component.xml (IP-XACT, IEEE 1685), and from there to a .xo file.

# The paths of a project's sources, except those for simulation only.
proc fpgacl::project_files {project} {
	set paths {}
	foreach set [children $project fileset] {
		if {[string match {sim_*} [get_prop $set name]] ||
			[string match {constrs_*} [get_prop $set name]]} {
			continue
		}
		foreach file [children $set file] {
			foreach path [expr {[get_prop $file is_enabled 1] ? [sources_of $file] : {}}] {
				if {$path ni $paths} {
					lappend paths $path
				}
			}
		}
	}
	return $paths
}

proc fpgacl::strip {text} {
	regsub -all {"(?:[^"\\\n]|\\.)*"} $text {""} text
	regsub -all {/\*.*?\*/} $text { } text
	regsub -all {//[^\n]*} $text { } text
	return $text
}

# Module name -> its text.
proc fpgacl::read_hdl {paths} {
	set design [dict create]
	foreach path $paths {
		if {[file extension $path] in {.vhd .vhdl}} {
			error "there is no emulation of VHDL: $path"
		}
		if {[file extension $path] ni {.v .sv}} {
			continue
		}
		set file [open $path]
		set text [strip [read $file]]
		close $file
		foreach {whole name body} [regexp -all -inline \
			{\mmodule\s+(?:automatic\s+|static\s+)?(\w+)(.*?)\mendmodule\M} $text] {
			dict set design $name $body
		}
	}
	return $design
}

# The module that no other one instantiates.
proc fpgacl::find_top {design} {
	set tops {}
	dict for {name -} $design {
		set used 0
		dict for {other body} $design {
			set used [expr {$used || ($other ne $name &&
				[regexp "\\m${name}\\M\\s*(?:#\\s*\\(|\\w+\\s*(?:\\\[\[^\\\]\]*\\\]\\s*)?\\()" $body])}]
		}
		if {!$used} {
			lappend tops $name
		}
	}
	# Of several, the kernel is the one with a kernel's clock.
	foreach name $tops {
		if {[regexp {\map_clk\M} [dict get $design $name]]} {
			return $name
		}
	}
	if {![llength $tops]} {
		error "the project has no Verilog module that could be the kernel"
	}
	return [lindex $tops 0]
}

# Port name -> input, output or inout; both styles of declaration.
proc fpgacl::find_ports {design top} {
	set ports [dict create]
	set body [dict get $design $top]
	while {[regsub -all {\[[^\[\]]*\]} $body { } body]} {}
	set direction ""
	foreach token [regexp -all -inline {[\w$]+|[;()]} $body] {
		if {$token in {input output inout}} {
			set direction $token
		} elseif {$token in {; ) (}} {
			set direction ""
		} elseif {$direction ne "" && [regexp {^[A-Za-z_]} $token] &&
			$token ni {wire reg logic bit tri signed unsigned var integer}} {
			dict set ports $token $direction
		}
	}
	return $ports
}

# What Vivado infers: AXI4 and AXI4-Stream by the names of their signals, clocks and resets.
proc fpgacl::infer_buses {core ports} {
	dict for {port direction} $ports {
		set mode [expr {$direction eq "output" ? "master" : "slave"}]
		if {[regexp -nocase {^(.+)_(awaddr|araddr)$} $port -> name]} {
			set type aximm
		} elseif {[regexp -nocase {^(.+)_tvalid$} $port -> name]} {
			set type axis
		} elseif {[regexp -nocase {clk|clock} $port]} {
			set name $port
			set type clock
		} elseif {[regexp -nocase {rst|reset} $port]} {
			set name $port
			set type reset
		} else {
			continue
		}
		if {![llength [children $core bus $name]]} {
			new bus $core [list name $name type $type mode $mode]
		}
	}
}

proc fpgacl::import_files {core paths} {
	set root [get_prop $core root_directory]
	file mkdir [file join $root src]
	foreach path $paths {
		set name src/[file tail $path]
		for {set i 1} {[llength [children $core ip_file $name]]} {incr i} {
			set name src/$i/[file tail $path]
		}
		file mkdir [file dirname [file join $root $name]]
		if {[file normalize [file join $root $name]] ne $path} {
			file copy -force $path [file join $root $name]
		}
		new ip_file $core [list name $name]
	}
}

# --- component.xml ---

proc fpgacl::escape {text} {
	return [string map {& &amp; < &lt; > &gt; \" &quot;} $text]
}

proc fpgacl::element {name text} {
	return "<spirit:$name>[escape $text]</spirit:$name>"
}

proc fpgacl::xml_buses {core} {
	set xml ""
	foreach bus [children $core bus] {
		append xml "<spirit:busInterface>[element name [get_prop $bus name]]" \
			"<spirit:busType spirit:vendor=\"xilinx.com\" spirit:library=\"interface\"" \
			" spirit:name=\"[escape [get_prop $bus type]]\" spirit:version=\"1.0\"/>" \
			"<spirit:[get_prop $bus mode]/></spirit:busInterface>\n"
	}
	return $xml
}

proc fpgacl::xml_register {register} {
	set xml "<spirit:register>[element name [get_prop $register name]]"
	append xml [element addressOffset [get_prop $register address_offset 0]] \
		[element size [get_prop $register size 32]] "<spirit:parameters>"
	foreach parameter [children $register parameter] {
		append xml "<spirit:parameter>[element name [get_prop $parameter name]]" \
			"[element value [get_prop $parameter value]]</spirit:parameter>"
	}
	return "$xml</spirit:parameters></spirit:register>\n"
}

proc fpgacl::xml_maps {core} {
	set xml ""
	foreach map [children $core memory_map] {
		append xml "<spirit:memoryMap>[element name [get_prop $map name]]\n"
		foreach block [children $map address_block] {
			append xml "<spirit:addressBlock>[element name [get_prop $block name]]\n"
			foreach register [children $block register] {
				append xml [xml_register $register]
			}
			append xml "</spirit:addressBlock>\n"
		}
		append xml "</spirit:memoryMap>\n"
	}
	return $xml
}

proc fpgacl::xml_files {core} {
	set xml ""
	foreach file [children $core ip_file] {
		append xml "<spirit:file>[element name [get_prop $file name]]</spirit:file>\n"
	}
	return $xml
}

# "ctrl_protocol ap_ctrl_chain", as a core's vitis_drc property may have it.
proc fpgacl::control_of {core} {
	set rules [get_prop $core vitis_drc]
	return [expr {[llength $rules] % 2 == 0 && [dict exists $rules ctrl_protocol]
		? [dict get $rules ctrl_protocol] : ""}]
}

proc fpgacl::write_component {core} {
	set file [open [get_prop $core xml_file_name] w]
	puts $file "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<spirit:component xmlns:spirit=\"http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009\">
[element vendor [get_prop $core vendor]]
[element library [get_prop $core library]]
[element name [get_prop $core name]]
[element version [get_prop $core version]]
<spirit:busInterfaces>
[xml_buses $core]</spirit:busInterfaces>
<spirit:memoryMaps>
[xml_maps $core]</spirit:memoryMaps>
<spirit:model><spirit:views><spirit:view>[element modelName [get_prop $core top]]
</spirit:view></spirit:views></spirit:model>
<spirit:fileSets><spirit:fileSet>
[xml_files $core]</spirit:fileSet></spirit:fileSets>
<spirit:ctrlProtocol>[escape [control_of $core]]</spirit:ctrlProtocol>
</spirit:component>"
	close $file
}

# --- package_xo ---

# A kernel.xml for what only the command's options state.
proc fpgacl::write_control {kernel protocol} {
	close [file tempfile path fpgacl-kernel.xml]
	set file [open $path w]
	puts $file "<root><kernel name=\"[escape $kernel]\" hwControlProtocol=\"[escape $protocol]\"/></root>"
	close $file
	return $path
}

proc package_xo {args} {
	lassign [fpgacl::arguments package_xo $args {} {xo_path kernel_name ip_directory kernel_xml
		kernel_files ctrl_protocol output_kernel_xml kernel_xml_args kernel_xml_pipes}] options rest
	foreach needed {xo_path kernel_name ip_directory} {
		if {![dict exists $options $needed]} {
			error "package_xo: -$needed is missing"
		}
	}
	set xo [dict get $options xo_path]
	if {[file exists $xo] && ![dict exists $options force]} {
		error "package_xo: '$xo' exists already"
	}
	set component [file join [dict get $options ip_directory] component.xml]
	if {![file exists $component]} {
		error "package_xo: there is no '$component'"
	}
	set inputs [list $component]
	if {[dict exists $options kernel_xml]} {
		lappend inputs [dict get $options kernel_xml]
	}
	set control ""
	if {[dict exists $options ctrl_protocol]} {
		set control [fpgacl::write_control [dict get $options kernel_name] \
			[dict get $options ctrl_protocol]]
		lappend inputs $control
	}
	file mkdir [file dirname $xo]
	# Its output is for the user; its exit status says whether it worked.
	set failed [catch {exec -ignorestderr -- [file join $fpgacl::tree bin v++] -c \
		-k [dict get $options kernel_name] {*}$inputs \
		{*}[concat {*}[fpgacl::option $options kernel_files]] -o $xo >@stdout 2>@stderr}]
	if {$control ne ""} {
		file delete $control
	}
	if {$failed} {
		error "package_xo: v++ -c failed"
	}
	return $xo
}
