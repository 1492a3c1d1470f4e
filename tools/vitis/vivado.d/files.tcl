# SPDX-License-Identifier: Apache-2.0
# A core's files, in groups for synthesis, simulation and more. Emulation takes what simulation takes, then what
# only synthesis has.

set fpgacl::synthesis xilinx_anylanguagesynthesis
set fpgacl::simulation xilinx_anylanguagebehavioralsimulation

proc fpgacl::file_group {core name} {
	set found [children $core file_group $name]
	return [expr {[llength $found] ? [lindex $found 0] : [new file_group $core [list name $name type $name]]}]
}

# Adds a file, or finds it: a group names each once.
proc fpgacl::group_file {group path {source ""}} {
	foreach file [children $group ip_file] {
		if {[get_prop $file name] eq $path} {
			return $file
		}
	}
	return [new ip_file $group [list name $path source $source]]
}

# Copies sources to the core's folder, those that it has not copied yet.
proc fpgacl::import_files {core paths} {
	set root [get_prop $core root_directory]
	set groups [list [file_group $core $fpgacl::synthesis] [file_group $core $fpgacl::simulation]]
	set have [lmap file [children [lindex $groups 0] ip_file] {get_prop $file source}]
	file mkdir [file join $root src]
	foreach path $paths {
		if {$path in $have} {
			continue
		}
		set name src/[file tail $path]
		set names [lmap file [children [lindex $groups 0] ip_file] {get_prop $file name}]
		for {set i 1} {$name in $names} {incr i} {
			set name src/$i/[file tail $path]
		}
		file mkdir [file dirname [file join $root $name]]
		if {[file normalize [file join $root $name]] ne $path} {
			file copy -force $path [file join $root $name]
		}
		foreach group $groups {
			group_file $group $name $path
		}
	}
}

proc fpgacl::core_files {core} {
	set names {}
	foreach group [list {*}[children $core file_group *simulation] {*}[children $core file_group *synthesis] \
		{*}[children $core file_group]] {
		foreach file [children $group ip_file] {
			set name [get_prop $file name]
			if {$name ni $names && ![string match *testbench* [get_prop $group name]]} {
				lappend names $name
			}
		}
	}
	return $names
}

# "-type synthesis {} core" makes the group with Vivado's name for that.
proc ipx::add_file_group {args} {
	lassign [fpgacl::arguments ipx::add_file_group $args {} {type of_objects}] options rest
	lassign $rest name parent
	set type [fpgacl::option $options type]
	if {$name eq ""} {
		set names [dict create synthesis $fpgacl::synthesis simulation $fpgacl::simulation \
			product_guide xilinx_productguide utility xilinx_utilityxitfiles]
		set name [expr {[dict exists $names $type] ? [dict get $names $type] : "xilinx_$type"}]
	}
	return [fpgacl::file_group [core ipx::add_file_group \
		[expr {$parent ne "" ? $parent : [fpgacl::option $options of_objects]}]] $name]
}

proc ipx::add_file {args} {
	lassign [fpgacl::arguments ipx::add_file $args {} {of_objects}] options rest
	lassign $rest path group
	if {$group eq ""} {
		set group [fpgacl::option $options of_objects]
	}
	fpgacl::need_object $group
	set root [fpgacl::get_prop [dict get $fpgacl::objects($group) parent] root_directory .]
	if {![file exists [file join $root $path]]} {
		error "ipx::add_file: there is no file '$path' in the core's folder '$root'"
	}
	return [fpgacl::group_file $group $path]
}

# Files of one group or, of a core, of all.
proc ipx::get_files {args} {
	lassign [fpgacl::arguments ipx::get_files $args {} {of_objects filter}] options rest
	set pattern [expr {[llength $rest] ? [lindex $rest 0] : "*"}]
	set found {}
	foreach parent [fpgacl::option $options of_objects [ipx::core ipx::get_files]] {
		fpgacl::need_object $parent
		set groups [expr {[dict get $fpgacl::objects($parent) class] eq "core"
			? [fpgacl::children $parent file_group] : [list $parent]}]
		foreach group $groups {
			lappend found {*}[fpgacl::children $group ip_file $pattern [fpgacl::option $options filter]]
		}
	}
	return $found
}

proc ipx::remove_file {args} {
	lassign [fpgacl::arguments ipx::remove_file $args {} {of_objects}] options rest
	lassign $rest name group
	if {$group eq ""} {
		set group [fpgacl::option $options of_objects]
	}
	set found [fpgacl::children $group ip_file $name]
	if {![llength $found] && ![dict exists $options quiet]} {
		puts stderr "vivado: warning: ipx::remove_file: the group has no file '$name'"
	}
	foreach file $found {
		fpgacl::remove $file
	}
}
