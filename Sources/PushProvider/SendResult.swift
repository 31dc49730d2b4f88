// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// The result of posting a message to a subscription.
package enum SendResult: Hashable, Sendable {
    /// The push server has accepted the message.
    case accepted(status: Int)
    /// The message may be resent; `after` is the number of seconds that the push server asks for, nil if it names none.
    case later(status: Int?, after: Int?, reason: String)
    /// The subscription has ended: delete it.
    case gone(status: Int)
    /// The message or the endpoint is refused; a retry would be refused as well.
    case refused(status: Int?, reason: String)

    package init(_ response: HTTPResponse) {
        let status = response.status
        switch status {
        case 200..<300: self = .accepted(status: status)
        case 404, 410: self = .gone(status: status)
        case 429, 500..<600:
            self = .later(
                status: status, after: response.head.value("retry-after").flatMap { Int($0) },
                reason: "the push server answered \(status)")
        case 413: self = .refused(status: status, reason: "the push server takes no message of this size")
        case 401, 403: self = .refused(status: status, reason: "the push server does not accept the VAPID key")
        case 300..<400: self = .refused(status: status, reason: "the push server redirects, which is not followed")
        default: self = .refused(status: status, reason: "the push server answered \(status)")
        }
    }

    package init(_ failure: HTTPFailure) {
        switch failure {
        case .unresolvable, .refused, .timeout, .interrupted, .other:
            self = .later(status: nil, after: nil, reason: failure.description)
        case .invalidURL, .unencrypted, .privateAddress, .certificate, .tooLarge:
            self = .refused(status: nil, reason: failure.description)
        }
    }

    /// The result's name in JSON.
    package var name: String {
        switch self {
        case .accepted: "accepted"
        case .later: "later"
        case .gone: "gone"
        case .refused: "refused"
        }
    }

    package var status: Int? {
        switch self {
        case .accepted(let status), .gone(let status): status
        case .later(let status, _, _), .refused(let status, _): status
        }
    }

    /// The reason of the result as a sentence for a person; nil for an accepted message.
    package var reason: String? {
        switch self {
        case .accepted: nil
        case .gone: "the subscription has ended; delete it"
        case .later(_, let seconds?, let reason): "\(reason); try again in \(seconds) seconds"
        case .later(_, nil, let reason): "\(reason); try again later"
        case .refused(_, let reason): reason
        }
    }

    /// Returns the exit status of a command with these results: 0 if all are accepted, 3 if one may be sent later, or
    /// else 4 if one is gone, or else 1.
    package static func exitStatus(of results: some Sequence<SendResult>) -> Int32 {
        var names: Set<String> = []
        for result in results { names.insert(result.name) }
        if names.contains("later") { return 3 }
        if names.contains("gone") { return 4 }
        return names.contains("refused") ? 1 : 0
    }
}
