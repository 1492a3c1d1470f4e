/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/options.h"

#include <llvm/Support/CommandLine.h>

using namespace llvm;

namespace fclc
{

static cl::opt<std::string> output("fclc-schedule", cl::Hidden,
				   cl::desc("Write the schedule of a function to this file"));
static cl::opt<std::string> code("fclc-schedule-code", cl::Hidden,
				 cl::desc("Write the IR that is scheduled to this file"));
static cl::opt<bool> free_running("fclc-schedule-free-running", cl::Hidden,
				  cl::desc("The kernel that counts is started by nobody"));
static cl::opt<bool> counted("fclc-schedule-counted", cl::Hidden,
			     cl::desc("Keep the code that is scheduled, and have it count cycles"));
static cl::opt<std::string> top("fclc-schedule-top", cl::Hidden, cl::desc("The function"));
static cl::opt<std::string> kernel("fclc-schedule-name", cl::Hidden,
				   cl::desc("The name of the kernel that counts"));
static cl::list<std::string> others("fclc-schedule-other", cl::Hidden,
				    cl::desc("IR of another source of the function"));
static cl::opt<std::string> part("fclc-schedule-part", cl::Hidden, cl::desc("The FPGA"),
				 cl::init("xcu250-figd2104-2L-e"));
static cl::opt<double> period("fclc-schedule-clock", cl::Hidden, cl::desc("Clock period in ns"),
			      cl::init(10.0 / 3));
static cl::opt<double> uncertainty("fclc-schedule-uncertainty", cl::Hidden,
				   cl::desc("Part of it that operators may not use, in ns"),
				   cl::init(-1));
static cl::opt<unsigned> pipeline_loops("fclc-schedule-pipeline-loops", cl::Hidden, cl::init(64),
					cl::desc("Iterations from which loops are pipelined"));
static cl::opt<std::string> pipeline_style("fclc-schedule-pipeline-style", cl::Hidden,
					   cl::init("stp"),
					   cl::desc("Of pipelines without one: stp, flp, frp"));
static cl::opt<bool> kernel_flow("fclc-schedule-kernel", cl::Hidden,
				 cl::desc("Pointers are m_axi unless told otherwise"));
static cl::opt<int> m_axi_latency("fclc-schedule-m-axi-latency", cl::Hidden, cl::init(-1),
				  cl::desc("Cycles of a request to memory; -1: by the flow"));

static schedule_options read_options()
{
	schedule_options read;

	read.output = output;
	read.code = code;
	read.counted = counted;
	read.free_running = free_running;
	read.top = top;
	read.kernel = kernel;
	read.others.assign(others.begin(), others.end());
	read.part = part;
	read.clock.period_ns = period;
	read.clock.uncertainty_ns = uncertainty < 0 ? period * 0.27 : uncertainty;
	read.pipeline_loops = pipeline_loops;
	read.pipeline_style = pipeline_style;
	read.kernel_flow = kernel_flow;
	read.m_axi_latency = m_axi_latency < 0 ? (kernel_flow ? 64 : 0)
					       : static_cast<unsigned>(m_axi_latency);
	return read;
}

const schedule_options &options_of_schedule()
{
	static const schedule_options options = read_options();

	return options;
}

} // namespace fclc
