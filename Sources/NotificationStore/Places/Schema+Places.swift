// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// Columns and tables for the places that requests wait for, the places that the person has named, and the permissions to
    /// use the person's location.
    static let places = """
        ALTER TABLE pending ADD COLUMN fence BLOB;                       -- JSON; NULL: it doesn't wait for a place
        CREATE INDEX pending_fence ON pending (id) WHERE fence IS NOT NULL;

        CREATE TABLE place (
            name TEXT PRIMARY KEY NOT NULL,
            region BLOB NOT NULL                                         -- JSON
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE location_permission (
            app TEXT PRIMARY KEY NOT NULL,
            allowed INTEGER CHECK (allowed IN (0, 1)),                   -- NULL: the person has not decided
            asked REAL                                                   -- when the person was asked last
        ) STRICT, WITHOUT ROWID;
        """
}

/// The SQL statements about places.
///
/// The tests of ``Query`` check these statements, too.
enum PlaceQuery: String, CaseIterable {
    // Requests that wait for a place

    case fences = """
        SELECT id, app, identifier, schedule, fence FROM pending INDEXED BY pending_fence
        WHERE fence IS NOT NULL AND id > 0
        """
    case fenceCount = """
        SELECT count(*) FROM pending INDEXED BY pending_fence WHERE fence IS NOT NULL AND id > 0 AND app = ?
        """
    case setFence = "UPDATE pending SET fence = ?2 WHERE id = ?1 AND fence IS NOT NULL AND schedule = ?3"
    /// Makes a request due; the first crossing of the border counts until the request has fired.
    case cross = """
        UPDATE pending SET due = min(due, ?2) WHERE id = ?1 AND fence IS NOT NULL AND schedule = ?3
        """
    case fencesNamed = """
        SELECT id, schedule FROM pending WHERE app = ? AND identifier = ? AND snoozed = 0 AND fence IS NOT NULL
        """
    /// Sets the date at which a request stops waiting for its place, unless a crossing has made the request due. A
    /// request that waits for a place never wakes the machine.
    case setFenceEnd = "UPDATE pending SET due = iif(due > ?3, ?2, due), wake = 0 WHERE id = ?1"

    // Places of the person

    case places = "SELECT name, region FROM place"
    case placeCount = "SELECT count(*) FROM place"
    case hasPlace = "SELECT 1 FROM place WHERE name = ?"
    case setPlace = "INSERT INTO place (name, region) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET region = ?2"
    case deletePlace = "DELETE FROM place WHERE name = ?"

    // Permissions

    case permissions = "SELECT app, allowed, asked FROM location_permission"
    case setPermission = """
        INSERT INTO location_permission (app, allowed) VALUES (?1, ?2) ON CONFLICT (app) DO UPDATE SET allowed = ?2
        """
    case notePermissionAsked = """
        INSERT INTO location_permission (app, asked) VALUES (?1, ?2) ON CONFLICT (app) DO UPDATE SET asked = ?2
        """
    case deletePermission = "DELETE FROM location_permission WHERE app = ?"
}
