// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

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

// The folder of a process in the kernel's own /proc, to look things up in; -1 without one.
static inline int belfry_open_process(int process) {
    char path[32];
    struct statfs system;
    snprintf(path, sizeof path, "/proc/%d", process);
    int folder = open(path, __O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return -1;
    // Anybody can write files that look like it.
    if (fstatfs(folder, &system) == 0 && system.f_type == PROC_SUPER_MAGIC) return folder;
    close(folder);
    return -1;
}

// A folder in another, to look things up in; -1 and errno without one.
static inline int belfry_open_folder(int folder, const char *name) {
    return openat(folder, name, __O_PATH | O_DIRECTORY | O_CLOEXEC);
}

// Opens a file to read, but for what leads into /proc/PID/fd and its like, which would be a descriptor of this very process; -1
// and errno. A pipe doesn't hold it up, and a terminal doesn't become this process's.
static inline int belfry_open_file(const char *path) {
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    how.resolve = RESOLVE_NO_MAGICLINKS;
    return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}
