// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

extension Schema {
    /// Stores an answer for each option that an application has asked for, instead of the list in its last call.
    ///
    /// Granted options stay granted. An unreadable row counts as if the application had never asked.
    static func answerEachOption(_ db: Database) throws {
        try db.execute(
            sql: "CREATE INDEX IF NOT EXISTS application_asked ON application (app) WHERE authorization IS NOT NULL")
        let rows = try Row.fetchAll(
            db, sql: "SELECT app, authorization FROM application WHERE authorization IS NOT NULL")
        for row in rows {
            let (app, data): (String, Data) = (row[0], row[1])
            let authorization = try? JSONDecoder().decode(Authorization.self, from: data)
            try db.execute(
                sql: "UPDATE application SET authorization = ? WHERE app = ?",
                arguments: [try authorization?.stored(), app])
        }
    }
}
