// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// Swift can't call prctl(2), whose arguments depend on the first. 0 where it worked.
static inline int belfry_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }

// For a process that reads files of strangers: no more memory, seconds of the processor and files than this, no privileges. 0 where
// all of it worked.
static inline int belfry_confine(unsigned long bytes, unsigned long seconds) {
    struct rlimit memory = {bytes, bytes}, time = {seconds, seconds}, none = {0, 0};
    signal(SIGXFSZ, SIG_IGN);
    return setrlimit(RLIMIT_AS, &memory) | setrlimit(RLIMIT_CPU, &time) | setrlimit(RLIMIT_FSIZE, &none)
        | setrlimit(RLIMIT_CORE, &none) | prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) | prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
