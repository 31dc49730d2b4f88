// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationModel
import Testing

@testable import UserNotifications

/// What the agent refuses, in Apple's words.
@Suite struct CenterErrorTests {
    private static func expected(_ code: Refusal.Code) -> UNError.Code {
        switch code {
        case .notAuthorized, .tooManyRequests, .storeUnavailable, .serverUnavailable: .notificationsNotAllowed
        case .invalidTrigger: .notificationInvalidNoDate
        case .invalidRequest, .contentTooLarge, .noSuchRequest: .notificationInvalidNoContent
        case .invalidAttachment: .attachmentInvalidURL
        }
    }

    @Test(arguments: Refusal.Code.allCases)
    func `37: every refusal has its code, and the agent's sentence`(_ code: Refusal.Code) {
        let error = UNError(Refusal(code, "the key, the value and the limit") as any Error)
        #expect(error.code == Self.expected(code))
        #expect(error.localizedDescription == "the key, the value and the limit")
        #expect(error.errorUserInfo["BelfryRefusal"] as? String == code.rawValue)
    }

    @Test(arguments: [
        ("attachments[0].url \"/a\" is not a picture", UNError.Code.attachmentUnrecognizedType),
        (
            "attachments[0].url \"/a\" is not what typeHint says, \"public.mp3\": it begins like a file of WAV",
            .attachmentUnrecognizedType
        ),
        ("attachments[0].url \"/a\" begins like no sound or film that is taken: AIFF", .attachmentUnrecognizedType),
        ("attachments.url \"/a\" is 20971520 bytes; the limit is 10485760", .attachmentInvalidFileSize),
        ("attachments.url \"/a\" can't be opened: No such file or directory", .attachmentInvalidURL),
    ])
    func `34: what is wrong with an attachment has three codes`(_ sentence: String, _ code: UNError.Code) {
        #expect(UNError(Refusal(.invalidAttachment, sentence)).code == code)
    }

    @Test func `162: an error of the bus is an error of this module, too`() {
        let error = UNError(BusError.disconnected as any Error)
        #expect(error.code == .notificationsNotAllowed)
        #expect(error.localizedDescription.contains("can't be reached"))
    }
}
