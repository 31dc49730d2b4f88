// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Triggers

extension CLLocation {
    /// Reads a position from an answer or a signal of the agent; nil if it has no position.
    convenience init?(answer: [String: Value]) {
        guard let latitude = answer["latitude"]?.double, let longitude = answer["longitude"]?.double,
            let seconds = answer["dateUnix"]?.double
        else { return nil }
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
            horizontalAccuracy: answer["accuracy"]?.double ?? -1, verticalAccuracy: -1, course: -1,
            speed: answer["speed"]?.double ?? -1, timestamp: Date(timeIntervalSince1970: seconds))
    }
}

extension CLAuthorizationStatus {
    /// Reads the person's decision from an answer or a signal of the agent; nil if it has no decision.
    init?(answer: [String: Value], key: String = "permission") {
        switch answer[key]?.string {
        case "allowed": self = .authorizedAlways
        case "denied": self = .denied
        case "undecided": self = .notDetermined
        default: return nil
        }
    }
}

extension CLError {
    /// Converts the error of a call to the agent.
    init(of error: any Error) {
        switch error {
        case let refusal as Refusal where refusal.code == .notAuthorized: self.init(.denied, reason: refusal.message)
        case let refusal as Refusal: self.init(.locationUnknown, reason: refusal.message)
        default: self.init(.network, reason: "The notification agent can't be reached: \(error)")
        }
    }
}
