/* SPDX-License-Identifier: Apache-2.0 */
/* `fpgacl serve`: an inference worker on the boards of any OpenCL driver. README.md explains the parts. */
#include "base/stdout.h"
#include "tools/serve/check.h"
#include "tools/serve/options.h"

int main(int argc, char **argv)
{
	struct fcl_serve_options options;
	enum fcl_serve_parsed parsed = fcl_serve_options_parse(&options, argc, argv);

	if (parsed == FCL_SERVE_WRONG)
		return 2;
	if (parsed == FCL_SERVE_DONE)
		return fcl_stdout_finish("fpgacl serve", 0);
	return fcl_stdout_finish("fpgacl serve", fcl_serve_check(options.repository) ? 0 : 1);
}
