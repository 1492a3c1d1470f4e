# SPDX-License-Identifier: Apache-2.0
# vivado -mode batch -source gen_xo.tcl -tclargs <xo> <kernel> [<C model>]
if { $::argc < 2 } {
	puts "usage: $::argv0 <xo> <kernel> \[<C model>\]"
	exit 1
}
lassign $::argv xo kernel model
set suffix "${kernel}_[file rootname [file tail $xo]]"

source -notrace ./scripts/package_kernel.tcl

file delete -force $xo
set files [expr {$model ne "" ? [list -kernel_files $model] : [list]}]
package_xo -xo_path $xo -kernel_name $kernel -ip_directory ./packaged_$suffix {*}$files
