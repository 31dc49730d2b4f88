// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing

@testable import UserNotifications

@Suite struct UserInfoTests {
    private let content = UNMutableNotificationContent()

    init() { content.title = "Tea" }

    @Test func `33: a number in user info has every number type, before and after the agent stored it`() throws {
        content.userInfo = ["wide": Int64(7), "half": Float(0.5), "list": [UInt8(1), 2], "deep": ["n": Int32(3)]]
        let after = try roundTrip()

        for userInfo in [content.userInfo, after] {
            #expect(userInfo["wide"] as? Int == 7)
            #expect(userInfo["wide"] as? Int64 == 7)
            #expect(userInfo["wide"] as? Double == 7)
            #expect(userInfo["half"] as? Double == 0.5)
            #expect(userInfo["list"] as? [Int] == [1, 2])
            #expect((userInfo["deep"] as? [String: Any])?["n"] as? Int == 3)
            #expect(userInfo["deep"] as? [String: Int] == ["n": 3])
        }
    }

    @Test func `33: strings, booleans, dates, data, lists and dictionaries are stored unchanged`() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        content.userInfo = [
            "string": "Tea", "true": true, "false": false, "date": date, "data": Data([0, 255]),
            "list": ["a", 1, true, ["b": date]] as [Any], "empty": [Any](), "none": [String: Any](), "big": Int64.max,
            "least": Int64.min, "real": 0.1, "foundation": NSDictionary(dictionary: ["k": NSArray(array: ["v"])]),
        ]

        let after = try roundTrip()

        #expect(after["string"] as? String == "Tea")
        #expect(after["true"] as? Bool == true)
        #expect(after["false"] as? Bool == false)
        #expect(after["date"] as? Date == date)
        #expect(after["data"] as? Data == Data([0, 255]))
        #expect((after["list"] as? [Any])?.count == 4)
        #expect((after["empty"] as? [Any])?.isEmpty == true)
        #expect((after["none"] as? [String: Any])?.isEmpty == true)
        #expect(after["big"] as? Int64 == .max)
        #expect(after["least"] as? Int64 == .min)
        #expect(after["real"] as? Double == 0.1)
        #expect((after["foundation"] as? [String: [String]]) == ["k": ["v"]])
        #expect(try UNNotificationContent(content.model()) == content)
    }

    @Test func `33: a value that no property list has is refused by add, with its key`() {
        let table: [([AnyHashable: Any], String)] = [
            (["id": NSLock()], "userInfo.id is a NSLock"),
            (["a": [1, ["b": NSLock()]] as [Any]], "userInfo.a[1].b is a NSLock"),
            (["none": Int?.none as Any], "userInfo.none is a Optional<Int>"),
            ([7: "seven"], "userInfo has the key 7, a Int"),
        ]
        for (userInfo, words) in table {
            content.userInfo = userInfo
            let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)

            let error = #expect(throws: UNError.self) { try request.draft() }
            #expect(error?.code == .notificationInvalidNoContent)
            let description = error?.localizedDescription ?? ""
            #expect(description.hasPrefix(words), "\(description)")
        }
    }

    @Test func `an archive leaves out values that no property list has`() throws {
        content.userInfo = ["id": NSLock(), "n": 1, "deep": ["x": NSLock()]]

        #expect(try archived(content).userInfo.keys.map { "\($0)" } == ["n"])
    }

    @Test func `L3: 33: null, a URL and a UUID are stored unchanged`() throws {
        let url = try #require(URL(string: "https://example.org/a%20b?c=d#e"))
        let file = URL(filePath: "/tmp/a b")
        let uuid = UUID()
        content.userInfo = [
            "null": NSNull(), "url": url, "file": file, "uuid": uuid, "nsurl": url as NSURL, "nsuuid": uuid as NSUUID,
            "list": [NSNull(), url, ["deep": uuid]] as [Any],
        ]
        for userInfo in [try roundTrip(), try archived(content).userInfo] {
            #expect(userInfo["null"] is NSNull)
            #expect(userInfo["url"] as? URL == url && userInfo["file"] as? URL == file)
            #expect(userInfo["uuid"] as? UUID == uuid)
            #expect(userInfo["nsurl"] as? URL == url && userInfo["nsuuid"] as? UUID == uuid)
            let list = try #require(userInfo["list"] as? [Any])
            #expect(list[0] is NSNull && list[1] as? URL == url)
            #expect((list[2] as? [AnyHashable: Any])?["deep"] as? UUID == uuid)
        }
        #expect(try content.isEqual(archived(content)))
    }

    @Test func `L3: other clients see them as dictionaries, and commands as text`() throws {
        let uuid = UUID()
        content.userInfo = ["null": NSNull(), "url": URL(filePath: "/tmp"), "uuid": uuid, "own": ["$other": 1]]
        let model = try content.model().userInfo
        #expect(model["null"] == .dictionary(["$null": .boolean(true)]))
        #expect(
            model["url"] == .dictionary(["$url": .string("file:///tmp")])
                || model["url"]?.text?.hasPrefix("file:///tmp") == true)
        #expect(model["uuid"]?.text == uuid.uuidString)
        #expect(try roundTrip()["own"] as? [String: Int] == ["$other": 1])
    }

    @Test func `a number beyond 64 signed bits becomes the nearest floating-point number`() throws {
        content.userInfo = ["n": UInt64.max, "minus": -1]

        #expect(try roundTrip()["n"] as? Double == Double(UInt64.max))
        #expect(try roundTrip()["minus"] as? Int == -1)
    }

    @Test func `a key can be set and removed in place`() {
        content.userInfo["a"] = 1
        content.userInfo["b"] = "x"
        content.userInfo["a"] = nil

        #expect(content.userInfo.count == 1)
        #expect(content.userInfo["b"] as? String == "x")
    }

    /// The user info that the agent returns.
    private func roundTrip() throws -> [AnyHashable: Any] {
        let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)
        let stored = try JSONDecoder().decode(
            NotificationModel.Request.self, from: JSONEncoder().encode(try request.draft()))
        return UNNotificationRequest(stored).content.userInfo
    }
}
