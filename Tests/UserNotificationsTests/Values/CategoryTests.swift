// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing

@testable import UserNotifications

@Suite struct CategoryTests {
    private let reply = UNTextInputNotificationAction(
        identifier: "reply", title: "Reply", options: [.authenticationRequired],
        icon: UNNotificationActionIcon(systemImageName: "arrowshape.turn.up.left"), textInputButtonTitle: "Send",
        textInputPlaceholder: "Message")
    private let delete = UNNotificationAction(
        identifier: "delete", title: "Delete", options: [.destructive, .foreground])

    private func messages(_ options: UNNotificationCategoryOptions = [.customDismissAction]) -> UNNotificationCategory {
        UNNotificationCategory(
            identifier: "messages", actions: [reply, delete], intentIdentifiers: ["i"],
            hiddenPreviewsBodyPlaceholder: "%u new", categorySummaryFormat: "%u from %@", options: options)
    }

    @Test func `88: actions keep their order`() {
        #expect(messages().actions.map(\.identifier) == ["reply", "delete"])
    }

    @Test func `90: the default action's identifier is Apple's, and the model's`() {
        #expect(UNNotificationDefaultActionIdentifier == Action.defaultIdentifier)
        #expect(UNNotificationDismissActionIdentifier == Action.dismissIdentifier)
    }

    @Test func `93 to 96: options and texts of actions are the same after the agent stored them`() throws {
        let category = messages([.customDismissAction, .hiddenPreviewsShowTitle, .allowInCarPlay])

        let model = category.model
        let back = UNNotificationCategory(try JSONDecoder().decode(Category.self, from: JSONEncoder().encode(model)))

        #expect(model.actions.map(\.options) == [[.authenticationRequired], [.destructive, .foreground]])
        #expect(model.actions[0].textInput == Action.TextInput(buttonTitle: "Send", placeholder: "Message"))
        #expect(model.options == [.customDismissAction, .hiddenPreviewsShowTitle, .allowInCarPlay])
        #expect(back == category)
        #expect((back.actions[0] as? UNTextInputNotificationAction)?.textInputPlaceholder == "Message")
        #expect(!(back.actions[1] is UNTextInputNotificationAction))
    }

    @Test func `96: a text field without texts of its own stays one`() throws {
        let action = UNTextInputNotificationAction(
            identifier: "r", title: "R", options: [], textInputButtonTitle: "", textInputPlaceholder: "")
        let back = try JSONDecoder().decode(Action.self, from: JSONEncoder().encode(action.model))

        #expect(UNNotificationAction.make(back) == action)
    }

    @Test func `98, 99: values that are not given are empty`() {
        let category = UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])

        #expect(category.hiddenPreviewsBodyPlaceholder == "")
        #expect(category.categorySummaryFormat == "")
        #expect(category.options == [])
        #expect(category.actions.isEmpty)
    }

    @Test func `100, 117: categories of a set are distinguished by value`() {
        let other = UNNotificationCategory(identifier: "other", actions: [], intentIdentifiers: [])

        #expect(Set([messages(), messages(), other]).count == 2)
        #expect(messages() != messages([]))
        #expect(messages().hash == messages().hash)
    }

    @Test func `117: a plain action and a text action with one identifier differ, in both directions`() {
        let plain = UNNotificationAction(identifier: "a", title: "A")
        let typed = UNTextInputNotificationAction(
            identifier: "a", title: "A", textInputButtonTitle: "", textInputPlaceholder: "")

        #expect(plain != typed)
        #expect(typed != plain)
    }

    @Test func `archives keep actions, icons and categories`() throws {
        #expect(try archived(messages()) == messages())
        #expect(try archived(reply) == reply)
        #expect(try archived(UNNotificationActionIcon(templateImageName: "t")).model == .template("t"))
    }
}
