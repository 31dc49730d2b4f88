// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Foundation
import Glibc
import Triggers

/// What was refused, and nobody waits to hear: one line on standard error, and one in the agent's log.
struct UnheardRefusal: Sendable {
    let agent: CenterClient
    let app: String

    /// - Parameters:
    ///   - error: Why it was refused.
    ///   - method: What was asked.
    ///   - identifier: The request or the category that it was about; empty for neither.
    ///   - isOurs: The agent was not asked for it, as it would refuse it.
    func say(_ error: UNError, _ method: AgentMethod, about identifier: String, isOurs: Bool = false) {
        let refusal = error.errorUserInfo[UNError.refusalKey] as? String
        let word = refusal ?? (isOurs ? Refusal.Code.invalidRequest.rawValue : nil)
        guard word != nil || Self.isLoss(method) else { return }
        let sentence = error.localizedDescription
        let name = identifier.isEmpty ? "" : " \"\(identifier)\""
        Self.write("UserNotifications: \(method.rawValue)\(name): \(word.map { "\($0): " } ?? "")\(sentence)")
        // Without an agent there is no log.
        guard let word else { return }
        let note = RefusalNote(method: method, identifier: identifier, error: word, message: sentence)
        agent.call(.noteRefusal, [.string(app), .properties(note.properties)]) { _ in }
    }

    /// Whether something is lost where there is no agent; what is to be removed is not there then either.
    private static func isLoss(_ method: AgentMethod) -> Bool {
        [.add, .addAll, .setCategories, .setBadgeCount].contains(method)
    }

    /// Writes one line; whoever reads it may have gone, and that must not end the program.
    private static func write(_ text: String) {
        let line = text.map { $0.isNewline || $0 == "\0" ? " " : String($0) }.joined() + "\n"
        var (pipe, before) = (sigset_t(), sigset_t())
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        let bytes = Array(line.utf8)
        if Glibc.write(STDERR_FILENO, bytes, bytes.count) < 0, errno == EPIPE {
            var none = timespec()
            sigtimedwait(&pipe, nil, &none)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
