/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_control.h"

#include <cstdlib>
#include <mutex>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace
{

/* Threads of the backend may read them at any time, so they are copied from the environment. */
struct words {
	std::mutex lock; /* guards text */
	std::string text;

	words()
	{
		const char *set = getenv("FAKE_XRT");

		text = set ? set : "";
	}
};

words &the_words()
{
	static words words;

	return words;
}

std::string all_words()
{
	std::lock_guard<std::mutex> guard(the_words().lock);

	return the_words().text;
}

/* Reports that the call was reached, and waits for permission to continue. */
void meet()
{
	int here = open(getenv("FAKE_XRT_HERE"), O_WRONLY | O_CLOEXEC), go;
	char byte;

	close(here);
	go = open(getenv("FAKE_XRT_GO"), O_RDONLY | O_CLOEXEC);
	while (read(go, &byte, 1) > 0)
		;
	close(go);
}

} // namespace

std::unique_ptr<std::string> word(const std::string &name)
{
	std::string rest = all_words();

	while (!rest.empty()) {
		size_t end = rest.find(' ');
		std::string one = rest.substr(0, end);

		rest = end == std::string::npos ? "" : rest.substr(end + 1);
		if (one == name)
			return std::make_unique<std::string>();
		if (one.compare(0, name.size() + 1, name + "=") == 0)
			return std::make_unique<std::string>(one.substr(name.size() + 1));
	}
	return nullptr;
}

long number(const std::string &name, long fallback)
{
	auto value = word(name);

	return value ? strtol(value->c_str(), nullptr, 0) : fallback;
}

void called(const std::string &call)
{
	auto value = word("throw"), code = word("errno"), dies = word("die"), hangs = word("hang");
	auto meets = word("meet");

	if (value && *value == call)
		throw not_an_exception();
	if (dies && *dies == call)
		abort();
	while (hangs && *hangs == call)
		pause();
	if (meets && *meets == call)
		meet();
	if (code && code->compare(0, call.size() + 1, call + ":") == 0)
		throw std::system_error(atoi(code->c_str() + call.size() + 1),
					std::generic_category(), "said on\npurpose");
}

void fake_xrt_say(const char *text)
{
	std::lock_guard<std::mutex> guard(the_words().lock);

	the_words().text = text;
}
