// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The output of a command. It passes through this process unchanged, and its last bytes are kept.
struct CommandOutput {
    private var channels: [OutputChannel] = []
    private var isShared = false
    private(set) var tail = OutputTail()
    /// Whether some of the output could not be written.
    private(set) var isLost = false

    /// Opens channels for the standard output and the standard error: one channel for both if they are the same file,
    /// so that the order of lines is kept.
    ///
    /// - Parameter isKept: False if nobody needs the end of the output. There are no channels then, and the command has
    ///   this process's own descriptors.
    init(isKept: Bool) {
        guard isKept else { return }
        isShared = Self.areSame(STDOUT_FILENO, STDERR_FILENO)
        let targets = isShared ? [STDOUT_FILENO] : [STDOUT_FILENO, STDERR_FILENO]
        channels = targets.compactMap { OutputChannel(to: $0) }
    }

    private static func areSame(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        guard fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
        return (first.st_dev, first.st_ino, first.st_rdev) == (second.st_dev, second.st_ino, second.st_rdev)
    }

    /// Adds the actions that give the command its ends of the channels.
    func connect(_ actions: inout posix_spawn_file_actions_t) {
        for channel in channels {
            posix_spawn_file_actions_adddup2(&actions, channel.commandEnd, channel.target)
            if isShared { posix_spawn_file_actions_adddup2(&actions, channel.commandEnd, STDERR_FILENO) }
        }
    }

    /// Closes this process's copies of the ends to which the command writes, once the command has these ends.
    mutating func commandHasStarted() { for index in channels.indices { channels[index].commandHasStarted() } }

    /// The conditions to give to `poll` before ``pass(_:)``.
    var conditions: [pollfd] {
        // poll(2) ignores a negative descriptor.
        channels.map { $0.isOpen || $0.isWaiting ? $0.condition : pollfd(fd: -1, events: 0, revents: 0) }
    }

    /// Reads or writes once where `poll` has reported something, and reports output that can't be written.
    mutating func pass(_ reported: some Sequence<pollfd>) {
        for (index, condition) in reported.enumerated() where condition.revents != 0 {
            do {
                try channels[index].pass(into: &tail)
            } catch {
                isLost = true
                Console.say(Failure(error).sentence)
            }
        }
    }

    /// Passes the command's output on as far as possible without waiting; returns whether all read output is written.
    mutating func passRest() -> Bool {
        while true {
            var conditions = conditions
            guard poll(&conditions, nfds_t(conditions.count), 0) > 0 else { break }
            pass(conditions)
        }
        return !channels.contains(where: \.isWaiting)
    }

    /// Gives the command's terminals the size of the real terminal; returns whether a size has changed.
    func fitSize() -> Bool { channels.map { $0.fitSize() }.contains(true) }

    /// Gives the real terminal the modes of the command's terminal; see ``OutputChannel/fitModes(isContinued:)``.
    mutating func fitModes(isContinued: Bool) {
        for index in channels.indices { channels[index].fitModes(isContinued: isContinued) }
    }

    /// Lets other processes pass on the output that the command's background processes may still write.
    mutating func handOver() { for index in channels.indices { channels[index].handOver() } }
}
