// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import FoundationEssentials
import Logging
package import NotificationModel
package import NotificationStore
import Translations
import Triggers

/// Stores which applications may use the person's location, and asks the person about each application.
extension LocationService {
    /// Returns whether an application may use the location; undecided if the store can't be read.
    package func permission(of app: String) async -> LocationPermission.Answer {
        let all = try? await store.locationPermissions()
        return all?[app]?.answer ?? .undecided
    }

    /// Stores the person's decision whether an application may use the location; the decision takes effect at once.
    package func decide(_ answer: LocationPermission.Answer, of app: String) async throws {
        try await store.setLocationPermission(answer, of: app)
        changed()
    }

    /// Asks the person whether an application may use the location, at most once a day until there is an answer.
    package func ask(about app: String) async {
        do {
            let permission = try await store.locationPermissions()[app] ?? LocationPermission()
            guard permission.answer == .undecided else { return }
            let now = clock.now
            if let asked = permission.asked, (0..<Self.askingPause).contains(now.timeIntervalSince(asked)) { return }
            try await store.noteLocationAsked(of: app, at: now)
            await dependencies.say(LocationQuestion.request(app, name: dependencies.name(app)))
        } catch {
            logger.error(
                "Could not ask about the location",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Seconds after which the person may be asked about an application again.
    private static let askingPause = 86_400.0

    /// Handles the response to a notification of Belfry's own, if the notification asks about the location.
    package func hear(_ response: Response) async {
        guard let (app, answer) = LocationQuestion.answer(response) else { return }
        do {
            try await decide(answer, of: app)
        } catch {
            logger.error(
                "Could not store the answer about the location",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }
}

/// The notification that asks the person whether an application may use the location.
package enum LocationQuestion {
    private static let prefix = "belfry.location."

    static func request(_ app: String, name: String, _ catalog: MessageCatalog = .own) -> Request {
        var content = Content(
            // Translators: {name} is the name of an application.
            title: catalog.text("Let {name} use your location?").replacing("{name}", with: name),
            // Translators: The application of the title wants to.
            body: catalog.text("It wants to notify you when you arrive at a place or leave it."))
        // A click on the question itself decides nothing.
        content.defaultActionTitle = ""
        var request = Request(identifier: prefix + app, content: content)
        request.responsePlan.actions = [
            // Translators: The label of a button.
            Action(identifier: Choice.allow.rawValue, title: catalog.text("Allow")),
            // Translators: The label of a button.
            Action(identifier: Choice.deny.rawValue, title: catalog.text("Don’t Allow")),
        ]
        return request
    }

    private enum Choice: String {
        case allow, deny
    }

    /// Returns the application and the decision in a response; nil for another notification, and for a dismissal.
    static func answer(_ response: Response) -> (app: String, LocationPermission.Answer)? {
        let identifier = response.notification.request.identifier
        guard identifier.hasPrefix(prefix), let choice = Choice(rawValue: response.actionIdentifier)
        else { return nil }
        return (String(identifier.dropFirst(prefix.count)), choice == .allow ? .allowed : .denied)
    }
}
