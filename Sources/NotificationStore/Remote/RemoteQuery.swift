// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The SQL statements about remote notifications.
///
/// The tests of ``Query`` check these statements, too.
enum RemoteQuery: String, CaseIterable, StatementFamily {
    // Registrations: id, app, instance, token, distributor, state, endpoint, reason, private, secret, vapid,
    // description, told, renews, seen

    case registrations = "SELECT * FROM registration"
    case registrationsOfApp = "SELECT * FROM registration WHERE app = ? ORDER BY instance"
    case registration = "SELECT * FROM registration WHERE app = ? AND instance = ?"
    case registrationOfToken = "SELECT * FROM registration WHERE token = ?"
    case registrationCount = "SELECT count(*) FROM registration"
    case registrationCountOfApp = "SELECT count(*) FROM registration WHERE app = ?"
    case setRegistration = """
        INSERT INTO registration (app, instance, token, distributor, state, endpoint, reason, private, secret, vapid,
            description, told, renews, seen)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
        ON CONFLICT (app, instance) DO UPDATE SET token = ?3, distributor = ?4, state = ?5, endpoint = ?6, reason = ?7,
            private = ?8, secret = ?9, vapid = ?10, description = ?11, told = ?12, renews = ?13, seen = ?14
        """
    case deleteRegistration = "DELETE FROM registration WHERE app = ? AND instance = ?"

    case renewRegistrations = """
        UPDATE registration SET renews = 1, state = 0, endpoint = NULL, reason = NULL, told = 0
        """

    case retiredTokens = "SELECT token, distributor FROM retired_token"
    case retireToken = "INSERT OR IGNORE INTO retired_token (token, distributor) VALUES (?, ?)"
    case forgetToken = "DELETE FROM retired_token WHERE token = ?"

    // Messages

    case noteReceived = "INSERT OR IGNORE INTO received (app, message) VALUES (?, ?)"
    case received = "SELECT count(*) FROM received WHERE app = ? AND message = ?"
    case forgetReceived = """
        DELETE FROM received WHERE app = ?1 AND id <= (
            SELECT id FROM received WHERE app = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """
    case noteDropped = """
        INSERT INTO dropped_push (app, reason, count, date, detail) VALUES (?1, ?2, 1, ?3, ?4)
        ON CONFLICT (app, reason) DO UPDATE SET count = count + 1, date = ?3, detail = ?4
        """
    case droppedReasons = "SELECT count(*) FROM dropped_push"
    case dropped = "SELECT app, reason, count, date, detail FROM dropped_push"

    // Wakes: id, app, user_info, starts, date, expires, tries

    case insertWake = """
        INSERT INTO wake (app, collapse, user_info, starts, date, expires) VALUES (?, ?, ?, ?, ?, ?)
        """
    case replaceWake = "DELETE FROM wake WHERE app = ?1 AND collapse = ?2 AND tries = 0 AND ?2 <> ''"
    case forgetOldWakes = """
        DELETE FROM wake WHERE app = ?1 AND id <= (
            SELECT id FROM wake WHERE app = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """
    case wakes = "SELECT id, app, user_info, starts, date, expires, tries FROM wake WHERE app = ? ORDER BY id"
    case wakeApps = "SELECT DISTINCT app FROM wake ORDER BY app"
    case noteWakeTry = "UPDATE wake SET tries = tries + 1 WHERE id = ?"
    case deleteWake = "DELETE FROM wake WHERE id = ?"
    case deleteWakes = "DELETE FROM wake WHERE app = ?"
    case expiredWakes = "DELETE FROM wake WHERE expires <= ? RETURNING app"
    case wakeBudget = "SELECT tokens, date FROM wake_budget WHERE app = ?"
    case setWakeBudget = """
        INSERT INTO wake_budget (app, tokens, date) VALUES (?1, ?2, ?3)
        ON CONFLICT (app) DO UPDATE SET tokens = ?2, date = ?3
        """

    case pushChoice = "SELECT distributor FROM push_choice"
    case setPushChoice = "UPDATE push_choice SET distributor = ?"
}
