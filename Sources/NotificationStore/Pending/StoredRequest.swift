// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Triggers

/// A request as its two columns hold it.
///
/// The trigger has a column of its own, so that an edit can replace the rest and keep it.
struct StoredRequest: Sendable {
    let request: Data
    let trigger: Data?

    /// The bytes that the store has of it.
    var size: Int { request.count + (trigger?.count ?? 0) }

    // Made once: a bulk of requests needs no encoder each.
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

    /// Decodes the request.
    func decoded() throws(StoreError) -> Request {
        do {
            let decoder = JSONDecoder()
            var decoded = try decoder.decode(Request.self, from: request)
            decoded.trigger = try trigger.map { try decoder.decode(Trigger.self, from: $0) }
            return decoded
        } catch {
            // A refusal of the decoder is not this caller's either.
            throw StoreError("a stored request can't be read: \(StoreError.kind(of: error))")
        }
    }
}
