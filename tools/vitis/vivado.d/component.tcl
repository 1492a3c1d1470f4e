# SPDX-License-Identifier: Apache-2.0
# From HDL sources to a component.xml (IP-XACT, IEEE 1685), and from there to a .xo file.

# The paths of a project's sources, except those for simulation only. What all others see comes first.
proc fpgacl::project_files {project} {
	set global {}
	set paths {}
	foreach set [children $project fileset] {
		if {[string match {sim_*} [get_prop $set name]] ||
			[string match {constrs_*} [get_prop $set name]]} {
			continue
		}
		check_fileset $set
		foreach file [children $set file] {
			foreach path [expr {[get_prop $file is_enabled 1] ? [sources_of $file] : {}}] {
				if {[string is true -strict [get_prop $file is_global_include]]} {
					lappend global $path
				} else {
					lappend paths $path
				}
			}
		}
		set paths [concat $global $paths]
		lappend paths {*}[included_files $paths [get_prop $set include_dirs]]
		set global {}
	}
	set unique {}
	foreach path $paths {
		if {$path ni $unique} {
			lappend unique $path
		}
	}
	return $unique
}

# Vivado does not package these settings of a project either.
proc fpgacl::check_fileset {set} {
	foreach name {verilog_define generic} {
		if {[get_prop $set $name] ne ""} {
			puts stderr "vivado: warning: $name '[get_prop $set $name]' of file set '[get_prop $set name]' is not\
				part of the packaged core: write it into a source"
		}
	}
}

# What the sources include from a project's include_dirs, which nobody has added.
proc fpgacl::included_files {paths folders} {
	set found {}
	for {set i 0} {$i < [llength $paths]} {incr i} {
		if {![file isfile [lindex $paths $i]]} {
			continue
		}
		set file [open [lindex $paths $i]]
		set names [regexp -all -inline -line {^\s*`include\s+"[^"\n]+"} [read $file]]
		close $file
		foreach name $names {
			regexp {"(.+)"} $name -> name
			foreach folder $folders {
				set path [file normalize [file join $folder $name]]
				if {[file isfile $path]} {
					if {$path ni $paths} {
						lappend paths $path
						lappend found $path
					}
					break
				}
			}
		}
	}
	return $found
}

# What attributes before ports say: module -> port -> {X_INTERFACE_INFO, X_INTERFACE_PARAMETER}.
proc fpgacl::read_attributes {text} {
	variable attributes
	foreach {- module body} [regexp -all -inline {\mmodule\s+?(\w+)(.*?)\mendmodule\M} $text] {
		foreach {- all port} [regexp -all -inline \
			{((?:\(\*[^*]*\*\)\s*)+)(?:input|output|inout)\M(?:\[[^\]]*\]|[^;,()\[])*?(\w+)\s*[,;)]} $body] {
			set info ""
			set parameter ""
			regexp {X_INTERFACE_INFO\s*=\s*"\s*([^"]+?)\s*"} $all -> info
			regexp {X_INTERFACE_PARAMETER\s*=\s*"([^"]*)"} $all -> parameter
			dict set attributes $module $port [list $info $parameter]
		}
	}
}
set fpgacl::attributes [dict create]

proc fpgacl::strip {text} {
	regsub -all {"(?:[^"\\\n]|\\.)*"} $text {""} text
	regsub -all {/\*.*?\*/} $text { } text
	regsub -all {//[^\n]*} $text { } text
	return $text
}

# Module name -> its text. The first quantifier of a pattern decides whether the whole is as short as possible.
proc fpgacl::read_hdl {paths} {
	set design [dict create]
	foreach path $paths {
		if {[file extension $path] ni {.v .sv .vhd .vhdl}} {
			continue
		}
		set file [open $path]
		set text [read $file]
		close $file
		if {[string match .vhd* [file extension $path]]} {
			set design [dict merge $design [read_vhdl_units $text]]
			continue
		}
		read_attributes $text
		set text [strip $text]
		foreach {whole name body} [regexp -all -inline \
			{\mmodule\s+?(?:automatic\s+|static\s+)?(\w+)(.*?)\mendmodule\M} $text] {
			dict set design $name $body
		}
	}
	return $design
}

# Entity name -> its declaration and its architectures.
proc fpgacl::read_vhdl_units {text} {
	regsub -all -- {--[^\n]*} $text { } text
	set design [dict create]
	foreach {- name body} [regexp -all -inline -nocase {\mentity\s+?(\w+)\s+is\M(.*?)\mend\M} $text] {
		dict set design $name "vhdl $body"
	}
	foreach {- name body} [regexp -all -inline -nocase \
		{\marchitecture\s+?\w+\s+of\s+(\w+)\s+is\M(.*?)(?=\marchitecture\s+\w+\s+of\M|\mentity\s+\w+\s+is\M|$)} $text] {
		dict append design $name " architecture $body"
	}
	return $design
}

# Port name -> input, output or inout of an entity.
proc fpgacl::find_vhdl_ports {body} {
	set ports [dict create]
	regexp -nocase {^(.*?)\marchitecture\M} $body -> body
	foreach {- names mode} [regexp -all -inline -nocase \
		{(\w+(?:\s*,\s*\w+)*)\s*:\s*(inout|in|out|buffer)\M} $body] {
		foreach name [regexp -all -inline {\w+} $names] {
			dict set ports $name [dict get {in input out output buffer output inout inout} [string tolower $mode]]
		}
	}
	return $ports
}

# The module that no other one instantiates.
proc fpgacl::find_top {design} {
	set tops {}
	dict for {name -} $design {
		set used 0
		dict for {other body} $design {
			set used [expr {$used || ($other ne $name &&
				[regexp -nocase [expr {[string match "vhdl *" $body]
					? "(?:entity\\s+\\w+\\.|:\\s*)${name}\\M\\s*(?:generic|port|\\()"
					: "\\m${name}\\M\\s*(?:#\\s*\\(|\\w+\\s*(?:\\\[\[^\\\]\]*\\\]\\s*)?\\()"}] $body])}]
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
	if {[string match "vhdl *" $body]} {
		return [find_vhdl_ports $body]
	}
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

# Parameter name -> default, as text; both styles of declaration.
proc fpgacl::find_parameters {body} {
	set parameters [dict create]
	foreach {- name value} [regexp -all -inline \
		{\mparameter\s+(?:(?:integer|int|real|logic|bit|string|signed|unsigned)\s+)*(?:\[[^\]]*\]\s*)*(\w+)\s*=\s*((?:[^,;()]|\([^()]*\))+)} $body] {
		dict set parameters $name [string trim $value]
	}
	return $parameters
}

# Gives the core the ports and parameters of its top module.
proc fpgacl::describe_top {core design top} {
	set_prop $core top $top
	variable attributes
	dict for {name direction} [find_ports $design $top] {
		if {[llength [children $core port $name]]} {
			continue
		}
		set said [expr {[dict exists $attributes $top $name] ? [dict get $attributes $top $name] : {}}]
		new port $core [list name $name direction [dict get {input in output out inout inout} $direction] \
			info [join [lindex $said 0]] parameter [lindex $said 1]]
	}
	dict for {name value} [find_parameters [dict get $design $top]] {
		foreach class {user_parameter hdl_parameter} {
			if {![llength [children $core $class $name]]} {
				new $class $core [list name $name value $value default $value]
			}
		}
	}
}

# A script's value for a module's parameter has no way into the emulation.
proc fpgacl::check_parameters {core} {
	foreach parameter [list {*}[children $core user_parameter] {*}[children $core hdl_parameter]] {
		set default [get_prop $parameter default]
		set value [get_prop $parameter value]
		if {$default ne "" && $value ne $default} {
			error "parameter '[get_prop $parameter name]' is set to '$value', and '[get_prop $core top]' has\
				'$default': a kernel is emulated with the defaults of its sources; change the default there"
		}
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
		append xml [xml_bus $core $bus]
	}
	return $xml
}

proc fpgacl::xml_parameters {object} {
	set xml ""
	foreach parameter [children $object parameter] {
		append xml "<spirit:parameter>[element name [get_prop $parameter name]]" \
			"[element value [get_prop $parameter value]]</spirit:parameter>"
	}
	return "<spirit:parameters>$xml</spirit:parameters>"
}

proc fpgacl::xml_register {register} {
	set xml "<spirit:register>[element name [get_prop $register name]]"
	append xml [element addressOffset [get_prop $register address_offset 0]] \
		[element size [get_prop $register size 32]] [xml_parameters $register]
	return "$xml</spirit:register>\n"
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
	foreach name [core_files $core] {
		append xml "<spirit:file>[element name $name]</spirit:file>\n"
	}
	return $xml
}

# "ctrl_protocol ap_ctrl_chain", as a core's vitis_drc property may have it.
proc fpgacl::control_of {core} {
	set rules [get_prop $core vitis_drc]
	return [expr {[llength $rules] % 2 == 0 && [dict exists $rules ctrl_protocol]
		? [dict get $rules ctrl_protocol] : ""}]
}

# A file group may name the top module, for a core that a script makes from nothing.
proc fpgacl::top_of {core} {
	set top [get_prop $core top]
	foreach group [children $core file_group] {
		set top [expr {$top eq "" ? [get_prop $group model_name] : $top}]
	}
	return $top
}

proc fpgacl::write_component {core} {
	check_parameters $core
	set buses [xml_buses $core]
	file mkdir [file dirname [get_prop $core xml_file_name]]
	set file [open [get_prop $core xml_file_name] w]
	puts $file "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<spirit:component xmlns:spirit=\"http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009\">
[element vendor [get_prop $core vendor]]
[element library [get_prop $core library]]
[element name [get_prop $core name]]
[element version [get_prop $core version]]
<spirit:busInterfaces>
$buses</spirit:busInterfaces>
<spirit:memoryMaps>
[xml_maps $core]</spirit:memoryMaps>
<spirit:model><spirit:views><spirit:view>[element modelName [top_of $core]]
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

# The description of a kernel that package_xo derives: -output_kernel_xml.
proc fpgacl::write_description {core kernel control path} {
	set ports ""
	set args ""
	set id 0
	foreach bus [children $core bus] {
		set name [get_prop $bus name]
		set mode [bus_mode $bus]
		switch -- [bus_type $bus] {
			aximm { append ports "<port name=\"[escape $name]\" mode=\"$mode\" portType=\"addressable\"/>\n" }
			axis {
				set mode [expr {$mode eq "master" ? "write_only" : "read_only"}]
				append ports "<port name=\"[escape $name]\" mode=\"$mode\" portType=\"stream\"/>\n"
				lappend streams $name
			}
		}
	}
	foreach map [children $core memory_map] {
		foreach block [children $map address_block] {
			foreach register [children $block register] {
				append args [register_argument $register [get_prop $map name] id]
			}
		}
	}
	foreach name [expr {[info exists streams] ? $streams : {}}] {
		append args "<arg name=\"[escape $name]\" addressQualifier=\"4\" id=\"$id\" port=\"[escape $name]\" size=\"0x4\"\
			offset=\"0x0\" type=\"stream\"/>\n"
		incr id
	}
	write_file $path "<root><kernel name=\"[escape $kernel]\" hwControlProtocol=\"[escape $control]\">\n<ports>\n$ports</ports>\n<args>\n$args</args>\n</kernel></root>"
}

# Registers below 0x10 belong to the control protocol.
proc fpgacl::register_argument {register slave counter} {
	upvar $counter id
	set offset [get_prop $register address_offset 0]
	if {$offset < 0x10} {
		return ""
	}
	set bytes [expr {([get_prop $register size 32] + 7) / 8}]
	set bus ""
	foreach parameter [children $register parameter ASSOCIATED_BUSIF] {
		set bus [get_prop $parameter value]
	}
	set text "<arg name=\"[escape [get_prop $register name]]\" addressQualifier=\"[expr {$bus ne ""}]\" id=\"$id\"\
		port=\"[escape [expr {$bus ne "" ? $bus : $slave}]]\" size=\"0x[format %x $bytes]\" offset=\"0x[format %x $offset]\"\
		type=\"[expr {$bus ne "" ? "void*" : $bytes > 4 ? "ulong" : "uint"}]\"/>\n"
	incr id
	return $text
}

proc fpgacl::output_description {options component} {
	set core [expr {[info exists ::ipx::cores([file normalize $component])]
		? $::ipx::cores([file normalize $component]) : ""}]
	if {$core eq ""} {
		puts stderr "vivado: warning: package_xo: -output_kernel_xml writes nothing: '$component' was not packaged in this\
			run"
		return
	}
	set control [option $options ctrl_protocol [control_of $core]]
	write_description $core [dict get $options kernel_name] [expr {$control eq "" ? "ap_ctrl_hs" : $control}] \
		[dict get $options output_kernel_xml]
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
	if {[dict exists $options output_kernel_xml]} {
		fpgacl::output_description $options $component
	}
	return $xo
}
