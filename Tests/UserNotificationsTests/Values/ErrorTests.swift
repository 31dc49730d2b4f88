// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite struct ErrorTests {
    private func refuse() throws { throw UNError(.notificationsNotAllowed) }

    @Test func `13: the description of a missing authorization is Apple's`() {
        #expect(
            UNError(.notificationsNotAllowed).localizedDescription
                == "Notifications are not allowed for this application")
    }

    @Test func `162: an error is caught by its code, by its type, and as an NSError`() {
        do {
            try refuse()
        } catch UNError.notificationsNotAllowed {
        } catch {
            Issue.record(error)
        }
        do {
            try refuse()
        } catch let error as UNError where error.code == .notificationsNotAllowed {
        } catch {
            Issue.record(error)
        }
        do {
            try refuse()
        } catch {
            // Not `catch let error as NSError`: that crashes on Linux for any error (Swift 6.3.1).
            let error = error as NSError
            #expect(error.domain == UNErrorDomain)
            #expect(error.code == UNError.notificationsNotAllowed.rawValue)
            #expect(error.localizedDescription == "Notifications are not allowed for this application")
        }
    }

    @Test func `an error can be made with user info, and returns it`() {
        let error = UNError(.badgeInputInvalid, userInfo: [NSLocalizedDescriptionKey: "no", "key": 1])

        #expect(error.localizedDescription == "no")
        #expect(error.userInfo["key"] as? Int == 1)
        #expect(error.errorUserInfo["key"] as? Int == 1)
        #expect(error.errorCode == 1600)
        #expect(UNError.errorDomain == "UNErrorDomain")
        #expect(error == UNError(.badgeInputInvalid, userInfo: [NSLocalizedDescriptionKey: "no", "key": 1]))
        #expect(error != UNError(.attachmentCorrupt))
    }
}
