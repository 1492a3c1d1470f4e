/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_COMPOSER_H
#define FCLC_PLUGIN_SCHEDULE_COMPOSER_H

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tools/fpgaclc/plugin/schedule/blocks.h"
#include "tools/fpgaclc/plugin/schedule/choose.h"
#include "tools/fpgaclc/plugin/schedule/compose.h"
#include "tools/fpgaclc/plugin/schedule/plan.h"
#include "tools/fpgaclc/plugin/schedule/processes.h"

namespace fclc
{

/* Makes a function's schedule. */
class composer
{
      public:
	composer(const struct context &context, const loop_names &names, scheduled_function &result,
		 function_plan &plan)
	    : context(context), names(names), result(result), plan(plan)
	{
	}
	void compose();

      private:
	const struct context &context;
	const loop_names &names;
	scheduled_function &result;
	function_plan &plan;
	/* A loop is its own function in the circuit, or its states are among those around it. */
	std::map<const llvm::Loop *, int> numbers;
	std::map<const llvm::Loop *, std::vector<burst>> bursts;
	std::map<int, int> stream_numbers; /* of memories that are streams */

	figure run_through(const llvm::Loop *loop, int number);
	figure steps_of(const segment &segment, int number);
	figure steps_alone(const item &item);
	void add_loop(const llvm::Loop &loop, int parent, bool lone, bool may_rewind);
	void add_pipeline(const llvm::Loop &loop, const loop_choice &choice, scheduled_loop &made,
			  int number);
	void add_sequence(const llvm::Loop &loop, scheduled_loop &made, int number);
	void compose_pipeline();
	void compose_loops();
	void choose_style(planned_loop &loop);
	void miss_style(const std::string &of, const std::string &why, const place &at);
	std::vector<process> processes();
	void compose_dataflow();
	bool is_lone(const std::vector<item> &items) const;
	int number_of_stream(int memory);
	void keep(const graph &graph, int loop, unsigned interval);
	void keep_resources(const graph &graph, unsigned interval);
	void keep_memories();
	void keep_ports();
	void keep_bus_accesses(const graph &graph, const std::vector<burst> &bursts,
			       const figure &trips, int loop);
	void keep_stream(const array &array, const scheduled_memory &memory);
	std::vector<planned_event> events_of(const graph &graph) const;
	void plan_processes(const std::vector<process> &list);
	void plan_guards(const std::vector<item> &items, const std::set<const llvm::Loop *> &alone);
	void plan_segment(const segment &segment, const graph &graph, unsigned states);
	void doubt_plan(const graph &graph, const std::string &unknown);
	double usable() const
	{
		return context.options.clock.usable();
	}
};

} // namespace fclc

#endif
