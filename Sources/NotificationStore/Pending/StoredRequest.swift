// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Triggers

/// A request in the form of its two columns.
///
/// The trigger has its own column, so that an edit can keep it and replace the rest.
struct StoredRequest: Sendable {
    let request: Data
    let trigger: Data?

    /// The bytes that the store has of it.
    var size: Int { request.count + (trigger?.count ?? 0) }

    // One encoder for all requests, so that a large number of them does not need one each.
    private static let encoder = JSONEncoder()

    /// Encodes a request, before the operation enters the queue.
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
            // A refusal that the decoder throws is not the present caller's fault.
            throw StoreError("a stored request can't be read: \(StoreError.kind(of: error))")
        }
    }
}
