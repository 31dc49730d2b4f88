// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
import RemotePayload
import Triggers

/// A remote notification whose payload a developer tries out without a push server.
package struct TrialPush: Sendable {
    /// The request that the payload would become.
    package let request: Request
    /// Sentences about the parts of the payload that the agent ignores.
    package let remarks: [String]

    /// Reads a payload like that of a message from a push server.
    ///
    /// - Throws: ``Triggers/Refusal`` for a payload that can't be used, or that shows no text.
    package init(_ payload: [UInt8], of app: String, at now: Date) async throws {
        let payload = try RemotePayload(Data(payload))
        let content = await payload.content(translatedFor: app)
        guard !content.hasNoText, let request = RemotePush(payload, content, app: app, message: "", at: now).request
        else { throw Refusal.invalidRequest("aps.alert has no text, so no extension would run") }
        self.request = request
        remarks = payload.remarks.map(\.description)
    }

    /// Largest payload in bytes.
    package static let maximumSize = RemotePayload.maximumSize
}
