// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import NotificationModel
package import Triggers

/// The permission of an application to use the person's location.
package struct LocationPermission: Hashable, Sendable {
    package enum Answer: String, CaseIterable, Hashable, Sendable {
        case undecided, allowed, denied
    }

    package var answer: Answer
    /// Date at which the person was asked last; nil if never.
    package var asked: Date?

    package init(_ answer: Answer = .undecided, asked: Date? = nil) { (self.answer, self.asked) = (answer, asked) }
}

extension NotificationStore {
    /// Reads the places that the person has named.
    package func places() async throws -> [String: Region] {
        let rows = try await read { try $0.rows(PlaceQuery.places, []) { ($0[0] as String, $0[1] as Data) } }
        let pairs = rows.compactMap { name, data in
            (try? JSONDecoder().decode(Region.self, from: data)).map { (name, $0) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Stores a place under its identifier; it replaces a place of the same name. Requests keep the place as it was.
    ///
    /// - Throws: ``Triggers/Refusal`` `tooManyRequests` over the largest number of places; ``StoreError``.
    package func setPlace(_ region: Region) async throws {
        try await write { transaction in
            let count = try transaction.row(PlaceQuery.placeCount, []) { $0[0] as Int } ?? 0
            let isKnown = try transaction.row(PlaceQuery.hasPlace, [region.identifier]) { $0[0] as Int } != nil
            guard isKnown || count < Limits.places else {
                throw Refusal(.tooManyRequests, "there are \(count) places; the limit is \(Limits.places)")
            }
            try transaction.execute(PlaceQuery.setPlace, [region.identifier, try JSONEncoder().encode(region)])
        }
    }

    /// Deletes a place; requests that wait for it stay.
    ///
    /// - Returns: Whether there was such a place.
    package func removePlace(_ name: String) async throws -> Bool {
        try await write { transaction in
            try transaction.execute(PlaceQuery.deletePlace, [name])
            return transaction.changes > 0
        }
    }

    /// Reads the location permissions of all applications that asked for the location or that the person decided about.
    package func locationPermissions() async throws -> [String: LocationPermission] {
        let rows = try await read { transaction in
            try transaction.rows(PlaceQuery.permissions, []) { row in
                (row[0] as String, row[1] as Bool?, row[2] as Double?)
            }
        }
        return Dictionary(
            uniqueKeysWithValues: rows.map { app, allowed, asked in
                let answer: LocationPermission.Answer = allowed.map { $0 ? .allowed : .denied } ?? .undecided
                return (app, LocationPermission(answer, asked: asked.map { Date(timeIntervalSince1970: $0) }))
            })
    }

    /// Stores the person's decision about an application's use of the location; `undecided` forgets the application.
    package func setLocationPermission(
        _ answer: LocationPermission.Answer, of app: String
    ) async throws {
        try await write { transaction in
            switch answer {
            case .undecided: try transaction.execute(PlaceQuery.deletePermission, [app])
            case .allowed, .denied: try transaction.execute(PlaceQuery.setPermission, [app, answer == .allowed])
            }
        }
    }

    /// Notes that the person is now asked for an application's location permission.
    package func noteLocationAsked(of app: String, at date: Date) async throws {
        try await write { transaction in
            try transaction.execute(PlaceQuery.notePermissionAsked, [app, date.timeIntervalSince1970])
        }
    }
}
