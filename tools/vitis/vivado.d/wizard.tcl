# SPDX-License-Identifier: Apache-2.0
# The RTL kernel wizard's example project, for kernels whose ports are pairs of AXI4-Streams: each 32-bit word goes
# from the second stream of a pair to the first, plus 1 (UG1393 "RTL Kernel Wizard").

namespace eval fpgacl::wizard {}

proc fpgacl::wizard::read {ip} {
	foreach {name most} {NUM_INPUT_ARGS 0 NUM_M_AXI 0} {
		if {[fpgacl::config $ip $name [expr {$name eq "NUM_M_AXI"}]] > $most} {
			error "open_example_project: the wizard's example is there for AXI4-Stream kernels only,\
				and CONFIG.$name is not 0"
		}
	}
	set count [fpgacl::config $ip NUM_AXIS 0]
	if {!$count || $count % 2} {
		error "open_example_project: CONFIG.NUM_AXIS is $count, expected pairs of streams"
	}
	set streams {}
	for {set i 0} {$i < $count} {incr i} {
		set number [format %02d $i]
		lappend streams [fpgacl::get_prop $ip CONFIG.AXIS${number}_NAME axis$number] \
			[expr {8 * [fpgacl::config $ip AXIS${number}_NUM_BYTES 64]}]
	}
	return $streams
}

proc fpgacl::wizard::port_list {streams} {
	set ports {"input ap_clk" "input ap_rst_n"}
	foreach {to width from -} $streams {
		foreach {bus out in} [list $to output input $from input output] {
			lappend ports "$out ${bus}_tvalid" "$in ${bus}_tready" "$out \[$width-1:0\] ${bus}_tdata" \
				"$out \[$width/8-1:0\] ${bus}_tkeep" "$out ${bus}_tlast"
		}
	}
	return $ports
}

set fpgacl::wizard::slave_ports {
	"input s_axi_control_awvalid" "output s_axi_control_awready" "input \[11:0\] s_axi_control_awaddr"
	"input s_axi_control_wvalid" "output s_axi_control_wready" "input \[31:0\] s_axi_control_wdata"
	"input \[3:0\] s_axi_control_wstrb" "output reg s_axi_control_bvalid" "input s_axi_control_bready"
	"output \[1:0\] s_axi_control_bresp" "input s_axi_control_arvalid" "output s_axi_control_arready"
	"input \[11:0\] s_axi_control_araddr" "output reg s_axi_control_rvalid" "input s_axi_control_rready"
	"output reg \[31:0\] s_axi_control_rdata" "output \[1:0\] s_axi_control_rresp" "output interrupt"
}

# Registers of ap_ctrl_hs and ap_ctrl_chain: done when the last packet of each pair has gone.
set fpgacl::wizard::slave_body {
reg done;
wire writes = s_axi_control_awvalid && s_axi_control_wvalid && !s_axi_control_bvalid;
wire reads = s_axi_control_arvalid && !s_axi_control_rvalid;
assign s_axi_control_awready = writes;
assign s_axi_control_wready = writes;
assign s_axi_control_arready = reads;
assign s_axi_control_bresp = 0;
assign s_axi_control_rresp = 0;
assign interrupt = 0;
always @(posedge ap_clk)
	if (!ap_rst_n) begin
		running <= 0;
		done <= 0;
		ended <= 0;
		s_axi_control_bvalid <= 0;
		s_axi_control_rvalid <= 0;
	end else begin
		if (s_axi_control_bvalid && s_axi_control_bready)
			s_axi_control_bvalid <= 0;
		if (s_axi_control_rvalid && s_axi_control_rready)
			s_axi_control_rvalid <= 0;
		ended <= ended | last;
		if (reads) begin
			s_axi_control_rvalid <= 1;
			s_axi_control_rdata <= s_axi_control_araddr == 0 ? {28'b0, done, !running, done, running} : 0;
			if (s_axi_control_araddr == 0)
				done <= 0;
		end
		if (running && &(ended | last)) begin
			running <= 0;
			done <= 1;
			ended <= 0;
		end
		if (writes) begin
			s_axi_control_bvalid <= 1;
			if (s_axi_control_awaddr == 0 && s_axi_control_wstrb[0] && s_axi_control_wdata[0])
				running <= 1;
		end
	end
}

# One pair: a stage of registers between the two.
proc fpgacl::wizard::pair {index to from width} {
	return [string map [list @to $to @from $from @width $width @index $index] {
reg @to_valid, @to_last;
reg [@width-1:0] @to_data;
reg [@width/8-1:0] @to_keep;
integer @to_i;
assign @to_tvalid = @to_valid;
assign @to_tdata = @to_data;
assign @to_tkeep = @to_keep;
assign @to_tlast = @to_last;
assign @from_tready = running && !ended[@index] && !(@to_valid && @to_last) && (!@to_valid || @to_tready);
assign last[@index] = @to_valid && @to_tready && @to_last;
always @(posedge ap_clk)
	if (!ap_rst_n)
		@to_valid <= 0;
	else if (@from_tvalid && @from_tready) begin
		@to_valid <= 1;
		for (@to_i = 0; @to_i < @width / 32; @to_i = @to_i + 1)
			@to_data[@to_i * 32 +: 32] <= @from_tdata[@to_i * 32 +: 32] + 1;
		@to_keep <= @from_tkeep;
		@to_last <= @from_tlast;
	end else if (@to_tready)
		@to_valid <= 0;
}]
}

proc fpgacl::wizard::verilog {name streams free} {
	variable slave_ports
	variable slave_body
	set ports [port_list $streams]
	set pairs [expr {[llength $streams] / 4}]
	set body "wire \[$pairs-1:0\] last;\n"
	if {$free} {
		append body "wire running = 1;\nwire \[$pairs-1:0\] ended = 0;\n"
	} else {
		lappend ports {*}[subst -nocommands -novariables $slave_ports]
		append body "reg running;\nreg \[$pairs-1:0\] ended;\n$slave_body"
	}
	set index 0
	foreach {to width from -} $streams {
		append body [pair $index $to $from $width]
		incr index
	}
	return "module $name (\n\t[join $ports ",\n\t"]\n);\n${body}endmodule\n"
}

proc fpgacl::wizard::model {name streams} {
	set packets {}
	set body ""
	foreach {to width from -} $streams {
		lappend packets "hls::stream<ap_axiu<$width, 0, 0, 0>> &$to, hls::stream<ap_axiu<$width, 0, 0, 0>> &$from"
		append body "\tfor (bool last = false; !last;) \{\n\t\tap_axiu<$width, 0, 0, 0> p = $from.read();\n" \
			"\t\tfor (int i = 0; i < $width; i += 32)\n" \
			"\t\t\tp.data.range(i + 31, i) = p.data.range(i + 31, i) + 1;\n" \
			"\t\tlast = p.last;\n\t\t$to.write(p);\n\t\}\n"
	}
	return "#include <ap_axi_sdata.h>\n#include <hls_stream.h>\n\nextern \"C\" void ${name}([join $packets ", "])\n\{\n$body\}\n"
}

proc fpgacl::wizard::description {name streams control} {
	set ports ""
	set args ""
	set id 0
	foreach {stream width} $streams {
		set mode [expr {$id % 2 ? "read_only" : "write_only"}]
		append ports "<port name=\"$stream\" mode=\"$mode\" dataWidth=\"$width\" portType=\"stream\"/>\n"
		append args "<arg name=\"$stream\" addressQualifier=\"4\" id=\"$id\" port=\"$stream\" size=\"0x4\"\
			offset=\"0x0\" type=\"stream\"/>\n"
		incr id
	}
	if {$control ne "ap_ctrl_none"} {
		append ports "<port name=\"s_axi_control\" mode=\"slave\" dataWidth=\"32\" portType=\"addressable\"/>\n"
	}
	return "<root><kernel name=\"$name\" hwControlProtocol=\"$control\">\n<ports>\n$ports</ports>\n<args>\n$args</args>\n</kernel></root>\n"
}

proc fpgacl::wizard::write {path text} {
	set file [open $path w]
	puts -nonewline $file $text
	close $file
}

set fpgacl::wizard::package_script {
proc package_project {path_to_packaged kernel_vendor kernel_library kernel_name} {
	set core [ipx::package_project -root_dir $path_to_packaged -vendor $kernel_vendor \
		-library $kernel_library -name $kernel_name -taxonomy /KernelIP -import_files]
	set_property sdx_kernel true $core
	set_property sdx_kernel_type rtl $core
	ipx::check_integrity -kernel $core
	ipx::save_core $core
}
}

proc open_example_project {args} {
	lassign [fpgacl::arguments open_example_project $args {in_process} {dir}] options rest
	set ip [lindex $rest 0]
	if {![info exists fpgacl::objects($ip)] || [fpgacl::get_prop $ip ip] ne "rtl_kernel_wizard"} {
		error "open_example_project: '$rest' is not an IP of the RTL kernel wizard"
	}
	set name [fpgacl::get_prop $ip CONFIG.KERNEL_NAME [fpgacl::get_prop $ip name]]
	set control [fpgacl::get_prop $ip CONFIG.KERNEL_CTRL ap_ctrl_hs]
	set streams [fpgacl::wizard::read $ip]
	set root [file join [fpgacl::option $options dir .] [fpgacl::get_prop $ip name]_ex]
	file mkdir $root/imports
	fpgacl::wizard::write $root/imports/$name.v \
		[fpgacl::wizard::verilog $name $streams [expr {$control eq "ap_ctrl_none"}]]
	fpgacl::wizard::write $root/imports/${name}_cmodel.cpp [fpgacl::wizard::model $name $streams]
	fpgacl::wizard::write $root/imports/kernel.xml [fpgacl::wizard::description $name $streams $control]
	fpgacl::wizard::write $root/imports/package_kernel.tcl $fpgacl::wizard::package_script
	set project [fpgacl::open_project [file tail $root] $root]
	add_files $root/imports/$name.v
	return $project
}
