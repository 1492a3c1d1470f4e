/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKE_CONTROL_H
#define FAKE_CONTROL_H

#include <memory>
#include <string>

#define EXPORT __attribute__((visibility("default")))

/*
 * How a test controls the fake XRT.
 *
 * FAKE_XRT holds words that control it, until fake_xrt_say() replaces them:
 *   boards=N     how many boards there are; default 1
 *   run_us=N     how long a run takes; 0: it has ended when start() returns
 *   hold         runs never end
 *   state=N      the state runs end in, as ert.h numbers them
 *   throw=CALL   that call throws what XRT does not
 *   errno=CALL:N it throws a std::system_error
 *   die=CALL     it aborts the process
 *   hang=CALL    it does not return
 *   meet=CALL    it opens the named pipe $FAKE_XRT_HERE for writing, and returns when it has read
 *                $FAKE_XRT_GO to its end
 *   uuid         the board says that it holds another image
 *   taken=UUID   another process uses the board, with that image: XRT attaches to it, and loads no
 *                other; "program" is the call that loads one
 *   p2p          other boards reach the board's memory
 *   offline      the board is gone
 *   fault        the board has an asynchronous error, later than any before
 */

/* The value of a word: "" if it has none, nullptr if the word is missing. */
std::unique_ptr<std::string> word(const std::string &name);
long number(const std::string &name, long fallback);

struct not_an_exception {
};

/* Called at the beginning of each XRT call; applies the words that concern it. */
void called(const std::string &call);

/* Replaces the words. For fake() in fake.c. */
extern "C" EXPORT void fake_xrt_say(const char *text);

#endif
