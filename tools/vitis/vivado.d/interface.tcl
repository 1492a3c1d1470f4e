# SPDX-License-Identifier: Apache-2.0
# A core's bus interfaces: inferred from the names of its ports, as Vivado infers them, or described by a script
# with a type, a mode and a map from the bus's signals to ports.

proc fpgacl::new_bus {core name library type mode} {
	return [new bus $core [list name $name interface_mode $mode bus_type_vlnv xilinx.com:$library:$type:1.0 \
		abstraction_type_vlnv xilinx.com:$library:${type}_rtl:1.0]]
}

# "aximm", from either of the two types that scripts set. Without one, nobody could use the interface.
proc fpgacl::bus_type {bus} {
	set type [get_prop $bus bus_type_name]
	if {$type eq ""} {
		regsub {_rtl$} [get_prop $bus abstraction_type_name] {} type
	}
	if {$type eq ""} {
		error "bus interface '[get_prop $bus name]': expected a type, found none: set its property bus_type_vlnv\
			to xilinx.com:interface:aximm:1.0, for example"
	}
	return $type
}

# An interface that a script adds is a slave until it says otherwise.
proc fpgacl::bus_mode {bus} {
	set mode [get_prop $bus interface_mode slave]
	if {$mode ni {master slave monitor mirroredMaster mirroredSlave mirroredMonitor system}} {
		error "bus interface '[get_prop $bus name]': expected interface_mode master or slave, found '$mode'"
	}
	return $mode
}

# Whether an interface has this port.
proc fpgacl::mapped {core port} {
	foreach bus [children $core bus] {
		foreach map [children $bus port_map] {
			if {[get_prop $map physical_name] eq $port} {
				return 1
			}
		}
	}
	return 0
}

# The ports of a bus "m_axi": m_axi_awaddr is AWADDR.
proc fpgacl::map_ports {core bus prefix} {
	foreach port [children $core port ${prefix}_*] {
		set signal [string toupper [string range [get_prop $port name] [string length ${prefix}_] end]]
		if {![string match *_* $signal]} {
			new port_map $bus [list name $signal physical_name [get_prop $port name]]
		}
	}
}

# An AXI4-Lite slave has a place for registers, under the names that Vivado gives it.
proc fpgacl::map_registers {core} {
	foreach bus [children $core bus] {
		set name [get_prop $bus name]
		if {[bus_type $bus] eq "aximm" && [bus_mode $bus] eq "slave" && ![llength [children $core memory_map $name]]} {
			new address_block [new memory_map $core [list name $name]] [list name reg0]
			set_prop $bus slave_memory_map_ref $name
		}
	}
}

# "(* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 M_AXI AWADDR" *)" before a port says all about it.
proc fpgacl::infer_attribute {core port mode} {
	lassign [split [get_prop $port info]] vlnv name signal
	lassign [split $vlnv :] - library type
	set bus [lindex [children $core bus $name] 0]
	if {$bus eq ""} {
		set bus [new_bus $core $name $library $type slave]
	}
	new port_map $bus [list name $signal physical_name [get_prop $port name]]
	if {$signal in {AWADDR AWVALID ARADDR ARVALID TVALID TDATA CLK RST}} {
		set_prop $bus interface_mode $mode
	}
	if {[regexp {POLARITY\s+(ACTIVE_\w+)} [get_prop $port parameter] -> polarity]} {
		new parameter $bus [list name POLARITY value $polarity]
	}
}

# What Vivado infers: what attributes say, AXI4 and AXI4-Stream by the names of their signals, clocks and resets.
proc fpgacl::infer_buses {core} {
	foreach object [children $core port] {
		set port [get_prop $object name]
		if {[get_prop $object info] ne ""} {
			if {![mapped $core $port]} {
				infer_attribute $core $object [expr {[get_prop $object direction] eq "out" ? "master" : "slave"}]
			}
			continue
		}
		set mode [expr {[get_prop $object direction] eq "out" ? "master" : "slave"}]
		set library interface
		set signal ""
		if {[regexp -nocase {^(.+)_(awaddr|araddr)$} $port -> name]} {
			set type aximm
		} elseif {[regexp -nocase {^(.+)_tvalid$} $port -> name]} {
			set type axis
		} elseif {[regexp -nocase {clk|clock} $port]} {
			lassign [list $port signal clock CLK] name library type signal
		} elseif {[regexp -nocase {rst|reset} $port]} {
			lassign [list $port signal reset RST] name library type signal
		} else {
			continue
		}
		if {[llength [children $core bus $name]]} {
			continue
		}
		set bus [new_bus $core $name $library $type $mode]
		if {$signal eq ""} {
			map_ports $core $bus $name
		} else {
			new port_map $bus [list name $signal physical_name $port]
		}
	}
	map_registers $core
}

proc fpgacl::xml_type {element vlnv} {
	set xml "<spirit:$element"
	foreach part {vendor library name version} text $vlnv {
		append xml " spirit:$part=\"[escape $text]\""
	}
	return "$xml/>"
}

proc fpgacl::xml_port_maps {core bus} {
	set xml ""
	foreach map [children $bus port_map] {
		set physical [get_prop $map physical_name]
		if {$physical eq ""} {
			continue
		}
		if {[llength [children $core port]] && ![llength [children $core port $physical]]} {
			error "bus interface '[get_prop $bus name]': [get_prop $map name] is mapped to '$physical', which is\
				not a port of '[get_prop $core top]'"
		}
		append xml "<spirit:portMap><spirit:logicalPort>[element name [get_prop $map name]]</spirit:logicalPort>" \
			"<spirit:physicalPort>[element name $physical]</spirit:physicalPort></spirit:portMap>\n"
	}
	return [expr {$xml eq "" ? "" : "<spirit:portMaps>\n$xml</spirit:portMaps>"}]
}

proc fpgacl::xml_bus {core bus} {
	set type [bus_type $bus]
	return "<spirit:busInterface>[element name [get_prop $bus name]][xml_type busType [list \
		[get_prop $bus bus_type_vendor xilinx.com] [get_prop $bus bus_type_library interface] $type \
		[get_prop $bus bus_type_version 1.0]]]<spirit:[bus_mode $bus]/>[xml_port_maps $core $bus][xml_parameters \
		$bus]</spirit:busInterface>\n"
}

# --- commands ---

proc ipx::associate_bus_interfaces {args} {
	lassign [fpgacl::arguments ipx::associate_bus_interfaces $args {clear remove} {busif clock reset}] \
		options rest
	set core [core ipx::associate_bus_interfaces [lindex $rest 0]]
	foreach what {busif clock reset} {
		set name [fpgacl::option $options $what]
		if {$name ne "" && ![llength [fpgacl::children $core bus $name]]} {
			error "ipx::associate_bus_interfaces: the core has no bus interface '$name'"
		}
	}
}

# The interfaces follow from the names of the ports: what a script infers explicitly is there
# already, unless it was removed.
proc ipx::infer_bus_interface {args} {
	lassign [fpgacl::arguments ipx::infer_bus_interface $args {} {}] - rest
	lassign $rest names vlnv core
	set core [core ipx::infer_bus_interface $core]
	lassign [split $vlnv :] - library type
	regsub {_rtl$} $type {} type
	set port [lindex $names 0]
	set single [expr {$type in {clock reset interrupt}}]
	set name [expr {$single ? $port : [regsub {_[^_]*$} $port {}]}]
	if {[llength [fpgacl::children $core bus $name]]} {
		return [lindex [fpgacl::children $core bus $name] 0]
	}
	set mode slave
	foreach object [fpgacl::children $core port] {
		if {[regexp -nocase "^${name}(|_tvalid|_awvalid|_arvalid)$" [fpgacl::get_prop $object name]] &&
			[fpgacl::get_prop $object direction] eq "out"} {
			set mode master
		}
	}
	set bus [fpgacl::new_bus $core $name $library $type $mode]
	if {$single} {
		fpgacl::new port_map $bus [list name [dict get {clock CLK reset RST interrupt INTERRUPT} $type] \
			physical_name $port]
	} else {
		fpgacl::map_ports $core $bus $name
	}
	return $bus
}

proc ipx::infer_bus_interfaces {args} {
	lassign [fpgacl::arguments ipx::infer_bus_interfaces $args {} {}] - rest
	set core [lindex $rest end]
	if {![info exists fpgacl::objects($core)]} {
		set core ""
	}
	set core [core ipx::infer_bus_interfaces $core]
	fpgacl::infer_buses $core
	return [fpgacl::children $core bus]
}
