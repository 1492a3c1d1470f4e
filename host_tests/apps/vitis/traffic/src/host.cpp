/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdlib>

#include "board.hpp"

/* Programs the board, and starts both ends of the traffic as processes of their own. */
int main(int argc, char **argv)
{
	return board::run([&] {
		board::design design(argc, argv);

		board::expect(std::system("sh ./src/generators.sh") == 0, "all data");
	});
}
