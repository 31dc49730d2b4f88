// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A reason for which no usable position comes.
package enum LocationTrouble: Hashable, Sendable {
    /// GeoClue does not answer, because no agent of GeoClue runs in the session.
    case noAgent
    /// GeoClue is not installed, or can't be started.
    case noService
    /// GeoClue's configuration forbids the agent to use it.
    case denied
    /// The person has switched location off.
    case disabled
    /// No position came at any level of accuracy.
    case noFix
    /// Positions come with this accuracy in metres, which is too coarse for the places.
    case coarse(accuracy: Double)

    /// Interprets the message of GeoClue's error `AccessDenied`.
    package init(accessDenied message: String) {
        if message.contains("no agent") {
            self = .noAgent
        } else if message.contains("Geolocation disabled") {
            self = .disabled
        } else {
            self = .denied
        }
    }

    /// The reason in words, for the person.
    package var sentence: String {
        switch self {
        case .noAgent: "GeoClue does not answer: no GeoClue agent runs in this session, such as geoclue-demo-agent"
        case .noService: "GeoClue is not installed, so nobody knows where this machine is"
        case .denied: "GeoClue's configuration, /etc/geoclue/geoclue.conf, does not let Belfry use the location"
        case .disabled: "location is switched off in the desktop's settings"
        case .noFix: "GeoClue has found no position"
        case .coarse(let accuracy):
            "GeoClue knows the position only to \(Int(accuracy)) m, which is too coarse for these places"
        }
    }
}
