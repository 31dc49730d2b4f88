// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

// Swift can't call prctl(2), whose arguments depend on the first. 0 where it worked.
static inline int belfry_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }

// As in <link.h>, which declares this for GNU programs alone; the C library passes the beginning of a larger structure.
struct dl_phdr_info {
    ElfW(Addr) dlpi_addr;
    const char *dlpi_name;
    const ElfW(Phdr) *dlpi_phdr;
    ElfW(Half) dlpi_phnum;
};
extern int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *), void *data);

static inline int belfry_give_back_object(struct dl_phdr_info *object, size_t size, void *unused) {
    unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
        unsigned long start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
        unsigned long end = (object->dlpi_addr + part->p_vaddr + part->p_memsz + page - 1) & ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

// Gives memory back to the system that an idle program does not need: freed blocks, and the code and the constants of the program and its
// libraries. Reading options, opening a store and showing a notification touch 14 MB of code, which the kernel would take away only when
// memory is short. Nothing is lost: these pages are clean and can't be written. A page that is needed again comes from the page cache,
// sixteen with one fault. Pages of data stay, because they have been relocated.
static inline void belfry_give_back_memory(void) {
    malloc_trim(0);
    // No library is unloaded meanwhile, because the list of them is locked.
    dl_iterate_phdr(belfry_give_back_object, NULL);
}

// Makes all threads share one heap. Each thread's own would keep what it freed, and the programs with few threads hardly wait for one.
static inline void belfry_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

// In a program that was built with a sanitizer, and in no other.
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));

// For a process that reads files of strangers: no more memory, seconds of the processor and files than this, no privileges. 0 where
// all of it worked.
static inline int belfry_confine(unsigned long bytes, unsigned long seconds) {
    struct rlimit memory = {bytes, bytes}, time = {seconds, seconds}, none = {0, 0};
    // A sanitizer keeps its books in terabytes of addresses, hardly any of which become memory.
    if (__asan_init || __tsan_init) memory.rlim_cur = memory.rlim_max = RLIM_INFINITY;
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

// Swift has no CMSG macros. At most this many descriptors go with one message.
#define BELFRY_MOST_DESCRIPTORS 4

// Sends one message with descriptors; -1 and errno where that fails.
static inline ssize_t belfry_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int) * BELFRY_MOST_DESCRIPTORS)]; } control;
    struct iovec part = {(void *)bytes, length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > BELFRY_MOST_DESCRIPTORS) count = BELFRY_MOST_DESCRIPTORS;
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *first = CMSG_FIRSTHDR(&message);
        first->cmsg_level = SOL_SOCKET;
        first->cmsg_type = SCM_RIGHTS;
        first->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(first), descriptors, sizeof(int) * count);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Receives one message; `descriptors` has room for BELFRY_MOST_DESCRIPTORS. -1 and errno where there is none; 0 at the end.
static inline ssize_t belfry_receive(int socket, void *bytes, size_t length, int *descriptors, size_t *count) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int) * BELFRY_MOST_DESCRIPTORS)]; } control;
    struct iovec part = {bytes, length};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    *count = 0;
    if (received < 0) return received;
    for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
        *count = (each->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors, CMSG_DATA(each), sizeof(int) * *count);
    }
    return received;
}

// The two ends of a pipe that no program inherits, the first of which does not block. 0 where it worked.
static inline int belfry_pipe(int ends[2]) {
    return syscall(SYS_pipe2, ends, O_CLOEXEC) || fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

// The limits of one process: bytes of addresses, seconds of the processor, open files, bytes of a file, and processes of the person.
struct belfry_limits {
    unsigned long memory, seconds, files, file_size, processes;
};

// Makes orphaned descendants children of this process, and lets no other process read its memory. 0 where it worked.
static inline int belfry_adopt_descendants(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) | prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

static inline int belfry_set_limit(int kind, unsigned long value) {
    struct rlimit limit;
    if (getrlimit(kind, &limit)) return -1;
    // A limit that is lower already stays.
    if (value < limit.rlim_max) limit.rlim_max = value;
    if (limit.rlim_max < limit.rlim_cur) limit.rlim_cur = limit.rlim_max;
    return setrlimit(kind, &limit);
}

// The child's part of belfry_start_limited, after which the program is executed; -1 and errno where that fails.
static inline int belfry_prepare_limited(int parent, int input, const char *folder, const struct belfry_limits *limits, int may_gain) {
    // A new session: signals for the parent's process group or terminal don't reach it. It may lead no group yet, so this works.
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) return -1;
    // The parent may have ended before the line above.
    if (getppid() != parent) _exit(127);
    for (int number = 1; number < 65; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) || dup2(input, STDIN_FILENO) < 0 || chdir(folder)) return -1;
    // An older kernel lacks this call. All descriptors of this program are closed by execve() anyway.
    syscall(SYS_close_range, 3U, ~0U, 1U << 2);
    // If memory is short, the kernel ends this process first. The file can be written by a dumpable process only.
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) {
        if (write(score, "500", 3) < 0) errno = 0;
        close(score);
    }
    if (belfry_set_limit(RLIMIT_AS, limits->memory) || belfry_set_limit(RLIMIT_CPU, limits->seconds)
        || belfry_set_limit(RLIMIT_NOFILE, limits->files) || belfry_set_limit(RLIMIT_FSIZE, limits->file_size)
        || belfry_set_limit(RLIMIT_NPROC, limits->processes) || belfry_set_limit(RLIMIT_CORE, 0)) return -1;
    return may_gain ? 0 : prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Starts a program with limits, which this process does not have, and with `input` as its standard input. The process must have one
// thread only. If this process ends, the kernel kills the child. `may_gain` is 0 for a program that may gain no privileges. Returns the
// child; -1 and errno where the program can't be started.
static inline int belfry_start_limited(
    char *const *words, char *const *environment, int input, const char *folder, const struct belfry_limits *limits, int may_gain) {
    int ends[2], problem = 0, parent = getpid();
    if (syscall(SYS_pipe2, ends, O_CLOEXEC)) return -1;
    int child = fork();
    if (child == 0) {
        if (belfry_prepare_limited(parent, input, folder, limits, may_gain) == 0) execve(words[0], words, environment);
        problem = errno;
        if (write(ends[1], &problem, sizeof problem) < 0) _exit(126);
        _exit(127);
    }
    if (child < 0) problem = errno;
    close(ends[1]);
    ssize_t count;
    // execve() closes the other end without a word.
    do count = child < 0 ? 0 : read(ends[0], &problem, sizeof problem); while (count < 0 && errno == EINTR);
    close(ends[0]);
    if (problem == 0) return child;
    if (child > 0) waitpid(child, NULL, 0);
    errno = problem;
    return -1;
}

// A descriptor that can be read once the process has ended; -1 and errno.
static inline int belfry_open_pidfd(int process) { return (int)syscall(SYS_pidfd_open, process, 0U); }

// A descriptor, which no program inherits, from which blocked signals are read without waiting; -1 and errno.
static inline int belfry_open_signals(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK); }

// The condition of poll(2) that the other end of a socket is closed for writing; <poll.h> declares it for GNU programs alone.
#define BELFRY_POLLRDHUP 0x2000
