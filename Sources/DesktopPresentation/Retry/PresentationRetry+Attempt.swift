// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationStore

extension PresentationRetry {
    /// The way in which an occurrence was sent; its next `Notify` call uses the same options and manner.
    package struct Trial: Hashable, Sendable {
        /// Presentation options that the running application or the queue chose; nil stands for all options.
        package var options: Set<String>?
        package var manner = AlertStyle.usual

        package init(options: Set<String>? = nil, manner: AlertStyle = AlertStyle.usual) {
            self.options = options
            self.manner = manner
        }
    }

    /// The event that a failed occurrence waits for.
    package enum Wait: Hashable, Sendable {
        /// The occurrence waits for nothing: it is in the queue, or was sent.
        case none
        /// The occurrence waits until the pause of the failing server is over.
        case server
        /// The occurrence waits until this time.
        case until(TimeInterval)
        /// The occurrence waits for another server, or for other capabilities of the present one.
        case ever
    }

    /// An occurrence that the server did not accept.
    package struct Attempt: Sendable {
        package var occurrence: Occurrence
        let since: TimeInterval
        package var trial = Trial()
        package var failures = 0
        package var fault = NotifyFault.unclear
        var error = ""
        /// Whether the occurrence failed again after the server had shown other occurrences, so that the server is not
        /// the cause of its failures.
        package var isSuspect = false
        /// Whether the server has shown another notification since this occurrence failed.
        package var othersShown = false
        package var form = NotificationForm.whole
        package var wait = Wait.none

        package mutating func fail(_ trial: Trial, _ occurrence: Occurrence, _ fault: NotifyFault, _ error: String) {
            (self.trial, self.occurrence, self.fault, self.error) = (trial, occurrence, fault, error)
            failures += 1
            if othersShown { isSuspect = true }
            othersShown = false
        }

        /// Forgets the occurrence's failures, because the server's capabilities have changed.
        package mutating func beginAnew() {
            (failures, isSuspect, othersShown, form, wait) = (0, false, false, .whole, .none)
        }

        /// Whether the occurrence is sent again at once when the server shows another notification.
        var isServersFault: Bool {
            guard !isSuspect else { return false }
            return switch fault {
            case .absent, .unanswered, .unclear: true
            case .full, .excess, .content, .crash: false
            }
        }

        package func isDue(at now: TimeInterval) -> Bool {
            switch wait {
            case .none, .ever: false
            case .server: true
            case .until(let end): end <= now
            }
        }
    }

    /// Returns the form in which an occurrence is sent next.
    package func form(of id: Int64) -> NotificationForm { attempts[id]?.form ?? .whole }

    /// Returns the way in which an occurrence was sent before; nil if it did not fail.
    package func trial(of id: Int64) -> Trial? { attempts[id]?.trial }

    /// Whether an occurrence waits to be sent again, and is not in the queue.
    package func holds(_ id: Int64) -> Bool { attempts[id].map { $0.wait != .none } ?? false }

    /// Occurrences that wait to be sent again.
    package var held: [Occurrence] { attempts.values.filter { $0.wait != .none }.map(\.occurrence) }

    /// Whether an occurrence with which servers have crashed may be sent now, after its pause.
    package func isPardoned(_ id: Int64) -> Bool {
        attempts[id].map { $0.fault == .crash && $0.wait == .none } ?? false
    }

    /// Whether no notification may be sent now, because the server pauses.
    package func isPausing(at now: TimeInterval) -> Bool { room(of: 1, at: now) == 0 }
}

/// The pauses before a failed notification is sent again: each is twice as long as the one before, up to a minute.
package enum RetryPause {
    /// The first pause, in seconds.
    static let shortest: TimeInterval = 0.1
    /// The longest pause, in seconds.
    static let longest: TimeInterval = 60

    /// Returns the pause in seconds after a number of failures (1 or more).
    package static func seconds(after failures: Int, from first: TimeInterval = shortest) -> TimeInterval {
        min(first * Double(1 << min(max(failures - 1, 0), 20)), longest)
    }
}
