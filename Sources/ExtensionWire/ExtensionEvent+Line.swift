// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import Triggers

extension ExtensionEvent {
    private enum Name: String, CaseIterable {
        case didReceive, action, timeWillExpire
    }

    /// Returns the event as a line of JSON, with a line feed.
    ///
    /// - Throws: `EncodingError` for a number in user info that JSON can't hold.
    package func line() throws -> [UInt8] {
        switch self {
        case .timeWillExpire: return try WireLine.bytes(of: ["event": .string(Name.timeWillExpire.rawValue)])
        case .didReceive(let delivery):
            var values = try delivery.wireValues()
            values["event"] = .string(Name.didReceive.rawValue)
            return try WireLine.bytes(of: values)
        case .action(let action, let delivery):
            var values = try delivery.wireValues()
            values["event"] = .string(Name.action.rawValue)
            values["actionIdentifier"] = .string(action.identifier)
            values["text"] = action.text.map { .string($0) }
            return try WireLine.bytes(of: values)
        }
    }

    /// Reads an event's line, as an extension does.
    package init(line: some Collection<UInt8>) throws(ExtensionLineProblem) {
        let values = try WireLine(line).values
        var reader = JSONReader(values)
        let name = reader.choice("event", of: Name.allCases.map { ($0.rawValue, $0) })
        switch name {
        case .timeWillExpire?: self = .timeWillExpire
        case .didReceive?: self = .didReceive(try ExtensionDelivery(wireValues: values))
        case .action?:
            let identifier = reader.anyString("actionIdentifier")
            guard let identifier else { throw reader.problem("actionIdentifier", "must be a string") }
            let action = ExtensionAction(identifier: identifier, text: reader.anyString("text"))
            self = .action(action, try ExtensionDelivery(wireValues: values))
        case nil: throw reader.problem("event", "must be one of the known events")
        }
    }
}

extension JSONReader {
    fileprivate mutating func anyString(_ key: String) -> String? { converted(key, to: "a string") { $0 } }

    /// Returns the problem of the reader's first remark; without a remark, the problem is that `key` is missing.
    fileprivate func problem(_ key: String, _ rule: String) -> ExtensionLineProblem {
        .wrongValue(remarks.first ?? JSONRemark(key, .null, rule))
    }
}

extension ExtensionDelivery {
    fileprivate func wireValues() throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [
            "deadlineMs": .integer(Int64(deadline / .milliseconds(1))), "app": .string(app), "locale": .string(locale),
            "request": .dictionary(request.wireValues), "attachmentsDir": .string(attachmentsFolder),
            "content": .dictionary(try content.wireValues(attachmentsFolder: attachmentsFolder)),
        ]
        values["picture"] = picture.map { .dictionary($0.wireValues) }
        values["state"] = state
        return values
    }

    fileprivate init(wireValues values: [String: JSONValue]) throws(ExtensionLineProblem) {
        var reader = JSONReader(values)
        let folder = reader.anyString("attachmentsDir") ?? ""
        guard case .dictionary(let fields)? = values["content"],
            let content = try? Content(wireValues: fields, attachmentsFolder: folder)
        else {
            throw .wrongValue(JSONRemark("content", values["content"] ?? .null, "must be a content"))
        }
        guard var request = reader.dictionary("request") else {
            throw reader.problem("request", "must be a dictionary")
        }
        self.init(
            deadline: .milliseconds(reader.integer("deadlineMs", in: 0...Int(Int32.max)) ?? 0),
            app: reader.anyString("app") ?? "", locale: reader.anyString("locale") ?? "",
            request: ExtensionRequest(&request), content: content, attachmentsFolder: folder)
        if var picture = reader.dictionary("picture") { self.picture = ExtensionPicture(&picture) }
        state = values["state"]
    }
}

extension ExtensionRequest {
    fileprivate var wireValues: [String: JSONValue] {
        var values: [String: JSONValue] = [
            "identifier": .string(identifier), "date": .string(date.rfc3339(in: .gmt)),
            "dateUnix": .real(date.timeIntervalSince1970),
        ]
        values["trigger"] = trigger.map { .string($0.rawValue) }
        return values
    }

    fileprivate init(_ reader: inout JSONReader) {
        // The years 1 to 9999, which RFC 3339 can write.
        let seconds = reader.number("dateUnix", in: -62_135_596_800...253_402_300_799)
        let date = seconds.map { Date(timeIntervalSince1970: $0) }
        self.init(
            identifier: reader.anyString("identifier") ?? "",
            trigger: reader.choice("trigger", of: Trigger.allCases.map { ($0.rawValue, $0) }),
            date: date ?? reader.converted("date", to: "a date") { Date(rfc3339: $0) } ?? Date())
    }
}

extension ExtensionPicture {
    fileprivate var wireValues: [String: JSONValue] {
        [
            "width": .integer(Int64(width)), "height": .integer(Int64(height)), "scale": .real(scale),
            "colorScheme": .string(colorScheme.rawValue),
        ]
    }

    fileprivate init?(_ reader: inout JSONReader) {
        let limits = 1...ExtensionWire.pictureLimit
        guard let width = reader.integer("width", in: limits), let height = reader.integer("height", in: limits) else {
            return nil
        }
        self.init(
            width: width, height: height, scale: reader.number("scale", in: 0.1...10) ?? 1,
            colorScheme: reader.choice("colorScheme", of: ColorScheme.allCases.map { ($0.rawValue, $0) }) ?? .light)
    }
}
