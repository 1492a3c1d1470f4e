/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_LINK_H
#define FPGACL_TAPA_LINK_H

#pragma GCC system_header /* its warnings are not the user's */

/* tapa::invoke() takes a .xo file, too: it is linked for the device first, as by `v++ -l`. */

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace fclc_tapa
{

typedef std::vector<unsigned char> bytes;

inline bool is_object(const std::string &path)
{
	return path.size() > 3 && !path.compare(path.size() - 3, 3, ".xo");
}

/* False: the file cannot be read. */
inline bool read_file(const std::string &path, bytes &ret_bytes)
{
	std::ifstream file(path, std::ios::binary);

	if (!file)
		return false;
	ret_bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
	return true;
}

/* Runs a program and waits for it; its output is on standard error. False: it is not on PATH. */
inline bool run_program(std::vector<std::string> words)
{
	std::vector<char *> argv;
	posix_spawn_file_actions_t actions;
	pid_t child;
	int error;

	for (std::string &word : words)
		argv.push_back(&word[0]);
	argv.push_back(nullptr);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		return false;
	while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
		;
	return true;
}

/* The image that a .xo file gives on this board. */
inline bytes link(const std::string &object, const std::string &board)
{
	const char *parent = std::getenv("TMPDIR"), *mode = std::getenv("XCL_EMULATION_MODE");
	const std::string target = mode && std::string(mode) == "hw_emu" ? mode : "sw_emu";
	const std::string how = "v++ -l -t " + target + " --platform " + board + " " + object;
	std::string folder = std::string(parent && *parent ? parent : "/tmp") + "/tapa-XXXXXX";
	bool found = false, linked = false;
	bytes image;

	if (access(object.c_str(), R_OK))
		throw std::runtime_error("tapa: cannot read '" + object + "'");
	if (!mkdtemp(&folder[0]))
		throw std::runtime_error("tapa: cannot create a folder '" + folder + "'");
	for (const char *tool : {"fpgaclc", "v++"})
		found = found || run_program({tool, "-l", "-t", target, "--platform", board, object,
					      "-o", folder + "/image.xclbin"});
	linked = read_file(folder + "/image.xclbin", image);
	unlink((folder + "/image.xclbin").c_str());
	rmdir(folder.c_str());
	if (!found)
		throw std::runtime_error(
			"tapa: '" + object + "' has to be linked, and neither " +
			"fpgaclc nor v++ is on PATH: source settings64.sh, or run " + how +
			" and pass the image");
	if (!linked)
		throw std::runtime_error("tapa: cannot link '" + object + "' by " + how);
	return image;
}

} // namespace fclc_tapa

#endif
