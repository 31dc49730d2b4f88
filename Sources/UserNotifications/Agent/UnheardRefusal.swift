// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Glibc
import Triggers

/// Reports an error for which no caller waits, with a line on standard error and a line in the agent's log.
struct UnheardRefusal: Sendable {
    let agent: CenterClient
    let app: String

    /// Reports the error of a call; `isOurs` is true if this module found the error before it called the agent.
    func say(_ error: UNError, _ method: AgentMethod, about identifier: String, isOurs: Bool = false) {
        let refusal = error.errorUserInfo[UNError.refusalKey] as? String
        let word = refusal ?? (isOurs ? Refusal.Code.invalidRequest.rawValue : nil)
        guard word != nil || Self.isLoss(method) else { return }
        let sentence = error.localizedDescription
        let name = identifier.isEmpty ? "" : " \"\(identifier)\""
        Self.write("UserNotifications: \(method.rawValue)\(name): \(word.map { "\($0): " } ?? "")\(sentence)")
        // If the error has no code, neither the agent nor its log can be reached.
        guard let word else { return }
        let note = RefusalNote(method: method, identifier: identifier, error: word, message: sentence)
        agent.call(.noteRefusal, [.string(app), .properties(note.properties)]) { _ in }
    }

    /// Returns true if data is lost when a call of the method finds no agent; a removal loses none, because without an
    /// agent there is nothing to remove.
    private static func isLoss(_ method: AgentMethod) -> Bool {
        [.add, .addAll, .setCategories, .setBadgeCount].contains(method)
    }

    /// Writes one line, without ending the program by SIGPIPE if standard error is a closed pipe.
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
