// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Triggers

/// A request as JSON in two columns.
///
/// The trigger has its own column, so that an edit can replace everything but the trigger.
struct StoredRequest: Sendable {
    let request: Data
    let trigger: Data?

    /// The size of both columns in bytes.
    var size: Int { request.count + (trigger?.count ?? 0) }

    // All requests share one encoder, so that a large number of requests does not make as many encoders.
    private static let encoder = JSONEncoder()

    /// Encodes a request; for an addition, this is done before the operation enters the store's queue.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a number that JSON can't hold.
    init(_ request: Request) throws(Refusal) {
        var rest = request
        rest.trigger = nil
        do {
            self.request = try Self.encoder.encode(rest)
            trigger = try request.trigger.map { try Self.encoder.encode($0) }
        } catch {
            throw Refusal.invalidRequest(
                "request \"\(request.identifier)\" has a value that JSON can't hold, such as NaN")
        }
    }

    package init(request: Data, trigger: Data?) {
        self.request = request
        self.trigger = trigger
    }

    func decoded() throws(StoreError) -> Request {
        do {
            let decoder = JSONDecoder()
            var decoded = try decoder.decode(Request.self, from: request)
            decoded.trigger = try trigger.map { try decoder.decode(Trigger.self, from: $0) }
            return decoded
        } catch {
            // The decoder may throw a refusal, but a stored request is not the present caller's fault.
            throw StoreError("a stored request can't be read: \(StoreError.kind(of: error))")
        }
    }
}
