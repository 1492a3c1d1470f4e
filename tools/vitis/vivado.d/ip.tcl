# SPDX-License-Identifier: Apache-2.0
# create_ip for IP that RTL kernels contain: debug cores, of which the emulation needs an empty module.

proc create_ip {args} {
	lassign [fpgacl::arguments create_ip $args {} {name vendor library version module_name dir vlnv}] options
	set name [fpgacl::option $options name [lindex [split [fpgacl::option $options vlnv] :] 2]]
	if {$name ni {ila vio rtl_kernel_wizard}} {
		error "create_ip: there is no emulation of the IP '$name'"
	}
	return [fpgacl::new ip [fpgacl::project create_ip] \
		[list name [fpgacl::option $options module_name] ip $name]]
}

proc get_ips {args} {
	lassign [fpgacl::arguments get_ips $args {} {filter}] - rest
	set found {}
	foreach pattern [expr {[llength $rest] ? [concat {*}$rest] : "*"}] {
		lappend found {*}[fpgacl::children [fpgacl::project get_ips] ip $pattern]
	}
	return $found
}
